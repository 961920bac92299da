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
using Drawing = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Node, Edge>;

std::string label(const ContactGraph& graph, int state) {
  return graph.name(state) + (state == graph.displaced() ? " displaced" : "");
}

class Drawer {
 public:
  Drawer(const ContactGraph& graph, const Eigen::Vector3d& g) : graph_(graph), g_(g) {}

  std::size_t draw(int state) {
    const auto known = nodes_.find(state);
    if (known != nodes_.end()) return known->second;
    const std::size_t node = boost::add_vertex({label(graph_, state), graph_.rest_cone(state).contains(g_)}, drawing);
    nodes_[state] = node;
    for (const int k : graph_.consistent(state, g_)) {
      const StateMode& mode = graph_.modes(state)[k];
      if (mode.can_rest && drawing[node].rest) continue;
      if (mode.successors.none()) connect(node, escape(), mode);
      const StateSet to =
          mode.successors & graph_.moves(state, g_).successors;  // the displaced state reaches only some successors
      for (int next = 0; next < graph_.count(); ++next) {
        if (to[next]) connect(node, draw(next), mode);
      }
    }
    return node;
  }

  Drawing drawing;

 private:
  std::size_t escape() {
    if (!nodes_.count(-1)) nodes_[-1] = boost::add_vertex({"escape", false}, drawing);
    return nodes_[-1];
  }
  void connect(std::size_t from, std::size_t to, const StateMode& mode) {
    const auto [edge, there] = boost::edge(from, to, drawing);
    if (there) {
      drawing[edge].modes += " " + mode.cone.mode.str();
    } else {
      boost::add_edge(from, to, Edge{mode.cone.mode.str()}, drawing);
    }
  }

  const ContactGraph& graph_;
  const Eigen::Vector3d& g_;
  std::map<int, std::size_t> nodes_;
};

}  // namespace

void write_graphviz(std::ostream& out, const ContactGraph& graph, const Eigen::Vector3d& g, const StateSet& from) {
  internal::require_states("from", from, graph.count());
  internal::require_finite("wrench", g);
  Drawer drawer(graph, g);
  for (int state = 0; state < graph.count(); ++state) {
    if (from[state]) drawer.draw(state);
  }
  const Drawing& drawing = drawer.drawing;
  boost::write_graphviz(
      out, drawing,
      [&](std::ostream& stream, std::size_t node) {
        stream << "[label=\"" << drawing[node].label << "\"" << (drawing[node].rest ? ", peripheries=2]" : "]");
      },
      [&](std::ostream& stream, const Drawing::edge_descriptor& edge) {
        stream << "[label=\"" << drawing[edge].modes << "\"]";
      });
}

}  // namespace pawl
