// SPDX-License-Identifier: MIT
// Whether gained contacts stay: the plastic impact problem has the wrench cones of rest, with g := M v.
#include <pawl/planner/contact_graph.h>

#include <algorithm>
#include <vector>

#include "entry_checks.h"
#include "set_places.h"

namespace pawl {
namespace {

/// Whether a row of b, or its negative, is surely positive on all of a but 0: then they share 0 alone. Unit vectors are
/// good to some 1e-15, so that this much more is no rounding.
bool row_parts(const Cone& a, const Cone& b) {
  constexpr double kSurely = 1e-9;
  if (a.lineality() > 0) return false;
  const auto positive = [&](const Eigen::Vector3d& row) {
    return std::all_of(a.rays().begin(), a.rays().end(),
                       [&](const Eigen::Vector3d& ray) { return row.dot(ray) > kSurely; });
  };
  return std::any_of(b.faces().begin(), b.faces().end(), positive) ||
         std::any_of(b.equalities().begin(), b.equalities().end(),
                     [&](const Eigen::Vector3d& row) { return positive(row) || positive(-row); });
}

/// Whether cones share a wrench of both their relative interiors however little they are moved: it is further than
/// rounding from all faces, and the planes of flat cones cross there.
bool surely_overlap(const Cone& a, const Cone& b, const Cone& common) {
  constexpr double kSurely = 1e-9;
  if (common.dimension() != a.dimension() + b.dimension() - 3) return false;
  const Eigen::Vector3d inside = relative_interior_point(common);
  const auto clear_of = [&](const Eigen::Vector3d& face) { return face.dot(inside) < -kSurely; };
  return std::all_of(a.faces().begin(), a.faces().end(), clear_of) &&
         std::all_of(b.faces().begin(), b.faces().end(), clear_of);
}

}  // namespace

/// Open gaps have no part in an impact: the modes are those of the touching contacts alone.
std::vector<ContactGraph::Impact> ContactGraph::impacts_in(int state) const {
  const std::vector<int> touching = fixels(state);
  ContactSet set = contacts_in(state);
  std::erase_if(set.contacts, [](const Contact& contact) { return !contact.touching; });
  std::vector<Impact> impacts;
  for (WrenchCone& cone : wrench_cones(set)) {
    FixelSet lost;
    for (std::size_t i = 0; i < touching.size(); ++i) lost[static_cast<std::size_t>(touching[i])] = cone.mode[i] == 's';
    if (lost.any()) impacts.push_back({lost, std::move(cone)});
  }
  return impacts;
}

bool ContactGraph::judge_gains(const StopToken& stop) {
  WrenchConeSolver solver;
  solver.set(seated_);
  if (impacts_.empty()) {
    for (int state = 0; state < states_.count(); ++state) {
      if (stop.stop_requested()) break;
      impacts_.push_back(impacts_in(state));
    }
  }
  if (static_cast<int>(impacts_.size()) < states_.count()) {
    impacts_.clear();
    return false;
  }
  for (int state = 0; state < states_.count(); ++state) {
    const ContactSet set = contacts_in(state);
    solver.touch(set);
    for (StateMode& mode : modes_[static_cast<std::size_t>(state)]) {
      if (stop.stop_requested()) return false;
      mode.bounces = false;
      if (mode.successors.none()) continue;
      solver.solve(mode.cone.mode.str());
      mode.bounces = may_bounce(mode, solver.momenta(), stop);
    }
  }
  return !stop.stop_requested();
}

bool ContactGraph::may_bounce(int state, const StateMode& mode, const StopToken& stop) const {
  return mode.successors.any() && may_bounce(mode, momentum_cone(contacts_in(state), mode.cone.mode), stop);
}

/// `arriving`: the momenta of the mode.
bool ContactGraph::may_bounce(const StateMode& mode, const WrenchCone& arriving, const StopToken& stop) const {
  const auto may_follow = [&](const WrenchCone& impact) {
    if (row_parts(arriving.cone, impact.cone) || row_parts(impact.cone, arriving.cone)) return false;
    const Cone common = intersection(arriving.cone, impact.cone);
    if (common.dimension() == 0 || !arriving.admits(common) || !impact.admits(common)) return false;
    return options_.gains != Gains::not_surely_lost || surely_overlap(arriving.cone, impact.cone, common);
  };
  for (int next = 0; next < states_.count(); ++next) {
    if (!mode.successors[static_cast<std::size_t>(next)]) continue;
    const FixelSet held = mode.kept | (mode.approached & states_.mask(next));
    // Where all gains are judged the impacts are kept; for a few it is not worth it.
    const bool kept = !impacts_.empty();
    const std::vector<Impact> few = kept ? std::vector<Impact>() : impacts_in(next);
    for (const Impact& impact : kept ? impacts_[static_cast<std::size_t>(next)] : few) {
      if (stop.stop_requested()) return true;
      if ((impact.lost & held).any() && may_follow(impact.cone)) return true;
    }
  }
  return false;
}

bool keeps_contacts(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                    const StopToken& stop) {
  internal::require_states("belief", belief, graph.count());
  internal::require_finite("wrench", g);
  StateSet seen;
  StateSet open = belief;
  while (open.any()) {
    const int state = static_cast<int>(internal::set_place(open));
    seen.set(static_cast<std::size_t>(state));
    const bool rests = graph.rest_cone(state).contains(g);
    for (const int k : graph.consistent(state, g)) {
      const StateMode& mode = graph.modes(state)[static_cast<std::size_t>(k)];
      if (mode.can_rest && rests) continue;
      if (stop.stop_requested() || graph.may_bounce(state, mode, stop)) return false;
    }
    open = (open | graph.moves(state, g).successors) & ~seen;
  }
  return true;
}

}  // namespace pawl
