// SPDX-License-Identifier: MIT
#include "friction/motion_problem.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/base/tolerance.h>
#include <pawl/friction/contact_equations.h>
#include <pawl/friction/motion_problem.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "friction/constrained_inertia.h"

namespace pawl {
namespace {

/// Separation speed and sliding speed of each contact, m/s.
struct Speeds {
  Eigen::ArrayXd parting, sliding;
};

Speeds speeds_of(const ContactEquations& e) {
  Speeds speeds{internal::rows_times(e.normals, e.velocity), Eigen::ArrayXd::Zero(e.contacts())};
  for (const Eigen::MatrixXd& tangent : e.tangents)
    speeds.sliding += internal::rows_times(tangent, e.velocity).square();
  speeds.sliding = speeds.sliding.sqrt();
  return speeds;
}

std::vector<ContactState> states_of(const ContactEquations& e, const Speeds& speeds, const RestTolerance& tolerance) {
  std::vector<ContactState> states;
  std::vector<Fault> faults;
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    const double parting = speeds.parting[i];
    const bool open = e.gap[i] > tolerance.gap || parting > tolerance.velocity;
    if (!open && parting < -tolerance.velocity) {
      faults.push_back({fmt::format("/contacts/{}", i), fmt::format("{}", parting),
                        fmt::format("the contact approaches at this separation velocity, m/s; expected at least {}; an "
                                    "impact needs the velocity level",
                                    -tolerance.velocity)});
    }
    states.push_back(open                                     ? ContactState::open
                     : speeds.sliding[i] > tolerance.velocity ? ContactState::sliding
                                                              : ContactState::rolling);
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return states;
}

void check_tolerance(const RestTolerance& tolerance, internal::ShapeValidator& check) {
  check.tolerance("/tolerance/gap", tolerance.gap);
  check.tolerance("/tolerance/velocity", tolerance.velocity);
}

/// Checks the sizes and the numbers that determine the states of contacts. Entries of the rows need no check: if an
/// entry is not finite, the speeds computed from it are not finite either.
void check_moving(const ContactEquations& e, internal::ShapeValidator& check) {
  const Eigen::Index d = e.velocity.size();
  check.matrix("/velocity", e.velocity, d, 1);
  check.shape("/normals", e.normals, e.contacts(), d);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.shape(internal::EntryOf{"/tangents", k}, e.tangents[k], e.contacts(), d);
  }
  check.matrix("/gap", e.gap, e.contacts(), 1);
}

void check_rows(const ContactEquations& e, internal::ShapeValidator& check) {
  check.matrix("/normals", e.normals, e.contacts(), e.velocity.size());
  for (std::size_t k = 0; k < e.tangents.size(); ++k) {
    check.matrix(internal::EntryOf{"/tangents", k}, e.tangents[k], e.contacts(), e.velocity.size());
  }
}

/// If there is more than one tangent, checks that every sliding contact has a nonzero sliding velocity.
void check_sliding(const MotionProblem& problem, internal::ShapeValidator& check) {
  const ContactEquations& e = problem.equations;
  if (e.tangents.size() < 2) return;
  const auto slides = [&](std::size_t i) {
    return std::any_of(e.tangents.begin(), e.tangents.end(), [&](const Eigen::MatrixXd& tangent) {
      return tangent.row(static_cast<Eigen::Index>(i)).dot(e.velocity) != 0;
    });
  };
  for (std::size_t i = 0; i < problem.states.size(); ++i) {
    if (problem.states[i] != ContactState::sliding || slides(i)) continue;
    check.add(fmt::format("/states/{}", i), "sliding", "must not be a sliding contact: its sliding velocity is 0 m/s");
  }
}

}  // namespace

std::vector<ContactState> contact_states(const ContactEquations& equations, const RestTolerance& tolerance) {
  internal::ShapeValidator check;
  check_tolerance(tolerance, check);
  check_moving(equations, check);
  check.finish();
  const Speeds speeds = speeds_of(equations);
  if (!internal::all_finite(speeds.parting) || !internal::all_finite(speeds.sliding)) check_rows(equations, check);
  check.finish();
  return states_of(equations, speeds, tolerance);
}

void MotionProblem::validate() const {
  internal::ShapeValidator check;
  const Eigen::Index n = equations.contacts();
  check.part("/equations", equations);
  const bool sound = check.empty();
  check.count("/states", states.size(), static_cast<std::size_t>(n));
  check.matrix("/free_momentum", free_momentum, equations.degrees(), 1);
  check.matrix("/normal_offset", normal_offset, n, 1);
  check.count("/tangent_offset", tangent_offset.size(), equations.tangents.size());
  for (std::size_t k = 0; k < tangent_offset.size(); ++k) {
    check.matrix(internal::EntryOf{"/tangent_offset", k}, tangent_offset[k], n, 1);
  }
  check.matrix("/bilateral_target", bilateral_target, equations.bilateral.size(), 1);
  check.not_negative("/bilateral_slack", bilateral_slack);
  if (sound && states.size() == static_cast<std::size_t>(n)) check_sliding(*this, check);
  check.finish();
}

MotionProblem acceleration_problem(ContactEquations equations, const RestTolerance& tolerance) {
  internal::ShapeValidator check;
  check_tolerance(tolerance, check);
  check.part("", equations);
  check.finish();
  MotionProblem problem;
  problem.states = states_of(equations, speeds_of(equations), tolerance);
  problem.free_momentum = equations.force;
  problem.normal_offset = equations.normal_bias;
  problem.tangent_offset = equations.tangent_bias;
  problem.bilateral_target = equations.bilateral.acceleration;
  problem.equations = std::move(equations);
  return problem;
}

MotionProblem step_problem(ContactEquations equations, double h) {
  internal::ShapeValidator check;
  check.positive("/h", h);
  check.part("", equations);
  check.finish();
  const Bilateral& bilateral = equations.bilateral;
  MotionProblem problem;
  problem.states.assign(static_cast<std::size_t>(equations.contacts()), ContactState::rolling);
  problem.free_momentum = equations.mass * equations.velocity + h * equations.force;
  problem.normal_offset = equations.gap / h;
  problem.tangent_offset.assign(equations.tangents.size(), Eigen::VectorXd::Zero(equations.contacts()));
  problem.bilateral_target = -bilateral.gap / h;
  problem.bilateral_slack = tolerance::kPinClosure / h;
  for (Eigen::Index i = 0; i < bilateral.size(); ++i) {
    if (!bilateral.driven[i]) continue;
    problem.bilateral_target[i] = bilateral.rows.row(i).dot(equations.velocity) + h * bilateral.acceleration[i];
  }
  problem.equations = std::move(equations);
  return problem;
}

namespace {

using internal::EntryOf;
using internal::ShapeValidator;

void check_friction(const Eigen::VectorXd& friction, ShapeValidator& validator) {
  for (Eigen::Index i = 0; i < friction.size(); ++i) {
    if (!(friction[i] >= 0)) {
      validator.add(fmt::format("/friction/{}", i), friction[i], "must be at least 0");
    }
  }
}

/// Returns whether the mass matrix is symmetric up to rounding: the result of mass.isApprox(mass.transpose(), 1e-12),
/// computed block by block.
bool is_symmetric(const Eigen::MatrixXd& mass, const std::vector<internal::DiagonalBlock>& blocks) {
  constexpr double kTolerance = 1e-12;
  double differences = 0, squares = 0;
  for (const auto& [start, end] : blocks) {
    for (Eigen::Index j = start; j < end; ++j) {
      for (Eigen::Index i = start; i < end; ++i) {
        const double difference = mass(i, j) - mass(j, i);
        differences += difference * difference;
        squares += mass(i, j) * mass(i, j);
      }
    }
  }
  return differences <= kTolerance * kTolerance * squares;
}

void check_mass(const Eigen::MatrixXd& mass, ShapeValidator& validator) {
  const std::vector<internal::DiagonalBlock> blocks = internal::diagonal_blocks(mass);
  if (!is_symmetric(mass, blocks)) validator.add("/mass", "", "must be symmetric");
  for (const auto& [start, end] : blocks) {
    double pivot = mass(start, start);
    if (end == start + 1 && pivot > 0) continue;
    const Eigen::Index size = end - start;
    const Eigen::Index i = internal::first_massless(mass.block(start, start, size, size), pivot);
    if (i < 0) continue;
    validator.add(fmt::format("/mass/{}", start + i), pivot,
                  "must be positive definite; this degree of freedom moves no mass");
    return;
  }
}

Eigen::MatrixXd beside(const Eigen::MatrixXd& left, const Eigen::MatrixXd& right) {
  Eigen::MatrixXd both(left.rows(), left.cols() + right.cols());
  both << left, right;
  return both;
}

Eigen::VectorXd above(const Eigen::VectorXd& top, const Eigen::VectorXd& bottom) {
  Eigen::VectorXd both(top.size() + bottom.size());
  both << top, bottom;
  return both;
}

/// Checks that the matrices have consistent sizes, so that their rows can be stacked.
void check_shapes(const WrenchMatrices& m) {
  ShapeValidator validator;
  const Eigen::Index p = m.object_mass.rows();
  const Eigen::Index r = m.manipulator_mass.rows();
  const Eigen::Index n = m.friction.size();
  validator.matrix("/object_mass", m.object_mass, p, p);
  validator.matrix("/manipulator_mass", m.manipulator_mass, r, r);
  if (m.W.size() < 2) validator.count("/W", m.W.size(), 2);
  validator.count("/J", m.J.size(), m.W.size());
  validator.count("/velocity_products", m.velocity_products.size(), m.W.size());
  validator.finish();
  for (std::size_t k = 0; k < m.W.size(); ++k) {
    validator.matrix(EntryOf{"/W", k}, m.W[k], p, n);
    validator.matrix(EntryOf{"/J", k}, m.J[k], n, r);
    validator.matrix(EntryOf{"/velocity_products", k}, m.velocity_products[k], n, 1);
  }
  validator.matrix("/object_force", m.object_force, p, 1);
  validator.matrix("/manipulator_force", m.manipulator_force, r, 1);
  validator.matrix("/object_velocity", m.object_velocity, p, 1);
  validator.matrix("/joint_velocity", m.joint_velocity, r, 1);
  validator.finish();
}

}  // namespace

void ContactEquations::validate() const {
  ShapeValidator validator;
  const Eigen::Index d = mass.rows();
  const Eigen::Index n = normals.rows();
  validator.matrix("/mass", mass, d, d);
  validator.matrix("/force", force, d, 1);
  validator.matrix("/velocity", velocity, d, 1);
  validator.matrix("/normals", normals, n, d);
  if (tangents.empty()) validator.count("/tangents", 0, 1);
  validator.count("/tangent_bias", tangent_bias.size(), tangents.size());
  for (std::size_t k = 0; k < tangents.size(); ++k) {
    validator.matrix(EntryOf{"/tangents", k}, tangents[k], n, d);
    if (k < tangent_bias.size()) validator.matrix(EntryOf{"/tangent_bias", k}, tangent_bias[k], n, 1);
  }
  validator.matrix("/normal_bias", normal_bias, n, 1);
  validator.matrix("/friction", friction, n, 1);
  validator.matrix("/gap", gap, n, 1);
  validator.matrix("/bilateral/rows", bilateral.rows, bilateral.size(),
                   bilateral.size() == 0 ? bilateral.rows.cols() : d);
  validator.matrix("/bilateral/acceleration", bilateral.acceleration, bilateral.size(), 1);
  validator.matrix("/bilateral/gap", bilateral.gap, bilateral.size(), 1);
  validator.count("/bilateral/driven", bilateral.driven.size(), static_cast<std::size_t>(bilateral.size()));
  if (!links.empty()) validator.count("/links", links.size(), static_cast<std::size_t>(d));
  validator.finish();
  check_friction(friction, validator);
  check_mass(mass, validator);
  validator.finish();
}

ContactEquations equations_of(const WrenchMatrices& m) {
  check_shapes(m);
  const Eigen::Index p = m.object_mass.rows();
  const Eigen::Index r = m.manipulator_mass.rows();
  ContactEquations e;
  e.mass = Eigen::MatrixXd::Zero(p + r, p + r);
  e.mass.topLeftCorner(p, p) = m.object_mass;
  e.mass.bottomRightCorner(r, r) = m.manipulator_mass;
  e.force = above(m.object_force, m.manipulator_force);
  e.velocity = above(m.object_velocity, m.joint_velocity);
  e.normals = beside(m.W[0].transpose(), -m.J[0]);
  e.normal_bias = m.velocity_products[0];
  for (std::size_t k = 1; k < m.W.size(); ++k) {
    e.tangents.push_back(beside(m.W[k].transpose(), -m.J[k]));
    e.tangent_bias.push_back(m.velocity_products[k]);
  }
  e.friction = m.friction;
  e.links = m.links;
  e.gap = Eigen::VectorXd::Zero(m.friction.size());
  e.bilateral.rows.resize(0, p + r);
  e.validate();
  return e;
}

namespace {

using internal::ConstrainedInertia;
using internal::contact_wrench;
using internal::ContactScales;

/// The rows of contact motions that must be zero under the given forces.
class HeldRows {
 public:
  HeldRows(const MotionProblem& problem, const SystemMotion& motion, const ContactScales& scales) {
    for (Eigen::Index i = 0; i < problem.equations.contacts(); ++i) {
      const ContactState state = problem.states[i];
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
    for (Eigen::Index i = 0; i < size(); ++i) all.row(i) = rows_[i];
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

/// Makes the smallest change of x, in the norm of M, for which the motion of the held rows is zero. The change only
/// removes rounding errors, so one step is sufficient.
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

namespace internal::inline friction {

ForceTrial::ForceTrial(const MotionProblem& problem)
    : problem_(problem),
      inertia_(problem.equations.mass, problem.equations.bilateral),
      scales_(problem.equations.bilateral.size() == 0 ? ContactScales(problem, inertia_) : ContactScales(problem)),
      particular_(inertia_.particular(problem.bilateral_target, problem.bilateral_slack)) {}

SystemMotion ForceTrial::motion(const SystemForces& forces) {
  const ContactEquations& e = problem_.equations;
  const Eigen::VectorXd push = problem_.free_momentum + contact_wrench(e, forces);
  SystemMotion motion;
  motion.forces = forces;
  motion.motion = inertia_.motion(push, particular_);
  set_contact_motion(problem_, motion);
  scales_.measure(forces, motion.motion);
  hold(problem_, inertia_, scales_, motion);
  motion.bilateral = inertia_.multipliers(e.mass * motion.motion - push);
  return motion;
}

}  // namespace internal::inline friction

SystemMotion motion_of(const MotionProblem& problem, const SystemForces& forces) {
  internal::ShapeValidator check;
  check.part("", problem);
  check.forces(forces, problem.equations);
  check.finish();
  return internal::ForceTrial(problem).motion(forces);
}

namespace {

using internal::pin_fit;
using internal::PinFit;
using internal::raise;
using internal::sliding_direction;

double part(double miss, double sum) { return miss == 0 ? 0 : miss / sum; }

/// Returns the force on degree of freedom i that moves the contacts by about scales.motion(), or 0 if the degree of
/// freedom moves no contact.
double force_at_contacts(const ContactEquations& e, Eigen::Index i, const ContactScales& scales) {
  double lever = e.contacts() > 0 ? e.normals.col(i).cwiseAbs().maxCoeff() : 0;
  for (const Eigen::MatrixXd& tangent : e.tangents) {
    if (e.contacts() > 0) lever = std::max(lever, tangent.col(i).cwiseAbs().maxCoeff());
  }
  return lever > 0 ? e.mass(i, i) * scales.motion() / lever : 0;
}

/// For each row of B, returns the sum of the magnitudes of its terms B_ki x_i, for the given motion x and for the motion without
/// constraints together.
Eigen::VectorXd joint_motions(const Bilateral& b, const SystemMotion& m, const ContactScales& scales) {
  return b.rows.cwiseAbs() * (m.motion.cwiseAbs() + scales.loose().cwiseAbs());
}

/// Returns the force on degree of freedom i that would move the joints on which it acts by about `joint_motions`. This
/// scale is needed if all terms of the equation of motion are rounding errors of the joints' forces. An example is the
/// torque of pins whose forces pass through the centre of mass.
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

/// Returns the largest residual of a row of the equation of motion, relative to the terms of the row. In these terms,
/// sqrt(M_ii M_jj) replaces the entry M_ij of the mass matrix. This value is an upper bound of the entry, and of the
/// rounding error that elimination causes in the entry.
double newton_euler(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales) {
  const ContactEquations& e = problem.equations;
  const Eigen::VectorXd root = e.mass.diagonal().cwiseSqrt();
  const Eigen::VectorXd miss = e.mass * m.motion - problem.free_momentum - contact_wrench(e, m.forces) -
                               (m.bilateral.size() > 0 ? e.bilateral.rows.transpose() * m.bilateral
                                                       : Eigen::VectorXd(Eigen::VectorXd::Zero(e.degrees())));
  Eigen::VectorXd sum = problem.free_momentum.cwiseAbs() + e.normals.cwiseAbs().transpose() * m.forces.normal.cwiseAbs();
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

/// Splits the errors `misses` of the joints' equations into two parts, and returns the first one. The first part lies
/// in the range of the pins' rows, so some motion would remove it. No motion can remove the second part, which is
/// nonzero if dependent pins contradict each other. Sets `beyond` to the largest entry of the second part.
Eigen::VectorXd avoidable(const Bilateral& b, const Eigen::VectorXd& misses, double& beyond) {
  std::vector<Eigen::Index> pins, loose;
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    if (!b.driven[i]) pins.push_back(i);
  }
  for (Eigen::Index j = 0; j < b.rows.cols(); ++j) {
    bool driven = false;
    for (Eigen::Index i = 0; i < b.size(); ++i) driven |= b.driven[i] && b.rows(i, j) != 0;
    if (!driven) loose.push_back(j);
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(pin_fit(b).dependent);
  factors.compute(b.rows(pins, loose));
  const Eigen::MatrixXd range = internal::range_basis(factors);
  const Eigen::VectorXd all = misses(pins);
  const Eigen::VectorXd mended = range * (range.transpose() * all);
  beyond = all.size() > 0 ? (all - mended).cwiseAbs().maxCoeff() : 0;
  Eigen::VectorXd result = misses;
  result(pins) = mended;
  return result;
}

/// Returns the residual of the bilateral constraints. The residual is relative to the larger of the motion and the
/// motion without constraints. Relative to the motion alone, the residual of a joint at rest would be a ratio of
/// rounding errors.
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
  const auto closed = [&](Eigen::Index i) { return problem.states[i] != ContactState::open; };
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

/// Returns the residual of friction. At a rolling contact, c_k must equal the point of the interval [-mu c_n, mu c_n]
/// that is nearest to c_k - a_k. At a sliding contact, the friction force must be mu c_n, opposite to the sliding
/// velocity.
double friction(const MotionProblem& problem, const SystemMotion& m, const ContactScales& scales, Eigen::Index i) {
  const double bound = problem.equations.friction[i] * std::max(0.0, scales.force_part(m.forces.normal[i], i));
  double worst = 0;
  for (std::size_t k = 0; k < m.tangent.size(); ++k) {
    const double force = scales.force_part(m.forces.tangent[k][i], i);
    const double expected = problem.states[i] == ContactState::sliding
                                ? -bound * sliding_direction(problem.equations, i, k)
                                : std::clamp(force - scales.motion_part(m.tangent[k][i]), -bound, bound);
    raise(worst, force - expected);
  }
  return worst;
}

/// Returns the residuals of a motion. scales.measure() must have been called for this motion.
MotionResiduals residuals_of(const MotionProblem& problem, const SystemMotion& motion, const ContactScales& scales) {
  const ContactEquations& e = problem.equations;
  MotionResiduals residuals;
  residuals.newton_euler = newton_euler(problem, motion, scales);
  residuals.bilateral = bilateral(problem, motion, scales);
  residuals.kinematics = kinematics(problem, motion, scales);
  for (Eigen::Index i = 0; i < e.contacts(); ++i) {
    if (problem.states[i] == ContactState::open) {
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

namespace pawl::internal::inline friction {
namespace {

bool closed(const MotionProblem& problem, Eigen::Index i) { return problem.states[i] != ContactState::open; }

/// Returns the largest entry of |J||x| + |o| over all directions of closed contacts, with rows J, motion x and offsets
/// o.
double largest_sum(const MotionProblem& problem, const Eigen::VectorXd& x) {
  const ContactEquations& e = problem.equations;
  const Eigen::VectorXd magnitude = x.cwiseAbs();
  double largest = 0;
  const auto take = [&](const Eigen::MatrixXd& rows, const Eigen::VectorXd& offsets) {
    const Eigen::ArrayXd sums = rows_times(rows.cwiseAbs(), magnitude) + offsets.array().abs();
    for (Eigen::Index i = 0; i < e.contacts(); ++i) {
      if (closed(problem, i)) largest = std::max(largest, sums[i]);
    }
  };
  take(e.normals, problem.normal_offset);
  for (std::size_t k = 0; k < e.tangents.size(); ++k) take(e.tangents[k], problem.tangent_offset[k]);
  return largest;
}

/// Returns, for each contact, the largest component of its force.
Eigen::VectorXd own_forces(const SystemForces& forces) {
  Eigen::VectorXd largest = forces.normal.cwiseAbs();
  for (const Eigen::VectorXd& tangent : forces.tangent) largest = largest.cwiseMax(tangent.cwiseAbs());
  return largest;
}

/// Returns the effective mass of each contact along its normal, computed without the constraints of joints. The
/// effective mass is 0 if a normal force at the contact cannot move a body.
Eigen::VectorXd masses_felt(const ContactEquations& e, const ConstrainedInertia& loose) {
  const Eigen::MatrixXd half = loose.half(e.normals);
  Eigen::VectorXd masses(e.contacts());
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    const double mobility = half.col(i).squaredNorm();
    // A row that consists only of rounding errors, as may occur for a stretched arm, counts as a row that moves
    // nothing.
    const bool moves = e.normals.row(i).cwiseAbs().maxCoeff() > tolerance::kMassless && mobility > 0;
    masses[i] = moves ? 1 / mobility : 0;
  }
  return masses;
}

}  // namespace

ContactScales::ContactScales(const MotionProblem& problem)
    : ContactScales(problem,
                    ConstrainedInertia(problem.equations.mass, Eigen::MatrixXd(0, problem.equations.degrees()))) {}

ContactScales::ContactScales(const MotionProblem& problem, const ConstrainedInertia& loose)
    : problem_(problem),
      loose_(loose.motion(problem.free_momentum, Eigen::VectorXd::Zero(problem.equations.degrees()))),
      masses_(masses_felt(problem.equations, loose)),
      loose_sum_(largest_sum(problem, loose_)) {}

void ContactScales::measure(const SystemForces& forces, const Eigen::VectorXd& motion) {
  motion_ = std::max(largest_sum(problem_, motion), loose_sum_);
  force_ = own_forces(forces).cwiseMax(motion_ * masses_);
  // If a contact's force cannot move a body, as between driven links, the contact gets the largest scale of all other
  // contacts.
  const double largest = force_.size() > 0 ? force_.maxCoeff() : 0;
  for (double& force : force_) {
    if (force < tolerance::kMassless * largest) force = largest;
  }
}

void raise(double& worst, double value) {
  worst = std::isnan(value) ? std::numeric_limits<double>::infinity() : std::max(worst, std::fabs(value));
}

double sliding_direction(const ContactEquations& equations, Eigen::Index contact, std::size_t tangent) {
  double squared = 0;
  double along = 0;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    const double speed = equations.tangents[k].row(contact).dot(equations.velocity);
    squared += speed * speed;
    if (k == tangent) along = speed;
  }
  // with one tangent, the direction is exactly 1 or -1
  return equations.tangents.size() == 1 ? std::copysign(1.0, along) : along / std::sqrt(squared);
}

Eigen::VectorXd contact_wrench(const ContactEquations& equations, const SystemForces& forces) {
  Eigen::VectorXd wrench = equations.normals.transpose() * forces.normal;
  for (std::size_t k = 0; k < equations.tangents.size(); ++k) {
    wrench += equations.tangents[k].transpose() * forces.tangent[k];
  }
  return wrench;
}

}  // namespace pawl::internal::inline friction
