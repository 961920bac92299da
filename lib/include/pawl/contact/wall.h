// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/feature.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// A wall: a fixed body with an outline, which may have holes. The material is inside the outline and outside the
/// holes. A pocket is a plate with a hole; jaws, V-blocks and stops are outlines without holes.
struct Wall {
  Outline outline;                                  ///< outline, in the wall's frame
  std::vector<Outline> holes;                       ///< holes inside the outline, in the wall's frame
  Eigen::Vector3d pose{0, 0, 0};                    ///< pose (x, y, theta) of the wall's frame in the world (m, m, rad)
  std::optional<Friction> friction = std::nullopt;  ///< friction at this wall; by default, the friction that all fixels
                                                    ///< and walls share

  Loops loops() const { return {outline, holes}; }
};

/// A contact of the part with a wall: the feature of the part, the feature of the wall, and the frame of the contact.
struct WallContact {
  std::size_t wall = 0;  ///< number of the wall, from 0
  Feature of_part;       ///< feature of the part: corner, edge, arc or disc
  Feature of_wall;       ///< feature of the wall: corner, edge, arc or disc
  Contact contact;       ///< the contact, frame of the part; its `fixel_radius` is the wall's radius of curvature
};

/// Finds the contacts of a part with walls, in the part's frame [MODEL section 11]. A contact is a pair of features,
/// one of the part and one of a wall, at which the two bodies are closest to each other. A convex corner or a convex
/// arc of one body can touch an edge, a convex arc or a concave arc of the other body. Two flush edges have two
/// contacts, at the ends of their overlap. A concave corner is never a feature of a contact. A corner that lies in a
/// concave corner touches both edges of the concave corner.
///
/// A contact touches if |gap| is at most `contact_tolerance` (m). A pair with a larger gap, up to `reach` (m), is
/// listed as a contact that the part can approach, if no other feature of the two bodies lies between the two features.
/// A corner is also listed if one of its edges lies over an edge of the other body within `reach`: these edges are or
/// can become flush.
///
/// Contacts are sorted by wall, then by the part's loop, then by the part's vertices and edges in outline order (vertex
/// 0, edge 0, vertex 1, ...), and then in the same way by the wall's loop, vertices and edges.
///
/// If a corner of the part is on an edge of the wall, the normal is the normal of that edge, and the contact point is
/// the corner. Both are exact if the wall is turned relative to the part by a multiple of a quarter turn. For other
/// pairs, normal and point are as exact as for fixels. If two edges are flush, both contacts have the normal of the
/// part's edge.
///
/// `friction` applies to walls that state no friction. `unit` is the name of the unit of length in messages.
///
/// Throws InputError, which lists all faults, for an invalid outline of the part (`/outline/...`) or of wall k
/// (`/walls/k/outline/...`), and for numbers as find_contacts() does (`/pose/i`, `/walls/k/pose/i`,
/// `/walls/k/friction`, `/contact_tolerance`, `/reach`). If the input has none of these faults, throws InputError
/// (`/walls/k`) for a wall that the part overlaps by more than contact_tolerance, and for a contact without a unique
/// normal. A contact has no unique normal if a convex corner touches a convex corner (unless edges at both corners are
/// flush), or if a convex feature lies at the centre of a concave arc: an arc with the same centre, or a corner at the
/// centre.
std::vector<WallContact> find_wall_contacts(const Loops& part, const Eigen::Vector3d& pose, std::span<const Wall> walls,
                                            const Friction& friction = {},
                                            double contact_tolerance = tolerance::kContact, double reach = 0,
                                            const char* unit = "m");

}  // namespace pawl
