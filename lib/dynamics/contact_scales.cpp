// SPDX-License-Identifier: MIT
#include "dynamics/contact_scales.h"

#include <algorithm>
#include <cmath>

namespace pawl {
namespace {

bool closed(const ContactLaws& laws, Eigen::Index i) {
  return laws.states[static_cast<std::size_t>(i)] != ContactState::open;
}

/// The largest |J||x| + |o| over all directions of closed contacts.
double largest_sum(const ContactLaws& laws, const Eigen::VectorXd& x) {
  const ContactEquations& e = laws.equations;
  const Eigen::VectorXd magnitude = x.cwiseAbs();
  double largest = 0;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (!closed(laws, i)) continue;
    largest = std::max(largest, e.normals.row(i).cwiseAbs().dot(magnitude) + std::fabs(laws.normal_offset[i]));
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      largest =
          std::max(largest, e.tangents[k].row(i).cwiseAbs().dot(magnitude) + std::fabs(laws.tangent_offset[k][i]));
    }
  }
  return largest;
}

}  // namespace

ContactScales contact_scales(const ContactLaws& laws, const ConstrainedInertia& inertia, const ContactForces& forces,
                             const Eigen::VectorXd& motion) {
  const Eigen::VectorXd unforced = inertia.motion(laws.impetus, inertia.particular(laws.bilateral_target));
  ContactScales scales;
  scales.motion = std::max(largest_sum(laws, motion), largest_sum(laws, unforced));
  const Eigen::MatrixXd half = inertia.half(laws.equations.normals);
  scales.force.resize(laws.equations.contacts());
  for (Eigen::Index i = 0; i < scales.force.size(); ++i) {
    double force = std::fabs(forces.normal[i]);
    for (const Eigen::VectorXd& tangent : forces.tangent) force = std::max(force, std::fabs(tangent[i]));
    const double mobility = half.col(i).squaredNorm();
    scales.force[i] = std::max(force, mobility > 0 ? scales.motion / mobility : 0);
  }
  return scales;
}

double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent) {
  double squared = 0;
  double along = 0;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    const double speed = equations.tangents[k].row(contact).dot(equations.velocity);
    squared += speed * speed;
    if (k == tangent) along = speed;
  }
  return along / std::sqrt(squared);
}

Eigen::VectorXd contact_wrench(const ContactEquations& equations, const ContactForces& forces) {
  Eigen::VectorXd wrench = equations.normals.transpose() * forces.normal;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    wrench += equations.tangents[k].transpose() * forces.tangent[k];
  }
  return wrench;
}

}  // namespace pawl
