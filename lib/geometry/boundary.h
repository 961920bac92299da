// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace pawl::internal::inline geometry {

/// The smallest box that contains some points and discs, and whose sides are parallel to a frame's axes.
struct BoundaryBox {
  static constexpr double kNowhere = std::numeric_limits<double>::infinity();
  /// Corner with the least coordinates, and corner with the largest coordinates, m.
  Eigen::Vector2d low{kNowhere, kNowhere}, high{-kNowhere, -kNowhere};

  void add(const Eigen::Vector2d& point, double radius = 0) {
    low = low.cwiseMin(point - Eigen::Vector2d(radius, radius));
    high = high.cwiseMax(point + Eigen::Vector2d(radius, radius));
  }
  /// Returns the squared distance of a point from the box, m^2; 0 inside.
  double squared_distance(const Eigen::Vector2d& point) const {
    return (low - point).cwiseMax(point - high).cwiseMax(0).squaredNorm();
  }
  bool meets(const BoundaryBox& other) const {
    return low.x() <= other.high.x() && other.low.x() <= high.x() && low.y() <= other.high.y() &&
           other.low.y() <= high.y();
  }
};

/// An edge of an outline: a straight segment or an arc, with the material on its left. ("Edge" below includes arcs.)
struct BoundaryEdge {
  Eigen::Vector2d start{0, 0}, end{0, 0};  ///< start and end, m
  /// Radius of curvature, m: kFlat for a straight edge, above 0 for a convex arc, below 0 for a concave arc.
  double radius = kFlat;
  Eigen::Vector2d direction{1, 0};         ///< unit vector from start to end of a straight edge
  double length = 0;                       ///< length of a straight edge, m
  Eigen::Vector2d center{0, 0};            ///< centre of an arc, m
  Eigen::Vector2d middle{1, 0};            ///< unit vector from the centre of an arc to its middle
  double half_sweep = 0;                   ///< half of the angle that an arc spans, rad, in (0, pi]
  /// Length, m, by which the edge is extended beyond an end where the next edge has the same tangent (see kSlack); 0 if
  /// no end has such a neighbour.
  double slack = 0;
  int start_corner = -1, end_corner = -1;  ///< indices in `rounds` of the corners at its start and end; -1 if that end
                                           ///< is not a convex corner
  int before = 0;  ///< index of the edge that ends where this edge starts; for a circle, its own index

  BoundaryBox box;  ///< bounding box; for an arc, widened by `slack`

  bool straight() const { return radius == kFlat; }
};

/// A convex feature: a convex arc, or a convex corner, which is treated as an arc of radius 0. ("Vertex" below includes
/// convex arcs.) Its outward normals are the unit vectors whose angle to `middle` is at most `half_sweep`.
struct BoundaryVertex {
  Eigen::Vector2d center{0, 0};  ///< centre of the arc, or the corner, m
  double radius = 0;             ///< radius, m, >= 0; 0 for a corner
  Eigen::Vector2d middle{1, 0};
  double half_sweep = 0;                  ///< half of the angle between the outermost normals, rad, in (0, pi]
  double slack = 0;                       ///< for an arc, the extension of its edge, m (BoundaryEdge::slack); for a
                                          ///< corner, 0
  int edge_before = -1, edge_after = -1;  ///< indices in `sides` of the two edges that meet at a corner; -1 for an arc

  bool corner() const { return edge_before >= 0; }
};

/// The boundary of a body, with its holes, for collision detection. A contact is between a vertex of one body
/// (`rounds`) and an edge of another (`sides`). Concave corners are not features, because the edges beside them touch
/// first. Points where edges continue with the same tangent are not features either.
struct Boundary {
  std::vector<BoundaryEdge> sides;
  std::vector<BoundaryVertex> rounds;
  BoundaryBox box;   ///< bounding box of the outer outline
  double reach = 0;  ///< upper bound on the distance of the boundary from the frame's origin, m; exact before moved()

  /// Returns the features in another frame: the boundary is turned by pose[2] about the origin, and then shifted by the
  /// first two entries of `pose`.
  Boundary moved(const Eigen::Vector3d& pose) const;
};

/// Extension of edges beyond a smooth joint, as a fraction of the arc's radius. Without it, rounding could let a vertex
/// pass between the two edges.
inline constexpr double kSlack = 1e-2;

/// Returns the boundary of a body. Its loops must be valid, but the outer outline may also be a disc of radius 0, which
/// is a point: its boundary is a vertex without edges. Vertices of a polygon inside its straight edges are left out.
/// O(n).
Boundary boundary_of(const Loops& loops);
inline Boundary boundary_of(const Outline& outline) { return boundary_of(Loops(outline)); }

/// Two unit normals count as opposite if the length of their sum is at most this value. At a tip of an outline, the two
/// edges have opposite outward normals.
inline constexpr double kOppositeNormals = 1e-6;

/// Returns the unit normal of an edge at its point `at`. The normal points out of the part.
Eigen::Vector2d outward(const BoundaryEdge& side, const Eigen::Vector2d& at);

/// Returns the point in the middle of an arc, m. Uses the centre only for arcs of more than half a turn, because the
/// centre of a shallow arc may be far away.
Eigen::Vector2d middle_of(const BoundaryEdge& side);

/// Returns the depth of a point inside the material, m. For a point outside the material, returns minus its distance
/// from the material. Computes in doubles, in the frame of the outline; arcs are not approximated. The nearest edge
/// decides the sign; at a corner, the bisector decides it. Returns nothing if the nearest feature is a tip, at which an
/// edge folds back. O(edges).
std::optional<double> depth_in(const Eigen::Vector2d& point, const Boundary& boundary);

/// The boundary of a body near a contact point, approximated by an arc that turns with the body. `Number` is double or
/// Rational.
template <class Number>
struct Arc {
  bool straight;  ///< true for an infinite radius; `radius` is then ignored
  Number radius;  ///< radius, m; 0 for a corner, negative for a concave arc; not used if `straight`
  Number spin;    ///< angular velocity of the body, rad/s
};

/// Returns the contribution of the curvature of two touching arcs to the second derivative of their distance.
///
/// Arcs a and b touch at a point p. Let n be the unit normal at p, from a into b, and t be n turned by +90 degrees. The
/// arcs have the radii r_a and r_b, and their bodies the angular velocities w_a and w_b. Let v_a, v_b, a_a and a_b be
/// the velocities and accelerations of the two bodies' material points at p, and s = t . (v_b - v_a) the sliding speed.
/// The arcs' centres are c_a = p - r_a n and c_b = p + r_b n. With d = c_b - c_a, the distance of the arcs is g = |d| -
/// r_a - r_b, and
///
///     g'' = n . d'' + (t . d')^2 / |d|,   where at the contact |d| = r_a + r_b.
///
/// A centre moves with its body: c_b' = v_b + w_b r_b t and n . c_b'' = n . a_b - r_b w_b^2. In the same way, c_a' =
/// v_a - w_a r_a t and n . c_a'' = n . a_a + r_a w_a^2. It follows that t . d' = s + r_a w_a + r_b w_b and
///
///     g'' - n . (a_b - a_a) = (s + r_a w_a + r_b w_b)^2 / (r_a + r_b) - r_a w_a^2 - r_b w_b^2
///                           = (s^2 + 2 s (r_a w_a + r_b w_b) - r_a r_b (w_b - w_a)^2) / (r_a + r_b).
///
/// The function returns this value. It tends to 2 s w_a - r_b (w_b - w_a)^2 as r_a tends to infinity; the limit for r_b
/// is analogous. If both radii are 0 (a corner on a corner), the normal is given and constant, and the value is 0.
///
/// If the normal has the length L (argument `length`) instead of 1, `sliding` must be L s, and the result is L times
/// this value. In rational arithmetic, an irrational length is therefore needed only if the result contains a square.
/// At most one arc may be straight.
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

/// Returns whether the result of curvature_term() contains a square, and therefore depends on the length of the normal.
template <class Number>
bool curvature_needs_length(const Arc<Number>& a, const Arc<Number>& b, const Number& sliding) {
  const bool turns = b.spin != a.spin;
  if (a.straight) return turns && b.radius != 0;
  if (b.straight) return turns && a.radius != 0;
  if (a.radius == 0 && b.radius == 0) return false;
  return sliding != 0 || (turns && a.radius != 0 && b.radius != 0);
}

/// The pose of a frame in the world, with the cosine and sine of its angle.
struct Placement {
  Eigen::Vector2d origin{0, 0};  ///< position of the frame's origin, m
  double angle = 0;              ///< rotation of the frame, rad
  double cosine = 1, sine = 0;

  Placement() = default;
  Placement(const Eigen::Vector2d& at, double turn);
  explicit Placement(const Eigen::Vector3d& pose) : Placement(pose.head<2>(), pose[2]) {}

  Eigen::Vector2d direction(const Eigen::Vector2d& v) const {
    return {cosine * v.x() - sine * v.y(), sine * v.x() + cosine * v.y()};
  }
  Eigen::Vector2d point(const Eigen::Vector2d& v) const { return origin + direction(v); }
  /// Transforms a direction from the world frame to this frame.
  Eigen::Vector2d local(const Eigen::Vector2d& v) const {
    return {cosine * v.x() + sine * v.y(), cosine * v.y() - sine * v.x()};
  }
};

/// A boundary and its placement in the world. The boundary must outlive this object.
struct PlacedBoundary {
  const Boundary* boundary = nullptr;
  Placement place;
};

/// The features of a contact: a vertex of one body (corner or convex arc) and an edge of another body. `round` and
/// `side` are the indices of the vertex and the edge in the boundaries of their bodies. While a contact lasts, its pair
/// remains the same.
struct FeaturePair {
  bool vertex_on_b = true;  ///< true if the vertex belongs to body b and the edge to body a; false if the vertex
                            ///< belongs to body a
  int round = 0;
  int side = 0;

  bool operator==(const FeaturePair&) const = default;
};

/// The relative position of the two features of a pair. The gap is measured from the whole line or circle of the edge.
/// It is negative if the vertex is partly behind this line or circle.
struct PairGeometry {
  Eigen::Vector2d normal{0, 1};            ///< unit vector from a into b
  Eigen::Vector2d on_a{0, 0}, on_b{0, 0};  ///< the points of a and b at which the line (or circle) and the vertex are
                                           ///< closest, m
  double gap = 0;                          ///< signed gap n . (on_b - on_a), m
  /// Distance, m, by which the closest point is beyond the end of the edge or of the vertex, measured along the edge or
  /// vertex. It is negative if the point is within both. If it is positive, the line or circle is not part of the
  /// boundary at the closest point, and the gap has no meaning.
  double outside = 0;
  double along = 0;  ///< for a straight edge, coordinate of the vertex's centre along the edge, from the edge's start,
                     ///< m; for an arc, 0
  Eigen::Vector2d bearing{1, 0};  ///< unit normal out of the body that has the edge, in the frame of that body
};

PairGeometry geometry_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b);

/// Returns the distance, m, by which the touching material points slid on each other from one pose to another, along
/// the normal turned by +90 degrees. The distance is the integral of the tangential speed. Let r be the radius of the
/// vertex, R the radius of the edge (negative for a concave arc), psi the angle of the bearing, and theta the angle of
/// the vertex's body relative to the edge's body. The speed is
///
///   straight: d/dt (along) - r theta',      arc: (R + r) psi' - r theta'.
double slip(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b, const PairGeometry& before,
            double turn_before, const PairGeometry& after, double turn_after);

/// Two placed boundaries a and b at one moment of a motion.
struct PlacedPair {
  PlacedBoundary a, b;
};

/// Returns whether the axis of another pair separates the two bodies for longer than the axis of this pair. If two
/// corners meet, several pairs can touch, because each corner can touch either edge at the other corner. For each of
/// these pairs, the normal of its edge is an axis that separates the two corners while the pair's gap s is positive.
/// The corners meet when the last of these gaps becomes 0.
///
/// Let s be the gap of a pair at the start, s+ its gap at the end, and s / (s - s+) the fraction of the motion at which
/// it becomes 0. The axis of another pair separates for longer if two conditions hold. First, at the start, the corner
/// of the other pair faces its edge and is in front of it (s >= -depth). Second, this corner is in front at the end
/// too, or the fraction is larger for the other pair, or both fractions are 0 and s+ is larger for the other pair.
/// Returns false if the given pair does not consist of two corners.
bool apart_longer_elsewhere(const FeaturePair& pair, const PlacedPair& start, const PlacedPair& end, double depth);

/// Returns the rotation angle of the vertex's body relative to the edge's body, rad.
double turn_of(const FeaturePair& pair, const PlacedBoundary& a, const PlacedBoundary& b);

/// radius_on_a() and radius_on_b() return the radius of curvature at the contact, on a and on b, m: kFlat for a
/// straight edge, kCorner for a corner, negative for a concave arc.
double radius_on_a(const FeaturePair& pair, const Boundary& a, const Boundary& b);
double radius_on_b(const FeaturePair& pair, const Boundary& a, const Boundary& b);

/// A bound on the motion of bodies until the next search for contacts.
struct Reach {
  double shift = 0;  ///< largest displacement of a point of one body relative to the other body, m
  double turn = 0;   ///< largest rotation of one body relative to the other, rad
  double aside = 0;  ///< largest angle, rad, by which a vertex may fail to face an edge and still be paired with it
};

/// Adds the pairs that can touch after a motion within the reach. A pair is added if some such motion makes the vertex
/// face the edge, between the ends of the edge and at most `depth` behind the edge. A vertex behind the line or circle
/// of the edge, but beyond an end of the edge, is added if it can come in front of the edge. A vertex faces an edge if
/// the two edges that meet at the vertex lead away from that edge. The cost is proportional to the number of features of
/// one body near the other.
void add_pairs(const PlacedBoundary& a, const PlacedBoundary& b, const Reach& reach, double depth,
               std::vector<FeaturePair>& pairs);

}  // namespace pawl::internal::inline geometry
