// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "exact_cone.h"
#include "modes/motion_cone.h"

namespace pawl {

/// What the facets of a mode's closed cone hold; depends on the mode's letters alone.
struct FaceIncidence {
  std::vector<std::vector<char>> on_face;  ///< [facet][motion ray]: whether M times the ray lies on the facet
  std::vector<std::vector<int>> edges;     ///< of a cone with three facets or more: the two through each extreme ray
};

/// `wrenches`: for each ray of the motion cone M times it, in the pool.
FaceIncidence face_incidence(DirectionPool& pool, std::span<const int> wrenches, const Cone& cone);

/// The maximal faces of a mode's closed cone that do not belong to the mode's set of wrenches, each by a minimal set of
/// facet indices. A face belongs when, for every strict row, some ray of the motion cone maps into the face and is
/// strict on the row.
std::vector<std::vector<int>> excluded_faces(DirectionPool& pool, const MotionCone& motion,
                                             const FaceIncidence& incidence);

}  // namespace pawl
