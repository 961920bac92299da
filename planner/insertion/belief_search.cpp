// SPDX-License-Identifier: MIT
#include "insertion/belief_search.h"

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <functional>
#include <limits>
#include <map>
#include <unordered_map>

#include "cones/cone.h"
#include "insertion/contact_graph.h"

namespace pawl::internal::inline planner {

/// Assigns numbers to planes by their normals, and to cones by their exact representations. Cones of different modes
/// that share one exact representation get the same number.
class GraphPlanes::Builder {
 public:
  explicit Builder(GraphPlanes& result) : result_(result) {}

  int number(const Cone& cone) {
    const auto [place, fresh] = cones_.try_emplace(&cone.exact(), static_cast<int>(result_.cones_.size()));
    if (fresh) result_.cones_.push_back(test_of(cone.exact()));
    return place->second;
  }

  /// Returns the number of the plane with the normal `row`, and the sign of `row` relative to the stored normal.
  /// Returns {-1, 0} for the zero row.
  std::pair<int, int> plane(const IntegerVector& row) {
    const auto first = std::find_if(row.begin(), row.end(), [](const Integer& entry) { return !entry.is_zero(); });
    if (first == row.end()) return {-1, 0};
    const int side = first->sign();
    const auto [place, fresh] =
        planes_.try_emplace(side < 0 ? negated(row) : row, static_cast<int>(result_.planes_.size()));
    if (fresh) result_.planes_.push_back(place->first);
    return {place->second, side};
  }

 private:
  ConeTest test_of(const ExactCone& cone) {
    ConeTest test;
    for (const IntegerVector& face : cone.faces) test.faces.push_back(plane(face));
    for (const IntegerVector& equality : cone.equalities) test.equalities.push_back(plane(equality).first);
    return test;
  }

  GraphPlanes& result_;
  std::map<IntegerVector, int> planes_;
  std::unordered_map<const ExactCone*, int> cones_;
};

GraphPlanes::GraphPlanes(const ContactGraph& graph, const StopToken& stop) : graph_(&graph) {
  if (!graph.complete()) return;
  Builder builder(*this);
  for (int state = 0; state < graph.count(); ++state) {
    rest_cones_.push_back(builder.number(graph.rest_cone(state)));
    for (int mode = 0; mode < static_cast<int>(graph.modes(state).size()); ++mode) {
      const ModeTest test{state, mode};
      cones_[builder.number(mode_of(test).cone.cone)].modes.push_back(test);
      if (stop.stop_requested()) return;
    }
  }
  if (graph.gap_order()) {
    for (const auto& comparison : graph.gap_order()->comparisons()) {
      comparisons_.push_back(builder.plane(comparison.normal));
    }
  }
  set_masks();
  complete_ = true;
}

void GraphPlanes::set_masks() {
  const std::size_t words = SignBits(planes_.size()).words().size();
  for (std::size_t k = 0; k < cones_.size(); ++k) {
    if (!cones_[k].equalities.empty()) continue;
    open_cones_.push_back(static_cast<int>(k));
    SignBits negative(planes_.size());
    SignBits positive(planes_.size());
    for (const auto& [plane, side] : cones_[k].faces) {
      (side > 0 ? negative : positive).set(static_cast<std::size_t>(plane), true);
    }
    for (std::size_t w = 0; w < words; ++w) masks_.insert(masks_.end(), {negative.words()[w], positive.words()[w]});
  }
}

bool GraphPlanes::holds(const ConeTest& test, const std::vector<signed char>& signs) const {
  const auto sign = [&](int plane) { return signs[plane]; };
  return std::all_of(test.faces.begin(), test.faces.end(),
                     [&](const auto& face) { return sign(face.first) * face.second <= 0; }) &&
         std::all_of(test.equalities.begin(), test.equalities.end(), [&](int plane) { return sign(plane) == 0; });
}

/// Takes the signs of the planes at a wrench in the closed cone of a mode. Returns whether the wrench lies on an
/// excluded face, so that it is not consistent with the mode.
bool GraphPlanes::in_excluded(const ConeTest& cone, const StateMode& mode,
                              const std::vector<signed char>& signs) const {
  const auto& faces = cone.faces;
  const auto& excluded = mode.cone.excluded;
  return std::any_of(excluded.begin(), excluded.end(), [&](const std::vector<int>& set) {
    return std::all_of(set.begin(), set.end(),
                       [&](int face) { return signs[faces[static_cast<std::size_t>(face)].first] == 0; });
  });
}

void GraphPlanes::moves(const std::vector<signed char>& signs, std::vector<StateMoves>& moves) const {
  std::vector<char> inside(cones_.size());
  for (std::size_t k = 0; k < cones_.size(); ++k) inside[k] = holds(cones_[k], signs);
  find_moves(
      inside, [&](const ConeTest& cone, const StateMode& mode) { return !in_excluded(cone, mode, signs); },
      [&](std::size_t k) { return static_cast<int>(signs[comparisons_[k].first]); }, moves);
}

void GraphPlanes::key(const SignBits& signs, SignBits& key) const {
  const std::uint64_t* words = signs.words().data();
  const std::uint64_t* mask = masks_.data();
  const std::size_t size = signs.words().size();
  const std::size_t count = open_cones_.size();
  for (std::size_t first = 0; first < count; first += 64) {
    std::uint64_t inside = 0;
    for (std::size_t k = first; k < std::min(count, first + 64); ++k, mask += 2 * size) {
      std::uint64_t wrong = 0;
      for (std::size_t w = 0; w < size; ++w) wrong |= (words[w] & mask[2 * w]) | (~words[w] & mask[2 * w + 1]);
      inside |= std::uint64_t{wrong == 0} << (k - first);
    }
    key.set_word(first / 64, inside);
  }
  for (std::size_t k = 0; k < comparisons_.size(); ++k) {
    const int plane = comparisons_[k].first;
    key.set(count + k, plane >= 0 && signs.positive(static_cast<std::size_t>(plane)));
  }
}

void GraphPlanes::moves(const SignBits& key, std::vector<StateMoves>& moves) const {
  std::vector<char> inside(cones_.size());
  for (std::size_t k = 0; k < open_cones_.size(); ++k) {
    inside[open_cones_[k]] = key.positive(k);
  }
  find_moves(
      inside, [](const ConeTest&, const StateMode&) { return true; },
      [&](std::size_t k) { return key.positive(open_cones_.size() + k) ? 1 : -1; }, moves);
}

/// Finds the moves in each state. inside[k] states whether the closed cone k contains the wrench. admits(cone, mode)
/// must return whether a wrench in the cone is also consistent with the mode. sign(k) must return the sign of the plane
/// of comparison k, which compares two gaps.
template <class Admits, class Sign>
void GraphPlanes::find_moves(const std::vector<char>& inside, const Admits& admits, const Sign& sign,
                             std::vector<StateMoves>& moves) const {
  moves.assign(rest_cones_.size(), {});
  for (std::size_t state = 0; state < moves.size(); ++state) {
    moves[state].rest = inside[rest_cones_[state]] != 0;
  }
  for (std::size_t k = 0; k < cones_.size(); ++k) {
    if (!inside[k]) continue;
    for (const ModeTest& test : cones_[k].modes) {
      const StateMode& mode = mode_of(test);
      StateMoves& result = moves[test.state];
      if ((mode.can_rest && result.rest) || !admits(cones_[k], mode)) continue;
      result.escape = result.escape || mode.successors.none() || mode.bounces;
      result.successors |= test.state == graph_->displaced() ? displaced_successors(mode, sign) : mode.successors;
    }
  }
}

template <class Sign>
StateSet GraphPlanes::displaced_successors(const StateMode& mode, const Sign& sign) const {
  const auto order = [&](std::size_t k) { return comparisons_[k].first < 0 ? 0 : comparisons_[k].second * sign(k); };
  return graph_->successors(mode.kept, graph_->gap_order()->first(mode.approached, order));
}

bool GraphPlanes::fits(const ContactGraph& graph) const {
  if (!graph.complete() || graph.count() != graph_->count()) return false;
  for (int state = 0; state < graph.count(); ++state) {
    if (graph.modes(state).size() != graph_->modes(state).size()) return false;
  }
  return true;
}

namespace {

/// Largest number of stored keys. Keys are long, so the table is bounded. Recent keys suffice, because neighbouring
/// cells often have the same key.
constexpr std::size_t kMostKeys = 10000;

/// Combines a hash with another number.
void mix(std::size_t& hash, std::size_t value) { hash = (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29); }

}  // namespace

std::size_t OutcomeTable::Hash::operator()(const std::vector<StateMoves>& moves) const {
  std::size_t hash = moves.size();
  for (const StateMoves& one : moves) {
    mix(hash, std::hash<StateSet>()(one.successors));
    mix(hash, (one.rest ? 1u : 0u) + (one.escape ? 2u : 0u));
  }
  return hash;
}

std::size_t OutcomeTable::Hash::operator()(const std::vector<StepResult>& results) const {
  std::size_t hash = results.size();
  for (const StepResult& one : results) {
    mix(hash, std::hash<StateSet>()(one.rests));
    mix(hash, one.safe ? 1 : 0);
  }
  return hash;
}

void OutcomeTable::update_outcomes(const ContactGraph& graph) {
  planes_.refer_to(graph);
  keys_.clear();
  known_.clear();
  numbers_.clear();
  outcomes_.clear();
}

std::size_t OutcomeTable::number(const std::vector<signed char>& signs) {
  planes_.moves(signs, moves_);
  return number_of_moves();
}

std::size_t OutcomeTable::number(const SignBits& signs) {
  planes_.key(signs, key_);
  if (keys_.size() >= kMostKeys) keys_.clear();
  const auto [place, fresh] = keys_.try_emplace(key_);
  if (fresh) {
    planes_.moves(key_, moves_);
    place->second = number_of_moves();
  }
  return place->second;
}

std::size_t OutcomeTable::number_of_moves() {
  const auto seen = known_.find(moves_);
  if (seen != known_.end()) return seen->second;
  const std::size_t number = add(step_results(moves_));
  known_.emplace(moves_, number);
  return number;
}

std::size_t OutcomeTable::add(std::vector<StepResult> results) {
  const auto [place, fresh] = numbers_.try_emplace(std::move(results), outcomes_.size());
  if (fresh) outcomes_.push_back(place->first);
  return place->second;
}

std::vector<StepResult> OutcomeTable::results(const std::vector<signed char>& signs) {
  planes_.moves(signs, moves_);
  return step_results(moves_);
}

namespace {

constexpr int kUnknown = std::numeric_limits<int>::max();

}  // namespace

/// The search as an implicit graph, in which the edges of a belief are computed when they are first used. An edge is
/// identified by the node to which it leads.
struct BeliefSearch::Tree {
  using vertex_descriptor = std::size_t;
  using edge_descriptor = std::size_t;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = boost::counting_iterator<std::size_t>;
  using degree_size_type = std::size_t;

  BeliefSearch& search;

  std::pair<out_edge_iterator, out_edge_iterator> edges(std::size_t node) const {
    const std::size_t first = search.nodes_.size();
    search.expand(node);
    return {out_edge_iterator(first), out_edge_iterator(search.nodes_.size())};
  }
  std::size_t parent(std::size_t node) const { return search.nodes_[node].parent; }

  friend auto out_edges(std::size_t node, const Tree& tree) { return tree.edges(node); }
  friend std::size_t source(std::size_t edge, const Tree& tree) { return tree.parent(edge); }
  friend std::size_t target(std::size_t edge, const Tree&) { return edge; }
};

struct BeliefSearch::Visitor : boost::default_astar_visitor {
  Visitor(BeliefSearch& s, const std::function<void(std::size_t)>& progress_in) : search(s), progress(progress_in) {}

  /// An exception is the only way to end Boost's searches early.
  void examine_vertex(std::size_t node, const Tree&) {
    if (node != 0 && search.at_goal(search.nodes_[node].belief)) throw End::reached;
    if (progress) progress(explored++);
    if (search.stop_.stop_requested()) throw End::stopped;
  }

  BeliefSearch& search;
  const std::function<void(std::size_t)>& progress;
  std::size_t explored = 0;
};

/// Returns whether a stored belief is a subset of a belief, and therefore dominates it. If the start is at the goal, it
/// does not dominate other beliefs at the goal, because a plan has at least one step.
bool BeliefSearch::dominated(const StateSet& belief) const {
  return std::any_of(nodes_.begin() + (at_goal(belief) ? 1 : 0), nodes_.end(),
                     [&](const Node& node) { return (node.belief & ~belief).none(); });
}

void BeliefSearch::expand(std::size_t node) {
  if (nodes_[node].steps >= most_steps_) return;
  const StateSet belief = nodes_[node].belief;
  std::vector<StateSet> found;
  for (const std::vector<StepResult>& outcome : outcomes_) {
    if (stop_.stop_requested()) return;  // this ends the search before the next belief is examined
    const StepResult result = step(outcome, belief);
    if (result.safe) found.push_back(result.rests);
  }
  // Smaller beliefs come first, so that they dominate the larger beliefs.
  std::stable_sort(found.begin(), found.end(),
                   [](const StateSet& a, const StateSet& b) { return a.count() < b.count(); });
  for (const StateSet& next : found) {
    if (stop_.stop_requested()) return;
    if (dominated(next)) continue;
    nodes_.push_back({next, kUnknown, kUnknown, node});
  }
}

BeliefSearch::End BeliefSearch::run(const StopToken& stop, const std::function<void(std::size_t)>& progress,
                                    int most_steps) {
  stop_ = stop;
  most_steps_ = most_steps;
  nodes_ = {{start_, 0, 1, 0}};
  const auto map = [this](int Node::*of) {
    return boost::make_function_property_map<std::size_t>([this, of](std::size_t n) -> int& { return nodes_[n].*of; });
  };
  const auto at_least = [this](std::size_t node) { return at_goal(nodes_[node].belief) ? 0 : 1; };
  try {
    boost::astar_search_no_init_tree(
        Tree{*this}, std::size_t{0}, at_least, Visitor(*this, progress), boost::dummy_property_map(), map(&Node::rank),
        map(&Node::steps), boost::make_static_property_map<std::size_t>(1), std::less<>(), std::plus<>(), kUnknown, 0);
  } catch (const End end) {
    if (end == End::reached) {
      const auto goal =
          std::find_if(nodes_.begin() + 1, nodes_.end(), [&](const Node& n) { return at_goal(n.belief); });
      steps_to_goal_ = goal->steps;
    }
    return end;
  }
  return stop_.stop_requested() ? End::stopped : End::exhausted;
}

}  // namespace pawl::internal::inline planner
