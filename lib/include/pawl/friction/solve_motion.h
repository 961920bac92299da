// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <optional>

namespace pawl {

/// A solution of a motion problem, or a proof that none exists.
struct [[nodiscard]] ContactAnswer {
  LcpAnswer lcp;  ///< answer for contact_lcp(problem); proves_no_solution(problem, ...) checks its refutation
  std::optional<SystemMotion> motion;  ///< the motion, if solved
  MotionResiduals residuals;           ///< residuals of that motion
};

/// Solves contact_problem(problem) with the methods of ContactProblemSolver [TPSL97, (32)-(35)].
///
/// The status is `solved` only if the LCP's residual is at most kLcpResidual and the residuals of verify() are at most
/// tolerance::kMotionResidual. The status is `none` only if a refutation was found and then checked in exact
/// arithmetic. The check is exact for the doubles of the motion problem, and does not use the rounded matrix M of the
/// LCP. With pins, or with drives whose motion is not a double, the check is exact for the doubles of
/// contact_problem(problem), which are rounded.
ContactAnswer solve_motion(const MotionProblem& problem, const LcpLimits& limits = {});

/// Returns whether the refutation proves, exactly for the doubles of contact_problem(problem), that no solution exists.
[[nodiscard]] bool proves_no_solution(const MotionProblem& problem, const LcpRefutation& refutation);

}  // namespace pawl
