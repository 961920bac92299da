// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/lcp/interior_point.h>

#include <cmath>
#include <limits>

#include "base/dense_algebra.h"
#include "lcp/dictionary.h"
#include "lcp/lcp.h"

namespace pawl {
namespace {

using namespace internal;
using Vector = Eigen::VectorXd;
using ResultStatus = InteriorPointResult::Status;
using Program = Dictionary<double>;

void check(const char* name, double value, double least, double most) {
  if (value > least && value < most) return;
  throw InputError(fmt::format("/{}", name), fmt::format("{}", value),
                   fmt::format("must be greater than {} and less than {}", least, most));
}

void validate(const Lcp& lcp, const InteriorPointOptions& options) {
  lcp.validate();
  if (options.start.size() != 0 && options.start.size() != lcp.size()) {
    throw InputError("/start", fmt::format("{} entries", options.start.size()),
                     fmt::format("must have {}", lcp.size()));
  }
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  check("gap", options.gap, 0, kInfinity);
  check("centering", options.centering, std::nextafter(0., -1.), 1);
  check("weight", options.weight, 0, kInfinity);
  check("to_boundary", options.to_boundary, 0, 1);
  check("shrink", options.shrink, 0, 1);
  check("decrease", options.decrease, 0, 1);
  check("iterations", options.iterations, -1, kInfinity);
}

/// The problem with scaled rows and columns. In this scaling, z and w have similar magnitudes.
struct Balanced {
  explicit Balanced(const Lcp& lcp) {
    given.assign(lcp);
    const Eigen::Index n = lcp.size();
    scaled.M =
        Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(given.M.data(), n, n);
    scaled.q = Vector::Map(given.q.data(), n);
    unit = Vector::Map(given.scale.data(), n);
  }
  ScaledLcp given;
  Lcp scaled;
  Vector unit;  ///< for each entry, the factor that converts the scaled z to z
};

bool strictly_feasible(const Lcp& lcp, const Vector& z) {
  return z.size() == lcp.size() && z.allFinite() && z.minCoeff() > 0 && (lcp.M * z + lcp.q).minCoeff() > 0;
}

/// Returns a start z = margin + z' with z' >= 0 and M z + q >= margin. Tries a decreasing sequence of margins, and uses
/// the first margin for which there is such a z'. Returns an empty vector if every margin fails.
Vector find_strictly_feasible(const Balanced& lcp) {
  const Eigen::Index n = lcp.scaled.size();
  const Vector row_sums = lcp.scaled.M.rowwise().sum();
  for (double margin = 1; margin > 1e-9; margin /= 10) {
    const Vector q = lcp.scaled.q.array() + margin * (row_sums.array() - 1);
    Program program;
    program.start_lcp(static_cast<int>(n), lcp.given.M, std::vector<double>(q.begin(), q.end()),
                      {1e-10, 1e-9, 1e-10, 0});
    long pivots = 0;
    if (program.solve(50 * static_cast<int>(n) + 100, pivots) != Program::End::feasible) continue;
    Vector z(n);
    for (int i = 0; i < n; ++i) z[i] = margin + std::max(0., program.value(i));
    if (strictly_feasible(lcp.scaled, z)) return z;
  }
  return {};
}

class Iteration {
 public:
  Iteration(const Lcp& lcp, const InteriorPointOptions& options, Vector z)
      : lcp_(lcp),
        options_(options),
        z_(std::move(z)),
        w_(lcp.M * z_ + lcp.q),
        zeta_(options.weight * std::sqrt(static_cast<double>(lcp.size()))) {}

  double gap() const { return z_.dot(w_); }
  const Vector& z() const { return z_; }

  std::vector<char> basis() const {
    std::vector<char> larger(static_cast<std::size_t>(z_.size()));
    for (Eigen::Index i = 0; i < z_.size(); ++i) larger[i] = z_[i] > w_[i];
    return larger;
  }

  /// Makes one step. Returns false if the equations of the step are singular, or if no tried length of the step is
  /// accepted.
  bool step() {
    const auto n = static_cast<double>(z_.size());
    // The step solves [TPSL97, (38)] with dw = M dz, that is, (Z M + W) dz = beta xi e - z o w. Here Z = diag(z), W = diag(w), xi
    // = z'w / n, beta is options_.centering, e contains ones, and z o w is the product entry by entry.
    const Vector target = Vector::Constant(z_.size(), options_.centering * gap() / n) - z_.cwiseProduct(w_);
    Eigen::MatrixXd system = z_.asDiagonal() * lcp_.M;
    system.diagonal() += w_;
    const Vector dz = Eigen::PartialPivLU<Eigen::MatrixXd>(system).solve(target);
    if (!dz.allFinite()) return false;
    const Vector dw = lcp_.M * dz;
    double length = options_.to_boundary * std::min({1., to_boundary(z_, dz), to_boundary(w_, dw)});
    const double before = merit(z_, w_);
    for (int k = 0; k < 60; ++k, length *= options_.shrink) {
      const Vector z = z_ + length * dz;
      const Vector w = lcp_.M * z + lcp_.q;
      if (!(z.minCoeff() > 0 && w.minCoeff() > 0)) continue;
      if (merit(z, w) - before > -options_.decrease * (1 - options_.centering) * zeta_ * length) continue;
      z_ = z;
      w_ = w;
      return true;
    }
    return false;
  }

 private:
  static double to_boundary(const Vector& x, const Vector& dx) {
    double least = std::numeric_limits<double>::infinity();
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      if (dx[i] < 0) least = std::min(least, -x[i] / dx[i]);
    }
    return least;
  }

  double merit(const Vector& z, const Vector& w) const {
    return (static_cast<double>(z.size()) + zeta_) * std::log(z.dot(w)) - (z.array() * w.array()).log().sum();
  }

  const Lcp& lcp_;
  const InteriorPointOptions& options_;
  Vector z_, w_;
  double zeta_;
};

void judge(const Lcp& lcp, const Iteration& iteration, const Vector& z, InteriorPointResult& result) {
  result.residual = std::numeric_limits<double>::infinity();
  for (const Vector& candidate : {basis_solution(lcp, iteration.basis(), z), z}) {
    const double residual = lcp_residual(lcp, candidate);
    if (!(residual < result.residual)) continue;
    result.residual = residual;
    result.z = candidate;
  }
  if (result.residual <= kLcpResidual && zero_in_units(lcp, result.z)) result.status = ResultStatus::solved;
}

void iterate(Iteration& iteration, double enough, const InteriorPointOptions& options, InteriorPointResult& result) {
  for (;;) {
    result.gaps.push_back(iteration.gap());
    if (iteration.gap() <= enough) {
      result.status = ResultStatus::inaccurate;
      return;
    }
    if (result.iterations == options.iterations || options.stop.stop_requested()) {
      result.status = ResultStatus::limit;
      return;
    }
    if (!iteration.step()) {
      result.status = ResultStatus::stalled;
      return;
    }
    ++result.iterations;
  }
}

}  // namespace

InteriorPointResult interior_point(const Lcp& lcp, const InteriorPointOptions& options) {
  validate(lcp, options);
  InteriorPointResult result;
  result.z = Vector::Zero(lcp.size());
  if (lcp.size() == 0) {
    result.status = ResultStatus::solved;
    return result;
  }
  const Balanced balanced(lcp);
  const Vector start =
      options.start.size() > 0 ? Vector(options.start.cwiseQuotient(balanced.unit)) : find_strictly_feasible(balanced);
  if (!strictly_feasible(balanced.scaled, start)) {
    result.status = ResultStatus::no_interior;
    result.residual = lcp_residual(lcp, result.z);
    return result;
  }
  Iteration iteration(balanced.scaled, options, start);
  const double size = balanced.scaled.q.cwiseAbs().maxCoeff();
  iterate(iteration, options.gap * static_cast<double>(lcp.size()) * size * size, options, result);
  judge(lcp, iteration, balanced.unit.cwiseProduct(iteration.z()), result);
  return result;
}

}  // namespace pawl
