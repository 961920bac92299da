// SPDX-License-Identifier: MIT
#include <pawl/lcp/contact_problem.h>

#include <algorithm>

#include "lcp/basis_solution.h"
#include "lcp/contact_tree.h"
#include "lcp/forces_to_lcp.h"
#include "lcp/in_units.h"

namespace pawl {
namespace {

/// One problem on its way through the methods.
class Attempt {
 public:
  Attempt(const PlanarContactProblem& problem, const LcpLimits& limits)
      : problem_(problem), limits_(limits), lcp_(problem.lcp()), start_(std::chrono::steady_clock::now()) {}

  /// Short runs first: Lemke's method once, then a look at the tree, which proves most problems without solution at
  /// once; then Lemke's method with other covering vectors and in more precision; then the whole tree.
  LcpAnswer run() {
    constexpr long kLook = 300;
    LemkeOptions once;
    once.restarts = 0;
    once.extended = false;
    if (lemke(once) || tree(std::min(limits_.nodes, kLook)) || seconds_left() <= 0) return std::move(answer_);
    if (lemke({})) return std::move(answer_);
    tree(limits_.nodes);
    return std::move(answer_);
  }

 private:
  double seconds_left() const {
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    return limits_.seconds - elapsed.count();
  }

  bool lemke(const LemkeOptions& options) {
    const LcpSolution& found = lemke_.solve(lcp_, options);
    answer_.pivots += found.pivots;
    if (found.status != LcpSolution::Status::solved) return false;
    solved("lemke", found.z, found.residual);
    return true;
  }

  void solved(const char* method, const Eigen::VectorXd& z, double residual) {
    answer_.status = LcpAnswer::Status::solved;
    answer_.method = method;
    answer_.z = z;
    answer_.residual = residual;
  }

  bool tree(long nodes) {
    if (!tree_) tree_ = std::make_unique<ContactTree>(problem_);
    ContactTree::Options options;
    options.nodes = nodes;
    options.seconds = seconds_left();
    answer_.method = "branch and bound";
    const auto judge = [this](const std::vector<double>& n, const std::vector<double>& t) { return polished(n, t); };
    const ContactTree::End end = tree_->run(options, judge);
    answer_.pivots += static_cast<int>(tree_->pivots());
    if (end != ContactTree::End::none) return end == ContactTree::End::solved;
    answer_.status = LcpAnswer::Status::none;
    answer_.refutation = tree_->refutation();
    return true;
  }

  /// Whether the basis that forces point to, or the forces themselves, are a solution good enough.
  bool polished(const std::vector<double>& normal, const std::vector<double>& tangent) {
    const LcpGuess guess = forces_to_lcp(problem_, lcp_, normal, tangent);
    for (const Eigen::VectorXd& z : {basis_solution(lcp_, guess.basis, guess.z), guess.z}) {
      const double residual = lcp_residual(lcp_, z);
      if (!(residual <= kLcpResidual) || !zero_in_units(lcp_, z)) continue;
      solved("branch and bound", z, residual);
      return true;
    }
    return false;
  }

  const PlanarContactProblem& problem_;
  const LcpLimits& limits_;
  Lcp lcp_;
  std::chrono::steady_clock::time_point start_;
  LemkeSolver lemke_;
  std::unique_ptr<ContactTree> tree_;
  LcpAnswer answer_;
};

}  // namespace

LcpAnswer solve_contact_problem(const PlanarContactProblem& problem, const LcpLimits& limits) {
  return Attempt(problem, limits).run();
}

}  // namespace pawl
