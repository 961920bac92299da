// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/draw/scene_picture.h>
#include <pawl/draw/step_figure.h>
#include <pawl/io/contact_list.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/plan_problem.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

/// Moves are drawn for at most this number of contacts. With more contacts, the part could reach too many states.
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

/// Adds the moves of a step. Returns whether the step is safe and leads from the belief `before` to `after`. If
/// `problem` is null, adds nothing and returns true.
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
  if (full.number()) text += ", over all wrenches " + in_degrees(number_in(full));
  const Json& tilt = at(step, "least_tilt_deg");
  if (tilt.number()) text += "; tilt at least " + in_degrees(number_in(tilt));
  return text + "; impact: " + (text_in(at(step, "impact")) == "keeps" ? "keeps contacts" : "may take a contact away");
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
                       "the answer belongs to another task: here the step does not lead where the answer states");
    figure.steps.push_back(std::move(shown));
  }
}

/// Adds the wrench that the answer states as its obstacle, if any. Among the wrenches that hold the part at the goal,
/// this is the one that fails from the fewest contact states. One of these states is drawn.
void add_obstacle(const Json& results, const PlanProblem* problem, draw::PlanFigure& figure) {
  const Json& obstacle = at(results, "obstacle");
  if (!obstacle.members()) return;
  draw::StepFigure shown = step_figure(obstacle, text_in(at(results, "actuator")));
  shown.title = "Tried: " + shown.title;
  const Belief state{numbers_in(at(obstacle, "state"))};
  add_moves(problem, state, is_true(at(obstacle, "rests")) ? state : Belief(), shown);
  figure.steps.push_back(std::move(shown));
}

/// A visitor that returns the load with which an actuator produces a wrench (world frame): force, torque and point of
/// application. The wrench is scaled to the size 1 N, for which the depth is stated.
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

/// Adds the basin if the answer states the depth of an energy certificate.
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
    add_note(figure.notes,
             "The depth is at least this: the limit was reached. The basin is drawn as far as it is proved.",
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

/// Throws InputError if the seat in the answer differs from the seat of the task. This rejects almost every answer to
/// another task.
void require_seat(const Json& results, const SeatedTask& seat, const Units& units) {
  const Json& said = at(results, "seated_pose");
  const bool both = (said.entries() != nullptr) == seat.pose.has_value();
  bool same = both;
  if (both && seat.pose) {
    const Json pose = pose_json(*seat.pose, units);
    same = vector3_in(pose) == vector3_in(said);
  }
  if (!same)
    throw InputError("/results/seated_pose", said.dump(),
                     "is not the seated pose of this task's part; the answer belongs to another task");
}

/// Returns the corners of a box. `low` and `high` are its lowest and highest corner as displacements from `middle`.
std::vector<Eigen::Vector3d> corners(const Eigen::Vector3d& low, const Eigen::Vector3d& high,
                                     const Eigen::Vector3d& middle = Eigen::Vector3d::Zero()) {
  std::vector<Eigen::Vector3d> all;
  for (const double x : {low.x(), high.x()}) {
    for (const double y : {low.y(), high.y()}) {
      for (const double turn : {low.z(), high.z()}) all.push_back(middle + Eigen::Vector3d(x, y, turn));
    }
  }
  return all;
}

std::vector<Eigen::Vector3d> corners_in(const Json& region) {
  const auto x = range_in(at(at(region, "translation"), 0)), y = range_in(at(at(region, "translation"), 1)),
             turn = range_in(at(region, "rotation_deg"));
  return corners({x.first, y.first, radians(turn.first)}, {x.second, y.second, radians(turn.second)});
}

draw::Box box_between(double left, double right, double low, double high) {
  return {{left, low}, {right - left, high - low}};
}

/// Returns the projections of a box of displacements. `low` and `high` are its corners, with theta in rad.
draw::RegionProjections projections_of(const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  const double from = degrees(low.z()), to = degrees(high.z());
  return {{{box_between(low.x(), high.x(), low.y(), high.y())},
           {box_between(low.x(), high.x(), from, to)},
           {box_between(low.y(), high.y(), from, to)}}};
}

/// Returns the projections of a step's rest region. If the answer has no "projections", returns those of the region's
/// bounding box.
draw::RegionProjections projections_in(const Json& step) {
  const Json& region = at(step, "rest_region");
  const std::array ranges{range_in(at(at(region, "translation"), 0)), range_in(at(at(region, "translation"), 1)),
                          range_in(at(region, "rotation_deg"))};
  const Json& cells = at(step, "projections");
  const double count = at(cells, "cells").number().value_or(1);
  const auto edge = [&](int axis, const Json& cell) {
    const auto& [low, high] = ranges[axis];
    return low + number_in(cell) / count * (high - low);
  };
  const auto boxes = [&](const char* key, int across, int up) {
    const Json& list = at(cells, key);
    std::vector<draw::Box> found;
    for (std::size_t k = 0; k < count_of(list); ++k) {
      const Json& cell = at(list, k);
      found.push_back(box_between(edge(across, at(cell, 0)), edge(across, at(cell, 1)), edge(up, at(cell, 2)),
                                  edge(up, at(cell, 3))));
    }
    return found;
  };
  if (cells.members()) return {boxes("x_y", 0, 1), boxes("x_rotation", 0, 2), boxes("y_rotation", 1, 2)};
  return projections_of({ranges[0].first, ranges[1].first, radians(ranges[2].first)},
                        {ranges[0].second, ranges[1].second, radians(ranges[2].second)});
}

/// Returns the corners of the start region that an answer states.
std::vector<Eigen::Vector3d> start_corners(const Json& start, const SeatedTask& seat, const Units& units) {
  const double t = number_in(at(start, "translation"));
  const Eigen::Vector3d high(t, t, radians(number_in(at(start, "rotation_deg"))));
  if (!at(start, "at").entries()) return corners(-high, high);
  Eigen::Vector3d pose = vector3_in(at(start, "at"));
  pose.z() /= units.angle_of(1);
  const Eigen::Vector2d& center = seat.contacts.center_of_mass;
  const Eigen::Vector2d moved = pose.head<2>() + draw::turned(center, pose.z()) - seat.pose->head<2>() -
                                draw::turned(center, seat.pose->z());
  return corners(-high, high, {moved.x(), moved.y(), pose.z() - seat.pose->z()});
}

/// Converts an answer about rest regions to the data for its picture. For each step, the picture shows the part at the
/// corners of two regions: the one in which the step starts, and the one in which the part comes to rest.
draw::PlanFigure regions_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  const SeatedTask seat = reference_pose(task.task()).task;
  const Json& reference = at(at(results, "reference"), "pose");
  if (reference.entries() && vector3_in(pose_json(*seat.pose, task.task().units)) != vector3_in(reference)) {
    throw InputError("/results/reference/pose", reference.dump(),
                     "is not the seated pose of this task's part; the answer belongs to another task");
  }
  draw::PlanFigure figure;
  figure.length = task.task().units.length_name();
  figure.part = draw::seated_figure(task, seat);
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {});
  std::vector<Eigen::Vector3d> starts = start_corners(at(results, "start_region"), seat, task.task().units);
  draw::RegionProjections start_region = projections_of(starts.front(), starts.back());
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    draw::StepFigure shown = step_figure(step, text_in(at(results, "actuator")));
    shown.title = fmt::format("Step {}: {}", k + 1, shown.title);
    shown.notes.push_back({fmt::format("at rest, no point is off by more than {} {}",
                                       rounded(number_in(at(step, "displacement"))), figure.length),
                           draw::Ink::note});
    shown.starts = std::move(starts);
    shown.rests = corners_in(at(step, "rest_region"));
    starts = shown.rests;
    shown.start_region = std::move(start_region);
    shown.rest_region = projections_in(step);
    start_region = shown.rest_region;
    figure.steps.push_back(std::move(shown));
  }
  return figure;
}

}  // namespace

draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known) {
  const Json& results = at(document, "results");
  if (has(results, "start_region")) return regions_figure(task, document);
  const SeatedTask seat = known != nullptr ? known->seated : find_seat(task);
  if (at(results, "seated_pose").entries() || text_in(at(results, "status")) == "found")
    require_seat(results, seat, task.task().units);
  draw::PlanFigure figure;
  figure.length = task.task().units.length_name();
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

namespace {

constexpr double kRounding = 1e-9;       ///< tolerance for rounding errors that differ between machines
constexpr double kAngleRounding = 1e-6;  ///< the same for angles, degrees

Eigen::Vector2d point_in(const Json& value) { return {number_in(at(value, 0)), number_in(at(value, 1))}; }

std::string pointer_of(std::size_t k) { return "/results/fixtures/" + std::to_string(k); }

FixtureCandidate candidate_in(const Json& fixture, const Units& units) {
  FixtureCandidate candidate;
  candidate.pose = vector3_in(at(fixture, "pose"));
  candidate.pose.z() /= units.angle_of(1);
  const Json& fixels = at(fixture, "fixels");
  for (std::size_t k = 0; k < count_of(fixels); ++k) {
    Fixel& fixel = candidate.fixels.emplace_back();
    fixel.at = point_in(at(at(fixels, k), "at"));
    fixel.radius = number_in(at(at(fixels, k), "radius"));
  }
  return candidate;
}

void require_same_error(const ValidTask& fixed, const Json& fixture, const std::string& pointer) {
  const ContactList list = list_contacts(fixed);
  const bool touch =
      std::all_of(list.contacts.begin(), list.contacts.end(), [](const ListedContact& c) { return c.touching; });
  if (!touch || list.contacts.empty()) {
    throw InputError(pointer + "/fixels", at(fixture, "fixels").dump(), "must all touch the part of this task");
  }
  const Json& said = at(at(fixture, "pose_error"), "worst");
  if (!said.number() || !list.pose_error) return;
  // Quick measures replace arcs by points, which causes errors of up to 0.5 % of a radius. They need a larger
  // tolerance.
  const double slack = is_true(at(fixture, "measured")) ? kRounding : .01;
  if (std::abs(number_in(said) - list.pose_error->worst) <= slack * (1 + list.pose_error->worst)) return;
  throw InputError(pointer + "/pose_error/worst", said.dump(),
                   "differs from that of this task; expected " + rounded(list.pose_error->worst));
}

/// Throws InputError if the plan does not have the effect that the answer states.
void require_plan(const ValidTask& fixed, const Json& fixture, const std::string& pointer) {
  const Json& steps = at(at(fixture, "plan"), "steps");
  if (count_of(steps) == 0) return;
  const PlanProblem problem = plan_problem(fixed);
  const ContactSet& seated = problem.seated.contacts;
  std::vector<Eigen::Vector3d> wrenches;
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    wrenches.push_back(seated.from_world(vector3_in(at(at(steps, k), "wrench"))));
  }
  bool holds = true;
  if (text_in(at(fixture, "guarantee")) == "energy") {
    const EnergyVerdict verdict = energy_verdict(seated, wrenches[0], problem.options.domain);
    const Json& full = at(fixture, "margin_full_deg");
    holds = verdict.holds() && wrenches.size() == 1 && full.number() &&
            std::abs(degrees(verdict.margin) - number_in(full)) < kAngleRounding;
  } else {
    const ContactGraph& graph = problem.graph;
    const StateSet start = problem.options.start.value_or(every_contact(graph.states()));
    holds = plan_succeeds(graph, start, goal_states(graph, problem.options), wrenches);
  }
  if (!holds) {
    throw InputError(pointer + "/plan", at(fixture, "plan").dump(),
                     "the answer belongs to another task: here the step does not lead where the answer states");
  }
}

}  // namespace

std::vector<Path> stretches_in(const Task& task, const Json& found) {
  std::vector<Path> stretches;
  const Path path = draw::path_of(*task.part.outline);
  const Json& edges = at(found, "edges");
  for (std::size_t k = 0; k < count_of(edges); ++k) {
    const std::size_t edge = whole_in(at(at(edges, k), "edge"));
    if (edge < 1 || edge > path.vertices.size()) continue;
    const Json& intervals = at(at(edges, k), "intervals");
    for (std::size_t i = 0; i < count_of(intervals); ++i) {
      const double from = number_in(at(at(intervals, i), "from")), to = number_in(at(at(intervals, i), "to"));
      if (from >= 0 && from < to && to <= 1) stretches.push_back(draw::moved(draw::stretch_of(path, edge - 1, from, to), task.pose));
    }
  }
  return stretches;
}

namespace {

void add_measures(const Json& fixture, const std::string& length, draw::FixtureFigure& figure) {
  const auto add = [&](const std::string& text) { figure.measures.push_back({text, draw::Ink::text}); };
  const Json& margin = at(fixture, "margin_deg");
  const Json& full = at(fixture, "margin_full_deg");
  std::string line = "error " + rounded(number_in(at(at(fixture, "pose_error"), "worst")));
  if (margin.number()) line += ", margin " + in_degrees(number_in(margin));
  if (full.number()) line += " (over all wrenches " + in_degrees(number_in(full)) + ")";
  add(line);
  line = counted(whole_in(at(fixture, "steps")), "step");
  const Json& friction = at(at(fixture, "friction_limit"), "this_plan");
  if (friction.number()) line += ", friction \u00b1" + rounded(number_in(friction));
  const Json& depth = at(fixture, "depth");
  if (depth.number()) line += ", depth " + rounded(number_in(depth)) + " N " + length;
  add(line);
  const Json& loadable = at(fixture, "loadable");
  const Json& edges = at(fixture, has(fixture, "whole_clamp_edges") ? "whole_clamp_edges" : "clamp_edges");
  line = count_of(edges) > 0 ? (count_of(edges) > 1 ? "clamps on edges " : "clamps on edge ") + list_in(edges)
                             : std::string(!edges.entries() ? "clamps not searched" : "no edge accepts a clamp");
  if (loadable.boolean()) line += is_true(loadable) ? ", loadable in the plane" : ", caged";
  add(line);
}

draw::FixtureFigure figure_of(const ValidTask& task, const Json& document, std::size_t k) {
  const Json& fixture = at(at(at(document, "results"), "fixtures"), k);
  const ValidTask fixed = fixed_task(task, document, k);
  draw::FixtureFigure figure;
  figure.part = draw::part_figure(fixed);
  figure.title = "Fixture " + std::to_string(k + 1) + ", candidate " + rounded(number_in(at(fixture, "candidate")));
  add_measures(fixture, length_of(document), figure);
  figure.clamps = stretches_in(fixed.task(), at(fixture, "clamps"));
  const Json& steps = at(at(fixture, "plan"), "steps");
  if (count_of(steps) > 0) figure.wrench = vector3_in(at(at(steps, 0), "wrench"));
  const Json& window = at(fixture, "window_deg");
  if (at(window, 0).number()) figure.window = {radians(number_in(at(window, 0))), radians(number_in(at(window, 1)))};
  const Json& clamp = at(fixture, "clamp");
  if (clamp.members()) {
    figure.clamp = {point_in(at(clamp, "at")), point_in(at(clamp, "direction"))};
    figure.clamp_radius = number_in(at(at(at(fixture, "fixels"), 0), "radius"));
  }
  return figure;
}

}  // namespace

ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k) {
  const Json& fixture = at(at(at(document, "results"), "fixtures"), k);
  const std::string pointer = pointer_of(k);
  if (!task.task().part.outline) throw InputError(pointer, "", "the task has no outline");
  const Task with = with_fixture(task.task(), candidate_in(fixture, task.task().units));
  try {
    ValidTask fixed{with};
    require_same_error(fixed, fixture, pointer);
    require_plan(fixed, fixture, pointer);
    return fixed;
  } catch (const InputError& error) {
    if (error.faults().front().pointer.rfind(pointer, 0) == 0) throw;
    throw InputError(pointer + "/fixels", at(fixture, "fixels").dump(),
                     "are not valid fixels for this task: " + error.faults().front().message);
  }
}

draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document) {
  draw::FixturesFigure figure;
  figure.title = title_of(document);
  figure.notes = answer_notes(document, {"best"});
  for (std::size_t k = 0; k < count_of(at(at(document, "results"), "fixtures")); ++k) {
    figure.fixtures.push_back(figure_of(task, document, k));
  }
  return figure;
}

namespace {

constexpr std::size_t kMostStarts = 2000;  ///< at most this number of starts is drawn

/// Converts poses of the body frame to displacements from the seat. The displacements are those of the centre of mass.
class Displacements {
 public:
  Displacements(const ValidTask& task, const SeatedTask& seat)
      : units_(task.task().units), seat_(*seat.pose), center_(seat.contacts.center_of_mass) {}

  /// Converts a pose of the body frame from an answer. Its angle is in the answer's unit.
  Eigen::Vector3d of_answer(const Json& pose) const {
    Eigen::Vector3d body = vector3_in(pose);
    body.z() /= units_.angle_of(1);
    return of_body(body);
  }
  Eigen::Vector3d of_body(const Eigen::Vector3d& body) const {
    return of_center({body.x() + turned(body.z()).x(), body.y() + turned(body.z()).y(), body.z()});
  }
  /// Converts a pose (x, y, theta) of a frame whose origin is the centre of mass.
  Eigen::Vector3d of_center(const Eigen::Vector3d& pose) const {
    const Eigen::Vector2d seat = seat_.head<2>() + turned(seat_.z());
    return {pose.x() - seat.x(), pose.y() - seat.y(), pose.z() - seat_.z()};
  }
  Eigen::Vector3d of_si_body(const Eigen::Vector3d& body) const { return of_body(in_units(body)); }
  Eigen::Vector3d of_si_center(const Eigen::Vector3d& pose) const { return of_center(in_units(pose)); }

 private:
  Eigen::Vector3d in_units(const Eigen::Vector3d& pose) const {
    return {pose.x() / units_.metres(), pose.y() / units_.metres(), pose.z()};
  }
  Eigen::Vector2d turned(double angle) const { return draw::turned(center_, angle); }

  Units units_;
  Eigen::Vector3d seat_;
  Eigen::Vector2d center_;
};

struct Trials {
  const ValidTask& given;
  SeatedTask seat = trial_reference(given).task;
  Displacements displacements{given, seat};
};

[[noreturn]] void refuse(const std::string& pointer, const Json& value, const std::string& what) {
  throw InputError(pointer, value.dump(), what);
}

/// Returns the failed starts by their numbers. Throws InputError if a failure differs from the start with its number in
/// this task.
std::map<std::size_t, const Json*> failures_of(const Json& results, const ValidTask& si, const Units& units) {
  std::map<std::size_t, const Json*> failed;
  const Json& failures = at(results, "failures");
  for (std::size_t k = 0; k < std::min(count_of(failures), kMostStarts); ++k) {
    const Json& failure = at(failures, k);
    const auto index = whole_in(at(failure, "replay"));
    const Json start = si_pose_json(draw_start(si, index).pose, units);
    if (vector3_in(start) != vector3_in(at(failure, "start")))
      refuse("/results/failures/" + std::to_string(k) + "/start", at(failure, "start"),
             "must be start " + std::to_string(index) + " of this task, " + start.dump());
    failed[index] = &failure;
  }
  return failed;
}

/// Adds starts whose trials did not fail, beginning with the first one. Adds none if the run was stopped, because the
/// answer does not state which starts were tried.
void add_seated(const Json& results, const std::map<std::size_t, const Json*>& failed, const ValidTask& si,
                const Displacements& displacements, draw::TrialsFigure& figure) {
  const auto starts = whole_in(at(results, "starts"));
  if (is_true(at(results, "stopped"))) {
    add_note(figure.notes, "Cut short: starts that end seated are not drawn.", draw::Ink::warning);
    return;
  }
  for (std::size_t k = 0; k < std::min(starts, kMostStarts); ++k) {
    if (failed.count(k) > 0) continue;
    figure.trials.push_back({displacements.of_si_body(draw_start(si, k).pose)});
  }
  if (starts > kMostStarts)
    add_note(figure.notes, "Only the first " + std::to_string(kMostStarts) + " starts are drawn.", draw::Ink::note);
}

void add_outcomes(const Json& results, draw::TrialsFigure& figure) {
  const Json::Object* outcomes = at(results, "outcomes").members();
  for (std::size_t k = 0; outcomes != nullptr && k < outcomes->size(); ++k) {
    figure.outcomes.emplace_back((*outcomes)[k].first, whole_in((*outcomes)[k].second));
  }
}

/// Returns the results to draw. Of the two results of an answer of --both, returns those with adversarial choices,
/// which are the worse ones.
const Json& trials_in(const Json& document) {
  const Json& results = at(document, "results");
  if (at(results, "adversarial").members()) return at(results, "adversarial");
  return at(results, "random").members() ? at(results, "random") : results;
}

double kinetic_energy(const ContactSet& inertia, const Eigen::Vector3d& twist) {
  return .5 * (inertia.mass * twist.head<2>().squaredNorm() + inertia.inertia * twist.z() * twist.z());
}

}  // namespace

draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document) {
  const Json& results = trials_in(document);
  const Trials trials{task};
  const Units& units = task.task().units;
  const TrialTask si = in_si(task, {});
  draw::TrialsFigure figure;
  figure.part = draw::seated_figure(task, trials.seat);
  figure.title = title_of(document);
  figure.length = units.length_name();
  figure.notes = answer_notes(document, {"ends", "failed"});
  const std::map<std::size_t, const Json*> failed = failures_of(results, si.task, units);
  for (const auto& [k, failure] : failed) {
    figure.trials.push_back({trials.displacements.of_answer(at(*failure, "start")), true,
                             trials.displacements.of_answer(at(*failure, "end")), std::to_string(k)});
  }
  add_seated(results, failed, si.task, trials.displacements, figure);
  add_outcomes(results, figure);
  if (&results != &at(document, "results"))
    add_note(figure.notes,
             at(at(document, "results"), "adversarial").members()
                 ? "Charts and bars show the run with adversarial choices."
                 : "Charts and bars show the run with random choices.",
             draw::Ink::note);
  add_note(figure.notes, "Starts are drawn again from this task's scatter. How they ended is taken from the answer.",
           draw::Ink::note);
  return figure;
}

namespace {

/// Returns the contact, as an index of `part.fixels`, at which the part touches the shape `shape` near `point`. If a
/// wall has several contacts, returns the nearest one. Returns nothing if the shape has no contact at the seat.
std::optional<std::size_t> contact_of(const ValidTask& task, const draw::PartFigure& part, std::size_t shape,
                                      const Eigen::Vector2d& point) {
  const std::size_t fixels = task.task().fixels.size();
  std::optional<std::size_t> nearest;
  for (std::size_t i = 0; i < part.fixels.size(); ++i) {
    const auto number = static_cast<std::size_t>(part.fixels[i].number);
    const bool same = shape <= fixels ? number == shape
                                      : number > fixels && task.wall_contacts()[number - fixels - 1].wall ==
                                                               shape - fixels - 1;
    if (!same) continue;
    if (!nearest || (part.fixels[i].point - point).norm() < (part.fixels[*nearest].point - point).norm()) nearest = i;
  }
  return nearest;
}

}  // namespace

draw::TraceFigure trace_figure(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  const Trials trials{task};
  const double metres = task.task().units.metres();
  const TrialTask si = in_si(task, wrenches_of_steps(at(results, "steps")));
  draw::TraceFigure figure;
  figure.part = draw::seated_figure(task, trials.seat);
  figure.title = title_of(document);
  figure.length = task.task().units.length_name();
  figure.notes = answer_notes(document);
  figure.forces.resize(figure.part.fixels.size());
  const std::size_t k = whole_in(at(results, "replay"));
  figure.times.push_back(0);  // the part is at rest before the first step
  figure.poses.push_back(trials.displacements.of_si_body(draw_start(si.task, k).pose));
  figure.energies.push_back(0);
  for (std::vector<double>& forces : figure.forces) forces.push_back(0);
  const auto seen = [&](double time, const State& state, const StepReport& report) {
    figure.times.push_back(time);
    figure.poses.push_back(trials.displacements.of_si_center(state.pose(0)));
    figure.energies.push_back(kinetic_energy(si.task.contacts(), state.twist(0)) / metres);
    for (std::vector<double>& forces : figure.forces) forces.push_back(0);
    for (const StepContact& contact : report.contacts) {
      const std::size_t shape = contact.shape_a == 0 ? contact.shape_b : contact.shape_a;
      const auto i = contact_of(task, figure.part, shape, contact.point / metres);
      if (i) figure.forces[*i].back() += contact.normal_force;
    }
  };
  const Trial trial = run_trial(si.task, si.wrenches, k, trial_options(task.task()), seen);
  const Json end = si_pose_json(trial.end, task.task().units);
  if (vector3_in(end) != vector3_in(at(results, "end")))
    refuse("/results/end", at(results, "end"), "must be where this start ends in this task, " + end.dump());
  figure.ends_seated = trial.outcome == Outcome::seated || trial.outcome == Outcome::rolling;
  return figure;
}

namespace {

Eigen::Vector3d pose_in(const Json& pose, const Units& units) {
  Eigen::Vector3d read = vector3_in(pose);
  read.z() /= units.angle_of(1);
  return read;
}

void require_same_scene(const Scene& scene, const Json& document) {
  const Json& results = at(document, "results");
  if (text_in(at(document, "command")) != "simulate")
    throw InputError("/command", at(document, "command").dump(), "must be \"simulate\" for a scene");
  if (text_in(at(document, "name")) != scene.name)
    throw InputError("/name", at(document, "name").dump(),
                     "the answer belongs to another scene; expected " + Json(scene.name).dump());
  if (count_of(at(results, "bodies")) != scene.bodies.size())
    throw InputError("/results/bodies", std::to_string(count_of(at(results, "bodies"))) + " bodies",
                     "the answer belongs to another scene; expected " + std::to_string(scene.bodies.size()));
}

void add_bodies(const Scene& scene, const Json& results, draw::SceneFigure& figure) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Path path = draw::path_of(*scene.bodies[i].part.outline);
    const Eigen::Vector3d end = pose_in(at(at(at(results, "bodies"), i), "pose"), scene.units);
    draw::BodyFigure body{draw::moved(path, scene.bodies[i].pose), draw::moved(path, end), scene.bodies[i].fixed,
                          static_cast<int>(i) + 1};
    for (const Outline& hole : scene.bodies[i].part.holes) {
      body.start_holes.push_back(draw::moved(draw::path_of(hole), scene.bodies[i].pose));
      body.end_holes.push_back(draw::moved(draw::path_of(hole), end));
    }
    figure.bodies.push_back(std::move(body));
  }
}

/// Adds the links at their final poses, which are the only poses in the answer.
void add_links(const Scene& scene, const Json& results, draw::SceneFigure& figure) {
  const Json& links = at(results, "links");
  for (std::size_t i = 0; i < std::min(scene.joints.size(), count_of(links)); ++i) {
    if (!scene.joints[i].outline) continue;
    const Path end = draw::moved(draw::path_of(*scene.joints[i].outline), pose_in(at(links, i), scene.units));
    figure.bodies.push_back({end, end, false, 0});
  }
}

}  // namespace

draw::Picture scene_picture(const Scene& scene, const Json& document, double width) {
  require_same_scene(scene, document);
  const Json& results = at(document, "results");
  draw::SceneFigure figure;
  figure.title = title_of(document);
  figure.length = scene.units.length_name();
  figure.notes = answer_notes(document);
  add_bodies(scene, results, figure);
  add_links(scene, results, figure);
  const Json& energies = at(results, "energies");
  for (std::size_t k = 0; k < count_of(energies); ++k)
    figure.energies.emplace_back(number_in(at(at(energies, k), 0)), number_in(at(at(energies, k), 1)));
  return draw::draw(figure, width);
}

}  // namespace pawl::answers
