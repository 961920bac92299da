// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/friction/contact_problem.h>

#include "friction/contact_dynamics.h"
#include "lcp/search/exact_lcp.h"

namespace pawl::internal {

/// ContactProblem::lcp() of a valid problem, by what its dynamics are already.
Lcp lcp_of(const ContactProblem& problem, const ContactDynamics<double>& dynamics);

/// ContactProblem::lcp() in exact numbers, from the problem's doubles. Rounding the dense M breaks what holds in the
/// structure (low rank, force loops), and with it proofs that there is no solution. Without variables when stopped.
ExactLcp exact_lcp(const ContactProblem& problem, const StopToken& stop = {});

}  // namespace pawl::internal
