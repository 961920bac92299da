// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <optional>

namespace pawl {

/// A solution of contact laws, or a proof that there is none.
struct ContactAnswer {
  LcpAnswer lcp;                       ///< of contact_lcp(laws); its refutation holds as proves_no_solution(laws) says
  std::optional<SystemMotion> motion;  ///< when solved
  MotionResiduals residuals;           ///< of that motion
};

/// The methods of ContactProblemSolver, on contact_problem(laws) [TPSL97, (32)-(35)]. `solved` only when the LCP's
/// residual is at most kLcpResidual and verify() finds the motion within tolerance::kMotionResidual; `none` only with a
/// refutation that was checked in exact numbers from the doubles of the laws, not from the rounded M. (With pins,
/// or drives whose motion is no double, from those of contact_problem(laws), which are rounded.)
ContactAnswer solve_contact_laws(const ContactLaws& laws, const LcpLimits& limits = {});

/// Whether the refutation proves, exactly for the doubles of contact_problem(laws), that they have no solution.
bool proves_no_solution(const ContactLaws& laws, const LcpRefutation& refutation);

}  // namespace pawl
