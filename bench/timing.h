// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace pawl {

/// The number of batches (`runs`), and the number of runs per batch. The result is the smallest mean time of a batch.
/// Batches make the cost of reading the clock negligible.
struct Timing {
  int runs = 5;
  int batch = 1;
};

inline double microseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
}

/// Returns the smallest mean time of a batch, microseconds. Takes about two seconds at most.
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
