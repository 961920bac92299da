// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal {

/// A pose with the cosine and sine of its angle.
struct Placement {
  Eigen::Vector2d origin{0, 0};  ///< m
  double angle = 0;              ///< rad
  double cosine = 1, sine = 0;

  Placement() = default;
  Placement(const Eigen::Vector2d& at, double turn);
  explicit Placement(const Eigen::Vector3d& pose) : Placement(pose.head<2>(), pose[2]) {}

  Eigen::Vector2d direction(const Eigen::Vector2d& v) const {
    return {cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y()};
  }
  Eigen::Vector2d point(const Eigen::Vector2d& v) const { return origin + direction(v); }
  /// A direction of the world in the frame.
  Eigen::Vector2d local(const Eigen::Vector2d& v) const {
    return {cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x()};
  }
};

/// Two boundaries in their places. They must outlive this.
struct PlacedBoundary {
  const Boundary* boundary = nullptr;
  Placement place;
};

/// Something round of one body (a corner, a bulging arc) and a side of another: where bodies touch, a round touches a
/// side. The numbers are indices into the boundaries; a pair names a contact as long as it lasts.
struct FeaturePair {
  bool round_on_b = true;  ///< the round is of body b, the side of body a; else the other way round
  int round = 0;
  int side = 0;

  bool operator==(const FeaturePair&) const = default;
};

/// How a pair lies. Its gap is that of the side's whole line or circle, signed: negative where the round's part of
/// circle, or its corner, reaches through it.
struct PairGeometry {
  Eigen::Vector2d normal{0, 1};            ///< unit, from a into b
  Eigen::Vector2d on_a{0, 0}, on_b{0, 0};  ///< the closest points of line (or circle) and round, m
  double gap = 0;                          ///< n . (on_b - on_a), m
  /// How far the closest point is outside of the side or of the round, along them, m; negative: inside of both. Where
  /// it is outside, the line or circle is no part of the boundary there, and the gap says nothing.
  double outside = 0;
  double along = 0;               ///< of a straight side: of the round's centre from the side's start, m
  Eigen::Vector2d bearing{1, 0};  ///< of an arc: the normal out of the side's body, in that body's frame
};

PairGeometry geometry_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b);

/// By how much the touching material points slid on each other from one pose to another, m: the integral of the
/// tangential speed, along the normal turned left. With the radii r of the round and R of the side (its sign: hollow is
/// negative), the bearing's angle psi and the turn theta of the round's body against the side's, that speed is
///
///   straight: d/dt (along) - r theta',      arc: (R + r) psi' - r theta'.
double slip(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b, const PairGeometry& before,
            double turn_before, const PairGeometry& after, double turn_after);

/// Two boundaries at the start and at the end of a motion.
struct PlacedPair {
  PlacedBoundary a, b;
};

/// Where a corner meets the end of a side, which is a corner too, more than one pair of features can touch: each corner
/// with either side of the other. Each pair's side is an axis that keeps the two apart while its gap s is positive;
/// they meet when the last one's gap is 0. Whether another axis than this pair's keeps them apart longer: its corner
/// faces it and is in front of it (s >= -depth) at the start, and at the end too, or its s / (s - s+), with s+ at the
/// end, is larger; or, where both are 0, s+ is. False where the pair is not of two corners.
bool apart_longer_elsewhere(const FeaturePair& pair, const PlacedPair& start, const PlacedPair& end, double depth);

/// The angle of the round's body against the side's, rad.
double turn_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b);

/// Radii of curvature at the contact on a and b, m: kFlat straight, kCorner at a corner, negative hollow.
double radius_on_a(const FeaturePair& pair, const Boundary& a, const Boundary& b);
double radius_on_b(const FeaturePair& pair, const Boundary& a, const Boundary& b);

/// How far bodies may move until the next look.
struct Reach {
  double shift = 0;  ///< of one body's points against the other's, m
  double turn = 0;   ///< of one body against the other, rad
};

/// Adds the pairs that can come to touch within the reach: those whose round can come to face the side and to lie
/// before it, and is not behind it (by more than `depth`); behind the side's line or circle, beside the side, it may be
/// where it can come in front. O(features of one body near the other).
void add_pairs(const PlacedBoundary& a, const PlacedBoundary& b, const Reach& reach, double depth,
               std::vector<FeaturePair>& pairs);

}  // namespace pawl::internal
