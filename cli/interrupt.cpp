// SPDX-License-Identifier: MIT
#include "interrupt.h"

#include <time.h>

#include <csignal>
#include <cstddef>

#include "atomic_file.h"

namespace pawl::cli {
namespace {

/// Requests to end, which a long command answers with what it has.
constexpr int kRequests[] = {SIGINT, SIGTERM, SIGHUP};

/// Signals that end a process. SIGABRT is our own failed assertion.
constexpr int kEnds[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGABRT};

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

template <std::size_t N>
void catch_all(const int (&signals)[N], void (*handler)(int)) {
  for (const int number : signals) {
    if (std::signal(number, handler) == SIG_IGN) std::signal(number, SIG_IGN);
  }
}

}  // namespace

extern "C" {
static void on_end(int signal) {
  remove_temporary_files();
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // delivered when this handler returns
}

static void on_interrupt(int signal) {
  if (!interrupted.exchange(true)) {
    interrupted_at = now();
  } else if (now() - interrupted_at > kSameRequest) {
    on_end(signal);
  }
}
}

const std::atomic<bool>& interrupted_flag() { return interrupted; }

void clean_up_on_signals() { catch_all(kEnds, on_end); }

void catch_interrupts() { catch_all(kRequests, on_interrupt); }

}  // namespace pawl::cli
