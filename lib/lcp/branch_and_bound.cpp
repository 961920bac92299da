// SPDX-License-Identifier: MIT
#include "lcp/branch_and_bound.h"

#include <algorithm>
#include <cmath>

#include "lcp/basis_solution.h"
#include "lcp/refutation.h"

namespace pawl {
namespace {

constexpr double kPositive = 1e-9;  ///< of a variable of the scaled problem: more is not zero

}  // namespace

BranchAndBound::BranchAndBound(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits,
                               Goal goal)
    : lcp_(lcp), make_exact_(exact), limits_(limits), goal_(goal), start_(std::chrono::steady_clock::now()) {
  scaled_.assign(lcp);
}

void BranchAndBound::run(LcpAnswer& answer) {
  FeasibilityTableau root;
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
    answer.refutation = std::move(refutation_);
  }
}

bool BranchAndBound::over_limit() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  if (++nodes_ <= limits_.nodes && elapsed.count() <= limits_.seconds) return false;
  return failed_ = true;
}

/// Returns the node's place in the refutation.
int BranchAndBound::visit(FeasibilityTableau tableau) {
  if (over_limit()) return -1;
  switch (tableau.solve(50 * static_cast<int>(lcp_.size()) + 100, pivots_)) {
    case FeasibilityTableau::End::limit:
      failed_ = true;
      return -1;
    case FeasibilityTableau::End::infeasible:
      return leaf(tableau);
    case FeasibilityTableau::End::feasible:
      break;
  }
  bool complementary = true;
  const int index = most_violated(tableau, complementary);
  if (complementary && take_solution(tableau) && goal_ == Goal::first) return -1;
  if (index < 0) {
    // Everything is fixed: a complementary face. Without a solution good enough nothing is known about it.
    if (!complementary || solutions_.empty()) failed_ = true;
    return -1;
  }
  return split(tableau, index);
}

int BranchAndBound::leaf(const FeasibilityTableau& tableau) {
  LcpRefutation::Node node;
  if (exact_.n == 0) exact_ = make_exact_();
  node.multipliers = farkas_multipliers(exact_, tableau);
  if (node.multipliers.empty()) {
    failed_ = true;
    return -1;
  }
  refutation_.nodes.push_back(std::move(node));
  return static_cast<int>(refutation_.nodes.size()) - 1;
}

int BranchAndBound::split(const FeasibilityTableau& tableau, int index) {
  const int n = static_cast<int>(lcp_.size());
  const auto here = refutation_.nodes.size();
  refutation_.nodes.emplace_back();
  refutation_.nodes[here].branch = index;
  // The smaller of the two is more likely zero in a solution.
  const bool z_first = tableau.value(n + index) <= tableau.value(index);
  for (const bool z : {z_first, !z_first}) {
    if (finished()) return static_cast<int>(here);
    FeasibilityTableau child = tableau;
    child.fix(z ? n + index : index);
    const int place = visit(std::move(child));
    (z ? refutation_.nodes[here].z_zero : refutation_.nodes[here].w_zero) = place;
  }
  return static_cast<int>(here);
}

/// The open pair with the largest product; without one above zero any open pair for Goal::all, else -1.
int BranchAndBound::most_violated(const FeasibilityTableau& tableau, bool& complementary) const {
  const int n = static_cast<int>(lcp_.size());
  int best = -1;
  int open = -1;
  double largest = 0;
  for (int i = 0; i < n; ++i) {
    if (tableau.is_fixed(i) || tableau.is_fixed(n + i)) continue;
    open = i;
    const double least = std::min(tableau.value(i), tableau.value(n + i));
    if (least <= kPositive) continue;
    complementary = false;
    const double product = tableau.value(i) * tableau.value(n + i);
    if (product > largest) best = i;
    largest = std::max(largest, product);
  }
  return best >= 0 ? best : open;
}

/// Judges the tableau's point on the problem as given, polished on its complementary basis.
bool BranchAndBound::take_solution(const FeasibilityTableau& tableau) {
  const int n = static_cast<int>(lcp_.size());
  Eigen::VectorXd guess(n);
  std::vector<char> basis(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    guess[i] = std::max(0., tableau.value(n + i)) * scaled_.scale[static_cast<std::size_t>(i)];
    basis[static_cast<std::size_t>(i)] = tableau.value(n + i) > tableau.value(i);
  }
  for (const Eigen::VectorXd& z : {basis_solution(lcp_, basis, guess), guess}) {
    if (!(lcp_residual(lcp_, z) <= kLcpResidual)) continue;
    const double close = 1e-7 * (1 + z.cwiseAbs().maxCoeff());
    const bool known = std::any_of(solutions_.begin(), solutions_.end(), [&](const Eigen::VectorXd& other) {
      return (z - other).cwiseAbs().maxCoeff() <= close;
    });
    if (!known) solutions_.push_back(z);
    return true;
  }
  return false;
}

}  // namespace pawl
