// SPDX-License-Identifier: MIT
// The mass matrix, and the kinematics that it is computed from, compared with derivatives of positions.
#include <doctest/doctest.h>
#include <pawl/bodies/mass_matrix.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "bodies/equations_of_motion.h"
#include "support/count.h"
#include "support/finite_differences.h"
#include "support/random_systems.h"

using namespace pawl;
using oracle::first_difference;
using oracle::second_difference;

namespace {

/// Computes the kinetic energy from differences: the positions of the centers of mass shortly before and shortly after
/// the given time.
double energy_by_positions(const oracle::Scene& scene) {
  double energy = 0;
  for (std::size_t i = 0; i < scene.system.bodies.size(); ++i) {
    const Body& body = scene.system.bodies[i];
    const Eigen::Vector3d twist = scene.state.twist(i);
    energy += body.mass * twist.head<2>().squaredNorm() / 2 + body.inertia * twist.z() * twist.z() / 2;
  }
  for (std::size_t i = 0; i < scene.system.joints.size(); ++i) {
    const Joint& joint = scene.system.joints[i];
    for (int k = 0; k < 2; ++k) {
      const double speed = first_difference(
          [&](double t) { return world_point(advanced(scene, t), Solid::link(i), joint.center_of_mass)[k]; });
      energy += joint.mass * speed * speed / 2;
    }
    const double spin = first_difference([&](double t) { return pose_of(advanced(scene, t), Solid::link(i)).z(); });
    energy += joint.inertia * spin * spin / 2;
  }
  return energy;
}

}  // namespace

TEST_CASE("the mass matrix of random trees agrees with the kinetic energy from positions") {
  oracle::RandomSystems random(1);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const oracle::Scene scene = random.scene(random.integer(0, 2), random.integer(1, 6));
    const Eigen::MatrixXd mass = mass_matrix(scene.system, scene.state);
    const Eigen::VectorXd u = scene.state.u;
    CHECK(mass == mass.transpose());
    CHECK(Eigen::LLT<Eigen::MatrixXd>(mass).info() == Eigen::Success);
    const double energy = u.dot(mass * u) / 2;
    CHECK(energy == doctest::Approx(energy_by_positions(scene)).epsilon(1e-7));
  }
}

// For every point of every body and link, v = J u and v' = J u' + bias must be the derivatives of its position. The
// same applies to the angles.
TEST_CASE("velocities, accelerations and Jacobian rows of random trees are derivatives of positions") {
  oracle::RandomSystems random(9);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const oracle::Scene scene = random.scene(random.integer(0, 2), random.integer(1, 6));
    const internal::Kinematics kinematics(scene.system, scene.state);
    const Solid solid = random.solid(scene.system, Solid::ground());
    const internal::SolidMotion& motion = kinematics.motion(solid);
    const Eigen::Vector2d local = random.vector(1), direction = random.unit(), place = motion.world(local);
    Eigen::VectorXd acceleration(scene.state.u.size());
    for (Eigen::Index i = 0; i < acceleration.size(); ++i) acceleration[i] = random.real(-1, 1);
    const auto along = [&](double t) {
      return direction.dot(world_point(on_path(scene, acceleration, t), solid, local));
    };
    const auto angle = [&](double t) { return pose_of(on_path(scene, acceleration, t), solid).z(); };
    Eigen::VectorXd row = Eigen::VectorXd::Zero(acceleration.size());
    kinematics.add_point_row(solid, place, direction, 1, row);
    const double second = row.dot(acceleration) + direction.dot(motion.bias_at(place));
    CHECK(along(0) == doctest::Approx(direction.dot(place)));
    CHECK(first_difference(along) == doctest::Approx(row.dot(scene.state.u)).epsilon(1e-6));
    CHECK(direction.dot(motion.velocity_at(place)) == doctest::Approx(row.dot(scene.state.u)));
    CHECK(std::fabs(second_difference(along) - second) < 1e-4 * (1 + std::fabs(second)));
    CHECK(first_difference(angle) == doctest::Approx(motion.spin).epsilon(1e-6));
  }
}
