// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "exact_cone.h"
#include "modes/motion_cone.h"

namespace pawl::internal {

// Which wrenches of a mode's closed cone the mode has, its strict rows strict.
//
// A wrench g = M v' - J c of the closed cone lies in the relative interior of one face. What of that face can be made
// with a v' on which a strict row is 0 is a matter of the face alone: sums of generators in the face give its whole
// interior, so if for every strict row some ray v'_k has M v'_k in the face and is strict on the row, their sum is a v'
// for all of the interior; and if for one row there is none, every v' of the face has that row 0. So the mode's set is
// the closed cone without some faces, and as a face in another has fewer rays, it is enough to name the maximal ones.
// O(facets * rays * strict rows).

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

}  // namespace pawl::internal
