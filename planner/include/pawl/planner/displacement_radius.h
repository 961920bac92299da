// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include <optional>

namespace pawl {

/// How far the part may be from the seat for what a step does from rest to be what the plan says: displaced by up to
/// `displacement` and turned by up to `rotation` at once.
struct DisplacementRadius {
  double displacement = 0;  ///< of the centre of mass, m
  double rotation = 0;      ///< rad
};

/// The radius of a step of a plan, by bisection to a thousandth [MODEL section 9].
///
/// A fixel moves, in the part, by at most sigma = |delta| + 2 sin(|phi| / 2) max |f_i - c|, and the force turns by phi.
/// Against a straight side the contact's normal and the arm of its tangent stay, the arm d of its normal changes by
/// sigma at most. So with every d anywhere within its sigma, in forces and in accelerations apart from each other, and
/// the force anywhere within its phi, no mode may be possible that leads elsewhere: for each state, letters and sign of
/// the angular acceleration a plane must part M times the accelerations of the mode from the cone of the wrench and the
/// contact forces. Of a plan by energy it is that the part rests nowhere but at the goal, which stays the lowest point.
/// Half of sigma is given to the displacement and half to the turn. A lower bound. Velocity, and which gap closes while
/// it lasts, are not looked at.
///
/// Nothing where that is not known: goals of other than three contacts that locate the part, all there are; contacts
/// with corners and arcs; springs; starts by displacement. With an outline sigma ends where another side might come
/// nearer to a fixel; stated contacts are taken as points on straight sides without end. `outline` in the frame of the
/// contact set. Throws InputError for a step that the plan does not have.
std::optional<DisplacementRadius> displacement_radius(const PlanProblem& problem, const InsertionPlan& plan,
                                                      std::size_t step, const std::optional<Outline>& outline);

}  // namespace pawl
