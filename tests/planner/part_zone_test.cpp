// SPDX-License-Identifier: MIT
// Tests the guarantees that hold for all parts within a profile zone. Compares the guarantees with the seats and the
// margins of parts whose edges are displaced within the zone.
// PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/part_zone.h>
#include <pawl/planner/plan_task.h>

#include <Eigen/Geometry>
#include <cmath>
#include <optional>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;

/// Returns a plate on three points or round pins. The plate is an L, whose edges are straight, or two of them are arcs.
Task random_plate(unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  Task task;
  const bool arcs = seed % 3 == 0;
  const std::vector<Vector> corners{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}};
  Path path{corners, {0, arcs ? .3 : 0, 0, 0, arcs ? .2 : 0, 0}};
  if (arcs) {
    task.part.outline = path;
  } else {
    task.part.outline = Polygon{corners};
  }
  task.part.mass = 2;
  task.part.inertia = 2;
  if (seed % 2 == 0) task.actuator = TrayActuator();
  if (seed % 4 < 2) task.part.center_of_mass = Vector(-.05, .02);
  task.friction = Friction(0, uniform(0, .25));
  const double radius = seed % 5 == 0 ? 0 : uniform(.02, .1);
  for (int i = 0; i < 3; ++i) {
    const std::size_t side = engine() % 6;
    const Vector from = corners[side], to = corners[(side + 1) % 6], along = (to - from).normalized();
    const double share = uniform(.15, .85), bulge = path.bulges[side], chord = (to - from).norm();
    Fixel fixel;
    fixel.radius = radius;
    const Vector out(along.y(), -along.x());
    if (bulge == 0) {
      fixel.at = from + share * (to - from) + radius * out;
    } else {
      const double half = 2 * std::atan(bulge), circle = chord / 2 / std::sin(half);
      const Vector center = (from + to) / 2 - circle * std::cos(half) * out;
      const double angle = half * (2 * share - 1);
      fixel.at = center + (circle + radius) * (Eigen::Rotation2Dd(angle) * out);
    }
    task.fixels.push_back(fixel);
  }
  return task;
}

/// Returns the point of an edge or arc at the fraction `share` of its length.
Vector point_on(const Vector& from, const Vector& to, double bulge, double share) {
  if (bulge == 0) return from + share * (to - from);
  const double half = 2 * std::atan(bulge), circle = (to - from).norm() / 2 / std::sin(half);
  const Vector along = (to - from).normalized(), out(along.y(), -along.x());
  const Vector center = (from + to) / 2 - circle * std::cos(half) * out;
  return center + circle * (Eigen::Rotation2Dd(half * (2 * share - 1)) * out);
}

/// Returns the task with a random part from the profile zone. Each vertex is moved by at most the tolerance, and each
/// arc is bent as far as its points stay within the tolerance.
Task moved_part(const Task& task, std::mt19937& engine) {
  const double tolerance = task.part.tolerance;
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  Task moved = task;
  moved.contact_tolerance = 2 * tolerance;  // large enough for the moved part to touch its fixels at the pose of the
                                            // stated part
  const auto move = [&](Vector& vertex) {
    const double angle = uniform(-M_PI, M_PI), off = tolerance * std::min(1., uniform(.5, 1.5));
    vertex += off * Vector(std::cos(angle), std::sin(angle));
  };
  if (auto* polygon = std::get_if<Polygon>(&*moved.part.outline)) {
    for (Vector& vertex : polygon->vertices) move(vertex);
    return moved;
  }
  const Path stated = std::get<Path>(*task.part.outline);
  Path& path = std::get<Path>(*moved.part.outline);
  for (Vector& vertex : path.vertices) move(vertex);
  const std::size_t count = path.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (stated.bulges[i] == 0) continue;
    const auto largest = [&](double bulge) {
      double most = 0;
      for (int k = 0; k <= 32; ++k) {
        const Vector a = point_on(stated.vertices[i], stated.vertices[(i + 1) % count], stated.bulges[i], k / 32.);
        const Vector b = point_on(path.vertices[i], path.vertices[(i + 1) % count], bulge, k / 32.);
        most = std::max(most, (a - b).norm());
      }
      return most;
    };
    double bend = uniform(-1, 1) * 4 * tolerance;
    while (largest(stated.bulges[i] + bend) > tolerance && std::fabs(bend) > 1e-3 * tolerance) bend *= .8;
    path.bulges[i] = stated.bulges[i] + bend;
  }
  return moved;
}

std::optional<TaskPlan> energy_plan(const Task& task) {
  try {
    TaskPlan found = plan(task);
    if (found.guarantee == Guarantee::energy) return found;
  } catch (const InputError&) {  // skipped, because the task has no seat
  }
  return std::nullopt;
}

Vector placed(const Eigen::Vector3d& pose, const Vector& point) {
  return pose.head<2>() + Eigen::Rotation2Dd(pose.z()) * point;
}

const std::vector<Vector>& vertices_of(const Part& part) {
  const auto* path = std::get_if<Path>(&*part.outline);
  return path != nullptr ? path->vertices : std::get<Polygon>(*part.outline).vertices;
}

}  // namespace

TEST_CASE("every part within the profile zone seats within the bound, with at least the stated margin") {
  const int count = oracle::count(300);
  int tested = 0, with_arcs = 0, windows = 0;
  double nearest = 1, farthest = 0;
  for (int seed = 0; seed < count; ++seed) {
    CAPTURE(seed);
    Task task = random_plate(seed);
    std::mt19937 engine(seed);
    task.part.tolerance = std::pow(10., std::uniform_real_distribution<>(-4, -2)(engine));
    const std::optional<TaskPlan> stated = energy_plan(task);
    if (!stated) continue;
    const ZoneGuarantee zone = zone_guarantee(ValidTask(task), stated->problem, stated->solution);
    if (!zone.holds()) continue;
    ++tested;
    with_arcs += std::holds_alternative<Path>(*task.part.outline) ? 1 : 0;
    const Eigen::Vector3d seat = *stated->problem.seated.pose, wrench = stated->solution.steps[0].wrench;
    CHECK(zone.margin_full <= stated->steps[0].margin_full.value_or(0) + 1e-9);
    CHECK(zone.margin <= stated->steps[0].margin + 1e-9);
    CHECK(zone.of_edge.size() == 3);
    for (int k = 0; k < 20; ++k) {
      const Task moved = moved_part(task, engine);
      const SeatedTask seated = find_seat(moved);
      REQUIRE(seated.located);
      const Eigen::Vector3d pose = *seated.pose;
      const double turn = pose.z() - seat.z();
      CHECK(std::fabs(turn) <= zone.rotation + 1e-9);
      for (std::size_t i = 0; i < vertices_of(task.part).size(); ++i) {
        const double off = (placed(pose, vertices_of(moved.part)[i]) - placed(seat, vertices_of(task.part)[i])).norm();
        CHECK(off <= zone.displacement + 1e-9);
        farthest = std::max(farthest, off / zone.displacement);
      }
      const double away = (seated.contacts.center_of_mass - stated->problem.seated.contacts.center_of_mass).norm();
      CHECK(away <= zone.center + 1e-12);
      Eigen::Vector3d same = wrench;  // the same wrench, relative to the frame of the moved part
      same.head<2>() = Eigen::Rotation2Dd(-turn) * Vector(wrench.head<2>());
      const EnergyVerdict verdict = energy_verdict(seated.contacts, same);
      CHECK(verdict.holds());
      if (task.part.center_of_mass) {
        CHECK(verdict.margin >= zone.margin_full - 1e-9);
        nearest = std::min(nearest, verdict.margin - zone.margin_full);
      }
      if (!std::holds_alternative<TrayActuator>(task.actuator.value_or(FreeActuator()))) continue;
      for (const double sign : {1., -1.}) {  // turns the force in the plane by nearly the whole margin, in both
                                             // directions
        Eigen::Vector3d edge = same;
        edge.head<2>() = Eigen::Rotation2Dd(sign * zone.margin * .999) * Vector(same.head<2>());
        CHECK(energy_verdict(seated.contacts, edge).holds());
        ++windows;
      }
    }
  }
  MESSAGE(tested, " zones, ", with_arcs, " with arcs, ", windows, " ends of windows; the least excess of a margin is ",
          nearest, ", the largest share of a displacement ", farthest);
  CHECK(tested > count / 10);
  CHECK(with_arcs > count / 60);
  CHECK(windows > count / 2);
  CHECK(farthest > .2);
}

TEST_CASE("the motion of a block due to the errors of its edges agrees with closed forms") {
  Task task;
  task.part.outline = Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  task.part.tolerance = 1e-4;
  task.friction = 0.1;
  task.actuator = TrayActuator();
  for (const Vector& at : {Vector(-1, -1), Vector(1, -1), Vector(2, 0)}) task.fixels.push_back({at});
  const TaskPlan found = plan(task);
  const ZoneGuarantee zone = zone_guarantee(ValidTask(task), found.problem, found.solution);
  REQUIRE(zone.holds());
  // If the edge at the side has the error t and the others have none, the block moves by t. The two fixels below the
  // block are 2 apart. If the lower edge has the error t at one of them and 0 at the other, the block turns by t / 2.
  // It turns about the intersection of the normals of the other two fixels, (1, 0) or (-1, 0). The corner (-2, 1) moves
  // most: by t / 2 times its distance from this point.
  const double t = task.part.tolerance;
  REQUIRE(zone.of_edge.size() == 3);
  CHECK(zone.of_edge[0] == doctest::Approx(t / 2 * std::hypot(3, 1)).epsilon(1e-9));
  CHECK(zone.of_edge[1] == doctest::Approx(t / 2 * std::hypot(1, 1)).epsilon(1e-9));
  CHECK(zone.of_edge[2] == doctest::Approx(t).epsilon(1e-9));
  // If the lower edge has the errors t and -t at the two fixels below the block, the block turns by t. This is the
  // largest rotation.
  CHECK(zone.rotation >= t);
  CHECK(zone.rotation < 1.02 * t);
  // The edges of a part in the zone are at most 4 + 2 t and 2 + 2 t long. The area between them and the stated edges is
  // therefore at most t (12 + 8 t). The corners of the stated block are sqrt(5) from its centre, and its area is 8.
  const double swept = t * (12 + 8 * t);
  CHECK(zone.center == doctest::Approx(swept * (std::sqrt(5) + t) / (8 - swept)).epsilon(1e-12));
}

TEST_CASE("a zone that is too wide is refused with its reason") {
  Task task;
  task.part.outline = Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  task.friction = 0.1;
  task.actuator = TrayActuator();
  for (const Vector& at : {Vector(-1, -1), Vector(1, -1), Vector(2, 0)}) task.fixels.push_back({at});
  const auto refused = [&](double tolerance) {
    task.part.tolerance = tolerance;
    const TaskPlan found = plan(task);
    return zone_guarantee(ValidTask(task), found.problem, found.solution).refused;
  };
  CHECK(refused(1e-4) == "");
  CHECK(refused(.3).find("could not be bounded") != std::string::npos);
  task.fixels[1].at.x() = 1.99;  // a corner of some part in the zone reaches this fixel
  CHECK(refused(.02).find("may touch a pin") != std::string::npos);
  const double before = [&] {
    task.part.tolerance = 0;
    const TaskPlan found = plan(task);
    return zone_guarantee(ValidTask(task), found.problem, found.solution).margin_full;
  }();
  task.part.tolerance = 1e-5;
  const TaskPlan found = plan(task);
  CHECK(zone_guarantee(ValidTask(task), found.problem, found.solution).margin_full < before);
}
