// SPDX-License-Identifier: MIT
#include "belief_search.h"

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <limits>

namespace pawl::internal {
namespace {

constexpr int kUnknown = std::numeric_limits<int>::max();

}  // namespace

/// The search as an implicit graph: the edges of a belief are made when they are first asked for, and are named by the
/// nodes that they lead to.
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

  /// Boost's searches are left by an exception.
  void examine_vertex(std::size_t node, const Tree&) {
    if (node != 0 && search.nodes_[node].belief == search.goal_) throw End::reached;
    if (progress) progress(explored++);
    if (search.stop_.stop_requested()) throw End::stopped;
  }

  BeliefSearch& search;
  const std::function<void(std::size_t)>& progress;
  std::size_t explored = 0;
};

/// A start that is the goal drops no goal.
bool BeliefSearch::dominated(const StateSet& belief) const {
  return std::any_of(nodes_.begin() + (belief == goal_ ? 1 : 0), nodes_.end(),
                     [&](const Node& node) { return (node.belief & ~belief).none(); });
}

void BeliefSearch::expand(std::size_t node) {
  if (nodes_[node].steps >= most_steps_) return;
  const StateSet belief = nodes_[node].belief;
  std::vector<StateSet> found;
  for (const std::vector<StepResult>& outcome : outcomes_) {
    if (stop_.stop_requested()) return;  // before the next belief is examined the search ends
    const StepResult result = step(outcome, belief);
    if (result.safe) found.push_back(result.rests);
  }
  // Smaller beliefs first, so that they drop the larger ones.
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
  const auto at_least = [this](std::size_t node) { return nodes_[node].belief == goal_ ? 0 : 1; };
  try {
    boost::astar_search_no_init_tree(
        Tree{*this}, std::size_t{0}, at_least, Visitor(*this, progress), boost::dummy_property_map(), map(&Node::rank),
        map(&Node::steps), boost::make_static_property_map<std::size_t>(1), std::less<>(), std::plus<>(), kUnknown, 0);
  } catch (const End end) {
    if (end == End::reached) {
      const auto goal =
          std::find_if(nodes_.begin() + 1, nodes_.end(), [&](const Node& n) { return n.belief == goal_; });
      steps_to_goal_ = goal->steps;
    }
    return end;
  }
  return stop_.stop_requested() ? End::stopped : End::exhausted;
}

}  // namespace pawl::internal
