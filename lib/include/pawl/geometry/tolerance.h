// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::tolerance {

/// Default largest |gap| of a fixel that touches, m: a micrometre, well under what fixtures are made to.
inline constexpr double kContact = 1e-6;

/// Two points of an outline are equally close to a fixel when their distances differ by less than this, m: the rounding
/// of coordinates of some metres, with room.
inline constexpr double kEqualDistance = 1e-12;

/// A unit vector in doubles is taken from integers unless its entries are surely this good (dimensionless).
inline constexpr double kUnitVector = 1e-12;

}  // namespace pawl::tolerance
