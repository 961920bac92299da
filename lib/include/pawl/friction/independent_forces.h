// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>
#include <pawl/friction/contact_problem.h>

namespace pawl {

/// Returns impulses that have the same effect on all bodies as `impulses`, but fewer nonzero normal impulses. The
/// contacts with nonzero normal impulses have linearly independent normal rows J_n of the contact Jacobian. Their
/// number is therefore at most the rank of J_n, and at most the number of degrees of freedom.
///
/// Under viscous friction, such impulses exist if the problem has a solution [Drum15, theorem 1]. The normal impulses
/// c_n satisfy 0 <= c_n, v_n; c_n v_n = 0. They affect the velocities only through J_n'c_n, because the tangential
/// impulses depend only on the velocities. If J_n'z = 0 for some z other than 0, then c_n + s z is also a solution for
/// a suitable number s, with one nonzero normal impulse fewer [Caratheodory]. (Under Coulomb's law, such impulses may
/// leave the friction cones.)
///
/// The tangential impulses remain the same. The answer contains the residual of the new impulses (see verify()). Takes
/// O(m^2 n) for m degrees of freedom and n contacts. Throws InputError for an invalid problem or law, and for impulses
/// whose sizes do not fit.
ContactImpulses independent_forces(const Viscous& law, const ContactProblem& problem, const ContactImpulses& impulses);

}  // namespace pawl
