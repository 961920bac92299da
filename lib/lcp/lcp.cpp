// SPDX-License-Identifier: MIT
#include "lcp/lcp.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/lcp.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/dense_algebra.h"

namespace pawl {

void Lcp::validate() const {
  std::vector<Fault> faults;
  if (M.rows() != size() || M.cols() != size()) {
    faults.push_back({"/M", fmt::format("{} x {}", M.rows(), M.cols()),
                      fmt::format("must be {0} x {0}, as q has {0} entries", size())});
    throw InputError(std::move(faults));
  }
  for (Eigen::Index i = 0; i < size(); ++i) {
    for (Eigen::Index j = 0; j < size(); ++j) {
      if (!std::isfinite(M(i, j)))
        faults.push_back({fmt::format("/M/{}/{}", i, j), fmt::format("{}", M(i, j)), "must be finite"});
    }
    if (!std::isfinite(q[i])) faults.push_back({fmt::format("/q/{}", i), fmt::format("{}", q[i]), "must be finite"});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

double lcp_residual(const Lcp& lcp, const Eigen::VectorXd& z) {
  if (z.size() != lcp.size() || !z.allFinite()) return std::numeric_limits<double>::infinity();
  constexpr Eigen::Index kBlock = 16;  // number of rows that are processed together, because the entries of a column
                                       // are contiguous in memory
  double worst = 0;
  for (Eigen::Index first = 0; first < lcp.size(); first += kBlock) {
    const Eigen::Index count = std::min(kBlock, lcp.size() - first);
    long double w[kBlock];
    for (Eigen::Index i = 0; i < count; ++i) w[i] = lcp.q[first + i];
    for (Eigen::Index j = 0; j < lcp.size(); ++j) {
      if (z[j] == 0) continue;
      const double* column = lcp.M.data() + j * lcp.size() + first;
      for (Eigen::Index i = 0; i < count; ++i) w[i] += static_cast<long double>(column[i]) * z[j];
    }
    for (Eigen::Index i = 0; i < count; ++i) {
      worst = std::max(worst, static_cast<double>(std::fabs(std::min<long double>(z[first + i], w[i]))));
    }
  }
  const double scale = lcp.size() > 0 ? std::max(1.0, lcp.q.cwiseAbs().maxCoeff()) : 1;
  return worst / scale;
}

}  // namespace pawl

namespace pawl::internal::inline lcp {
namespace {

/// Returns a power of two near 1 / sqrt(largest), or 1 if `largest` is 0 or not finite.
double balancing(double largest) {
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1., -(exponent >> 1));
}

}  // namespace

void ScaledLcp::assign(const Lcp& lcp) {
  const Eigen::Index n = lcp.size();
  scale.assign(static_cast<std::size_t>(n), 1);
  largest_.resize(static_cast<std::size_t>(n));
  for (int round = 0; round < 2; ++round) {
    find_largest(lcp);
    for (std::size_t i = 0; i < scale.size(); ++i) scale[i] *= balancing(largest_[i]);
  }
  M.resize(scale.size() * scale.size());
  q.resize(scale.size());
  const auto s = Eigen::VectorXd::Map(scale.data(), n);
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(M.data(), n, n) =
      s.asDiagonal() * lcp.M * s.asDiagonal();
  Eigen::VectorXd::Map(q.data(), n) = s.cwiseProduct(lcp.q);
}

/// For each index i, sets largest_ to the largest magnitude of an entry in row i and column i, under the present
/// scaling.
void ScaledLcp::find_largest(const Lcp& lcp) {
  const Eigen::Index n = lcp.size();
  const auto s = Eigen::ArrayXd::Map(scale.data(), n);
  auto rows = Eigen::ArrayXd::Map(largest_.data(), n);
  rows.setZero();
  for (Eigen::Index j = 0; j < n; ++j) {
    const auto column = lcp.M.col(j).array().abs() * s * s[j];
    rows = rows.max(column);
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    rows[j] = std::max(rows[j], (lcp.M.col(j).array().abs() * s).maxCoeff() * s[j]);
  }
}

namespace {

using Indices = std::vector<Eigen::Index>;

/// Returns the error -(M_aa z_a + q_a) of the equations of the active entries a, computed in extended precision. Each
/// equation is multiplied by the entry of `scale` for its row. `block` is M_aa, and `part` is z_a.
Eigen::VectorXd error_of(const Lcp& lcp, const Indices& active, const Eigen::MatrixXd& block,
                         const Eigen::VectorXd& scale, const Eigen::VectorXd& part) {
  Eigen::VectorXd error(part.size());
  for (Eigen::Index i = 0; i < part.size(); ++i) {
    long double sum = lcp.q[active[i]];
    for (Eigen::Index j = 0; j < part.size(); ++j) sum += static_cast<long double>(block(i, j)) * part[j];
    error[i] = static_cast<double>(-sum) * scale[i];
  }
  return error;
}

template <class Factors>
Eigen::VectorXd refined(const Factors& factors, const Lcp& lcp, const Indices& active, const Eigen::MatrixXd& block,
                        const Eigen::VectorXd& scale, Eigen::VectorXd part) {
  if (!part.allFinite()) part.setZero();
  for (int round = 0; round < 4; ++round) {
    const Eigen::VectorXd change = factors.solve(error_of(lcp, active, block, scale, part));
    if (!change.allFinite()) break;
    part += change;
    if (change.norm() <= 1e-15 * part.norm()) break;
  }
  return part;
}

}  // namespace

Eigen::VectorXd basis_solution(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                               const StopToken& stop) {
  std::vector<Eigen::Index> active;
  for (std::size_t i = 0; i < basis.size(); ++i) {
    if (basis[i]) active.push_back(static_cast<Eigen::Index>(i));
  }
  Eigen::VectorXd z = Eigen::VectorXd::Zero(lcp.size());
  if (active.empty()) return z;
  if (stop.stop_requested()) return guess;
  const Eigen::Index n = static_cast<Eigen::Index>(active.size());
  Eigen::VectorXd scale(n);
  const Eigen::MatrixXd block = lcp.M(active, active);
  for (Eigen::Index i = 0; i < n; ++i) {
    const double largest = block.row(i).cwiseAbs().maxCoeff();
    scale[i] = largest > 0 ? 1 / largest : 1;
  }
  const Eigen::MatrixXd scaled = scale.asDiagonal() * block;
  Eigen::VectorXd part =
      refined(Eigen::PartialPivLU<Eigen::MatrixXd>(scaled), lcp, active, block, scale, guess(active));
  constexpr Eigen::Index kMostWithFullPivots = 512;
  if (n <= kMostWithFullPivots && !stop.stop_requested() &&
      (!part.allFinite() || error_of(lcp, active, block, scale, part).norm() > 1e-12 * (1 + part.norm()))) {
    part = refined(Eigen::FullPivLU<Eigen::MatrixXd>(scaled), lcp, active, block, scale, guess(active));
  }
  // Sets negative values to zero if they are only rounding errors. Other negative values remain, and contribute to the
  // residual.
  const double tiny = 1e-13 * part.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i) z[active[i]] = std::fabs(part[i]) <= tiny ? std::max(0., part[i]) : part[i];
  return z;
}

namespace {

class Units {
 public:
  Units(const Lcp& lcp, const Eigen::VectorXd& z)
      : lcp_(lcp),
        z_(z),
        w_(lcp.M * z + lcp.q),
        most_(lcp.M.cwiseAbs().colwise().maxCoeff()),
        slack_(kLcpResidual * std::max(1., lcp.q.cwiseAbs().maxCoeff())) {}

  /// Returns whether pair i satisfies the conditions: z_i or w_i is zero, and neither of them is negative.
  bool passes(Eigen::Index i) const {
    const bool no_z = is_zero_z(i);
    return (no_z && w_[i] >= 0) || ((no_z || z_[i] >= 0) && is_zero_w(i));
  }

 private:
  bool is_zero_z(Eigen::Index i) const { return std::fabs(z_[i]) <= slack_ && std::fabs(z_[i]) * most_[i] <= slack_; }

  /// Returns whether w_i is zero up to the rounding of its terms, or would become zero after a negligible change of some z_j.
  bool is_zero_w(Eigen::Index i) const {
    const double w = w_[i];
    const auto row = lcp_.M.row(i).transpose().array();
    const double terms = std::fabs(lcp_.q[i]) + (row * z_.array()).abs().sum();
    const double rounding = static_cast<double>(lcp_.size() + 1) * std::numeric_limits<double>::epsilon();
    if (!(std::fabs(w) <= slack_ + rounding * terms)) return false;
    if (std::fabs(w) <= kLcpResidual * terms) return true;
    return ((std::fabs(w) * most_.array() <= slack_ * row.abs()) && (row != 0)).any();
  }

  const Lcp& lcp_;
  const Eigen::VectorXd& z_;
  Eigen::VectorXd w_;
  Eigen::VectorXd most_;  ///< largest magnitude of an entry in each column
  double slack_;
};

}  // namespace

bool zero_in_units(const Lcp& lcp, const Eigen::VectorXd& z) {
  if (lcp.size() == 0) return true;
  const Units units(lcp, z);
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    if (!units.passes(i)) return false;
  }
  return true;
}

// Compiles a function for several instruction sets. When the program starts, the version for the best instruction set
// of the machine is selected. With sanitizers, only one version is compiled, because their runtime starts later than
// this selection.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define PAWL_EVERY_MACHINE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define PAWL_EVERY_MACHINE
#endif

PAWL_EVERY_MACHINE
void add_multiple(double* __restrict target, double factor, const double* __restrict source, int count) {
  for (int k = 0; k < count; ++k) target[k] += factor * source[k];
}

PAWL_EVERY_MACHINE
void add_columns(double* __restrict target, const double* __restrict table, int stride, const double* factors,
                 int columns, int count) {
  for (int q = 0; q < columns; ++q) {
    const double factor = factors[q];
    if (factor == 0) continue;
    const double* __restrict column = table + static_cast<std::size_t>(q) * static_cast<std::size_t>(stride);
    for (int k = 0; k < count; ++k) target[k] += factor * column[k];
  }
}

PAWL_EVERY_MACHINE
void add_outer(double* __restrict table, int stride, const double* factors, int columns,
               const double* __restrict vector, int count) {
  for (int q = 0; q < columns; ++q) {
    const double factor = factors[q];
    if (factor == 0) continue;
    double* __restrict column = table + static_cast<std::size_t>(q) * static_cast<std::size_t>(stride);
    for (int k = 0; k < count; ++k) column[k] += factor * vector[k];
  }
}

PAWL_EVERY_MACHINE
void eliminate(double* table, int rows, int columns, int row, int column) {
  const double* __restrict pivot_row = table + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
  for (int i = 0; i < rows; ++i) {
    double* __restrict other = table + static_cast<std::size_t>(i) * static_cast<std::size_t>(columns);
    const double factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    for (int j = 0; j < columns; ++j) other[j] += factor * pivot_row[j];
  }
}

}  // namespace pawl::internal::inline lcp
