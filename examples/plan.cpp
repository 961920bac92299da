// SPDX-License-Identifier: MIT
// Reads a task file and prints its insertion plan: each wrench in the world, how far it may be off, and the fixels that
// touch afterwards. Where there is no plan, why.
#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_problem.h>

#include <iostream>
#include <numbers>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: plan TASK.json\n";
    return 2;
  }
  try {
    const pawl::PlanProblem problem = pawl::plan_problem(pawl::read_valid_task_file(argv[1]));
    const pawl::InsertionPlan plan = pawl::solve(problem);
    for (const pawl::PlanStep& step : plan.steps) {
      std::cout << "apply " << problem.seated.contacts.to_world(step.wrench).transpose() << " (off by at most "
                << step.margin * 180 / std::numbers::pi << " degrees), until the part rests on fixels";
      for (int state = 0; state < problem.graph.count(); ++state) {
        if (!step.after[static_cast<std::size_t>(state)]) continue;
        for (const int fixel : problem.fixels(state)) std::cout << " " << fixel + 1;
        std::cout << ";";
      }
      std::cout << "\n";
    }
    std::cout << plan.reason << "\n";
    const pawl::Certainty certainty = pawl::certainty_of_plan(problem, plan);
    if (!certainty.certified) std::cout << "not certified: " << certainty.reason << "\n";
    return plan.status == pawl::InsertionPlan::Status::found ? 0 : 1;
  } catch (const pawl::InputError& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
