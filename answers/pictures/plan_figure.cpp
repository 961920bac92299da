// SPDX-License-Identifier: MIT
#include "answers/pictures/plan_figure.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/draw/step_figure.h>
#include <pawl/planner/plan_problem.h>

#include <cmath>

#include "answers/pictures/answer_notes.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

/// With more contacts the states that a wrench may pass are too many to make, and to look at.
constexpr std::size_t kMostContacts = 8;

Belief belief_in(const Json& states) {
  Belief belief;
  for (std::size_t k = 0; k < count_of(states); ++k) belief.push_back(numbers_in(at(states, k)));
  return belief;
}

std::string force_in(const std::string& actuator, const Eigen::Vector3d& wrench) {
  const std::string toward = in_degrees(degrees(std::atan2(wrench.y(), wrench.x())));
  if (actuator == "tray") return "tilt downhill toward " + toward;
  if (actuator == "push") return "push toward " + toward;
  if (actuator == "spring") return "pull toward " + toward;
  return fmt::format("push ({}, {}), torque {}", rounded(wrench.x()), rounded(wrench.y()), rounded(wrench.z()));
}

draw::StepFigure step_figure(const Json& step, const std::string& actuator) {
  draw::StepFigure figure;
  figure.wrench = vector3_in(at(step, "wrench"));
  const Json& window = at(step, "window_deg");
  if (at(window, 0).number())
    figure.window = std::pair(radians(number_in(at(window, 0)) + 0.), radians(number_in(at(window, 1)) + 0.));
  figure.title = force_in(actuator, figure.wrench);
  return figure;
}

/// Without a problem nothing is added. Whether the step does what it should.
bool add_moves(const PlanProblem* problem, const Belief& before, const Belief& after, draw::StepFigure& figure) {
  if (problem == nullptr) return true;
  draw::WrenchMoves moves = draw::wrench_moves(*problem, figure.wrench, before, after);
  figure.states = std::move(moves.states);
  figure.graph = std::move(moves.graph);
  return moves.safe && moves.ends_there;
}

std::string margin_note(const Json& step) {
  std::string text = "margin " + in_degrees(number_in(at(step, "margin_deg")));
  const Json& full = at(step, "margin_full_deg");
  if (full.number()) text += ", in all of wrench space " + in_degrees(number_in(full));
  const Json& tilt = at(step, "least_tilt_deg");
  if (tilt.number()) text += "; by " + in_degrees(number_in(tilt)) + " at least";
  return text + "; on arrival: " + text_in(at(step, "impact"));
}

void add_steps(const Json& results, const PlanProblem* problem, draw::PlanFigure& figure) {
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    draw::StepFigure shown = step_figure(step, text_in(at(results, "actuator")));
    shown.title = fmt::format("Step {}: {}", k + 1, shown.title);
    shown.notes.push_back({margin_note(step), draw::Ink::note});
    const bool holds = add_moves(problem, belief_in(at(step, "before")), belief_in(at(step, "after")), shown);
    if (!holds && text_in(at(results, "guarantee")) != "energy")
      throw InputError("/results/steps/" + std::to_string(k), at(step, "wrench").dump(),
                       "does not do in this task what the answer says");
    figure.steps.push_back(std::move(shown));
  }
}

/// The wrench that fails from the fewest states, and where.
void add_obstacle(const Json& results, const PlanProblem* problem, draw::PlanFigure& figure) {
  const Json& obstacle = at(results, "obstacle");
  if (!obstacle.members()) return;
  draw::StepFigure shown = step_figure(obstacle, text_in(at(results, "actuator")));
  shown.title = "Tried: " + shown.title;
  const Belief state{numbers_in(at(obstacle, "state"))};
  add_moves(problem, state, is_true(at(obstacle, "rests")) ? state : Belief(), shown);
  figure.steps.push_back(std::move(shown));
}

/// What applies a wrench (world), scaled to size 1 N as the depth is said.
class LoadOf {
 public:
  LoadOf(const draw::PartFigure& part, const Eigen::Vector3d& wrench)
      : part_(part), wrench_(wrench / Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / part.gyration).norm()) {}

  draw::LoadFigure operator()(const FreeActuator&) const { return {wrench_.head<2>(), wrench_.z(), part_.center}; }
  draw::LoadFigure operator()(const TrayActuator&) const { return {wrench_.head<2>(), 0, part_.center}; }
  draw::LoadFigure operator()(const PushActuator& push) const { return {wrench_.head<2>(), 0, push.at}; }
  draw::LoadFigure operator()(const SpringActuator& spring) const {
    return {wrench_.head<2>(), 0, spring.at, spring.anchor};
  }

 private:
  const draw::PartFigure& part_;
  Eigen::Vector3d wrench_;
};

std::pair<double, double> range_in(const Json& range) {
  return {number_in(at(range, 0)) + 0., number_in(at(range, 1)) + 0.};
}

/// Of a certificate that was asked for and has a depth.
void add_basin(const ValidTask& task, const Json& results, draw::PlanFigure& figure) {
  const Json& step = at(at(results, "steps"), 0);
  const Json& energy = at(step, "energy");
  const Json& extent = at(energy, "basin");
  if (!extent.members() || !figure.part.outline) return;
  draw::BasinFigure basin;
  basin.load =
      std::visit(LoadOf(figure.part, vector3_in(at(step, "wrench"))), task.task().actuator.value_or(FreeActuator()));
  basin.depth = number_in(at(energy, "depth"));
  const std::string end = text_in(at(energy, "end"));
  basin.cut_short = end == "stopped" || end == "unproved" || end == "enough";
  if (end == "stopped" || end == "unproved")
    add_note(figure.notes, "the depth is at least this: the limit was reached, and the basin is drawn as far as proved",
             draw::Ink::warning);
  const auto x = range_in(at(at(extent, "translation"), 0)), y = range_in(at(at(extent, "translation"), 1)),
             turn = range_in(at(extent, "rotation_deg"));
  basin.extent = {Eigen::Vector3d(x.first, y.first, radians(turn.first)),
                  Eigen::Vector3d(x.second, y.second, radians(turn.second))};
  basin.length = task.task().units.length_name();
  const Json& spill = at(energy, "spill");
  if (spill.members()) {
    Eigen::Vector3d pass = vector3_in(at(spill, "displacement"));
    pass.z() /= task.task().units.angle_of(1);
    basin.spill = pass;
    basin.spill_fixels = numbers_in(at(spill, "fixels"));
  }
  figure.basin = basin;
}

/// Of a wrong task the seat is another one, nearly always.
void require_seat(const Json& results, const SeatedTask& seat, const Units& units) {
  const Json& said = at(results, "seated_pose");
  const bool both = (said.entries() != nullptr) == seat.pose.has_value();
  bool same = both;
  if (both && seat.pose) {
    const Json pose = pose_json(*seat.pose, units);
    same = vector3_in(pose) == vector3_in(said);
  }
  if (!same) throw InputError("/results/seated_pose", said.dump(), "is not where this task's part is seated");
}

}  // namespace

draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known) {
  const Json& results = at(document, "results");
  const SeatedTask seat = known != nullptr ? known->seated : find_seat(task);
  if (at(results, "seated_pose").entries() || text_in(at(results, "status")) == "found")
    require_seat(results, seat, task.task().units);
  draw::PlanFigure figure;
  figure.part = draw::seated_figure(task, seat);
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {"tilt"});
  std::optional<PlanProblem> made;
  if (seat.contacts.size() > kMostContacts) {
    known = nullptr;
  } else if (known == nullptr) {
    known = &made.emplace(plan_problem(task));
  }
  add_steps(results, known, figure);
  add_obstacle(results, known, figure);
  add_basin(task, results, figure);
  return figure;
}

}  // namespace pawl::answers
