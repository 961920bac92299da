// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_problem.h>

namespace pawl {

/// Returns impulses with the same effect on all bodies whose nonzero normal impulses belong to contacts with linearly
/// independent rows J_n of the contact Jacobian. Their number is therefore at most the rank of J_n, and at most the
/// number of degrees of freedom.
///
/// Under viscous friction such a solution exists if any solution exists [Drum15, theorem 1]. The normal impulses c_n
/// satisfy 0 <= c_n, v_n; c_n v_n = 0, and determine the velocities through J_n'c_n alone, because tangential impulses
/// depend only on the velocities. If J_n'z = 0, some c_n + s z >= 0 therefore also is a solution, with one nonzero impulse
/// fewer [Caratheodory]. (Under Coulomb's law, such impulses may leave the friction cones.)
///
/// The tangential impulses remain the same. The residual is that of the new impulses in the law, see verify(). Takes
/// O(m^2 n) for m degrees of freedom and n contacts. Throws InputError for an invalid problem or law, and for sizes of the
/// impulses that do not fit.
ContactImpulses independent_forces(const Viscous& law, const ContactProblem& problem, const ContactImpulses& impulses);

}  // namespace pawl
