// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include "lcp/search/refutation.h"

namespace pawl::internal {

/// As the public function of that name, of a refutation in numbers.
bool proves_no_solution(const ContactProblem& problem, const Refutation& refutation, const StopToken& stop);

}  // namespace pawl::internal
