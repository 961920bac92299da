// SPDX-License-Identifier: MIT
#include <limits>

#include "io/fixture_form.h"
#include "io/task_fields.h"
#include "io/task_form.h"
#include "io/value_checks.h"

namespace pawl::internal {
namespace {

constexpr int kLargestInteger = std::numeric_limits<int>::max();

/// Checks each value of a task by its rule in task_fields.h.
class TaskValues : public ValueChecks<TaskValues> {
  friend ValueChecks<TaskValues>;

 public:
  using ValueChecks::check;

  TaskValues(const Task& task, Validator& faults)
      : ValueChecks(faults), task_(task), fixel_count_(task.fixels.size() + task.contacts.size()) {}

  void run() {
    check("", task_, Fields());
    check_alternatives();
  }

 private:
  void check(Pointer pointer, const Friction& friction, FrictionEnds) {
    if (friction.low == friction.high) return check(pointer, friction.low, Bound::friction);
    const Eigen::Vector2d ends(friction.low, friction.high);
    check(pointer, ends, Bound::friction);
    const auto right = [](double end) { return wrong_number(Bound::friction, end).empty(); };
    if (right(friction.low) && right(friction.high)) require(pointer, friction, wrong_interval(friction));
  }
  void check(Pointer pointer, const Eigen::Vector2d& direction, Direction) {
    check(pointer, direction, Bound::any);
    require(pointer, direction, wrong_direction(direction));
  }
  void check(Pointer pointer, const PushActuator& push, AngleEnds) {
    check(pointer, Eigen::Vector2d(push.from, push.to), Bound::any);
  }

  void check(Pointer pointer, const Actuator& actuator, OneActuator) {
    std::visit([&](const auto& one) { this->check(child(pointer, key_of(one)), one, Fields()); }, actuator);
  }

  void check(Pointer pointer, const std::vector<std::string>& modes, ModeLetters) {
    for (std::size_t i = 0; i < modes.size(); ++i) {
      require(child(pointer, i), modes[i], wrong_mode(modes[i], fixel_count_));
    }
  }
  void check_state(Pointer pointer, const std::vector<int>& state) {
    std::vector<int> earlier;
    for (std::size_t i = 0; i < state.size(); ++i) {
      const std::string place = child(pointer, i);
      const std::string wrong = wrong_whole_number(state[i], 1, kLargestInteger);
      require(place, state[i], wrong.empty() ? wrong_fixel_number(state[i], earlier, fixel_count_) : wrong);
      if (wrong.empty()) earlier.push_back(state[i]);
    }
  }
  void check(Pointer pointer, const std::vector<int>& goal, GoalFixels) {
    check_state(pointer, goal);
    require(pointer, goal, wrong_goal(goal.size()));
  }
  void check(Pointer pointer, const Task& task, StartBelief) {
    if (task.start) {
      const std::string states = child(pointer, "states");
      for (std::size_t k = 0; k < task.start->size(); ++k) check_state(child(states, k), (*task.start)[k]);
    }
    check_vectors(child(pointer, "displacements"), "", task.start_displacements, Bound::any);
  }
  void check(Pointer pointer, const std::vector<Eigen::Vector3d>& plan, PlanWrenches) {
    check_vectors(child(pointer, "steps"), "/wrench", plan, Bound::wrench);
  }
  void check(Pointer pointer, const FixtureOptions& fixture, FixtureSearch) {
    check_fixture_values(fixture, pointer, faults_);
  }
  void check_vectors(Pointer pointer, const char* key, const std::vector<Eigen::Vector3d>& vectors, Bound bound) {
    for (std::size_t k = 0; k < vectors.size(); ++k) check(child(pointer, k) + key, vectors[k], bound);
  }

  /// What is present is what differs from its default. Without an outline and without fixels the contacts are stated,
  /// be they none at all.
  void check_alternatives() {
    const Part& part = task_.part;
    const bool stated = !task_.contacts.empty() || (!part.outline && task_.fixels.empty());
    if (!stated) {
      if (!part.outline) faults_.add("/part/outline", "", kMissing);
      return;
    }
    if (!task_.fixels.empty()) require("/fixels", task_.fixels, kBesideContacts);
    if (task_.pose != Task().pose) require("/pose", task_.pose, kBesideContacts);
    if (task_.fixture) faults_.add("/fixture", "", kBesideContacts);
    if (part.outline) require("/part/outline", *part.outline, kBesideContacts);
    if (part.density != Part().density) require("/part/density", part.density, kBesideContacts);
  }

  const Task& task_;
  std::size_t fixel_count_;
};

}  // namespace

void check_task_values(const Task& task, Validator& faults) { TaskValues(task, faults).run(); }

}  // namespace pawl::internal
