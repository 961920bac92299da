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

/// A mode of a contact state and where it leads.
struct StateMode {
  WrenchCone cone;
  /// No row of the mode is strict (every touching contact rolls, no fixel is approached): with wrenches of the state's
  /// rest cone the part rests, with the others of the mode's cone it moves away for good.
  bool can_rest = false;
  FixelSet kept;        ///< contacts with letter l, r, n
  FixelSet approached;  ///< letter a
  StateSet successors;  ///< states that gains of approached fixels lead to; none: moving, the part escapes
  /// Some arriving velocity of the mode may make a kept or gained contact bounce off at a gain [MODEL section 6]. Known
  /// where the graph was made with Gains::kept, else see may_bounce.
  bool bounces = false;
};

/// What may happen in one state under one wrench.
struct StateMoves {
  bool rest = false;    ///< the part may stay in the state
  bool escape = false;  ///< it may move away for good
  StateSet successors;  ///< states that it may come to
  bool operator==(const StateMoves&) const = default;
};

namespace internal::inline planner {
class GapOrder;
}

/// The contact states round a seated pose, their modes and what follows from them [MODEL section 6]. All states share
/// the seated pose's contacts; a state's fixels touch, the others have open gaps. A moving mode keeps its contacts l,
/// r, n, loses those in `s`, and gains first any non-empty set of its `a`, the gaps being unknown: it leads to the
/// smallest state that holds kept and gained.
///
/// A state that does not exist and a wrench that is not finite throw InputError.
class ContactGraph {
 public:
  /// Whether gains count that may bounce off: with `kept` a mode that may is as unsafe as an escape. With
  /// `not_surely_lost` it is so only where no rounding of the contacts can change that; a plan then proves nothing, but
  /// where there is none either, rounding is not the reason.
  enum class Gains { any, kept, not_surely_lost };
  struct Options {
    Gains gains = Gains::any;
    /// Displacements (dx, dy, dtheta) of the part from the seated pose, frame of the contact set, about the centre of
    /// mass. When there are some the graph has one more state, `displaced()`: out of contact and displaced by a
    /// positive combination of them, so that something is known of which gap closes first.
    std::vector<Eigen::Vector3d> displacements;
    /// How texts call the contacts, as the fixels that they are of: a number each, or none for 1, 2, ...
    std::vector<int> numbers = {};
  };

  /// Throws InputError as ContactStates does; for a displacement that does not open every gap; for numbers of another
  /// count; for displacements where StateSet has no room for one more state.
  explicit ContactGraph(const ContactSet& seated) : ContactGraph(seated, Options{}) {}
  ContactGraph(const ContactSet& seated, Options options, const StopToken& stop = {});

  /// The same with Gains::kept, or with another way to judge gains.
  ContactGraph keeping_gains(const StopToken& stop = {}) const { return judging(Gains::kept, stop); }
  ContactGraph judging(Gains gains, const StopToken& stop = {}) const;

  /// False when `stop` ended the making. Then contacts(), options() and states() can be asked; what needs the modes
  /// throws InputError, and a plan is not looked for.
  [[nodiscard]] bool complete() const { return complete_; }
  const ContactSet& contacts() const { return seated_; }
  const Options& options() const { return options_; }
  const ContactStates& states() const { return states_; }
  int count() const { return states_.count() + (order_ ? 1 : 0); }  ///< of states, the displaced one among them
  int displaced() const { return states_.count(); }                 ///< its number
  std::vector<int> fixels(int state) const { return states_.fixels(contact_state(state)); }  ///< that touch
  std::string name(int state) const;  ///< for people: "{1 2}", by Options::numbers

  const std::vector<StateMode>& modes(int state) const { return modes_[known_state(state)]; }
  /// {-J c} of the state's contacts: the wrenches with which the part may rest.
  const Cone& rest_cone(int state) const { return rest_[known_state(state)]; }
  /// The contact set in which just the state's fixels touch.
  ContactSet contacts_in(int state) const;
  /// States that a mode leads to, gaining first any non-empty set of `approached`.
  StateSet successors(const FixelSet& kept, const FixelSet& approached) const;
  const internal::GapOrder* gap_order() const { return order_.get(); }  ///< of the displaced state, if there is one

  /// What wrench g (frame of the contact set, what its numbers mean) does in a state.
  StateMoves moves(int state, const Eigen::Vector3d& g) const;
  /// Whether in the plastic impact of some gain after the mode some contact kept or gained may bounce off. True, for
  /// safety, when stopped.
  [[nodiscard]] bool may_bounce(int state, const StateMode& mode, const StopToken& stop = {}) const;

  /// The modes behind it: indices of modes(state) consistent with g.
  std::vector<int> consistent(int state, const Eigen::Vector3d& g) const;

 private:
  [[nodiscard]] bool add_states(const StopToken& stop);
  [[nodiscard]] bool add_modes(int state, const FeasibleModesSolver& feasible, WrenchConeSolver& solver,
                               const StopToken& stop);
  [[nodiscard]] bool judge_gains(const StopToken& stop);
  [[nodiscard]] bool may_bounce(const StateMode& mode, const WrenchCone& arriving, const StopToken& stop) const;
  /// The modes of the plastic impact in a state in which contacts of it bounce off.
  struct Impact {
    FixelSet lost;
    WrenchCone cone;
  };
  std::vector<Impact> impacts_in(int state) const;
  /// The state in contact that has the same modes: of the displaced state that of no contact.
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
  std::vector<std::vector<Impact>> impacts_;
  Options options_;
  std::shared_ptr<const internal::GapOrder> order_;
  bool complete_ = false;
};

/// The states reachable from `from` under g as a Graphviz digraph: states by their names, doubly circled
/// where the part may rest, edges labelled with modes, escapes to a node of their own. Throws InputError for states
/// that do not exist, a wrench that is not finite and a graph that is not complete; so does keeps_contacts.
void write_graphviz(std::ostream& out, const ContactGraph& graph, const Eigen::Vector3d& g, const StateSet& from);

/// Whether every gain under g keeps its contacts, in all states that the part may pass from a belief. False, for
/// safety, when stopped.
[[nodiscard]] bool keeps_contacts(const ContactGraph& graph, const StateSet& belief, const Eigen::Vector3d& g,
                                  const StopToken& stop = {});

/// Where the part may come to rest, from one state under one wrench held until then.
struct StepResult {
  bool safe = true;  ///< no escape and no cycle among the states it may pass
  StateSet rests;    ///< where safe
  bool operator==(const StepResult&) const = default;
};

/// For each state, from what may happen in each: follows all successors. Throws InputError for more states than a
/// StateSet has room for, and successors that are none of them.
std::vector<StepResult> step_results(const std::vector<StateMoves>& moves);

/// One belief's step: safe if it is from each state of the belief; the union of the rests. Throws InputError for a
/// belief in states without results.
StepResult step(const std::vector<StepResult>& results, const StateSet& belief);

}  // namespace pawl
