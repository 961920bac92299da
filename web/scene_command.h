// SPDX-License-Identifier: MIT
#pragma once

#include "reply.h"
#include "request.h"

namespace pawl::web {

/// A scene, stepped as `pawl simulate` does it. Throws InputError.
Reply scene_reply(const Request& request);

}  // namespace pawl::web
