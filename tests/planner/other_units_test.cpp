// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/plan_problem.h>

#include <string>

using namespace pawl;

namespace {

/// Returns a shipped task whose unit of length has been replaced by another one. The part has the same shape, but
/// another size.
Task task_in(const char* name, const char* unit, const std::vector<DocumentEdit>& edits = {}) {
  const std::string path = std::string(PAWL_SOURCE_DIR) + "/data/tasks/" + name + ".json";
  std::vector<DocumentEdit> all{{"/units/length", unit}};
  all.insert(all.end(), edits.begin(), edits.end());
  return read_task(edit_document(read_text_file(path), all));
}

constexpr const char* kUnits[] = {"mm", "cm", "in"};
constexpr const char* kTasks[] = {"bracket_tray", "plate_corners", "shaft_keyway"};

/// Converts `count` entries of v = (x, y, torque or angle), beginning with the entry `first`, to metres.
Eigen::Vector3d in_metres(Eigen::Vector3d v, const Units& units, Eigen::Index first, Eigen::Index count) {
  v.segment(first, count) *= units.metres();
  return v;
}

}  // namespace

TEST_CASE(
    "a wrench causes the same motion of a part whether the task is in metres or in another unit, at rest and in "
    "motion") {
  for (const char* unit : kUnits) {
    for (const char* name : kTasks) {
      for (const bool moves : {false, true}) {
        // The part does not touch its only pin, so that no contact force acts.
        Task task = task_in(
            name, unit,
            moves ? std::vector<DocumentEdit>{{"goal", "[1]"}, {"twist", "[0, 5, 0]"}} : std::vector<DocumentEdit>());
        if (moves) task.fixels.resize(1);
        const Task si = in_si(task);
        for (const Eigen::Vector3d& wrench : {Eigen::Vector3d(.3, -1, 2), {-1, .2, -7}, {0, 0, 1}}) {
          const ForwardSolutions own = forward(find_contacts(task), wrench, task.twist);
          const ForwardSolutions metres = forward(find_contacts(si), in_metres(wrench, task.units, 2, 1), si.twist);
          CAPTURE(name);
          CAPTURE(unit);
          REQUIRE(own.solutions.size() == metres.solutions.size());
          for (std::size_t k = 0; k < own.solutions.size(); ++k) {
            const ForwardSolution &a = own.solutions[k], &b = metres.solutions[k];
            CHECK(a.mode == b.mode);
            const Eigen::Vector3d acceleration = in_metres(a.acceleration, task.units, 0, 2);
            CHECK((acceleration - b.acceleration).norm() <= 1e-9 * (b.acceleration.norm() + 1));
            if (a.force_rank_deficiency == 0) CHECK((a.forces - b.forces).norm() <= 1e-9 * (b.forces.norm() + 1));
          }
        }
      }
    }
  }
}

TEST_CASE("plans are the same in any unit: wrenches, windows and guarantees") {
  for (const char* unit : kUnits) {
    for (const char* name : kTasks) {
      const Task task = task_in(name, unit);
      const PlanProblem own = plan_problem(task), metres = plan_problem(in_si(task));
      const InsertionPlan a = solve(own), b = solve(metres);
      CAPTURE(name);
      CAPTURE(unit);
      REQUIRE(a.steps.size() == 1);
      REQUIRE(b.steps.size() == 1);
      CHECK(a.guarantee == b.guarantee);
      CHECK(a.steps[0].margin == doctest::Approx(b.steps[0].margin).epsilon(1e-9));
      REQUIRE(a.steps[0].window);
      REQUIRE(b.steps[0].window);
      CHECK(a.steps[0].window->first == doctest::Approx(b.steps[0].window->first).epsilon(1e-9));
      CHECK(a.steps[0].window->second == doctest::Approx(b.steps[0].window->second).epsilon(1e-9));
    }
  }
}
