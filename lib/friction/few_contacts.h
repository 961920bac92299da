// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

namespace pawl {

/// Closed forms for a problem of one contact, or of two that slide: one of its modes after the other. False where there
/// are more contacts, or where no mode fits in doubles; else z solves problem.lcp() but for rounding.
bool solve_few_contacts(const PlanarContactProblem& problem, Eigen::VectorXd& z);

}  // namespace pawl
