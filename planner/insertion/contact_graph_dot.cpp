// SPDX-License-Identifier: MIT
#include <pawl/planner/contact_graph.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/graphviz.hpp>
#include <map>
#include <ostream>
#include <string>

#include "insertion/contact_graph.h"

namespace pawl {
namespace {

struct Node {
  std::string label;
  bool rest = false;
};
struct Edge {
  std::string modes;
};
using StateGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Edge>;

std::string label(const ContactGraph& graph, int state) {
  return graph.name(state) + (state == graph.displaced() ? " displaced" : "");
}

/// A Graphviz drawing of a contact graph, or of some of its states.
class Drawer {
 public:
  explicit Drawer(const ContactGraph& graph) : graph_(graph) {}

  /// Adds the states that the part can reach from a state under the wrench g, with the moves between them. Returns the
  /// node of the given state.
  std::size_t add_reachable(int state, const Eigen::Vector3d& g) {
    const auto known = nodes_.find(state);
    if (known != nodes_.end()) return known->second;
    const std::size_t node = add_node(state, label(graph_, state), graph_.rest_cone(state).contains(g));
    for (const int k : graph_.consistent(state, g)) {
      const StateMode& mode = graph_.modes(state)[k];
      if (mode.can_rest && drawing_[node].rest) continue;
      if (mode.successors.none()) connect(node, escape(), mode);
      // From the displaced state, the part may reach only some of the mode's successors, because the sizes of the gaps
      // decide which contacts are gained first.
      const StateSet to =
          mode.successors & graph_.moves(state, g).successors;
      for (int next = 0; next < graph_.count(); ++next) {
        if (to[next]) connect(node, add_reachable(next, g), mode);
      }
    }
    return node;
  }

  /// Adds every state, with every move that some wrench can cause.
  void add_all() {
    for (int state = 0; state < graph_.count(); ++state)
      add_node(state, label(graph_, state), graph_.rest_cone(state).dimension() > 0);
    for (int state = 0; state < graph_.count(); ++state) {
      for (const StateMode& mode : graph_.modes(state)) {
        const std::size_t from = nodes_[state];
        if (mode.successors.none()) connect(from, escape(), mode);
        for (int next = 0; next < graph_.count(); ++next) {
          if (mode.successors[next]) connect(from, nodes_[next], mode);
        }
      }
    }
  }

  void write(std::ostream& out) const {
    boost::write_graphviz(
        out, drawing_,
        [&](std::ostream& stream, std::size_t node) {
          stream << "[label=\"" << drawing_[node].label << "\"" << (drawing_[node].rest ? ", peripheries=2]" : "]");
        },
        [&](std::ostream& stream, const StateGraph::edge_descriptor& edge) {
          stream << "[label=\"" << drawing_[edge].modes << "\"]";
        });
  }

 private:
  std::size_t add_node(int state, const std::string& name, bool rest) {
    return nodes_[state] = boost::add_vertex({name, rest}, drawing_);
  }
  std::size_t escape() {
    const auto known = nodes_.find(-1);
    return known != nodes_.end() ? known->second : add_node(-1, "escape", false);
  }
  void connect(std::size_t from, std::size_t to, const StateMode& mode) {
    const auto [edge, there] = boost::edge(from, to, drawing_);
    if (there) {
      drawing_[edge].modes += " " + mode.cone.mode.str();
    } else {
      boost::add_edge(from, to, Edge{mode.cone.mode.str()}, drawing_);
    }
  }

  const ContactGraph& graph_;
  StateGraph drawing_;
  std::map<int, std::size_t> nodes_;
};

}  // namespace

void write_graphviz(std::ostream& out, const ContactGraph& graph, const Eigen::Vector3d& g, const StateSet& from) {
  internal::require_states("from", from, graph.count());
  internal::require_finite("wrench", g);
  Drawer drawer(graph);
  for (int state = 0; state < graph.count(); ++state) {
    if (from[state]) drawer.add_reachable(state, g);
  }
  drawer.write(out);
}

void write_graphviz(std::ostream& out, const ContactGraph& graph) {
  Drawer drawer(graph);
  drawer.add_all();
  drawer.write(out);
}

}  // namespace pawl
