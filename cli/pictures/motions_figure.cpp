// SPDX-License-Identifier: MIT
#include "pictures/motions_figure.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>

#include <algorithm>

#include "pictures/answer_notes.h"
#include "text/words.h"

namespace pawl::cli {
namespace {

constexpr std::size_t kMostShown = 24;

void require_fits(const ValidTask& task, const std::string& mode) {
  if (mode.size() == task.contacts().size()) return;
  throw InputError("/results", mode,
                   "has a letter for each of " + std::to_string(mode.size()) + " fixels; this task has " +
                       std::to_string(task.contacts().size()));
}

/// Accelerations in the answer's unit of angles, in rad.
Eigen::Vector3d acceleration_in(const Json& value, const Units& units) {
  Eigen::Vector3d acceleration = vector3_in(value);
  acceleration.z() /= units.angle_of(1);
  return acceleration;
}

/// An acceleration of a mode, world: nothing of one that no motion has.
std::optional<Eigen::Vector3d> motion_of(const ContactSet& set, const std::string& mode) {
  FeasibleModeWalk walk(set, mode);
  if (!walk.next()) return std::nullopt;
  return set.to_world(walk.acceleration());
}

/// What a wrench does: its solution in a mode, if it has one.
std::optional<Eigen::Vector3d> motion_under(const ContactSet& set, const Eigen::Vector3d& wrench,
                                            const std::string& mode) {
  for (const ForwardSolution& solution : forward(set, set.from_world(wrench)).solutions) {
    if (solution.mode.str() == mode) return set.to_world(solution.acceleration);
  }
  return std::nullopt;
}

draw::MotionsFigure begun(const ValidTask& task, const Json& document, const std::vector<std::string>& shown) {
  draw::MotionsFigure figure;
  figure.part = draw::part_figure(task);
  figure.title = title_of(document);
  figure.notes = answer_notes(document, shown);
  figure.most_shown = kMostShown;
  return figure;
}

/// A desired mode, as the safest wrench moves it; else by any motion of it.
void add_desired(const ValidTask& task, const std::string& mode, draw::MotionsFigure& figure) {
  require_fits(task, mode);
  const ContactSet& set = task.contacts();
  std::optional<Eigen::Vector3d> motion;
  if (figure.wrench) motion = motion_under(set, *figure.wrench, mode);
  if (!motion) motion = motion_of(set, mode);
  if (!motion) return;
  figure.motions.push_back(
      {mode + (motion->isZero() ? ": wanted, at rest" : ": wanted"), mode, *motion, {}, draw::Ink::wanted});
}

void add_rivals(const ValidTask& task, const Json& results, draw::MotionsFigure& figure) {
  const Json& rivals = at(results, "rivals");
  for (std::size_t k = 0; k < count_of(rivals); ++k) {
    const Json& rival = at(rivals, k);
    const std::string mode = text_in(at(rival, "mode")), covers = text_in(at(rival, "covers"));
    require_fits(task, mode);
    const std::optional<Eigen::Vector3d> motion = motion_of(task.contacts(), mode);
    if (!motion) throw InputError("/results/rivals/" + std::to_string(k), mode, "is no mode of this task");
    const std::string title = mode + (is_true(at(rival, "jam")) ? ": jams, " : ": rival, ") +
                              (covers == "boundary" ? "on the boundary" : "covers " + covers);
    figure.motions.push_back({title, mode, *motion, {}, draw::Ink::rival});
  }
}

/// What one wrench may do: a solution of the forward problem a mode.
void add_modes(const ValidTask& task, const Json& results, draw::MotionsFigure& figure) {
  const Json& modes = at(results, "modes");
  const std::string desired = text_in(at(results, "mode"));
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(modes, k));
    require_fits(task, mode);
    const std::optional<Eigen::Vector3d> motion = motion_under(task.contacts(), *figure.wrench, mode);
    if (!motion) throw InputError("/results/modes/" + std::to_string(k), mode, "is not what the wrench does here");
    const bool rests = motion->isZero();
    figure.motions.push_back({mode + (rests ? ": at rest" : ""),
                              mode,
                              *motion,
                              {},
                              mode == desired || count_of(modes) == 1 ? draw::Ink::wanted : draw::Ink::rival});
  }
}

/// On the part, world: c_n along each normal and c_t along the tangent, the normal turned by +90 degrees.
std::vector<Eigen::Vector2d> forces_in(const Json& forces, const draw::PartFigure& part) {
  std::vector<Eigen::Vector2d> world;
  const std::size_t count = part.fixels.size();
  if (count_of(forces) != 2 * count) throw InputError("/results/solutions", "", "is of another number of fixels");
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector2d n = part.fixels[i].normal, t(-n.y(), n.x());
    world.emplace_back(number_in(at(forces, i)) * n + number_in(at(forces, count + i)) * t);
  }
  return world;
}

}  // namespace

draw::MotionsFigure check_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  draw::MotionsFigure figure = begun(task, document, {"wanted", "rival", "does", "may do"});
  if (at(results, "wrench").entries()) {
    figure.wrench = vector3_in(at(results, "wrench"));
    figure.wrench_title = "the wrench " + vector_in(at(results, "wrench"));
    add_modes(task, results, figure);
    return figure;
  }
  const Json& widest = at(at(results, "safe"), 0);
  if (widest.members()) {
    figure.wrench = vector3_in(at(widest, "wrench"));
    figure.wrench_title = "safest wrench, margin " + in_degrees(number_in(at(widest, "margin_deg")));
  }
  const Json& desired = at(results, "desired");  // where the mode has places for any letter
  if (!desired.entries()) add_desired(task, text_in(at(results, "mode")), figure);
  for (std::size_t k = 0; k < count_of(desired); ++k) add_desired(task, text_in(at(at(desired, k), "mode")), figure);
  add_rivals(task, results, figure);
  return figure;
}

draw::MotionsFigure forward_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  draw::MotionsFigure figure = begun(task, document, {});
  figure.wrench = vector3_in(at(results, "wrench"));
  figure.wrench_title = "the wrench " + vector_in(at(results, "wrench"));
  const Json& solutions = at(results, "solutions");
  for (std::size_t k = 0; k < count_of(solutions); ++k) {
    const Json& solution = at(solutions, k);
    const std::string mode = text_in(at(solution, "mode"));
    require_fits(task, mode);
    const Eigen::Vector3d motion = acceleration_in(at(solution, "acceleration"), task.task().units);
    figure.motions.push_back({mode + (motion.isZero() ? ": at rest" : ": accelerates"), mode, motion,
                              forces_in(at(solution, "forces"), figure.part)});
  }
  return figure;
}

draw::MotionsFigure modes_figure(const ValidTask& task, const Json& document) {
  draw::MotionsFigure figure = begun(task, document, {});
  const Json& modes = at(at(document, "results"), "modes");
  for (std::size_t k = 0; k < count_of(modes); ++k) {
    const std::string mode = text_in(at(at(modes, k), "mode"));
    require_fits(task, mode);
    figure.motions.push_back({mode, mode, acceleration_in(at(at(modes, k), "acceleration"), task.task().units)});
  }
  return figure;
}

}  // namespace pawl::cli
