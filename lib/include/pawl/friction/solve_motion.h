// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <optional>

namespace pawl {

/// A solution of a motion problem, or a proof that there is none.
struct [[nodiscard]] ContactAnswer {
  LcpAnswer lcp;  ///< of contact_lcp(problem); its refutation holds as proves_no_solution(problem) says
  std::optional<SystemMotion> motion;  ///< when solved
  MotionResiduals residuals;           ///< of that motion
};

/// The methods of ContactProblemSolver, on contact_problem(problem) [TPSL97, (32)-(35)]. `solved` only when the LCP's
/// residual is at most kLcpResidual and verify() finds the motion within tolerance::kMotionResidual; `none` only with a
/// refutation that was checked in exact numbers from the doubles of the motion problem, not from the rounded M. (With
/// pins, or drives whose motion is no double, from those of contact_problem(problem), which are rounded.)
ContactAnswer solve_motion(const MotionProblem& problem, const LcpLimits& limits = {});

/// Whether the refutation proves, exactly for the doubles of contact_problem(problem), that they have no solution.
[[nodiscard]] bool proves_no_solution(const MotionProblem& problem, const LcpRefutation& refutation);

}  // namespace pawl
