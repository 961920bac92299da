// SPDX-License-Identifier: MIT
#include "lcp/branch_and_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/index.h"
#include "lcp/refutation.h"

namespace pawl::internal::inline lcp {
namespace {

constexpr double kForget = 1.05;  ///< ratio of the weight of a proof in the activities to the weight of the preceding
                                  ///< proof
constexpr double kInfeasible = std::numeric_limits<double>::infinity();

Multipliers<Rational> as_rationals(const Multipliers<double>& multipliers) {
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
  return *levels_[depth];
}

void BranchAndBound::assume(Level& level, int pair, PairSide side) const {
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

/// Solves the program of a node. Returns `feasible` if the program has a point. If the program is infeasible, looks for
/// a proof. If no proof is found at once, tries again with a rebuilt program, which is free of earlier rounding errors,
/// then with more slack, and at last in exact arithmetic. If a proof is found, stores it in `visit` and returns
/// `infeasible`. Otherwise returns `limit`.
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

/// Rebuilds the program in the same basis with the given slack. The new program is free of the rounding errors of
/// earlier pivots.
void BranchAndBound::rebuild(Level& level, double slack) {
  level.slack = slack;
  problem_.build(fresh_.program, level.assumed, slack);
  fresh_.program.adopt_basis(level.program, options_.stop);
  std::swap(level.program, fresh_.program);
}

BranchAndBound::Visit BranchAndBound::branch(int depth, const Choice& choice) {
  if (depth + 1 >= most_levels_) return open_visit();
  const PairSide sides[] = {choice.first, other(choice.first)};
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
  node.z_zero = children[choice.first == PairSide::z ? 0 : 1].node;
  node.w_zero = children[choice.first == PairSide::z ? 1 : 0].node;
  result.node = static_cast<int>(nodes_.size());
  nodes_.push_back(node);
  return result;
}

/// Branches on the first undecided pair. Used if computations in doubles cannot decide a node. They may be able to
/// decide its children, which have one more assumption.
BranchAndBound::Visit BranchAndBound::branch_anywhere(int depth) {
  for (int pair = 0; pair < size_.pairs; ++pair) {
    if (problem_.has_pair(pair) && !level(depth).assumed.decides(pair)) return branch(depth, {pair, PairSide::z, 0});
  }
  return open_visit();
}

/// Returns the undecided pairs whose two variables both exceed kComplementary, sorted by weight, largest first. The
/// weight is the smaller variable times the activity of the pair's group (see BranchAndBound).
std::vector<BranchAndBound::Choice> BranchAndBound::violated_pairs(const Level& level) {
  pairs_.clear();
  problem_.list_pairs(level.program, pairs_);
  std::vector<Choice> candidates;
  for (const Branching::Pair& p : pairs_) {
    const double violation = std::min(p.z, p.w);
    if (violation <= kComplementary || level.assumed.decides(p.pair)) continue;
    candidates.push_back({p.pair, p.z < p.w ? PairSide::z : PairSide::w, violation});
  }
  const auto rank = [&](const Choice& choice) { return activity(choice.pair) * choice.violation; };
  std::sort(candidates.begin(), candidates.end(), [&](const Choice& a, const Choice& b) { return rank(a) > rank(b); });
  return candidates;
}

/// Returns the cost of an assumption: the increase of the program's objective after the assumption is added and at most
/// 50 pivots are made. Returns infinity if these pivots show that the program with the assumption is infeasible.
double BranchAndBound::probe_side(int depth, int pair, PairSide side) {
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
    const double z = probe_side(depth, choice.pair, PairSide::z);
    const double w = probe_side(depth, choice.pair, PairSide::w);
    if (z == kInfeasible || w == kInfeasible) {
      choice.first = z == kInfeasible ? PairSide::z : PairSide::w;
      return choice;
    }
    const double score = (z + 1e-6) * (w + 1e-6) * activity(choice.pair);
    if (score <= best_score) continue;
    best_score = score;
    choice.first = z < w ? PairSide::z : PairSide::w;
    best = choice;
  }
  return best;
}

double BranchAndBound::activity(int pair) const { return activity_[problem_.group(pair)] / weight_ + .05; }

/// Finds and stores the proof of an infeasible program. Returns whether a proof was found. Tries several thresholds:
/// multipliers below the threshold times the largest multiplier are left out, because they are rounding errors of the
/// elimination.
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
    for (const PairSide side : {PairSide::z, PairSide::w}) {
      if (visit.used.has(assumption(pair, side))) activity_[problem_.group(pair)] += weight_;
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

/// Writes a node and its descendants. Returns the index of the node.
int BranchAndBound::write(int k, Refutation& refutation) const {
  const Node& node = nodes_[k];
  const std::size_t place = refutation.nodes.size();
  refutation.nodes.emplace_back();
  if (node.branch >= 0) {
    refutation.nodes[place].branch = problem_.variable(node.branch);
    const int z_zero = write(node.z_zero, refutation);
    const int w_zero = write(node.w_zero, refutation);
    refutation.nodes[place].z_zero = z_zero;
    refutation.nodes[place].w_zero = w_zero;
  } else if (node.doubles >= 0) {
    refutation.nodes[place].multipliers = as_rationals(doubles_[node.doubles]);
  } else {
    refutation.nodes[place].multipliers = rationals_[node.rationals];
  }
  return static_cast<int>(place);
}

namespace {

/// Multiplies all multipliers by the power of two that brings the largest magnitude into [2^43, 2^44), and rounds them
/// to integers, so that their fractions are short. Sets multipliers below `least` times the largest one to 0.
std::vector<double> few_digits(std::vector<double> multipliers, double least) {
  double largest = 0;
  for (const double l : multipliers) largest = std::max(largest, std::fabs(l));
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (double& l : multipliers) {
    l = std::fabs(l) < least * largest ? 0 : std::nearbyint(std::ldexp(l, 44 - exponent));
  }
  return multipliers;
}

}  // namespace

LcpBranching::LcpBranching(const Lcp& lcp, bool rounded, std::function<ExactLcp()> exact, Judge judge)
    : exact_(std::move(exact)), judge_(std::move(judge)), farkas_(lcp, scaled_, rounded, exact_) {
  scaled_.assign(lcp);
}

Branching::Size LcpBranching::size() const {
  const int n = count();
  return {.pairs = n, .groups = n, .unknowns = n, .rows = 3 * n, .pivots = 20 * n + 100, .variables = n};
}

/// Adds the row "sign * w_i >= -slack * (sum of those z that w_i depends on)".
void LcpBranching::add_row(Dictionary<double>& program, int slack_variable, int row, double sign, double slack) const {
  std::vector<Dictionary<double>::Term> terms;
  const double* entries = scaled_.M.data() + at(row) * at(count());
  for (int j = 0; j < count(); ++j) {
    if (entries[j] != 0) terms.push_back({j, sign * entries[j] + slack});
  }
  program.add_row(slack_variable, terms, sign * scaled_.q[row]);
}

void LcpBranching::build(Dictionary<double>& program, const Assumptions& assumed, double slack) const {
  program.start(3 * count(), count());
  for (int i = 0; i < count(); ++i) add_row(program, w_slack(i), i, 1, slack);
  for (int i = 0; i < count(); ++i) {
    if (assumed.has(assumption(i, PairSide::w))) add_row(program, closed_slack(i), i, -1, slack);
  }
}

void LcpBranching::assume(Dictionary<double>& program, int pair, PairSide side, double slack) const {
  if (side == PairSide::z) {
    program.fix(pair);
  } else {
    add_row(program, closed_slack(pair), pair, -1, slack);
  }
}

void LcpBranching::list_pairs(const Dictionary<double>& program, std::vector<Pair>& pairs) const {
  for (int i = 0; i < count(); ++i) pairs.push_back({i, program.value(i), program.value(w_slack(i))});
}

bool LcpBranching::accept(const Dictionary<double>& program) {
  Eigen::VectorXd z(count());
  std::vector<char> basis(at(count()));
  for (int i = 0; i < count(); ++i) {
    z[i] = std::max(0., program.value(i)) * scaled_.scale[i];
    basis[i] = program.value(i) > program.value(w_slack(i));
  }
  return judge_(z, basis);
}

bool LcpBranching::refute(const Dictionary<double>& program, double least, const Assumptions& assumed,
                          Assumptions& used, Multipliers<double>& multipliers) {
  std::vector<double> l(at(count()));
  program.farkas_multipliers([&](int slack, double multiplier) {
    const int row = slack - count();
    l[row % count()] += row < count() ? multiplier : -multiplier;
  });
  const std::vector<double> few = few_digits(std::move(l), least);
  if (!farkas_.proves(few, assumed, used)) return false;
  multipliers.clear();
  for (int i = 0; i < count(); ++i) {  // the scales are powers of two, so these equations are exactly equivalent to the
                                       // given ones
    if (few[i] != 0) multipliers.emplace_back(i, few[i] * scaled_.scale[i]);
  }
  return true;
}

bool LcpBranching::refute_exactly(const Assumptions& assumed, Assumptions& used, Multipliers<Rational>& multipliers,
                                  long& pivots, const StopToken& stop) {
  multipliers = farkas_.prove_exactly(assumed, used, pivots, stop);
  return !multipliers.empty();
}

namespace {

/// Returns the assumptions that the proof by the given multipliers needs.
Assumptions needed(const ExactLcp& lcp, const Multipliers<Rational>& multipliers) {
  Assumptions needed;
  needed.clear(lcp.n);
  std::vector<Rational> sums(at(lcp.n));
  for (const auto& [row, l] : multipliers) {
    if (l < 0) needed.add(assumption(row, PairSide::w));
    for (int j = 0; j < lcp.n; ++j) {
      if (!lcp.at(row, j).is_zero()) sums[j] += l * lcp.at(row, j);
    }
  }
  for (int j = 0; j < lcp.n; ++j) {
    if (sums[j] > 0) needed.add(assumption(j, PairSide::z));
  }
  return needed;
}

}  // namespace

bool LcpFarkas::has_exact() {
  if (!exact_ || exact_->n != size()) exact_ = make_exact_();
  return exact_->n == size();
}

/// Returns value * factor, which is exact because the factor is a power of two. Sets tiny_ if a nonzero value gives a
/// product outside the range 2^-700 to 2^700, because such a product may not be exact.
double LcpFarkas::scaled(double value, double factor) {
  const double result = value * factor;
  tiny_ = tiny_ || (value != 0 && !(std::fabs(result) >= 0x1p-700 && std::fabs(result) <= 0x1p+700));
  return result;
}

void LcpFarkas::fill() {
  const int n = size();
  const std::vector<double>& s = scaled_.scale;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double entry = rounded_ ? exact().at(i, j).convert_to<double>() : lcp_.M(i, j);
      M_.push_back(scaled(entry, s[i] * s[j]));
    }
    q_.push_back(scaled(rounded_ ? exact().q[i].convert_to<double>() : lcp_.q[i], s[i]));
  }
}

bool LcpFarkas::proves(const std::vector<double>& multipliers, const Assumptions& assumed, Assumptions& used) {
  const int n = size();
  if (rounded_ && !has_exact()) return false;
  if (q_.empty()) fill();
  if (tiny_) return false;
  used.clear(n);
  sum_.assign(at(n), 0);
  size_.assign(at(n), 0);
  double constant = 0;
  double constant_size = 0;
  for (int i = 0; i < n; ++i) {
    const double l = multipliers[i];
    if (l == 0) continue;
    if (l < 0) {
      if (!assumed.has(assumption(i, PairSide::w))) return false;
      used.add(assumption(i, PairSide::w));
    }
    constant += l * q_[i];
    constant_size += std::fabs(l * q_[i]);
    const double* row = M_.data() + at(i) * at(n);
    for (int j = 0; j < n; ++j) {
      sum_[j] += l * row[j];
      size_[j] += std::fabs(l * row[j]);
    }
  }
  // The bound covers the rounding errors of n products, of n sums, of the entries, and of the magnitudes themselves.
  const double rounding = (n + 8) * 0x1p-52;
  constexpr double kUnderflow = 0x1p-900;
  if (!(constant + rounding * constant_size + kUnderflow < 0)) return false;
  for (int j = 0; j < n; ++j) {
    if (size_[j] == 0 || sum_[j] + rounding * size_[j] + kUnderflow <= 0) continue;
    if (!assumed.has(assumption(j, PairSide::z))) return false;
    used.add(assumption(j, PairSide::z));
  }
  return true;
}

Multipliers<Rational> LcpFarkas::prove_exactly(const Assumptions& assumed, Assumptions& used, long& pivots,
                                               const StopToken& stop) {
  const int n = size();
  if (n > kLargestExactLcp || !has_exact()) return {};
  if (wide_.empty()) wide_.assign(exact(), scaled_.scale);
  Dictionary<Quadruple> program;
  program.start_lcp(n, wide_.M, wide_.q, {1e-16, 1e-18, 1e-16, 0});
  for (int i = 0; i < n; ++i) {
    if (assumed.has(assumption(i, PairSide::z))) program.fix(i);
    if (assumed.has(assumption(i, PairSide::w))) program.fix(n + i);
  }
  const auto stopped = [&] { return stop.stop_requested(); };
  if (program.solve(50 * n + 100, pivots, stopped) != Dictionary<Quadruple>::End::infeasible) return {};
  Multipliers<Rational> multipliers = farkas_multipliers(exact(), program, stop);
  used = needed(exact(), multipliers);
  return multipliers;
}

}  // namespace pawl::internal::inline lcp
