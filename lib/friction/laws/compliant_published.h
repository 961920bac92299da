// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_law.h>

namespace pawl::internal {

/// The compliant contacts' quadratic program as it is printed [Drum19, (83)-(85) and (87)-(96)], in impulses c = h
/// lambda:
///
///   min |c_n|^2/2 + |c_t|^2/2 + |beta|^2/(2h),   beta = c_t + h B_t v_t
///   c_n + D (v_n + offset) >= 0,   c_n >= 0,   |c_t| <= mu c_n
///
/// What is complementarity in the law is an inequality here, so that forces across an open gap, and larger normal
/// forces for the friction that they allow, are no error of it.
void solve_published_compliant(const Compliant& law, const ContactProblem& problem, ContactImpulses& answer);

/// How far impulses are from its solution: from its inequalities, m/s, and the gradient from what these can balance.
double published_residual(const Compliant& law, const ContactProblem& problem, const ContactImpulses& impulses);

}  // namespace pawl::internal
