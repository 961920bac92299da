// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <optional>

namespace pawl {

/// A solution of a motion problem, or a proof that none exists.
struct [[nodiscard]] ContactAnswer {
  LcpAnswer lcp;  ///< answer for contact_lcp(problem); proves_no_solution(problem, ...) checks the refutation in this
                  ///< answer
  std::optional<SystemMotion> motion;  ///< the motion; set if the status of `lcp` is `solved`
  MotionResiduals residuals;           ///< residuals of `motion`
};

/// Solves contact_problem(problem) with the methods of ContactProblemSolver [TPSL97, (32)-(35)].
///
/// The status is `solved` only if the LCP's residual is at most kLcpResidual and the residuals of verify() are at most
/// tolerance::kMotionResidual. The status is `none` only if a refutation was found and then checked in exact
/// arithmetic. The check is exact for the doubles of the motion problem, and does not use the rounded matrix M of the
/// LCP. With pins, or with drives whose motion is not a double, the check is exact for the doubles of
/// contact_problem(problem), which are rounded.
ContactAnswer solve_motion(const MotionProblem& problem, const LcpLimits& limits = {});

/// Returns whether the refutation proves that the motion problem has no solution. The proof is exact for the doubles of
/// contact_problem(problem).
[[nodiscard]] bool proves_no_solution(const MotionProblem& problem, const LcpRefutation& refutation);

}  // namespace pawl
