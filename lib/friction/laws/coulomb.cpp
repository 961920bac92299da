// SPDX-License-Identifier: MIT
#include "friction/laws/coulomb.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "friction/laws/contact_velocities.h"

namespace pawl::internal {
namespace {

/// Contacts that a path may have: its memory grows with their square, 130 MB at so many.
constexpr std::size_t kMostOnPaths = 2000;
/// The same after all else has failed from near impulses: a path takes a second and more, a shorter step is cheaper.
constexpr std::size_t kMostAfterAll = 250;

constexpr double kMostNear = 1e10;   ///< scaled: larger forces, and those that are no numbers, tell nothing
constexpr double kRounding = 1e-13;  ///< of velocities, as part of forces, of many that nearly cancel

constexpr int kWorthTwoTries = 150;  ///< contacts
constexpr int kLarge = 200;          ///< contacts from which on solve_many() is tried

constexpr double kOffInside = 1e-3;  ///< what forces from inside mostly miss by, scaled
constexpr int kProximalInside = 40;  ///< factorizations

/// Of the gradient method, and what the proximal one may do after it: steps and factorizations.
struct Round {
  int steps, proximal;
};
constexpr Round kRounds[] = {{600, 0}, {900, 40}, {2500, 100}};

}  // namespace

double residual_of(const Coulomb&, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const double normal = impulses.normal[i], friction = problem.contacts[static_cast<std::size_t>(i)].friction;
    worst = std::max(
        {worst, complementarity_error(normal, v.normal[i], v.normal_response[i]),
         friction_error(friction * std::max(normal, 0.), impulses.tangent[i], v.tangent[i], v.tangent_response[i])});
  }
  return worst / v.scale;
}

bool CoulombSolver::solve_near(const ContactProblem& problem, const ContactStart& start, ContactImpulses& answer) {
  if (problem.contacts.size() < 2 || !problem.blocks.empty()) return false;
  contacts_.assign(problem);
  read(start.near, near_);
  forces_ = near_;
  newton_.begin(contacts_, forces_, start.rounding);
  const bool known = start.near != nullptr && !start.near->normal.isZero(0);
  interior_steps_ = 0;
  proximal_steps_ = 0;
  // With one body a path is as short as a start from inside.
  const bool many = problem.bodies.size() > 1;
  bool ended = ((known && newton_.holds(forces_)) || newton_.solve(forces_)) && newton_.law_residual() <= kLcpResidual;
  const bool found = !ended && contacts_.size() >= kLarge && solve_many(problem, answer);
  ended = ended || found || (many && solve_from_inside()) || newton_.solve_from_sweeps(forces_);
  answer.pivots = steps();
  if (found || !ended) return found;
  answer.residual = newton_.law_residual();
  if (!(answer.residual <= kLcpResidual) || are_large(forces_)) return is_answer(problem, forces_, answer);
  write(forces_, answer);
  return true;
}

/// As forces; 0 where there are none, or where they tell nothing.
void CoulombSolver::read(const ContactImpulses* impulses, std::vector<BodyContacts::Force>& forces) const {
  const Eigen::Index count = contacts_.size();
  forces.assign(static_cast<std::size_t>(count), {});
  if (impulses == nullptr || impulses->normal.size() != count || impulses->tangent.size() != count) return;
  const auto within = [](double force) { return std::fabs(force) <= kMostNear; };
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    const BodyContacts::Force force{impulses->normal[i] / unit, impulses->tangent[i] / unit};
    if (within(force.normal) && within(force.tangent)) forces[static_cast<std::size_t>(i)] = force;
  }
}

/// Whether rounding of what they do together may be more than is asked for.
bool CoulombSolver::are_large(const std::vector<BodyContacts::Force>& forces) const {
  double force = 0, velocity = 0;
  for (int i = 0; i < contacts_.size(); ++i) {
    force = std::max(force, forces[static_cast<std::size_t>(i)].normal * std::max(1., contacts_[i].friction));
    velocity = std::max(velocity, contacts_.velocity_unit(i));
  }
  return !(kRounding * force * velocity <= kLcpResidual);
}

void CoulombSolver::write(const std::vector<BodyContacts::Force>& forces, ContactImpulses& answer) const {
  answer.normal.resize(contacts_.size());
  answer.tangent.resize(contacts_.size());
  for (int i = 0; i < contacts_.size(); ++i) {
    const double unit = contacts_.impulse_unit(i);
    answer.normal[i] = unit * forces[static_cast<std::size_t>(i)].normal;
    answer.tangent[i] = unit * forces[static_cast<std::size_t>(i)].tangent;
  }
}

/// Writes them, with their residual.
bool CoulombSolver::is_answer(const ContactProblem& problem, const std::vector<BodyContacts::Force>& forces,
                              ContactImpulses& answer) const {
  write(forces, answer);
  answer.residual = residual_of(Coulomb{}, problem, answer);
  return answer.residual <= kLcpResidual;
}

/// From inside, and from there by the proximal method; then from where a gradient method leads. Near impulses that keep
/// the law well enough are the answer where from inside none are found: what rests holds only by impulses that are
/// exact.
bool CoulombSolver::solve_many(const ContactProblem& problem, ContactImpulses& answer) {
  const auto found = [&](bool ended) { return is_answer(problem, ended ? forces_ : inside_, answer); };
  if (from_inside(1) && found(true)) return true;
  if (found(by_proximal(kOffInside, kProximalInside)) || is_answer(problem, near_, answer)) return true;
  gradient_.begin(contacts_, near_);
  for (const Round& round : kRounds) {
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

/// Of few contacts a path is as short as a second try.
bool CoulombSolver::solve_from_inside() {
  for (const double scale : {1., 10., 100., .1}) {
    if (scale == 1 && contacts_.size() >= kLarge) continue;  // tried before
    if (scale > 1 && contacts_.size() < kWorthTwoTries) return false;
    if (from_inside(scale)) return true;
  }
  return false;
}

bool CoulombSolver::from_inside(double scale) {
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
  limits.pivots = std::min(200 + 40 * count, 1000 + 8 * count);  // of many contacts one path, or little more
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
  // What is as good as zero among impulses may be fast for what is light.
  answer.residual = residual_of(Coulomb{}, problem, answer);
  answer.solved = answer.residual <= kLcpResidual || (problem.blocks.empty() && improve(problem, answer));
}

/// By Newton's method from there.
bool CoulombSolver::improve(const ContactProblem& problem, ContactImpulses& answer) {
  contacts_.assign(problem);
  read(&answer, inside_);
  newton_.begin(contacts_, inside_, 0);
  return newton_.finish(inside_, forces_) && is_answer(problem, forces_, answer);
}

}  // namespace pawl::internal
