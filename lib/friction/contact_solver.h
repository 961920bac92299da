// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include "friction/path/contact_path_solver.h"
#include "lcp/portfolio.h"

namespace pawl::internal {

/// All methods for a contact problem, which is valid, in the order that ContactProblemSolver tells; the portfolio has
/// the limits, a further condition on solutions, and the answer.
void solve_contact_problem(const ContactProblem& problem, ContactProblemSolver::Start start, ContactPathSolver& path,
                           Portfolio& portfolio);

}  // namespace pawl::internal
