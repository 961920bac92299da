// SPDX-License-Identifier: MIT
#include "friction/problem_lcp.h"

#include "friction/contact_dynamics.h"
#include "friction/contact_layout.h"

namespace pawl {
namespace internal {
namespace {

/// Row-major.
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

/// M and q of both forms, in doubles or exactly.
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

  /// Without variables when stopped.
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
  Real friction(int i) const { return Real(problem_.contacts[static_cast<std::size_t>(i)].friction); }

  /// c_k = -share c_n (+ s_k+): of a sliding contact mu v_k/|v|, of a rolling one mu; 0 where friction has variables of
  /// its own only.
  Real share(int i, int tangent) const {
    const ContactProblem::Contact& contact = problem_.contacts[static_cast<std::size_t>(i)];
    if (at_.form() == ContactLayout::Form::four) return Real(0);
    if (contact.sliding == 0) return friction(i);
    const Real along =
        contact.slide.empty() ? Real(contact.sliding) : Real(contact.slide[static_cast<std::size_t>(tangent)]);
    return friction(i) * along;
  }

  Real& response(int i, int d, int k, int e) {
    const std::size_t rows = static_cast<std::size_t>(count_ * dynamics_.directions());
    return responses_[static_cast<std::size_t>(i * dynamics_.directions() + d) * rows +
                      static_cast<std::size_t>(k * dynamics_.directions() + e)];
  }

  /// step J W J', each half once: it is symmetric to the bit. False when stopped.
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

  /// The motion of contact i along a direction, by all forces: a row of M and q, and with four variables its opposite.
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
    lcp_.q[static_cast<std::size_t>(row)] = bias;
    if (twice) lcp_.q[static_cast<std::size_t>(opposite)] = -bias;
  }

  /// a_k = a_k+ - a_k-, s_k- = 2 mu c_n - s_k+.
  void bind_by_bounds(int i) {
    for (int t = 0; t < problem_.tangents; ++t) {
      lcp_.at(at_.plus(i, t), at_.minus(i, t)) = Real(1);
      lcp_.at(at_.minus(i, t), at_.plus(i, t)) = Real(-1);
      lcp_.at(at_.minus(i, t), at_.normal(i)) = friction(i) + friction(i);
    }
  }

  /// v_t + lambda, -v_t + lambda, mu c_n - beta+ - beta-.
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
  std::vector<Real> responses_;  ///< contact by contact, direction by direction
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

}  // namespace internal

Lcp ContactProblem::lcp() const {
  validate();
  return internal::lcp_of(*this, internal::ContactDynamics<double>(*this));
}

}  // namespace pawl
