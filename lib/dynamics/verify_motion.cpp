// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/dynamics/contact_laws.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/contact_scales.h"

namespace pawl {
namespace {

/// Keeps the largest; what is not a number is infinitely wrong.
void raise(double& worst, double value) {
  worst = std::isnan(value) ? std::numeric_limits<double>::infinity() : std::max(worst, std::fabs(value));
}

double part(double miss, double sum) { return miss == 0 ? 0 : miss / sum; }

/// The force on a degree of freedom that gives contacts the scale of motion; 0 for one that no contact feels.
double force_of_scale(const ContactEquations& e, Eigen::Index i, const ContactScales& scales) {
  double lever = e.contacts() > 0 ? e.normals.col(i).cwiseAbs().maxCoeff() : 0;
  for (const Eigen::MatrixXd& tangent : e.tangents) {
    if (e.contacts() > 0) lever = std::max(lever, tangent.col(i).cwiseAbs().maxCoeff());
  }
  return lever > 0 ? e.mass(i, i) * scales.motion / lever : 0;
}

/// Row by row; an entry M_ij counts as sqrt(M_ii M_jj), which bounds it and what elimination rounds in its place.
double newton_euler(const ContactLaws& laws, const SystemMotion& m, const ContactScales& scales) {
  const ContactEquations& e = laws.equations;
  const Eigen::VectorXd root = e.mass.diagonal().cwiseSqrt();
  const Eigen::VectorXd miss = e.mass * m.motion - laws.impetus - contact_wrench(e, m.forces) -
                               (m.bilateral.size() > 0 ? e.bilateral.rows.transpose() * m.bilateral
                                                       : Eigen::VectorXd(Eigen::VectorXd::Zero(e.degrees())));
  Eigen::VectorXd sum = laws.impetus.cwiseAbs() + e.normals.cwiseAbs().transpose() * m.forces.normal.cwiseAbs();
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    sum += e.tangents[k].cwiseAbs().transpose() * m.forces.tangent[k].cwiseAbs();
  }
  if (m.bilateral.size() > 0) sum += e.bilateral.rows.cwiseAbs().transpose() * m.bilateral.cwiseAbs();
  double worst = 0;
  for (Eigen::Index i = 0; i < e.degrees(); ++i) {
    double inertial = force_of_scale(e, i, scales);
    for (Eigen::Index j = 0; j < e.degrees(); ++j) {
      if (e.mass(i, j) != 0) inertial += root[i] * root[j] * std::fabs(m.motion[j]);
    }
    raise(worst, part(miss[i], sum[i] + inertial));
  }
  return worst;
}

/// As part of the motion there is, or would be if nothing held it: what a joint holds at rest is rounding otherwise.
double bilateral(const ContactLaws& laws, const SystemMotion& m, const ContactScales& scales) {
  const Bilateral& b = laws.equations.bilateral;
  if (b.size() == 0) return 0;
  const Eigen::VectorXd sums = b.rows.cwiseAbs() * (m.motion.cwiseAbs() + scales.loose.cwiseAbs());
  const double scale = (sums + laws.bilateral_target.cwiseAbs()).maxCoeff();
  double worst = 0;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    raise(worst, part(b.rows.row(i).dot(m.motion) - laws.bilateral_target[i], scale));
  }
  return worst;
}

double kinematics(const ContactLaws& laws, const SystemMotion& m, const ContactScales& scales) {
  const ContactEquations& e = laws.equations;
  const Eigen::VectorXd normal = e.normals * m.motion + laws.normal_offset - m.normal;
  double worst = 0;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (laws.states[static_cast<std::size_t>(i)] == ContactState::open) continue;
    raise(worst, scales.motion_part(normal[i]));
    for (std::size_t k = 0; k < e.tangents.size(); ++k) {
      const double stated = m.tangent[k][i] - laws.tangent_offset[k][i];
      raise(worst, scales.motion_part(e.tangents[k].row(i).dot(m.motion) - stated));
    }
  }
  return worst;
}

/// A rolling contact's c_k is where -a_k pushes it within [-mu c_n, mu c_n], a sliding one's at the end.
double friction(const ContactLaws& laws, const SystemMotion& m, const ContactScales& scales, Eigen::Index i) {
  const double bound = laws.equations.friction[i] * std::max(0.0, scales.force_part(m.forces.normal[i], i));
  double worst = 0;
  for (std::size_t k = 0; k < m.tangent.size(); ++k) {
    const double force = scales.force_part(m.forces.tangent[k][i], i);
    const double expected = laws.states[static_cast<std::size_t>(i)] == ContactState::sliding
                                ? -bound * sliding_direction(laws.equations, i, k)
                                : std::clamp(force - scales.motion_part(m.tangent[k][i]), -bound, bound);
    raise(worst, force - expected);
  }
  return worst;
}

}  // namespace

double MotionResiduals::worst() const { return std::max({newton_euler, bilateral, normal, friction, kinematics}); }

MotionResiduals verify(const ContactLaws& laws, const SystemMotion& motion) {
  const ContactEquations& e = laws.equations;
  PAWL_ASSERT(motion.motion.size() == e.degrees() && motion.bilateral.size() == e.bilateral.size());
  PAWL_ASSERT(motion.normal.size() == e.contacts() && motion.tangent.size() == e.tangents.size());
  const ContactScales scales = contact_scales(laws, motion.forces, motion.motion);
  MotionResiduals residuals;
  residuals.newton_euler = newton_euler(laws, motion, scales);
  residuals.bilateral = bilateral(laws, motion, scales);
  residuals.kinematics = kinematics(laws, motion, scales);
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (laws.states[static_cast<std::size_t>(i)] == ContactState::open) {
      raise(residuals.normal, motion.forces.normal[i]);
      for (const Eigen::VectorXd& tangent : motion.forces.tangent) raise(residuals.friction, tangent[i]);
      continue;
    }
    raise(residuals.normal,
          std::min(scales.force_part(motion.forces.normal[i], i), scales.motion_part(motion.normal[i])));
    raise(residuals.friction, friction(laws, motion, scales, i));
  }
  return residuals;
}

}  // namespace pawl
