// SPDX-License-Identifier: MIT
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/solve_motion.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "friction/contact_branching.h"
#include "friction/contact_dynamics.h"
#include "friction/contact_path.h"
#include "friction/contact_problem_lcp.h"
#include "friction/motion_problem.h"
#include "lcp/lcp.h"
#include "lcp/refutation.h"
#include "lcp/solve_lcp.h"

namespace pawl::internal::inline friction {

/// Runs all methods for a valid contact problem, in the order given in ContactProblemSolver. `portfolio` contains the
/// limits, a further condition on solutions, and the answer.
void solve_contact_problem(const ContactProblem& problem, ContactProblemSolver::Start start, ContactPathSolver& path,
                           Portfolio& portfolio);

/// A vector z that corresponds to given forces, and the entries of z that should be basic variables.
struct LcpGuess {
  Eigen::VectorXd z;
  std::vector<char> basis;
};

/// Returns the vector z of the problem's LCP that corresponds to given normal and tangential contact forces (one
/// tangent), and the basis that these forces imply.
LcpGuess forces_to_lcp(const ContactProblem& problem, const Lcp& lcp, const std::vector<double>& normal,
                       const std::vector<double>& tangent);

/// Does the same as the public function pawl::proves_no_solution(), for a refutation in exact numbers.
bool proves_no_solution(const ContactProblem& problem, const Refutation& refutation, const StopToken& stop);

}  // namespace pawl::internal::inline friction

namespace pawl {
namespace internal::inline friction {
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

/// The methods that are tried if the first path does not solve the problem.
class OtherMethods {
 public:
  OtherMethods(const ContactProblem& problem, ContactPathSolver& path, Portfolio& portfolio)
      : problem_(problem),
        path_(path),
        portfolio_(portfolio),
        branching_(problem,
                   [this](const std::vector<double>& n, const std::vector<double>& t) { return polished(n, t); }),
        tree_(branching_) {}

  /// Starts with short runs: the path without friction, and then some random paths. Each of these paths solves most of
  /// the problems that the previous paths did not solve. Next come 300 nodes of the branch-and-bound tree, which are
  /// sufficient to refute most infeasible problems. Then come more paths, Lemke's method on the LCP with several
  /// covering vectors and in higher precision, and finally the whole tree. If every proof in the tree over contacts
  /// would need rationals, the tree is over the LCP instead, and the LCP is formed once in rationals.
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
  /// Returns the LCP. It is formed at the first call, because it may take 100 MB.
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
    constexpr std::size_t kMostContacts = 512;  // largest number of contacts for which the LCP is formed; for
                                                // kMostContacts, it has 2048 variables
    constexpr long kLong = 200;                 // number of pivots per contact in a long run of Lemke's method
    constexpr std::size_t kFew = 16;
    if (problem_.contacts.size() > kMostContacts) return false;
    LemkeOptions options;
    options.stop = portfolio_.limits().stop;
    const long left = portfolio_.pivots_left();
    if (left < kLong * static_cast<long>(problem_.contacts.size())) {
      options.pivots = static_cast<int>(left);
      if (problem_.contacts.size() >
          // further runs take little time only for few contacts
          kFew) {
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

  /// Returns whether the given forces lead to a sufficiently accurate solution. Tries the solution of the basis that
  /// the forces imply, and then the forces themselves.
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

}  // namespace internal::inline friction

struct ContactProblemSolver::State {
  internal::ContactPathSolver path;
  LcpAnswer answer;

  /// Clears the last answer, but keeps its memory.
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

ContactAnswer solve_motion(const MotionProblem& full, const LcpLimits& limits) {
  ContactAnswer answer;
  const ContactProblem problem = contact_problem(full);
  problem.validate();
  // Returns whether the forces and the motion of a solution z of the LCP also satisfy the laws of the motion problem.
  std::optional<internal::ForceTrial> trial;  // created at first use, because a proof that no z exists does not need it
  const auto keeps_laws = [&](const Eigen::VectorXd& z) {
    if (!trial) trial.emplace(full);
    SystemMotion motion = trial->motion(internal::unchecked_forces_of(full, z));
    const MotionResiduals residuals = trial->residuals(motion);
    if (!residuals.within()) return false;
    answer.motion = std::move(motion);
    answer.residuals = residuals;
    return true;
  };
  internal::Portfolio portfolio(limits, answer.lcp, keeps_laws);
  internal::ContactPathSolver path;
  internal::solve_contact_problem(problem, ContactProblemSolver::Start::cold, path, portfolio);
  return answer;
}

bool proves_no_solution(const MotionProblem& full, const LcpRefutation& refutation) {
  return proves_no_solution(contact_problem(full), refutation);
}

}  // namespace pawl

namespace pawl::internal::inline friction {
namespace {

/// A guess of the basis, built from the pairs (z, w) one by one. One of z and w is a force and the other a motion. The
/// unit of the contact converts both to numbers that can be compared: z becomes basic if z * unit > w / unit.
class Guess {
 public:
  Guess(const Lcp& lcp, LcpGuess& guess) : lcp_(lcp), guess_(guess) {
    guess_.z = Eigen::VectorXd::Zero(lcp.size());
    guess_.basis.assign(static_cast<std::size_t>(lcp.size()), 0);
  }
  double& z(int i) { return guess_.z[i]; }
  void forces_are_set() { w_ = lcp_.M * guess_.z + lcp_.q; }
  /// Returns the value of w_i if all motion variables are zero.
  double w(int i) const { return w_[i]; }
  void set_motion(int i, double motion) { guess_.z[i] = motion; }
  void choose(int i, double unit, double w) { guess_.basis[i] = guess_.z[i] * unit > w / unit; }
  double unit(int i) const { return lcp_.M(i, i) > 0 ? std::sqrt(lcp_.M(i, i)) : 1; }

 private:
  const Lcp& lcp_;
  LcpGuess& guess_;
  Eigen::VectorXd w_;
};

void three_variables(const ContactProblem& problem, const ContactLayout& at, const std::vector<double>& normal,
                     const std::vector<double>& tangent, Guess& guess) {
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(at.normal(i)) = normal[k];
    if (at.rolls(i)) guess.z(at.plus(i)) = std::max(0., tangent[k] + problem.contacts[k].friction * normal[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(at.normal(i));
    guess.choose(at.normal(i), unit, guess.w(at.normal(i)));
    if (!at.rolls(i)) continue;
    const double motion = guess.w(at.plus(i));
    guess.set_motion(at.minus(i), std::max(0., -motion));
    guess.choose(at.plus(i), unit, std::max(0., motion));
    guess.choose(at.minus(i), 1 / unit, guess.w(at.minus(i)));
  }
}

void four_variables(const ContactLayout& at, const std::vector<double>& normal, const std::vector<double>& tangent,
                    Guess& guess) {
  const int n = static_cast<int>(normal.size());
  for (int i = 0; i < n; ++i) {
    const auto k = static_cast<std::size_t>(i);
    guess.z(at.normal(i)) = normal[k];
    guess.z(at.plus(i)) = std::max(0., tangent[k]);
    guess.z(at.minus(i)) = std::max(0., -tangent[k]);
  }
  guess.forces_are_set();
  for (int i = 0; i < n; ++i) {
    const double unit = guess.unit(at.normal(i));
    const double motion = guess.w(at.plus(i));
    guess.set_motion(at.multiplier(i), std::fabs(motion));
    guess.choose(at.normal(i), unit, guess.w(at.normal(i)));
    guess.choose(at.plus(i), unit, motion + std::fabs(motion));
    guess.choose(at.minus(i), unit, -motion + std::fabs(motion));
    guess.choose(at.multiplier(i), 1 / unit, guess.w(at.multiplier(i)));
  }
}

}  // namespace

LcpGuess forces_to_lcp(const ContactProblem& problem, const Lcp& lcp, const std::vector<double>& normal,
                       const std::vector<double>& tangent) {
  LcpGuess result;
  Guess guess(lcp, result);
  const ContactLayout at(problem);
  if (at.form() == ContactLayout::Form::four) {
    four_variables(at, normal, tangent, guess);
  } else {
    three_variables(problem, at, normal, tangent, guess);
  }
  return result;
}

}  // namespace pawl::internal::inline friction

namespace pawl {
namespace internal::inline friction {
namespace {

using Contact = ContactProblem::Contact;

/// Checks multipliers l by Farkas' lemma, for the LCP w = M z + q in three variables per contact (ContactLayout). The
/// matrix M is never formed: the columns of l'M are computed from the effect of the weights l on each body and block.
/// All computations are in rationals. O(bodies + contacts), plus O(k^2) for each block of k coordinates.
class MultiplierCheck {
 public:
  MultiplierCheck(const ContactProblem& problem, const StopToken& stop)
      : problem_(problem), stop_(stop), form_(problem, ContactLayout::Form::three), dynamics_(problem, stop) {}

  /// Returns whether the multipliers prove that the LCP has no solution in which the variables of `zero` are 0. Returns
  /// false if the stop token ends the check.
  bool holds(const Multipliers<Rational>& multipliers, const Assumptions& zero) {
    if (!dynamics_.complete()) return false;
    std::vector<Rational> l(static_cast<std::size_t>(form_.size()));
    for (const auto& [row, value] : multipliers) {
      if (row < 0 || row >= form_.size()) return false;
      l[row] = value;
    }
    for (int row = 0; row < form_.size(); ++row) {
      if (entry(l, row) < 0 && !zero.has(assumption(row, PairSide::w))) return false;
    }
    return constant_of(l) < 0 && columns_hold(l, zero);
  }

 private:
  static const Rational& entry(const std::vector<Rational>& l, int row) { return l[row]; }

  /// Returns l'q.
  Rational constant_of(const std::vector<Rational>& l) const {
    Rational sum = 0;
    for (int i = 0; i < static_cast<int>(problem_.contacts.size()); ++i) {
      sum += entry(l, form_.normal(i)) * dynamics_.bias(i, 0);
      if (form_.rolls(i)) sum += entry(l, form_.plus(i)) * dynamics_.bias(i, 1);
    }
    return sum;
  }

  bool columns_hold(const std::vector<Rational>& l, const Assumptions& zero) {
    const int n = static_cast<int>(problem_.contacts.size());
    std::vector<Rational> normal(static_cast<std::size_t>(n)), tangent(normal);
    for (int i = 0; i < n; ++i) {
      normal[i] = entry(l, form_.normal(i));
      if (form_.rolls(i)) tangent[i] = entry(l, form_.plus(i));
    }
    motion_.assign(dynamics_, normal, tangent);
    for (int i = 0; i < n; ++i) {
      if (stop_.stop_requested() || !contact_holds(i, l, zero)) return false;
    }
    return true;
  }

  bool contact_holds(int i, const std::vector<Rational>& l, const Assumptions& zero) const {
    // A column's condition holds if the column's sum is not positive, or if its variable is zero.
    const auto column_holds = [&](int column, const Rational& sum) {
      return sum <= 0 || zero.has(assumption(column, PairSide::z));
    };
    const Contact& contact = problem_.contacts[i];
    const Rational mu = contact.friction;
    const Rational n = motion_.along(i, 0).value;
    const Rational t = motion_.along(i, 1).value;
    if (!form_.rolls(i)) return column_holds(form_.normal(i), n - contact.sliding * mu * t);
    const Rational& bound = entry(l, form_.minus(i));
    return column_holds(form_.normal(i), n - mu * t + 2 * mu * bound) && column_holds(form_.plus(i), t - bound) &&
           column_holds(form_.minus(i), entry(l, form_.plus(i)));
  }

  const ContactProblem& problem_;
  const StopToken& stop_;
  ContactLayout form_;
  ContactDynamics<Rational> dynamics_;
  WeightedMotion<Rational> motion_;
};

}  // namespace

bool proves_no_solution(const ContactProblem& problem, const Refutation& refutation, const StopToken& stop) {
  const bool of_forces =
      problem.tangents == 1 && refutation.variables == ContactLayout(problem, ContactLayout::Form::three).size();
  if (!of_forces) return proves_no_solution(exact_lcp(problem, stop), refutation, stop);
  MultiplierCheck check(problem, stop);
  return holds(refutation, [&](const Multipliers<Rational>& multipliers, const Assumptions& zero) {
    return check.holds(multipliers, zero);
  });
}

}  // namespace internal::inline friction

bool proves_no_solution(const ContactProblem& problem, const LcpRefutation& refutation, const StopToken& stop) {
  problem.validate();
  return internal::proves_no_solution(problem, internal::parsed(refutation), stop);
}

}  // namespace pawl
