// SPDX-License-Identifier: MIT
#pragma once

#include "reply.h"
#include "request.h"

namespace pawl::web {

/// A drawing as the part of a task, as `pawl part` reads it: {"drawing": its text, "kind", "unit", "layer", "join",
/// "deviation", "loop"}. Throws InputError, pointers as the command's, below /part for what is asked of the drawing.
Reply part_reply(const Request& request);

}  // namespace pawl::web
