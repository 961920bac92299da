// SPDX-License-Identifier: MIT
#include "support/plans_on_trial.h"

#include <pawl/cones/cone.h>
#include <pawl/geometry/outline.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "geometry/outline.h"

namespace pawl::oracle {
namespace {

using Vector = Eigen::Vector2d;

class RandomFixture {
 public:
  explicit RandomFixture(unsigned seed) : engine_(seed) {}

  std::optional<Task> make() {
    Task task;
    task.part.outline = outline();
    if (!outline_faults(*task.part.outline).empty()) return std::nullopt;
    task.friction = uniform(.05, .45);
    const double radius = integer(0, 1) == 0 ? 0 : uniform(.001, .004);
    for (int i = 0; i < 3; ++i) task.fixels.push_back(pin(*task.part.outline, radius));
    if (integer(0, 1) == 1) task.actuator = TrayActuator();
    return task;
  }

 private:
  double uniform(double low, double high) { return std::uniform_real_distribution<>(low, high)(engine_); }
  int integer(int low, int high) { return low + static_cast<int>(engine_() % static_cast<unsigned>(high - low + 1)); }

  Outline outline() {
    switch (integer(0, 3)) {
      case 0:
        return convex();
      case 1:
        return ell();
      case 2:
        return rounded();
      default:
        return tee();
    }
  }

  /// Returns a polygon whose vertices are on an ellipse, in counterclockwise order.
  Polygon convex() {
    const int corners = integer(3, 7);
    std::vector<double> turns;
    for (int i = 0; i < corners; ++i) turns.push_back((i + uniform(.1, .9)) * 2 * std::numbers::pi / corners);
    const double a = uniform(.03, .06), b = uniform(.03, .06);
    Polygon result;
    for (const double turn : turns) result.vertices.push_back({a * std::cos(turn), b * std::sin(turn)});
    return result;
  }

  Polygon ell() {
    const double w = uniform(.05, .1), h = uniform(.05, .1), u = uniform(.02, .04), v = uniform(.02, .04);
    return {{{0, 0}, {w, 0}, {w, v}, {u, v}, {u, h}, {0, h}}};
  }

  Polygon tee() {
    const double w = uniform(.08, .1), h = uniform(.06, .08), foot = uniform(.02, .03), top = uniform(.02, .03);
    const double from = uniform(.2, .5) * (w - foot);
    return {{{from, 0},
             {from + foot, 0},
             {from + foot, h - top},
             {w, h - top},
             {w, h},
             {0, h},
             {0, h - top},
             {from, h - top}}};
  }

  /// Returns a path. Every second segment, beginning with the first, is an arc. The others are straight edges.
  Path rounded() {
    const Polygon corners = convex();
    Path result{corners.vertices, std::vector<double>(corners.vertices.size(), 0)};
    for (std::size_t i = 0; i < result.bulges.size(); i += 2) result.bulges[i] = uniform(.05, .4);
    return result;
  }

  /// Returns a pin that touches an edge at 15 to 85 % of the edge's length from its first vertex.
  Fixel pin(const Outline& outline, double radius) {
    const auto* polygon = std::get_if<Polygon>(&outline);
    const auto* path = std::get_if<Path>(&outline);
    const std::vector<Vector>& vertices = polygon != nullptr ? polygon->vertices : path->vertices;
    const auto i = static_cast<std::size_t>(integer(0, static_cast<int>(vertices.size()) - 1));
    const Vector from = vertices[i], chord = vertices[(i + 1) % vertices.size()] - from;
    const double bulge = path != nullptr ? path->bulges[i] : 0, part = uniform(.15, .85);
    Fixel fixel;
    fixel.radius = radius;
    const Vector right(chord.y(), -chord.x());
    if (bulge == 0) {
      fixel.at = from + part * chord + radius * right.normalized();
    } else {
      const Vector center = from + chord / 2 - right * (1 - bulge * bulge) / (4 * bulge);
      const double sweep = 4 * std::atan(bulge) * part, c = std::cos(sweep), s = std::sin(sweep);
      const Vector arm = from - center;
      const Vector there(c * arm.x() - s * arm.y(), s * arm.x() + c * arm.y());
      fixel.at = center + there * (1 + radius / there.norm());
    }
    return fixel;
  }

  std::mt19937 engine_;
};

Task scattered_by(const Task& task, double size, int starts, int seed) {
  Task scattered = task;
  scattered.scatter = Scatter{starts, seed, size * internal::diameter(*task.part.outline), 2 * size};
  return scattered;
}

}  // namespace

std::optional<Task> random_fixture(unsigned seed) {
  std::optional<Task> task = RandomFixture(seed).make();
  if (!task) return std::nullopt;
  try {
    const SeatedTask seated = find_seat(*task);
    if (!seated.located || seated.contacts.contacts.size() != 3) return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;  // a pin overlaps the part, or touches it at two points
  }
  return task;
}

std::optional<TriedPlan> plan_of(const ValidTask& task) {
  const PlanProblem problem = plan_problem(task);
  const InsertionPlan plan = solve(problem);
  if (plan.status != InsertionPlan::Status::found || plan.steps.empty()) return std::nullopt;
  TriedPlan tried;
  tried.kind = *plan.guarantee;
  for (const PlanStep& step : plan.steps) tried.wrenches.push_back(problem.seated.contacts.to_world(step.wrench));
  return tried;
}

bool has_free_starts(const Task& task, double size) {
  const ValidTask valid(scattered_by(task, size, 50, 3));
  try {
    for (std::size_t k = 0; k < 50; ++k) {
      if (draw_start(valid, k).redrawn > 1000) return false;
    }
  } catch (const InputError&) {
    return false;
  }
  return true;
}

TrialReport try_from(const Task& task, const TriedPlan& plan, double size, int starts, int seed, Solutions solutions,
                     int threads) {
  TrialOptions options;
  options.step.solutions = solutions;
  options.threads = threads;
  options.max_time = 2;
  options.rest_hold = .01;
  return try_plan(ValidTask(scattered_by(task, size, starts, seed)), plan.wrenches, options);
}

}  // namespace pawl::oracle
