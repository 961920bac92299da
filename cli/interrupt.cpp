// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <csignal>

namespace pawl::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set only what needs no lock");

}  // namespace

extern "C" {
static void on_interrupt(int) {
  interrupted.store(true, std::memory_order_relaxed);
  for (const int number : kSignals) std::signal(number, SIG_DFL);
}
}

const std::atomic<bool>& interrupted_flag() { return interrupted; }

void catch_interrupts() {
  for (const int number : kSignals) {
    if (std::signal(number, on_interrupt) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

}  // namespace pawl::cli
