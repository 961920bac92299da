// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/lemke.h>
#include <pawl/lcp/principal_pivoting.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "base/index.h"
#include "lcp/lcp.h"

namespace pawl::internal::inline lcp {

/// Lemke's path for w = M z + q + d z0, w, z, z0 >= 0, z'w = 0, d > 0 [Cottle, Pang, Stone 1992, 4.4]. The path starts
/// at a large z0 and z = 0, and follows solutions of this system until z0 is 0. The solutions are represented by a
/// dictionary, in which each basic variable equals a constant plus a sum of coefficient * nonbasic variable. The
/// variables are numbered: w (0..n-1), z (n..2n-1) and z0 (2n). In each pivot, the complement of the last leaving
/// variable enters, and the variable that first decreases to zero leaves. Ties are broken lexicographically by the rows
/// of the basis inverse, so that no basis repeats. O(n^2) per pivot. Real is double or a wider type.
template <class Real>
class LemkeTableau {
 public:
  using End = PathEnd;

  /// M is row-major, n x n.
  void assign(int n, const std::vector<double>& M, const std::vector<double>& q, const std::vector<double>& d) {
    n_ = n;
    columns_ = (n + 2 + 7) / 8 * 8;  // n nonbasic z, z0 and the constant, rounded up to a multiple of 8
    table_.assign(static_cast<std::size_t>(n) * columns_, Real(0));
    basic_.resize(n);
    nonbasic_.resize(n + 1);
    place_.resize(2 * n + 1);
    for (int i = 0; i < n; ++i) {
      Real* row = &at(i, 0);
      for (int j = 0; j < n; ++j) row[j] = M[static_cast<std::size_t>(i) * n + j];
      row[n] = d[i];
      row[n + 1] = q[i];
      basic_[i] = i;
      nonbasic_[i] = n + i;
      place_[i] = i;           // the entry of a basic variable in place_ is its row
      place_[n + i] = -1 - i;  // the entry of a nonbasic variable in place_ is -1 - column
    }
    nonbasic_[n] = 2 * n;
    place_[2 * n] = -1 - n;
    start_ = basic_;
  }

  /// Before a run, brings the z marked in `basis` into the basis, if the pivots are large enough. In the resulting
  /// dictionary, all entries of the covering vector are 1; the earlier covering vector d has no effect.
  template <class Stop>
  void start_from(const std::vector<char>& basis, const Stop& stop) {
    const auto wanted = [&](int v) { return v < n_ ? !basis[v] : v < 2 * n_ && basis[v - n_]; };
    for (int row = 0, column = 0; !stop() && best_exchange(wanted, row, column);) pivot(row, column);
    for (int i = 0; i < n_; ++i) at(i, n_) = 1;
    start_ = basic_;
  }

  /// Makes at most `most` further pivots and adds their number to `pivots`. Polls `stop()` regularly; a stop ends the
  /// run with End::limit.
  template <class Stop>
  End run(int most, int& pivots, Real tolerance, const Stop& stop) {
    const int often = n_ < 256 && sizeof(Real) <= sizeof(double) ? 16 : 1;
    tolerance_ = tolerance;
    most += pivots;
    // The variable that leaves first is the one with the most negative ratio of its constant to its entry of d. Ties
    // are broken in lexicographic order.
    int row = -1;
    for (int i = 0; i < n_; ++i) {
      if (constant(i) < 0 && (row < 0 || first_leaves_before(i, row))) row = i;
    }
    if (row < 0) return End::solved;  // no constant is negative, so z0 is not needed
    int entering = complement(basic_[row]);
    pivot(row, n_);
    ++pivots;
    while (pivots < most && (pivots % often != 0 || !stop())) {
      const int column = -1 - place_[entering];
      row = leaving_row(column);
      if (row < 0) return End::ray;
      const int leaves = basic_[row];
      pivot(row, column);
      ++pivots;
      if (leaves == 2 * n_) return End::solved;
      entering = complement(leaves);
    }
    return End::limit;
  }

  /// Writes the values of the basic z (the constants of their rows) and the basis.
  void solution(std::vector<double>& z, std::vector<char>& basis) const {
    z.assign(n_, 0);
    basis.assign(n_, 0);
    for (int i = 0; i < n_; ++i) {
      const int v = basic_[i];
      if (v < n_ || v == 2 * n_) continue;
      z[v - n_] = static_cast<double>(constant(i));
      basis[v - n_] = 1;
    }
  }

 private:
  Real& at(int i, int j) { return table_[static_cast<std::size_t>(i) * columns_ + j]; }
  const Real& at(int i, int j) const { return table_[static_cast<std::size_t>(i) * columns_ + j]; }
  const Real& constant(int i) const { return at(i, n_ + 1); }
  int complement(int v) const { return v < n_ ? v + n_ : v - n_; }

  /// Returns entry (i, k) of the inverse of the basis: how basic variable i depends on the k-th variable of the initial
  /// basis.
  Real inverse(int i, int k) const {
    const int where = place_[start_[k]];
    return where >= 0 ? Real(where == i ? 1 : 0) : -at(i, -1 - where);
  }

  static Real magnitude(const Real& x) { return x < 0 ? -x : x; }

  /// Compares a / s with b / t for s, t > 0. Returns -1, 0 (equal within the tolerance) or 1.
  int compare(const Real& a, const Real& s, const Real& b, const Real& t) const {
    const Real left = a * t;
    const Real right = b * s;
    const Real gap = left - right;
    if (magnitude(gap) <= tolerance_ * (magnitude(left) + magnitude(right))) return 0;
    return gap < 0 ? -1 : 1;
  }

  bool first_leaves_before(int i, int k) const {
    int order = compare(constant(i), at(i, n_), constant(k), at(k, n_));
    if (order != 0) return order < 0;
    return i > k;  // At the start, the rows of the inverse are unit vectors. Of two unit vectors, the one with the 1 in
                   // a later column is lexicographically smaller.
  }

  /// Makes the lexicographic ratio test for the variable of a column. Considers the rows whose basic variable decreases
  /// as that variable increases; the rate of a row is the decrease per unit of the increase. Selects the row with the
  /// lexicographically least (constant, row of the inverse) / rate.
  int leaving_row(int column) {
    candidates_.clear();
    Real largest = 0;
    for (int i = 0; i < n_; ++i) largest = std::max(largest, magnitude(at(i, column)));
    for (int i = 0; i < n_; ++i) {
      if (at(i, column) < -tolerance_ * 100 * (1 + largest)) candidates_.push_back(i);
    }
    if (candidates_.empty()) return -1;
    keep_least(column, [&](int i) { return std::max(Real(0), constant(i)); });
    // If z0 can leave, it is selected, because the path then ends at a solution.
    for (const int i : candidates_) {
      if (basic_[i] == 2 * n_) return i;
    }
    for (int k = 0; k < n_ && candidates_.size() > 1; ++k) keep_least(column, [&](int i) { return inverse(i, k); });
    return candidates_.front();
  }

  /// Finds the entry of largest magnitude whose row is that of a basic variable that is not wanted, and whose column is
  /// that of a nonbasic variable that is wanted. Returns false if no such entry exceeds 1e-10.
  template <class Wanted>
  bool best_exchange(const Wanted& wanted, int& row, int& column) const {
    Real largest = 1e-10;
    bool any = false;
    for (int i = 0; i < n_; ++i) {
      if (wanted(basic_[i])) continue;
      for (int j = 0; j < n_; ++j) {
        if (!wanted(nonbasic_[j]) || magnitude(at(i, j)) <= largest) continue;
        largest = magnitude(at(i, j));
        row = i;
        column = j;
        any = true;
      }
    }
    return any;
  }

  template <class Value>
  void keep_least(int column, const Value& value) {
    int best = candidates_.front();
    Real least = value(best);
    for (const int i : candidates_) {
      const Real v = value(i);
      if (compare(v, -at(i, column), least, -at(best, column)) < 0) {
        best = i;
        least = v;
      }
    }
    std::erase_if(candidates_, [&](int i) { return compare(value(i), -at(i, column), least, -at(best, column)) != 0; });
  }

  void pivot(int row, int column) {
    Real* pivot_row = &at(row, 0);
    const Real inverse_pivot = Real(1) / pivot_row[column];
    for (int j = 0; j < columns_; ++j) pivot_row[j] = -pivot_row[j] * inverse_pivot;
    pivot_row[column] = inverse_pivot;
    eliminate(table_.data(), n_, columns_, row, column);
    std::swap(basic_[row], nonbasic_[column]);
    place_[basic_[row]] = row;
    place_[nonbasic_[column]] = -1 - column;
  }

  int n_ = 0;
  int columns_ = 0;
  Real tolerance_ = 0;
  std::vector<Real> table_;
  std::vector<int> basic_, nonbasic_, place_, start_;
  std::vector<int> candidates_;
};

}  // namespace pawl::internal::inline lcp

namespace pawl {

using namespace internal;

struct LemkeSolver::State {
  const Lcp* lcp = nullptr;
  int n = 0;
  ScaledLcp scaled;
  std::vector<double> d;
  LemkeTableau<double> tableau;
  LemkeTableau<Quadruple> wide;
  std::vector<double> z;
  std::vector<char> basis;
  Eigen::VectorXd guess, clean;
  LcpSolution result;
  StopToken stop;

  bool better(const Eigen::VectorXd& candidate, const std::vector<char>& its_basis) {
    const double residual = lcp_residual(*lcp, candidate);
    if (!(residual < result.residual)) return false;
    result.z = candidate;
    result.residual = residual;
    result.basis = its_basis;
    return true;
  }

  /// Compares the end point of a path, in `guess`, with the best point until now (`result`), and keeps the better one.
  /// `candidate` is the basis at the end of the path. If the best point is not accurate enough, also solves the
  /// equations of this basis again; `reached` states whether the path ended with status solved. Returns whether the
  /// best point is a solution.
  bool judge(const std::vector<char>& candidate, bool reached) {
    constexpr double kAccurate = 1e-12;
    constexpr double kHopeless = 1e-4;  ///< If a path ends without a solution, its last point is refined only if the
                                        ///< residual is at most this.
    clean = guess.cwiseMax(0);
    better(clean, candidate);
    if (!(result.residual <= kAccurate) && (reached || result.residual <= kHopeless)) {
      better(basis_solution(*lcp, candidate, guess, stop), candidate);
    }
    if (!(result.residual <= kLcpResidual) || !zero_in_units(*lcp, result.z)) return false;
    result.status = LcpSolution::Status::solved;
    return true;
  }

  template <class Real>
  bool run(LemkeTableau<Real>& table, double tolerance, int most, const std::vector<char>* start = nullptr) {
    using End = typename LemkeTableau<Real>::End;
    table.assign(n, scaled.M, scaled.q, d);
    if (start != nullptr) table.start_from(*start, [this] { return out_of_time(); });
    const End end = table.run(most, result.pivots, Real(tolerance), [this] { return out_of_time(); });
    table.solution(z, basis);
    guess.resize(n);
    for (int i = 0; i < n; ++i) guess[i] = z[i] * scaled.scale[i];
    result.status = end == End::ray     ? LcpSolution::Status::ray
                    : end == End::limit ? LcpSolution::Status::limit
                                        : LcpSolution::Status::inaccurate;
    return judge(basis, end == End::solved);
  }

  bool out_of_time() const { return stop.stop_requested(); }

  /// Clears the last result, but keeps its memory.
  void forget() {
    result.status = LcpSolution::Status::limit;
    result.residual = 0;
    result.pivots = 0;
    result.z.setZero(n);
    result.basis.clear();
  }

  void solve(const LemkeOptions& options) {
    stop = options.stop;
    scaled.assign(*lcp);
    const int most = options.pivots > 0 ? options.pivots : 50 * n + 100;
    result.residual = std::numeric_limits<double>::infinity();
    d.assign(static_cast<std::size_t>(n), 1);
    for (int i = 0; i < n && options.covering.size() == n; ++i) {
      d[i] = options.covering[i] * scaled.scale[i];
    }
    if (!options.start.empty() && run(tableau, 1e-13, most, &options.start)) return;
    if (run(tableau, 1e-13, most)) return;
    std::mt19937 engine(options.seed);
    for (int k = 0; k < options.restarts; ++k) {
      for (double& entry : d) entry = .5 + static_cast<double>(engine()) * 0x1p-32;
      if (out_of_time() || run(tableau, 1e-13, most)) return;
    }
    constexpr int kMostWide = 512;  // largest number of variables for which quadruple precision is used; a pivot then
                                    // takes up to 10 ms
    if (!options.extended || n > kMostWide || out_of_time()) return;
    std::fill(d.begin(), d.end(), 1);
    run(wide, 1e-28, most);
  }
};

LemkeSolver::LemkeSolver() : state_(std::make_unique<State>()) {}
LemkeSolver::~LemkeSolver() = default;
LemkeSolver::LemkeSolver(LemkeSolver&&) noexcept = default;
LemkeSolver& LemkeSolver::operator=(LemkeSolver&&) noexcept = default;

const LcpSolution& LemkeSolver::solve(const Lcp& lcp, const LemkeOptions& options) {
  lcp.validate();
  for (Eigen::Index i = 0; i < options.covering.size(); ++i) {
    if (options.covering.size() == lcp.size() && options.covering[i] > 0 && std::isfinite(options.covering[i]))
      continue;
    throw InputError("/covering", fmt::format("{}", options.covering[i]),
                     fmt::format("must be {} positive numbers", lcp.size()));
  }
  if (!options.start.empty() && static_cast<Eigen::Index>(options.start.size()) != lcp.size()) {
    throw InputError("/start", fmt::format("{} entries", options.start.size()),
                     fmt::format("must have {}", lcp.size()));
  }
  state_->lcp = &lcp;
  state_->n = static_cast<int>(lcp.size());
  state_->forget();
  state_->solve(options);
  return state_->result;
}

LcpSolution lemke(const Lcp& lcp, const LemkeOptions& options) { return LemkeSolver().solve(lcp, options); }

namespace {

using namespace internal;

/// Magnitude below which entries of the scaled problem count as 0. Its largest entries are near 1.
constexpr double kZero = 1e-11;

/// A dictionary: basic variables = constants + coefficients * nonbasic variables. Pair i has one of its two variables
/// in row i and the other in column i.
class PairDictionary {
 public:
  using Status = LcpSolution::Status;

  /// Creates the dictionary of a scaled problem. Divides q, and thereby z, by the largest entry of q.
  PairDictionary(const ScaledLcp& lcp, int n) : n_(n), stride_(n + 1), table_(at(n) * at(n + 1)), swapped_(at(n)) {
    for (const double q : lcp.q) unit_ = std::max(unit_, std::fabs(q));
    if (unit_ == 0) unit_ = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) entry(i, j) = lcp.M[at(i) * at(n) + at(j)];
      constant(i) = lcp.q[i] / unit_;
    }
  }

  Status run(int most, int& pivots) {
    for (;;) {
      int r = 0;
      while (r < n_ && constant(r) >= -kZero) ++r;
      if (r == n_) return Status::solved;
      if (pivots >= most) return Status::limit;
      if (entry(r, r) < -kZero) return Status::unsuited;
      if (entry(r, r) > kZero) {
        pivot(r, r);
        swapped_[r] ^= 1;
        ++pivots;
        continue;
      }
      int s = 0;
      while (s < n_ && entry(r, s) <= kZero) ++s;
      if (s == n_) return Status::ray;
      if (entry(s, r) >= -kZero) return Status::unsuited;
      exchange(r, s);
      pivots += 2;
    }
  }

  const std::vector<char>& basis() const { return swapped_; }
  double value(int i) const { return swapped_[i] ? unit_ * std::max(0., table_[at(i) * at(stride_) + at(n_)]) : 0; }

 private:
  double& entry(int i, int j) { return table_[at(i) * at(stride_) + at(j)]; }
  double& constant(int i) { return entry(i, n_); }

  void pivot(int row, int column) {
    double* pivot_row = &entry(row, 0);
    const double inverse = 1 / pivot_row[column];
    for (int j = 0; j < stride_; ++j) pivot_row[j] *= -inverse;
    pivot_row[column] = inverse;
    eliminate(table_.data(), n_, stride_, row, column);
  }

  /// Exchanges the variables of the pairs r and s. Then reorders the rows and columns of these pairs, so that pair i
  /// has row i and column i again.
  void exchange(int r, int s) {
    pivot(r, s);
    pivot(s, r);
    for (int j = 0; j < stride_; ++j) std::swap(entry(r, j), entry(s, j));
    for (int i = 0; i < n_; ++i) std::swap(entry(i, r), entry(i, s));
    swapped_[r] ^= 1;
    swapped_[s] ^= 1;
  }

  int n_, stride_;
  double unit_ = 0;
  std::vector<double> table_;
  std::vector<char> swapped_;
};

}  // namespace

LcpSolution principal_pivoting(const Lcp& lcp, int most_pivots) {
  lcp.validate();
  const int n = static_cast<int>(lcp.size());
  ScaledLcp scaled;
  scaled.assign(lcp);
  PairDictionary dictionary(scaled, n);
  LcpSolution result;
  result.status = dictionary.run(most_pivots > 0 ? most_pivots : 1000 + 100 * n, result.pivots);
  result.basis = dictionary.basis();
  Eigen::VectorXd guess(n);
  for (int i = 0; i < n; ++i) guess[i] = dictionary.value(i) * scaled.scale[i];
  result.z = guess;
  result.residual = lcp_residual(lcp, guess);
  if (result.status != LcpSolution::Status::solved) return result;
  const Eigen::VectorXd refined = basis_solution(lcp, result.basis, guess);
  const double residual = lcp_residual(lcp, refined);
  if (residual < result.residual) {
    result.z = refined;
    result.residual = residual;
  }
  if (!(result.residual <= kLcpResidual) || !zero_in_units(lcp, result.z))
    result.status = LcpSolution::Status::inaccurate;
  return result;
}

}  // namespace pawl
