// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/friction/contact_problem.h>

#include "lcp/search/exact_lcp.h"

namespace pawl {

/// The LCP of contact_lcp() in exact numbers, from the doubles of the laws: masses, rows, impetus, offsets, friction.
/// Rounding the dense M breaks what holds in the structure (low rank, force loops), and with it proofs that there is no
/// solution. With pins it is that of the rounded entries.
internal::ExactLcp exact_contact_lcp(const ContactLaws& laws);

/// problem.lcp() likewise, from the doubles of the bodies and contacts.
internal::ExactLcp exact_lcp(const PlanarContactProblem& problem);

}  // namespace pawl
