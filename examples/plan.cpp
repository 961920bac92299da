// SPDX-License-Identifier: MIT
// Reads a task file and does the same as the commands plan, check and simulate. Makes an insertion plan, finds the
// modes that are consistent with the last wrench at the seat, and tries the plan from a few starts.
#include <pawl/base/angle.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/simulate_task.h>

#include <iostream>

namespace {

void print(const pawl::Belief& belief) {
  for (const std::vector<int>& fixels : belief) {
    for (const int fixel : fixels) std::cout << " " << fixel;
    std::cout << ";";
  }
}

void print(const pawl::TaskPlan& plan) {
  for (const pawl::TaskPlan::Step& step : plan.steps) {
    std::cout << "apply " << step.wrench.transpose() << " (off by at most " << pawl::degrees(step.margin)
              << " degrees), until the part rests on fixels";
    print(step.after);
    std::cout << "\n";
  }
  std::cout << plan.reason << "\n";
  if (!plan.certainty.certified) std::cout << "not certified: " << plan.certainty.reason << "\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: plan TASK.json\n";
    return 2;
  }
  try {
    pawl::Task data = pawl::read_task_file(argv[1]);
    data.scatter = pawl::Scatter{.starts = 5, .translation = .001, .rotation = .001};
    const pawl::ValidTask task(data);
    const pawl::TaskPlan plan = pawl::plan(task);
    print(plan);
    if (!plan.found()) return 1;

    const pawl::WrenchCheck last = pawl::check(task, plan.steps.back().wrench);
    std::cout << "in the task's pose the last wrench does " << last.found.modes.front().str()
              << (last.determinate() ? ", for sure\n" : ", or something else\n");
    const pawl::TrialReport trials = pawl::simulate(task, plan);
    std::cout << "seated from " << trials.count(pawl::Outcome::seated) << " of " << trials.starts << " starts\n";
    return trials.failures.empty() ? 0 : 1;
  } catch (const pawl::InputError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
