// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/wall.h>
#include <pawl/geometry/outline.h>
#include <pawl/planner/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <numbers>
#include <optional>
#include <span>
#include <vector>

#include "energy/pose_tree.h"
#include "geometry/boundary.h"
#include "geometry/overlap.h"

namespace pawl::internal::inline planner {

/// Bounds on the errors of positions, m. `fixture` applies to each fixel and each point of a wall, `part` to each point
/// of the part.
struct PositionErrors {
  double fixture = 0, part = 0;
  double sum() const { return fixture + part; }
};

/// A fixed disc or point that the part's edges and corners may touch: a fixel, or a convex corner or arc of a wall.
struct FixedRound {
  Eigen::Vector2d at{0, 0};  ///< centre, m
  double radius = 0;         ///< radius, m; 0 for a point
  double friction = 0;       ///< Coulomb coefficient
  /// The normals of contacts with this feature point into the part. Their angle from the unit vector `middle` is at
  /// most `half_sweep`, rad.
  Eigen::Vector2d middle{1, 0};
  double half_sweep = std::numbers::pi;
  bool of_fixel = false;  ///< true for a round fixel, whose centre has material all around it
};

/// A straight edge or concave arc of a wall, which the corners and convex arcs of the part may touch.
struct FixedEdge {
  BoundaryEdge edge;
  double friction = 0;  ///< Coulomb coefficient
};

/// A fixed feature and a feature of the part that may touch each other at some pose of a box.
struct PossibleContact {
  enum class Kind {
    on_edge,      ///< a FixedRound touches an edge or arc of the part (an index in Boundary::sides)
    on_corner,    ///< a FixedRound with a radius touches a convex corner of the part (an index in Boundary::rounds)
    on_wall_edge  ///< a convex corner or arc of the part (an index in Boundary::rounds) touches a FixedEdge
  };
  Kind kind = Kind::on_edge;
  int fixed = 0;    ///< index of the FixedRound or, for on_wall_edge, of the FixedEdge (BoxContacts::edges())
  int of_part = 0;  ///< index of the part's feature, in Boundary::sides for on_edge and in Boundary::rounds otherwise

  bool operator==(const PossibleContact&) const = default;
};

/// The forces of one possible contact over a box of poses. Each force acts along a direction d = n + s mu t with -1 <=
/// s <= 1, where n is a unit normal into the part, and t is n rotated by a quarter turn counterclockwise. The torque of
/// d about the part's origin is (a x d) + s mu R, where a is a lever arm and R is a signed radius.
struct ContactForces {
  Eigen::Vector2d arm{0, 0};     ///< lever arm a at the centre of the box, m
  double arm_error = 0;          ///< largest distance of the lever arm a from `arm` over the box, m
  double radius = 0;             ///< signed radius R, m
  double friction = 0;           ///< Coulomb coefficient mu
  Eigen::Vector2d normal{1, 0};  ///< unit vector in the middle of the range of the normals n
  double spread = 0;             ///< largest angle between a normal n and `normal`, rad
};

/// The possible contacts of a part among fixels and walls, over a box of poses.
///
/// Consider a box with the centre pose c and the half-sizes (hx, hy, ht), and a fixed point f. Relative to the part, f
/// moves from its position at c by at most r = hypot(hx, hy) + |f - c| 2 sin(ht / 2). Therefore a fixel that is deeper
/// in the part than r collides at all poses of the box, and only features whose distance from the fixel's boundary is
/// at most r can touch the fixel. Similarly, the point p of the part (relative to the part's origin) moves relative to
/// a wall by at most hypot(hx, hy) + |p| 2 sin(ht / 2).
///
/// A convex corner of the part may touch a convex corner of a wall. The normals of such a contact are the common
/// normals of both corners. The ends of this range are normals of adjoining edges. Therefore each end is also a normal
/// of a contact between one corner and an edge at the other corner. The force cones of these two contacts span the
/// force cones of all normals between them.
///
/// Every bound results from fewer than 100 roundings of numbers that are at most the largest length that occurs. Each
/// bound is widened by slack(), which is 2^-40 times this length. This is about 80 times the error of 100 roundings,
/// 100 * 2^-53 times this length.
class BoxContacts {
 public:
  /// Prepares bounds for poses with |x| and |y| of at most `domain`, m. The walls' poses and the fixels are in the
  /// frame of the poses. Every wall must have a friction coefficient. `farthest` is the largest other length that
  /// occurs, m.
  BoxContacts(const Loops& part, std::span<const EnergyFixel> fixels, std::span<const Wall> walls,
              const PositionErrors& errors, double domain, double farthest = 0);

  const Boundary& boundary() const { return part_; }
  std::span<const EnergyFixel> fixels() const { return fixels_; }
  const std::vector<FixedEdge>& edges() const { return edges_; }
  const PositionErrors& errors() const { return errors_; }
  bool only_round_fixels() const { return !outlined_; }  ///< true if the fixture has neither walls nor diamond pins
  /// Returns the distance of a point, in the part's frame, from an edge of the part.
  double distance_to(int side, const Eigen::Vector2d& p) const;
  /// Returns the signed distance of a point, in the part's frame, from the part. It is negative inside the part.
  double signed_distance(const Eigen::Vector2d& p) const;
  double size() const { return size_; }    ///< upper bound on all lengths that occur, m
  double slack() const { return slack_; }  ///< amount, 2^-40 times size(), by which bounds are widened for rounding, m
  /// A fixel or a wall.
  struct Owner {
    bool wall;
    int number;  ///< number of the fixel or wall, counted from 0
  };
  /// Returns the fixel or wall to which a possible contact belongs.
  Owner owner_of(const PossibleContact& contact) const;
  /// Returns the numbers of the fixels (or of the walls, if `walls` is true) to which possible contacts belong, in
  /// ascending order.
  std::vector<int> owners_of(const std::vector<PossibleContact>& contacts, bool walls) const;

  enum class Where { colliding, possible };
  /// Finds the contacts of the part with fixels and walls that may touch at some pose of the box. Returns `colliding`
  /// if the part certainly collides at every pose of the box.
  Where look(const PoseBox& box, std::vector<PossibleContact>& possible) const;
  /// Does the same as look() for a box inside a larger box, but examines only `among`, the possible contacts of the
  /// larger box. look() may find more contacts, because its bounds for a box hold for a ball around the box, and the
  /// larger box need not contain this ball.
  ///
  /// If `all_edges` is false, only the edges that belong to these contacts are tested for overlap. The result may then
  /// be `possible` although the part collides at every pose of the box.
  Where look_among(const std::vector<PossibleContact>& among, bool all_edges, const PoseBox& box,
                   std::vector<PossibleContact>& possible) const;
  /// Returns whether all poses of a box are free of collisions. `possible` is the list that look() returned for the
  /// box.
  bool is_free(const PoseBox& box, const std::vector<PossibleContact>& possible) const;
  ContactForces forces(const PoseBox& box, const PossibleContact& contact) const;

  /// Returns a lower bound on all gaps at a pose, m, in doubles. If nothing overlaps, the bound is the smallest gap. It
  /// is negative if something overlaps, and -infinity if a solid with edges overlaps the part by more than half the sum
  /// of the position errors.
  double gap(const Eigen::Vector3d& pose) const;
  /// Returns whether gap(pose) is at least `floor`, up to slack(). If `floor` is not positive, this is much faster than
  /// gap(), because the distances between bodies that do not overlap need not be computed.
  bool has_gap(const Eigen::Vector3d& pose, double floor) const;
  /// Returns a bound on the distance, m, between a touching point and the part's origin during a motion between two
  /// poses. During the motion, the origin moves on a straight line.
  double longest_arm(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const;
  /// Returns the mean distance of the contacts from the part's origin at the pose (0, 0, 0), m. For a contact with a
  /// fixel, this is the distance of the fixel. For a contact with a wall, the part's largest radius is used instead.
  double mean_arm() const { return mean_arm_; }

  /// Returns a possible contact with the fixel or wall of the goal, at the pose (0, 0, 0). For a fixel, it is the
  /// contact with the smallest |gap|. For a wall, |gap| is increased by the distance from goal.point, and by the part's
  /// reach times the difference from goal.normal.
  PossibleContact nearest_contact(const EnergyGoal& goal) const;

 private:
  /// A disc that contains an edge. The disc can show that the edge is far away, without a computation of the edge's
  /// distance.
  struct Cover {
    Eigen::Vector2d center;
    double radius;

    /// Returns whether the edge is certainly farther from p than `distance`. If the result is true, the distance of the
    /// edge that is computed in doubles is also larger than `distance`.
    bool beyond(const Eigen::Vector2d& p, double distance) const {
      const double reach = distance + radius;
      return (p - center).squaredNorm() > reach * reach;
    }
  };
  /// The edges that meet in a convex corner, as indices in Boundary::sides. For a convex arc, both entries are the
  /// index of the arc.
  using Sides = std::array<int, 2>;
  /// A fixel or a wall in the frame of the poses, with the ranges of its features in rounds_ and edges_.
  struct FixedSolid {
    Owner owner;
    Boundary boundary;  ///< boundary of the solid; it has no edges for a round fixel
    std::vector<Cover> covers;
    /// Features are rounds_[first_round .. last_round) and edges_[first_edge .. last_edge).
    int first_round, last_round, first_edge, last_edge;
    std::vector<int> sides_of_edges{};               ///< index in boundary.sides of each FixedEdge of the solid
    std::vector<Sides> sides_of_rounds{};            ///< edges at each convex arc or corner in boundary.rounds
    std::optional<OverlapBody> body = std::nullopt;  ///< body for tests of overlap; empty for a round fixel

    bool is_round_fixel() const { return boundary.sides.empty(); }
  };
  /// The directions whose angle from the unit vector `normal` is at most `spread`, rad.
  struct Normals {
    Eigen::Vector2d normal;
    double spread;
  };

  std::vector<Cover> covers_of(const Boundary& boundary) const;
  static std::vector<Sides> sides_of_rounds(const Boundary& boundary);
  void add_solid(const Owner& owner, Boundary boundary, double friction);

  /// The edges that belong to possible contacts with a solid, as indices in Boundary::sides.
  struct ContactEdges {
    std::vector<int> of_part, of_solid;
  };
  ContactEdges edges_of(const FixedSolid& solid, const std::vector<PossibleContact>& contacts) const;
  /// The positions of a feature of one body, in the frame of the other body, over a box of poses.
  struct Seen {
    Eigen::Vector2d at;  ///< position of the feature's centre at the pose in the middle of the box, m
    double away;         ///< largest distance between the centre and `at` over the box, m
    double touch;        ///< largest distance from `at` of a point that the feature may touch, m
  };
  Seen seen_round(int number, const PoseBox& box) const;
  Seen seen_corner(int number, const PoseBox& box) const;
  bool is_far(const OverlapBody& body, const Seen& seen) const;
  bool touches_edge(int number, const Seen& seen, int side) const;
  bool touches_corner(int number, const Seen& seen, int corner) const;
  bool touches_wall_edge(int round, const Seen& seen, int edge) const;
  bool may_touch_at(const PoseBox& box, const PossibleContact& contact) const;
  bool collides(const FixedSolid& solid, const PoseBox& box) const;
  bool collides(const FixedRound& fixel, const Seen& seen, double distance) const;
  void look_at_round(int number, const PoseBox& box, std::vector<PossibleContact>& possible) const;
  void look_at_edges(const FixedSolid& solid, const PoseBox& box, std::vector<PossibleContact>& possible) const;
  bool overlaps(const FixedSolid& solid, const Eigen::Vector3d& pose, double depth) const;
  bool overlaps_any(const Eigen::Vector3d& pose, double depth) const;
  double gap_of_round_fixels(const Eigen::Vector3d& pose, double floor) const;
  std::optional<double> gap_of_overlap(const Eigen::Vector3d& pose) const;
  double least_distance(const Boundary& from, const Boundary& to, const std::vector<Cover>& covers, double least) const;
  bool faces(const PoseBox& box, const PossibleContact& contact) const;
  Normals normals(const PoseBox& box, const PossibleContact& contact) const;
  Normals normals_of_part(const PoseBox& box, const PossibleContact& contact) const;
  Normals normals_of_wall_edge(const PoseBox& box, const PossibleContact& contact) const;
  Eigen::Vector2d arm_at(const PoseBox& box, const PossibleContact& contact) const;

  std::vector<EnergyFixel> fixels_;
  Boundary part_;
  std::vector<Cover> covers_;           ///< for each edge of the part, a disc that contains it
  std::vector<Sides> sides_of_rounds_;  ///< edges at each convex arc or corner of the part
  std::vector<FixedRound> rounds_;
  std::vector<FixedEdge> edges_;
  std::vector<Cover> edge_covers_;        ///< for each FixedEdge, a disc that contains it
  std::vector<FixedSolid> solids_;        ///< first the fixels, then the walls
  bool outlined_ = false;                 ///< true if a solid has edges
  std::optional<OverlapBody> part_body_;  ///< body of the part for tests of overlap with solids that have edges
  PositionErrors errors_;
  double size_, slack_ = 0, mean_arm_ = 0;
};

}  // namespace pawl::internal::inline planner
