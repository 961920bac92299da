// SPDX-License-Identifier: MIT
#include "friction/no_slip.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "friction/contact_dynamics.h"
#include "friction/coulomb.h"

namespace pawl::internal::inline friction {
namespace {

constexpr int kMostGuesses = 30;
constexpr double kMuchFriction[] = {1e3, 1e5};
/// Friction coefficient of the contacts if no motion satisfies the law without slip.
constexpr double kSlipsAt = 10;
constexpr double kAtLimit = 1e-6;  ///< largest distance of |c_t| from mu c_n, as a fraction of mu c_n, at which the
                                   ///< impulse of a contact is on the edge of the friction cone
constexpr double kStickingSpeed = 1e-9;  ///< largest sliding speed of a contact that sticks, divided by the larger of 1
                                         ///< m/s and the largest bias
constexpr double kParts =
    1e-11;  ///< largest velocity that counts as a rounding error, divided by the larger of 1 m/s and the largest bias

/// Returns by how much a contact violates the tangential law, m/s. A contact with a normal impulse must stick, a
/// separating contact must not have a tangential impulse, and no tangential impulse may act in the direction of
/// sliding.
double tangent_error(double normal, double tangent, double parting, double sliding, double normal_response,
                     double tangent_response) {
  const double pressed = std::max(0., normal * normal_response), pulled = std::fabs(tangent * tangent_response);
  double worst = std::max(std::min(pressed, std::fabs(sliding)), std::min(pulled, std::max(0., parting)));
  if (tangent * sliding > 0) worst = std::max(worst, std::min(pulled, std::fabs(sliding)));
  return worst;
}

/// Returns a copy of the problem whose contacts have the friction coefficient kSlipsAt.
ContactProblem with_limited_friction(ContactProblem problem) {
  for (ContactProblem::Contact& contact : problem.contacts) contact.friction = kSlipsAt;
  return problem;
}

/// Returns the residual of the law's conditions, which permit no slip.
double residual_without_slip(const NoSlip& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    worst = std::max(worst, complementarity_error(impulses.normal[i], v.normal[i], v.normal_response[i]));
    const double one = law.route == LawRoute::published
                           ? std::fabs(v.tangent[i])
                           : tangent_error(impulses.normal[i], impulses.tangent[i], v.normal[i], v.tangent[i],
                                           v.normal_response[i], v.tangent_response[i]);
    if (v.tangent_response[i] > 0) worst = std::max(worst, one);
  }
  return worst / v.scale;
}

}  // namespace

double residual_of(const NoSlip& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  const double residual = residual_without_slip(law, problem, impulses);
  if (law.route == LawRoute::published || residual <= kLcpResidual) return residual;
  return std::min(residual, residual_of(Coulomb{}, with_limited_friction(problem), impulses));
}

/// Solves for the motion and the impulses under the assumption that exactly the contacts marked in sticks_ stick.
bool NoSlipSolver::solve_iteration() {
  normals_.clear();
  tangents_.clear();
  for (int i = 0; i < rows_.contacts(); ++i) {
    if (sticks_[i] && rows_.square(i, RootRows::kTangent) > 0) tangents_.push_back(i);
    if (rows_.square(i, RootRows::kNormal) > 0) normals_.push_back(i);
  }
  const auto held = static_cast<Eigen::Index>(tangents_.size());
  const Eigen::Index all = held + static_cast<Eigen::Index>(normals_.size());
  columns_.resize(rows_.coordinates(), all);
  bias_.resize(all);
  Eigen::VectorXd lengths(all);
  for (Eigen::Index k = 0; k < all; ++k) {
    const int d = k < held ? RootRows::kTangent : RootRows::kNormal;
    const int i = k < held ? tangents_[k] : normals_[k - held];
    columns_.col(k) = rows_.dense(i, d);
    lengths[k] = columns_.col(k).norm();
    columns_.col(k) /= lengths[k];
    bias_[k] = rows_.bias(i, d) / lengths[k];
  }
  const bool ended = active_set_.solve(columns_, bias_, held);
  answer_->pivots += active_set_.pivots();
  if (!ended) return false;
  answer_->normal.setZero();
  answer_->tangent.setZero();
  for (Eigen::Index k = 0; k < all; ++k) {
    const double impulse = active_set_.multipliers()[k] / lengths[k];
    if (k < held) {
      answer_->tangent[tangents_[k]] = impulse;
    } else {
      answer_->normal[normals_[k - held]] = impulse;
    }
  }
  return true;
}

/// Updates the set of sticking contacts: removes contacts that separate without a normal impulse, and adds contacts
/// with a normal impulse. Returns whether the set changed.
bool NoSlipSolver::regroup() {
  const double rounding = kParts * std::max(1., rows_.largest_bias());
  bool changed = false;
  for (int i = 0; i < rows_.contacts(); ++i) {
    char& sticks = sticks_[i];
    const double parting = rows_.along(i, RootRows::kNormal, active_set_.motion()) + rows_.bias(i, RootRows::kNormal);
    const bool pressed = answer_->normal[i] > 0;
    const char now = pressed || (sticks && parting <= rounding) ? 1 : 0;
    changed = changed || now != sticks;
    sticks = now;
  }
  return changed;
}

bool NoSlipSolver::solve_iterations() {
  for (int round = 0; round < kMostGuesses; ++round) {
    if (!solve_iteration()) return false;
    if (!regroup()) return true;
  }
  return false;
}

/// Solves Coulomb's law with the given friction coefficient. The solution is close to the solution without slip, and
/// shows which contacts stick or slide in it.
bool NoSlipSolver::solve_rough(const ContactProblem& problem, double friction) {
  rough_ = problem;
  for (ContactProblem::Contact& contact : rough_.contacts) contact.friction = friction;
  LcpLimits limits;
  limits.nodes = 0;
  limits.pivots = 200 + 20 * rows_.contacts();
  const LcpAnswer& found = coulomb_.solve_unchecked(rough_, limits, ContactProblemSolver::Start::cold);
  answer_->pivots += found.pivots;
  if (found.status != LcpAnswer::Status::solved) return false;
  layout_.assign(rough_, ContactLayout::form_of(rough_));
  for (int i = 0; i < rows_.contacts(); ++i) {
    answer_->normal[i] = std::max(0., found.z[layout_.normal(i)]);
    answer_->tangent[i] = found.z[layout_.plus(i)] - found.z[layout_.minus(i)];
  }
  return true;
}

/// Returns the motion that the impulses of the answer cause.
Eigen::VectorXd NoSlipSolver::motion_of_answer() const {
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(rows_.coordinates());
  for (int i = 0; i < rows_.contacts(); ++i) {
    rows_.push(i, RootRows::kNormal, answer_->normal[i], motion);
    rows_.push(i, RootRows::kTangent, answer_->tangent[i], motion);
  }
  return motion;
}

/// Replaces the impulses of Coulomb's law by the nearest impulses with v_n = 0, with v_t = 0 at sticking contacts, and
/// with c_n = 0 at sliding contacts.
///
/// A contact whose impulse is on an edge of its friction cone may still stick, because tangential impulses of parallel
/// contacts, such as those of a box on a floor, can cancel. Only a contact that moves along its tangent slides.
void NoSlipSolver::polish(double friction) {
  struct Impulse {
    int contact, direction, equation;
  };
  const double still = kStickingSpeed * std::max(1., rows_.largest_bias());
  const Eigen::VectorXd rough = motion_of_answer();
  const auto slides = [&](int i) {
    const bool on_edge = std::fabs(answer_->tangent[i]) >= (1 - kAtLimit) * friction * answer_->normal[i];
    return on_edge && std::fabs(rows_.along(i, RootRows::kTangent, rough) + rows_.bias(i, RootRows::kTangent)) > still;
  };
  std::vector<Impulse> impulses;
  for (int i = 0; i < rows_.contacts(); ++i) {
    if (answer_->normal[i] == 0) {
      answer_->tangent[i] = 0;
    } else if (!slides(i)) {
      impulses.push_back({i, RootRows::kNormal, RootRows::kNormal});
      impulses.push_back({i, RootRows::kTangent, RootRows::kTangent});
    } else {
      answer_->normal[i] = 0;
      impulses.push_back({i, RootRows::kTangent, RootRows::kNormal});
    }
  }
  const Eigen::VectorXd motion = motion_of_answer();
  const auto count = static_cast<Eigen::Index>(impulses.size());
  if (count == 0) return;
  Eigen::MatrixXd responses(count, count);
  Eigen::VectorXd off(count);
  for (Eigen::Index row = 0; row < count; ++row) {
    const Impulse& one = impulses[row];
    off[row] = -rows_.along(one.contact, one.equation, motion) - rows_.bias(one.contact, one.equation);
  }
  for (Eigen::Index column = 0; column < count; ++column) {
    const Impulse& from = impulses[column];
    const Eigen::VectorXd push = rows_.dense(from.contact, from.direction);
    for (Eigen::Index row = 0; row < count; ++row) {
      const Impulse& one = impulses[row];
      responses(row, column) = rows_.along(one.contact, one.equation, push);
    }
  }
  const Eigen::VectorXd change = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(responses).solve(off);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Impulse& one = impulses[k];
    double& impulse = (one.direction == RootRows::kNormal ? answer_->normal : answer_->tangent)[one.contact];
    impulse += change[k];
  }
}

bool NoSlipSolver::keeps(const NoSlip& law, const ContactProblem& problem) {
  answer_->residual = residual_without_slip(law, problem, *answer_);
  return answer_->residual <= kLcpResidual;
}

/// Solves Coulomb's law with friction kSlipsAt, for problems in which no motion satisfies the law without slip.
bool NoSlipSolver::solve_with_slip(const ContactProblem& problem, const ContactStart& start) {
  rough_ = with_limited_friction(problem);
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(Coulomb{}, rough_, impulses); };
  if (are_many_bodies(problem)) {
    bodies_.assign(rough_);
    if (bodies_.solve(start, residual, BodyContactSolver::Check::always, *answer_)) return true;
  }
  if (!solve_rough(problem, kSlipsAt)) return false;
  answer_->residual = residual(*answer_);
  return answer_->residual <= kLcpResidual;
}

/// Solves Coulomb's law by BodyContactSolver, with the friction coefficients kMuchFriction in turn. If a solution
/// violates the law without slip, because contacts slide in it, replaces it by the nearest impulses that satisfy the
/// equations of polish(). Returns whether the law without slip is satisfied.
bool NoSlipSolver::solve_bodies(const NoSlip& law, const ContactProblem& problem, const ContactStart& start) {
  rough_ = problem;
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(Coulomb{}, rough_, impulses); };
  ContactStart from = start;
  for (const double friction : kMuchFriction) {
    for (ContactProblem::Contact& contact : rough_.contacts) contact.friction = friction;
    bodies_.assign(rough_);
    if (!bodies_.solve(from, residual, BodyContactSolver::Check::always, *answer_)) return false;
    if (keeps(law, problem)) return true;
    from.near = nullptr;
    polish(friction);
    if (keeps(law, problem)) return true;
  }
  return false;
}

bool NoSlipSolver::solve_law(const NoSlip& law, const ContactProblem& problem, const ContactStart& start) {
  if (are_many_bodies(problem)) {
    if (solve_bodies(law, problem, start) || solve_with_slip(problem, start)) return true;
    answer_->normal.setZero(rows_.contacts());
    answer_->tangent.setZero(rows_.contacts());
  }
  if (solve_iterations() && keeps(law, problem)) return true;
  const bool found = std::any_of(std::begin(kMuchFriction), std::end(kMuchFriction), [&](double friction) {
    if (!solve_rough(problem, friction)) return false;
    polish(friction);
    return keeps(law, problem);
  });
  return found || solve_with_slip(problem, start);
}

/// Finds linearly independent tangents. Leaves out tangents that depend on earlier ones.
void NoSlipSolver::find_independent() {
  independent_.begin(rows_.coordinates());
  tangents_.clear();
  for (int i = 0; i < rows_.contacts(); ++i) {
    if (rows_.square(i, RootRows::kTangent) == 0) continue;
    if (independent_.add(rows_.dense(i, RootRows::kTangent), rows_.bias(i, RootRows::kTangent))) tangents_.push_back(i);
  }
}

/// Solves for the normal impulses in the space of motions with v_t = 0 at all contacts. The matrix of the problem is F
/// = N P N' with P = 1 - X (X'X)^-1 X', where N has the normals as rows and X the independent tangents as columns.
bool NoSlipSolver::solve_projected() {
  const auto x = independent_.rows();
  const Eigen::VectorXd held = x * independent_.multipliers(-independent_.bias().head(independent_.size()));
  columns_.resize(rows_.coordinates(), rows_.contacts());
  bias_.resize(rows_.contacts());
  normals_.clear();
  Eigen::VectorXd lengths(rows_.contacts());
  for (int i = 0; i < rows_.contacts(); ++i) {
    const Eigen::VectorXd row = rows_.dense(i, RootRows::kNormal);
    const Eigen::VectorXd left = row - x * independent_.multipliers(x.transpose() * row);
    const auto k = static_cast<Eigen::Index>(normals_.size());
    const double length = left.norm();
    const double bias = row.dot(held) + rows_.bias(i, RootRows::kNormal);
    if (!(length > 1e-8 * row.norm())) {
      if (bias < -kLcpResidual * std::max(1., rows_.largest_bias())) return false;
      continue;
    }
    columns_.col(k) = left / length;
    bias_[k] = bias / length;
    lengths[k] = length;
    normals_.push_back(i);
  }
  const auto count = static_cast<Eigen::Index>(normals_.size());
  const PublishedPivots::End end = published_.solve(columns_.leftCols(count), bias_.head(count));
  answer_->pivots = published_.pivots();
  if (end != PublishedPivots::End::solved) return false;
  for (Eigen::Index k = 0; k < count; ++k) {
    answer_->normal[normals_[k]] = published_.impulses()[k] / lengths[k];
  }
  return true;
}

bool NoSlipSolver::solve_published() {
  find_independent();
  if (!independent_.agrees() || !solve_projected()) return false;
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(rows_.coordinates());
  for (int i = 0; i < rows_.contacts(); ++i) rows_.push(i, RootRows::kNormal, answer_->normal[i], motion);
  const Eigen::VectorXd missing =
      -independent_.bias().head(independent_.size()) - independent_.rows().transpose() * motion;
  const Eigen::VectorXd held = independent_.multipliers(missing);
  for (std::size_t k = 0; k < tangents_.size(); ++k) {
    answer_->tangent[tangents_[k]] = held[static_cast<Eigen::Index>(k)];
  }
  return true;
}

void NoSlipSolver::solve(const NoSlip& law, const ContactProblem& problem, const ContactStart& start,
                         ContactImpulses& answer) {
  rows_.assign(problem);
  answer_ = &answer;
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  answer.pivots = 0;
  sticks_.clear();
  for (const ContactProblem::Contact& contact : problem.contacts) sticks_.push_back(contact.touches ? 1 : 0);
  answer.residual = std::numeric_limits<double>::infinity();
  answer.solved =
      law.route == LawRoute::published ? solve_published() && keeps(law, problem) : solve_law(law, problem, start);
}

}  // namespace pawl::internal::inline friction
