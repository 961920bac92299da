// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/body_contact.h>
#include <pawl/bodies/loads.h>
#include <pawl/friction/contact_equations.h>

#include <Eigen/Core>
#include <vector>

#include "bodies/kinematics.h"

namespace pawl::internal {

// The terms of M u' = f + N' c_n + T' c_t + B' lambda [TPSL97, (2)-(4)] for bodies and jointed arms, one file each, all
// from the kinematics of one state. By the principle of virtual work a force on a point enters with the transpose of
// the row that gives the point's velocity.

/// M: the masses and inertias of bodies on the diagonal, and over links m J_c' J_c + I J_w' J_w, with J_c u the
/// velocity of the centre of mass and J_w u the spin. Cost: depth squared a link, besides clearing degrees()^2 entries.
Eigen::MatrixXd mass_matrix(const Kinematics& kinematics);

/// f: wrenches and weights of bodies; J_c' (F + m g - m bias) + J_w' tau over links, bias the acceleration of the
/// centre of mass where u' = 0; known efforts. Cost: depth a link.
Eigen::VectorXd applied_force(const Kinematics& kinematics, const Loads& loads);

/// Sets N, T, their velocity products b_n and b_t (equations in <pawl/bodies/equations_of_motion.h>), friction and
/// gaps. Cost: depth of both solids a contact, besides clearing contacts x degrees() entries.
void set_contact_rows(const Kinematics& kinematics, const std::vector<BodyContact>& contacts, ContactEquations& e);

/// B: one equation u_j' = its known acceleration a drive, then two a pin, that its two points keep their distance 0:
/// (J_b - J_a) u' = bias_a - bias_b in x and y. Cost: depth of both solids a pin, besides clearing the rows.
Bilateral bilateral_rows(const Kinematics& kinematics, const Loads& loads);

}  // namespace pawl::internal
