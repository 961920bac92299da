// SPDX-License-Identifier: MIT
// check_loop TASK COUNT: prints the time, s, that COUNT checks of mode arr take. The time is that of the fastest of
// three runs.
#include <pawl/planner/check_task.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const pawl::ValidTask task = pawl::read_valid_task_file(argv[1]);
  double best = 1e300;
  for (int run = 0; run < 3; ++run) {
    const auto start = std::chrono::steady_clock::now();
    for (long k = std::strtol(argv[2], nullptr, 10); k > 0; --k) {
      if (pawl::check(task, "arr").found.desired.empty()) return 1;
    }
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::printf("%.6f\n", best);
}
