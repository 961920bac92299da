// SPDX-License-Identifier: MIT
#include "friction/coulomb.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {
namespace {

/// Largest number of contacts for which a path is followed. The memory of a path grows with the square of the number of
/// contacts, and is 130 MB for kMostOnPaths contacts.
constexpr std::size_t kMostOnPaths = 2000;
/// Largest number of contacts for which a path is followed after all other methods failed from an initial guess. For
/// more contacts, a path takes a second or more, so repeating the step in halves costs less.
constexpr std::size_t kMostAfterAll = 250;

constexpr double kMostNear = 1e10;   ///< largest force of a usable initial guess, scaled
constexpr double kRounding = 1e-13;  ///< rounding error of velocities, relative to the forces, because forces nearly
                                     ///< cancel in a velocity

constexpr int kWorthTwoTries = 150;  ///< largest number of contacts for which a second attempt is made
constexpr std::size_t kLarge = 200;  ///< least number of contacts for which solve_many() is tried

/// Amount by which forces of the interior-point method typically violate Coulomb's law, in scaled units.
constexpr double kInteriorPointViolation = 1e-3;
/// Number of factorizations of the proximal method after the interior-point method.
constexpr int kProximalAfterInteriorPoint = 40;

/// The limits of one round: the number of steps of the gradient method, and the number of factorizations of the
/// subsequent proximal method.
struct Round {
  int steps, proximal;
};
constexpr Round kIterationLimits[] = {{600, 0}, {900, 40}, {2500, 100}};

}  // namespace

double residual_of(const Coulomb&, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const double normal = impulses.normal[i], friction = problem.contacts[i].friction;
    worst = std::max(
        {worst, complementarity_error(normal, v.normal[i], v.normal_response[i]),
         friction_error(friction * std::max(normal, 0.), impulses.tangent[i], v.tangent[i], v.tangent_response[i])});
  }
  return worst / v.scale;
}

/// A method that searches for impulses near given impulses.
struct CoulombSolver::Method {
  bool (*applies)(const ContactProblem& problem);
  /// Runs the method. Returns true if it found impulses.
  bool (CoulombSolver::*solve)(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer);
  enum class Result {
    forces,
    answer
  } result;  ///< the place where `solve` stores the impulses: in forces_, not yet checked, or in `answer`
};

const CoulombSolver::Method CoulombSolver::kMethods[] = {
    // Contacts change little between steps, so one or two factorizations are usually sufficient.
    {[](const ContactProblem&) { return true; }, &CoulombSolver::solve_by_newton, Method::Result::forces},
    // For many contacts, Newton's method rarely terminates from a distant start. The methods in solve_many() come close
    // to a solution in a bounded number of steps (kIterationLimits).
    {[](const ContactProblem& problem) { return problem.contacts.size() >= kLarge; }, &CoulombSolver::solve_many,
     Method::Result::answer},
    // If the methods that start from the near impulses failed, an interior-point method comes close to a solution. It
    // is not used for one body, because a path then costs no more.
    {[](const ContactProblem& problem) { return problem.bodies.size() > 1; }, &CoulombSolver::solve_by_interior_point,
     Method::Result::forces},
    // Sweeps over the contacts always terminate. They are the last method because they converge slowly.
    {[](const ContactProblem&) { return true; }, &CoulombSolver::solve_by_sweeps, Method::Result::forces},
};

bool CoulombSolver::solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer) {
  if (problem.contacts.size() < 2 || !problem.blocks.empty()) return false;
  contacts_.assign(problem);
  read(start.near, near_);
  forces_ = near_;
  newton_.begin(contacts_, forces_, start.rounding);
  interior_steps_ = 0;
  proximal_steps_ = 0;
  const auto method = std::find_if(std::begin(kMethods), std::end(kMethods), [&](const Method& one) {
    return one.applies(problem) && (this->*one.solve)(problem, start, answer);
  });
  answer.pivots = steps();
  if (method == std::end(kMethods)) return false;
  if (method->result == Method::Result::answer) return true;
  answer.residual = newton_.law_residual();
  if (!(answer.residual <= kLcpResidual) || are_large(forces_)) return is_answer(problem, forces_, answer);
  write(forces_, answer);
  return true;
}

bool CoulombSolver::solve_by_newton(const ContactProblem&, const ContactStart& start, ContactImpulses&) {
  const bool known = start.near != nullptr && !start.near->normal.isZero(0);
  return ((known && newton_.holds(forces_)) || newton_.solve(forces_)) && newton_.law_residual() <= kLcpResidual;
}

bool CoulombSolver::solve_by_sweeps(const ContactProblem&, const ContactStart&, ContactImpulses&) {
  return newton_.solve_from_sweeps(forces_);
}

/// Converts impulses to forces; the forces are 0 if impulses are missing or unusable.
void CoulombSolver::read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const {
  const Eigen::Index count = contacts_.size();
  forces.assign(static_cast<std::size_t>(count), {});
  if (impulses == nullptr || impulses->normal.size() != count || impulses->tangent.size() != count) return;
  const auto within = [](double force) { return std::fabs(force) <= kMostNear; };
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    const BodyContacts::Force force{impulses->normal[i] / unit, impulses->tangent[i] / unit};
    if (within(force.normal) && within(force.tangent)) forces[i] = force;
  }
}

/// Returns whether rounding errors in the combined effect of the forces may exceed the required accuracy.
bool CoulombSolver::are_large(const std::vector<BodyContacts::Force>& forces) const {
  double force = 0, velocity = 0;
  for (int i = 0; i < contacts_.size(); ++i) {
    force = std::max(force, forces[i].normal * std::max(1., contacts_[i].friction));
    velocity = std::max(velocity, contacts_.velocity_unit(i));
  }
  return !(kRounding * force * velocity <= kLcpResidual);
}

void CoulombSolver::write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const {
  answer.normal.resize(contacts_.size());
  answer.tangent.resize(contacts_.size());
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    answer.normal[i] = unit * forces[i].normal;
    answer.tangent[i] = unit * forces[i].tangent;
  }
}

/// Writes the forces to the answer, with their residual. Returns whether they are accepted.
bool CoulombSolver::is_answer(const ContactProblem& problem, const std::vector<BodyContacts::Force>& forces,
                              ContactImpulses& answer) const {
  write(forces, answer);
  answer.residual = residual_of(Coulomb{}, problem, answer);
  return answer.residual <= kLcpResidual;
}

/// Tries the interior-point method followed by the proximal method, and then a gradient method. If the first two
/// methods fail and the near impulses satisfy the law well enough, the near impulses are the answer. The reason is that
/// bodies at rest stay at rest only if their impulses are exact.
bool CoulombSolver::solve_many(const ContactProblem& problem, const ContactStart&, ContactImpulses& answer) {
  const auto found = [&](bool ended) { return is_answer(problem, ended ? forces_ : inside_, answer); };
  if (by_interior_point(1) && found(true)) return true;
  if (found(by_proximal(kInteriorPointViolation, kProximalAfterInteriorPoint)) || is_answer(problem, near_, answer))
    return true;
  gradient_.begin(contacts_, near_);
  for (const Round& round : kIterationLimits) {
    gradient_.advance(round.steps);
    gradient_.write(inside_);
    if (found(newton_.finish(inside_, forces_) || (round.proximal > 0 && by_proximal(gradient_.off(), round.proximal))))
      return true;
  }
  return false;
}

bool CoulombSolver::by_proximal(double off, int most) {
  proximal_.solve(contacts_, off, most, inside_);
  proximal_steps_ += proximal_.factorizations();
  return newton_.finish(inside_, forces_);
}

/// Tries the interior-point method with several scales, one after the other. Tries only one scale for few contacts,
/// because each further scale would cost as much as a path.
bool CoulombSolver::solve_by_interior_point(const ContactProblem&, const ContactStart&, ContactImpulses&) {
  constexpr int kAny = std::numeric_limits<int>::max();
  struct Scale {
    double scale;
    int least, most;  ///< least and greatest number of contacts for which a scale is used
  };
  constexpr Scale kScales[] = {{1, 0, static_cast<int>(kLarge) - 1},  // solve_many() uses the scale 1 for more contacts
                               {10, kWorthTwoTries, kAny},
                               {100, kWorthTwoTries, kAny},
                               {.1, kWorthTwoTries, kAny}};
  return std::any_of(std::begin(kScales), std::end(kScales), [&](const Scale& one) {
    return contacts_.size() >= one.least && contacts_.size() <= one.most && by_interior_point(one.scale);
  });
}

bool CoulombSolver::by_interior_point(double scale) {
  interior_.solve(contacts_, scale, inside_);
  interior_steps_ += interior_.factorizations();
  return newton_.finish(inside_, forces_);
}

void CoulombSolver::solve(const Coulomb&, const ContactProblem& problem, const ContactStart& start,
                          ContactImpulses& answer) {
  const bool near = start.near != nullptr && problem.blocks.empty();
  const bool large = problem.contacts.size() > (near ? kMostAfterAll : kMostOnPaths);
  answer.pivots = 0;
  answer.solved = (near || large) && solve_near(problem, start, answer);
  if (!answer.solved) large ? give_up(problem, answer) : solve_on_paths(problem, start.again, answer);
}

void CoulombSolver::give_up(const ContactProblem& problem, ContactImpulses& answer) {
  answer.normal.setZero(static_cast<Eigen::Index>(problem.contacts.size()));
  answer.tangent.setZero(answer.normal.size());
  answer.residual = std::numeric_limits<double>::infinity();
}

void CoulombSolver::solve_on_paths(const ContactProblem& problem, bool again, ContactImpulses& answer) {
  LcpLimits limits;
  limits.nodes = 0;
  const long count = static_cast<long>(problem.contacts.size());
  limits.pivots = std::min(200 + 40 * count, 1000 + 8 * count);  // for many contacts, this limit is hardly more than
                                                                 // the number of pivots that one path needs
  const LcpAnswer& found = solver_.solve_unchecked(
      problem, limits, again ? ContactProblemSolver::Start::last : ContactProblemSolver::Start::cold);
  give_up(problem, answer);
  answer.pivots += found.pivots;
  answer.solved = found.status == LcpAnswer::Status::solved;
  answer.residual = found.residual;
  if (!answer.solved) return;
  layout_.assign(problem, ContactLayout::form_of(problem));
  for (int i = 0; i < static_cast<int>(problem.contacts.size()); ++i) {
    answer.normal[i] = std::max(0., found.z[layout_.normal(i)]);
    answer.tangent[i] = found.z[layout_.plus(i)] - found.z[layout_.minus(i)];
  }
  // The residual is computed again, because even a negligible impulse may cause a large velocity if a body is light.
  answer.residual = residual_of(Coulomb{}, problem, answer);
  answer.solved = answer.residual <= kLcpResidual || (problem.blocks.empty() && improve(problem, answer));
}

/// Improves the answer by Newton's method.
bool CoulombSolver::improve(const ContactProblem& problem, ContactImpulses& answer) {
  contacts_.assign(problem);
  read(&answer, inside_);
  newton_.begin(contacts_, inside_, 0);
  return newton_.finish(inside_, forces_) && is_answer(problem, forces_, answer);
}

}  // namespace pawl::internal::inline friction
