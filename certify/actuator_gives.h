// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <Eigen/Core>

namespace pawl::internal {

/// Whether a wrench is one of a domain's, of any size, within rounding of a printed one.
bool can_give(const WrenchDomain& domain, const Eigen::Vector3d& wrench);

}  // namespace pawl::internal
