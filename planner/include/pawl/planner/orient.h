// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/contact/contact.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

// Plans that bring a part from any orientation to a single orientation, without sensors: squeezes by a parallel-jaw
// gripper, or pushes by a straight fence.
//
// Let h(phi) be the support function of the part's convex hull, in body coordinates: the largest value of p . u(phi)
// over all points p of the hull, where u(phi) = (cos phi, sin phi). A tool that closes along the body's direction phi
// turns the part so that the function f below decreases,
//
//      squeeze:  f(phi) = h(phi) + h(phi + pi)    the width, of period pi,
//      fence:    f(phi) = h(phi) - c . u(phi)     the distance of the centre of mass c from the fence, of period 2 pi,
//
// until f has a local minimum. The map from the first to the last phi is called the transfer function. It is monotone,
// and constant between two neighbouring maxima of f; each such interval is a step [Goldberg, "Orienting polygonal parts
// without sensors", 1993; Berretty, Goldberg, Overmars and van der Stappen, "Computing fence designs for orienting
// parts", 1998].
//
// The plans assume the following. Both jaws touch at the same time and close without friction, or with Coulomb friction
// as stated below. The fence moves along its normal. All motion is quasistatic, and the centre of friction below the
// part is its centre of mass. With friction mu at the jaws, the part does not turn if the angle between the closing
// direction and the line through the two contact points is at most atan(mu), that is, if |f'| <= mu f. Friction at a
// fence has no influence, because it does not change the sense in which a pushed part turns [Mason, "Mechanics and
// planning of manipulator pushing operations", 1986].
namespace pawl {

enum class OrientBy { squeeze, fence };

/// Smallest distance, rad, of a planned direction from the end of a step of the transfer function. When the symmetry of
/// a transfer function is determined, two directions that differ by at most this angle count as equal.
inline constexpr double kOrientMargin = 1e-9;

/// A direction of the body.
struct BodyDirection {
  double angle = 0;  ///< angle of the direction, body coordinates, rad
  /// The direction `angle` as a vector of integers, in decimal digits. Set only for polygons whose coordinates have at
  /// most 15 digits. For a fence, the coordinates of the centre of mass must also have at most 15 digits.
  std::optional<std::array<std::string, 2>> exact;
};

/// A piece of the width or distance function f: f(phi) = z . u(phi) + rho for all phi from `begin` to the `begin` of
/// the next piece, with u(phi) = (cos phi, sin phi).
struct DirectionPiece {
  double begin = 0;  ///< direction at which the piece begins, rad
  /// The vector z, m. For a squeeze: centre of curvature at the first contact minus centre of curvature at the second.
  Eigen::Vector2d z{0, 0};
  double rho = 0;  ///< the length rho, m, >= 0: sum of the radii of curvature at the contacts; 0 for vertices
};

/// The width of a hull, or the distance of a point from its supporting lines, as a function of the direction.
struct DirectionFunction {
  double period = 0;  ///< period of the function, rad
  /// Pieces in ascending order of `begin`, in [0, period); the last piece ends where the first begins.
  std::vector<DirectionPiece> pieces;

  double value(double phi) const;  ///< Returns the value at the direction phi (rad), m.
  /// Returns the derivative, m/rad. Where two pieces meet, returns the derivative of the piece that begins there.
  double slope(double phi) const;
};

/// Returns the width of an outline's convex hull. Throws InputError for an invalid outline. O(n log n).
DirectionFunction width_function(const Outline& outline);

/// Returns the distance of a point from the supporting lines of an outline's convex hull. Throws InputError for an
/// invalid outline. O(n log n).
DirectionFunction radius_function(const Outline& outline, const Eigen::Vector2d& center);

/// An interval of directions that a squeeze or push treats alike. Directions between two intervals are within
/// kOrientMargin of a maximum of f.
struct TransferStep {
  enum class Kind {
    turns,  ///< every direction of the interval turns to the direction `low` = `high`
    stays,  ///< no direction of the interval turns, because f is constant there or friction holds the part
    range   ///< each direction turns to some direction in [`low`, `high`], which depends on friction or on a tie
  };
  Kind kind = Kind::turns;
  BodyDirection from, to;   ///< ends of the interval
  BodyDirection low, high;  ///< smallest and largest direction after the squeeze or push; unused for Kind::stays
};

/// One squeeze or push of a plan.
struct OrientStep {
  /// Direction in the world frame, rad. For a squeeze, the direction in which one jaw closes (the same jaw in all
  /// steps). For a push, the direction from the part towards the fence.
  double angle = 0;
  double turn = 0;  ///< `angle` minus the angle of the previous step, rad; 0 for the first step
  /// Largest error of `angle`, rad, with which the plan still succeeds if all other steps are exact; infinite for the
  /// first step.
  double margin = 0;
  /// Orientations that the part may have after the step: intervals of angles in the world frame, rad, ascending, modulo
  /// the symmetry.
  std::vector<std::array<double, 2>> orientations;
};

/// An orientation in which the part can rest against a straight fence.
struct StablePose {
  double direction = 0;    ///< outward normal of the hull at the contact, body coordinates, rad
  double orientation = 0;  ///< orientation of a part that rests on a fence below it (outward normal (0, -1)), rad
  /// True if the part rests on the edge from `from` to `to`; false if it rocks on an arc at the point `from`.
  bool edge = false;
  /// Ends of the edge, body coordinates, m. For an arc, both points are the contact point.
  Eigen::Vector2d from{0, 0}, to{0, 0};
  double height = 0;  ///< distance of the centre of mass from the fence, m
  /// Angle by which the part can be tipped to either side before its centre of mass is above an end of the edge, rad.
  /// The angle is valid for every position of the centre of mass within its error. If the angle is not positive, the
  /// part might not rest in this pose. Set only for edges.
  double margin = 0;
  /// Range of directions from which a push ends in this pose, body coordinates, rad.
  double basin_low = 0, basin_high = 0;
};

struct OrientOptions {
  OrientBy by = OrientBy::squeeze;
  /// Friction at the jaws, which may take any value of the interval at any time; unused for a fence.
  Friction friction;
  /// Number of positions of the tool per turn, >= 1: the tool turns by multiples of 2 pi / steps_per_turn. If empty,
  /// the tool turns by any angle.
  std::optional<int> steps_per_turn;
  std::optional<double> wanted;  ///< wanted final orientation, rad; if empty, the orientation of the task's pose
  /// Radius of a disc that contains the centre of mass, m, >= 0; used only for stable poses.
  double center_error = 0;
  StopToken stop;
};

struct OrientPlan {
  enum class Status {
    found,
    /// It is proved that no sequence of steps with margins of at least kOrientMargin brings all orientations to one
    /// orientation.
    none,
    not_found,  ///< neither a plan nor a proof that no plan exists was found
    stopped
  };
  Status status = Status::not_found;
  std::string reason;  ///< explanation of the status; "" if it is `found`
  std::vector<OrientStep> steps;
  bool shortest = false;  ///< true if it is proved that every shorter plan has a step with a margin below kOrientMargin
  /// Number of final orientations that no sequence of steps can merge into one. They differ by multiples of the
  /// transfer function's period. The number is even for squeezes. It is 0 if the function f is constant, because then
  /// no orientation changes.
  int symmetry = 0;
  /// True if the symmetry is exact for the decimal numbers of the task; otherwise its tolerance is kOrientMargin.
  bool symmetry_exact = false;
  double final = 0;  ///< final orientation, rad, modulo 2 pi / symmetry
  /// Final orientation minus wanted orientation, rad. It is 0 unless steps_per_turn is set.
  double off = 0;
  DirectionFunction function;
  std::vector<TransferStep> transfer;  ///< steps over one period of `function`, ascending
  std::vector<StablePose> stable;      ///< stable poses against a fence; empty for squeezes
};

/// Finds the shortest plan that brings a part from every orientation to a single orientation, modulo the period of the
/// transfer function. Orientations within kOrientMargin of a maximum of f are excluded.
///
/// The method is dynamic programming from the end of the plan [Goldberg 1993]. W_1 is the longest interval of
/// directions with one result, and W_(i+1) is the longest interval whose results span less than W_i. Because the
/// transfer function is monotone, all directions with a common final result form an interval. Therefore the smallest
/// number of steps is the first i for which W_i equals the period. If steps_per_turn is set, a result must fit into one
/// of the intervals after a turn by a multiple of 2 pi / steps_per_turn, and all maximal intervals are kept instead of
/// only the longest. The results are bounded from both sides if friction is an interval, or if a contact is so close to
/// a tie that rounding decides.
///
/// Among the shortest plans, returns one whose smallest margin is the largest, with a relative accuracy of 1/100. This
/// plan is found by repeating the search with larger margins. If this repeated search is stopped, the margins of the
/// returned plan may be smaller.
///
/// Throws InputError for a task without an outline, for a fence if the centre of mass is not strictly inside the hull,
/// for an arc of the outline whose bulge is not 0 but below 1e-6 in absolute value, and for options out of bounds
/// (/friction, /steps_per_turn, /wanted, /center_error). The cost per step of the plan is O(n log n), for a hull of n
/// edges and arcs, or O(n min(n, N) log n) with steps_per_turn = N.
OrientPlan plan_orientation(const ValidTask& task, const OrientOptions& options);

/// Returns bounds, rad, on the direction to which one squeeze or push turns the body's direction `phi`, rad. The bounds
/// are not reduced modulo the period. Uses only the steps of a plan's transfer function. Returns nothing for a
/// direction between two steps.
std::optional<std::array<double, 2>> transferred(const std::vector<TransferStep>& transfer, double period, double phi);

}  // namespace pawl
