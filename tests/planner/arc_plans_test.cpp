// SPDX-License-Identifier: MIT
// Plans for parts with arcs must not depend on the way in which a task describes the same fixture.
#include <doctest/doctest.h>
#include <pawl/planner/plan_problem.h>

#include <cmath>
#include <numbers>

using namespace pawl;

namespace {

constexpr double kPi = std::numbers::pi;

Fixel pin_at(double x, double y, double radius = 0) {
  Fixel fixel;
  fixel.at = {x, y};
  fixel.radius = radius;
  return fixel;
}

/// Returns a circular segment; it is a half disc if `bulge` is 1. Two pins touch its straight edge from below, and a
/// third pin touches its arc at the angle `angle` about the arc's center.
Task half_round(double angle, double bulge = 1) {
  Task task;
  task.part.outline = Path{{{-.1, 0}, {.1, 0}}, {0, bulge}};
  const double radius = .05 * (1 + bulge * bulge) / bulge;
  const double up = .1 * (bulge * bulge - 1) / (2 * bulge);  // height of the arc's center above the straight edge
  task.friction = .1;
  task.fixels = {pin_at(-.05, 0), pin_at(.05, 0),
                 pin_at((radius + .01) * std::cos(angle), up + (radius + .01) * std::sin(angle), .01)};
  task.contact_tolerance = 1e-9;
  return task;
}

InsertionPlan plan_of(const Task& task) { return solve(plan_problem(ValidTask(task), {})); }

void check_alike(const InsertionPlan& a, const InsertionPlan& b, double tolerance) {
  CHECK(a.status == b.status);
  CHECK(a.guarantee == b.guarantee);
  REQUIRE(a.steps.size() == b.steps.size());
  for (std::size_t i = 0; i < a.steps.size(); ++i) {
    CHECK(std::fabs(a.steps[i].margin - b.steps[i].margin) < tolerance);
    CHECK(a.steps[i].after == b.steps[i].after);
  }
}

Task mirrored(Task task) {
  Path& path = std::get<Path>(*task.part.outline);
  for (Eigen::Vector2d& vertex : path.vertices) vertex.x() = -vertex.x();
  for (double& bulge : path.bulges) bulge = -bulge;
  for (Fixel& fixel : task.fixels) fixel.at.x() = -fixel.at.x();
  return task;
}

Task scaled(Task task, double factor) {
  Path& path = std::get<Path>(*task.part.outline);
  for (Eigen::Vector2d& vertex : path.vertices) vertex *= factor;
  for (Fixel& fixel : task.fixels) {
    fixel.at *= factor;
    fixel.radius *= factor;
  }
  task.contact_tolerance *= factor;
  return task;
}

Task turned(Task task, double angle) {
  const Eigen::Matrix2d rotation{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
  task.pose[2] = angle;
  for (Fixel& fixel : task.fixels) fixel.at = rotation * fixel.at;
  return task;
}

/// Returns the same task with the outline in reverse order.
Task reversed(Task task) {
  Path& path = std::get<Path>(*task.part.outline);
  path.bulges = {-path.bulges[1], -path.bulges[0]};
  return task;
}

/// Returns the same task with an outline that begins at its other vertex.
Task from_other_vertex(Task task) {
  Path& path = std::get<Path>(*task.part.outline);
  std::swap(path.vertices[0], path.vertices[1]);
  std::swap(path.bulges[0], path.bulges[1]);
  return task;
}

}  // namespace

TEST_CASE(
    "plans of half-round parts stay the same if the task is mirrored, scaled or turned, or its outline "
    "rewritten") {
  int found = 0;
  for (const double bulge : {1., .6, 1.4}) {
    for (const double degrees : {35., 50., 75., 110.}) {
      CAPTURE(bulge);
      CAPTURE(degrees);
      const Task task = half_round(degrees * kPi / 180, bulge);
      const InsertionPlan plan = plan_of(task);
      found += plan.status == InsertionPlan::Status::found;
      check_alike(plan, plan_of(mirrored(task)), 1e-6);
      check_alike(plan, plan_of(scaled(task, 1024)), 1e-6);
      check_alike(plan, plan_of(scaled(task, 1. / 64)), 1e-6);
      check_alike(plan, plan_of(reversed(task)), 1e-6);
      check_alike(plan, plan_of(from_other_vertex(task)), 1e-6);
      for (const int quarters : {1, 2, 3}) check_alike(plan, plan_of(turned(task, quarters * kPi / 2)), 1e-6);
    }
  }
  CHECK(found >= 3);
}
