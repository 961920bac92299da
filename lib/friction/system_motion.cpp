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

using internal::ConstrainedInertia;
using internal::contact_wrench;
using internal::ContactScales;

/// Rows of contact motion that must be zero for the forces to be what they are.
class HeldRows {
 public:
  HeldRows(const MotionProblem& problem, const SystemMotion& motion, const ContactScales& scales) {
    for (Eigen::Index i = 0; i < problem.equations.contacts(); ++i) {
      const ContactState state = problem.states[static_cast<std::size_t>(i)];
      const double force = scales.force_part(motion.forces.normal[i], i);
      if (state == ContactState::open || force <= std::fabs(scales.motion_part(motion.normal[i]))) continue;
      add(problem.equations.normals.row(i), motion.normal[i]);
      if (state == ContactState::sliding) continue;
      for (std::size_t k = 0; k < problem.equations.tangents.size(); ++k) {
        const double pull = scales.force_part(motion.forces.tangent[k][i], i);
        const double slide = scales.motion_part(motion.tangent[k][i]);
        if (std::fabs(pull - slide) >= problem.equations.friction[i] * force) continue;
        add(problem.equations.tangents[k].row(i), motion.tangent[k][i]);
      }
    }
  }

  Eigen::Index size() const { return static_cast<Eigen::Index>(values_.size()); }
  double largest() const {
    double value = 0;
    for (const double v : values_) value = std::max(value, std::fabs(v));
    return value;
  }
  Eigen::MatrixXd rows() const {
    Eigen::MatrixXd all(size(), rows_.empty() ? 0 : rows_[0].size());
    for (Eigen::Index i = 0; i < size(); ++i) all.row(i) = rows_[static_cast<std::size_t>(i)];
    return all;
  }
  Eigen::VectorXd values() const { return Eigen::Map<const Eigen::VectorXd>(values_.data(), size()); }

 private:
  void add(const Eigen::RowVectorXd& row, double value) {
    rows_.push_back(row);
    values_.push_back(value);
  }
  std::vector<Eigen::RowVectorXd> rows_;
  std::vector<double> values_;
};

void set_contact_motion(const MotionProblem& problem, SystemMotion& motion) {
  const ContactEquations& e = problem.equations;
  motion.normal = e.normals * motion.motion + problem.normal_offset;
  motion.tangent.resize(e.tangents.size());
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    motion.tangent[k] = e.tangents[k] * motion.motion + problem.tangent_offset[k];
  }
}

/// The smallest change of x, measured by M, that stops the held rows; for rounding only, so one step is enough.
void hold(const MotionProblem& problem, const ConstrainedInertia& inertia, const ContactScales& scales,
          SystemMotion& motion) {
  const HeldRows held(problem, motion, scales);
  if (held.size() == 0 || inertia.freedom() == 0 || held.largest() <= 1e-14 * scales.motion()) return;
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> half;
  half.setThreshold(tolerance::kDependentRows);
  half.compute(inertia.half(held.rows()).transpose());
  motion.motion -= inertia.spread(half.solve(held.values()));
  set_contact_motion(problem, motion);
}

}  // namespace

namespace internal {

ForceTrial::ForceTrial(const MotionProblem& problem)
    : problem_(problem),
      inertia_(problem.equations.mass, problem.equations.bilateral),
      scales_(problem.equations.bilateral.size() == 0 ? ContactScales(problem, inertia_) : ContactScales(problem)),
      particular_(inertia_.particular(problem.bilateral_target, problem.bilateral_slack)) {}

SystemMotion ForceTrial::motion(const SystemForces& forces) {
  const ContactEquations& e = problem_.equations;
  const Eigen::VectorXd push = problem_.impetus + contact_wrench(e, forces);
  SystemMotion motion;
  motion.forces = forces;
  motion.motion = inertia_.motion(push, particular_);
  set_contact_motion(problem_, motion);
  scales_.measure(forces, motion.motion);
  hold(problem_, inertia_, scales_, motion);
  motion.bilateral = inertia_.multipliers(e.mass * motion.motion - push);
  return motion;
}

}  // namespace internal

SystemMotion motion_of(const MotionProblem& problem, const SystemForces& forces) {
  internal::ShapeValidator check;
  check.part("", problem);
  check.forces(forces, problem.equations);
  check.finish();
  return internal::ForceTrial(problem).motion(forces);
}

}  // namespace pawl
