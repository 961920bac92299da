// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <optional>

#include "friction/forces_to_lcp.h"
#include "friction/path/contact_path_solver.h"
#include "friction/search/contact_tree.h"
#include "lcp/pivoting/basis_solution.h"
#include "lcp/pivoting/in_units.h"

namespace pawl {
namespace {

/// What Lemke's path could not solve, on its way through the other methods.
class Attempt {
 public:
  Attempt(const PlanarContactProblem& problem, const LcpLimits& limits, ContactPathSolver& path, LcpAnswer& answer)
      : problem_(problem), limits_(limits), path_(path), tree_(problem), answer_(answer) {}

  /// Short runs first: the path without friction, some at random, each of which solves most of what one did not; a look
  /// at the tree, which proves most problems without solution at once; then more paths, and Lemke's method on the LCP
  /// with several covering vectors and in more precision; then the whole tree.
  void run() {
    constexpr unsigned kFirst = 2, kMore = 38;
    constexpr long kLook = 300;
    if (without_friction() || other_paths(kFirst) || tree(std::min(limits_.nodes, kLook)) || other_paths(kMore) ||
        lemke())
      return;
    tree(limits_.nodes);
  }

 private:
  bool over() const { return answer_.pivots >= limits_.pivots || limits_.stop.stop_requested(); }

  /// Formed when it is needed first: it may take 100 MB.
  const Lcp& lcp() {
    if (!lcp_) lcp_ = problem_.lcp();
    return *lcp_;
  }

  bool without_friction() {
    if (over() || !path_.solve_without_friction(problem_, limits_, answer_)) return false;
    answer_.status = LcpAnswer::Status::solved;
    answer_.method = "lemke";
    return true;
  }

  bool other_paths(unsigned count) {
    for (unsigned k = 0; k < count && !over(); ++k) {
      if (!path_.solve_at_random(problem_, ++seed_, limits_, answer_)) continue;
      answer_.status = LcpAnswer::Status::solved;
      answer_.method = "lemke";
      return true;
    }
    return false;
  }

  bool lemke() {
    constexpr std::size_t kMostContacts = 512;  // 2048 variables
    if (over() || problem_.contacts.size() > kMostContacts) return false;
    LemkeOptions options;
    options.stop = limits_.stop;
    const LcpSolution found = pawl::lemke(lcp(), options);
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
    ContactTree::Options options;
    options.nodes = nodes;
    options.pivots = limits_.pivots - answer_.pivots;
    options.stop = limits_.stop;
    answer_.method = "branch and bound";
    const auto judge = [this](const std::vector<double>& n, const std::vector<double>& t) { return polished(n, t); };
    const long before = tree_.pivots();
    const ContactTree::End end = tree_.run(options, judge);
    answer_.pivots += static_cast<int>(tree_.pivots() - before);
    if (end != ContactTree::End::none) return end == ContactTree::End::solved;
    LcpRefutation refutation = tree_.refutation();
    if (!proves_no_solution(problem_, refutation, limits_.stop)) return false;
    answer_.refutation = std::move(refutation);
    answer_.status = LcpAnswer::Status::none;
    return true;
  }

  /// Whether the basis that forces point to, or the forces themselves, are a solution good enough.
  bool polished(const std::vector<double>& normal, const std::vector<double>& tangent) {
    const LcpGuess guess = forces_to_lcp(problem_, lcp(), normal, tangent);
    for (const Eigen::VectorXd& z : {basis_solution(lcp(), guess.basis, guess.z, limits_.stop), guess.z}) {
      const double residual = lcp_residual(lcp(), z);
      if (!(residual <= kLcpResidual) || !zero_in_units(lcp(), z)) continue;
      solved("branch and bound", z, residual);
      return true;
    }
    return false;
  }

  const PlanarContactProblem& problem_;
  const LcpLimits& limits_;
  std::optional<Lcp> lcp_;
  unsigned seed_ = 0;
  ContactPathSolver& path_;
  ContactTree tree_;
  LcpAnswer& answer_;
};

}  // namespace

struct ContactProblemSolver::State {
  ContactPathSolver path;
  LcpAnswer answer;

  void forget() {
    answer.status = LcpAnswer::Status::undecided;
    answer.method = "lemke";
    answer.pivots = 0;
    answer.residual = std::numeric_limits<double>::infinity();
    answer.refutation.nodes.clear();
  }

  bool quickly(const PlanarContactProblem& problem, const LcpLimits& limits, Start start) {
    if (path.solve_at_once(problem, answer)) return true;
    path.assign(problem);
    return (start == Start::last && path.solve_again(problem, limits, answer)) || path.solve(problem, limits, answer);
  }

  void solve(const PlanarContactProblem& problem, const LcpLimits& limits, Start start) {
    problem.validate();
    forget();
    if (quickly(problem, limits, start)) {
      answer.status = LcpAnswer::Status::solved;
      return;
    }
    Attempt(problem, limits, path, answer).run();
    if (answer.status == LcpAnswer::Status::solved) return;
    answer.residual = std::numeric_limits<double>::infinity();
    answer.z.resize(0);
  }
};

ContactProblemSolver::ContactProblemSolver() : state_(std::make_unique<State>()) {}
ContactProblemSolver::~ContactProblemSolver() = default;
ContactProblemSolver::ContactProblemSolver(ContactProblemSolver&&) noexcept = default;
ContactProblemSolver& ContactProblemSolver::operator=(ContactProblemSolver&&) noexcept = default;

const LcpAnswer& ContactProblemSolver::solve(const PlanarContactProblem& problem, const LcpLimits& limits,
                                             Start start) {
  state_->solve(problem, limits, start);
  return state_->answer;
}

LcpAnswer solve_contact_problem(const PlanarContactProblem& problem, const LcpLimits& limits) {
  return ContactProblemSolver().solve(problem, limits);
}

}  // namespace pawl
