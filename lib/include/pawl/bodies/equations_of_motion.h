// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/loads.h>
#include <pawl/bodies/state.h>
#include <pawl/friction/contact_equations.h>

#include <vector>

namespace pawl {

/// Returns the equations of motion of a planar system in one state, with its loads and the contacts between its solids.
/// Validates all arguments, and throws InputError, which lists all faults, if an argument is not valid, if a pin or
/// joint has a spring, or if the system can move without moving any mass.
///
/// The normal acceleration a_n of a contact is
///
///   a_n = n . (a_b - a_a) + (v_t^2 + 2 v_t (r_a w_a + r_b w_b) - r_a r_b (w_b - w_a)^2) / (r_a + r_b)
///
/// with the unit normal n, the sliding velocity v_t, the angular velocities w_a and w_b, the radii of curvature r_a and
/// r_b, and the accelerations a_a and a_b of the touching material points. a_n is the second derivative of the distance
/// between the two outlines, approximated by arcs. For a corner on an edge the last term is the Coriolis term 2 v_t
/// w_a. The tangential acceleration a_t = t . (a_b - a_a) is exactly the derivative of v_t at contacts that do not
/// separate. t is the normal turned by +90 degrees, so v_t > 0 if `b` slides to the left of the normal.
ContactEquations equations_of_motion(const System& system, const State& state, const std::vector<BodyContact>& contacts,
                                     const Loads& loads = {});

}  // namespace pawl
