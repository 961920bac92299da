// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/contact_states.h>

#include <Eigen/Core>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

namespace pawl {

/// A mode of a contact state, and the states to which this mode leads.
struct StateMode {
  WrenchCone cone;
  /// True if the mode has no strict inequality: every touching contact rolls, and no fixel is approached. The part then
  /// rests under a wrench in the state's rest cone. Under all other wrenches in the mode's cone, the part moves away
  /// and never returns.
  bool can_rest = false;
  FixelSet kept;        ///< contacts with the letters l, r or n
  FixelSet approached;  ///< fixels with the letter a
  /// States to which the mode leads when an approached fixel is gained. If the set is empty, the mode is an escape,
  /// unless the part rests in the mode (can_rest).
  StateSet successors;
  /// True if a contact may bounce off at the end of a motion in this mode: for some velocity of the part, the impact at
  /// the gained contact may make a kept or gained contact bounce off [MODEL section 6]. Always false if the graph was
  /// made with Gains::any; call may_bounce() for such a graph. With Gains::not_surely_lost, true only if a contact
  /// bounces off for all values of the contacts within their rounding errors.
  bool bounces = false;
};

/// The possible results of one wrench in one contact state.
struct StateMoves {
  bool rest = false;    ///< whether the part may stay in this state
  bool escape = false;  ///< whether the part may move away and never return
  StateSet successors;  ///< states that the part may reach from this state
  bool operator==(const StateMoves&) const = default;
};

namespace internal::inline planner {
class GapOrder;
}

/// The contact states around a seated pose, their modes and their successors [MODEL section 6].
///
/// In all states, the contact points and normals are those of the seated pose. In each state some fixels touch and the
/// others have open gaps. A mode in which the part moves keeps the contacts with letters l, r and n, and loses those
/// with letter s. Because the sizes of the gaps are unknown, any non-empty subset of the fixels with letter a may be
/// gained first. The mode then leads to the smallest state that contains the kept and the gained contacts.
///
/// Members throw InputError for a state that does not exist and for a wrench that is not finite.
class ContactGraph {
 public:
  /// The treatment of modes in which a contact may bounce off when another contact is gained. With `any`, such modes
  /// are accepted. With `kept`, such modes are as unsafe as an escape. With `not_surely_lost`, such a mode is unsafe
  /// only if the contact bounces off for all values of the contacts within their rounding errors. A plan in a
  /// `not_surely_lost` graph proves nothing. If such a graph has no plan, however, rounding is not the reason.
  enum class Gains { any, kept, not_surely_lost };
  struct Options {
    Gains gains = Gains::any;
    /// Displacements (dx, dy, dtheta) of the part from the seated pose, about the centre of mass, in the frame of the
    /// contact set. If the list is not empty, the graph has one more state, `displaced()`. This state has no contact
    /// and a displacement that is a positive combination of the given displacements. These displacements restrict which
    /// gap can close first from this state.
    std::vector<Eigen::Vector3d> displacements;
    /// Numbers of the fixels in texts, one per contact. If the list is empty, the numbers are 1, 2, ...
    std::vector<int> numbers = {};
  };

  /// Throws the same InputErrors as the constructor of ContactStates. Also throws InputError if a displacement does not
  /// open every gap, if `numbers` is not empty and does not have one entry per contact, or if displacements are given
  /// and StateSet has no room for another state.
  explicit ContactGraph(const ContactSet& seated) : ContactGraph(seated, Options{}) {}
  ContactGraph(const ContactSet& seated, Options options, const StopToken& stop = {});

  /// The functions below return a copy of this graph with another treatment of gains. keeping_gains() uses Gains::kept,
  /// and judging() uses its argument.
  ContactGraph keeping_gains(const StopToken& stop = {}) const { return judging(Gains::kept, stop); }
  ContactGraph judging(Gains gains, const StopToken& stop = {}) const;

  /// Returns false if `stop` ended the construction early. In this case only contacts(), options() and states() are
  /// available. Members that need the modes throw InputError, and the planner does not search for a plan.
  [[nodiscard]] bool complete() const { return complete_; }
  const ContactSet& contacts() const { return seated_; }
  const Options& options() const { return options_; }
  const ContactStates& states() const { return states_; }
  int count() const { return states_.count() + (order_ ? 1 : 0); }  ///< number of states, including the displaced state
  /// Index of the displaced state, if the graph has one.
  int displaced() const { return states_.count(); }
  /// Numbers of the touching fixels, counted from 0.
  std::vector<int> fixels(int state) const { return states_.fixels(contact_state(state)); }
  std::string name(int state) const;  ///< name for people, such as "{1 2}", with the numbers of Options::numbers

  const std::vector<StateMode>& modes(int state) const { return modes_[known_state(state)]; }
  /// Returns the rest cone of a state: the wrenches -J c under which the part may rest. J is the Jacobian of the
  /// state's contacts, and c are contact forces within the friction cones.
  const Cone& rest_cone(int state) const { return rest_[known_state(state)]; }
  /// Returns the contact set in which only the state's fixels touch.
  ContactSet contacts_in(int state) const;
  /// Takes a mode that keeps the contacts `kept`. Returns the states to which this mode leads if any non-empty subset
  /// of the fixels `approached` may be gained first.
  StateSet successors(const FixelSet& kept, const FixelSet& approached) const;
  /// The order in which gaps may close from the displaced state; null if the graph has no displaced state.
  const internal::GapOrder* gap_order() const { return order_.get(); }

  /// Returns the possible results of the wrench g in a state. The wrench is in the frame of the contact set, and its
  /// doubles are taken as exact numbers.
  StateMoves moves(int state, const Eigen::Vector3d& g) const;
  /// Returns whether a plastic impact may make a kept or gained contact bounce off, at some gain that ends the mode. If
  /// `stop` ends the check early, returns true, which is the safe answer.
  [[nodiscard]] bool may_bounce(int state, const StateMode& mode, const StopToken& stop = {}) const;

  /// Returns the indices in modes(state) of the modes that are consistent with g.
  std::vector<int> consistent(int state, const Eigen::Vector3d& g) const;

 private:
  [[nodiscard]] bool add_states(const StopToken& stop);
  [[nodiscard]] bool add_modes(int state, const FeasibleModesSolver& feasible, WrenchConeSolver& solver,
                               const StopToken& stop);
  [[nodiscard]] bool judge_gains(const StopToken& stop);
  [[nodiscard]] bool may_bounce(const StateMode& mode, const WrenchCone& arriving, const StopToken& stop) const;
  /// A mode of the plastic impact in one state, in which at least one contact bounces off. `lost` contains the contacts
  /// of the state that bounce off.
  struct Impact {
    FixelSet lost;
    WrenchCone cone;
  };
  struct Impacts;
  /// Returns the impact modes of a state in which at least one contact bounces off. They are computed at the first call
  /// and shared by copies of the graph. Thread-safe.
  const std::vector<Impact>& impacts_in(int state) const;
  std::vector<Impact> find_impacts(int state) const;
  /// Returns the contact state that has the same modes as a state of the graph. For the displaced state, this is the
  /// contact state without contacts. For all other states, it is the state itself.
  int contact_state(int state) const {
    if (state < 0 || state >= count()) internal::refuse_state(state, count());
    return state < states_.count() ? state : 0;
  }
  std::size_t known_state(int state) const {
    const auto place = static_cast<std::size_t>(contact_state(state));
    if (place >= rest_.size()) internal::refuse_incomplete();
    return place;
  }
  StateSet displaced_successors(const StateMode& mode, const Eigen::Vector3d& g) const;

  ContactSet seated_;
  ContactStates states_;
  std::vector<std::vector<StateMode>> modes_;
  std::vector<Cone> rest_;
  std::shared_ptr<Impacts> impacts_;
  Options options_;
  std::shared_ptr<const internal::GapOrder> order_;
  bool complete_ = false;
};

/// Writes the states that are reachable from `from` under the wrench g as a Graphviz digraph. States have their names
/// as labels, and a double circle if the part may rest there. Edges have modes as labels. Escapes lead to a separate
/// node. Throws InputError if a state does not exist, the wrench is not finite or the graph is not complete.
void write_graphviz(std::ostream& out, const ContactGraph& graph, const Eigen::Vector3d& g, const StateSet& from);

/// Writes the whole graph as a Graphviz digraph with all states. A state has a double circle if some wrench other than
/// 0 may hold the part in this state. Edges are the moves that some wrench can cause. The edges of the displaced state
/// are the moves that are possible from at least one displacement. Throws InputError if the graph is not complete.
void write_graphviz(std::ostream& out, const ContactGraph& graph);

/// Checks all states that the part may pass through under the wrench g from a belief. Returns true if no gain in these
/// states can make a contact bounce off. If `stop` ends the check early, returns false, which is the safe answer.
[[nodiscard]] bool keeps_contacts(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop = {});

/// The result of a step that starts in one state. In a step, one wrench is applied until the part rests.
struct StepResult {
  /// True if neither an escape nor a cycle is possible among the states that the part may pass through.
  bool safe = true;
  StateSet rests;  ///< states in which the part may come to rest; valid only if `safe` is true
  bool operator==(const StepResult&) const = default;
};

/// Returns the result of a step for each state. `moves` contains the possible moves in each state. Follows all
/// successors. Throws InputError if there are more states than a StateSet can contain, or if a successor is not one of
/// the states.
std::vector<StepResult> step_results(const std::vector<StateMoves>& moves);

/// Returns the result of one step for a belief. The step is safe if it is safe from every state of the belief. Its rest
/// states are the union of the rest states from these states. Throws InputError if the belief contains a state that has
/// no entry in `results`.
StepResult step(const std::vector<StepResult>& results, const StateSet& belief);

}  // namespace pawl
