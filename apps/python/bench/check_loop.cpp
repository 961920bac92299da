// SPDX-License-Identifier: MIT
// check_loop TASK COUNT: prints the elapsed time and the CPU time, s, that COUNT checks of mode arr take.
#include <pawl/planner/check_task.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const pawl::ValidTask task = pawl::read_valid_task_file(argv[1]);
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  for (long k = std::strtol(argv[2], nullptr, 10); k > 0; --k) {
    if (pawl::check(task, "arr").found.desired.empty()) return 1;
  }
  const double used = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  std::printf("%.6f %.6f\n", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), used);
}
