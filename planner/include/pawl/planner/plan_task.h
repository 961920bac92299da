// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl {

/// Where the part may be: each contact state by the fixels that touch in it, as the task numbers them (from 1),
/// ascending; as Task::start.
using Belief = std::vector<std::vector<int>>;

/// A plan as `pawl plan` prints it: wrenches and directions in the world, fixels by the task's numbers, angles in rad,
/// lengths in the task's units.
struct [[nodiscard]] TaskPlan {
  struct Step {
    Eigen::Vector3d wrench{0, 0, 0};    ///< (fx, fy, tau) about the centre of mass, unit length, world frame
    double margin = 0;                  ///< among the actuator's wrenches, rad (PlanStep)
    std::optional<double> margin_full;  ///< in all of wrench space, rad (PlanStep)
    std::optional<std::pair<double, double>> window;  ///< safe directions of the force in the world, rad, the first end
                                                      ///< in [-pi, pi)
    Belief before, after;
    bool keeps_contacts = false;
    EnergyVerdict energy;  ///< pairs of contacts of problem.seated, from 0
    std::optional<double>
        least_tilt;  ///< of a tray whose friction might hold the part, rad (pawl/planner/least_tilt.h)
  };
  InsertionPlan::Status status = InsertionPlan::Status::stopped;
  std::optional<Guarantee> guarantee;
  std::string reason;  ///< for people: what the plan promises, or why there is none
  std::vector<Step> steps;
  Certainty certainty;  ///< contacts: fixels from 0; not asked (and not certified) where the search was stopped

  PlanProblem problem;     ///< what was asked, as the parts of the planner see it
  InsertionPlan solution;  ///< what they found: frame of problem.seated.contacts, beliefs as sets of states

  [[nodiscard]] bool found() const { return status == InsertionPlan::Status::found; }
};

/// The fixels of the states of a belief, by the task's numbers (from 1).
Belief belief_of(const PlanProblem& problem, const StateSet& states);

/// A sensorless insertion plan for a task, as `pawl plan` makes it: plan_problem, solve, and whether the answer is
/// certified. Throws InputError as plan_problem does.
TaskPlan plan(const ValidTask& task, const PlanRequest& request = {});
TaskPlan plan(const Task& task, const PlanRequest& request = {});

/// The states of a belief as a task numbers its fixels: the inverse of belief_of. Nothing for a set of fixels that is
/// not a contact state. An empty set stands for "no contact" and for a displaced start, of which no step ends in any:
/// it is what the plan starts in of these.
std::optional<StateSet> states_of(const PlanProblem& problem, const Belief& belief);

/// What an answer states of a plan; all else of it follows.
struct StatedTaskPlan {
  std::optional<Guarantee> guarantee;            ///< nothing: there is no plan
  std::vector<std::pair<Belief, Belief>> steps;  ///< before and after each
  std::vector<Belief> certificate;               ///< where there is no plan
};

/// Computes a plan again from what is stated of it, without looking for one (pawl/planner/insertion.h). A statement
/// that does not hold gives `stopped`, and the reason. Throws InputError as plan_problem does.
TaskPlan plan_again(const ValidTask& task, const PlanRequest& request, const StatedTaskPlan& stated);

/// The wrenches of its steps, world frame.
std::vector<Eigen::Vector3d> wrenches_of(const TaskPlan& plan);

}  // namespace pawl
