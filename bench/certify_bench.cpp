// SPDX-License-Identifier: MIT
// Measures the time to make and the time to check energy certificates for random fixtures that have a plan with the
// guarantee `energy`. The depths are accurate to 5 %. Prints a table. Usage: pawl_certify_bench [FIXTURES]
#include <pawl/io/read_task.h>
#include <pawl/planner/certificate_file.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/verify/certificate.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "support/plans_on_trial.h"

using namespace pawl;

namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct Times {
  std::vector<double> make, check;
  int none = 0, stopped = 0;

  void add(const char* name, const Task& task) {
    const ValidTask valid(task);
    const PlanProblem problem = plan_problem(valid);
    const InsertionPlan plan = solve(problem);
    if (plan.guarantee != Guarantee::energy) return;
    Clock::time_point start = Clock::now();
    const PlanDepth depth = plan_depth(valid, problem, plan, {}, {});
    make.push_back(seconds_since(start));
    none += depth.found.depth == 0;
    stopped += depth.found.end == EnergyDepth::End::stopped;
    if (depth.found.depth == 0) return;
    const std::string text = certificate_text(name, depth.problem, depth.found.certificate);
    start = Clock::now();
    const CertificateCheck checked = verify_certificate(text);
    check.push_back(seconds_since(start));
    std::printf("%-22s %9.3f s  %8.4f s  depth %.6g  %zu boxes, %zu checked%s%s\n", name, make.back(), check.back(),
                depth.found.depth, depth.found.boxes, checked.boxes,
                checked.refused.empty() ? "" : "  REFUSED: ", checked.refused.c_str());
  }
};

double median(std::vector<double> times) {
  if (times.empty()) return 0;
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t fixtures = argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 100;
  Times times;
  for (const std::string name : {"block_spring", "block_stop", "ratchet_pawl"})
    times.add(name.c_str(), read_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/" + name + ".json"));
  for (unsigned seed = 1; times.make.size() < fixtures + 3 && seed < 100000; ++seed) {
    const auto task = oracle::random_fixture(seed);
    if (task) times.add(("fixture " + std::to_string(seed)).c_str(), *task);
  }
  std::printf("%zu: median %.3f s to make, %.4f s to check; %d without a depth, %d stopped by the limit\n",
              times.make.size(), median(times.make), median(times.check), times.none, times.stopped);
  return 0;
}
