// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "contact/motion_cone.h"
#include "exact_cone.h"

namespace pawl {

/// The maximal faces of a mode's closed cone that do not belong to the mode's set of wrenches, each by a minimal set of
/// facet indices. A face belongs when, for every strict row, some ray of the motion cone maps into the face and is
/// strict on the row.
/// `wrenches`: for each ray of the motion cone M times it, in the pool.
std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             std::span<const int> wrenches, const ExactCone& cone);

}  // namespace pawl
