// SPDX-License-Identifier: MIT
#pragma once

namespace pawl::tolerance {

/// Default largest |gap| of a touching fixel, m: a micrometre, well below the manufacturing tolerance of fixtures.
inline constexpr double kContact = 1e-6;

/// Largest difference of two distances that count as equal, divided by the smaller one (dimensionless). The distances
/// are those of two outline points from a fixel that does not touch the part. The value is far below the accuracy with
/// which a real fixture determines a direction.
inline constexpr double kEqualDistance = 1e-9;

/// Bound on the rounding error of a length computed from coordinates, relative to the largest coordinate
/// (dimensionless): about 45 times 2^-52.
inline constexpr double kLengthRounding = 1e-14;

/// Largest difference between an angle and a multiple of pi/2 at which the angle counts as a quarter turn, rad. pi/2
/// written with 13 digits is accepted.
inline constexpr double kQuarterTurn = 1e-12;

/// Required accuracy of the entries of a unit vector in doubles (dimensionless). If floating-point arithmetic does not
/// reach this accuracy, the vector is computed from integers.
inline constexpr double kUnitVector = 1e-12;

/// Largest speed, m/s, at which a separating, approaching or sliding contact counts as at rest. At this speed, a motion
/// of the length kContact takes 100 s.
inline constexpr double kRestingVelocity = 1e-8;

/// A degree of freedom counts as massless if its pivot in the factorisation of the mass matrix is below this fraction
/// of its diagonal entry (dimensionless), because such a pivot results from rounding. The pivot is the inertia of the
/// degree of freedom while all earlier degrees of freedom can move freely.
inline constexpr double kMassless = 1e-13;

/// A row of constraints counts as linearly dependent on other rows if its pivot is below this fraction of the largest
/// pivot (dimensionless).
inline constexpr double kDependentRows = 1e-10;

/// Largest distance, m, by which pins with linearly dependent equations may contradict each other: a micrometre, less
/// than the play of any joint. Such pins are satisfied in the least-squares sense.
inline constexpr double kPinClosure = 1e-6;

/// A sum of products counts as 0 if its magnitude is below this fraction of the sum of the products' magnitudes
/// (dimensionless), because rounding alone may have caused it.
inline constexpr double kCancelled = 1e-14;

/// Largest residual of a motion that is accepted as a solution, relative to the terms of its equation (dimensionless).
inline constexpr double kMotionResidual = 1e-9;

/// Smallest displacement by which a contact is moved to test the effect of its error, as a fraction of the radius of
/// gyration (for rotations: in rad). A contact with a smaller error is moved by this amount. A contact without an error
/// is not moved.
inline constexpr double kTrialError = 1e-9;

/// Largest error of the equation J c = M v' - g at which forces c count as correct, relative to the equation's largest
/// term (dimensionless). Here J is the contact Jacobian, M the mass matrix, v' the acceleration and g the applied
/// wrench.
inline constexpr double kForceResidual = 1e-9;

// The tolerances below belong to time steps (pawl/simulation/step.h).

/// Largest gap of touching shapes, m. Shapes count as overlapping if they penetrate each other by more than this
/// length. A point that is beyond the end of an edge by at most this length counts as being at that end.
inline constexpr double kTouching = 1e-8;

/// Largest error of a gap, slip, joint limit or pin in an accepted time step, m (rad for a revolute joint). It is a
/// tenth of kTouching, so that a resting contact still touches after the step.
inline constexpr double kStepResidual = 1e-9;

/// Largest depth, m, behind the line of an edge at which a feature may still have crossed this edge in a step. A
/// feature that is deeper at the start of a step lies beyond an end of the edge and has never crossed the edge. The
/// value is twice the overlap that a step may leave.
inline constexpr double kBehind = 2 * kTouching;

/// Largest rotation of a link in a mechanism in one step, rad. If a step turns a link by the angle a, the relative
/// error of the link's computed motion is about a^2 / 6.
inline constexpr double kMechanismRotation = 0.1;

/// Largest rotation, rad, of a body in one step, relative to another body that it may touch. If a body rotates further,
/// the pair of touching features cannot be tracked.
inline constexpr double kContactRotation = 0.5;

/// Largest rotation, rad, of a circle in one step, relative to a body that it may touch. The limit is larger than for
/// other shapes, because a rotation about its centre does not change a circle. The limit is needed only to distinguish
/// slip from rotation.
inline constexpr double kCircleRotation = 2;

/// Largest accepted ratio of two kinetic energies: after and before the contact impulses of a step's position stage. In
/// exact arithmetic the ratio is at most 1.
inline constexpr double kEnergyGain = 1.01;

/// Largest accepted ratio of the energy after a step to the energy before it, for an island with mechanisms. If the
/// work of the forces is positive, it counts as energy before the step.
inline constexpr double kMechanismEnergyGain = 1.001;

/// Limit on h P (1/m_a + 1/m_b) / r (dimensionless) for a convex arc that rests in a concave arc. Here h is the
/// duration of the step, P the contact impulse of the step's first stage, m_a and m_b the masses of the two bodies (1/m
/// is 0 for the ground and for links of arms), and r the difference of the radii. If the value exceeded 2, the body
/// would swing further from step to step.
inline constexpr double kHollowSwing = 0.5;

}  // namespace pawl::tolerance
