// SPDX-License-Identifier: MIT
#include "friction/contact_problem_lcp.h"

#include <fmt/format.h>
#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/faults.h"
#include "friction/constrained_inertia.h"
#include "friction/contact_dynamics.h"

namespace pawl::internal::inline friction {

template <class Slides>
void ContactLayout::number(std::size_t contacts, const Slides& slides) {
  sliding_ = 0;
  for (std::size_t i = 0; i < contacts; ++i) sliding_ += slides(i);
  rolling_ = static_cast<int>(contacts) - sliding_;
  normal_.resize(contacts);
  int slid = 0, rolled = sliding_;
  for (std::size_t i = 0; i < contacts; ++i) normal_[i] = slides(i) ? slid++ : rolled++;
}

ContactLayout::ContactLayout(const std::vector<char>& slides, int tangents) : tangents_(tangents) {
  number(slides.size(), [&](std::size_t i) { return slides[i] != 0; });
}

void ContactLayout::assign(const ContactProblem& problem, Form form) {
  form_ = form;
  tangents_ = problem.tangents;
  number(problem.contacts.size(), [&](std::size_t i) { return problem.contacts[i].sliding != 0; });
}

}  // namespace pawl::internal::inline friction

namespace pawl {
namespace internal::inline friction {
namespace {

/// A matrix M, row-major, and a vector q, in the number type Real.
template <class Real>
struct Dense {
  int n = 0;
  std::vector<Real> M, q;

  explicit Dense(int size)
      : n(size),
        M(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), Real(0)),
        q(static_cast<std::size_t>(size), Real(0)) {}
  Real& at(int i, int j) {
    return M[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)];
  }
};

/// Assembles M and q, in either form of the LCP, in doubles or in exact numbers.
template <class Real>
class Assembly {
 public:
  Assembly(const ContactProblem& problem, const ContactDynamics<Real>& dynamics, const StopToken& stop = {})
      : problem_(problem),
        stop_(stop),
        dynamics_(dynamics),
        at_(problem),
        count_(dynamics_.contacts()),
        lcp_(at_.size()) {}

  /// Returns M and q, or a result without variables if the stop token ended the work.
  Dense<Real> assemble() && {
    if (!dynamics_.complete() || !fill_responses()) return Dense<Real>(0);
    for (int i = 0; i < count_; ++i) {
      for (int d = 0; d < dynamics_.directions(); ++d) {
        if (d == 0 || at_.rolls(i)) add_direction(i, d);
      }
      if (at_.rolls(i)) {
        at_.form() == ContactLayout::Form::four ? bind_by_multiplier(i) : bind_by_bounds(i);
      }
    }
    return std::move(lcp_);
  }

 private:
  Real friction(int i) const { return Real(problem_.contacts[i].friction); }

  /// Returns the factor `share` in c_k = -share c_n (+ s_k+): mu v_k/|v| for a sliding contact and mu for a rolling
  /// one. Returns 0 if c_k does not depend on c_n.
  Real share(int i, int tangent) const {
    const ContactProblem::Contact& contact = problem_.contacts[i];
    if (at_.form() == ContactLayout::Form::four) return Real(0);
    if (contact.sliding == 0) return friction(i);
    const Real along = contact.slide.empty() ? Real(contact.sliding) : Real(contact.slide[tangent]);
    return friction(i) * along;
  }

  Real& response(int i, int d, int k, int e) {
    const std::size_t rows = static_cast<std::size_t>(count_ * dynamics_.directions());
    return responses_[static_cast<std::size_t>(i * dynamics_.directions() + d) * rows +
                      static_cast<std::size_t>(k * dynamics_.directions() + e)];
  }

  /// Computes the matrix step J W J'. Computes each pair of symmetric entries only once, so that the matrix is
  /// symmetric bit for bit. Returns false if the stop token ended the work.
  bool fill_responses() {
    const int directions = dynamics_.directions();
    const std::size_t rows = static_cast<std::size_t>(count_ * directions);
    responses_.assign(rows * rows, Real(0));
    UnitForce<Real> unit(dynamics_);
    for (int k = 0; k < count_; ++k) {
      for (int e = 0; e < directions; ++e) {
        unit.act(k, e, stop_);
        if (stop_.stop_requested()) return false;
        for (int i = k; i < count_; ++i) {
          if (!unit.moves(i)) continue;
          for (int d = i == k ? e : 0; d < directions; ++d)
            response(i, d, k, e) = response(k, e, i, d) = unit.response(i, d);
        }
      }
    }
    return true;
  }

  /// Adds a row of M and q: the motion of contact i along a direction, caused by all forces. In the four-variable form,
  /// also adds the row with the opposite sign.
  void add_direction(int i, int d) {
    const bool twice = at_.form() == ContactLayout::Form::four && d > 0;
    const int row = d == 0 ? at_.normal(i) : at_.plus(i, d - 1);
    const int opposite = twice ? at_.minus(i) : -1;
    const auto set = [&](int column, const Real& value) {
      lcp_.at(row, column) = value;
      if (twice) lcp_.at(opposite, column) = -value;
    };
    for (int k = 0; k < count_; ++k) {
      Real by_normal = response(i, d, k, 0);
      for (int t = 0; t + 1 < dynamics_.directions(); ++t) {
        const Real& by_tangent = response(i, d, k, t + 1);
        by_normal -= share(k, t) * by_tangent;
        if (!at_.rolls(k)) continue;
        set(at_.plus(k, t), by_tangent);
        if (at_.form() == ContactLayout::Form::four) set(at_.minus(k), -by_tangent);
      }
      set(at_.normal(k), by_normal);
    }
    const Real bias = dynamics_.bias(i, d);
    lcp_.q[row] = bias;
    if (twice) lcp_.q[opposite] = -bias;
  }

  /// Adds the rows of contact i for a_k = a_k+ - a_k- and s_k- = 2 mu c_n - s_k+.
  void bind_by_bounds(int i) {
    for (int t = 0; t < problem_.tangents; ++t) {
      lcp_.at(at_.plus(i, t), at_.minus(i, t)) = Real(1);
      lcp_.at(at_.minus(i, t), at_.plus(i, t)) = Real(-1);
      lcp_.at(at_.minus(i, t), at_.normal(i)) = friction(i) + friction(i);
    }
  }

  /// Adds the rows of contact i for v_t + lambda, -v_t + lambda and mu c_n - beta+ - beta-.
  void bind_by_multiplier(int i) {
    const int lambda = at_.multiplier(i);
    for (const int edge : {at_.plus(i), at_.minus(i)}) {
      lcp_.at(edge, lambda) = Real(1);
      lcp_.at(lambda, edge) = Real(-1);
    }
    lcp_.at(lambda, at_.normal(i)) = friction(i);
  }

  const ContactProblem& problem_;
  const StopToken stop_;
  const ContactDynamics<Real>& dynamics_;
  ContactLayout at_;
  int count_;
  std::vector<Real> responses_;  ///< motions of the contacts under unit forces, ordered by contact and then by
                                 ///< direction
  Dense<Real> lcp_;
};

}  // namespace

ExactLcp exact_lcp(const ContactProblem& problem, const StopToken& stop) {
  const ContactDynamics<Rational> dynamics(problem, stop);
  auto result = Assembly<Rational>(problem, dynamics, stop).assemble();
  return {result.n, std::move(result.M), std::move(result.q)};
}

Lcp lcp_of(const ContactProblem& problem, const ContactDynamics<double>& dynamics) {
  const auto result = Assembly<double>(problem, dynamics).assemble();
  Lcp lcp;
  lcp.M = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(result.M.data(),
                                                                                                   result.n, result.n);
  lcp.q = Eigen::Map<const Eigen::VectorXd>(result.q.data(), result.n);
  return lcp;
}

}  // namespace internal::inline friction

Lcp ContactProblem::lcp() const {
  validate();
  return internal::lcp_of(*this, internal::ContactDynamics<double>(*this));
}

namespace internal::inline friction {
namespace {

using Contact = ContactProblem::Contact;

/// The results of the pairs examined until now: the largest violation `residual`; the largest sum, and the sum over all
/// contacts, of the magnitudes of a contact's terms; `scale`, the larger of 1 and the largest bias; and the factors of
/// ContactResidual::Value::hidden.
struct Worst {
  double residual = 0, terms = 0, all_terms = 0, scale = 1;
  double hidden = 0, largest_response = 0;

  void pair(double a, double b) { residual = std::max(residual, std::fabs(std::min(a, b))); }
  /// Updates the maxima for a force z and its complementary acceleration w. `response` belongs to the contact: a unit force at
  /// one contact accelerates another contact by at most the product of their two responses.
  void force(double z, double w, double response) {
    pair(z, w);
    if (z < 0 || z < w) hidden = std::max(hidden, std::fabs(z) * response);
  }
  /// Adds a sliding speed and the distance `within` of the friction force from its bound. `within` is a difference of
  /// terms whose magnitude is about `size`.
  void friction(double speed, double within, double size, double response) {
    pair(speed, within);
    if (within < speed && std::fabs(within) > kLcpResidual * size) {
      hidden = std::max(hidden, std::fabs(within) * response);
    }
  }
  void add_terms(double sum) {
    terms = std::max(terms, sum);
    all_terms += sum;
  }
};

/// Computes the complementary pairs of one contact, direction by direction.
class Pairs {
 public:
  Pairs(const ContactProblem& problem, const ContactDynamics<double>& dynamics, const ContactLayout& at,
        const WeightedMotion<double>& motion, const Eigen::VectorXd& z, Worst& worst)
      : problem_(problem), dynamics_(dynamics), at_(at), motion_(motion), z_(z), worst_(worst) {}

  void judge(int i) {
    const Contact& contact = problem_.contacts[i];
    root_ = response(i);
    worst_.largest_response = std::max(worst_.largest_response, root_);
    terms_ = 0;
    const double normal = motion_along(i, 0);
    worst_.force(z_[at_.normal(i)], normal, root_ * (1 + contact.friction));
    if (at_.rolls(i)) {
      const double bound = contact.friction * z_[at_.normal(i)];
      for (int t = 0; t < problem_.tangents; ++t) judge_tangent(i, t, bound);
    }
    worst_.add_terms(terms_);
  }

 private:
  void judge_tangent(int i, int t, double bound) {
    const double plus = z_[at_.plus(i, t)];
    const double minus = z_[at_.minus(i, t)];
    const double motion = motion_along(i, 1 + t);
    terms_ += 2 * std::fabs(bound) + std::fabs(plus) + std::fabs(minus);
    if (at_.form() == ContactLayout::Form::three) {
      worst_.force(plus, motion + minus, root_);
      worst_.friction(minus, 2 * bound - plus, 2 * bound + plus, root_);
      return;
    }
    const double lambda = z_[at_.multiplier(i)];
    worst_.force(plus, motion + lambda, root_);
    worst_.force(minus, lambda - motion, root_);
    worst_.friction(lambda, bound - plus - minus, bound + plus + minus, root_);
    terms_ += std::fabs(lambda);
  }

  double motion_along(int i, int direction) {
    const Bounded<double> moved = motion_.along(i, direction);
    const double bias = dynamics_.bias(i, direction);
    worst_.scale = std::max(worst_.scale, std::fabs(bias));
    terms_ += moved.size + dynamics_.free_motion(i, direction).size;
    return moved.value + bias;
  }

  /// Returns a number r for which a unit force at the contact causes a motion of this contact of at most r^2, in any
  /// direction.
  double response(int i) const {
    double sum = 0;
    for (int d = 0; d < dynamics_.directions(); ++d) sum += dynamics_.response(i, d, i, d);
    return std::sqrt(std::max(0., sum));
  }

  const ContactProblem& problem_;
  const ContactDynamics<double>& dynamics_;
  const ContactLayout& at_;
  const WeightedMotion<double>& motion_;
  const Eigen::VectorXd& z_;
  Worst& worst_;
  double root_ = 0, terms_ = 0;
};

}  // namespace

ContactResidual::Value ContactResidual::operator()(const ContactProblem& problem,
                                                   const ContactDynamics<double>& dynamics, const Eigen::VectorXd& z) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  at_.assign(problem, ContactLayout::form_of(problem));
  if (z.size() != at_.size()) return {kInfinity, 0};
  motion_.start(dynamics);
  for (int i = 0; i < dynamics.contacts(); ++i) push(problem, i, z);
  motion_.move();
  Worst worst;
  Pairs pairs(problem, dynamics, at_, motion_, z, worst);
  for (int i = 0; i < dynamics.contacts(); ++i) pairs.judge(i);
  if (!std::isfinite(worst.all_terms)) return {kInfinity, 0};
  // In this function and in the matrix, for n contacts, a sum has at most n + 8 terms, plus those of a block, and a
  // term has at most 16 roundings. A factor 2 allows for rounding errors in the sizes to which the bound is relative.
  const double rounding = 4 * static_cast<double>(problem.contacts.size() + 24 + dynamics.largest_block()) *
                          std::numeric_limits<double>::epsilon();
  return {worst.residual / worst.scale, rounding * worst.terms / worst.scale,
          worst.hidden * worst.largest_response / worst.scale};
}

/// Adds the forces of contact i, which the variables z contain, to the motion.
void ContactResidual::push(const ContactProblem& problem, int i, const Eigen::VectorXd& z) {
  const Contact& contact = problem.contacts[i];
  const double normal = z[at_.normal(i)];
  motion_.push(i, 0, normal);
  for (int t = 0; t < problem.tangents; ++t) {
    const double bound = contact.friction * normal;
    if (!at_.rolls(i)) {
      const double along = contact.slide.empty() ? contact.sliding : contact.slide[t];
      motion_.push(i, 1 + t, -along * bound);
    } else if (at_.form() == ContactLayout::Form::four) {
      const double plus = z[at_.plus(i)];
      const double minus = z[at_.minus(i)];
      motion_.push(i, 1, plus - minus, std::fabs(plus) + std::fabs(minus));
    } else {
      const double plus = z[at_.plus(i, t)];
      motion_.push(i, 1 + t, plus - bound, std::fabs(plus) + std::fabs(bound));
    }
  }
}

}  // namespace internal::inline friction

double lcp_residual(const ContactProblem& problem, const Eigen::VectorXd& z) {
  problem.validate();
  return internal::ContactResidual()(problem, internal::ContactDynamics<double>(problem), z).residual;
}

namespace {

using Problem = ContactProblem;

/// The JSON pointer to a member of a body or a contact. Its text is formatted only if the member has a fault.
struct Place {
  const char* list;
  std::size_t index;
  const char* field;
  std::string str() const { return fmt::format("/{}/{}{}", list, index, field); }
};

class Checker : public internal::Validator {
 public:
  void all_finite(const Place& place, const double (&values)[8]) {
    double sum = 0;  // sum of all entries; finite only if all entries are finite
    for (const double value : values) sum += value;
    if (std::isfinite(sum)) return;
    for (const double value : values) finite(place, value);
  }
  void body(const Place& place, int value, std::size_t count) {
    if (value >= -1 && value < static_cast<int>(count)) return;
    add(place.str(), value,
        fmt::format("must be a body or block, 0 to {}, or -1 for the ground", static_cast<int>(count) - 1));
  }
  void shape(const Place& place, Eigen::Index rows, Eigen::Index cols, Eigen::Index rows_due, Eigen::Index cols_due) {
    if (rows == rows_due && cols == cols_due) return;
    add(place.str(), fmt::format("{} x {}", rows, cols), fmt::format("must be {} x {}", rows_due, cols_due));
  }
};

void check_block(const Problem::Block& block, std::size_t k, Checker& check) {
  const Eigen::Index n = block.inertia.rows();
  check.shape({"blocks", k, "/inertia"}, n, block.inertia.cols(), n, n);
  if (block.free_momentum.size() > 0) check.shape({"blocks", k, "/free_momentum"}, block.free_momentum.size(), 1, n, 1);
  if (!block.driven.empty()) {
    check.shape({"blocks", k, "/driven"}, static_cast<Eigen::Index>(block.driven.size()), 1, n, 1);
  }
  for (const std::optional<double>& motion : block.driven) {
    if (motion) check.finite(Place{"blocks", k, "/driven"}, *motion);
  }
  if (!block.free_momentum.allFinite())
    check.add(Place{"blocks", k, "/free_momentum"}.str(), "", "must contain only finite numbers");
  if (n == 0 || n != block.inertia.cols() || !block.inertia.allFinite()) {
    check.add(Place{"blocks", k, "/inertia"}.str(), "", "must be a square matrix of finite numbers, one row or more");
    return;
  }
  if (!block.inertia.isApprox(block.inertia.transpose(), 1e-12)) {
    check.add(Place{"blocks", k, "/inertia"}.str(), "", "must be symmetric");
  }
  double pivot = 0;
  const Eigen::Index massless = internal::first_massless(block.inertia, pivot);
  if (massless >= 0) {
    check.add(fmt::format("/blocks/{}/inertia/{}", k, massless), pivot,
              "must be positive definite; this coordinate moves no mass");
  }
}

/// Checks the rows of a contact on its block b (if `b` is true) or a.
void check_rows(const Problem& problem, std::size_t k, bool b, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const int bodies = static_cast<int>(problem.bodies.size());
  const int link = b ? contact.b : contact.a;
  if (link < bodies || link - bodies >= static_cast<int>(problem.blocks.size())) return;
  const Eigen::MatrixXd& rows = b ? contact.rows_b : contact.rows_a;
  const Place place{"contacts", k, b ? "/rows_b" : "/rows_a"};
  check.shape(place, rows.rows(), rows.cols(), 1 + problem.tangents, problem.blocks[link - bodies].inertia.rows());
  if (!rows.allFinite()) check.add(place.str(), "", "must contain only finite numbers");
}

void check_contact(const Problem& problem, std::size_t k, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const std::size_t links = problem.bodies.size() + problem.blocks.size();
  check.body({"contacts", k, "/a"}, contact.a, links);
  check.body({"contacts", k, "/b"}, contact.b, links);
  check.not_negative(Place{"contacts", k, "/friction"}, contact.friction);
  const double values[] = {contact.normal.x(), contact.normal.y(), contact.arm_a.x(),   contact.arm_a.y(),
                           contact.arm_b.x(),  contact.arm_b.y(),  contact.normal_bias, contact.tangent_bias};
  check.all_finite({"contacts", k, ""}, values);
  check.finite(Place{"contacts", k, "/gap"}, contact.gap);
  if (contact.stiffness) check.positive(Place{"contacts", k, "/stiffness"}, *contact.stiffness);
  if (contact.damping) check.not_negative(Place{"contacts", k, "/damping"}, *contact.damping);
  if (contact.modulus) check.positive(Place{"contacts", k, "/modulus"}, *contact.modulus);
  if (contact.radius) check.positive(Place{"contacts", k, "/radius"}, *contact.radius);
  if (contact.modulus && !contact.radius) {
    check.add(Place{"contacts", k, "/radius"}.str(), "", "missing: a modulus needs a radius");
  }
  if (contact.radius && !contact.modulus) {
    check.add(Place{"contacts", k, "/modulus"}.str(), "", "missing: a radius needs a modulus");
  }
  if (contact.stiffness && (contact.modulus || contact.radius)) {
    check.add(Place{"contacts", k, "/stiffness"}.str(), *contact.stiffness,
              "must be absent with a modulus and a radius, which determine the stiffness");
  }
  if (contact.viscosity) check.not_negative(Place{"contacts", k, "/viscosity"}, *contact.viscosity);
  const Place sliding{"contacts", k, "/sliding"};
  if (contact.sliding < -1 || contact.sliding > 1) check.add(sliding.str(), contact.sliding, "must be -1, 0 or 1");
  if (problem.level == Problem::Level::velocity && contact.sliding != 0) {
    check.add(sliding.str(), contact.sliding, "must be 0 at the velocity level");
  }
  check_rows(problem, k, false, check);
  check_rows(problem, k, true, check);
}

/// Checks the data of a contact for all tangents after the first tangent.
void check_more_tangents(const Problem& problem, std::size_t k, Checker& check) {
  const Problem::Contact& contact = problem.contacts[k];
  const Eigen::Index more = problem.tangents - 1;
  check.shape({"contacts", k, "/more_biases"}, static_cast<Eigen::Index>(contact.more_biases.size()), 1, more, 1);
  const bool slides = more > 0 && contact.sliding != 0;
  check.shape({"contacts", k, "/slide"}, static_cast<Eigen::Index>(contact.slide.size()), 1, slides ? more + 1 : 0, 1);
  for (const double bias : contact.more_biases) check.finite(Place{"contacts", k, "/more_biases"}, bias);
  for (const double part : contact.slide) check.finite(Place{"contacts", k, "/slide"}, part);
  for (const int link : {contact.a, contact.b}) {
    if (more == 0 || link < 0 || link >= static_cast<int>(problem.bodies.size())) continue;
    check.add(Place{"contacts", k, ""}.str(), link, "must be 1, because a planar body has one tangent");
  }
}

}  // namespace

void ContactProblem::validate() const {
  Checker check;
  if (!(step > 0) || !std::isfinite(step)) check.add("/step", step, "must be finite and greater than 0");
  check.positive("/duration", duration);
  if (tangents < 1) check.add("/tangents", tangents, "must be at least 1");
  if (tangents > 1 && level == Level::velocity) check.add("/tangents", tangents, "must be 1 at the velocity level");
  check.finish();
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    check.not_negative(Place{"bodies", k, "/inverse_mass"}, bodies[k].inverse_mass);
    check.not_negative(Place{"bodies", k, "/inverse_inertia"}, bodies[k].inverse_inertia);
  }
  for (std::size_t k = 0; k < blocks.size(); ++k) check_block(blocks[k], k, check);
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    check_contact(*this, k, check);
    if (tangents > 1 || !contacts[k].more_biases.empty() || !contacts[k].slide.empty()) {
      check_more_tangents(*this, k, check);
    }
  }
  check.finish();
}

}  // namespace pawl
