// SPDX-License-Identifier: MIT
#include "lcp/search/lcp_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

constexpr double kComplementary = 1e-9;  ///< scaled: the lesser of a pair below this counts as zero
constexpr double kForget = 1.05;         ///< how much less each proof counts than the next
constexpr double kInfeasible = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Whole multiples of a small part of the largest; those below `least` of it are left out.
std::vector<double> few_digits(std::vector<double> weights, double least) {
  double largest = 0;
  for (const double weight : weights) largest = std::max(largest, std::fabs(weight));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& weight : weights) {
    weight = std::fabs(weight) < least * largest ? 0 : std::nearbyint(std::ldexp(weight, 44 - exponent));
  }
  return weights;
}

}  // namespace

LcpTree::LcpTree(const Lcp& lcp, bool rounded, std::function<ExactLcp()> exact)
    : exact_(std::move(exact)), leaves_(lcp, scaled_, rounded, exact_) {
  scaled_.assign(lcp);
}

LcpTree::End LcpTree::run(const Options& options, const Judge& judge) {
  options_ = options;
  judge_ = &judge;
  most_pivots_ = pivots_ + options.pivots;
  most_levels_ = levels_in_memory(3 * size(), size());
  root_ = kOpen;
  if (stopped()) return End::undecided;
  nodes_.clear();
  solved_ = false;
  visited_ = 0;
  activity_.assign(at(size()), 0);
  bump_ = 1;
  Level& root = level(0);
  root.assumed.clear(size());
  root.slack = options_.slack;
  start(root);
  for (int i = 0; i < size(); ++i) add_row(root, w_slack(i), i, 1);
  root_ = visit(0).node;
  if (solved_) return End::solved;
  return root_ >= 0 ? End::none : End::undecided;
}

LcpTree::Level& LcpTree::level(int depth) {
  while (static_cast<int>(levels_.size()) <= depth) levels_.push_back(std::make_unique<Level>());
  return *levels_[at(depth)];
}

void LcpTree::start(Level& level) const { level.program.start(3 * size(), size()); }

/// sign * w_i >= -slack * (sum of the z that it depends on).
void LcpTree::add_row(Level& level, int slack, int row, double sign) {
  terms_.clear();
  const double* entries = scaled_.M.data() + at(row) * at(size());
  for (int j = 0; j < size(); ++j) {
    if (entries[j] != 0) terms_.push_back({j, sign * entries[j] + level.slack});
  }
  level.program.add_constraint(slack, terms_, sign * scaled_.q[at(row)]);
}

void LcpTree::assume(Level& level, int pair, bool z_zero) {
  level.assumed.add(pair, z_zero);
  if (z_zero) {
    level.program.vanish(pair);
  } else {
    add_row(level, closed_slack(pair), pair, -1);
  }
}

bool LcpTree::over_limit() { return ++visited_ > options_.nodes || stopped(); }

ForceProgram::End LcpTree::solve(Level& level) {
  return level.program.solve(20 * size() + 100, pivots_, [this] { return stopped(); });
}

LcpTree::Visit LcpTree::open_visit() const {
  Visit open;
  open.used.clear(size());
  return open;
}

LcpTree::Visit LcpTree::visit(int depth) {
  Visit here = open_visit();
  if (over_limit()) {
    here.node = kStop;
    return here;
  }
  Level& level = this->level(depth);
  switch (settle(level, here)) {
    case ForceProgram::End::infeasible:
      return here;
    case ForceProgram::End::limit:
      return branch_anywhere(depth);
    case ForceProgram::End::feasible:
      break;
  }
  std::vector<std::pair<double, Choice>> candidates;
  list_candidates(level, candidates);
  if (!candidates.empty()) return branch(depth, probe(depth, candidates));
  if (judge_point(level.program)) {
    solved_ = true;
    here.node = kStop;
    return here;
  }
  if (level.slack > options_.least_slack) {
    rebuild(level, level.slack * 1e-2);
    return visit(depth);
  }
  return refuted_exactly(level, here) ? here : branch_anywhere(depth);
}

/// Where doubles cannot tell: with more assumptions they may.
LcpTree::Visit LcpTree::branch_anywhere(int depth) {
  const LcpAssumptions& assumed = level(depth).assumed;
  for (int i = 0; i < size(); ++i) {
    if (!assumed.has(i, true) && !assumed.has(i, false)) return branch(depth, {i, true});
  }
  return open_visit();
}

/// Solves a node's program. Infeasible: with its proof in `visit`, if need be after the program was freed of rounding
/// errors or given more room. Limit: nothing is known.
ForceProgram::End LcpTree::settle(Level& level, Visit& visit) {
  ForceProgram::End end = solve(level);
  if (end != ForceProgram::End::infeasible || refuted(level, visit)) return end;
  for (double more = level.slack; more <= options_.most_slack; more *= 10) {
    rebuild(level, more);
    end = solve(level);
    if (end == ForceProgram::End::infeasible && refuted(level, visit)) return end;
    if (end != ForceProgram::End::infeasible) break;
  }
  return refuted_exactly(level, visit) ? ForceProgram::End::infeasible : ForceProgram::End::limit;
}

/// Writes down the proof of an infeasible program, when there is one.
bool LcpTree::refuted(const Level& level, Visit& visit) {
  std::vector<double> weights(at(size()));
  level.program.infeasible_weights([&](int variable, double weight) {
    const int row = variable - size();
    weights[at(row % size())] += row < size() ? weight : -weight;
  });
  // What elimination leaves where nothing should be is left out, as little as is enough.
  for (const double least : {1e-11, 1e-9, 1e-13, 1e-7}) {
    const std::vector<double> few = few_digits(weights, least);
    if (!leaves_.proves(few, level.assumed, visit.used)) continue;
    add_leaf(leaves_.unscaled(few), visit);
    return true;
  }
  return false;
}

bool LcpTree::refuted_exactly(const Level& level, Visit& visit) {
  if (stopped()) return false;
  auto multipliers = leaves_.prove_exactly(level.assumed, visit.used, pivots_, options_.stop);
  if (multipliers.empty()) return false;
  add_leaf(std::move(multipliers), visit);
  return true;
}

void LcpTree::add_leaf(std::vector<std::pair<int, std::string>> multipliers, Visit& visit) {
  visit.node = static_cast<int>(nodes_.size());
  nodes_.emplace_back().multipliers = std::move(multipliers);
  for (int i = 0; i < size(); ++i) {
    if (visit.used.has(i, true) || visit.used.has(i, false)) activity_[at(i)] += bump_;
  }
  bump_ *= kForget;
  if (bump_ < 1e100) return;
  for (double& activity : activity_) activity /= bump_;
  bump_ = 1;
}

/// The same program with this slack, in the same basis, without the rounding errors of the pivots that led there.
void LcpTree::rebuild(Level& level, double slack) {
  level.slack = fresh_.slack = slack;
  start(fresh_);
  for (int i = 0; i < size(); ++i) add_row(fresh_, w_slack(i), i, 1);
  for (int i = 0; i < size(); ++i) {
    if (level.assumed.has(i, false)) add_row(fresh_, closed_slack(i), i, -1);
  }
  fresh_.program.adopt_basis(level.program, options_.stop);
  std::swap(level.program, fresh_.program);
}

LcpTree::Visit LcpTree::branch(int depth, const Choice& choice) {
  Visit children[2];
  if (depth + 1 >= most_levels_) return open_visit();
  for (int k = 0; k < 2; ++k) {
    const bool z_zero = (k == 0) == choice.z_first;
    Level& child = level(depth + 1);
    child = level(depth);
    assume(child, choice.pair, z_zero);
    children[k] = visit(depth + 1);
    if (children[k].node == kStop) return std::move(children[k]);
    if (children[k].node >= 0 && !children[k].used.has(choice.pair, z_zero)) return std::move(children[k]);
  }
  Visit result = open_visit();
  if (children[0].node < 0 || children[1].node < 0) return result;
  for (int k = 0; k < 2; ++k) {
    children[k].used.remove(choice.pair, (k == 0) == choice.z_first);
    result.used.add(children[k].used);
  }
  Node node;
  node.branch = choice.pair;
  node.z_zero = children[choice.z_first ? 0 : 1].node;
  node.w_zero = children[choice.z_first ? 1 : 0].node;
  result.node = static_cast<int>(nodes_.size());
  nodes_.push_back(std::move(node));
  return result;
}

/// Pairs that are both positive; first those with the larger lesser one, and those that proofs use.
void LcpTree::list_candidates(const Level& level, std::vector<std::pair<double, Choice>>& candidates) const {
  for (int i = 0; i < size(); ++i) {
    if (level.assumed.has(i, true) || level.assumed.has(i, false)) continue;
    const double z = level.program.value(i);
    const double w = level.program.value(w_slack(i));
    if (std::min(z, w) > kComplementary) candidates.push_back({std::min(z, w), {i, z < w}});
  }
  const auto rank = [&](const auto& candidate) { return activity(candidate.second.pair) * candidate.first; };
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
}

/// How much an assumption raises the least cost of z; infinite where it is infeasible.
double LcpTree::probe_side(int depth, int pair, bool z_zero) {
  Level& trial = level(depth + 1);
  trial = level(depth);
  const double before = trial.program.objective();
  assume(trial, pair, z_zero);
  constexpr int kMostPivots = 50;
  if (trial.program.solve(kMostPivots, pivots_, [this] { return stopped(); }) == ForceProgram::End::infeasible)
    return kInfeasible;
  return std::max(0., trial.program.objective() - before);
}

LcpTree::Choice LcpTree::probe(int depth, const std::vector<std::pair<double, Choice>>& candidates) {
  Choice best = candidates.front().second;
  double best_score = -1;
  const std::size_t probes = std::min(candidates.size(), static_cast<std::size_t>(options_.probes));
  for (std::size_t k = 0; k < probes && depth + 1 < most_levels_ && !stopped(); ++k) {
    const int pair = candidates[k].second.pair;
    const double z = probe_side(depth, pair, true);
    const double w = probe_side(depth, pair, false);
    if (z == kInfeasible || w == kInfeasible) return {pair, z == kInfeasible};
    const double score = (z + 1e-6) * (w + 1e-6) * activity(pair);
    if (score <= best_score) continue;
    best_score = score;
    best = {pair, z < w};
  }
  return best;
}

bool LcpTree::judge_point(const ForceProgram& program) const {
  Eigen::VectorXd z(size());
  std::vector<char> basis(at(size()));
  for (int i = 0; i < size(); ++i) {
    z[i] = std::max(0., program.value(i)) * scaled_.scale[at(i)];
    basis[at(i)] = program.value(i) > program.value(w_slack(i));
  }
  return (*judge_)(z, basis);
}

LcpRefutation LcpTree::refutation() const {
  LcpRefutation refutation;
  refutation.variables = size();
  if (root_ >= 0) write(root_, refutation);
  return refutation;
}

/// Returns the node's place.
int LcpTree::write(int k, LcpRefutation& refutation) const {
  const Node& node = nodes_[at(k)];
  const std::size_t place = refutation.nodes.size();
  refutation.nodes.emplace_back();
  refutation.nodes[place].multipliers = node.multipliers;
  refutation.nodes[place].branch = node.branch;
  if (node.branch < 0) return static_cast<int>(place);
  const int z_zero = write(node.z_zero, refutation);
  const int w_zero = write(node.w_zero, refutation);
  refutation.nodes[place].z_zero = z_zero;
  refutation.nodes[place].w_zero = w_zero;
  return static_cast<int>(place);
}

}  // namespace pawl
