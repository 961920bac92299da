// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::tolerance {

/// Default largest |gap| of a fixel that touches, m: a micrometre, well under what fixtures are made to.
inline constexpr double kContact = 1e-6;

/// Two points of an outline are equally close to a fixel across a gap when their distances differ by less than this
/// part of the distance (dimensionless): a direction that depends on less than that is no direction a fixture has.
inline constexpr double kEqualDistance = 1e-9;

/// Rounding of a length computed from coordinates, as part of the largest coordinate (dimensionless): 2^-52 with room.
inline constexpr double kLengthRounding = 1e-14;

/// An angle this near to a quarter turn is one, rad: the quarter turn as written with 13 digits.
inline constexpr double kQuarterTurn = 1e-12;

/// A unit vector in doubles is taken from integers unless its entries are surely this good (dimensionless).
inline constexpr double kUnitVector = 1e-12;

/// Contacts that part, approach or slide no faster than this rest, m/s: they need over a minute for kContact.
inline constexpr double kRestingVelocity = 1e-8;

/// A degree of freedom whose inertia, with those before it free to move, is less than this part of its own diagonal
/// entry (dimensionless) moves no mass: what is left is rounding.
inline constexpr double kMassless = 1e-13;

/// Rows of constraints depend on each other when a pivot falls below this part of the largest (dimensionless).
inline constexpr double kDependentRows = 1e-10;

/// Pins that depend on each other may contradict each other by this much, m: a micrometre, under the play of any joint.
/// They are then met in the least-squares sense.
inline constexpr double kPinClosure = 1e-6;

/// A sum of products that comes to less than this part of its magnitudes' sum is 0 (dimensionless): rounding with room.
inline constexpr double kCancelled = 1e-14;

/// A motion is verified when no residual, as part of what its equation adds up, is larger (dimensionless).
inline constexpr double kMotionResidual = 1e-9;

/// How far contacts that carry an error are moved to try an answer, as part of the radius of gyration (and of a
/// radian), dimensionless: at least this, whatever smaller error they have.
inline constexpr double kTrialError = 1e-9;

/// Forces are right when J c misses M v' - g by no more than this part of its largest term (dimensionless).
inline constexpr double kForceResidual = 1e-9;

}  // namespace pawl::tolerance
