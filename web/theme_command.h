// SPDX-License-Identifier: MIT
#pragma once

#include "reply.h"

namespace pawl::web {

/// The colours of all inks and of the background, "#rrggbb", under "light", "dark" and "print".
Reply theme_reply();

}  // namespace pawl::web
