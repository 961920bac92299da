// SPDX-License-Identifier: MIT
// The equations of motion, compared with closed forms and with the power of the forces.
#include <doctest/doctest.h>
#include <pawl/bodies/mass_matrix.h>
#include <pawl/bodies/potential_energy.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "support/count.h"
#include "support/finite_differences.h"
#include "support/random_systems.h"

using namespace pawl;
using oracle::first_difference;

TEST_CASE("a free body falls") {
  oracle::Scene scene;
  scene.add_body({2, 0.5}, {1, 2, 3}, {4, 5, 6}, {7, 8, 9});
  scene.system.gravity = {0, -10};
  const ContactEquations e = equations_of_motion(scene);
  CHECK(e.force == Eigen::Vector3d(7, 8 - 20, 9));
  CHECK(e.mass == Eigen::MatrixXd(Eigen::Vector3d(2, 2, 0.5).asDiagonal()));
  CHECK(e.contacts() == 0);
}

// A double pendulum has point masses m1, m2 on rods of lengths l1, l2, and relative angles q1, q2 with the rates u1,
// u2. The mass matrix is M11 = m1 l1^2 + m2 (l1^2 + l2^2 + 2 l1 l2 cos q2), M12 = m2 (l2^2 + l1 l2 cos q2), M22 = m2
// l2^2. The velocity products are -m2 l1 l2 sin q2 (2 u1 u2 + u2^2, -u1^2). Gravity acts along -y.
TEST_CASE("the double pendulum has its textbook equations") {
  const double m1 = 1.3, m2 = 0.7, l1 = 0.9, l2 = 1.1, q1 = 0.4, q2 = -1.2, u1 = 1.5, u2 = -2.5, g = 9.81;
  oracle::Scene arm;
  arm.system.gravity = {0, -g};
  Joint upper;
  upper.mass = m1;
  upper.center_of_mass = {l1, 0};
  Joint lower = upper;
  lower.parent = 0;
  lower.anchor = {l1, 0};
  lower.mass = m2;
  lower.center_of_mass = {l2, 0};
  arm.add_joint(upper, q1, u1, 3);
  arm.add_joint(lower, q2, u2, -2);
  const ContactEquations e = equations_of_motion(arm);
  CHECK(e.mass(0, 0) == doctest::Approx(m1 * l1 * l1 + m2 * (l1 * l1 + l2 * l2 + 2 * l1 * l2 * std::cos(q2))));
  CHECK(e.mass(0, 1) == doctest::Approx(m2 * (l2 * l2 + l1 * l2 * std::cos(q2))));
  CHECK(e.mass(1, 0) == e.mass(0, 1));
  CHECK(e.mass(1, 1) == doctest::Approx(m2 * l2 * l2));
  const double product = m2 * l1 * l2 * std::sin(q2);
  const double gravity2 = -m2 * g * l2 * std::cos(q1 + q2);
  const double gravity1 = -(m1 + m2) * g * l1 * std::cos(q1) + gravity2;
  CHECK(e.force[0] == doctest::Approx(3 + product * (2 * u1 * u2 + u2 * u2) + gravity1));
  CHECK(e.force[1] == doctest::Approx(-2 - product * u1 * u1 + gravity2));
}

// A mass m slides on a rod that turns with the angular velocity w. Let r be its distance from the pivot, and F the
// force along the rod. Then r'' - r w^2 = F/m, the moment of inertia is m r^2, and the Coriolis torque is m (2 r r' w).
TEST_CASE("a slider on a turning rod has centrifugal and Coriolis forces") {
  const double m = 2, r = 0.7, speed = 1.5, spin = -3;
  oracle::Scene scene;
  Joint rod;
  rod.mass = 0;
  rod.inertia = 1;
  Joint slider;
  slider.kind = Joint::Kind::prismatic;
  slider.parent = 0;
  slider.mass = m;
  scene.add_joint(rod, 0.3, spin);
  scene.add_joint(slider, r, speed);
  const ContactEquations e = equations_of_motion(scene);
  CHECK(e.mass(0, 0) == doctest::Approx(1 + m * r * r));
  CHECK(e.mass(0, 1) == doctest::Approx(0));
  CHECK(e.mass(1, 1) == doctest::Approx(m));
  CHECK(e.force[0] == doctest::Approx(-2 * m * r * speed * spin));
  CHECK(e.force[1] == doctest::Approx(m * r * spin * spin));
}

// The derivative of the energy, d/dt (u'Mu/2 + V), must equal the power of the joint efforts and of the wrenches,
// because the velocity products do no work. Here u are the velocities, M is the mass matrix, and V the potential
// energy.
TEST_CASE("for random trees of joints, the rate of change of the energy equals the power of the forces") {
  oracle::RandomSystems random(2);
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    oracle::Scene scene = random.scene(1, random.integer(1, 6));
    scene.loads.link_wrenches.clear();
    const ContactEquations e = equations_of_motion(scene);
    const Eigen::VectorXd u = e.velocity;
    const Eigen::VectorXd acceleration = e.mass.llt().solve(e.force);
    const auto kinetic_energy = [&](double t) {
      return u.dot(mass_matrix(scene.system, advanced(scene.state, t)) * u) / 2;
    };
    const double kinetic = u.dot(e.mass * acceleration) + first_difference(kinetic_energy);
    const double potential =
        first_difference([&](double t) { return potential_energy(scene.system, advanced(scene.state, t)); });
    double power = scene.loads.body_wrenches[0].dot(scene.state.twist(0));
    for (std::size_t j = 0; j < scene.loads.efforts.size(); ++j) {
      power += scene.loads.efforts[j] * scene.state.velocity(j);
    }
    CHECK(std::fabs(kinetic + potential - power) < 1e-6 * (1 + std::fabs(kinetic) + std::fabs(potential)));
  }
}

TEST_CASE("the power of an external wrench on a link follows from the velocity of the link's center of mass") {
  oracle::RandomSystems random(3);
  for (int trial = 0; trial < oracle::count(100); ++trial) {
    CAPTURE(trial);
    const oracle::Scene scene = random.scene(0, 4);
    oracle::Scene loose = scene;
    loose.loads.link_wrenches.clear();
    const Eigen::VectorXd u = scene.state.u;
    const double power = u.dot(equations_of_motion(scene).force - equations_of_motion(loose).force);
    double expected = 0;
    for (std::size_t i = 0; i < scene.system.joints.size(); ++i) {
      const Eigen::Vector3d& wrench = scene.loads.link_wrenches[i];
      expected += first_difference([&](double t) {
        const oracle::Scene moved = advanced(scene, t);
        const Eigen::Vector2d at = world_point(moved, Solid::link(i), scene.system.joints[i].center_of_mass);
        return wrench.head<2>().dot(at) + wrench.z() * pose_of(moved, Solid::link(i)).z();
      });
    }
    CHECK(power == doctest::Approx(expected).epsilon(1e-6));
  }
}

TEST_CASE("a prescribed joint acceleration adds an equation, and the effort of this joint no longer acts as a force") {
  oracle::RandomSystems random(7);
  oracle::Scene scene = random.scene(1, 3);
  scene.prescribe(1, 2.5);
  const ContactEquations e = equations_of_motion(scene);
  CHECK(e.bilateral.size() == 1);
  CHECK(e.bilateral.rows == Eigen::MatrixXd(Eigen::VectorXd::Unit(6, 4).transpose()));
  CHECK(e.bilateral.acceleration[0] == 2.5);
  CHECK(e.bilateral.driven[0]);
  scene.release(1);
  CHECK(equations_of_motion(scene).force[4] == doctest::Approx(e.force[4] + scene.loads.efforts[1]));
}
