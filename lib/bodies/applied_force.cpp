// SPDX-License-Identifier: MIT
#include "bodies/equation_terms.h"

namespace pawl::internal {
namespace {

/// A load's entry, 0 where the list has none.
Eigen::Vector3d entry(const std::vector<Eigen::Vector3d>& wrenches, std::size_t i) {
  return wrenches.empty() ? Eigen::Vector3d(0, 0, 0) : wrenches[i];
}

/// The wrench of gravity and of what the user applies, and the velocity products, of one link.
void add_link_force(const Kinematics& kinematics, std::size_t link, const Eigen::Vector3d& wrench,
                    Eigen::VectorXd& force) {
  const System& system = kinematics.system();
  const Eigen::Vector2d center = kinematics.center_of_mass(link);
  const Eigen::Vector2d products = kinematics.motion(Solid::link(link)).bias_at(center);
  const Eigen::Vector2d push = system.joints[link].mass * (system.gravity - products) + wrench.head<2>();
  for (int j = static_cast<int>(link); j >= 0; j = kinematics.parent(j)) {
    force[kinematics.column(j)] +=
        kinematics.point_column(j, center).dot(push) + kinematics.spin_column(j) * wrench.z();
  }
}

}  // namespace

Eigen::VectorXd applied_force(const Kinematics& kinematics, const Loads& loads) {
  const System& system = kinematics.system();
  Eigen::VectorXd force = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.degrees()));
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(i);
    force.segment<3>(at) = entry(loads.body_wrenches, i);
    force.segment<2>(at) += system.bodies[i].mass * system.gravity;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    add_link_force(kinematics, i, entry(loads.link_wrenches, i), force);
    // The effort of a known motion is an unknown multiplier.
    const bool known = system.joints[i].drive == Joint::Drive::effort && !loads.efforts.empty();
    if (known) force[kinematics.column(static_cast<int>(i))] += loads.efforts[i];
  }
  return force;
}

}  // namespace pawl::internal
