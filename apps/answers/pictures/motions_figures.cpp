// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/contact/mode.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>

#include <algorithm>
#include <cmath>

#include "answers/mode_answers.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

/// Returns a row of a printed cone. Throws InputError if the row is not a unit vector, because the picture would be
/// wrong.
Eigen::Vector3d unit_in(const Json& row) {
  const Eigen::Vector3d read = vector3_in(row);
  if (count_of(row) == 3 && std::abs(read.norm() - 1) < 1e-6) return read;
  throw InputError("", row.dump(), "must be a unit vector of three numbers, as in a printed wrench cone");
}

std::vector<Eigen::Vector3d> rows_in(const Json& rows) {
  std::vector<Eigen::Vector3d> result;
  for (std::size_t k = 0; k < count_of(rows); ++k) result.push_back(unit_in(at(rows, k)));
  return result;
}

}  // namespace

draw::ConeRows cone_in(const Json& cone) {
  return {rows_in(at(cone, "rays")), rows_in(at(cone, "lines")), rows_in(at(cone, "faces")),
          rows_in(at(cone, "equalities"))};
}

draw::ConeFigure cone_figure(const ValidTask& task, const Json& document) {
  draw::ConeFigure figure;
  const Json& results = at(document, "results");
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const Json& result = at(results, k);
    draw::ModeCone mode{text_in(at(result, "mode")), is_true(at(result, "feasible")), cone_in(at(result, "cone"))};
    if (mode.mode.size() != task.contacts().size()) {
      throw InputError("/results/" + std::to_string(k) + "/mode", mode.mode,
                       "the answer belongs to another task: expected one letter for each of " +
                           std::to_string(task.contacts().size()) + " fixels");
    }
    const Json& widest = at(result, "widest");
    // A linear space has no widest direction. Its answer contains zeros in place of one.
    if (vector3_in(at(widest, "wrench")).norm() > 0) mode.widest = unit_in(at(widest, "wrench"));
    mode.margin_deg = number_in(at(widest, "margin_deg"));
    if (!at(result, "certified").boolean().value_or(true))
      figure.warnings.push_back(
          {"not-certified", "",
           "mode " + mode.mode + " is not certified: " + text_in(at(at(result, "uncertain"), "reason"))});
    figure.modes.push_back(std::move(mode));
  }
  if (is_true(at(document, "stopped")))
    figure.warnings.push_back({"stopped", "", "Stopped early: there may be more modes than these."});
  return figure;
}

namespace {

constexpr std::size_t kMostShown = 24;

void require_fits(const ValidTask& task, const std::string& mode) {
  const std::size_t letters = letters_in_pattern(mode).size();
  if (letters == task.contacts().size()) return;
  throw InputError("/results", mode,
                   "has " + std::to_string(letters) + " letters; expected one per fixel of the task, " +
                       std::to_string(task.contacts().size()));
}

/// Converts an acceleration whose angle is in the answer's unit to rad.
Eigen::Vector3d acceleration_in(const Json& value, const Units& units) {
  Eigen::Vector3d acceleration = vector3_in(value);
  acceleration.z() /= units.angle_of(1);
  return acceleration;
}

/// Returns the first feasible mode that matches a pattern, or the pattern itself if no feasible mode matches.
std::string first_of(const ContactSet& set, const std::string& pattern) {
  FeasibleModeWalk walk(set, pattern);
  return walk.next() ? std::string(walk.letters()) : pattern;
}

/// Returns an acceleration of a mode, world frame. Returns nothing if the mode is not feasible.
std::optional<Eigen::Vector3d> motion_of(const ContactSet& set, const std::string& mode) {
  FeasibleModeWalk walk(set, mode);
  if (!walk.next()) return std::nullopt;
  return set.to_world(walk.acceleration());
}

/// Returns the acceleration that a wrench causes in a given mode. Returns nothing if the wrench cannot cause this mode.
std::optional<Eigen::Vector3d> motion_under(const ContactSet& set, const Eigen::Vector3d& wrench,
                                            const std::string& mode) {
  for (const ForwardSolution& solution : forward(set, set.from_world(wrench)).solutions) {
    if (solution.mode.str() == mode) return set.to_world(solution.acceleration);
  }
  return std::nullopt;
}

/// Returns how many entries of a list are drawn. Adds the number of the remaining entries to figure.left_out.
std::size_t shown_of(const Json& list, draw::MotionsFigure& figure) {
  const std::size_t shown = std::min(count_of(list), kMostShown);
  figure.left_out += count_of(list) - shown;
  return shown;
}

/// Throws InputError if the printed cone is not the cone of this mode in this task. Does nothing if `mode` is a pattern
/// or the answer has no cone.
void require_cone(const ValidTask& task, const std::string& mode, const Json& cone) {
  if (!names_one_mode(mode) || !cone.members()) return;
  require_fits(task, mode);
  const draw::ConeRows said = cone_in(cone);
  const draw::ConeRows found = cone_in(print_cone(wrench_cone(task.contacts(), Mode(mode)).cone, task.contacts()));
  if (said.rays != found.rays || said.lines != found.lines || said.faces != found.faces)
    throw InputError("/results/cone", mode,
                     "the answer belongs to another task: in this task the mode has a different wrench cone");
}

draw::MotionsFigure begun(const ValidTask& task, const Json& document, const std::vector<std::string>& shown) {
  draw::MotionsFigure figure;
  figure.length = task.task().units.length_name();
  figure.part = draw::part_figure(task);
  figure.title = title_of(document);
  figure.notes = answer_notes(document, shown);
  return figure;
}

/// Adds a desired mode. Its motion is the one under the safest wrench or, if no wrench is safe, any motion of the mode.
void add_desired(const ValidTask& task, const std::string& mode, draw::MotionsFigure& figure) {
  require_fits(task, mode);
  const ContactSet& set = task.contacts();
  std::string shown = mode;
  std::optional<Eigen::Vector3d> motion;
  if (figure.wrench && !names_one_mode(mode)) {  // with the safest wrench, only one mode is consistent, and it matches
                                                 // the pattern
    for (const ForwardSolution& solution : forward(set, set.from_world(*figure.wrench)).solutions) {
      if (matches(solution.mode, mode)) shown = solution.mode.str();
    }
  }
  if (figure.wrench) motion = motion_under(set, *figure.wrench, shown);
  if (!motion) motion = motion_of(set, shown = first_of(set, mode));
  if (!motion) return;
  figure.motions.push_back(
      {mode + (motion->isZero() ? ": wanted, at rest" : ": wanted"), shown, *motion, {}, draw::Ink::wanted});
}

void add_rivals(const ValidTask& task, const Json& results, draw::MotionsFigure& figure) {
  const Json& rivals = at(results, "rivals");
  const std::size_t shown = shown_of(rivals, figure);
  for (std::size_t k = 0; k < shown; ++k) {
    const Json& rival = at(rivals, k);
    const std::string mode = text_in(at(rival, "mode")), covers = text_in(at(rival, "covers"));
    require_fits(task, mode);
    const std::optional<Eigen::Vector3d> motion = motion_of(task.contacts(), mode);
    if (!motion) throw InputError("/results/rivals/" + std::to_string(k), mode, "must be a feasible mode of this task");
    const std::string title = mode + (is_true(at(rival, "jam")) ? ": jam, " : ": rival, ") +
                              (covers == "boundary" ? "boundary only" : covers + " wrenches");
    figure.motions.push_back({title, mode, *motion, {}, draw::Ink::rival});
  }
}

constexpr std::size_t kMostMapped = 200;  ///< at most this number of rivals is drawn on the map of wrenches

/// Adds the regions of the map. At most kMostMapped rivals are drawn; returns the number of rivals that are left out.
std::size_t add_regions(const ValidTask& task, const Json& results, draw::WrenchMap& map) {
  const Json& rivals = at(results, "rivals");
  std::size_t left_out = 0;
  for (std::size_t k = 0; k < count_of(rivals); ++k) {
    const std::string mode = text_in(at(at(rivals, k), "mode"));
    if (text_in(at(at(rivals, k), "covers")) == "boundary") continue;
    if (map.regions.size() == kMostMapped) {
      ++left_out;
      continue;
    }
    const WrenchCone cone = wrench_cone(task.contacts(), Mode(mode));
    map.regions.push_back(
        {cone_in(print_cone(cone.cone, task.contacts())), draw::Ink::rival, draw::Hatch::falling, mode});
  }
  const Json& cone = at(results, "cone");
  if (cone.members())
    map.regions.push_back({cone_in(cone), draw::Ink::wanted, draw::Hatch::none, text_in(at(results, "mode"))});
  const Json& safe = at(results, "safe");
  for (std::size_t k = 0; k < count_of(safe); ++k) {
    map.regions.push_back({cone_in(at(at(safe, k), "cone")), draw::Ink::safe, draw::Hatch::rising, ""});
  }
  return left_out;
}

/// Adds the map of the sphere of wrenches. The map shows the rivals, the cone of the desired mode, the safe pieces, and
/// the safest wrench with its margin.
void add_map(const ValidTask& task, const Json& results, draw::MotionsFigure& figure) {
  draw::WrenchMap map;
  map.gyration = task.contacts().radius_of_gyration();
  const std::size_t left_out = add_regions(task, results, map);
  if (map.regions.empty()) return;
  if (figure.wrench) {
    map.points.push_back({*figure.wrench, draw::Ink::best, draw::Shape::star, "safest",
                          number_in(at(at(at(results, "safe"), 0), "margin_deg"))});
  }
  draw::Panel panel = draw::wrench_map_panel(map, {{0, 0}, {420, 360}});
  panel.title = "plain = wanted \u00b7 falling hatch = rival \u00b7 rising hatch = safe";
  if (left_out > 0)
    add_note(figure.notes, counted(left_out, "rival") + " with wrenches not shown on the map", draw::Ink::warning);
  figure.maps.push_back(std::move(panel));
}

/// Adds the motions that are possible under a wrench: one solution of the forward problem for each mode.
void add_modes(const ValidTask& task, const Json& results, draw::MotionsFigure& figure) {
  const Json& modes = at(results, "modes");
  const std::string desired = text_in(at(results, "mode"));
  const std::size_t shown = shown_of(modes, figure);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::string mode = text_in(at(modes, k));
    require_fits(task, mode);
    const std::optional<Eigen::Vector3d> motion = motion_under(task.contacts(), *figure.wrench, mode);
    if (!motion)
      throw InputError("/results/modes/" + std::to_string(k), mode,
                       "the answer belongs to another task: in this task the wrench does not produce this mode");
    const bool rests = motion->isZero();
    figure.motions.push_back({mode + (rests ? ": at rest" : ""),
                              mode,
                              *motion,
                              {},
                              mode == desired || count_of(modes) == 1 ? draw::Ink::wanted : draw::Ink::rival});
  }
}

/// Throws InputError unless `found` contains a solution with this mode and this acceleration. `found` has all solutions
/// for the given task, so a missing solution means that the answer belongs to another task.
void require_solution(const ForwardSolutions& found, const std::string& mode, const Eigen::Vector3d& acceleration,
                      const ContactSet& set, std::size_t k) {
  constexpr double kRounding = 1e-9;
  for (const ForwardSolution& solution : found.solutions) {
    const Eigen::Vector3d here = set.to_world(solution.acceleration);
    if (solution.mode.str() == mode && (here - acceleration).norm() <= kRounding * (1 + here.norm())) return;
  }
  throw InputError("/results/solutions/" + std::to_string(k), mode,
                   "the answer belongs to another task: in this task the wrench has another solution");
}

/// Returns the contact forces on the part, world frame. An entry of `forces` has a component c_n along the normal of
/// its contact, and a component c_t along the tangent, which is the normal turned by +90 degrees.
std::vector<Eigen::Vector2d> forces_in(const Json& forces, const draw::PartFigure& part) {
  std::vector<Eigen::Vector2d> world;
  const std::size_t count = part.fixels.size();
  if (count_of(forces) != 2 * count)
    throw InputError("/results/solutions", "",
                     "must have a normal and a tangential force for each of " + std::to_string(count) + " fixels");
  for (std::size_t i = 0; i < count; ++i) {
    const Eigen::Vector2d n = part.fixels[i].normal, t(-n.y(), n.x());
    world.emplace_back(number_in(at(forces, i)) * n + number_in(at(forces, count + i)) * t);
  }
  return world;
}

}  // namespace

draw::MotionsFigure check_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  draw::MotionsFigure figure = begun(task, document, {"wanted", "rival", "mode", "modes"});
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
  require_cone(task, text_in(at(results, "mode")), at(results, "cone"));
  const Json& desired = at(results, "desired");  // a mode with `*` stands for several desired modes
  if (!desired.entries()) add_desired(task, text_in(at(results, "mode")), figure);
  const std::size_t shown = shown_of(desired, figure);
  for (std::size_t k = 0; k < shown; ++k) add_desired(task, text_in(at(at(desired, k), "mode")), figure);
  add_rivals(task, results, figure);
  add_map(task, results, figure);
  return figure;
}

draw::MotionsFigure forward_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  draw::MotionsFigure figure = begun(task, document, {});
  figure.wrench = vector3_in(at(results, "wrench"));
  figure.wrench_title = "the wrench " + vector_in(at(results, "wrench"));
  figure.moves = "acceleration";
  if (!vector3_in(at(results, "twist")).isZero()) {
    figure.moves = "acceleration, not motion";
    add_note(figure.notes,
             "The part moves with twist " + vector_in(at(results, "twist")) + " " + length_of(document) + "/s, " +
                 angle_of(document) + "/s. The pictures show its acceleration.",
             draw::Ink::warning);
  }
  const Json& solutions = at(results, "solutions");
  const Eigen::Vector3d twist = acceleration_in(at(results, "twist"), task.task().units);
  const ForwardSolutions found =
      forward(task.contacts(), task.contacts().from_world(*figure.wrench), task.contacts().from_world(twist));
  const std::size_t shown = shown_of(solutions, figure);
  for (std::size_t k = 0; k < shown; ++k) {
    const Json& solution = at(solutions, k);
    const std::string mode = text_in(at(solution, "mode"));
    require_fits(task, mode);
    const Eigen::Vector3d motion = acceleration_in(at(solution, "acceleration"), task.task().units);
    require_solution(found, mode, motion, task.contacts(), k);
    figure.motions.push_back({mode + (motion.isZero() ? ": at rest" : ": accelerates"), mode, motion,
                              forces_in(at(solution, "forces"), figure.part)});
  }
  return figure;
}

draw::MotionsFigure modes_figure(const ValidTask& task, const Json& document) {
  draw::MotionsFigure figure = begun(task, document, {});
  const Json& modes = at(at(document, "results"), "modes");
  const std::size_t shown = shown_of(modes, figure);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::string mode = text_in(at(at(modes, k), "mode"));
    require_fits(task, mode);
    if (!motion_of(task.contacts(), mode))
      throw InputError("/results/modes/" + std::to_string(k), mode, "must be a feasible mode of this task");
    figure.motions.push_back({mode, mode, acceleration_in(at(at(modes, k), "acceleration"), task.task().units)});
  }
  return figure;
}

}  // namespace pawl::answers
