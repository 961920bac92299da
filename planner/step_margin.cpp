// SPDX-License-Identifier: MIT
#include "step_margin.h"

#include <algorithm>
#include <numbers>

#include "set_places.h"

namespace pawl::internal {
namespace {

/// In one state.
double margin_in(const ContactGraph& graph, int state, const Eigen::Vector3d& g) {
  const double rho = graph.contacts().radius_of_gyration();
  const bool rests = graph.rest_cone(state).contains(g);
  double least = rests ? std::max(0., margin(graph.rest_cone(state), g, rho)) : std::numbers::pi;
  for (const StateMode& mode : graph.modes(state)) {
    if (!mode.cone.admits(g)) least = std::min(least, angle_to(mode.cone.cone, g, rho));
  }
  return least;
}

}  // namespace

std::optional<double> step_margin(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop) {
  double least = std::numbers::pi;
  StateSet seen;
  StateSet open = belief;
  while (open.any()) {
    const int state = static_cast<int>(set_place(open));
    if (state >= graph.states().count() || stop.stop_requested()) return std::nullopt;
    seen.set(static_cast<std::size_t>(state));
    least = std::min(least, margin_in(graph, state, g));
    open = (open | graph.moves(state, g).successors) & ~seen;
  }
  return least;
}

double hold_margin(const ContactGraph& graph, const Eigen::Vector3d& g) {
  const double rho = graph.contacts().radius_of_gyration();
  double least = std::numbers::pi;
  for (int state = 0; state < graph.states().count(); ++state) {
    const Cone& held = graph.rest_cone(state);
    if (!held.contains(g)) least = std::min(least, angle_to(held, g, rho));
  }
  return least;
}

}  // namespace pawl::internal
