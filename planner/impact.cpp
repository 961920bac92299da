// SPDX-License-Identifier: MIT
// Whether gained contacts stay: the plastic impact problem has the wrench cones of rest, with g := M v.
#include <pawl/planner/contact_graph.h>

#include <algorithm>

namespace pawl {
namespace {

bool loses_any(const Mode& mode, const FixelSet& contacts) {
  for (std::size_t i = 0; i < mode.size(); ++i) {
    if (contacts[i] && mode[i] == 's') return true;
  }
  return false;
}

}  // namespace

bool ContactGraph::may_bounce(int state, const StateMode& mode) const {
  if (mode.successors.none()) return false;
  const WrenchCone arriving = momentum_cone(contacts_in(state), mode.cone.mode);
  const auto may_follow = [&](const StateMode& impact) {
    const Cone common = intersection(arriving.cone, impact.cone.cone);
    return common.dimension() > 0 && arriving.admits(common) && impact.cone.admits(common);
  };
  const auto may_bounce_in = [&](int next) {
    const FixelSet held = mode.kept | (mode.approached & states_.mask(next));
    return std::any_of(modes(next).begin(), modes(next).end(), [&](const StateMode& impact) {
      return loses_any(impact.cone.mode, held) && may_follow(impact);
    });
  };
  for (int next = 0; next < states_.count(); ++next) {
    if (mode.successors[static_cast<std::size_t>(next)] && may_bounce_in(next)) return true;
  }
  return false;
}

bool keeps_contacts(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g) {
  StateSet seen;
  StateSet open = belief;
  while (open.any()) {
    const int state = static_cast<int>(open._Find_first());
    seen.set(static_cast<std::size_t>(state));
    const bool rests = graph.rest_cone(state).contains(g);
    for (const int k : graph.consistent(state, g)) {
      const StateMode& mode = graph.modes(state)[static_cast<std::size_t>(k)];
      if (mode.can_rest && rests) continue;
      if (graph.may_bounce(state, mode)) return false;
    }
    open = (open | graph.moves(state, g).successors) & ~seen;
  }
  return true;
}

}  // namespace pawl
