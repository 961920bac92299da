// SPDX-License-Identifier: MIT
// Tests contacts of a body in space against closed forms: limiting tilts of a block on three points, the friction
// pyramid of k sides and the quadratic cone.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/motion_problem.h>
#include <pawl/friction/spatial_contacts.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

using namespace pawl;

namespace {

constexpr double kWholeTurn = 2 * std::numbers::pi, kFallRate = 9.81;
using Held = SpatialBalance::Status;

/// Returns a block of 2 kg on three points of the plane z = 0. Its centre of mass is at the given height above the
/// middle of the points.
SpatialContacts block_in_space(double friction, double height) {
  SpatialContacts contacts;
  for (int k = 0; k < 3; ++k) {
    contacts.points.emplace_back(.1 * std::cos(kWholeTurn * k / 3), .1 * std::sin(kWholeTurn * k / 3), 0);
    contacts.normals.emplace_back(0, 0, 1);
    contacts.friction.push_back(friction);
  }
  contacts.mass = 2;
  contacts.inertia = Eigen::Vector3d(.01, .02, .03).asDiagonal();
  contacts.center_of_mass = {0, 0, height};
  return contacts;
}

/// Returns the weight of the block as a wrench in the frame of the plane, if the plane is tilted by the angle `tilt`.
/// `turn` is the direction in the plane that then points downhill.
Eigen::VectorXd tilted_weight(double tilt, double turn) {
  Eigen::VectorXd wrench = Eigen::VectorXd::Zero(6);
  wrench.head<3>() = 2 * kFallRate *
                     Eigen::Vector3d(std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), -std::cos(tilt));
  return wrench;
}

/// Returns the largest friction of a pyramid in a direction, divided by mu c_n. This is the radius of a regular polygon
/// that has a vertex at the angle 0.
double polygon_radius(int sides, double turn) {
  const double side = kWholeTurn / sides;
  const double within = turn - side * std::floor(turn / side);
  return std::cos(side / 2) / std::cos(within - side / 2);
}

}  // namespace

// The total friction must be m g sin(tilt), with the normal force m g cos(tilt). The block is too low to tip. The three
// pyramids have the same directions.
TEST_CASE(
    "the limiting tilt of a block agrees with the friction cone, or with the pyramid in the direction of the tilt") {
  for (const double mu : {.2, .6}) {
    const SpatialContacts contacts = block_in_space(mu, .02);
    for (int k = 0; k < 24; ++k) {
      const double turn = kWholeTurn * k / 24 + .01, limit = std::atan(mu);
      CAPTURE(turn);
      CHECK(balance(contacts, tilted_weight(limit - 1e-4, turn)).status == Held::balanced);
      CHECK(balance(contacts, tilted_weight(limit + 1e-3, turn)).status == Held::unbalanced);
      for (const int sides : {3, 4, 6, 8}) {
        CAPTURE(sides);
        // friction opposes the pull, so the radius is that in the opposite direction
        const double radius = polygon_radius(sides, turn + kWholeTurn / 2);
        const double most = std::atan(mu * radius);
        CHECK(balance(contacts, tilted_weight(most - 1e-4, turn), FrictionPyramid{sides}).status == Held::balanced);
        CHECK(balance(contacts, tilted_weight(most + 1e-3, turn), FrictionPyramid{sides}).status == Held::unbalanced);
      }
    }
  }
}

// A high block does not slide: it tips over an edge of the triangle of its three points. The points are at the radius
// .1, so the distance of the edge from their middle is .05. If downhill is the direction of the edge's middle, at the
// angle pi / 3, the block tips at tan(tilt) = .05 / height.
TEST_CASE("a high block tips over an edge of the triangle of its three contact points before it slides") {
  const SpatialContacts contacts = block_in_space(.8, .2);
  const double limit = std::atan(.05 / .2);
  CHECK(balance(contacts, tilted_weight(limit - 1e-4, kWholeTurn / 6)).status == Held::balanced);
  CHECK(balance(contacts, tilted_weight(limit + 1e-3, kWholeTurn / 6)).status == Held::unbalanced);
}

// The centre of mass is in the plane of the points, so friction has no torque about it. The acceleration is a = g (sin
// - mu cos), downhill.
TEST_CASE("a block beyond the limiting tilt slides downhill") {
  const double mu = .3, tilt = .5, expected = kFallRate * (std::sin(tilt) - mu * std::cos(tilt));
  const SpatialContacts contacts = block_in_space(mu, 0);
  for (const double turn : {0., .4, 2.}) {
    const SpatialMotion by_cone = motion(contacts, tilted_weight(tilt, turn));
    CAPTURE(by_cone.residual);
    REQUIRE(by_cone.solved);
    const Eigen::Vector3d downhill(std::cos(turn), std::sin(turn), 0);
    CHECK((by_cone.acceleration.head<3>() - expected * downhill).norm() < 1e-6);
    CHECK(by_cone.acceleration.tail<3>().norm() < 1e-6);
    CHECK(by_cone.forces.col(0).sum() == doctest::Approx(2 * kFallRate * std::cos(tilt)).epsilon(1e-8));
  }
  // With a pyramid, the acceleration is the same if the block slides towards one of the pyramid's vertices.
  for (const int sides : {4, 8}) {
    const SpatialMotion by_pyramid = motion(contacts, tilted_weight(tilt, 0), FrictionPyramid{sides});
    REQUIRE(by_pyramid.solved);
    CHECK((by_pyramid.acceleration.head<3>() - Eigen::Vector3d(expected, 0, 0)).norm() < 1e-9);
  }
}

// If the block slides in a direction between two vertices, maximal dissipation selects the nearer one of them. The
// friction force is then mu N in the direction opposite to this vertex, where N is the normal force.
TEST_CASE(
    "if a block slides in a direction between two vertices of a friction pyramid, friction opposes the nearer vertex") {
  const double mu = .3, tilt = .5, turn = .1;
  const SpatialMotion found = motion(block_in_space(mu, 0), tilted_weight(tilt, turn), FrictionPyramid{4});
  REQUIRE(found.solved);
  const Eigen::Vector2d pull = kFallRate * std::sin(tilt) * Eigen::Vector2d(std::cos(turn), std::sin(turn));
  const Eigen::Vector2d expected = pull - Eigen::Vector2d(mu * kFallRate * std::cos(tilt), 0);
  CHECK((found.acceleration.head<2>() - expected).norm() < 1e-9);
}

TEST_CASE("a block within the limiting tilt rests, and it flies off if it is lifted") {
  const SpatialContacts contacts = block_in_space(.5, .02);
  for (const SpatialFriction& friction : {SpatialFriction(QuadraticCone()), SpatialFriction(FrictionPyramid{5})}) {
    const SpatialMotion rest = motion(contacts, tilted_weight(.2, .3), friction);
    REQUIRE(rest.solved);
    CHECK(rest.acceleration.norm() < 1e-7);
    Eigen::VectorXd up = Eigen::VectorXd::Zero(6);
    up[2] = 10;
    const SpatialMotion flight = motion(contacts, up, friction);
    REQUIRE(flight.solved);
    CHECK((flight.acceleration - up / 2).norm() < 1e-9);
    CHECK(balance(contacts, up, friction).status == Held::unbalanced);
  }
}

// With more and more sides, the pyramid approaches the cone.
TEST_CASE(
    "the cone balances every wrench that a pyramid balances, and a pyramid of 64 sides balances nearly all of these") {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  int cone = 0, fine = 0, coarse = 0;
  for (int k = 0; k < 60; ++k) {
    SpatialContacts contacts;
    for (int i = 0; i < 4; ++i) {
      contacts.points.emplace_back(normal(random), normal(random), normal(random));
      contacts.normals.push_back(-contacts.points.back() +
                                 .3 * Eigen::Vector3d(normal(random), normal(random), normal(random)));
      contacts.friction.push_back(.4);
    }
    Eigen::VectorXd wrench(6);
    for (int d = 0; d < 6; ++d) wrench[d] = normal(random);
    const bool by_cone = balance(contacts, wrench).status == Held::balanced;
    const bool by_64 = balance(contacts, wrench, FrictionPyramid{64}).status == Held::balanced;
    const bool by_3 = balance(contacts, wrench, FrictionPyramid{3}).status == Held::balanced;
    CHECK(by_cone >= by_64);
    CHECK(by_cone >= by_3);
    cone += by_cone;
    fine += by_64;
    coarse += by_3;
  }
  CHECK(cone > 5);
  CHECK(fine >= cone - 2);
  CHECK(coarse < cone);
}

// Each contact has the normal z and the tangents x and y. The last three entries of a normal's row are r x n, where r
// is the vector from the centre of mass to the contact.
TEST_CASE("the wrench matrices of given points and normals equal those of the acceleration problem of the same block") {
  const double mu = .3, tilt = .5;
  const ContactEquations equations = equations_of(wrench_matrices(block_in_space(mu, 0), tilted_weight(tilt, 0)));
  CHECK(equations.normals.rows() == 3);
  CHECK(equations.normals.row(0).head<3>() == Eigen::RowVector3d(0, 0, 1));
  CHECK(equations.tangents[0].row(1).head<3>() == Eigen::RowVector3d(1, 0, 0));
  CHECK(equations.tangents[1].row(2).head<3>() == Eigen::RowVector3d(0, 1, 0));
  CHECK(equations.normals(1, 3) == doctest::Approx(.1 * std::sin(kWholeTurn / 3)));  // with r x n = (y, -x, 0)
  CHECK(equations.normals(1, 4) == doctest::Approx(-.1 * std::cos(kWholeTurn / 3)));
}

TEST_CASE("invalid contacts in space are refused") {
  SpatialContacts contacts = block_in_space(.2, 0);
  CHECK_THROWS_AS(balance(contacts, Eigen::VectorXd::Zero(5)), InputError);
  CHECK_THROWS_AS(balance(contacts, tilted_weight(.1, 0), FrictionPyramid{2}), InputError);
  contacts.normals[1].setZero();
  CHECK_THROWS_AS(contacts.validate(), InputError);
  contacts = block_in_space(.2, 0);
  contacts.friction.pop_back();
  CHECK_THROWS_AS(contacts.validate(), InputError);
  contacts = block_in_space(-1, 0);
  CHECK_THROWS_AS(contacts.validate(), InputError);
  contacts = block_in_space(.2, 0);
  contacts.inertia.setZero();
  CHECK_THROWS_AS(contacts.validate(), InputError);
}
