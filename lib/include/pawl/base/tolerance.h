// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::tolerance {

/// Default largest |gap| of a touching fixel, m: a micrometre, well below the manufacturing tolerance of fixtures.
inline constexpr double kContact = 1e-6;

/// Largest difference of the distances of two outline points from a fixel across a gap at which they count as equally
/// close, as a fraction of the distance (dimensionless). No real fixture determines a direction more finely.
inline constexpr double kEqualDistance = 1e-9;

/// Rounding error of a length computed from coordinates, relative to the largest coordinate (dimensionless): 2^-52 with
/// a margin.
inline constexpr double kLengthRounding = 1e-14;

/// Largest deviation at which an angle counts as a quarter turn, rad: the rounding of pi/2 written with 13 digits.
inline constexpr double kQuarterTurn = 1e-12;

/// Required accuracy of the entries of a unit vector in doubles; without it the vector is computed from integers
/// (dimensionless).
inline constexpr double kUnitVector = 1e-12;

/// Largest speed at which contacts that separate, approach or slide count as at rest, m/s: it takes over a minute to
/// cover kContact.
inline constexpr double kRestingVelocity = 1e-8;

/// Smallest inertia of a degree of freedom, with those before it free to move, relative to its own diagonal entry
/// (dimensionless). Below it, the rest is rounding, and the motion counts as massless.
inline constexpr double kMassless = 1e-13;

/// Smallest pivot relative to the largest (dimensionless) below which rows of constraints count as dependent.
inline constexpr double kDependentRows = 1e-10;

/// Allowed contradiction between dependent pins, m: a micrometre, less than the play of any joint. They are then met in
/// the least-squares sense.
inline constexpr double kPinClosure = 1e-6;

/// Magnitude of a sum of products, relative to the sum of their magnitudes, below which it counts as 0 (dimensionless):
/// rounding with a margin.
inline constexpr double kCancelled = 1e-14;

/// Largest residual of a verified motion, relative to the terms of its equation (dimensionless).
inline constexpr double kMotionResidual = 1e-9;

/// Smallest displacement of contacts that carry an error when an answer is tested for robustness, relative to the
/// radius of gyration (and to a radian), dimensionless. Used even if their error is smaller.
inline constexpr double kTrialError = 1e-9;

/// Largest error of J c = M v' - g for correct forces, relative to its largest term (dimensionless).
inline constexpr double kForceResidual = 1e-9;

// Time steps (pawl/simulation/step.h).

/// Largest gap of touching shapes, m. Shapes overlap if one is deeper than this inside the other, and a position beyond
/// the end of an edge by no more than this counts as its end.
inline constexpr double kTouching = 1e-8;

/// Largest error of a gap, slip, joint limit or pin at which the equations of a time step count as met, m (rad for a
/// revolute joint). A tenth of kTouching, so that a resting contact still touches after the step.
inline constexpr double kStepResidual = 1e-9;

/// Depth behind an edge's line at the start of a step beyond which a feature was never in front of it, m: twice the
/// overlap that a step may leave.
inline constexpr double kBehind = 2 * kTouching;

/// Largest rotation of a link in a mechanism in one step, rad. A step that turns a link by the angle a has a relative
/// error of about a^2 / 6.
inline constexpr double kMechanismRotation = 0.1;

/// Largest rotation in one step of a body relative to a body it may touch, rad. Beyond it the pair of touching features
/// cannot be tracked.
inline constexpr double kContactRotation = 0.5;

/// The same limit for circles, rad. A circle turns into itself, so only slip must be distinguished from rotation.
inline constexpr double kCircleRotation = 2;

/// Largest ratio of the kinetic energies after and before the contact impulses of a step, which should not exceed 1.
inline constexpr double kEnergyGain = 1.01;

/// Largest ratio of the energies of an island with mechanisms after and before a step, the work of forces included.
inline constexpr double kMechanismEnergyGain = 1.001;

/// Largest h P / (m r) of a convex arc of mass m that lies in a hollow arc whose radius is larger by r, pressed by the
/// impulse P in the first stage of a step h. Above 2 its swing in the hollow would grow from step to step.
inline constexpr double kHollowSwing = 0.5;

}  // namespace pawl::tolerance
