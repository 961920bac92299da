// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include <optional>

namespace pawl {

/// The largest displacement from the seat for which a step from rest does what the plan predicts: the part may be
/// displaced by up to `displacement` and turned by up to `rotation` at once.
struct DisplacementRadius {
  double displacement = 0;  ///< of the centre of mass, m
  double rotation = 0;      ///< rad
};

/// Returns the radius of a step of a plan, found by bisection to a thousandth [MODEL section 9].
///
/// Relative to the part, a fixel moves by at most sigma = |delta| + 2 sin(|phi| / 2) max |f_i - c|, and the force turns
/// by phi. Along a straight edge, the contact's normal and the lever arm of its tangent stay the same, and the lever
/// arm d of its normal changes by at most sigma. So no mode that leads elsewhere may be possible for any d within its
/// sigma (independently in forces and in accelerations) and any force direction within its phi. For each state, letters
/// and sign of the angular acceleration, a plane must separate M times the accelerations of the mode from the cone of
/// the wrench and the contact forces. For a plan by energy the condition is instead that the part can rest only at the
/// goal, which stays the lowest point.
///
/// Half of sigma is given to the displacement and half to the rotation. The result is a lower bound. It does not cover
/// velocity, nor which gap closes while the part moves.
///
/// Returns nothing if the radius is unknown: unless the goal is three contacts that locate the part and are all its
/// contacts; for contacts of corners and arcs; for springs; and for displaced starts. With an outline, sigma is limited
/// to where another edge might come nearer to a fixel; stated contacts are treated as points on infinite straight
/// edges. `outline` is in the frame of the contact set. Throws InputError for a step that the plan does not have.
std::optional<DisplacementRadius> displacement_radius(const PlanProblem& problem, const InsertionPlan& plan,
                                                      std::size_t step, const std::optional<Outline>& outline);

}  // namespace pawl
