// SPDX-License-Identifier: MIT
#include "lcp/solve_lcp.h"

#include <pawl/base/assert.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "lcp/branch_and_bound.h"
#include "lcp/lcp.h"
#include "lcp/refutation.h"

namespace pawl {
namespace {

using namespace internal;
using Status = LcpAnswer::Status;

LcpAnswer empty_problem() {
  LcpAnswer answer;
  answer.status = Status::solved;
  answer.z = Eigen::VectorXd(0);
  answer.residual = 0;
  answer.solutions = {answer.z};
  return answer;
}

LcpAnswer first_solution(const Lcp& lcp, const LcpLimits& limits) {
  LcpAnswer answer;
  Portfolio portfolio(limits, answer);
  portfolio.in_turns(
      lcp, false, [&] { return exact_lcp(lcp); },
      [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
        return zero_in_units(lcp, z) && portfolio.solved(method, z, residual);
      });
  return answer;
}

/// Searches for one solution by Lemke's method. Called after an incomplete enumeration that found no solution.
void add_one(const Lcp& lcp, const LcpLimits& limits, LcpAnswer& answer) {
  LemkeOptions options;
  options.stop = limits.stop;
  LemkeSolver solver;
  Portfolio portfolio(limits, answer);
  portfolio.lemke(solver, lcp, options, [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
    answer.solutions = {z};
    return portfolio.solved(method, z, residual);
  });
}

}  // namespace

LcpAnswer internal::all_solutions(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits) {
  if (lcp.size() == 0) return empty_problem();
  Enumeration enumeration(lcp, exact, limits);
  enumeration.run();
  LcpAnswer answer;
  Portfolio portfolio(limits, answer);
  portfolio.spend(enumeration.pivots());
  answer.method = LcpMethod::branch_and_bound;
  answer.complete = enumeration.complete();
  answer.solutions = enumeration.solutions();
  if (!answer.solutions.empty()) {
    const Eigen::VectorXd& first = answer.solutions.front();
    portfolio.solved(answer.method, first, lcp_residual(lcp, first));
  } else if (answer.complete && proves_no_solution(exact(), enumeration.refutation(), limits.stop)) {
    answer.status = Status::none;
    answer.refutation = printed(enumeration.refutation());
  } else {
    answer.complete = false;
    add_one(lcp, limits, answer);
  }
  return answer;
}

LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return lcp.size() == 0 ? empty_problem() : first_solution(lcp, limits);
}

LcpAnswer all_lcp_solutions(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return all_solutions(
      lcp, [&] { return exact_lcp(lcp); }, limits);
}

const char* method_name(LcpMethod method) {
  switch (method) {
    case LcpMethod::lemke:
      return "lemke";
    case LcpMethod::branch_and_bound:
      return "branch and bound";
    case LcpMethod::closed_form:
      return "closed form";
    case LcpMethod::interior_point:
      return "interior point";
  }
  PAWL_ASSERT(false);
}

}  // namespace pawl

namespace pawl::internal::inline lcp {

long Portfolio::pivots_left() const {
  return limits_.stop.stop_requested() ? 0 : std::max(0L, limits_.pivots - answer_.pivots);
}

bool Portfolio::solved(LcpMethod method, const Eigen::VectorXd& z, double residual) {
  if (further_ && !further_(z)) return false;
  answer_.status = LcpAnswer::Status::solved;
  answer_.method = method;
  answer_.z = z;
  answer_.residual = residual;
  return true;
}

bool Portfolio::lemke(LemkeSolver& solver, const Lcp& lcp, const LemkeOptions& options, const Accept& accept) {
  answer_.method = LcpMethod::lemke;
  const LcpSolution& found = solver.solve(lcp, options);
  spend(found.pivots);
  return found.status == LcpSolution::Status::solved && accept(LcpMethod::lemke, found.z, found.residual);
}

bool Portfolio::try_basis(const Lcp& lcp, const std::vector<char>& basis, const Eigen::VectorXd& guess,
                          const Accept& accept) const {
  const auto good = [&](const Eigen::VectorXd& z) {
    const double residual = lcp_residual(lcp, z);
    return residual <= kLcpResidual && accept(LcpMethod::branch_and_bound, z, residual);
  };
  return good(basis_solution(lcp, basis, guess, limits_.stop)) || good(guess);
}

bool Portfolio::search(BranchAndBound& tree, long nodes, long pivots, const Check& holds) {
  answer_.method = LcpMethod::branch_and_bound;
  BranchAndBound::Options options;
  options.nodes = nodes;
  options.pivots = pivots;
  options.stop = limits_.stop;
  const long before = tree.pivots();
  const LcpAnswer::Status status = tree.run(options);
  spend(tree.pivots() - before);
  if (status != LcpAnswer::Status::none) return status == LcpAnswer::Status::solved;
  const Refutation refutation = tree.refutation();
  if (!holds(refutation)) return false;
  answer_.refutation = printed(refutation);
  answer_.status = LcpAnswer::Status::none;
  return true;
}

void Portfolio::in_turns(const Lcp& lcp, bool rounded, const std::function<ExactLcp()>& exact, const Accept& accept) {
  LemkeSolver solver;
  LcpBranching branching(lcp, rounded, exact, [&](const Eigen::VectorXd& z, const std::vector<char>& basis) {
    return try_basis(lcp, basis, z, accept);
  });
  BranchAndBound search_tree(branching);
  const auto holds = [&](const Refutation& refutation) {
    return proves_no_solution(exact(), refutation, limits_.stop);
  };
  in_turns([&](const LemkeOptions& options) { return lemke(solver, lcp, options, accept); },
           [&](long nodes, long pivots) { return search(search_tree, nodes, pivots, holds); });
}

void Portfolio::in_turns(const Path& path, const Tree& tree) {
  constexpr long kFirstNodes = 200, kFirstTurn = 5000;
  LemkeOptions options;
  options.restarts = 0;
  options.extended = false;
  options.stop = limits_.stop;
  if (path(options) || tree(std::min(limits_.nodes, kFirstNodes), pivots_left())) return;
  options.restarts = 5;
  options.extended = true;
  for (long turn = kFirstTurn; !over(); turn *= 2) {
    if (path(options)) return;
    const long before = answer_.pivots;
    const long most = std::min(turn, pivots_left());
    // Searches the tree until it is complete, has `limits_.nodes` nodes, or took `most` pivots.
    if (tree(limits_.nodes, most) || answer_.pivots - before < most) return;
    options.extended = false;
    ++options.seed;
  }
}

namespace {

constexpr int kNoNode = -1;

}  // namespace

Enumeration::Enumeration(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits)
    : lcp_(lcp), make_exact_(exact), limits_(limits) {
  scaled_.assign(lcp);
  refutation_.variables = size();
}

void Enumeration::run() {
  Dictionary<double> root;
  root.start_lcp(size(), scaled_.M, scaled_.q, {1e-10, 1e-9, 1e-10, 0});
  visit(std::move(root));
}

bool Enumeration::over_limit() {
  return ++nodes_ > limits_.nodes || pivots_ >= limits_.pivots || limits_.stop.stop_requested();
}

int Enumeration::fail() {
  failed_ = true;
  return kNoNode;
}

/// Visits a node and its descendants. Returns the index of the node in the refutation, or kNoNode if the node has a
/// solution or remains undecided.
template <class Real>
int Enumeration::visit(Dictionary<Real> program) {
  using End = typename Dictionary<Real>::End;
  if (over_limit()) return fail();
  switch (program.solve(50 * size() + 100, pivots_, [this] { return limits_.stop.stop_requested(); })) {
    case End::limit:
      return fail();
    case End::infeasible:
      return refute(program);
    case End::feasible:
      break;
  }
  bool complementary = true;
  const int pair = most_violated(program, complementary);
  const bool added = complementary && add_solution(program);
  if (pair >= 0) return split(program, pair);
  // In this node, one variable of each pair is fixed at 0, so the node is a complementary face. If no sufficiently
  // accurate solution is found in the face, the node remains undecided.
  return added ? kNoNode : fail();
}

template <class Real>
int Enumeration::refute(const Dictionary<Real>& program) {
  if (size() > kLargestExactLcp || limits_.stop.stop_requested()) return fail();
  if (exact_.n == 0) exact_ = make_exact_();
  if (exact_.n == 0) return fail();  // the stop token ended the computation of the exact problem
  Refutation::Node leaf;
  leaf.multipliers = farkas_multipliers(exact_, program, limits_.stop);
  if (leaf.multipliers.empty()) return visit_in_quadruple(program);
  refutation_.nodes.push_back(std::move(leaf));
  return static_cast<int>(refutation_.nodes.size()) - 1;
}

/// Solves a program that seems to be infeasible again, in quadruple precision, with the exact entries and other
/// tolerances. In doubles, a feasible program can seem infeasible if values are very large, or if a basis is singular
/// up to rounding.
template <class Real>
int Enumeration::visit_in_quadruple(const Dictionary<Real>& program) {
  static constexpr DictionaryTolerance<Quadruple> kTolerances[] = {
      {1e-16, 1e-18, 1e-16, 0}, {1e-14, 1e-15, 1e-14, 0}, {1e-18, 1e-21, 1e-18, 0}, {1e-12, 1e-13, 1e-12, 0}};
  if (tried_ == std::size(kTolerances)) return fail();
  if (wide_.empty()) wide_.assign(exact_, scaled_.scale);
  Dictionary<Quadruple> wide;
  wide.start_lcp(exact_.n, wide_.M, wide_.q, kTolerances[tried_]);
  for (int v = 0; v < program.variables(); ++v) {
    if (program.is_fixed(v)) wide.fix(v);
  }
  ++tried_;
  const int node = visit(std::move(wide));
  --tried_;
  return node;
}

template <class Real>
int Enumeration::split(const Dictionary<Real>& program, int pair) {
  const auto here = refutation_.nodes.size();
  refutation_.nodes.emplace_back();
  refutation_.nodes[here].branch = pair;
  // First assumes that the smaller variable of the pair is zero, because it is more likely to be zero in a solution.
  const PairSide first = program.value(pair) <= program.value(size() + pair) ? PairSide::z : PairSide::w;
  for (const PairSide side : {first, other(first)}) {
    if (!failed_ && depth_ + 1 >= levels_in_memory(size(), size())) fail();
    if (failed_) return static_cast<int>(here);
    Dictionary<Real> child = program;
    child.fix(side == PairSide::z ? pair : size() + pair);
    ++depth_;
    const int place = visit(std::move(child));
    --depth_;
    (side == PairSide::z ? refutation_.nodes[here].z_zero : refutation_.nodes[here].w_zero) = place;
  }
  return static_cast<int>(here);
}

/// A pair is open if neither of its variables is fixed. Returns the open pair with the largest product of its
/// variables, among the pairs whose variables both exceed kComplementary, and sets `complementary` to false. If no open
/// pair has two such variables, leaves `complementary` as it is, and returns any open pair, or -1 if all pairs are
/// fixed.
template <class Real>
int Enumeration::most_violated(const Dictionary<Real>& program, bool& complementary) const {
  int best = -1;
  int open = -1;
  Real largest = 0;
  for (int i = 0; i < size(); ++i) {
    if (program.is_fixed(i) || program.is_fixed(size() + i)) continue;
    open = i;
    const Real z = program.value(i);
    const Real w = program.value(size() + i);
    if (std::min(z, w) <= kComplementary) continue;
    complementary = false;
    if (z * w > largest) best = i;
    largest = std::max(largest, z * w);
  }
  return best >= 0 ? best : open;
}

/// Returns whether two points are equal up to 1e-7 of their size. Compares them in the units of the scaled problem,
/// because in the units of the given problem, an entry may be small only because of its unit.
bool Enumeration::same_point(const Eigen::VectorXd& z, const Eigen::VectorXd& other) const {
  const auto unit = Eigen::ArrayXd::Map(scaled_.scale.data(), z.size());
  const auto q = Eigen::ArrayXd::Map(scaled_.q.data(), z.size());
  const double size = q.abs().maxCoeff() + (z.array() / unit).abs().maxCoeff();
  return ((z - other).array() / unit).abs().maxCoeff() <= 1e-7 * size;
}

/// Recomputes the program's point from its complementary basis. If the result or the point itself solves the given
/// problem, adds it to the solutions, unless it is already among them, and returns true.
template <class Real>
bool Enumeration::add_solution(const Dictionary<Real>& program) {
  Eigen::VectorXd guess(size());
  std::vector<char> basis(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) {
    const Real z = program.value(i);
    guess[i] = static_cast<double>(std::max(Real(0), z)) * scaled_.scale[i];
    basis[i] = z > program.value(size() + i);
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

}  // namespace pawl::internal::inline lcp
