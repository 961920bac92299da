// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pawl {

/// The contact states in which the part may be. Each contact state is the ascending list of the fixels that touch, with
/// the task's numbers (counted from 1). Task::start has the same form.
using Belief = std::vector<std::vector<int>>;

/// A plan with the data that `pawl plan` prints. Wrenches and directions are in the world frame. Fixels have the task's
/// numbers. Angles are in rad, and lengths in the task's units.
struct [[nodiscard]] TaskPlan {
  struct Step {
    Eigen::Vector3d wrench{0, 0, 0};  ///< (fx, fy, tau) about the centre of mass, of unit length, in the world frame
    /// Margin of the step among the wrenches of the actuator, rad (PlanStep::margin).
    double margin = 0;
    std::optional<double> margin_full;  ///< margin of the step among all wrenches, rad (PlanStep::margin_full)
    std::optional<std::pair<double, double>>
        window;  ///< safe directions of the force in the world frame, rad; the first end is in [-pi, pi)
    Belief before, after;
    bool keeps_contacts = false;
    /// Verdict of the energy conditions; its pairs contain indices of contacts of problem.seated.
    EnergyVerdict energy;
    std::optional<double>
        least_tilt;  ///< smallest tilt of a tray whose friction might hold the part, rad (pawl/planner/least_tilt.h)
  };
  InsertionPlan::Status status = InsertionPlan::Status::stopped;
  std::optional<Guarantee> guarantee;
  std::string reason;  ///< explanation for people: the guarantee of the plan, or why no plan exists
  std::vector<Step> steps;
  /// Whether the answer is robust; `contacts` contains numbers of fixels, counted from 0. If the search was stopped,
  /// this is not computed, and `certified` is false.
  Certainty certainty;

  PlanProblem problem;     ///< the problem that was solved
  InsertionPlan solution;  ///< solution in the frame of problem.seated.contacts; beliefs are sets of states

  [[nodiscard]] bool found() const { return status == InsertionPlan::Status::found; }
};

/// Returns the fixels of each state of a belief, with the task's numbers (counted from 1).
Belief belief_of(const PlanProblem& problem, const StateSet& states);

/// Finds a sensorless insertion plan for a task, as `pawl plan` does: calls plan_problem() and solve(), and determines
/// whether the answer is certified. Throws the same InputErrors as plan_problem().
TaskPlan plan(const ValidTask& task, const PlanRequest& request = {});
TaskPlan plan(const Task& task, const PlanRequest& request = {});

/// Returns the states of a belief; the inverse of belief_of(). Returns nothing if some set of fixels is not a contact
/// state. An empty set of fixels means the displaced start if the plan has one, and otherwise the state "no contact".
/// The part never rests in these two states, so no belief after a step contains them.
std::optional<StateSet> states_of(const PlanProblem& problem, const Belief& belief);

/// A plan's guarantee, beliefs and certificate. All other data of an answer can be recomputed from these data.
struct StatedTaskPlan {
  std::optional<Guarantee> guarantee;            ///< guarantee of the plan; empty if no plan exists
  std::vector<std::pair<Belief, Belief>> steps;  ///< beliefs before and after each step
  /// Set of beliefs that proves that no plan exists (InsertionPlan::certificate).
  std::vector<Belief> certificate;
};

/// Recomputes a plan from a stated plan, without a search (pawl/planner/insertion.h). If the stated plan is wrong,
/// returns `stopped` with the reason. Throws the same InputErrors as plan_problem().
TaskPlan plan_again(const ValidTask& task, const PlanRequest& request, const StatedTaskPlan& stated);

/// Returns the wrenches of a plan's steps, in the world frame.
std::vector<Eigen::Vector3d> wrenches_of(const TaskPlan& plan);

}  // namespace pawl
