// SPDX-License-Identifier: MIT
#include "friction/compliant.h"

#include <pawl/friction/contact_law.h>
#include <pawl/friction/stiffness.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/dense_algebra.h"
#include "base/faults.h"
#include "base/index.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_least_squares.h"

namespace pawl::internal::inline friction {

/// Solves the quadratic program of compliant contacts exactly as [Drum19, (83)-(85) and (87)-(96)] states it. The
/// unknowns are the impulses c = h lambda, with the step's duration h. The program uses the normal response D, the
/// offset and the tangential damping B_t of ContactSpring:
///
///   min |c_n|^2/2 + |c_t|^2/2 + |beta|^2/(2h),   beta = c_t + h B_t v_t
///   c_n + D (v_n + offset) >= 0,   c_n >= 0,   |c_t| <= mu c_n
///
/// In this program, inequalities replace the complementarity conditions of the law. It therefore permits forces across
/// an open gap, and normal forces that exceed the spring force to permit more friction.
void solve_published_compliant(const Compliant& law, const ContactProblem& problem, ContactImpulses& answer);

/// Returns the residual of the impulses c in the quadratic program min c'Hc/2 + g'c: the larger of two values. The
/// first is the largest violation of the inequalities, divided by the larger of 1 and the largest impulse. The second
/// is the length of the part of the gradient that multipliers of the active inequalities cannot balance, divided by the
/// larger of 1 and norm(H) norm(c) + norm(g).
double published_residual(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses);

namespace {

constexpr int kMostIterations = 60;
/// Largest number of contacts for which solve_by_pivots() is tried; it is small because the complementarity problem has
/// four variables per contact.
constexpr std::size_t kMostByPivots = 120;

/// Returns the violation of the damper's law within the friction cone, m/s.
double damper_error(const ContactSpring& spring, double friction, double normal, double tangent, double sliding,
                    double response) {
  if (spring.tangent == 0) return std::fabs(tangent) * response;
  return friction_error(friction * std::max(0., normal), tangent, sliding + tangent / spring.tangent,
                        response + 1 / spring.tangent);
}

/// Returns the larger of two errors of one contact's impulses, m/s: the violation of the spring's law, and the
/// violation of the damper's law within the friction cone.
double spring_error(const ContactSpring& spring, double friction, double normal, double tangent, double parting,
                    double sliding, double normal_response, double tangent_response) {
  const double pressed = parting + spring.offset + normal / spring.normal;
  const double worst = complementarity_error(normal, pressed, normal_response + 1 / spring.normal);
  return std::max(worst, damper_error(spring, friction, normal, tangent, sliding, tangent_response));
}

/// Returns the factor E* sqrt(r), N/m^1.5, of a Hertz contact's force, or 0 for a contact with a linear spring.
double hertz_factor(const Compliant& law, const ContactProblem::Contact& contact) {
  if (contact.modulus) return *contact.modulus * std::sqrt(contact.radius.value_or(0));
  return contact.stiffness ? 0 : law.modulus * std::sqrt(law.radius);
}

bool is_hertz(const Compliant& law, const ContactProblem::Contact& contact) {
  return contact.modulus.has_value() || (law.modulus > 0 && !contact.stiffness);
}

double normal_damping(const Compliant& law, const ContactProblem::Contact& contact) {
  return contact.touches ? contact.damping.value_or(law.damping) : 0;
}

/// Returns the impulse of a Hertz contact, N s. `parting` is the normal velocity including the gap, so that the depth
/// at the step's end is -h times `parting`.
double hertz_impulse(const Compliant& law, const ContactProblem::Contact& contact, double h, double parting) {
  const double depth = std::max(0., -h * parting);
  const double spring = h * hertz_factor(law, contact) * depth * std::sqrt(depth);
  return std::max(0., spring - h * normal_damping(law, contact) * (parting - contact.gap / h));
}

/// Returns the violation of the law of a Hertz contact by its normal impulse, m/s, for the velocity of hertz_impulse().
double hertz_error(const Compliant& law, const ContactProblem::Contact& contact, double h, double normal, double parting,
                   double response) {
  const double scale = hertz_factor(law, contact), depth = std::max(0., -h * parting);
  const double damping = normal_damping(law, contact), due = hertz_impulse(law, contact, h, parting);
  const double slope = h * h * 1.5 * scale * std::sqrt(depth) + h * damping;  // impulse per velocity
  const double error = std::fabs(normal - due) * response / (1 + response * slope);
  return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();  // the spring's force can overflow
}

}  // namespace

ContactSpring::ContactSpring(const Compliant& law, const ContactProblem::Contact& contact, double h) {
  const double stiffness = contact.stiffness.value_or(law.stiffness);
  const double damping = contact.touches ? contact.damping.value_or(law.damping) : 0;
  normal = h * h * stiffness + h * damping;
  tangent = contact.friction > 0 ? h * law.tangent_damping : 0;
  offset = contact.gap * (stiffness / (h * stiffness + damping) - 1 / h);
}

Eigen::Vector2d impulse_of_motion(const Compliant& law, const ContactProblem::Contact& contact, double h,
                                  double parting, double sliding) {
  const ContactSpring spring(law, contact, h);
  const double normal = is_hertz(law, contact) ? hertz_impulse(law, contact, h, parting)
                                               : std::max(0., -spring.normal * (parting + spring.offset));
  const double bound = contact.friction * normal;
  return {normal, std::clamp(-spring.tangent * sliding, -bound, bound)};
}

double residual_of(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  if (law.route == LawRoute::published) return published_residual(law, problem, impulses);
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    const ContactSpring spring(law, contact, problem.duration);
    const double normal = impulses.normal[i], tangent = impulses.tangent[i];
    if (is_hertz(law, contact)) {
      worst = std::max({worst, -normal * v.normal_response[i],
                        hertz_error(law, contact, problem.duration, normal, v.normal[i], v.normal_response[i]),
                        damper_error(spring, contact.friction, normal, tangent, v.tangent[i], v.tangent_response[i])});
    } else {
      worst = std::max(worst, spring_error(spring, contact.friction, normal, tangent, v.normal[i], v.tangent[i],
                                           v.normal_response[i], v.tangent_response[i]));
    }
  }
  return worst / v.scale;
}

void CompliantSolver::load(const Compliant& law, const ContactProblem& problem) {
  rows_.assign(problem);
  springs_.clear();
  friction_.clear();
  for (const ContactProblem::Contact& contact : problem.contacts) {
    springs_.emplace_back(law, contact, problem.duration);
    friction_.push_back(springs_.back().tangent > 0 ? contact.friction : 0);
  }
}

/// Sets the initial guess of the contact states: those of the last solution if available, otherwise the state that each
/// contact would have if it were the only one.
void CompliantSolver::guess(const ContactStart& start) {
  states_.assign(at(rows_.contacts()), State::open);
  const bool near = start.near != nullptr && start.near->normal.size() == rows_.contacts();
  for (int i = 0; i < rows_.contacts(); ++i) {
    const bool pressed = near && !start.near->normal.isZero(0)
                             ? start.near->normal[i] > 0
                             : rows_.bias(i, RootRows::kNormal) + springs_[i].offset < 0;
    if (!pressed) continue;
    const bool slides = near && std::fabs(start.near->tangent[i]) >= .999999 * friction_[i] * start.near->normal[i];
    states_[i] = !slides ? State::sticks : start.near->tangent[i] > 0 ? State::plus : State::minus;
  }
}

void CompliantSolver::set_equations() {
  equations_.clear();
  for (int i = 0; i < rows_.contacts(); ++i) {
    const State state = states_[i];
    if (state == State::open) continue;
    const double slope = state == State::plus ? friction_[i] : state == State::minus ? -friction_[i] : 0;
    equations_.push_back(
        {i, RootRows::kNormal, springs_[i].normal, rows_.bias(i, RootRows::kNormal) + springs_[i].offset, slope});
    if (state == State::sticks && friction_[i] > 0) {
      equations_.push_back({i, RootRows::kTangent, springs_[i].tangent, rows_.bias(i, RootRows::kTangent), 0});
    }
  }
}

void CompliantSolver::push(const Equation& equation, double amount, Eigen::VectorXd& motion) const {
  rows_.push(equation.contact, equation.direction, amount, motion);
  if (equation.slope != 0) rows_.push(equation.contact, RootRows::kTangent, equation.slope * amount, motion);
}

/// Returns a'x + b, m/s, for the motion x and an equation with the row a and the bias b. (The equation is a'x + b + c/D
/// = 0, with the impulse c and the diagonal entry D.)
double CompliantSolver::off(const Equation& equation, const Eigen::VectorXd& motion) const {
  return rows_.along(equation.contact, equation.direction, motion) + equation.bias;
}

/// Solves (1 + sum g D a') x = -sum g D b for the motion x, where each equation has a row a, a force direction g, a
/// diagonal entry D and a bias b. Then sets c = -D (a'x + b). Two steps of iterative refinement follow.
void CompliantSolver::solve_in_motion(Eigen::VectorXd& impulses) const {
  const Eigen::Index m = rows_.coordinates();
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(m, m);
  for (const Equation& one : equations_) {
    Eigen::VectorXd direction = Eigen::VectorXd::Zero(m);
    push(one, one.diagonal, direction);
    matrix.noalias() += direction * rows_.dense(one.contact, one.direction).transpose();
  }
  const Eigen::PartialPivLU<Eigen::MatrixXd> factor(matrix);
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(m);
  for (int pass = 0; pass < 3; ++pass) {
    Eigen::VectorXd right = -motion;
    for (std::size_t k = 0; k < equations_.size(); ++k) {
      const Equation& one = equations_[k];
      const auto index = static_cast<Eigen::Index>(k);
      const double left = off(one, motion) + impulses[index] / one.diagonal;
      push(one, impulses[index] - one.diagonal * left, right);
    }
    const Eigen::VectorXd change = factor.solve(right);
    for (std::size_t k = 0; k < equations_.size(); ++k) {
      const Equation& one = equations_[k];
      const auto index = static_cast<Eigen::Index>(k);
      const double left = off(one, motion) + impulses[index] / one.diagonal;
      impulses[index] -= one.diagonal * (left + rows_.along(one.contact, one.direction, change));
    }
    motion += change;
  }
}

/// Solves (A G + 1/D) c = -b for the impulses c, with the matrices A of the rows and G of the directions, the diagonal
/// D and the biases b.
void CompliantSolver::solve_in_impulses(Eigen::VectorXd& impulses) const {
  const auto count = static_cast<Eigen::Index>(equations_.size());
  Eigen::MatrixXd matrix(count, count);
  Eigen::VectorXd right(count);
  for (Eigen::Index column = 0; column < count; ++column) {
    const Equation& from = equations_[column];
    Eigen::VectorXd motion = Eigen::VectorXd::Zero(rows_.coordinates());
    push(from, 1, motion);
    for (Eigen::Index row = 0; row < count; ++row) {
      const Equation& one = equations_[row];
      matrix(row, column) = rows_.along(one.contact, one.direction, motion);
    }
    matrix(column, column) += 1 / from.diagonal;
    right[column] = -from.bias;
  }
  impulses = Eigen::PartialPivLU<Eigen::MatrixXd>(matrix).solve(right);
}

bool CompliantSolver::solve_linear(ContactImpulses& answer) {
  set_equations();
  ++answer.pivots;
  Eigen::VectorXd impulses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations_.size()));
  if (impulses.size() > rows_.coordinates()) {
    solve_in_motion(impulses);
  } else if (impulses.size() > 0) {
    solve_in_impulses(impulses);
  }
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  for (std::size_t k = 0; k < equations_.size(); ++k) {
    const Equation& one = equations_[k];
    const double impulse = impulses[static_cast<Eigen::Index>(k)];
    (one.direction == RootRows::kNormal ? answer.normal : answer.tangent)[one.contact] = impulse;
    if (one.slope != 0) answer.tangent[one.contact] = one.slope * impulse;
  }
  return impulses.allFinite();
}

/// Sets the contact states that the impulses imply. Returns whether they differ from the assumed states.
bool CompliantSolver::decide(const ContactImpulses& answer) {
  Eigen::VectorXd motion = Eigen::VectorXd::Zero(rows_.coordinates());
  for (int i = 0; i < rows_.contacts(); ++i) {
    rows_.push(i, RootRows::kNormal, answer.normal[i], motion);
    rows_.push(i, RootRows::kTangent, answer.tangent[i], motion);
  }
  bool changed = false;
  for (int i = 0; i < rows_.contacts(); ++i) {
    const State state = states_[i];
    State next = state;
    const double parting = rows_.along(i, RootRows::kNormal, motion) + rows_.bias(i, RootRows::kNormal);
    const double sliding = rows_.along(i, RootRows::kTangent, motion) + rows_.bias(i, RootRows::kTangent);
    const double bound = friction_[i] * answer.normal[i];
    if (state == State::open) {
      if (parting + springs_[i].offset < 0) next = State::sticks;
    } else if (answer.normal[i] <= 0) {
      next = State::open;
    } else if (state == State::sticks && friction_[i] > 0) {
      if (std::fabs(answer.tangent[i]) > bound) next = answer.tangent[i] > 0 ? State::plus : State::minus;
    } else if (state != State::sticks) {
      const double damper = -springs_[i].tangent * sliding;
      if (std::fabs(damper) < bound) next = State::sticks;
      if (std::fabs(damper) >= bound && (damper > 0) != (state == State::plus)) {
        next = damper > 0 ? State::plus : State::minus;
      }
    }
    changed = changed || next != state;
    states_[i] = next;
  }
  return changed;
}

bool CompliantSolver::solve_states(ContactImpulses& answer, int most) {
  for (int round = 0; round < most; ++round) {
    if (!solve_linear(answer)) return false;
    if (!decide(answer)) return true;
  }
  return false;
}

/// Solves the complementarity problem of the velocity level with the springs on its diagonal. Sets the contact states
/// to those of the solution, and solves the linear system of these states. Returns false if there are more than
/// kMostByPivots contacts, or if a solver fails.
bool CompliantSolver::solve_by_pivots(const ContactProblem& problem, ContactImpulses& answer) {
  if (problem.contacts.size() > kMostByPivots) return false;
  ContactProblem stiff = problem;
  for (std::size_t i = 0; i < stiff.contacts.size(); ++i) {
    stiff.contacts[i].normal_bias += springs_[i].offset;
    stiff.contacts[i].friction = friction_[i];
  }
  Lcp lcp = stiff.lcp();
  const auto n = static_cast<Eigen::Index>(stiff.contacts.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    const ContactSpring& spring = springs_[i];
    lcp.M(i, i) += 1 / spring.normal;
    if (spring.tangent == 0) continue;
    const Eigen::Index plus = n + i, minus = 2 * n + i;
    lcp.M(plus, plus) += 1 / spring.tangent;
    lcp.M(minus, minus) += 1 / spring.tangent;
    lcp.M(plus, minus) -= 1 / spring.tangent;
    lcp.M(minus, plus) -= 1 / spring.tangent;
  }
  LcpLimits limits;
  limits.nodes = 0;
  const LcpAnswer found = solve_lcp(lcp, limits);
  answer.pivots += found.pivots;
  if (found.status != LcpAnswer::Status::solved) return false;
  ContactImpulses near;
  near.normal = found.z.head(n);
  near.tangent = found.z.segment(n, n) - found.z.segment(2 * n, n);
  ContactStart start;
  start.near = &near;
  guess(start);
  return solve_linear(answer);
}

bool CompliantSolver::solve_bodies(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                                   ContactImpulses& answer) {
  surfaces_.assign(problem.contacts.size(), {});
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    const ContactSpring& spring = springs_[i];
    surfaces_[i] = {friction_[i], 1 / spring.normal, spring.tangent > 0 ? 1 / spring.tangent : 0, spring.offset, 0};
  }
  bodies_.assign(problem, surfaces_);
  const auto residual = [&](const ContactImpulses& impulses) { return residual_of(law, problem, impulses); };
  return bodies_.solve(start, residual, BodyContactSolver::Check::always, answer);
}

void CompliantSolver::solve(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                            ContactImpulses& answer) {
  answer.pivots = 0;
  if (law.route == LawRoute::published) {
    solve_published_compliant(law, problem, answer);
    return;
  }
  const bool hertz = law.modulus > 0 || std::any_of(problem.contacts.begin(), problem.contacts.end(),
                                                    [&](const auto& contact) { return is_hertz(law, contact); });
  hertz ? solve_hertz(law, problem, start, answer) : solve_linear_springs(law, problem, start, answer);
}

/// Solves problems with Hertz contacts by Newton's method for the depths at the step's end. The first depths are those
/// of the impulses near the answer or, without such impulses, those of the impulses that stop each contact by itself.
void CompliantSolver::solve_hertz(const Compliant& law, const ContactProblem& problem, const ContactStart& start,
                                  ContactImpulses& answer) {
  constexpr int kMostNewton = 60;
  constexpr double kLeastDepth = 1e-18;  // m; the stiffness grows as the root of the depth and must be > 0
  constexpr double kDone = 1e-3;         // iterations continue until the residual is this part of the accepted one
  const double h = problem.duration;
  Compliant linear = law;
  linear.modulus = linear.radius = 0;
  ContactProblem tangent = problem;
  for (ContactProblem::Contact& contact : tangent.contacts) {
    contact.modulus.reset();
    contact.radius.reset();
  }
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  Eigen::VectorXd depth = Eigen::VectorXd::Zero(count);
  ContactImpulses near;
  near.normal.setZero(count);
  near.tangent.setZero(count);
  const bool known = start.near != nullptr && start.near->normal.size() == count && !start.near->normal.isZero(0) &&
                     velocities_of(problem, *start.near).finite;
  if (known) near = *start.near;
  answer = ContactImpulses();
  answer.normal.setZero(count);
  answer.tangent.setZero(count);
  const ContactVelocities alone = velocities_of(problem, near);
  if (!alone.finite) return;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double scale = hertz_factor(law, problem.contacts[at(static_cast<int>(i))]);
    if (scale == 0) continue;
    const double response = alone.normal_response[i];
    const double stopping = known ? near.normal[i] : response > 0 ? std::max(0., -alone.normal[i]) / response : 0;
    depth[i] = std::cbrt(std::pow(stopping / (h * scale), 2));
  }
  ContactImpulses best;
  int pivots = 0;
  for (int turn = 0; turn < kMostNewton; ++turn) {
    for (Eigen::Index i = 0; i < count; ++i) {
      const ContactProblem::Contact& contact = problem.contacts[at(static_cast<int>(i))];
      if (!is_hertz(law, contact)) continue;
      const double scale = hertz_factor(law, contact), from = std::max(depth[i], kLeastDepth);
      ContactProblem::Contact& spring = tangent.contacts[at(static_cast<int>(i))];
      spring.stiffness = 1.5 * scale * std::sqrt(from);
      spring.gap = contact.gap + from / 3;
      spring.normal_bias = contact.normal_bias + from / (3 * h);
    }
    answer.pivots = 0;
    solve_linear_springs(linear, tangent, {turn > 0, &near, start.rounding}, answer);
    pivots += answer.pivots;
    if (!answer.solved) break;
    near = answer;
    answer.residual = residual_of(law, problem, answer);
    const bool better = answer.residual < best.residual;
    if (better) best = answer;
    if (best.residual <= kDone * kLcpResidual || (!better && best.residual <= kLcpResidual)) break;
    const ContactVelocities v = velocities_of(problem, answer);
    depth = (-h * v.normal).cwiseMax(0);
  }
  if (best.normal.size() == count) answer = best;
  answer.pivots = pivots;
  answer.solved = answer.residual <= kLcpResidual;
}

void CompliantSolver::solve_linear_springs(const Compliant& law, const ContactProblem& problem,
                                           const ContactStart& start, ContactImpulses& answer) {
  load(law, problem);
  const auto judge = [&] {
    answer.residual = residual_of(law, problem, answer);
    answer.solved = answer.residual <= kLcpResidual;
    return answer.solved;
  };
  answer.solved = are_many_bodies(problem) && solve_bodies(law, problem, start, answer);
  if (answer.solved) return;
  guess(start);
  if (solve_states(answer, kMostIterations) && judge()) return;
  guess({});
  if (solve_states(answer, kMostIterations) && judge()) return;
  if (solve_by_pivots(problem, answer) && judge()) return;
  answer.residual = std::numeric_limits<double>::infinity();
  answer.solved = false;
}

namespace {

/// The quadratic program min c'Hc/2 + g'c subject to (rows) c + bias >= 0. The unknowns c are impulses, normals first,
/// then tangents.
struct Program {
  Eigen::MatrixXd hessian, rows;  ///< the Hessian H, and the rows of the inequalities; each row is stored as a column
  Eigen::VectorXd gradient, bias;
};

Eigen::MatrixXd products_of(const RootRows& rows) {
  const Eigen::Index n = rows.contacts();
  Eigen::MatrixXd half(rows.coordinates(), 2 * n);
  for (int i = 0; i < n; ++i) {
    half.col(i) = rows.dense(i, RootRows::kNormal);
    half.col(n + i) = rows.dense(i, RootRows::kTangent);
  }
  return half.transpose() * half;
}

Program program_of(const Compliant& law, const ContactProblem& problem) {
  RootRows rows;
  rows.assign(problem);
  const Eigen::Index n = rows.contacts();
  const Eigen::MatrixXd products = products_of(rows);
  Program program;
  program.hessian.setIdentity(2 * n, 2 * n);
  program.gradient.setZero(2 * n);
  program.rows.setZero(2 * n, 4 * n);
  program.bias.setZero(4 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    const ContactSpring spring(law, contact, problem.duration);
    const int k = static_cast<int>(i);
    // the term beta = c_t + h B_t (J c + b)_t of the objective
    Eigen::VectorXd beta = spring.tangent * products.col(n + i);
    beta[n + i] += 1;
    const double weight = 1 / problem.duration, due = spring.tangent * rows.bias(k, RootRows::kTangent);
    program.hessian += weight * beta * beta.transpose();
    program.gradient += weight * due * beta;
    program.rows.col(i) = spring.normal * products.col(i);
    program.rows(i, i) += 1;
    program.bias[i] = spring.normal * (rows.bias(k, RootRows::kNormal) + spring.offset);
    program.rows(i, n + i) = 1;
    for (const int side : {0, 1}) {
      const Eigen::Index cone = (2 + side) * n + i;
      program.rows(i, cone) = spring.tangent > 0 ? contact.friction : 0;
      program.rows(n + i, cone) = side == 0 ? 1 : -1;
    }
  }
  for (Eigen::Index k = 0; k < 4 * n; ++k) {
    const double length = program.rows.col(k).norm();
    program.rows.col(k) /= length;
    program.bias[k] /= length;
  }
  return program;
}

/// Returns the distance of a vector from the cone that the rows generate: the length of the vector's projection onto
/// the polar cone [Moreau].
double distance_from_cone(const Eigen::VectorXd& vector, const Eigen::MatrixXd& rows) {
  DualActiveSet active_set;
  const Eigen::VectorXd bias = -(rows.transpose() * vector);
  if (!active_set.solve(-rows, bias, 0)) return std::numeric_limits<double>::infinity();
  return (vector + active_set.motion()).norm();
}

}  // namespace

double published_residual(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  if (!impulses.normal.allFinite() || !impulses.tangent.allFinite()) return std::numeric_limits<double>::infinity();
  const Program program = program_of(law, problem);
  Eigen::VectorXd c(2 * impulses.normal.size());
  c << impulses.normal, impulses.tangent;
  if (c.size() == 0) return 0;
  const Eigen::VectorXd slack = program.rows.transpose() * c + program.bias;
  const double scale = std::max(1., c.cwiseAbs().maxCoeff());
  std::vector<Eigen::Index> active;
  for (Eigen::Index k = 0; k < slack.size(); ++k) {
    if (slack[k] <= kLcpResidual * scale) active.push_back(k);
  }
  Eigen::MatrixXd balancing(c.size(), static_cast<Eigen::Index>(active.size()));
  for (std::size_t k = 0; k < active.size(); ++k) {
    balancing.col(static_cast<Eigen::Index>(k)) = program.rows.col(active[k]);
  }
  const Eigen::VectorXd gradient = program.hessian * c + program.gradient;
  const double size = std::max(1., program.hessian.norm() * c.norm() + program.gradient.norm());
  return std::max(std::max(0., -slack.minCoeff()) / scale, distance_from_cone(gradient, balancing) / size);
}

void solve_published_compliant(const Compliant& law, const ContactProblem& problem, ContactImpulses& answer) {
  const Program program = program_of(law, problem);
  const auto n = static_cast<Eigen::Index>(problem.contacts.size());
  answer.normal.setZero(n);
  answer.tangent.setZero(n);
  answer.residual = 0;
  answer.solved = true;
  if (n == 0) return;
  // The unknowns become L'c minus its value at the unconstrained minimum, where L L' is the Hessian.
  const Eigen::LLT<Eigen::MatrixXd> factor(program.hessian);
  const Eigen::VectorXd free = -factor.solve(program.gradient);
  Eigen::MatrixXd rows = program.rows;
  const Eigen::MatrixXd lower = factor.matrixL();
  lower.triangularView<Eigen::Lower>().solveInPlace(rows);
  Eigen::VectorXd bias = program.rows.transpose() * free + program.bias;
  for (Eigen::Index k = 0; k < rows.cols(); ++k) {
    const double length = rows.col(k).norm();
    rows.col(k) /= length;
    bias[k] /= length;
  }
  DualActiveSet active_set;
  answer.solved = factor.info() == Eigen::Success && active_set.solve(rows, bias, 0);
  answer.pivots = active_set.pivots();
  answer.residual = std::numeric_limits<double>::infinity();
  if (!answer.solved) return;
  Eigen::VectorXd c = active_set.motion();
  lower.triangularView<Eigen::Lower>().transpose().solveInPlace(c);
  c += free;
  answer.normal = c.head(n);
  answer.tangent = c.tail(n);
  answer.residual = published_residual(law, problem, answer);
  answer.solved = answer.residual <= kLcpResidual;
}

}  // namespace pawl::internal::inline friction

namespace pawl {

double hertz_stiffness(double modulus, double radius, double load) {
  internal::Validator faults;
  faults.positive("/modulus", modulus);
  faults.positive("/radius", radius);
  faults.positive("/load", load);
  faults.finish();
  const double depth = std::cbrt(load * load / (modulus * modulus * radius));
  return load / depth;
}

double foundation_stiffness(double modulus, double area, double thickness, int elements) {
  internal::Validator faults;
  faults.positive("/modulus", modulus);
  faults.positive("/area", area);
  faults.positive("/thickness", thickness);
  if (elements < 1) faults.add("/elements", elements, "must be at least 1");
  faults.finish();
  return modulus * area / (thickness * elements);
}

}  // namespace pawl
