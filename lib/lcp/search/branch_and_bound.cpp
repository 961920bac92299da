// SPDX-License-Identifier: MIT
#include "lcp/search/branch_and_bound.h"

#include <algorithm>
#include <limits>

namespace pawl::internal {
namespace {

constexpr double kForget = 1.05;  ///< how much more each proof counts than the one before
constexpr double kInfeasible = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

Multipliers<Rational> exact(const Multipliers<double>& multipliers) {
  Multipliers<Rational> result;
  for (const auto& [row, value] : multipliers) result.emplace_back(row, Rational(value));
  return result;
}

}  // namespace

BranchAndBound::Status BranchAndBound::run(const Options& options) {
  options_ = options;
  size_ = problem_.size();
  most_pivots_ = pivots_ + options.pivots;
  most_levels_ = levels_in_memory(size_.rows, size_.unknowns);
  root_ = kOpen;
  if (stopped()) return Status::undecided;
  nodes_.clear();
  doubles_.clear();
  rationals_.clear();
  solved_ = false;
  visited_ = 0;
  activity_.assign(at(size_.groups), 0);
  weight_ = 1;
  Level& root = level(0);
  root.assumed.clear(size_.pairs);
  root.slack = options_.slack;
  problem_.build(root.program, root.assumed, root.slack);
  root_ = visit(0).node;
  if (solved_) return Status::solved;
  return root_ >= 0 ? Status::none : Status::undecided;
}

BranchAndBound::Level& BranchAndBound::level(int depth) {
  while (static_cast<int>(levels_.size()) <= depth) levels_.push_back(std::make_unique<Level>());
  return *levels_[at(depth)];
}

void BranchAndBound::assume(Level& level, int pair, Side side) const {
  level.assumed.add(assumption(pair, side));
  problem_.assume(level.program, pair, side, level.slack);
}

BranchAndBound::End BranchAndBound::solve(Level& level) {
  return level.program.solve(size_.pivots, pivots_, [this] { return stopped(); });
}

BranchAndBound::Visit BranchAndBound::open_visit() const {
  Visit open;
  open.used.clear(size_.pairs);
  return open;
}

BranchAndBound::Visit BranchAndBound::stop_visit() const {
  Visit stop = open_visit();
  stop.node = kStop;
  return stop;
}

BranchAndBound::Visit BranchAndBound::visit(int depth) {
  if (over_limit()) return stop_visit();
  Visit here = open_visit();
  Level& level = this->level(depth);
  switch (solve_or_refute(level, here)) {
    case End::infeasible:
      return here;
    case End::limit:
      return branch_anywhere(depth);
    case End::feasible:
      break;
  }
  const std::vector<Choice> candidates = violated_pairs(level);
  if (!candidates.empty()) return branch(depth, probe(depth, candidates));
  if (problem_.accept(level.program)) {
    solved_ = true;
    return stop_visit();
  }
  if (level.slack > options_.least_slack) {
    rebuild(level, level.slack * 1e-2);
    return visit(depth);
  }
  return refuted_exactly(level, here) ? here : branch_anywhere(depth);
}

/// Infeasible: with its proof in `visit`, if need be after the program was freed of rounding errors or given more room.
/// Limit: nothing is known.
BranchAndBound::End BranchAndBound::solve_or_refute(Level& level, Visit& visit) {
  End end = solve(level);
  if (end != End::infeasible || refuted(level, visit)) return end;
  for (double more = level.slack; more <= options_.most_slack; more *= 10) {
    rebuild(level, more);
    end = solve(level);
    if (end == End::infeasible && refuted(level, visit)) return end;
    if (end != End::infeasible) break;
  }
  return refuted_exactly(level, visit) ? End::infeasible : End::limit;
}

/// The same program with this slack, in the same basis, without the rounding errors of the pivots that led there.
void BranchAndBound::rebuild(Level& level, double slack) {
  level.slack = slack;
  problem_.build(fresh_.program, level.assumed, slack);
  fresh_.program.adopt_basis(level.program, options_.stop);
  std::swap(level.program, fresh_.program);
}

BranchAndBound::Visit BranchAndBound::branch(int depth, const Choice& choice) {
  if (depth + 1 >= most_levels_) return open_visit();
  const Side sides[] = {choice.first, other(choice.first)};
  Visit children[2];
  for (int k = 0; k < 2; ++k) {
    Level& child = level(depth + 1);
    child = level(depth);
    assume(child, choice.pair, sides[k]);
    children[k] = visit(depth + 1);
    const bool refuted = children[k].node >= 0;
    if (children[k].node == kStop || (refuted && !children[k].used.has(assumption(choice.pair, sides[k])))) {
      return std::move(children[k]);
    }
  }
  Visit result = open_visit();
  if (children[0].node < 0 || children[1].node < 0) return result;
  for (int k = 0; k < 2; ++k) {
    children[k].used.remove(assumption(choice.pair, sides[k]));
    result.used.add(children[k].used);
  }
  Node node;
  node.branch = choice.pair;
  node.z_zero = children[choice.first == Side::z ? 0 : 1].node;
  node.w_zero = children[choice.first == Side::z ? 1 : 0].node;
  result.node = static_cast<int>(nodes_.size());
  nodes_.push_back(node);
  return result;
}

/// Where doubles cannot tell: with more assumptions they may.
BranchAndBound::Visit BranchAndBound::branch_anywhere(int depth) {
  for (int pair = 0; pair < size_.pairs; ++pair) {
    if (problem_.has_pair(pair) && !level(depth).assumed.decides(pair)) return branch(depth, {pair, Side::z, 0});
  }
  return open_visit();
}

/// Pairs of which both are positive; first those with the larger lesser one, and those that proofs use.
std::vector<BranchAndBound::Choice> BranchAndBound::violated_pairs(const Level& level) {
  pairs_.clear();
  problem_.list_pairs(level.program, pairs_);
  std::vector<Choice> candidates;
  for (const Branching::Pair& p : pairs_) {
    const double violation = std::min(p.z, p.w);
    if (violation <= kComplementary || level.assumed.decides(p.pair)) continue;
    candidates.push_back({p.pair, p.z < p.w ? Side::z : Side::w, violation});
  }
  const auto rank = [&](const Choice& choice) { return activity(choice.pair) * choice.violation; };
  std::sort(candidates.begin(), candidates.end(), [&](const Choice& a, const Choice& b) { return rank(a) > rank(b); });
  return candidates;
}

/// How much an assumption raises the least cost of the unknowns; infinite where it is infeasible.
double BranchAndBound::probe_side(int depth, int pair, Side side) {
  Level& trial = level(depth + 1);
  trial = level(depth);
  const double before = trial.program.objective();
  assume(trial, pair, side);
  constexpr int kMostPivots = 50;
  if (trial.program.solve(kMostPivots, pivots_, [this] { return stopped(); }) == End::infeasible) return kInfeasible;
  return std::max(0., trial.program.objective() - before);
}

BranchAndBound::Choice BranchAndBound::probe(int depth, const std::vector<Choice>& candidates) {
  Choice best = candidates.front();
  double best_score = -1;
  const std::size_t probes = std::min(candidates.size(), at(options_.probes));
  for (std::size_t k = 0; k < probes && depth + 1 < most_levels_ && !stopped(); ++k) {
    Choice choice = candidates[k];
    const double z = probe_side(depth, choice.pair, Side::z);
    const double w = probe_side(depth, choice.pair, Side::w);
    if (z == kInfeasible || w == kInfeasible) {
      choice.first = z == kInfeasible ? Side::z : Side::w;
      return choice;
    }
    const double score = (z + 1e-6) * (w + 1e-6) * activity(choice.pair);
    if (score <= best_score) continue;
    best_score = score;
    choice.first = z < w ? Side::z : Side::w;
    best = choice;
  }
  return best;
}

double BranchAndBound::activity(int pair) const { return activity_[at(problem_.group(pair))] / weight_ + .05; }

/// Writes down the proof of an infeasible program, when there is one. What elimination leaves where nothing should be
/// is left out, as little as is enough.
bool BranchAndBound::refuted(const Level& level, Visit& visit) {
  for (const double least : {1e-11, 1e-9, 1e-13, 1e-7}) {
    Multipliers<double> multipliers;
    if (!problem_.refute(level.program, least, level.assumed, visit.used, multipliers)) continue;
    Node leaf;
    leaf.doubles = static_cast<int>(doubles_.size());
    doubles_.push_back(std::move(multipliers));
    add_leaf(leaf, visit);
    return true;
  }
  return false;
}

bool BranchAndBound::refuted_exactly(const Level& level, Visit& visit) {
  if (stopped()) return false;
  Multipliers<Rational> multipliers;
  if (!problem_.refute_exactly(level.assumed, visit.used, multipliers, pivots_, options_.stop)) return false;
  Node leaf;
  leaf.rationals = static_cast<int>(rationals_.size());
  rationals_.push_back(std::move(multipliers));
  add_leaf(leaf, visit);
  return true;
}

void BranchAndBound::add_leaf(const Node& leaf, Visit& visit) {
  visit.node = static_cast<int>(nodes_.size());
  nodes_.push_back(leaf);
  for (int pair = 0; pair < size_.pairs; ++pair) {
    for (const Side side : {Side::z, Side::w}) {
      if (visit.used.has(assumption(pair, side))) activity_[at(problem_.group(pair))] += weight_;
    }
  }
  weight_ *= kForget;
  if (weight_ < 1e100) return;
  for (double& activity : activity_) activity /= weight_;
  weight_ = 1;
}

Refutation BranchAndBound::refutation() const {
  Refutation refutation;
  refutation.variables = size_.variables;
  if (root_ >= 0) write(root_, refutation);
  return refutation;
}

/// Returns the node's place.
int BranchAndBound::write(int k, Refutation& refutation) const {
  const Node& node = nodes_[at(k)];
  const std::size_t place = refutation.nodes.size();
  refutation.nodes.emplace_back();
  if (node.branch >= 0) {
    refutation.nodes[place].branch = problem_.variable(node.branch);
    const int z_zero = write(node.z_zero, refutation);
    const int w_zero = write(node.w_zero, refutation);
    refutation.nodes[place].z_zero = z_zero;
    refutation.nodes[place].w_zero = w_zero;
  } else if (node.doubles >= 0) {
    refutation.nodes[place].multipliers = exact(doubles_[at(node.doubles)]);
  } else {
    refutation.nodes[place].multipliers = rationals_[at(node.rationals)];
  }
  return static_cast<int>(place);
}

}  // namespace pawl::internal
