// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/simulation/support.h>

#include "trial_problem.h"

namespace pawl::internal {

/// |(fx, fy, tau / rho)| of each wrench, N.
double force_of(const TrialProblem& problem, const TrialOptions& options);

/// The part's friction on what lies under it.
Support support_of(const TrialProblem& problem, const TrialOptions& options, const Outline& outline,
                   const Eigen::Vector2d& center_of_mass);

/// Throws InputError, with every fault, for a tray or a support that trials cannot be made with (see try_plan).
void require_support(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options);

}  // namespace pawl::internal
