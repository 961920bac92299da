// SPDX-License-Identifier: MIT
#include "friction/search/contact_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl {
namespace {

constexpr double kComplementary = 1e-9;  ///< scaled: the lesser of a pair below this counts as zero
constexpr double kForget = 1.05;         ///< how much less each proof counts than the next
constexpr double kInfeasible = std::numeric_limits<double>::infinity();

std::size_t at(int i) { return static_cast<std::size_t>(i); }

template <class Real>
std::vector<std::pair<int, std::string>> exact_texts(const std::vector<std::pair<int, Real>>& multipliers) {
  std::vector<std::pair<int, std::string>> result;
  for (const auto& [row, value] : multipliers) result.emplace_back(row, exact_text(value));
  return result;
}

}  // namespace

ContactTree::ContactTree(const PlanarContactProblem& problem)
    : form_(problem), leaf_judge_(problem), exact_prover_(problem, generators_) {
  generators_.assign(problem);
}

ContactTree::End ContactTree::run(const Options& options, const Judge& judge) {
  options_ = options;
  judge_ = &judge;
  most_pivots_ = pivots_ + options.pivots;
  most_levels_ = levels_in_memory(2 * generators_.contacts(), generators_.count());
  root_ = kOpen;
  if (stopped()) return End::undecided;
  nodes_.clear();
  leaves_.clear();
  exact_leaves_.clear();
  solved_ = false;
  visited_ = 0;
  activity_.assign(at(generators_.contacts()), 0);
  bump_ = 1;
  start(level(0));
  root_ = visit(0).node;
  if (solved_) return End::solved;
  return root_ >= 0 ? End::none : End::undecided;
}

ContactTree::Level& ContactTree::level(int depth) {
  while (static_cast<int>(levels_.size()) <= depth) levels_.push_back(std::make_unique<Level>());
  return *levels_[at(depth)];
}

void ContactTree::start(Level& root) {
  const int n = generators_.contacts();
  root.program.start(generators_.count() + 4 * n, generators_.count());
  root.assumed.clear(n);
  root.slack = options_.slack;
  for (int i = 0; i < n; ++i) add_row(root, normal_slack(i), i, false, 1);
}

/// sign * acceleration >= -slack * (sum of the forces that share a body with the contact).
void ContactTree::add_row(Level& level, int slack, int contact, bool tangent, double sign) {
  terms_.clear();
  for (const int j : generators_.coupled(contact)) {
    terms_.push_back({j, sign * generators_.response(contact, tangent, j) + level.slack});
  }
  level.program.add_constraint(slack, terms_, sign * generators_.bias(contact, tangent));
}

void ContactTree::assume(Level& level, int contact, Assumption a) {
  const ContactGenerators::Of& of = generators_.of(contact);
  level.assumed.add(contact, a);
  switch (a) {
    case Assumption::no_force:
      for (const int j : {of.only, of.plus, of.minus}) {
        if (j >= 0) level.program.vanish(j);
      }
      break;
    case Assumption::closed:
      add_row(level, closed_slack(contact), contact, false, -1);
      break;
    case Assumption::no_plus_force:
      level.program.vanish(of.plus);
      break;
    case Assumption::no_plus_motion:
      add_row(level, not_plus_slack(contact), contact, true, -1);
      break;
    case Assumption::no_minus_motion:
      add_row(level, not_minus_slack(contact), contact, true, 1);
      break;
    case Assumption::no_minus_force:
      level.program.vanish(of.minus);
      break;
  }
}

bool ContactTree::over_limit() { return ++visited_ > options_.nodes || stopped(); }

ContactTree::Visit ContactTree::visit(int depth) {
  Visit open;
  open.used.clear(generators_.contacts());
  if (over_limit()) {
    open.node = kStop;
    return open;
  }
  Level& here = level(depth);
  switch (settle(here, open)) {
    case ForceProgram::End::infeasible:
      return open;
    case ForceProgram::End::limit:
      return branch_anywhere(depth);
    case ForceProgram::End::feasible:
      break;
  }
  std::vector<std::pair<double, Choice>> candidates;
  list_candidates(here, candidates);
  if (!candidates.empty()) return branch(depth, probe(depth, candidates));
  if (judge_point(here.program)) {
    solved_ = true;
    open.node = kStop;
    return open;
  }
  if (here.slack > options_.least_slack) {
    rebuild(here, here.slack * 1e-2);
    return visit(depth);
  }
  return refuted_exactly(here, open) ? open : branch_anywhere(depth);
}

/// Where doubles cannot tell: with more assumptions they may.
ContactTree::Visit ContactTree::branch_anywhere(int depth) {
  const Choice any = any_open(level(depth));
  if (any.contact >= 0) return branch(depth, any);
  Visit open;
  open.used.clear(generators_.contacts());
  return open;
}

/// Solves a node's program. Infeasible: with its proof in `visit`, if need be after the program was freed of rounding
/// errors or given more room. Limit: nothing is known.
ForceProgram::End ContactTree::settle(Level& level, Visit& visit) {
  const int most = 20 * (generators_.count() + generators_.contacts()) + 100;
  const auto stop = [this] { return stopped(); };
  ForceProgram::End end = level.program.solve(most, pivots_, stop);
  if (end != ForceProgram::End::infeasible || refuted(level, visit)) return end;
  const double slack = level.slack;
  for (double more = slack; more <= options_.most_slack; more *= 10) {
    rebuild(level, more);
    end = level.program.solve(most, pivots_, stop);
    if (end == ForceProgram::End::infeasible && refuted(level, visit)) return end;
    if (end != ForceProgram::End::infeasible) break;
  }
  return refuted_exactly(level, visit) ? ForceProgram::End::infeasible : ForceProgram::End::limit;
}

/// Writes down the proof of an infeasible program, when there is one.
bool ContactTree::refuted(const Level& level, Visit& visit) {
  ContactLeaf leaf;
  // What elimination leaves where nothing should be is left out, as little as is enough.
  const auto proves = [&](double least) {
    leaf = weights(level.program, least);
    return leaf_judge_.proves(leaf, level.assumed, visit.used);
  };
  constexpr double kLeast[] = {1e-11, 1e-9, 1e-13, 1e-7};
  if (std::none_of(std::begin(kLeast), std::end(kLeast), proves)) {
    visit.used.clear(generators_.contacts());
    return false;
  }
  leaves_.push_back(form_.multipliers(leaf));
  add_leaf(static_cast<int>(leaves_.size()) - 1, visit);
  return true;
}

bool ContactTree::refuted_exactly(const Level& level, Visit& visit) {
  ExactContactLeaf leaf;
  if (!exact_prover_.proves(level.assumed, leaf, visit.used, options_.stop)) {
    visit.used.clear(generators_.contacts());
    return false;
  }
  exact_leaves_.push_back(form_.multipliers(leaf));
  add_leaf(-1 - static_cast<int>(exact_leaves_.size()), visit);
  return true;
}

void ContactTree::add_leaf(int leaf, Visit& visit) {
  visit.node = static_cast<int>(nodes_.size());
  Node node;
  node.leaf = leaf;
  nodes_.push_back(node);
  note_use(visit.used);
}

void ContactTree::note_use(const AssumptionSet& used) {
  for (int i = 0; i < generators_.contacts(); ++i) {
    for (int a = 0; a < kAssumptions; ++a) {
      if (used.has(i, static_cast<Assumption>(a))) activity_[at(i)] += bump_;
    }
  }
  bump_ *= kForget;
  if (bump_ < 1e100) return;
  for (double& activity : activity_) activity /= bump_;
  bump_ = 1;
}

/// The same program with this slack, in the same basis, without the rounding errors of the pivots that led there.
void ContactTree::rebuild(Level& level, double slack) {
  level.slack = fresh_.slack = slack;
  const int n = generators_.contacts();
  const int m = generators_.count();
  fresh_.program.start(m + 4 * n, m);
  for (int row = m; row < m + 4 * n; ++row) {
    if (!level.program.has(row)) continue;
    const int contact = (row - m) % n;
    const int kind = (row - m) / n;
    add_row(fresh_, row, contact, kind >= 2, kind == 0 || kind == 3 ? 1 : -1);
  }
  fresh_.program.adopt_basis(level.program, options_.stop);
  std::swap(level.program, fresh_.program);
}

/// The weights of an infeasible program as whole multiples of a small part of the largest, and then of the contacts'
/// units: few digits, and exact. Those below `least` of the largest are left out.
ContactLeaf ContactTree::weights(const ForceProgram& program, double least) const {
  const int n = generators_.contacts();
  ContactLeaf leaf;
  leaf.normal.assign(at(n), 0);
  leaf.tangent.assign(at(n), 0);
  program.infeasible_weights([&](int variable, double weight) {
    const int row = variable - generators_.count();
    const int contact = row % n;
    const int kind = row / n;
    if (kind <= 1) {
      leaf.normal[at(contact)] += kind == 0 ? weight : -weight;
    } else {
      leaf.tangent[at(contact)] += kind == 2 ? -weight : weight;
    }
  });
  double largest = 0;
  for (int i = 0; i < n; ++i)
    largest = std::max({largest, std::fabs(leaf.normal[at(i)]), std::fabs(leaf.tangent[at(i)])});
  int exponent = 0;
  std::frexp(largest, &exponent);
  for (int i = 0; i < n; ++i) {
    for (double* weight : {&leaf.normal[at(i)], &leaf.tangent[at(i)]}) {
      if (std::fabs(*weight) < least * largest) *weight = 0;
      *weight = std::nearbyint(std::ldexp(*weight, 44 - exponent)) * generators_.unit(i);
    }
  }
  return leaf;
}

ContactTree::Visit ContactTree::branch(int depth, const Choice& choice) {
  const Side sides[] = {choice.first, choice.first == Side::z_zero ? Side::w_zero : Side::z_zero};
  Visit children[2];
  if (depth + 1 >= most_levels_) {
    children[0].used.clear(generators_.contacts());
    return std::move(children[0]);
  }
  for (int k = 0; k < 2; ++k) {
    Level& child = level(depth + 1);
    child = level(depth);
    const Assumption a = assumption(choice.pair, sides[k]);
    assume(child, choice.contact, a);
    children[k] = visit(depth + 1);
    if (children[k].node == kStop) return std::move(children[k]);
    if (children[k].node >= 0 && !children[k].used.has(choice.contact, a)) return std::move(children[k]);
  }
  Visit result;
  result.used.clear(generators_.contacts());
  if (children[0].node < 0 || children[1].node < 0) return result;
  for (int k = 0; k < 2; ++k) {
    children[k].used.remove(choice.contact, assumption(choice.pair, sides[k]));
    result.used.add(children[k].used);
  }
  Node node;
  node.contact = choice.contact;
  node.pair = choice.pair;
  node.z_zero = children[sides[0] == Side::z_zero ? 0 : 1].node;
  node.w_zero = children[sides[0] == Side::z_zero ? 1 : 0].node;
  result.node = static_cast<int>(nodes_.size());
  nodes_.push_back(node);
  return result;
}

double ContactTree::tangential(const ForceProgram& program, int contact) const {
  double sum = generators_.bias(contact, true);
  for (const int j : generators_.coupled(contact)) sum += generators_.response(contact, true, j) * program.value(j);
  return sum;
}

/// Pairs that are both positive; first those with the larger lesser one, and those whose contacts proofs use.
void ContactTree::list_candidates(const Level& level, std::vector<std::pair<double, Choice>>& candidates) const {
  const ForceProgram& program = level.program;
  const auto consider = [&](int contact, Pair pair, double z, double w) {
    if (std::min(z, w) <= kComplementary) return;
    if (level.assumed.has(contact, assumption(pair, Side::z_zero)) ||
        level.assumed.has(contact, assumption(pair, Side::w_zero)))
      return;
    candidates.push_back({std::min(z, w), {contact, pair, z < w ? Side::z_zero : Side::w_zero}});
  };
  for (int i = 0; i < generators_.contacts(); ++i) {
    const ContactGenerators::Of& of = generators_.of(i);
    if (of.only >= 0) {
      consider(i, Pair::normal, program.value(of.only), program.value(normal_slack(i)));
      continue;
    }
    const double plus = program.value(of.plus);
    const double minus = program.value(of.minus);
    consider(i, Pair::normal, plus + minus, program.value(normal_slack(i)));
    if (std::max(plus, minus) <= kComplementary) continue;
    const double motion = tangential(program, i);
    consider(i, Pair::plus, plus, motion);
    consider(i, Pair::minus, -motion, minus);
  }
  const auto rank = [&](const auto& candidate) { return activity(candidate.second.contact) * candidate.first; };
  std::sort(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
}

/// How much an assumption raises the least cost of the forces; infinite where it is infeasible.
double ContactTree::probe_side(int depth, const Choice& choice, Side side) {
  Level& trial = level(depth + 1);
  trial = level(depth);
  const double before = trial.program.objective();
  assume(trial, choice.contact, assumption(choice.pair, side));
  constexpr int kMostPivots = 50;
  if (trial.program.solve(kMostPivots, pivots_, [this] { return stopped(); }) == ForceProgram::End::infeasible) {
    return kInfeasible;
  }
  return std::max(0., trial.program.objective() - before);
}

ContactTree::Choice ContactTree::probe(int depth, const std::vector<std::pair<double, Choice>>& candidates) {
  Choice best = candidates.front().second;
  double best_score = -1;
  int tried = 0;
  for (const auto& [violation, candidate] : candidates) {
    if (++tried > options_.probes || depth + 1 >= most_levels_ || stopped()) break;
    const double z = probe_side(depth, candidate, Side::z_zero);
    const double w = probe_side(depth, candidate, Side::w_zero);
    if (z == kInfeasible || w == kInfeasible) {
      Choice forced = candidate;
      forced.first = z == kInfeasible ? Side::z_zero : Side::w_zero;
      return forced;
    }
    const double score = (z + 1e-6) * (w + 1e-6) * activity(candidate.contact);
    if (score <= best_score) continue;
    best_score = score;
    best = candidate;
    best.first = z < w ? Side::z_zero : Side::w_zero;
  }
  return best;
}

ContactTree::Choice ContactTree::any_open(const Level& level) const {
  for (int i = 0; i < generators_.contacts(); ++i) {
    const bool rolls = generators_.of(i).only < 0;
    for (const Pair pair : {Pair::normal, Pair::plus, Pair::minus}) {
      if (pair != Pair::normal && !rolls) continue;
      if (level.assumed.has(i, assumption(pair, Side::z_zero)) || level.assumed.has(i, assumption(pair, Side::w_zero)))
        continue;
      return {i, pair, Side::z_zero};
    }
  }
  return {};
}

bool ContactTree::judge_point(const ForceProgram& program) {
  const int n = generators_.contacts();
  std::vector<double> normal(at(n), 0), tangent(at(n), 0);
  for (int j = 0; j < generators_.count(); ++j) {
    const ContactGenerators::Generator& g = generators_.generator(j);
    const double force = std::max(0., program.value(j)) * generators_.unit(g.contact) * generators_.force_unit();
    normal[at(g.contact)] += force;
    tangent[at(g.contact)] += g.tangent * force;
  }
  return (*judge_)(normal, tangent);
}

LcpRefutation ContactTree::refutation() const {
  LcpRefutation refutation;
  refutation.variables = form_.size();
  if (root_ >= 0) write(root_, refutation);
  return refutation;
}

/// Returns the node's place.
int ContactTree::write(int k, LcpRefutation& refutation) const {
  const Node& node = nodes_[at(k)];
  const std::size_t place = refutation.nodes.size();
  refutation.nodes.emplace_back();
  if (node.contact < 0) {
    refutation.nodes[place].multipliers =
        node.leaf >= 0 ? exact_texts(leaves_[at(node.leaf)]) : exact_texts(exact_leaves_[at(-2 - node.leaf)]);
    return static_cast<int>(place);
  }
  refutation.nodes[place].branch = node.pair == Pair::normal ? form_.normal(node.contact)
                                   : node.pair == Pair::plus ? form_.plus(node.contact)
                                                             : form_.minus(node.contact);
  for (const bool z : {true, false}) {
    const int child = write(z ? node.z_zero : node.w_zero, refutation);
    (z ? refutation.nodes[place].z_zero : refutation.nodes[place].w_zero) = child;
  }
  return static_cast<int>(place);
}

}  // namespace pawl
