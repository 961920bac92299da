// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/io/valid_task.h>

#include <vector>

namespace pawl::draw::internal {

/// The task at its pose: a play of one instant for each wrench of a plan, or one without.
std::vector<PagePlay> task_stills(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches);

}  // namespace pawl::draw::internal
