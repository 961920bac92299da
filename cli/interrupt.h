// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

namespace pawl::cli {

/// Whether the user asked the command to end (SIGINT, SIGTERM or SIGHUP, once catch_interrupts() was called). Long
/// commands look at it, by a StopToken, and answer what they have.
const std::atomic<bool>& interrupted_flag();

/// From now on a signal that ends the process removes temporary files of outputs first (atomic_file.h). To be called
/// as the process begins. A signal that was ignored then stays ignored.
void clean_up_on_signals();

/// From now on the first SIGINT, SIGTERM or SIGHUP sets the flag; one that comes later ends the process at once, as it
/// would have without this. A signal that was ignored when the process began stays ignored.
void catch_interrupts();

}  // namespace pawl::cli
