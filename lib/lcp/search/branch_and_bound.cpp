// SPDX-License-Identifier: MIT
#include "lcp/search/branch_and_bound.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lcp/pivoting/basis_solution.h"
#include "lcp/pivoting/in_units.h"
#include "lcp/search/force_program.h"
#include "lcp/search/refutation.h"

namespace pawl {
namespace {

constexpr double kPositive = 1e-9;  ///< of a variable of the scaled problem: more is not zero

}  // namespace

BranchAndBound::BranchAndBound(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits)
    : lcp_(lcp), make_exact_(exact), limits_(limits) {
  scaled_.assign(lcp);
}

void BranchAndBound::run(LcpAnswer& answer) {
  FeasibilityTableau<double> root;
  root.assign(static_cast<int>(lcp_.size()), scaled_.M, scaled_.q);
  visit(std::move(root));
  answer.pivots += static_cast<int>(pivots_);
  answer.complete = !failed_;
  if (!solutions_.empty()) {
    answer.status = LcpAnswer::Status::solved;
    answer.z = solutions_.front();
    answer.residual = lcp_residual(lcp_, answer.z);
    answer.solutions = std::move(solutions_);
  } else if (!failed_) {
    answer.status = LcpAnswer::Status::none;
    refutation_.variables = static_cast<int>(lcp_.size());
    answer.refutation = std::move(refutation_);
  }
}

bool BranchAndBound::over_limit() {
  if (++nodes_ <= limits_.nodes && pivots_ < limits_.pivots && !limits_.stop.stop_requested()) return false;
  return failed_ = true;
}

/// Returns the node's place in the refutation.
template <class Real>
int BranchAndBound::visit(FeasibilityTableau<Real> tableau) {
  if (over_limit()) return -1;
  switch (tableau.solve(50 * static_cast<int>(lcp_.size()) + 100, pivots_,
                        [this] { return limits_.stop.stop_requested(); })) {
    case FeasibilityTableau<Real>::End::limit:
      failed_ = true;
      return -1;
    case FeasibilityTableau<Real>::End::infeasible:
      return leaf(tableau);
    case FeasibilityTableau<Real>::End::feasible:
      break;
  }
  bool complementary = true;
  const int index = most_violated(tableau, complementary);
  const bool taken = complementary && take_solution(tableau);
  if (index < 0) {
    // Everything is fixed: a complementary face. Without a solution good enough nothing is known about it.
    if (!taken) failed_ = true;
    return -1;
  }
  return split(tableau, index);
}

template <class Real>
int BranchAndBound::leaf(const FeasibilityTableau<Real>& tableau) {
  LcpRefutation::Node node;
  if (lcp_.size() > kLargestExactLcp || limits_.stop.stop_requested()) {
    failed_ = true;
    return -1;
  }
  if (exact_.n == 0) exact_ = make_exact_();
  node.multipliers = farkas_multipliers(exact_, InfeasibleBasis(tableau), limits_.stop);
  if (node.multipliers.empty()) return look_again(tableau);
  refutation_.nodes.push_back(std::move(node));
  return static_cast<int>(refutation_.nodes.size()) - 1;
}

/// What doubles take for infeasible may be a matter of very large values, or of a basis that is singular but for
/// rounding: the same program in quadruple precision, from the exact entries, with other notions of zero.
template <class Real>
int BranchAndBound::look_again(const FeasibilityTableau<Real>& tableau) {
  static constexpr TableauTolerance kTolerances[] = {{1e-16, 1e-18}, {1e-14, 1e-15}, {1e-18, 1e-21}, {1e-12, 1e-13}};
  if (looks_ == std::size(kTolerances)) {
    failed_ = true;
    return -1;
  }
  if (wide_.empty()) wide_.assign(exact_, scaled_.scale);
  FeasibilityTableau<Quadruple> wide;
  wide.assign(exact_.n, wide_.M, wide_.q, kTolerances[looks_]);
  for (int v = 0; v < tableau.variables(); ++v) {
    if (tableau.is_fixed(v)) wide.fix(v);
  }
  ++looks_;
  const int node = visit(std::move(wide));
  --looks_;
  return node;
}

template <class Real>
int BranchAndBound::split(const FeasibilityTableau<Real>& tableau, int index) {
  const int n = static_cast<int>(lcp_.size());
  const auto here = refutation_.nodes.size();
  refutation_.nodes.emplace_back();
  refutation_.nodes[here].branch = index;
  // The smaller of the two is more likely zero in a solution.
  const bool z_first = tableau.value(n + index) <= tableau.value(index);
  for (const bool z : {z_first, !z_first}) {
    if (failed_) return static_cast<int>(here);
    if (depth_ + 1 >= levels_in_memory(n, n)) {
      failed_ = true;
      return static_cast<int>(here);
    }
    FeasibilityTableau<Real> child = tableau;
    child.fix(z ? n + index : index);
    ++depth_;
    const int place = visit(std::move(child));
    --depth_;
    (z ? refutation_.nodes[here].z_zero : refutation_.nodes[here].w_zero) = place;
  }
  return static_cast<int>(here);
}

/// The open pair with the largest product; without one above zero any open pair; -1 when all are fixed.
template <class Real>
int BranchAndBound::most_violated(const FeasibilityTableau<Real>& tableau, bool& complementary) const {
  const int n = static_cast<int>(lcp_.size());
  int best = -1;
  int open = -1;
  Real largest = 0;
  for (int i = 0; i < n; ++i) {
    if (tableau.is_fixed(i) || tableau.is_fixed(n + i)) continue;
    open = i;
    const Real least = std::min(tableau.value(i), tableau.value(n + i));
    if (least <= kPositive) continue;
    complementary = false;
    const Real product = tableau.value(i) * tableau.value(n + i);
    if (product > largest) best = i;
    largest = std::max(largest, product);
  }
  return best >= 0 ? best : open;
}

/// In the units of the scaled problem, where nothing is small for its unit only.
bool BranchAndBound::same_point(const Eigen::VectorXd& z, const Eigen::VectorXd& other) const {
  const auto unit = Eigen::ArrayXd::Map(scaled_.scale.data(), z.size());
  const auto q = Eigen::ArrayXd::Map(scaled_.q.data(), z.size());
  const double size = q.abs().maxCoeff() + (z.array() / unit).abs().maxCoeff();
  return ((z - other).array() / unit).abs().maxCoeff() <= 1e-7 * size;
}

/// Judges the tableau's point on the problem as given, polished on its complementary basis.
template <class Real>
bool BranchAndBound::take_solution(const FeasibilityTableau<Real>& tableau) {
  const int n = static_cast<int>(lcp_.size());
  Eigen::VectorXd guess(n);
  std::vector<char> basis(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    guess[i] =
        static_cast<double>(std::max(Real(0), tableau.value(n + i))) * scaled_.scale[static_cast<std::size_t>(i)];
    basis[static_cast<std::size_t>(i)] = tableau.value(n + i) > tableau.value(i);
  }
  for (const Eigen::VectorXd& z : {basis_solution(lcp_, basis, guess, limits_.stop), guess}) {
    if (!(lcp_residual(lcp_, z) <= kLcpResidual) || !zero_in_units(lcp_, z)) continue;
    const bool known = std::any_of(solutions_.begin(), solutions_.end(),
                                   [&](const Eigen::VectorXd& other) { return same_point(z, other); });
    if (!known) solutions_.push_back(z);
    return true;
  }
  return false;
}

}  // namespace pawl
