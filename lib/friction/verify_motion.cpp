// SPDX-License-Identifier: MIT
#include <pawl/friction/motion_problem.h>

#include <algorithm>
#include <cmath>

#include "base/dense_factorizations.h"
#include "friction/contact_scales.h"
#include "friction/force_trial.h"
#include "friction/shape_validator.h"

namespace pawl {
namespace {

using internal::contact_wrench;
using internal::ContactScales;
using internal::pin_fit;
using internal::PinFit;
using internal::raise;
using internal::sliding_direction;

double part(double miss, double sum) { return miss == 0 ? 0 : miss / sum; }

/// The force on a degree of freedom that gives contacts the scale of motion; 0 for one that no contact feels.
double force_at_contacts(const ContactEquations& e, Eigen::Index i, const ContactScales& scales) {
  double lever = e.contacts() > 0 ? e.normals.col(i).cwiseAbs().maxCoeff() : 0;
  for (const Eigen::MatrixXd& tangent : e.tangents) {
    if (e.contacts() > 0) lever = std::max(lever, tangent.col(i).cwiseAbs().maxCoeff());
  }
  return lever > 0 ? e.mass(i, i) * scales.motion() / lever : 0;
}

/// What the terms of each joint's equation come to, held and loose.
Eigen::VectorXd joint_motions(const Bilateral& b, const SystemMotion& m, const ContactScales& scales) {
  return b.rows.cwiseAbs() * (m.motion.cwiseAbs() + scales.loose().cwiseAbs());
}

/// The force on a degree of freedom that gives the joints at it the scale of their motion. All that its equation adds
/// up may be zero, a torque of pins that pull through the centre of mass say, and rounding of the joints' forces is
/// then all there is.
double force_at_joints(const ContactEquations& e, Eigen::Index i, const Eigen::VectorXd& joint_motions) {
  double lever = 0, motion = 0;
  for (Eigen::Index k = 0; k < e.bilateral.size(); ++k) {
    const double entry = std::fabs(e.bilateral.rows(k, i));
    if (entry == 0) continue;
    lever = std::max(lever, entry);
    motion = std::max(motion, joint_motions[k]);
  }
  return lever > 0 ? e.mass(i, i) * motion / lever : 0;
}

/// Row by row; an entry M_ij counts as sqrt(M_ii M_jj), which bounds it and what elimination rounds in its place.
double newton_euler(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales) {
  const ContactEquations& e = problem.equations;
  const Eigen::VectorXd root = e.mass.diagonal().cwiseSqrt();
  const Eigen::VectorXd miss = e.mass * m.motion - problem.impetus - contact_wrench(e, m.forces) -
                               (m.bilateral.size() > 0 ? e.bilateral.rows.transpose() * m.bilateral
                                                       : Eigen::VectorXd(Eigen::VectorXd::Zero(e.degrees())));
  Eigen::VectorXd sum = problem.impetus.cwiseAbs() + e.normals.cwiseAbs().transpose() * m.forces.normal.cwiseAbs();
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    sum += e.tangents[k].cwiseAbs().transpose() * m.forces.tangent[k].cwiseAbs();
  }
  if (m.bilateral.size() > 0) sum += e.bilateral.rows.cwiseAbs().transpose() * m.bilateral.cwiseAbs();
  const Eigen::VectorXd joints = joint_motions(e.bilateral, m, scales);
  Eigen::VectorXd inertial(e.degrees());
  for (Eigen::Index i = 0; i < e.degrees(); ++i) {
    inertial[i] = std::max(force_at_contacts(e, i, scales), force_at_joints(e, i, joints));
  }
  for (Eigen::Index j = 0; j < e.degrees(); ++j) {
    for (Eigen::Index i = 0; i < e.degrees(); ++i) {
      if (e.mass(i, j) != 0) inertial[i] += root[i] * root[j] * std::fabs(m.motion[j]);
    }
  }
  double worst = 0;
  for (Eigen::Index i = 0; i < e.degrees(); ++i) raise(worst, part(miss[i], sum[i] + inertial[i]));
  return worst;
}

/// Pins that depend on each other and are off cannot all be met: what is left of the misses when as little is left as
/// can be, the part in the range of the pins' rows. `beyond` is the largest of what no motion mends.
Eigen::VectorXd avoidable(const Bilateral& b, const Eigen::VectorXd& misses, double& beyond) {
  std::vector<Eigen::Index> pins, loose;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    if (!b.driven[static_cast<std::size_t>(i)]) pins.push_back(i);
  }
  for (Eigen::Index j = 0; j < b.rows.cols(); ++j) {
    bool driven = false;
    for (Eigen::Index i = 0; i < b.size(); ++i) driven |= b.driven[static_cast<std::size_t>(i)] && b.rows(i, j) != 0;
    if (!driven) loose.push_back(j);
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(pin_fit(b).dependent);
  factors.compute(b.rows(pins, loose));
  const Eigen::MatrixXd range =
      factors.householderQ() * Eigen::MatrixXd::Identity(static_cast<Eigen::Index>(pins.size()), factors.rank());
  const Eigen::VectorXd all = misses(pins);
  const Eigen::VectorXd mended = range * (range.transpose() * all);
  beyond = all.size() > 0 ? (all - mended).cwiseAbs().maxCoeff() : 0;
  Eigen::VectorXd result = misses;
  result(pins) = mended;
  return result;
}

/// As part of the motion there is, or would be if nothing held it: what a joint holds at rest is rounding otherwise.
double bilateral(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales) {
  const Bilateral& b = problem.equations.bilateral;
  if (b.size() == 0) return 0;
  const double scale = (joint_motions(b, m, scales) + problem.bilateral_target.cwiseAbs()).maxCoeff();
  Eigen::VectorXd misses = b.rows * m.motion - problem.bilateral_target;
  double worst = 0;
  const PinFit fit = pin_fit(b);
  if (fit.off) {
    double beyond = 0;
    misses = avoidable(b, misses, beyond);
    if (!(beyond <= fit.missed * scale + problem.bilateral_slack)) raise(worst, part(beyond, scale));
  }
  for (const double miss : misses) raise(worst, part(miss, scale));
  return worst;
}

double kinematics(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales) {
  const ContactEquations& e = problem.equations;
  const Eigen::VectorXd normal = e.normals * m.motion + problem.normal_offset - m.normal;
  const auto closed = [&](Eigen::Index i) { return problem.states[static_cast<std::size_t>(i)] != ContactState::open; };
  double worst = 0;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (closed(i)) raise(worst, scales.motion_part(normal[i]));
  }
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    const Eigen::ArrayXd along = internal::rows_times(e.tangents[k], m.motion);
    for (Eigen::Index i = 0; i < e.contacts(); ++i) {
      const double stated = m.tangent[k][i] - problem.tangent_offset[k][i];
      if (closed(i)) raise(worst, scales.motion_part(along[i] - stated));
    }
  }
  return worst;
}

/// A rolling contact's c_k is where -a_k pushes it within [-mu c_n, mu c_n], a sliding one's at the end.
double friction(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales, Eigen::Index i) {
  const double bound = problem.equations.friction[i] * std::max(0.0, scales.force_part(m.forces.normal[i], i));
  double worst = 0;
  for (std::size_t k = 0; k < m.tangent.size(); ++k) {
    const double force = scales.force_part(m.forces.tangent[k][i], i);
    const double expected = problem.states[static_cast<std::size_t>(i)] == ContactState::sliding
                                ? -bound * sliding_direction(problem.equations, i, k)
                                : std::clamp(force - scales.motion_part(m.tangent[k][i]), -bound, bound);
    raise(worst, force - expected);
  }
  return worst;
}

/// `scales` have measured the motion.
MotionResiduals residuals_of(const MotionProblem& problem, const SystemMotion& motion, const ContactScales& scales) {
  const ContactEquations& e = problem.equations;
  MotionResiduals residuals;
  residuals.newton_euler = newton_euler(problem, motion, scales);
  residuals.bilateral = bilateral(problem, motion, scales);
  residuals.kinematics = kinematics(problem, motion, scales);
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (problem.states[static_cast<std::size_t>(i)] == ContactState::open) {
      raise(residuals.normal, motion.forces.normal[i]);
      for (const Eigen::VectorXd& tangent : motion.forces.tangent) raise(residuals.friction, tangent[i]);
      continue;
    }
    raise(residuals.normal,
          std::min(scales.force_part(motion.forces.normal[i], i), scales.motion_part(motion.normal[i])));
    raise(residuals.friction, friction(problem, motion, scales, i));
  }
  return residuals;
}

}  // namespace

double MotionResiduals::worst() const { return std::max({newton_euler, bilateral, normal, friction, kinematics}); }

MotionResiduals verify(const MotionProblem& problem, const SystemMotion& motion) {
  internal::ShapeValidator check;
  check.part("", problem);
  check.motion(motion, problem.equations);
  check.finish();
  ContactScales scales(problem);
  scales.measure(motion.forces, motion.motion);
  return residuals_of(problem, motion, scales);
}

MotionResiduals internal::ForceTrial::residuals(const SystemMotion& motion) {
  scales_.measure(motion.forces, motion.motion);
  return residuals_of(problem_, motion, scales_);
}

}  // namespace pawl
