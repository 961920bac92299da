// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/insertion.h>

#include <string>
#include <vector>

namespace pawl {

/// A contact force (N) that is larger than this many times the wrench it balances (fx, fy, tau / rho) is one that no
/// real fixture gives: a lever arm of a millionth of the part holds it.
inline constexpr double kLargestForce = 1e6;

/// Whether an answer, exact for the numbers of a contact set, is one to build on.
///
/// It is not when contacts depend on each other within their errors, and not whatever the errors are (as opposite pins
/// do that were turned and rounded); when it changes as the contacts with an error (Contact::error) move within it; or
/// when it needs contact forces beyond kLargestForce. Errors are tried in pairs of opposite displacements of at least
/// tolerance::kTrialError, so that whatever changes at the numbers themselves, to first order, is found; this is no
/// proof for what changes further away, within the error. Sets whose contacts carry no error are not tried: a tie that
/// is exact is one.
///
/// The functions below throw InputError for a contact set that is not valid, for wrenches and twists that are not
/// finite, and for an answer that cannot be that of the set: a mode of another length, a contact that is not there.
struct [[nodiscard]] Certainty {
  bool certified = true;
  std::vector<int> contacts;  ///< those whose error or force it is, from 0, ascending
  std::string reason;         ///< for people; empty when certified
};

/// Of the feasible modes of a set. Keeps none of them; one walk over them for each displacement, which `stop` may end:
/// the answer is then not certified.
Certainty certainty_of_modes(const ContactSet& set, const StopToken& stop = {});

/// Of wrench_cone(set, mode).
Certainty certainty_of_cone(const ContactSet& set, const WrenchCone& cone);

/// Of Ambiguity(set).of_mode(pattern) and closure(set).
Certainty certainty_of_mode(const ContactSet& set, const std::string& pattern, const ModeAmbiguity& found,
                            const Closure& held);

/// Of Ambiguity(set).of_wrench(wrench).
Certainty certainty_of_wrench(const ContactSet& set, const Eigen::Vector3d& wrench, const WrenchAmbiguity& found);

/// Of forward(set, wrench, twist).
Certainty certainty_of_forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                               const ForwardSolutions& found);

/// Of plan_insertion(graph, options), found or none.
Certainty certainty_of_plan(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& found);

}  // namespace pawl
