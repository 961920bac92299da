// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "box_contacts.h"

namespace pawl::internal {

/// A lower bound of all gaps while the part moves from one pose to another, its origin straight and its angle evenly;
/// none where it is not found to be at least `floor`, which is below 0 where the motion begins in contact.
///
/// No gap changes faster than v = |dx, dy| + a |dtheta| a unit of the way, with a the largest distance of a fixel from
/// the part's origin. So from a gap g the motion goes on by (g - floor) / v for certain [conservative advancement,
/// Mirtich 1996], and between gaps g and h that are a way d apart none is below (g + h - v d) / 2. A step of less than
/// `least_step` of the way ends it.
std::optional<double> least_gap(const BoxContacts& contacts, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                                double floor, double least_step = 0x1p-24);

}  // namespace pawl::internal
