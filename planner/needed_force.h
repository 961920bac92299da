// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/wrench_cone.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

/// Which contact forces and motions a wrench can be made of: g = motions - J c, in columns (fx, fy, tau / rho).
struct ForceColumns {
  Eigen::Matrix3Xd columns;
  std::vector<double> force;  ///< of a unit of each column, N; 0 for motions
  std::vector<int> contact;   ///< of each column; -1 for motions
};

/// Those of a mode: its friction edges, and its momenta if asked for.
enum class Motions { none, of_mode };
ForceColumns columns_of_mode(const ContactSet& set, const Mode& mode, Motions motions);

/// The friction edges (`sliding` false: the normals) of some contacts, friction at the high or the low end.
ForceColumns columns_of_contacts(const ContactSet& set, const std::vector<int>& contacts, bool with_friction,
                                 bool high);

/// The least sum of contact forces that makes up a wrench g, |(fx, fy, tau / rho)| = 1 in the columns' units, and the
/// contacts that bear more than `large` of it. Infinite when no columns do (within rounding).
struct NeededForce {
  double sum = 0;
  std::vector<int> contacts;
};
NeededForce needed_force(const ForceColumns& columns, const Eigen::Vector3d& g, double large);

}  // namespace pawl::internal
