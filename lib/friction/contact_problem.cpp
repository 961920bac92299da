// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_problem.h>

#include <array>
#include <cmath>

#include "friction/exact_contact_lcp.h"

namespace pawl {
namespace {

using Problem = PlanarContactProblem;

/// J W J' c + b and the complementarity of friction, in doubles or exactly.
template <class Real>
class Assembly {
 public:
  explicit Assembly(const Problem& problem) : problem_(problem), count_(static_cast<int>(problem.contacts.size())) {
    for (const bool tangent : {false, true}) {
      for (const Problem::Contact& contact : problem.contacts) rows_.push_back(row_of(contact, tangent));
    }
    delassus_.assign(static_cast<std::size_t>(4 * count_ * count_), Real(0));
    for (int i = 0; i < 2 * count_; ++i) {
      for (int k = 0; k <= i; ++k) delassus(i, k) = delassus(k, i) = product(i, k);
    }
  }

  struct Result {
    int n = 0;
    std::vector<Real> M, q;
  };

  Result assemble() { return problem_.level == Problem::Level::velocity ? velocity_level() : acceleration_level(); }

 private:
  using Triple = std::array<Real, 3>;
  struct Row {
    int a, b;
    Triple on_a, on_b;
  };

  static Triple wrench(const Eigen::Vector2d& arm, const Real& dx, const Real& dy, int sign) {
    const Real moment = Real(arm.x()) * dy - Real(arm.y()) * dx;
    return {sign * dx, sign * dy, sign * moment};
  }

  static Row row_of(const Problem::Contact& contact, bool tangent) {
    const Real dx = tangent ? Real(-contact.normal.y()) : Real(contact.normal.x());
    const Real dy = tangent ? Real(contact.normal.x()) : Real(contact.normal.y());
    return {contact.a, contact.b, wrench(contact.arm_a, dx, dy, -1), wrench(contact.arm_b, dx, dy, 1)};
  }

  Real through(int body, const Triple& u, const Triple& v) const {
    const Problem::Body& b = problem_.bodies[static_cast<std::size_t>(body)];
    return Real(problem_.step) *
           (Real(b.inverse_mass) * (u[0] * v[0] + u[1] * v[1]) + Real(b.inverse_inertia) * u[2] * v[2]);
  }

  Real product(int i, int k) const {
    const Row& u = rows_[static_cast<std::size_t>(i)];
    const Row& v = rows_[static_cast<std::size_t>(k)];
    Real sum(0);
    if (u.a >= 0 && u.a == v.a) sum += through(u.a, u.on_a, v.on_a);
    if (u.a >= 0 && u.a == v.b) sum += through(u.a, u.on_a, v.on_b);
    if (u.b >= 0 && u.b == v.a) sum += through(u.b, u.on_b, v.on_a);
    if (u.b >= 0 && u.b == v.b) sum += through(u.b, u.on_b, v.on_b);
    return sum;
  }

  Real& delassus(int i, int k) { return delassus_[static_cast<std::size_t>(i * 2 * count_ + k)]; }
  Real bias(int row) const {
    const Problem::Contact& contact = problem_.contacts[static_cast<std::size_t>(row % count_)];
    return Real(row < count_ ? contact.normal_bias : contact.tangent_bias);
  }
  Real friction(int contact) const { return Real(problem_.contacts[static_cast<std::size_t>(contact)].friction); }

  static Real& entry(Result& result, int i, int j) {
    return result.M[static_cast<std::size_t>(i) * static_cast<std::size_t>(result.n) + static_cast<std::size_t>(j)];
  }
  static Result sized(int n) {
    return {n, std::vector<Real>(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), Real(0)),
            std::vector<Real>(static_cast<std::size_t>(n), Real(0))};
  }

  Result velocity_level() {
    const int m = count_;
    Result result = sized(4 * m);
    // Rows and columns n, t, -t.
    const auto source = [&](int block, int i) { return block == 0 ? i : m + i; };
    for (int bi = 0; bi < 3; ++bi) {
      for (int i = 0; i < m; ++i) {
        for (int bk = 0; bk < 3; ++bk) {
          for (int k = 0; k < m; ++k) {
            const Real& a = delassus(source(bi, i), source(bk, k));
            entry(result, bi * m + i, bk * m + k) = (bi == 2) == (bk == 2) ? a : Real(-a);
          }
        }
        const Real b = bias(source(bi, i));
        result.q[static_cast<std::size_t>(bi * m + i)] = bi == 2 ? Real(-b) : b;
      }
    }
    for (int i = 0; i < m; ++i) {
      entry(result, m + i, 3 * m + i) = entry(result, 2 * m + i, 3 * m + i) = Real(1);
      entry(result, 3 * m + i, i) = friction(i);
      entry(result, 3 * m + i, m + i) = entry(result, 3 * m + i, 2 * m + i) = Real(-1);
    }
    return result;
  }

  Result acceleration_level() {
    std::vector<int> order;  // sliding, then rolling
    for (const bool rolling : {false, true}) {
      for (int i = 0; i < count_; ++i) {
        if ((problem_.contacts[static_cast<std::size_t>(i)].sliding == 0) == rolling) order.push_back(i);
      }
    }
    int sliding = 0;
    for (const Problem::Contact& contact : problem_.contacts) sliding += contact.sliding != 0;
    const int rolling = count_ - sliding;
    Result result = sized(sliding + 3 * rolling);
    for (int i = 0; i < count_; ++i) {
      add_row(result, order, sliding, i, order[static_cast<std::size_t>(i)]);
      if (i >= sliding) add_row(result, order, sliding, rolling + i, count_ + order[static_cast<std::size_t>(i)]);
    }
    for (int r = 0; r < rolling; ++r) {
      const int cn = sliding + r;
      const int s = sliding + rolling + r;
      const int last = sliding + 2 * rolling + r;
      const Real mu = friction(order[static_cast<std::size_t>(cn)]);
      entry(result, s, last) = Real(1);
      entry(result, last, cn) = mu + mu;
      entry(result, last, s) = Real(-1);
    }
    return result;
  }

  /// Row `at`: the acceleration of row `source` of J by the forces c_n and c_t = +-mu c_n (+ s+).
  void add_row(Result& result, const std::vector<int>& order, int sliding, int at, int source) {
    const int rolling = count_ - sliding;
    for (int k = 0; k < count_; ++k) {
      const int contact = order[static_cast<std::size_t>(k)];
      const int slides = problem_.contacts[static_cast<std::size_t>(contact)].sliding;
      const Real& tangent = delassus(source, count_ + contact);
      const Real share = friction(contact) * tangent;
      entry(result, at, k) =
          slides < 0 ? Real(delassus(source, contact) + share) : Real(delassus(source, contact) - share);
      if (k >= sliding) entry(result, at, rolling + k) = tangent;
    }
    result.q[static_cast<std::size_t>(at)] = bias(source);
  }

  const Problem& problem_;
  int count_;
  std::vector<Row> rows_;
  std::vector<Real> delassus_;
};

/// Something of a body or a contact; written out only when it is at fault.
struct Place {
  const char* list;
  std::size_t index;
  const char* field;
  std::string str() const { return fmt::format("/{}/{}{}", list, index, field); }
};

class Checker {
 public:
  void finite(const Place& place, double value) {
    if (!std::isfinite(value)) fault(place.str(), value, "must be finite");
  }
  void all_finite(const Place& place, const double (&values)[8]) {
    double sum = 0;  // finite only if all are
    for (const double value : values) sum += value;
    if (std::isfinite(sum)) return;
    for (const double value : values) finite(place, value);
  }
  void not_negative(const Place& place, double value) {
    if (!(value >= 0) || !std::isfinite(value)) fault(place.str(), value, "must be finite and at least 0");
  }
  void body(const Place& place, int value, std::size_t count) {
    if (value < -1 || value >= static_cast<int>(count)) {
      fault(place.str(), value,
            fmt::format("must be a body, 0 to {}, or -1 for the ground", static_cast<int>(count) - 1));
    }
  }
  void fault(const std::string& pointer, double value, std::string message) {
    faults_.push_back({pointer, fmt::format("{}", value), std::move(message)});
  }
  void finish() {
    if (!faults_.empty()) throw InputError(std::move(faults_));
  }

 private:
  std::vector<Fault> faults_;
};

}  // namespace

void PlanarContactProblem::validate() const {
  Checker check;
  if (!(step > 0) || !std::isfinite(step)) check.fault("/step", step, "must be finite and greater than 0");
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    check.not_negative({"bodies", k, "/inverse_mass"}, bodies[k].inverse_mass);
    check.not_negative({"bodies", k, "/inverse_inertia"}, bodies[k].inverse_inertia);
  }
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k];
    check.body({"contacts", k, "/a"}, contact.a, bodies.size());
    check.body({"contacts", k, "/b"}, contact.b, bodies.size());
    check.not_negative({"contacts", k, "/friction"}, contact.friction);
    const double values[] = {contact.normal.x(), contact.normal.y(), contact.arm_a.x(),   contact.arm_a.y(),
                             contact.arm_b.x(),  contact.arm_b.y(),  contact.normal_bias, contact.tangent_bias};
    check.all_finite({"contacts", k, ""}, values);
    const Place sliding{"contacts", k, "/sliding"};
    if (contact.sliding < -1 || contact.sliding > 1) check.fault(sliding.str(), contact.sliding, "must be -1, 0 or 1");
    if (level == Level::velocity && contact.sliding != 0) {
      check.fault(sliding.str(), contact.sliding, "must be 0 at the velocity level");
    }
  }
  check.finish();
}

Lcp PlanarContactProblem::lcp() const {
  validate();
  const auto result = Assembly<double>(*this).assemble();
  Lcp lcp;
  lcp.M = Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(result.M.data(),
                                                                                                   result.n, result.n);
  lcp.q = Eigen::Map<const Eigen::VectorXd>(result.q.data(), result.n);
  return lcp;
}

internal::ExactLcp exact_lcp(const PlanarContactProblem& problem) {
  auto result = Assembly<Rational>(problem).assemble();
  return {result.n, std::move(result.M), std::move(result.q)};
}

}  // namespace pawl
