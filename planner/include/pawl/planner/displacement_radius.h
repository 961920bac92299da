// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include <optional>

namespace pawl {

/// A bound on the displacement of the part from its seat. If the part starts a step at rest within this bound, the step
/// ends as the plan predicts. The part may be displaced by at most `displacement` and rotated by at most `rotation` at
/// the same time.
struct DisplacementRadius {
  double displacement = 0;  ///< largest displacement of the centre of mass, m
  double rotation = 0;      ///< largest rotation, rad
};

/// Returns the radius of a step of a plan (DisplacementRadius), found by bisection to a relative accuracy of 1/1000
/// [MODEL section 9]. Returns nothing if the radius is unknown.
///
/// Let the part be displaced by delta and turned by phi. Relative to the part, a fixel f_i then moves by at most sigma
/// = |delta| + 2 sin(|phi| / 2) max |f_i - c|, where c is the centre of mass, and the force turns by phi. If the
/// contact stays on a straight edge, its normal and the lever arm of its tangent do not change. The lever arm d of its
/// normal changes by at most sigma.
///
/// The condition is that no mode becomes possible that leads to states other than those of the plan. It must hold for
/// every change of d up to sigma (independently in forces and in accelerations) and for every change of the force's
/// direction up to phi. It is tested for each state, mode and sign of the angular acceleration. In each case, a plane
/// must separate two sets: M times the accelerations of the mode, where M is the mass matrix, and the cone of the
/// wrench and the contact forces. For a plan with the guarantee `energy` the condition is different: the part must be
/// able to rest only at the goal, and the goal must remain the pose of smallest potential energy.
///
/// Half of sigma is used for the displacement and half for the rotation. The result is a lower bound on the true
/// radius. It does not apply to a part that moves at the start, and it does not cover the order in which gaps close
/// during the motion.
///
/// The radius is known only if the seated part has exactly three contacts, all of them belong to the goal, and they
/// locate the part. It is unknown for contacts of corners and arcs, for springs, and for displaced starts. `part` is
/// the task's part. If the part has an outline, sigma is limited so that no other edge can come nearer to a fixel than
/// the edge of its contact. Stated contacts are treated as points on infinite straight edges. Throws InputError for a
/// step that the plan does not have.
std::optional<DisplacementRadius> displacement_radius(const PlanProblem& problem, const InsertionPlan& plan,
                                                      std::size_t step, const Part& part);

}  // namespace pawl
