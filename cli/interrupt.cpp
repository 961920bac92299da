// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <time.h>

#include <csignal>

namespace pawl::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM};

/// timeout(1) and shells may send one request as two signals, to the process and to its group: a second one this soon
/// (ms) is the same request.
constexpr long kSameRequest = 300;

std::atomic<bool> interrupted = false;
std::atomic<long> interrupted_at = 0;  // ms
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<long>::is_always_lock_free,
              "a signal handler may set only what needs no lock");

long now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<long>(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
}

}  // namespace

extern "C" {
static void on_interrupt(int signal) {
  if (!interrupted.exchange(true)) {
    interrupted_at = now();
  } else if (now() - interrupted_at > kSameRequest) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);  // delivered when this handler returns
  }
}
}

const std::atomic<bool>& interrupted_flag() { return interrupted; }

void catch_interrupts() {
  for (const int number : kSignals) {
    if (std::signal(number, on_interrupt) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

}  // namespace pawl::cli
