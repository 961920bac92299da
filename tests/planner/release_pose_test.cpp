// SPDX-License-Identifier: MIT
// Poses from which a part may be released, compared with a closed form and with distances that this test computes.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/release_pose.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;

/// Returns the distance of a point from the boundary of a polygon. Uses the definition.
double boundary_distance(const Vector& p, const std::vector<Vector>& polygon) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector a = polygon[i], along = polygon[(i + 1) % polygon.size()] - a;
    const double share = std::clamp((p - a).dot(along) / along.squaredNorm(), 0., 1.);
    least = std::min(least, (a + share * along - p).norm());
  }
  return least;
}

bool is_inside(const Vector& p, const std::vector<Vector>& polygon) {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    if ((a.y() > p.y()) == (b.y() > p.y())) continue;
    if (p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x())) inside = !inside;
  }
  return inside;
}

}  // namespace

TEST_CASE("a block is released where its gaps are equal") {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.friction = .2;
  for (const Vector& at : {Vector(-.5, -.5), Vector(.5, -.5), Vector(1, -.25)}) task.fixels.push_back({at});
  const ValidTask valid(task);
  const TaskPlan found = plan(task);
  REQUIRE(found.guarantee == Guarantee::energy);
  const PlanDepth depth = plan_depth(valid, found.problem, found.solution, {}, {});
  const auto release = release_pose(found.problem, depth);
  REQUIRE(release.has_value());
  // If the block is displaced by (-c, c) without a rotation, all three fixels have the gap c. If the force is (fx, fy),
  // which points to the right and down, the displacement has the energy c (fx - fy).
  const Eigen::Vector3d& load = found.solution.steps[0].wrench;
  const double size = Eigen::Vector3d(load.x(), load.y(), load.z() / found.problem.seated.contacts.radius_of_gyration()).norm();
  const double most = depth.found.depth * size / (load.x() - load.y());
  CHECK(release->clearance <= most * (1 + 1e-9));
  CHECK(release->clearance > .9 * most);
  const Eigen::Vector3d seat = *found.problem.seated.pose, moved = release->pose - seat;
  CHECK(moved.x() == doctest::Approx(-release->clearance).epsilon(1e-6));
  CHECK(moved.y() == doctest::Approx(release->clearance).epsilon(1e-6));
  CHECK(std::fabs(moved.z()) < 1e-9);

  // Boxes outside the certificate's component have not been proved. A part must not be released in them.
  PlanDepth outside = depth;
  for (EnergyCertificate::Node& node : outside.found.certificate.nodes) {
    if (node.kind == EnergyCertificate::Kind::moving || node.kind == EnergyCertificate::Kind::near)
      node.kind = EnergyCertificate::Kind::beyond;
  }
  CHECK_FALSE(release_pose(found.problem, outside).has_value());
}

TEST_CASE("at the release pose, the nearest fixel is at the stated distance, and the energy is at most the depth") {
  const std::vector<Vector> ell{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}};
  int tested = 0;
  for (int seed = 0; seed < oracle::count(150); ++seed) {
    CAPTURE(seed);
    std::mt19937 engine(seed);
    const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
    Task task;
    task.part.outline = Polygon{ell};
    if (seed % 2 == 0) task.actuator = TrayActuator();
    task.friction = Friction(0, uniform(0, .2));
    if (seed % 3 == 0) task.part.tolerance = 1e-3;
    for (int i = 0; i < 3; ++i) {
      const std::size_t side = engine() % 6;
      const Vector from = ell[side], to = ell[(side + 1) % 6], along = (to - from).normalized();
      const double radius = .05;
      task.fixels.push_back({from + uniform(.15, .85) * (to - from) + radius * Vector(along.y(), -along.x()), {}, radius});
    }
    const ValidTask valid(task);
    std::optional<PlanDepth> depth;
    std::optional<TaskPlan> found;
    try {
      found = plan(task);
      if (found->guarantee != Guarantee::energy) continue;
      EnergyFloodOptions flood;
      flood.boxes = 20000;
      depth = plan_depth(valid, found->problem, found->solution, stated_tolerances(task.part), flood);
    } catch (const InputError&) {  // skipped, because the task has no seat
      continue;
    }
    const auto release = release_pose(found->problem, *depth);
    if (!release) continue;
    ++tested;
    std::vector<Vector> placed;
    for (const Vector& vertex : ell)
      placed.push_back(release->pose.head<2>() + Eigen::Rotation2Dd(release->pose.z()) * vertex);
    double least = std::numeric_limits<double>::infinity();
    for (const Fixel& fixel : task.fixels) {
      CHECK_FALSE(is_inside(fixel.at, placed));
      least = std::min(least, boundary_distance(fixel.at, placed) - fixel.radius);
    }
    CHECK(release->clearance <= least - task.part.tolerance);
    CHECK(release->clearance == doctest::Approx(least - task.part.tolerance).epsilon(1e-6));
    // The energy is minus the work of the load during the displacement from the seat. The displacement is that of the
    // centre of mass, in the frame of the seat.
    const ContactSet& set = found->problem.seated.contacts;
    const Eigen::Vector3d seat = *found->problem.seated.pose;
    const auto center = [&](const Eigen::Vector3d& pose) -> Vector {
      return pose.head<2>() + Eigen::Rotation2Dd(pose.z()) * set.center_of_mass;
    };
    const Vector moved = Eigen::Rotation2Dd(-seat.z()) * (center(release->pose) - center(seat));
    const EnergyLoad& load = depth->problem.load;
    CHECK(-load.force.dot(moved) - load.torque * (release->pose.z() - seat.z()) <= depth->found.depth);
  }
  MESSAGE(tested, " poses");
  CHECK(tested > oracle::count(150) / 10);
}
