// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/insertion.h>

#include <string>
#include <vector>

namespace pawl {

/// Largest plausible contact force, as a multiple of the size of the wrench (fx, fy, tau / rho) that the force
/// balances. A larger force would act at a lever arm of less than a millionth of the part's size, which no real fixture
/// provides.
inline constexpr double kLargestForce = 1e6;

/// The result of a robustness test. An answer is exact for the given numbers of a contact set. The test searches for
/// changes of the answer within the errors of these numbers.
///
/// The answer is not certified in three cases:
/// - if contacts are linearly dependent for some values within their errors but not for all of them (for instance
///   opposite pins after a rotation and rounding);
/// - if the answer changes when contacts that have an error (Contact::error) move within this error;
/// - if the answer needs contact forces beyond kLargestForce.
///
/// The test displaces the contacts repeatedly, by random amounts and by the opposite amounts. The amounts are 50 to 100
/// % of the contacts' errors or, for smaller errors, of tolerance::kTrialError. To first order, this finds every change
/// that occurs at the given numbers. It proves nothing about changes that occur only at larger displacements, even if
/// these displacements are within the error. Contacts without errors are not displaced. If the answer depends on an
/// exact tie between such contacts, the tie is therefore accepted as exact.
///
/// The functions below throw InputError if the contact set is not valid, if a wrench or twist is not finite, or if the
/// answer cannot belong to the set (a mode of another length, a contact that does not exist).
struct [[nodiscard]] Certainty {
  bool certified = true;
  std::vector<int> contacts;  ///< contacts whose error or force makes the answer uncertain, counted from 0, ascending
  std::string reason;         ///< explanation for people; "" if `certified` is true
};

/// Checks whether rounding could change the feasible modes of a set. Enumerates the modes once per displacement of the
/// contacts, without storing them. If `stop` ends the enumeration early, the answer is not certified.
Certainty certainty_of_modes(const ContactSet& set, const StopToken& stop = {});

/// Checks whether rounding could change the result of wrench_cone(set, mode).
Certainty certainty_of_cone(const ContactSet& set, const WrenchCone& cone);

/// Checks whether rounding could change the results of Ambiguity(set).of_mode(pattern) and closure(set).
Certainty certainty_of_mode(const ContactSet& set, const std::string& pattern, const ModeAmbiguity& found,
                            const Closure& held);

/// Checks whether rounding could change the result of Ambiguity(set).of_wrench(wrench).
Certainty certainty_of_wrench(const ContactSet& set, const Eigen::Vector3d& wrench, const WrenchAmbiguity& found);

/// Checks whether rounding could change the result of forward(set, wrench, twist).
Certainty certainty_of_forward(const ContactSet& set, const Eigen::Vector3d& wrench, const Eigen::Vector3d& twist,
                               const ForwardSolutions& found);

/// Checks whether rounding could change the result of plan_insertion(graph, options). The result may be a plan or the
/// proof that no plan exists.
Certainty certainty_of_plan(const ContactGraph& graph, const PlanOptions& options, const InsertionPlan& found);

}  // namespace pawl
