// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_problem.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "friction/contact_solver.h"
#include "friction/forces_to_lcp.h"
#include "friction/problem_lcp.h"
#include "friction/search/check_contact_proof.h"
#include "friction/search/contact_branching.h"
#include "lcp/pivoting/in_units.h"
#include "lcp/search/enumeration.h"

namespace pawl {
namespace internal {
namespace {

Portfolio::Accept accept_of(const Lcp& lcp, Portfolio& portfolio) {
  return [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
    return (portfolio.has_further() || zero_in_units(lcp, z)) && portfolio.solved(method, z, residual);
  };
}

void by_lcp(const ContactProblem& problem, const Lcp& lcp, Portfolio& portfolio) {
  portfolio.in_turns(
      lcp, true, [&] { return exact_lcp(problem, portfolio.limits().stop); }, accept_of(lcp, portfolio));
}

/// What the first path could not solve, on its way through the other methods.
class OtherMethods {
 public:
  OtherMethods(const ContactProblem& problem, ContactPathSolver& path, Portfolio& portfolio)
      : problem_(problem),
        path_(path),
        portfolio_(portfolio),
        branching_(problem,
                   [this](const std::vector<double>& n, const std::vector<double>& t) { return polished(n, t); }),
        tree_(branching_) {}

  /// Short runs first: the path without friction, some at random, each of which solves most of what one did not; 300
  /// nodes of the tree, which prove most problems without solution at once; then more paths, and Lemke's method on the
  /// LCP with several covering vectors and in more precision; then the whole tree. Where each proof of the tree over
  /// contacts would be made in rationals, the LCP is formed in rationals once, and has a tree of its own.
  void run() {
    constexpr unsigned kFirst = 2, kMore = 38;
    constexpr long kFirstNodes = 300;
    if (path_.solve_without_friction(problem_, portfolio_) || other_paths(kFirst) || portfolio_.over()) return;
    if (!branching_.proves_in_doubles()) return by_lcp(problem_, lcp(), portfolio_);
    const long nodes = portfolio_.limits().nodes;
    const Portfolio::Step steps[] = {[&] { return tree(std::min(nodes, kFirstNodes)); },
                                     [&] { return other_paths(kMore); }, [&] { return lemke(); },
                                     [&] { return tree(nodes); }};
    for (const Portfolio::Step& step : steps) {
      if (portfolio_.over() || step()) return;
    }
  }

 private:
  /// Formed when it is needed first: it may take 100 MB.
  const Lcp& lcp() {
    if (!lcp_) lcp_ = lcp_of(problem_, path_.dynamics());
    return *lcp_;
  }

  bool other_paths(unsigned count) {
    for (unsigned k = 0; k < count && !portfolio_.over(); ++k) {
      if (path_.solve_at_random(problem_, ++seed_, portfolio_)) return true;
    }
    return false;
  }

  bool lemke() {
    constexpr std::size_t kMostContacts = 512;  // 2048 variables
    constexpr long kLong = 200;                 // pivots a contact
    constexpr std::size_t kFew = 16;
    if (problem_.contacts.size() > kMostContacts) return false;
    LemkeOptions options;
    options.stop = portfolio_.limits().stop;
    const long left = portfolio_.pivots_left();
    if (left < kLong * static_cast<long>(problem_.contacts.size())) {
      options.pivots = static_cast<int>(left);
      if (problem_.contacts.size() > kFew) {  // what is left is not for many runs, which are short for few contacts
        options.restarts = 1;
        options.extended = false;
      }
    }
    LemkeSolver solver;
    return portfolio_.lemke(solver, lcp(), options, accept_of(lcp(), portfolio_));
  }

  bool tree(long nodes) {
    return portfolio_.search(tree_, nodes, portfolio_.pivots_left(), [this](const Refutation& refutation) {
      return proves_no_solution(problem_, refutation, portfolio_.limits().stop);
    });
  }

  /// Whether the basis that forces point to, or the forces themselves, are a solution good enough.
  bool polished(const std::vector<double>& normal, const std::vector<double>& tangent) {
    const LcpGuess guess = forces_to_lcp(problem_, lcp(), normal, tangent);
    return portfolio_.try_basis(lcp(), guess.basis, guess.z, accept_of(lcp(), portfolio_));
  }

  const ContactProblem& problem_;
  std::optional<Lcp> lcp_;
  unsigned seed_ = 0;
  ContactPathSolver& path_;
  Portfolio& portfolio_;
  ContactBranching branching_;
  BranchAndBound tree_;
};

bool by_first_path(const ContactProblem& problem, ContactProblemSolver::Start start, ContactPathSolver& path,
                   Portfolio& portfolio) {
  return (start == ContactProblemSolver::Start::last && path.solve_again(problem, portfolio)) ||
         path.solve(problem, portfolio);
}

}  // namespace

void solve_contact_problem(const ContactProblem& problem, ContactProblemSolver::Start start, ContactPathSolver& path,
                           Portfolio& portfolio) {
  path.assign(problem);
  if (path.solve_at_once(problem, portfolio)) return;
  if (!path.has_path()) return by_lcp(problem, lcp_of(problem, path.dynamics()), portfolio);
  if (!by_first_path(problem, start, path, portfolio)) OtherMethods(problem, path, portfolio).run();
}

}  // namespace internal

struct ContactProblemSolver::State {
  internal::ContactPathSolver path;
  LcpAnswer answer;

  /// The last answer, but not its memory.
  void forget() {
    answer.status = LcpAnswer::Status::undecided;
    answer.method = LcpMethod::lemke;
    answer.pivots = 0;
    answer.residual = std::numeric_limits<double>::infinity();
    answer.refutation.nodes.clear();
  }

  void solve(const ContactProblem& problem, const LcpLimits& limits, Start start) {
    forget();
    internal::Portfolio portfolio(limits, answer);
    internal::solve_contact_problem(problem, start, path, portfolio);
    if (answer.status != LcpAnswer::Status::solved) answer.z.resize(0);
  }
};

ContactProblemSolver::ContactProblemSolver() : state_(std::make_unique<State>()) {}
ContactProblemSolver::~ContactProblemSolver() = default;
ContactProblemSolver::ContactProblemSolver(ContactProblemSolver&&) noexcept = default;
ContactProblemSolver& ContactProblemSolver::operator=(ContactProblemSolver&&) noexcept = default;

const LcpAnswer& ContactProblemSolver::solve(const ContactProblem& problem, const LcpLimits& limits, Start start) {
  problem.validate();
  return solve_unchecked(problem, limits, start);
}

const LcpAnswer& ContactProblemSolver::solve_unchecked(const ContactProblem& problem, const LcpLimits& limits,
                                                       Start start) {
  state_->solve(problem, limits, start);
  return state_->answer;
}

LcpAnswer all_contact_solutions(const ContactProblem& problem, const LcpLimits& limits) {
  return internal::all_solutions(
      problem.lcp(), [&] { return internal::exact_lcp(problem, limits.stop); }, limits);
}

LcpAnswer solve_contact_problem(const ContactProblem& problem, const LcpLimits& limits) {
  return ContactProblemSolver().solve(problem, limits);
}

}  // namespace pawl
