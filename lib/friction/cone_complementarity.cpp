// SPDX-License-Identifier: MIT
#include "friction/cone_complementarity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "friction/body_contacts.h"
#include "friction/cone_program.h"
#include "friction/contact_dynamics.h"
#include "friction/coulomb.h"

namespace pawl::internal::inline friction {
namespace {

// The active-set method has dense factors, so it is used only for problems of at most kMostByEdges coordinates. For
// more than kFewByEdges coordinates the interior-point method is faster and is tried first; it requires a problem
// without blocks (ContactProblem::blocks).
constexpr Eigen::Index kFewByEdges = 60, kMostByEdges = 600;
/// Each method iterates until its own residual is at most this fraction of the law's tolerance. The method's residual
/// and the law's residual have different definitions, but about the same size.
constexpr double kNearer = .25;
constexpr double kMostOff = 1e100;  ///< an initial guess with a larger residual is not used
constexpr int kFirstOrder = 200;    ///< largest number of gradient iterations before the second-order method, if the
                                    ///< caller selects that method or if the interior-point method was tried before
constexpr int kMostFirstOrder = 100000, kMostBeforeSecond = 5000, kMostSecondOrder = 300;
constexpr int kMostAfterInteriorPoint = 40;  ///< limit on second-order iterations after the interior-point method; it
                                             ///< is small because each of these iterations is expensive

constexpr double kRegularisation = 1e-8;    ///< regularisation parameter r of the interior-point method (see
                                            ///< ConeInterior)

using WedgeProgram = ConeProgram<Wedge, RootRows>;

/// Sets `pushed` to the problem with limited normal biases, so that penetrations are removed at a speed of at most
/// max_push.
void set_pushed(const ConeComplementarity& law, const ContactProblem& problem, ContactProblem& pushed) {
  pushed = problem;
  for (ContactProblem::Contact& contact : pushed.contacts) {
    contact.normal_bias = normal_bias(law, contact, contact.normal_bias, problem.duration);
  }
}

}  // namespace

double normal_bias(const ConeComplementarity& law, const ContactProblem::Contact& contact, double bias,
                   double duration) {
  if (!law.max_push || contact.gap >= 0) return bias;
  return bias - std::min(0., contact.gap / duration + *law.max_push);
}

double residual_of(const ConeComplementarity& law, const ContactProblem& problem, const ContactImpulses& impulses) {
  if (law.coulomb_iterations > 0) {
    ContactProblem pushed;
    set_pushed(law, problem, pushed);
    return residual_of(Coulomb(), pushed, impulses);
  }
  const ContactVelocities v = velocities_of(problem, impulses);
  if (!v.finite) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (Eigen::Index i = 0; i < v.normal.size(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    const double response = v.normal_response[i] + v.tangent_response[i];
    const double parting = normal_bias(law, contact, v.normal[i], problem.duration);
    const double normal = impulses.normal[i] * response, tangent = impulses.tangent[i] * response;
    worst = std::max(worst, cone_error(contact.friction, normal, tangent, parting, v.tangent[i]));
  }
  return worst / v.scale;
}

void ConeComplementaritySolver::load(const ConeComplementarity& law, const ContactProblem& problem) {
  rows_.assign(problem);
  friction_.clear();
  bias_.resize(2 * rows_.contacts());
  for (int i = 0; i < rows_.contacts(); ++i) {
    const ContactProblem::Contact& contact = problem.contacts[i];
    friction_.push_back(contact.friction);
    bias_[2 * i] = normal_bias(law, contact, rows_.bias(i, RootRows::kNormal), problem.duration);
    bias_[2 * i + 1] = rows_.bias(i, RootRows::kTangent);
  }
}

/// Solves for the impulses along the edges of the friction cones by the active-set method.
bool ConeComplementaritySolver::solve_edges(ContactImpulses& answer) {
  struct Edge {
    int contact;
    double slope, length;
  };
  std::vector<Edge> edges;
  std::vector<Eigen::VectorXd> rows;
  for (int i = 0; i < rows_.contacts(); ++i) {
    const double friction = friction_[i];
    for (const double slope : {friction, -friction}) {
      Eigen::VectorXd row = rows_.dense(i, RootRows::kNormal);
      rows_.push(i, RootRows::kTangent, slope, row);
      const double length = row.norm();
      if (length > 0) {
        edges.push_back({i, slope, length});
        rows.push_back(row / length);
      }
      if (friction == 0) break;
    }
  }
  Eigen::MatrixXd columns(rows_.coordinates(), static_cast<Eigen::Index>(edges.size()));
  Eigen::VectorXd bias(columns.cols());
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Edge& edge = edges[k];
    columns.col(k) = rows[k];
    bias[k] = (bias_[2 * edge.contact] + edge.slope * bias_[2 * edge.contact + 1]) / edge.length;
  }
  const bool ended = active_set_.solve(columns, bias, 0);
  answer.pivots += active_set_.pivots();
  if (!ended) return false;
  answer.normal.setZero();
  answer.tangent.setZero();
  for (Eigen::Index k = 0; k < columns.cols(); ++k) {
    const Edge& edge = edges[k];
    const double weight = active_set_.multipliers()[k] / edge.length;
    answer.normal[edge.contact] += weight;
    answer.tangent[edge.contact] += edge.slope * weight;
  }
  return true;
}

/// Copies the initial guess to near_. The copy is needed because the caller may have stored the guess in the answer,
/// which the solver overwrites. Drops the guess if its size does not fit, or if its residual is not finite or exceeds
/// kMostOff, which is too large for the methods to converge.
void ConeComplementaritySolver::take_near(const ConeComplementarity& law, const ContactProblem& problem,
                                          const ContactImpulses* near) {
  near_ = near != nullptr ? *near : ContactImpulses();
  const bool fits = near_.normal.size() == rows_.contacts() && near_.tangent.size() == rows_.contacts();
  near_.residual = fits ? residual_of(law, problem, near_) : std::numeric_limits<double>::infinity();
  if (!(near_.residual <= kMostOff)) near_ = {};
}

/// Accepts the initial guess if it satisfies the law. Otherwise runs the interior-point method. If the result of this
/// method has a smaller residual than the initial guess, the result becomes the initial guess for the methods that
/// follow.
void ConeComplementaritySolver::solve_by_interior_point(const ConeComplementarity& law, const ContactProblem& problem,
                                                        ContactImpulses& answer) {
  if (near_.residual <= kNearer * law.tolerance) {
    answer.normal = near_.normal;
    answer.tangent = near_.tangent;
    answer.residual = near_.residual;
    answer.cone.method = ConeSolution::Method::guess;
    return;
  }
  answer.cone.method = ConeSolution::Method::interior_point;
  answer.cone.regularization = kRegularisation;
  if (law.max_push) {
    ContactProblem pushed;
    set_pushed(law, problem, pushed);
    contacts_.assign(pushed);
  } else {
    contacts_.assign(problem);
  }
  interior_.solve(contacts_, kNearer * law.tolerance * std::max(1., rows_.largest_bias()), forces_);
  answer.pivots = interior_.factorizations();
  for (int i = 0; i < contacts_.size(); ++i) {
    const BodyContacts::Force& force = forces_[i];
    answer.normal[i] = contacts_.impulse_unit(i) * force.normal;
    answer.tangent[i] = contacts_.impulse_unit(i) * force.tangent;
  }
  answer.residual = residual_of(law, problem, answer);
  if (!(near_.residual <= answer.residual)) near_ = answer;
}

void ConeComplementaritySolver::solve_iteratively(const ConeComplementarity& law, bool inside,
                                                  ContactImpulses& answer) {
  const WedgeProgram program(rows_, friction_, bias_);
  Eigen::VectorXd c = Eigen::VectorXd::Zero(bias_.size());
  for (int i = 0; i < rows_.contacts() && near_.normal.size() == rows_.contacts(); ++i) {
    const Wedge::Vector last(near_.normal[i] / program.unit(i), near_.tangent[i] / program.unit(i));
    c.segment<2>(2 * i) = program.project(i, last);
  }
  const double tolerance = kNearer * law.tolerance;
  answer.cone.method = ConeSolution::Method::projected_gradient;
  answer.cone.regularization = 0;
  if (law.method == Method::projected_gauss_seidel) {
    answer.cone.method = ConeSolution::Method::projected_gauss_seidel;
    answer.pivots += projected_gauss_seidel(program, tolerance, kMostFirstOrder, c).iterations;
  } else {
    const int most = law.method == Method::projected_gradient       ? kMostFirstOrder
                     : inside || law.method == Method::second_order ? kFirstOrder
                                                                    : kMostBeforeSecond;
    const ConeResult first = accelerated_gradient(program, tolerance, most, c);
    answer.pivots += first.iterations;
    if (first.residual > tolerance && law.method != Method::projected_gradient) {
      answer.cone.method = ConeSolution::Method::second_order;
      answer.pivots += ConeNewton<Wedge, RootRows>(program)
                           .solve(tolerance, inside ? kMostAfterInteriorPoint : kMostSecondOrder, c)
                           .iterations;
    }
  }
  for (int i = 0; i < rows_.contacts(); ++i) {
    answer.normal[i] = program.unit(i) * c[2 * i];
    answer.tangent[i] = program.unit(i) * c[2 * i + 1];
  }
}

void ConeComplementaritySolver::solve(const ConeComplementarity& law, const ContactProblem& problem,
                                      const ContactStart& start, ContactImpulses& answer) {
  law.coulomb_iterations > 0 ? iterate_to_coulomb(law, problem, start, answer)
                             : solve_relaxed(law, problem, start, answer);
}

/// Iterates towards Coulomb's law. The first iteration uses the sliding speeds of the initial guess, or 0 without a
/// guess. Only the residual in Coulomb's law decides which iterate is the best. It therefore does no harm if the cone
/// problem of some iteration is not solved.
void ConeComplementaritySolver::iterate_to_coulomb(const ConeComplementarity& law, const ContactProblem& problem,
                                                   const ContactStart& start, ContactImpulses& answer) {
  set_pushed(law, problem, pushed_);
  shifted_ = pushed_;
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  const bool fits = start.near != nullptr && start.near->normal.size() == count && start.near->tangent.size() == count;
  if (fits) answer = ContactImpulses(*start.near);
  const ConeComplementarity relaxed{kNearer * law.tolerance, {}, law.method};
  best_ = {};
  int pivots = 0, iterations = 0;
  while (iterations < law.coulomb_iterations && !(best_.residual <= law.tolerance)) {
    const bool known = iterations > 0 || fits;
    const ContactVelocities last = known ? velocities_of(pushed_, answer) : ContactVelocities();
    for (Eigen::Index i = 0; i < count; ++i) {
      ContactProblem::Contact& contact = shifted_.contacts[i];
      const double speed = known && last.finite ? std::fabs(last.tangent[i]) : 0;
      contact.normal_bias = pushed_.contacts[i].normal_bias + contact.friction * speed;
    }
    solve_relaxed(relaxed, shifted_, {start.again, known ? &answer : nullptr, start.rounding}, answer);
    answer.residual = residual_of(Coulomb(), pushed_, answer);
    pivots += answer.pivots;
    ++iterations;
    if (iterations == 1 || answer.residual < best_.residual) best_ = answer;
  }
  answer = best_;
  answer.pivots = pivots;
  answer.cone.coulomb_iterations = iterations;
  answer.solved = answer.residual <= law.tolerance;
}

void ConeComplementaritySolver::solve_relaxed(const ConeComplementarity& law, const ContactProblem& problem,
                                              const ContactStart& start, ContactImpulses& answer) {
  load(law, problem);
  take_near(law, problem, start.near);
  answer.normal.setZero(rows_.contacts());
  answer.tangent.setZero(rows_.contacts());
  answer.pivots = 0;
  answer.cone = {};
  answer.residual = std::numeric_limits<double>::infinity();
  const bool automatic = law.method == Method::automatic;
  const bool inside = problem.blocks.empty() &&
                      (law.method == Method::interior_point || (automatic && rows_.coordinates() > kFewByEdges));
  if (inside) solve_by_interior_point(law, problem, answer);
  if (!(answer.residual <= law.tolerance) && automatic && rows_.coordinates() <= kMostByEdges && solve_edges(answer)) {
    answer.cone.method = ConeSolution::Method::active_set;
    answer.cone.regularization = 0;
    answer.residual = residual_of(law, problem, answer);
  }
  if (!(answer.residual <= law.tolerance)) {
    solve_iteratively(law, inside, answer);
    answer.residual = residual_of(law, problem, answer);
  }
  answer.solved = answer.residual <= law.tolerance;
}

namespace {

constexpr int kMostSteps = 60;
constexpr double kStart = 1;             // initial value of all variables x and y; scaled forces and velocities have
                                         // about this size
constexpr double kLeastProduct = 1e-24;  // least product x y; at smaller products, steps consist of rounding errors
constexpr double kShortestStep = .01;    // length below which a step is useless
constexpr int kMostShortSteps = 3;
constexpr double kSmallestPivot = 1e-9;  // smallest accepted pivot of the matrix, whose pivots are >= 1 up to rounding

void clear_ground(std::vector<double>& motion) { std::fill(motion.end() - BodyContacts::kPlaces, motion.end(), 0.); }

}  // namespace

double ConeInterior::solve(const BodyContacts& contacts, double enough, std::vector<Force>& forces) {
  contacts_ = &contacts;
  factorizations_ = 0;
  start();
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0, short_steps = 0; k < kMostSteps && short_steps < kMostShortSteps; ++k) {
    write(now_);
    const double now = error();
    if (now < best) {
      best = now;
      forces = now_;
    }
    if (best <= enough || product(0) <= kLeastProduct) break;
    const double step = mehrotra_step(*this);
    if (step == 0) break;
    short_steps += step < kShortestStep;
  }
  return best;
}

void ConeInterior::start() {
  contacts_->find_pairs(pairs_);
  matrix_.set_pattern(contacts_->bodies(), pairs_);
  edges_.clear();
  for (int i = 0; i < contacts_->size(); ++i) {
    const double friction = (*contacts_)[i].friction, length = std::hypot(1, friction);
    add_edge(i, 1 / length, friction / length);
    if (friction > 0) add_edge(i, 1 / length, -friction / length);
  }
  find_motion();
}

void ConeInterior::add_edge(int contact, double normal, double tangent) {
  const BodyContacts::Contact& of = (*contacts_)[contact];
  Edge& edge = edges_.emplace_back();
  edge = {};
  edge.contact = contact;
  edge.normal = normal;
  edge.tangent = tangent;
  for (int k = 0; k < BodyContacts::kPlaces; ++k) {
    edge.row.a[k] = normal * of.row[0].a[k] + tangent * of.row[1].a[k];
    edge.row.b[k] = normal * of.row[0].b[k] + tangent * of.row[1].b[k];
  }
  edge.bias = normal * of.bias[0] + tangent * of.bias[1];
  edge.x = edge.y = kStart;
}

void ConeInterior::keep_predictor() {
  for (Edge& edge : edges_) {
    edge.first_dx = edge.dx;
    edge.first_dy = edge.dy;
  }
}

bool ConeInterior::factor() {
  ++factorizations_;
  matrix_.set_identity();
  for (const Edge& edge : edges_) add(edge, edge.x / (edge.y + kRegularisation * edge.x));
  return matrix_.factor(kSmallestPivot, true);
}

/// Adds response * (row' row) to the matrix, where `row` is the edge's row.
void ConeInterior::add(const Edge& edge, double response) {
  const auto add_product = [response](const double* r, const double* s, double* block) {
    for (int j = 0; j < BodyMatrix::kSize; ++j) {
      const double by = response * r[j];
      for (int k = 0; k < BodyMatrix::kSize; ++k) block[BodyMatrix::kSize * j + k] += by * s[k];
    }
  };
  const BodyContacts::Contact& contact = contact_of(edge);
  const bool on_a = contact.a != contacts_->ground(), on_b = contact.b != contacts_->ground();
  if (on_a) add_product(edge.row.a, edge.row.a, matrix_.diagonal(contact.a / BodyContacts::kPlaces));
  if (on_b) add_product(edge.row.b, edge.row.b, matrix_.diagonal(contact.b / BodyContacts::kPlaces));
  if (!on_a || !on_b) return;
  add_product(edge.row.a, edge.row.b, matrix_.of_pair(edge.contact, 0));
  add_product(edge.row.b, edge.row.a, matrix_.of_pair(edge.contact, 1));
}

/// Finds Newton's step to products x y equal to `target`. If `second` is true, the step includes the products of the
/// predictor's changes.
void ConeInterior::find_step(double target, bool second) {
  push_.assign(at(contacts_->motions()), 0);
  for (Edge& edge : edges_) {
    const double residual = BodyContacts::along(contact_of(edge), edge.row, motion_.data()) + edge.bias - edge.y;
    edge.wanted = target - edge.x * (edge.y + residual) - (second ? edge.first_dx * edge.first_dy : 0);
    edge.dy = residual;
    BodyContacts::push(contact_of(edge), edge.row, edge.wanted / (edge.y + kRegularisation * edge.x), push_.data());
  }
  clear_ground(push_);
  matrix_.solve(push_.data());
  for (Edge& edge : edges_) {
    const double along = BodyContacts::along(contact_of(edge), edge.row, push_.data());
    edge.dx = (edge.wanted - edge.x * along) / (edge.y + kRegularisation * edge.x);
    edge.dy += along + kRegularisation * edge.dx;
  }
}

/// Returns the mean product x y over all edges after a fraction `part` of the Newton step.
double ConeInterior::product(double part) const {
  double sum = 0;
  for (const Edge& edge : edges_) sum += (edge.x + part * edge.dx) * (edge.y + part * edge.dy);
  return edges_.empty() ? 0 : sum / static_cast<double>(edges_.size());
}

/// Returns the fraction of the Newton step at which the first of the variables x and y becomes 0, at most 1e3.
double ConeInterior::longest() const {
  double part = 1e3;
  for (const Edge& edge : edges_) {
    if (edge.dx < 0) part = std::min(part, -edge.x / edge.dx);
    if (edge.dy < 0) part = std::min(part, -edge.y / edge.dy);
  }
  return part;
}

void ConeInterior::go(double part) {
  for (Edge& edge : edges_) {
    edge.x += part * edge.dx;
    edge.y += part * edge.dy;
  }
  find_motion();
}

void ConeInterior::find_motion() {
  motion_.assign(at(contacts_->motions()), 0);
  for (const Edge& edge : edges_) BodyContacts::push(contact_of(edge), edge.row, edge.x, motion_.data());
  clear_ground(motion_);
}

/// Returns by how much the current forces violate the conditions 0 <= x, 0 <= y, x y = 0, m/s.
double ConeInterior::error() const {
  double worst = 0;
  for (int i = 0; i < contacts_->size(); ++i) {
    const BodyContacts::Contact& contact = (*contacts_)[i];
    const Eigen::Vector2d v = BodyContacts::velocity(contact, motion_.data());
    const Force& force = now_[i];
    worst = std::max(
        worst, contacts_->velocity_unit(i) * cone_error(contact.friction, force.normal, force.tangent, v[0], v[1]));
  }
  return worst;
}

void ConeInterior::write(std::vector<Force>& forces) const {
  forces.assign(at(contacts_->size()), {});
  for (const Edge& edge : edges_) {
    Force& force = forces[edge.contact];
    force.normal += edge.x * edge.normal;
    force.tangent += edge.x * edge.tangent;
  }
}

}  // namespace pawl::internal::inline friction
