// SPDX-License-Identifier: MIT
// A margin belongs to the widest region of safe directions, so it must not depend on the frame in which a part is
// drawn.
#include <doctest/doctest.h>
#include <pawl/planner/insertion.h>

#include <Eigen/Geometry>
#include <cmath>
#include <functional>
#include <numbers>

#include "insertion/sphere_region.h"
#include "support/count.h"
#include "support/random_fixtures.h"

using namespace pawl;
using internal::SphereBoundary;

namespace {

constexpr double kPi = std::numbers::pi;

/// A linear map of the plane and a translation after it.
struct Frame {
  const char* name;
  Eigen::Matrix2d map;
  Eigen::Vector2d shift;
};

std::vector<Frame> frames() {
  Eigen::Matrix2d quarter, mirror;
  quarter << 0, -1, 1, 0;
  mirror << -1, 0, 0, 1;
  const Eigen::Vector2d none(0, 0);
  const Eigen::Matrix2d turned = Eigen::Rotation2Dd(.3).toRotationMatrix();
  return {{"a quarter turn", quarter, none},
          {"half a turn", quarter * quarter, none},
          {"mirrored", mirror, none},
          {"mirrored and turned", quarter * mirror, none},
          {"shifted", Eigen::Matrix2d::Identity(), {8, -4}},
          {"turned by .3", turned, none}};
}

ContactSet in_frame(const ContactSet& set, const Frame& frame) {
  ContactSet moved = set;
  moved.center_of_mass = frame.map * set.center_of_mass + frame.shift;
  for (Contact& contact : moved.contacts) {
    contact.point = frame.map * contact.point + frame.shift;
    contact.normal = frame.map * contact.normal;
  }
  return moved;
}

void check_alike(const InsertionPlan& plan, const InsertionPlan& other) {
  CHECK(plan.status == other.status);
  CHECK(plan.guarantee == other.guarantee);
  REQUIRE(plan.steps.size() == other.steps.size());
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    CAPTURE(k);
    const double gap = std::max(2 * SphereBoundary::kGap, 2 * SphereBoundary::kRelativeGap * plan.steps[k].margin);
    CHECK(std::fabs(plan.steps[k].margin - other.steps[k].margin) <= gap);
  }
}

Eigen::Vector3d random_direction(oracle::RandomFixtures& random) {
  Eigen::Vector3d v;
  do {
    v = {random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
  } while (v.norm() > 1 || v.norm() < .1);
  return v.normalized();
}

/// The unit sphere without some spherical triangles and single points.
class Pierced {
 public:
  Pierced(oracle::RandomFixtures& random, int triangles, int points, double size) {
    for (int k = 0; k < triangles; ++k) {
      const Eigen::Vector3d a = random_direction(random);
      Eigen::Vector3d b = (a + size * random_direction(random)).normalized();
      Eigen::Vector3d c = (a + size * random_direction(random)).normalized();
      if (a.dot(b.cross(c)) < 0) std::swap(b, c);
      triangles_.push_back({a, b, c});
      for (const auto& [from, to] : {std::pair(b, a), std::pair(c, b), std::pair(a, c)})
        boundary.add_arc(from.cross(to).normalized(), from, to);
    }
    for (int k = 0; k < points; ++k) boundary.add_point(random_direction(random));
  }

  bool holds(const Eigen::Vector3d& d) const {
    return std::none_of(triangles_.begin(), triangles_.end(), [&](const auto& t) {
      return d.dot(t[0].cross(t[1])) >= 0 && d.dot(t[1].cross(t[2])) >= 0 && d.dot(t[2].cross(t[0])) >= 0;
    });
  }

  SphereBoundary boundary;

 private:
  std::vector<std::array<Eigen::Vector3d, 3>> triangles_;
};

}  // namespace

TEST_CASE("no sampled direction has a larger margin than the one found in a nonconvex region") {
  oracle::RandomFixtures random(431);
  constexpr int kSamples = 20000;
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const Pierced region(random, random.integer(1, 25), random.integer(0, 4), random.real(.1, 2));
    std::optional<Eigen::Vector3d> start;
    double sampled = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      const double z = 1 - (2 * sample + 1.) / kSamples, turn = sample * kPi * (3 - std::sqrt(5.));
      const double across = std::sqrt(1 - z * z);
      const Eigen::Vector3d d(across * std::cos(turn), across * std::sin(turn), z);
      if (!region.holds(d)) continue;
      if (!start) start = d;
      sampled = std::max(sampled, region.boundary.distance(d, sampled));
    }
    if (!start) continue;
    const auto inside = [&](const Eigen::Vector3d& d) { return region.holds(d); };
    const SphereBoundary::Widest found = region.boundary.widest({*start}, inside);
    CHECK(region.holds(found.direction));
    CHECK(found.margin == doctest::Approx(region.boundary.distance(found.direction)));
    CHECK(found.margin >= sampled - std::max(SphereBoundary::kGap, SphereBoundary::kRelativeGap * sampled));
  }
}

TEST_CASE("margins of plans for free wrenches are the same in every frame") {
  oracle::RandomFixtures random(432);
  int steps = 0;
  for (int k = 0; k < oracle::count(24); ++k) {
    CAPTURE(k);
    const ContactSet set = random.set(2, k % 3 == 0 ? 4 : 3);
    PlanOptions options;
    options.by_energy = k % 2 == 0;
    const InsertionPlan plan = plan_insertion(ContactGraph(set), options);
    steps += static_cast<int>(plan.steps.size());
    for (const Frame& frame : frames()) {
      CAPTURE(frame.name);
      check_alike(plan, plan_insertion(ContactGraph(in_frame(set, frame)), options));
    }
  }
  MESSAGE(steps << " steps");
  CHECK(steps > 5);
}
