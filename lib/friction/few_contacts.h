// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include "friction/contact_dynamics.h"

namespace pawl::internal {

/// Closed forms for a problem of one contact, or of two that slide: one of its modes after the other (open, sliding
/// either way, sticking). False where there are more contacts, or where no mode fits in doubles; else z solves
/// problem.lcp() but for rounding. `dynamics` are the problem's.
bool solve_few_contacts(const ContactProblem& problem, const ContactDynamics<double>& dynamics, Eigen::VectorXd& z);

}  // namespace pawl::internal
