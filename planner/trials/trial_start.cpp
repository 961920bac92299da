// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>

#include "draw.h"
#include "exact/turn.h"
#include "geometry/outline_extent.h"
#include "simulation/overlap.h"
#include "trial_problem.h"

namespace pawl {
namespace internal {
namespace {

using Vector = Eigen::Vector2d;

constexpr int kMostDraws = 10000;

/// Numbers of a scatter, by its distribution.
class ScatterDraw {
 public:
  ScatterDraw(const Scatter& scatter, std::size_t k, int attempt)
      : draw_(static_cast<std::uint32_t>(scatter.seed), k, static_cast<std::uint32_t>(attempt)),
        normal_(scatter.distribution == Scatter::Distribution::normal) {}

  double offset(double size) { return size * (normal_ ? draw_.normal() : draw_.box()); }
  Vector displacement(double size) {
    const double x = offset(size);
    return {x, offset(size)};
  }
  double between(double low, double high) { return low + (high - low) * draw_.uniform(); }

 private:
  Draw draw_;
  bool normal_;
};

Outline displaced(const Outline& outline, double size, ScatterDraw& draw) {
  Outline result = outline;
  if (auto* polygon = std::get_if<Polygon>(&result)) {
    for (Vector& vertex : polygon->vertices) vertex += draw.displacement(size);
  } else if (auto* path = std::get_if<Path>(&result)) {
    for (Vector& vertex : path->vertices) vertex += draw.displacement(size);
  } else {
    std::get<Disc>(result).radius += draw.offset(size);
  }
  return result;
}

TrialStart draw_once(const TrialProblem& problem, const Scatter& scatter, std::size_t k, int attempt) {
  ScatterDraw draw(scatter, k, attempt);
  TrialStart start;
  const Vector shift = draw.displacement(scatter.translation);
  const double turn = draw.offset(scatter.rotation);
  const Vector arm = turned(problem.contacts.center_of_mass, problem.seat[2]);
  const Vector center = problem.seat.head<2>() + arm + shift;
  start.pose << center - turned(problem.contacts.center_of_mass, problem.seat[2] + turn), problem.seat[2] + turn;
  for (std::size_t i = 0; i < problem.task.fixels.size(); ++i) {
    Fixel drawn = fixel_in_world(problem.task, i);
    const Friction friction = drawn.friction.value_or(problem.task.friction);
    drawn.friction = std::max(0., draw.between(friction.low, friction.high) + draw.offset(scatter.friction));
    drawn.at += draw.displacement(scatter.fixels);
    start.fixels.push_back(drawn);
  }
  start.center_of_mass = problem.contacts.center_of_mass + draw.displacement(scatter.center_of_mass);
  start.outline =
      scatter.shape > 0 ? displaced(*problem.task.part.outline, scatter.shape, draw) : *problem.task.part.outline;
  return start;
}

bool is_free(const TrialProblem& problem, const TrialStart& start) {
  const bool reshaped = problem.task.scatter && problem.task.scatter->shape > 0;
  if (reshaped && !outline_faults(start.outline).empty()) return false;
  const TrialSystem trial = system_of(problem, start, 0);
  const std::vector<Placement> places{Placement(Eigen::Vector3d(trial.state.pose(0)))};
  return overlaps(World(trial.system), places, false).empty();
}

}  // namespace

TrialProblem trial_problem(const ValidTask& valid) {
  const Task& task = valid.task();
  if (!task.part.outline) {
    throw InputError("/part/outline", "",
                     "is needed: trials are run with the part's outline, not with stated contacts");
  }
  if (task.units.length != Units::Length::m) {
    throw InputError("/units/length", task.units.length_name(),
                     "must be m in trials; in_si(task) is the task in metres");
  }
  const SeatedTask seated = find_seat(valid);
  TrialProblem problem{task, valid.contacts(), seated.pose.value_or(task.pose), {}, diameter(*task.part.outline)};
  for (const int fixel : seated.fixels) {
    if (!task.goal || std::find(task.goal->begin(), task.goal->end(), fixel + 1) != task.goal->end()) {
      problem.goal.push_back(fixel);
    }
  }
  return problem;
}

TrialSystem system_of(const TrialProblem& problem, const TrialStart& start, double restitution) {
  TrialSystem trial;
  trial.system.bodies.push_back({problem.contacts.mass, problem.contacts.inertia});
  Shape part{Solid::body(0), start.outline};
  part.pose.head<2>() = -start.center_of_mass;
  part.restitution = restitution;
  trial.system.shapes.push_back(part);
  for (const Fixel& fixel : start.fixels) {
    trial.system.shapes.push_back({Solid::ground(), Disc{fixel.at, fixel.radius}, {0, 0, 0}, fixel.friction->low});
  }
  trial.state = State(trial.system);
  const Vector center = start.pose.head<2>() + turned(start.center_of_mass, start.pose[2]);
  trial.state.pose(0) << center.x(), center.y(), start.pose[2];
  return trial;
}

TrialStart draw_start(const TrialProblem& problem, std::size_t k) {
  const Scatter scatter = problem.task.scatter.value_or(Scatter{1});
  for (int attempt = 0; attempt < kMostDraws; ++attempt) {
    TrialStart start = draw_once(problem, scatter, k, attempt);
    start.redrawn = attempt;
    if (is_free(problem, start)) return start;
  }
  throw InputError("/scatter", fmt::format("start {}", k),
                   fmt::format("overlaps a fixel in each of {} draws; make the scatter wider", kMostDraws));
}

}  // namespace internal

TrialStart draw_start(const ValidTask& task, std::size_t k) {
  return internal::draw_start(internal::trial_problem(task), k);
}

}  // namespace pawl
