// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace pawl::cli {

/// Whether the user asked the command to end (SIGINT or SIGTERM, once catch_interrupts() was called). Long commands
/// look at it, by a StopToken, and answer what they have.
const std::atomic<bool>& interrupted_flag();

/// From now on the first SIGINT or SIGTERM sets the flag; one that comes later ends the process at once, as it
/// would have without this. A signal that was ignored when the process began stays ignored.
void catch_interrupts();

}  // namespace pawl::cli
