// SPDX-License-Identifier: MIT
// The forward problem of one part, solved exactly by modes, and the contact laws of many bodies say the same.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/dynamics/contact_laws.h>
#include <pawl/dynamics/forward.h>

#include <Eigen/LU>
#include <cmath>

#include "support/count.h"
#include "support/mode_solutions.h"
#include "support/random_systems.h"

using namespace pawl;

namespace {

/// The part as the only body, its fixels on the ground.
MultiBody as_system(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist) {
  MultiBody system;
  Eigen::Vector3d pose(set.center_of_mass.x(), set.center_of_mass.y(), 0);
  system.bodies = {FreeBody{set.mass, set.inertia, pose, twist, wrench}};
  for (const Contact& contact : set.contacts) {
    BodyContact touch;
    touch.b = Solid::body(0);
    touch.point = contact.point;
    touch.normal = contact.normal;
    touch.friction = contact.friction.high;
    touch.radius_a = contact.fixel_radius;
    touch.radius_b = contact.part_radius;
    system.contacts.push_back(touch);
  }
  return system;
}

ContactSet random_part(oracle::RandomSystems& random) {
  ContactSet set;
  set.mass = random.real(0.2, 3);
  set.inertia = random.real(0.1, 2);
  set.center_of_mass = random.vector(0.5);
  const int count = random.integer(1, 3);
  for (int i = 0; i < count; ++i) {
    Contact contact;
    contact.point = random.vector(1);
    contact.normal = random.unit();
    contact.friction = random.real(0, 1.5);
    const double radius = random.real(0.1, 1);
    contact.part_radius = random.integer(0, 1) == 0 ? kFlat : radius;
    contact.fixel_radius =
        std::isinf(contact.part_radius) ? random.real(0, 0.5) : random.integer(0, 1) * random.real(0, 1);
    set.contacts.push_back(contact);
  }
  return set;
}

/// A twist with no velocity of parting: any for one contact, about the meeting point of the normals for two.
Eigen::Vector3d sliding_twist(const ContactSet& set, oracle::RandomSystems& random) {
  const Eigen::MatrixXd normals = contact_jacobian(set).leftCols(static_cast<Eigen::Index>(set.size())).transpose();
  const Eigen::MatrixXd kernel = normals.fullPivLu().kernel();
  Eigen::Vector3d twist = Eigen::Vector3d::Zero();
  for (Eigen::Index k = 0; k < kernel.cols(); ++k) twist += random.real(-1, 1) * kernel.col(k);
  return twist;
}

bool among(const Eigen::Vector3d& acceleration, const std::vector<ForwardSolution>& solutions) {
  for (const ForwardSolution& solution : solutions) {
    if (solution.acceleration_rank_deficiency > 0) return true;  // a continuum; held against no single number
    if ((solution.acceleration - acceleration).norm() < 1e-7 * (1 + acceleration.norm())) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("one part against fixels, at rest and sliding") {
  oracle::RandomSystems random(1);
  int many = 0, none = 0;
  const int trials = oracle::count(400);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const ContactSet set = random_part(random);
    const bool moves = trial % 2 == 1 && set.size() < 3;
    const Eigen::Vector3d twist = moves ? sliding_twist(set, random) : Eigen::Vector3d::Zero();
    const Eigen::Vector3d wrench(random.real(-3, 3), random.real(-3, 3), random.real(-3, 3));
    const ForwardSolutions exact = forward(set, wrench, twist);
    const ContactLaws laws = acceleration_laws(equations_of_motion(as_system(set, wrench, twist)));
    const std::vector<SystemMotion> found = oracle::solutions_by_modes(laws);
    CHECK(found.empty() == (exact.count == SolutionCount::none));
    for (const SystemMotion& motion : found) CHECK(among(motion.motion, exact.solutions));
    for (const ForwardSolution& solution : exact.solutions) {
      SystemForces forces{solution.forces.head(static_cast<Eigen::Index>(set.size())), {}};
      forces.tangent = {solution.forces.tail(static_cast<Eigen::Index>(set.size()))};
      CHECK(verify(laws, motion_of(laws, forces)).within());
    }
    many += exact.count == SolutionCount::many;
    none += exact.count == SolutionCount::none;
  }
  MESSAGE(trials << " parts, " << many << " with many solutions, " << none << " with none");
  CHECK(none > 0);
  CHECK(many > 0);
}
