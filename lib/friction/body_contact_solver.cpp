// SPDX-License-Identifier: MIT
#include "friction/body_contact_solver.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace pawl::internal::inline friction {
namespace {

constexpr double kMostNear = 1e10;   ///< largest force, in scaled units (BodyContacts), of a usable initial guess
constexpr double kBiasRounding = 1e-13;  ///< rounding error of a velocity, as a fraction of the forces (not of the
                                         ///< velocity, because the effects of the forces nearly cancel)

constexpr int kWorthTwoTries = 150;  ///< largest number of contacts for which a second attempt of the interior-point
                                     ///< method is made
constexpr std::size_t kManyContacts = 200;  ///< least number of contacts for which solve_many() is tried

/// Amount by which forces of the interior-point method typically violate Coulomb's law, in scaled units.
constexpr double kInteriorPointViolation = 1e-3;
/// Largest number of factorizations of the proximal method when it runs after the interior-point method.
constexpr int kProximalAfterInteriorPoint = 40;

/// The limits of one round of solve_many(): the number of steps of the gradient method, and the number of
/// factorizations of the subsequent proximal method.
struct Round {
  int steps, proximal;
};
constexpr Round kIterationLimits[] = {{600, 0}, {900, 40}, {2500, 100}};

}  // namespace

/// A method that searches for impulses near given impulses.
struct BodyContactSolver::Method {
  bool (*applies)(const BodyContactSolver& solver);
  /// Runs the method. Returns true if it found impulses.
  bool (BodyContactSolver::*solve)(const ContactStart& start, ContactImpulses& answer);
  enum class Result {
    forces,
    answer
  } result;  ///< where `solve` stores the impulses: unchecked in forces_, or checked in `answer`
};

const BodyContactSolver::Method BodyContactSolver::kMethods[] = {
    // Contacts change little between steps, so one or two factorizations are usually sufficient.
    {[](const BodyContactSolver&) { return true; }, &BodyContactSolver::solve_by_newton, Method::Result::forces},
    // For many contacts, Newton's method rarely terminates from a distant start. The methods in solve_many() come close
    // to a solution in a bounded number of steps (kIterationLimits).
    {[](const BodyContactSolver& solver) { return solver.contacts_.size() >= static_cast<int>(kManyContacts); },
     &BodyContactSolver::solve_many, Method::Result::answer},
    // If the methods that start from the near impulses failed, an interior-point method comes close to a solution. For
    // one body it is not used, because following Lemke's path (ContactPath) then costs no more.
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

/// Converts impulses to forces; the forces are 0 if impulses are missing or unusable. The forces of dampers are 0.
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

/// Returns whether rounding errors in the combined effect of the forces may exceed the required accuracy.
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

/// Writes the forces to the answer, with their residual. Returns whether they are accepted.
bool BodyContactSolver::is_answer(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const {
  write(forces, answer);
  answer.residual = (*residual_)(answer);
  return answer.residual <= kLcpResidual;
}

/// Tries the interior-point method followed by the proximal method, and then a gradient method. If the first two
/// methods fail, and the near impulses (the initial guess) satisfy the law within kLcpResidual, the near impulses are
/// the answer. The reason is that bodies at rest stay at rest only if their impulses are exact.
bool BodyContactSolver::solve_many(const ContactStart&, ContactImpulses& answer) {
  const auto found = [&](bool ended) { return is_answer(ended ? forces_ : inside_, answer); };
  if (by_interior_point(1) && found(true)) return true;
  if (found(by_proximal(kInteriorPointViolation, kProximalAfterInteriorPoint)) || is_answer(near_, answer)) return true;
  if (!contacts_.rigid()) return false;  // the gradient method is for rigid contacts
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

/// Tries the interior-point method from several starts, one after the other. A start has a scale, the magnitude of all
/// its variables. For few contacts, tries only one start, because each further start would cost as much as following
/// Lemke's path.
bool BodyContactSolver::solve_by_interior_point(const ContactStart&, ContactImpulses&) {
  constexpr int kAny = std::numeric_limits<int>::max();
  struct Scale {
    double scale;
    int least, most;  ///< least and greatest number of contacts for which a scale is used
  };
  constexpr Scale kScales[] = {
      {1, 0, static_cast<int>(kManyContacts) - 1},  // solve_many() uses the scale 1 for more contacts
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
