// SPDX-License-Identifier: MIT
#include <pawl/bodies/mass_matrix.h>

#include "bodies/equation_terms.h"

namespace pawl {
namespace internal {
namespace {

/// Adds the inertia of one link to the rows and columns of its joint and the joint's ancestors.
void add_link(const Kinematics& kinematics, std::size_t link, Eigen::MatrixXd& mass) {
  const Joint& joint = kinematics.system().joints[link];
  const Eigen::Vector2d center = kinematics.center_of_mass(link);
  for (int j = static_cast<int>(link); j >= 0; j = kinematics.parent(j)) {
    for (int k = static_cast<int>(link); k >= 0; k = kinematics.parent(k)) {
      mass(kinematics.column(j), kinematics.column(k)) +=
          joint.mass * kinematics.point_column(j, center).dot(kinematics.point_column(k, center)) +
          joint.inertia * kinematics.spin_column(j) * kinematics.spin_column(k);
    }
  }
}

}  // namespace

Eigen::MatrixXd mass_matrix(const Kinematics& kinematics) {
  const System& system = kinematics.system();
  const Eigen::Index degrees = static_cast<Eigen::Index>(system.degrees());
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(degrees, degrees);
  Eigen::Index at = 0;
  for (const Body& body : system.bodies) {
    mass.diagonal().segment<3>(at) << body.mass, body.mass, body.inertia;
    at += 3;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) add_link(kinematics, i, mass);
  return mass;
}

}  // namespace internal

Eigen::MatrixXd mass_matrix(const System& system, const State& state) {
  validate(system, state);
  return internal::mass_matrix(internal::Kinematics(system, state));
}

}  // namespace pawl
