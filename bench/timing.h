// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace pawl {

/// How a function is timed. It is called `batch` times between two readings of the clock, so that the time to read the
/// clock is negligible. This is repeated `runs` times. The result is the mean time per call in the fastest repetition.
struct Timing {
  int runs = 5;
  int batch = 1;
};

inline double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the mean time per call in the fastest repetition, microseconds. After repetitions of one second in total, no
/// further one is begun. `prepare` is called before each repetition, and its time is not measured.
template <class Prepare, class Run>
double best_microseconds(const Timing& timing, const Prepare& prepare, const Run& run) {
  double best = std::numeric_limits<double>::infinity();
  double total = 0;
  for (int k = 0; k < timing.runs && total < 1e6; ++k) {
    prepare();
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < timing.batch; ++i) run(i);
    const double elapsed = microseconds_since(start);
    total += elapsed;
    best = std::min(best, elapsed / timing.batch);
  }
  return best;
}

}  // namespace pawl
