// SPDX-License-Identifier: MIT
#include "friction/contact_residual.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace internal {
namespace {

using Contact = ContactProblem::Contact;

/// The worst of the pairs seen so far, and the largest sum of the magnitudes of a contact's terms.
struct Worst {
  double residual = 0, terms = 0, all_terms = 0, scale = 1;
  double hidden = 0, largest_response = 0;

  void pair(double a, double b) { residual = std::max(residual, std::fabs(std::min(a, b))); }
  /// A force and its w; a unit of the force does at most `response` (root) times that of another contact.
  void force(double z, double w, double response) {
    pair(z, w);
    if (z < 0 || z < w) hidden = std::max(hidden, std::fabs(z) * response);
  }
  /// A sliding speed, and by how much the friction, a sum of about `size`, is within its bound.
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

/// One contact's pairs, direction by direction.
class Pairs {
 public:
  Pairs(const ContactProblem& problem, const ContactDynamics<double>& dynamics, const ContactLayout& at,
        const WeightedMotion<double>& motion, const Eigen::VectorXd& z, Worst& worst)
      : problem_(problem), dynamics_(dynamics), at_(at), motion_(motion), z_(z), worst_(worst) {}

  void judge(int i) {
    const Contact& contact = problem_.contacts[static_cast<std::size_t>(i)];
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

  /// The root of at least what a unit force at the contact does there, along any direction.
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
  // No sum has more than n + 8 terms and those of a block, no term more than 16 roundings, here and in the matrix;
  // twice that covers those of the sizes.
  const double rounding = 4 * static_cast<double>(problem.contacts.size() + 24 + dynamics.largest_block()) *
                          std::numeric_limits<double>::epsilon();
  return {worst.residual / worst.scale, rounding * worst.terms / worst.scale,
          worst.hidden * worst.largest_response / worst.scale};
}

/// What a contact's variables do.
void ContactResidual::push(const ContactProblem& problem, int i, const Eigen::VectorXd& z) {
  const Contact& contact = problem.contacts[static_cast<std::size_t>(i)];
  const double normal = z[at_.normal(i)];
  motion_.push(i, 0, normal);
  for (int t = 0; t < problem.tangents; ++t) {
    const double bound = contact.friction * normal;
    if (!at_.rolls(i)) {
      const double along = contact.slide.empty() ? contact.sliding : contact.slide[static_cast<std::size_t>(t)];
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

}  // namespace internal

double lcp_residual(const ContactProblem& problem, const Eigen::VectorXd& z) {
  problem.validate();
  return internal::ContactResidual()(problem, internal::ContactDynamics<double>(problem), z).residual;
}

}  // namespace pawl
