// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>

namespace pawl::internal::inline planner {

/// Returns whether a wrench of any size belongs to a domain, up to the rounding of a printed wrench.
bool can_give(const WrenchDomain& domain, const Eigen::Vector3d& wrench);

}  // namespace pawl::internal::inline planner
