// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace pawl::internal::inline geometry {

/// The smallest box with sides along a frame's axes.
struct BoundaryBox {
  static constexpr double kNowhere = std::numeric_limits<double>::infinity();
  Eigen::Vector2d low{kNowhere, kNowhere}, high{-kNowhere, -kNowhere};  ///< m

  void add(const Eigen::Vector2d& point, double radius = 0) {
    low = low.cwiseMin(point - Eigen::Vector2d(radius, radius));
    high = high.cwiseMax(point + Eigen::Vector2d(radius, radius));
  }
  bool meets(const BoundaryBox& other) const {
    return low.x() <= other.high.x() && other.low.x() <= high.x() && low.y() <= other.high.y() &&
           other.low.y() <= high.y();
  }
};

/// A straight side or an arc of an outline, run through with the inside on its left.
struct BoundarySide {
  Eigen::Vector2d start{0, 0}, end{0, 0};  ///< m
  /// Radius of curvature, m: kFlat, or of an arc, > 0 where it bulges out of the part, < 0 where it is hollow.
  double radius = kFlat;
  Eigen::Vector2d direction{1, 0};  ///< straight: unit vector from start to end
  double length = 0;                ///< straight: m
  Eigen::Vector2d center{0, 0};     ///< arc: m
  Eigen::Vector2d middle{1, 0};     ///< arc: unit vector from the centre to the arc's middle
  double half_sweep = 0;            ///< arc: half of the angle that it spans, rad, in (0, pi]
  double slack = 0;                 ///< m, by which it goes on beyond an end where the next side has the same tangent
  int start_corner = -1, end_corner = -1;  ///< rounds at its ends that point outwards; -1: none

  BoundaryBox box;  ///< of an arc: of its circle

  bool straight() const { return radius == kFlat; }
};

/// What is round and faces outwards: a bulging arc, or a corner as an arc of radius 0. Its outward normals are the unit
/// vectors at most `half_sweep` away from `middle`.
struct BoundaryRound {
  Eigen::Vector2d center{0, 0};  ///< m
  double radius = 0;             ///< m, >= 0
  Eigen::Vector2d middle{1, 0};
  double half_sweep = 0;                  ///< rad, in (0, pi]
  double slack = 0;                       ///< of an arc, as the side's, m
  int side_before = -1, side_after = -1;  ///< of a corner: the sides that meet in it

  bool corner() const { return side_before >= 0; }
};

/// The boundary of an outline as collision detection needs it: what can touch another body is something round, against
/// a side. Corners that point inwards touch nothing before their sides do; a joint of sides with one tangent is none.
struct Boundary {
  std::vector<BoundarySide> sides;
  std::vector<BoundaryRound> rounds;
  BoundaryBox box;   ///< of the outline
  double reach = 0;  ///< distance of the farthest point from the frame's origin, m

  /// The features in another frame: turned by pose[2] and shifted.
  Boundary moved(const Eigen::Vector3d& pose) const;
};

/// Where sides join smoothly there is nothing beside them: each goes on, by kSlack of the arc's radius, so that between
/// the two, in rounding, nothing comes through.
inline constexpr double kSlack = 1e-2;

/// The outline must be valid, or a disc of radius 0: a point, which is a round without a side. Vertices inside straight
/// sides are left out. O(n).
Boundary boundary_of(const Outline& outline);

/// The middle of an arc, m: not by its centre, which may be far away.
Eigen::Vector2d middle_of(const BoundarySide& side);

/// By how much a point is inside an outline, m; negative outside, by its distance. In the outline's frame, in doubles,
/// with arcs as they are: the nearest feature's own side decides; at a corner that of its bisector. None where the
/// nearest is a tip of two sides that fold back. O(sides).
std::optional<double> depth_in(const Eigen::Vector2d& point, const Boundary& boundary);

/// The boundary of a body near its point of contact: an arc that turns with the body. Number: double or Rational.
template <class Number>
struct Arc {
  bool straight;  ///< of infinite radius; `radius` is then not looked at
  Number radius;  ///< m; 0: a corner, negative: a hollow
  Number spin;    ///< of the body, rad/s
};

/// What the curvature of two arcs that touch adds to the second derivative of their distance.
///
/// Arc a and arc b touch at a point; n is the unit normal there, from a into b, t is n turned by +90 degrees. The arcs
/// have radii r_a and r_b and their bodies spins w_a and w_b; v, a are velocity and acceleration of each body's own
/// material point at the contact, and s = t . (v_b - v_a) is the speed of sliding. The arcs' centres are c_a = p - r_a
/// n and c_b = p + r_b n, so with d = c_b - c_a the distance of the arcs is g = |d| - r_a - r_b, and
///
///     g'' = n . d'' + (t . d')^2 / |d|,   where at the contact |d| = r_a + r_b.
///
/// A centre is a point of its body: c_b' = v_b + w_b r_b t and n . c_b'' = n . a_b - r_b w_b^2, likewise
/// c_a' = v_a - w_a r_a t and n . c_a'' = n . a_a + r_a w_a^2. Hence t . d' = s + r_a w_a + r_b w_b and
///
///     g'' - n . (a_b - a_a) = (s + r_a w_a + r_b w_b)^2 / (r_a + r_b) - r_a w_a^2 - r_b w_b^2
///                           = (s^2 + 2 s (r_a w_a + r_b w_b) - r_a r_b (w_b - w_a)^2) / (r_a + r_b),
///
/// which tends to 2 s w_a - r_b (w_b - w_a)^2 as r_a grows without end, and likewise for r_b. This is what is returned.
/// A corner on a corner (both radii 0) has no normal but the one it was given: it stays, and the term is 0.
///
/// `sliding` is L s, and the result L times the term, for a normal of any `length` L: rational arithmetic then meets an
/// irrational length only where squares are. At most one arc is straight.
template <class Number>
Number curvature_term(const Arc<Number>& a, const Arc<Number>& b, const Number& sliding, const Number& length) {
  const Number turn = b.spin - a.spin;
  if (a.straight) return 2 * sliding * a.spin - b.radius * turn * turn * length;
  if (b.straight) return 2 * sliding * b.spin - a.radius * turn * turn * length;
  if (a.radius == 0 && b.radius == 0) return Number(0);
  return (sliding * sliding / length + 2 * sliding * (a.radius * a.spin + b.radius * b.spin) -
          a.radius * b.radius * turn * turn * length) /
         (a.radius + b.radius);
}

/// Whether the term depends on the length: whether a square is in it.
template <class Number>
bool curvature_needs_length(const Arc<Number>& a, const Arc<Number>& b, const Number& sliding) {
  const bool turns = b.spin != a.spin;
  if (a.straight) return turns && b.radius != 0;
  if (b.straight) return turns && a.radius != 0;
  if (a.radius == 0 && b.radius == 0) return false;
  return sliding != 0 || (turns && a.radius != 0 && b.radius != 0);
}

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

}  // namespace pawl::internal::inline geometry
