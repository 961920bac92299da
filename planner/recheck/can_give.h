// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>

namespace pawl::internal::inline planner {

/// Returns whether a wrench, scaled by any positive factor, belongs to a domain, with a tolerance for the rounding of a
/// printed wrench.
bool can_give(const WrenchDomain& domain, const Eigen::Vector3d& wrench);

}  // namespace pawl::internal::inline planner
