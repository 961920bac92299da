// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::tolerance {

/// Default largest |gap| of a touching fixel, m: a micrometre, well below the manufacturing tolerance of fixtures.
inline constexpr double kContact = 1e-6;

/// Two outline points count as equally far from a fixel if their distances from it differ by at most this fraction of
/// the distance (dimensionless). This tolerance applies to fixels that do not touch the part. It is far below the
/// accuracy with which a real fixture determines a direction.
inline constexpr double kEqualDistance = 1e-9;

/// Rounding error of a length computed from coordinates, relative to the largest coordinate (dimensionless). It is
/// 2^-52 with a margin.
inline constexpr double kLengthRounding = 1e-14;

/// Largest difference from pi/2 at which an angle counts as a quarter turn, rad: the rounding of pi/2 written with 13
/// digits.
inline constexpr double kQuarterTurn = 1e-12;

/// Required accuracy of the entries of a unit vector in doubles (dimensionless). If floating-point arithmetic does not
/// reach this accuracy, the vector is computed from integers.
inline constexpr double kUnitVector = 1e-12;

/// Largest speed, m/s, at which a separating, approaching or sliding contact counts as at rest. At this speed, a motion
/// by kContact takes over a minute.
inline constexpr double kRestingVelocity = 1e-8;

/// Smallest pivot of the mass matrix, relative to its diagonal entry (dimensionless). The pivot is the inertia of a
/// degree of freedom if all earlier degrees of freedom can move freely. With a smaller pivot, which is due to rounding,
/// the degree of freedom counts as massless.
inline constexpr double kMassless = 1e-13;

/// A row of constraints counts as linearly dependent on others if its pivot is smaller than this, relative to the
/// largest pivot (dimensionless).
inline constexpr double kDependentRows = 1e-10;

/// Pins whose equations are linearly dependent may contradict each other by at most this distance, m: a micrometre,
/// less than the play of any joint. Such pins are satisfied in the least-squares sense.
inline constexpr double kPinClosure = 1e-6;

/// A sum of products counts as 0, because it may result from rounding alone, if its magnitude is below this fraction of
/// the sum of the products' magnitudes (dimensionless).
inline constexpr double kCancelled = 1e-14;

/// Largest residual of a verified motion, relative to the terms of its equation (dimensionless).
inline constexpr double kMotionResidual = 1e-9;

/// Smallest displacement by which a contact is moved to test the effect of its error, as a fraction of the radius of
/// gyration (for rotations: in rad). A contact whose error is smaller, but not 0, is moved by this amount.
inline constexpr double kTrialError = 1e-9;

/// Largest error of the equation J c = M v' - g at which forces c count as correct, relative to the equation's largest
/// term (dimensionless). Here J is the contact Jacobian, M the mass matrix, v' the acceleration and g the applied
/// wrench.
inline constexpr double kForceResidual = 1e-9;

// Time steps (pawl/simulation/step.h).

/// Largest gap of touching shapes, m. Shapes count as overlapping if they penetrate each other by more than this
/// length. A point that is beyond the end of an edge by at most this length counts as being at that end.
inline constexpr double kTouching = 1e-8;

/// Largest error of a gap, slip, joint limit or pin at which the equations of a time step count as met, m (rad for a
/// revolute joint). It is a tenth of kTouching, so that a resting contact still touches after the step.
inline constexpr double kStepResidual = 1e-9;

/// Limit on the depth of a feature behind the line of an edge at the start of a step, m. A feature that is deeper has
/// never been in front of that edge. The limit is twice the overlap that a step may leave.
inline constexpr double kBehind = 2 * kTouching;

/// Largest rotation of a link in a mechanism in one step, rad. A step that turns a link by the angle a has a relative
/// error of about a^2 / 6.
inline constexpr double kMechanismRotation = 0.1;

/// Largest rotation in one step of a body relative to another body that it may touch, rad. If a body rotates further,
/// the pair of touching features cannot be tracked.
inline constexpr double kContactRotation = 0.5;

/// Largest rotation in one step of a circle relative to a body that it may touch, rad. The limit is larger than for
/// other shapes, because rotation about its centre does not change a circle. The limit only serves to distinguish slip
/// from rotation.
inline constexpr double kCircleRotation = 2;

/// Largest accepted ratio of the kinetic energy after the contact impulses of a step to the kinetic energy before them.
/// In exact arithmetic the ratio is at most 1.
inline constexpr double kEnergyGain = 1.01;

/// Largest accepted ratio of the energy after a step to the energy before it, for an island with mechanisms. The energy
/// before the step includes the work of the forces.
inline constexpr double kMechanismEnergyGain = 1.001;

/// Limit on the swing of a convex arc in a concave arc: largest value of h P / (m r) (dimensionless). Here m is the
/// mass of the body with the convex arc, r the difference of the radii, h the duration of the step, and P the contact
/// impulse of the first stage. Above 2 the swing would grow from step to step.
inline constexpr double kHollowSwing = 0.5;

}  // namespace pawl::tolerance
