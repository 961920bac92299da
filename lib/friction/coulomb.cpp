// SPDX-License-Identifier: MIT
#include "friction/coulomb.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {
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
    const double normal = impulses.normal[i], friction = problem.contacts[i].friction;
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
    if (within(force.normal) && within(force.tangent)) forces[i] = force;
  }
}

/// Whether rounding of what they do together may be more than is asked for.
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

namespace {

constexpr double kConditionTolerance = 1e-10;  ///< of the largest free velocity
constexpr double kDependent = 1e-14;           ///< squared part of an edge that others leave
constexpr double kSingular = 1e-11;            ///< of the largest pivot
constexpr double kRegular = 1e-6;              ///< of the largest pivot, where rank is no question
constexpr char kDriven = 3;                    ///< mark of a contact that no impulse moves: nothing is asked of it

double choose(double n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways *= (n - i) / (i + 1);
  return std::max(0., ways);
}

}  // namespace

bool CoulombSolutions::certainly_one(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  const auto& contacts = problem.contacts;
  if (std::all_of(contacts.begin(), contacts.end(), [](const auto& one) { return one.friction == 0; })) return true;
  return contacts.size() == 1 && contacts[0].friction * std::fabs(dynamics.response(0, 0, 0, 1)) <
                                     (1 - kConditionTolerance) * dynamics.response(0, 0, 0, 0);
}

void CoulombSolutions::load_edges(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  contacts_ = dynamics.contacts();
  units_.resize(at(contacts_));
  free_.resize(at(2 * contacts_));
  used_.assign(at(contacts_), 0);
  edges_.clear();
  size_ = 0;
  for (int i = 0; i < contacts_; ++i) {
    const double response = dynamics.response(i, 0, i, 0) + dynamics.response(i, 1, i, 1);
    const bool gives_way = response > 0;
    units_[i] = gives_way ? std::sqrt(response) : 1;
    for (const int d : {0, 1}) {
      free_[2 * i + d] = dynamics.bias(i, d) / units_[i];
      size_ = std::max(size_, std::fabs(free_[2 * i + d]));
    }
    if (!gives_way) {
      used_[i] = kDriven;
      continue;
    }
    const double friction = problem.contacts[i].friction;
    edges_.push_back({i, -friction, -1});
    if (friction > 0) edges_.push_back({i, friction, static_cast<int>(edges_.size()) - 1});
  }
}

void CoulombSolutions::load_responses(const ContactDynamics<double>& dynamics) {
  responses_.resize(free_.size() * edges_.size());
  for (int row = 0; row < 2 * contacts_; ++row) {
    const int i = row / 2, d = row % 2;
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      const Edge& edge = edges_[e];
      responses_[at(row) * edges_.size() + e] =
          (dynamics.response(i, d, edge.contact, 0) + edge.slope * dynamics.response(i, d, edge.contact, 1)) /
          (units_[i] * units_[edge.contact]);
    }
  }
}

double CoulombSolutions::sets(int coordinates) const {
  double count = 0;
  for (int k = 0; k <= std::min(coordinates, static_cast<int>(edges_.size())); ++k) {
    count += choose(static_cast<double>(edges_.size()), k);
  }
  return count;
}

bool CoulombSolutions::find(const ContactProblem& problem, const ContactDynamics<double>& dynamics, double same) {
  solutions_.clear();
  complete_ = true;
  same_ = same;
  load_edges(problem, dynamics);
  most_ = std::min(edges_.size(), at(dynamics.coordinates()));
  if (most_ > at(kMostEdges) || sets(dynamics.coordinates()) > kMostSets) return false;
  load_responses(dynamics);
  set_.clear();
  cholesky_.setZero(kMostEdges, kMostEdges);
  extend(0);
  return complete_;
}

/// All sets that hold the present one and further edges from `next` on.
void CoulombSolutions::extend(std::size_t next) {
  solve();
  if (set_.size() == most_) return;
  for (std::size_t e = next; e < edges_.size(); ++e) {
    if (!independent(e)) continue;
    set_.push_back(e);
    ++used_[edges_[e].contact];
    extend(e + 1);
    --used_[edges_[e].contact];
    set_.pop_back();
  }
}

/// Of the set's edges: by a further row of the Cholesky factor of e'Ge.
bool CoulombSolutions::independent(std::size_t edge) {
  const auto product = [&](std::size_t e) {
    const std::size_t row = 2 * at(edges_[e].contact);
    return response(row, edge) + edges_[e].slope * response(row + 1, edge);
  };
  const auto k = static_cast<Eigen::Index>(set_.size());
  const double all = product(edge);
  double left = all;
  for (Eigen::Index j = 0; j < k; ++j) {
    const double dot = cholesky_.row(k).head(j).dot(cholesky_.row(j).head(j));
    cholesky_(k, j) = (product(set_[j]) - dot) / cholesky_(j, j);
    left -= cholesky_(k, j) * cholesky_(k, j);
  }
  cholesky_(k, k) = std::sqrt(std::max(left, 0.));
  return left > kDependent * all;
}

void CoulombSolutions::solve() {
  const auto k = static_cast<Eigen::Index>(set_.size());
  Matrix matrix(k, k);
  Vector right(k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const Edge& edge = edges_[set_[i]];
    const bool second = i > 0 && edge.other >= 0 && set_[static_cast<std::size_t>(i) - 1] == at(edge.other);
    const std::size_t row = 2 * at(edge.contact) + (second ? 1 : 0);
    for (Eigen::Index j = 0; j < k; ++j) matrix(i, j) = response(row, set_[j]);
    right[i] = -free_[row];
  }
  if (k == 0) {
    if (allowed(right)) add(right);
    return;
  }
  const Eigen::PartialPivLU<Matrix> quick(matrix);
  const auto pivots = quick.matrixLU().diagonal().cwiseAbs();
  if (pivots.minCoeff() > kRegular * pivots.maxCoeff()) {
    const Vector weights = quick.solve(right);
    if (allowed(weights)) add(weights);
    return;
  }
  Eigen::FullPivLU<Matrix> factors(matrix);
  factors.setThreshold(kSingular);
  const Vector weights = factors.solve(right);
  if (factors.rank() == k) {
    if (allowed(weights)) add(weights);
  } else if ((matrix * weights - right).cwiseAbs().maxCoeff() <= kConditionTolerance * size_) {
    if (factors.rank() + 1 < k)
      complete_ = false;
    else
      solve_segment(weights, Vector(factors.kernel().col(0)));
  }
}

/// The ends of {weights >= 0 and v as it must be} on the line point + t way.
void CoulombSolutions::solve_segment(const Vector& point, const Vector& way) {
  double low = -HUGE_VAL, high = HUGE_VAL;
  const auto bound = [&](double value, double slope) {  // value + t slope >= 0
    if (std::fabs(slope) <= kSingular) return;
    double& end = slope > 0 ? low : high;
    end = slope > 0 ? std::max(end, -value / slope) : std::min(end, -value / slope);
  };
  set_velocity(way);
  Eigen::VectorXd change = velocity_ - Eigen::Map<const Eigen::VectorXd>(free_.data(), velocity_.size());
  set_velocity(point);
  for (Eigen::Index j = 0; j < point.size(); ++j) bound(point[j], way[j]);
  for (int i = 0; i < contacts_; ++i) {
    if (used_[i] == 0) bound(velocity_[2 * i], change[2 * i]);
  }
  for (std::size_t j = 0; j < set_.size(); ++j) {
    const Edge& edge = edges_[set_[j]];
    if (edge.slope == 0 || used_[edge.contact] == 2) continue;
    const double sign = edge.slope < 0 ? 1 : -1;
    bound(sign * velocity_[2 * edge.contact + 1], sign * change[2 * edge.contact + 1]);
  }
  if (low > high) return;
  for (const double end : {low, high}) {
    if (!std::isfinite(end)) {
      complete_ = false;
      continue;
    }
    const Vector weights = point + end * way;
    if (allowed(weights)) add(weights);
  }
}

void CoulombSolutions::set_velocity(const Vector& weights) {
  velocity_ = Eigen::Map<const Eigen::VectorXd>(free_.data(), 2 * contacts_);
  for (std::size_t j = 0; j < set_.size(); ++j) {
    for (int row = 0; row < 2 * contacts_; ++row) {
      velocity_[row] += response(at(row), set_[j]) * weights[static_cast<Eigen::Index>(j)];
    }
  }
}

/// Sets the velocity.
bool CoulombSolutions::allowed(const Vector& weights) {
  const double rounding = kConditionTolerance * size_;
  if (!weights.allFinite() || (weights.array() < -rounding).any()) return false;
  set_velocity(weights);
  for (int i = 0; i < contacts_; ++i) {
    if (used_[i] == 0 && velocity_[2 * i] < -rounding) return false;
  }
  return std::all_of(set_.begin(), set_.end(), [&](std::size_t e) {
    const Edge& edge = edges_[e];
    if (edge.slope == 0 || used_[edge.contact] == 2) return true;
    return (edge.slope < 0 ? 1 : -1) * velocity_[2 * edge.contact + 1] >= -rounding;
  });
}

void CoulombSolutions::add(const Vector& weights) {
  Solution found;
  found.velocity.resize(2 * contacts_);
  for (int row = 0; row < 2 * contacts_; ++row) found.velocity[row] = velocity_[row] * units_[row / 2];
  const bool known = std::any_of(solutions_.begin(), solutions_.end(), [&](const Solution& other) {
    return (other.velocity - found.velocity).cwiseAbs().maxCoeff() <= same_;
  });
  if (known) return;
  found.normal.setZero(contacts_);
  found.tangent.setZero(contacts_);
  for (std::size_t j = 0; j < set_.size(); ++j) {
    const Edge& edge = edges_[set_[j]];
    const double impulse = std::max(0., weights[static_cast<Eigen::Index>(j)]) / units_[edge.contact];
    found.normal[edge.contact] += impulse;
    found.tangent[edge.contact] += edge.slope * impulse;
  }
  solutions_.push_back(std::move(found));
}

}  // namespace pawl::internal::inline friction
