// SPDX-License-Identifier: MIT
// The rows of contacts and pins and their velocity products, compared with derivatives of distances.
#include <doctest/doctest.h>

#include <cmath>

#include "support/count.h"
#include "support/finite_differences.h"
#include "support/random_systems.h"

using namespace pawl;
using oracle::first_difference;
using oracle::second_difference;

namespace {

/// A random contact between two features, each an arc, a corner or an edge. Computes the distance between the features
/// while the bodies or links move.
struct MovingContact {
  BodyContact contact;
  Eigen::Vector2d center_a, center_b, normal_a, normal_b;  // centers and normals of the features, in the frames of the
                                                           // bodies a and b

  double distance(const oracle::Scene& moved) const {
    const Eigen::Vector2d a = world_point(moved, contact.a, center_a);
    const Eigen::Vector2d b = world_point(moved, contact.b, center_b);
    if (std::isinf(contact.radius_a)) {
      return (world_point(moved, contact.a, center_a + normal_a) - a).dot(b - a) - contact.radius_b;
    }
    if (std::isinf(contact.radius_b)) {
      return (world_point(moved, contact.b, center_b + normal_b) - b).dot(b - a) - contact.radius_a;
    }
    const double total = contact.radius_a + contact.radius_b;
    // A hollow arc has a negative radius. If the sum of both radii is negative, the gap is |sum| minus the distance
    // between the centers.
    return (total > 0 ? 1 : -1) * (b - a).norm() - total;
  }
};

Eigen::Vector2d local(const oracle::Scene& scene, Solid solid, const Eigen::Vector2d& world) {
  const Eigen::Vector3d pose = pose_of(scene, solid);
  const Eigen::Vector2d arm = world - pose.head<2>();
  const double c = std::cos(pose.z()), s = std::sin(pose.z());
  return {c * arm.x() + s * arm.y(), -s * arm.x() + c * arm.y()};
}

MovingContact random_contact(const oracle::Scene& scene, oracle::RandomSystems& random) {
  MovingContact moving;
  BodyContact& c = moving.contact;
  c.a = random.solid(scene.system, Solid{Solid::Kind::ground, 99});
  c.b = random.solid(scene.system, c.a);
  c.point = random.vector(2);
  c.normal = random.unit();
  const double convex = random.integer(0, 2) == 0 ? kCorner : random.real(0.1, 1);
  const double others[] = {kFlat, random.real(0.1, 1), -convex - random.real(0.1, 1)};
  c.radius_a = others[random.integer(0, 2)];
  c.radius_b = convex;
  if (random.integer(0, 1) == 0) std::swap(c.radius_a, c.radius_b);
  const auto center = [&](Solid solid, double radius) {
    const Eigen::Vector2d arm = (solid == c.a ? -1 : 1) * radius * c.normal;
    return local(scene, solid, std::isinf(radius) ? c.point : Eigen::Vector2d(c.point + arm));
  };
  moving.center_a = center(c.a, c.radius_a);
  moving.center_b = center(c.b, c.radius_b);
  moving.normal_a = local(scene, c.a, c.point + c.normal) - local(scene, c.a, c.point);
  moving.normal_b = local(scene, c.b, c.point + c.normal) - local(scene, c.b, c.point);
  return moving;
}

}  // namespace

TEST_CASE("the rows and velocity products of a contact give the first and second derivatives of the distance") {
  oracle::RandomSystems random(4);
  for (int trial = 0; trial < oracle::count(1000); ++trial) {
    CAPTURE(trial);
    oracle::Scene scene = random.scene(2, random.integer(0, 4));
    const MovingContact moving = random_contact(scene, random);
    scene.contacts = {moving.contact};
    CAPTURE(moving.contact.radius_a);
    CAPTURE(moving.contact.radius_b);
    const ContactEquations e = equations_of_motion(scene);
    Eigen::VectorXd acceleration(e.degrees());
    for (Eigen::Index i = 0; i < e.degrees(); ++i) acceleration[i] = random.real(-1, 1);
    const auto distance = [&](double t) { return moving.distance(on_path(scene, acceleration, t)); };
    const double rate = e.normals.row(0).dot(e.velocity);
    const double second = e.normals.row(0).dot(acceleration) + e.normal_bias[0];
    const double size = e.normals.row(0).cwiseAbs().dot(acceleration.cwiseAbs()) + std::fabs(e.normal_bias[0]) + 1;
    CHECK(std::fabs(distance(0)) < 1e-12);
    CHECK(std::fabs(first_difference(distance) - rate) < 1e-6 * size);
    CHECK(std::fabs(second_difference(distance) - second) < 1e-4 * size);
  }
}

TEST_CASE("the tangential acceleration is that of a corner along the edge that it touches") {
  oracle::RandomSystems random(5);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    oracle::Scene scene = random.scene(2, 0);
    BodyContact contact;
    contact.a = Solid::body(0);
    contact.b = Solid::body(1);
    contact.point = random.vector(1);
    contact.normal = random.unit();
    scene.contacts = {contact};
    // Changes the velocity of body b such that the gap has the velocity 0.
    const Eigen::Vector2d n = contact.normal;
    const double parting = equations_of_motion(scene).normals.row(0).dot(scene.state.u);
    scene.state.twist(1).head<2>() -= parting * n;
    const ContactEquations e = equations_of_motion(scene);
    const Eigen::Vector2d origin = local(scene, contact.a, contact.point);
    const Eigen::Vector2d along = local(scene, contact.a, contact.point + Eigen::Vector2d(-n.y(), n.x())) - origin;
    const Eigen::Vector2d corner = local(scene, contact.b, contact.point);
    Eigen::VectorXd acceleration(6);
    for (Eigen::Index i = 0; i < 6; ++i) acceleration[i] = random.real(-1, 1);
    const auto slid = [&](double t) {
      const oracle::Scene moved = on_path(scene, acceleration, t);
      const Eigen::Vector2d a = world_point(moved, contact.a, origin);
      return (world_point(moved, contact.a, origin + along) - a).dot(world_point(moved, contact.b, corner) - a);
    };
    CHECK(std::fabs(e.normals.row(0).dot(e.velocity)) < 1e-12);
    CHECK(first_difference(slid) == doctest::Approx(e.tangents[0].row(0).dot(e.velocity)).epsilon(1e-6));
    const double second = e.tangents[0].row(0).dot(acceleration) + e.tangent_bias[0][0];
    CHECK(std::fabs(second_difference(slid) - second) < 1e-4 * (1 + std::fabs(second)));
  }
}

// A disc of radius r rolls over a disc of radius R. Its center has the speed v and the distance R + r from the center
// of the other disc. Without forces, the contact separates with the acceleration v^2/(R + r). In a hollow, R is
// negative, and the contact is pressed together.
TEST_CASE("a rolling disc leaves a round body, or presses into a hollow, with the acceleration of the closed form") {
  const double r = 0.5, v = 3;
  for (const double other : {2.0, -2.0}) {
    oracle::Scene scene;
    scene.add_body({1, 1}, {0, r, 0}, {v, 0, -v / r});
    BodyContact contact;
    contact.b = Solid::body(0);
    contact.radius_a = other;
    contact.radius_b = r;
    scene.contacts = {contact};
    const ContactEquations e = equations_of_motion(scene);
    CHECK(e.tangents[0].row(0).dot(e.velocity) == doctest::Approx(0));
    CHECK(e.normal_bias[0] == doctest::Approx(v * v / (other + r)));
  }
}

TEST_CASE("pin rows are derivatives of the distance between their two points") {
  oracle::RandomSystems random(6);
  for (int trial = 0; trial < oracle::count(200); ++trial) {
    CAPTURE(trial);
    oracle::Scene scene = random.scene(2, 3);
    Pin pin;
    pin.a = random.solid(scene.system, Solid{Solid::Kind::ground, 99});
    pin.b = random.solid(scene.system, pin.a);
    pin.at_a = random.vector(1);
    pin.at_b = random.vector(1);
    scene.system.pins = {pin};
    const ContactEquations e = equations_of_motion(scene);
    Eigen::VectorXd acceleration(e.degrees());
    for (Eigen::Index i = 0; i < e.degrees(); ++i) acceleration[i] = random.real(-1, 1);
    for (Eigen::Index k = 0; k < 2; ++k) {
      const auto gap = [&](double t) {
        const oracle::Scene moved = on_path(scene, acceleration, t);
        return (world_point(moved, pin.b, pin.at_b) - world_point(moved, pin.a, pin.at_a))[k];
      };
      const double second = e.bilateral.rows.row(k).dot(acceleration) - e.bilateral.acceleration[k];
      CHECK(gap(0) == doctest::Approx(e.bilateral.gap[k]));
      CHECK(std::fabs(first_difference(gap) - e.bilateral.rows.row(k).dot(e.velocity)) < 1e-5);
      CHECK(std::fabs(second_difference(gap) - second) < 1e-4 * (1 + std::fabs(second)));
    }
  }
}
