// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/contact_graph.h>

#include <algorithm>
#include <string>

#include "entry_checks.h"
#include "exact/written.h"
#include "gap_order.h"
#include "set_places.h"

namespace pawl {

using internal::GapOrder;

ContactGraph::ContactGraph(const ContactSet& seated, Options options, const StopToken& stop)
    : seated_(seated), states_(seated), options_(std::move(options)) {
  if (!options_.numbers.empty() && options_.numbers.size() != seated.size()) {
    throw InputError("numbers", std::to_string(options_.numbers.size()), "must be none, or one a contact");
  }
  if (!options_.displacements.empty()) {
    if (states_.count() >= static_cast<int>(StateSet().size())) {
      throw InputError("/fixels", std::to_string(seated.size()), "leave no room for a displaced start");
    }
    order_ = std::make_shared<const GapOrder>(seated, options_.displacements);
  }
  complete_ = add_states(stop) && (options_.gains == Gains::any || judge_gains(stop));
}

std::string ContactGraph::name(int state) const {
  std::string text = "{";
  for (const int contact : fixels(state)) {
    const int number = options_.numbers.empty() ? contact + 1 : options_.numbers[static_cast<std::size_t>(contact)];
    if (text.size() > 1) text += ' ';
    text += std::to_string(number);
  }
  return text + "}";
}

ContactGraph ContactGraph::judging(Gains gains, const StopToken& stop) const {
  ContactGraph graph = *this;
  graph.options_.gains = gains;
  if (options_.gains != gains) graph.complete_ = complete_ && graph.judge_gains(stop);
  return graph;
}

bool ContactGraph::add_states(const StopToken& stop) {
  WrenchConeSolver solver;
  FeasibleModesSolver modes;
  solver.set(seated_);
  for (int state = 0; state < states_.count(); ++state) {
    if (stop.stop_requested()) return false;
    const ContactSet set = contacts_in(state);
    modes.solve(set);
    solver.touch(set);
    if (!add_modes(state, modes, solver, stop)) return false;
    rest_.push_back(solver.rest());
  }
  return true;
}

ContactSet ContactGraph::contacts_in(int state) const {
  ContactSet set = seated_;
  for (std::size_t i = 0; i < set.size(); ++i) set.contacts[i].touching = states_.mask(contact_state(state))[i];
  return set;
}

bool ContactGraph::add_modes(int state, const FeasibleModesSolver& feasible, WrenchConeSolver& solver,
                             const StopToken& stop) {
  std::vector<StateMode>& modes = modes_.emplace_back();
  modes.reserve(feasible.count());
  for (std::size_t k = 0; k < feasible.count(); ++k) {
    if (stop.stop_requested()) return false;
    solver.solve(feasible.letters(k));
    WrenchCone cone = solver.result();
    StateMode mode;
    const std::string& letters = cone.mode.str();
    for (std::size_t i = 0; i < letters.size(); ++i) {
      mode.kept[i] = letters[i] == 'l' || letters[i] == 'r' || letters[i] == 'n';
      mode.approached[i] = letters[i] == 'a';
    }
    const auto holds = [&](char letter) { return letter == 'n' || letter == 's'; };
    mode.can_rest = mode.kept == states_.mask(state) && std::all_of(letters.begin(), letters.end(), holds);
    mode.successors = successors(mode.kept, mode.approached);
    mode.cone = std::move(cone);
    modes.push_back(std::move(mode));
  }
  return true;
}

/// A state is a successor when what it holds of the approached fixels, gained together, leads to it.
StateSet ContactGraph::successors(const FixelSet& kept, const FixelSet& approached) const {
  StateSet found;
  for (int state = 0; state < states_.count(); ++state) {
    const FixelSet gained = approached & states_.mask(state);
    if (gained.none() || (kept & ~states_.mask(state)).any()) continue;
    found[static_cast<std::size_t>(state)] = states_.closure(kept | gained) == state;
  }
  return found;
}

StateSet ContactGraph::displaced_successors(const StateMode& mode, const Eigen::Vector3d& g) const {
  const auto& comparisons = order_->comparisons();
  const internal::IntegerVector wrench = internal::integer_vector({g.x(), g.y(), g.z()});
  const auto sign = [&](std::size_t k) { return internal::dot(comparisons[k].normal, wrench).sign(); };
  return successors(mode.kept, order_->first(mode.approached, sign));
}

std::vector<int> ContactGraph::consistent(int state, const Eigen::Vector3d& g) const {
  internal::require_finite("wrench", g);
  std::vector<int> found;
  for (std::size_t k = 0; k < modes(state).size(); ++k) {
    if (modes(state)[k].cone.admits(g)) found.push_back(static_cast<int>(k));
  }
  return found;
}

StateMoves ContactGraph::moves(int state, const Eigen::Vector3d& g) const {
  internal::require_finite("wrench", g);
  StateMoves result;
  result.rest = rest_cone(state).contains(g);
  for (const int k : consistent(state, g)) {
    const StateMode& mode = modes(state)[static_cast<std::size_t>(k)];
    if (mode.can_rest && result.rest) continue;
    result.escape = result.escape || mode.successors.none() || mode.bounces;
    result.successors |= state == displaced() ? displaced_successors(mode, g) : mode.successors;
  }
  return result;
}

namespace {

/// Depth first; a state met again before it is finished closes a cycle.
class Follower {
 public:
  explicit Follower(const std::vector<StateMoves>& moves)
      : moves_(moves), results_(moves.size()), mark_(moves.size()) {}

  std::vector<StepResult> follow_all() {
    for (std::size_t state = 0; state < moves_.size(); ++state) follow(state);
    return std::move(results_);
  }

 private:
  enum class Mark : char { untouched, open, done };

  void follow(std::size_t state) {
    if (mark_[state] == Mark::done) return;
    StepResult& result = results_[state];
    if (mark_[state] == Mark::open) {
      result.safe = false;
      return;
    }
    mark_[state] = Mark::open;
    if (moves_[state].escape) result.safe = false;
    if (moves_[state].rest) result.rests.set(state);
    for (std::size_t next = internal::set_place(moves_[state].successors); next < StateSet().size();
         next = internal::set_place(moves_[state].successors, next + 1)) {
      follow(next);
      // Every state on a cycle leads to it, so that marking one unsafe while it is open reaches all.
      if (!results_[next].safe) result.safe = false;
      result.rests |= results_[next].rests;
    }
    if (!result.safe) result.rests.reset();
    mark_[state] = Mark::done;
  }

  const std::vector<StateMoves>& moves_;
  std::vector<StepResult> results_;
  std::vector<Mark> mark_;
};

}  // namespace

std::vector<StepResult> step_results(const std::vector<StateMoves>& moves) {
  internal::require_index("moves", moves.empty() ? 0 : static_cast<std::ptrdiff_t>(moves.size()) - 1,
                          StateSet().size());
  for (const StateMoves& move : moves) {
    internal::require_states("successors", move.successors, static_cast<int>(moves.size()));
  }
  return Follower(moves).follow_all();
}

StepResult step(const std::vector<StepResult>& results, const StateSet& belief) {
  internal::require_states("belief", belief, static_cast<int>(results.size()));
  StepResult all;
  for (std::size_t state = 0; state < results.size(); ++state) {
    if (!belief[state]) continue;
    all.safe = all.safe && results[state].safe;
    all.rests |= results[state].rests;
  }
  if (!all.safe) all.rests.reset();
  return all;
}

}  // namespace pawl
