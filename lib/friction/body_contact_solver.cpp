// SPDX-License-Identifier: MIT
#include "friction/body_contact_solver.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace pawl::internal::inline friction {
namespace {

constexpr double kMostNear = 1e10;   ///< largest force of a contact in an initial guess, in scaled units
                                     ///< (BodyContacts); a larger force is replaced by 0
/// Rounding error of a velocity, relative to the forces. (Relative to the velocity, the error can be large, because the
/// effects of the forces nearly cancel.)
constexpr double kBiasRounding = 1e-13;

constexpr int kWorthTwoTries = 150;  ///< largest number of contacts for which the interior-point method is tried a
                                     ///< second time
constexpr std::size_t kManyContacts = 200;  ///< least number of contacts for which solve_many() applies

/// Typical violation of Coulomb's law by forces of the interior-point method, in scaled units.
constexpr double kInteriorPointViolation = 1e-3;
/// Limit on factorizations of the proximal method when it runs after the interior-point method.
constexpr int kProximalAfterInteriorPoint = 40;

/// Limits of one round of solve_many(): on steps of the gradient method, and on factorizations of the proximal method
/// that follows it.
struct Round {
  int steps, proximal;
};
constexpr Round kIterationLimits[] = {{600, 0}, {900, 40}, {2500, 100}};

}  // namespace

/// One of the methods that are tried in turn.
struct BodyContactSolver::Method {
  bool (*applies)(const BodyContactSolver& solver);
  /// Runs the method. Returns true if it found impulses.
  bool (BodyContactSolver::*solve)(const ContactStart& start, ContactImpulses& answer);
  enum class Result {
    forces,
    answer
  } result;  ///< where `solve` stores the impulses: in forces_, if they are not yet checked, or in `answer`, if they
             ///< are
};

const BodyContactSolver::Method BodyContactSolver::kMethods[] = {
    // Contacts change little between time steps, so one or two factorizations are usually sufficient.
    {[](const BodyContactSolver&) { return true; }, &BodyContactSolver::solve_by_newton, Method::Result::forces},
    // For many contacts, Newton's method rarely terminates if the initial guess is far from the solution. The methods
    // in solve_many() come close to a solution within their limits on steps (kIterationLimits).
    {[](const BodyContactSolver& solver) { return solver.contacts_.size() >= static_cast<int>(kManyContacts); },
     &BodyContactSolver::solve_many, Method::Result::answer},
    // If Newton's method fails from the initial guess, an interior-point method comes close to a solution. It is not
    // used for one body, because following Lemke's path (ContactPath) then costs no more.
    {[](const BodyContactSolver& solver) { return solver.contacts_.bodies() > 1; },
     &BodyContactSolver::solve_by_interior_point, Method::Result::forces},
    // Sweeps over the contacts always terminate. They are the last method because they converge slowly.
    {[](const BodyContactSolver&) { return true; }, &BodyContactSolver::solve_by_sweeps, Method::Result::forces},
};

bool BodyContactSolver::solve(const ContactStart& start, const Residual& residual, Check check,
                              ContactImpulses& answer) {
  residual_ = &residual;
  read(start.near, near_);
  forces_ = near_;
  newton_.begin(contacts_, forces_, start.rounding);
  interior_steps_ = 0;
  proximal_steps_ = 0;
  const auto method = std::find_if(std::begin(kMethods), std::end(kMethods), [&](const Method& one) {
    return one.applies(*this) && (this->*one.solve)(start, answer);
  });
  answer.pivots = steps();
  if (method == std::end(kMethods)) return false;
  if (method->result == Method::Result::answer) return true;
  answer.residual = newton_.law_residual();
  if (check == Check::always || !(answer.residual <= kLcpResidual) || are_large(forces_)) {
    return is_answer(forces_, answer);
  }
  write(forces_, answer);
  return true;
}

bool BodyContactSolver::solve_by_newton(const ContactStart& start, ContactImpulses&) {
  const bool known = start.near != nullptr && !start.near->normal.isZero(0);
  return ((known && newton_.holds(forces_)) || newton_.solve(forces_)) && newton_.law_residual() <= kLcpResidual;
}

bool BodyContactSolver::solve_by_sweeps(const ContactStart&, ContactImpulses&) {
  return newton_.solve_from_sweeps(forces_);
}

/// Converts impulses to forces. All forces are 0 if the impulses are missing or if their number does not fit. The force
/// of a contact is 0 if it exceeds kMostNear. The forces of dampers are always 0.
void BodyContactSolver::read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const {
  const Eigen::Index count = contacts_.real();
  forces.assign(static_cast<std::size_t>(contacts_.size()), {});
  if (impulses == nullptr || impulses->normal.size() != count || impulses->tangent.size() != count) return;
  const auto within = [](double force) { return std::fabs(force) <= kMostNear; };
  for (int i = 0; i < contacts_.real(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    const BodyContacts::Force force{impulses->normal[i] / unit, impulses->tangent[i] / unit};
    if (within(force.normal) && within(force.tangent)) forces[i] = force;
  }
}

/// Returns whether the forces are so large that the rounding error of their combined effect may exceed the required
/// accuracy.
bool BodyContactSolver::are_large(const std::vector<BodyContacts::Force>& forces) const {
  double force = 0, velocity = 0;
  for (int i = 0; i < contacts_.size(); ++i) {
    force = std::max(force, forces[i].normal * std::max(1., contacts_[i].friction));
    velocity = std::max(velocity, contacts_.velocity_unit(i));
  }
  return !(kBiasRounding * force * velocity <= kLcpResidual);
}

void BodyContactSolver::write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const {
  const int real = contacts_.real();
  answer.normal.resize(real);
  answer.tangent.resize(real);
  for (int i = 0; i < real; ++i) {
    const double unit = contacts_.impulse_unit(i);
    answer.normal[i] = unit * forces[i].normal;
    answer.tangent[i] = unit * forces[i].tangent;
  }
  for (int i = real; i < contacts_.size(); ++i) {
    answer.tangent[contacts_.damped(i - real)] += contacts_.impulse_unit(i) * forces[i].normal;
  }
}

/// Writes the forces and their residual to the answer. Returns whether the residual is at most kLcpResidual.
bool BodyContactSolver::is_answer(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const {
  write(forces, answer);
  answer.residual = (*residual_)(answer);
  return answer.residual <= kLcpResidual;
}

/// Tries the interior-point method followed by the proximal method, and then a gradient method. If the interior-point
/// and proximal methods fail, and the initial guess satisfies the law within kLcpResidual, the initial guess becomes
/// the answer. The reason is that bodies at rest stay at rest only if their impulses do not change.
bool BodyContactSolver::solve_many(const ContactStart&, ContactImpulses& answer) {
  const auto found = [&](bool ended) { return is_answer(ended ? forces_ : inside_, answer); };
  if (by_interior_point(1) && found(true)) return true;
  if (found(by_proximal(kInteriorPointViolation, kProximalAfterInteriorPoint)) || is_answer(near_, answer)) return true;
  if (!contacts_.rigid()) return false;  // the gradient method supports rigid contacts only
  gradient_.begin(contacts_, near_);
  for (const Round& round : kIterationLimits) {
    gradient_.advance(round.steps);
    gradient_.write(inside_);
    if (found(newton_.finish(inside_, forces_) || (round.proximal > 0 && by_proximal(gradient_.off(), round.proximal))))
      return true;
  }
  return false;
}

bool BodyContactSolver::by_proximal(double off, int most) {
  proximal_.solve(contacts_, off, most, inside_);
  proximal_steps_ += proximal_.factorizations();
  return newton_.finish(inside_, forces_);
}

/// Tries the interior-point method from several starting points in turn. All variables of a starting point have the
/// same magnitude, its scale. For few contacts, tries only one starting point, because each further attempt would cost
/// as much as following Lemke's path.
bool BodyContactSolver::solve_by_interior_point(const ContactStart&, ContactImpulses&) {
  constexpr int kAny = std::numeric_limits<int>::max();
  struct Scale {
    double scale;
    int least, most;  ///< least and greatest number of contacts for which the scale is tried
  };
  constexpr Scale kScales[] = {
      {1, 0, static_cast<int>(kManyContacts) - 1},  // for more contacts, solve_many() has already tried the scale 1
      {10, kWorthTwoTries, kAny},
      {100, kWorthTwoTries, kAny},
      {.1, kWorthTwoTries, kAny}};
  return std::any_of(std::begin(kScales), std::end(kScales), [&](const Scale& one) {
    return contacts_.size() >= one.least && contacts_.size() <= one.most && by_interior_point(one.scale);
  });
}

bool BodyContactSolver::by_interior_point(double scale) {
  interior_.solve(contacts_, scale, inside_);
  interior_steps_ += interior_.factorizations();
  return newton_.finish(inside_, forces_);
}

bool BodyContactSolver::improve(const Residual& residual, ContactImpulses& answer) {
  residual_ = &residual;
  read(&answer, inside_);
  newton_.begin(contacts_, inside_, 0);
  return newton_.finish(inside_, forces_) && is_answer(forces_, answer);
}

}  // namespace pawl::internal::inline friction
