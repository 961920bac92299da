// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "contact/motion_cone.h"
#include "exact_cone.h"

namespace pawl {

/// The maximal faces of a mode's closed cone that do not belong to the mode's set of wrenches, each by a minimal set of
/// facet indices. A face belongs when, for every strict row, some ray of the motion cone maps into the face and is
/// strict on the row.
std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             const std::array<double, 3>& inertia, const ExactCone& cone);

}  // namespace pawl
