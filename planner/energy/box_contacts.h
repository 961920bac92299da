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

/// Bounds on the errors of positions, m: of each fixel and each point of a wall, and of each point of the part.
struct PositionErrors {
  double fixture = 0, part = 0;
  double sum() const { return fixture + part; }
};

/// A fixed disc or point that the part's edges and corners may touch: a fixel, or a convex corner or arc of a wall.
struct FixedRound {
  Eigen::Vector2d at{0, 0};  ///< centre, m
  double radius = 0;         ///< radius, m; 0 for a point
  double friction = 0;       ///< Coulomb coefficient
  /// The normals of contacts with this feature, which point into the part, are within `half_sweep` (rad) of `middle`.
  Eigen::Vector2d middle{1, 0};
  double half_sweep = std::numbers::pi;
  bool of_fixel = false;  ///< true for a fixel, which has material all around its centre
};

/// A straight edge or hollow arc of a wall. The corners and convex arcs of the part may touch it.
struct FixedEdge {
  BoundaryEdge edge;
  double friction = 0;  ///< Coulomb coefficient
};

/// A fixed feature and a feature of the part that may touch at some pose of a box.
struct PossibleContact {
  enum class Kind {
    on_edge,      ///< a FixedRound on an edge or arc of the part (an index in Boundary::sides)
    on_corner,    ///< a FixedRound with a radius on a convex corner of the part (an index in Boundary::rounds)
    on_wall_edge  ///< a convex corner or arc of the part (an index in Boundary::rounds) on a FixedEdge
  };
  Kind kind = Kind::on_edge;
  int fixed = 0;    ///< number of the FixedRound or, for on_wall_edge, of the FixedEdge (BoxContacts::edges())
  int of_part = 0;  ///< index of the part's feature, in Boundary::sides or Boundary::rounds depending on the kind

  bool operator==(const PossibleContact&) const = default;
};

/// The forces of one possible contact over a box of poses. Each force acts along a direction d = n + s mu t, |s| <= 1, where n is
/// a unit normal into the part and t is n turned a quarter turn counterclockwise. The torque of d about the part's origin is (a x
/// d) + s mu R, where a is a lever arm and R a signed radius.
struct ContactForces {
  Eigen::Vector2d arm{0, 0};     ///< lever arm a at the centre of the box, m
  double arm_error = 0;          ///< largest distance of the lever arm a from `arm` over the box, m
  double radius = 0;             ///< signed radius R, m
  double friction = 0;           ///< Coulomb coefficient mu
  Eigen::Vector2d normal{1, 0};  ///< all normals are within `spread` of this unit vector
  double spread = 0;             ///< largest angle between a normal and `normal`, rad
};

/// The possible contacts, over a box of poses, of a part among fixels and walls.
///
/// Over a box with half-sizes (hx, hy, ht), a fixed point at f moves relative to the part by at most r = hypot(hx,
/// hy) + |f - c| 2 sin(ht / 2) from its position at the centre pose c. Therefore a fixel that is deeper in the part
/// than r collides at all poses of the box, and only features within r of the fixel's rim can touch it. In the same
/// way, a point of the part at p (from the part's origin) moves relative to a wall by at most hypot(hx, hy) + |p| 2
/// sin(ht / 2).
///
/// A convex corner of the part may touch a convex corner of a wall. The normals of such a contact are the common
/// normals of both corners. The ends of this range are normals of adjoining edges. Therefore each end is also a normal
/// of a contact of one corner with an edge at the other corner, and the force cones of these two contacts span the
/// force cones of all normals between them.
///
/// Every bound results from fewer than 100 roundings of numbers that are at most the largest length that occurs. Each
/// bound is widened by slack(), 2^-40 of that length. This is about 80 times the error of 100 roundings, 100 * 2^-53 of
/// that length.
class BoxContacts {
 public:
  /// Computes bounds for poses with |x| and |y| at most `domain`. The walls' poses and the fixels are in the frame of
  /// the poses. Every wall must have a friction coefficient. `farthest` is the largest other length that occurs.
  BoxContacts(const Loops& part, std::span<const EnergyFixel> fixels, std::span<const Wall> walls,
              const PositionErrors& errors, double domain, double farthest = 0);

  const Boundary& boundary() const { return part_; }
  std::span<const EnergyFixel> fixels() const { return fixels_; }
  const std::vector<FixedEdge>& edges() const { return edges_; }
  const PositionErrors& errors() const { return errors_; }
  bool only_round_fixels() const { return !outlined_; }  ///< true without walls and diamond pins
  /// Returns the distance of a point, in the part's frame, from an edge of the part.
  double distance_to(int side, const Eigen::Vector2d& p) const;
  /// Returns the distance of a point, in the part's frame, from the part; negative inside.
  double signed_distance(const Eigen::Vector2d& p) const;
  double size() const { return size_; }    ///< bound on all lengths of the problem, m
  double slack() const { return slack_; }  ///< amount by which bounds are widened, m
  /// A fixel or a wall.
  struct Owner {
    bool wall;
    int number;  ///< from 0
  };
  /// Returns the fixel or wall to which a possible contact belongs.
  Owner owner_of(const PossibleContact& contact) const;
  /// Lists the fixels or the walls to which possible contacts belong, in ascending order.
  std::vector<int> owners_of(const std::vector<PossibleContact>& contacts, bool walls) const;

  enum class Where { colliding, possible };
  /// Finds the contacts of the part with fixels and walls that may touch at some pose of the box. Returns `colliding`
  /// if no pose of the box is free.
  Where look(const PoseBox& box, std::vector<PossibleContact>& possible) const;
  /// Does the same as look() for a box inside a larger box, but examines only `among`, the possible contacts of the larger box.
  /// look() may find other contacts, because the bounds of a box hold for a ball around it, which the larger box need not
  /// contain. If `all_edges` is false, only the edges of these contacts are tested for overlap, and `possible` may be returned
  /// for a box of which no pose is free.
  Where look_among(const std::vector<PossibleContact>& among, bool all_edges, const PoseBox& box,
                   std::vector<PossibleContact>& possible) const;
  /// Returns whether all poses of a box are free. `possible` is the result of look().
  bool is_free(const PoseBox& box, const std::vector<PossibleContact>& possible) const;
  ContactForces forces(const PoseBox& box, const PossibleContact& contact) const;

  /// Returns a lower bound of the gaps at a pose, m, in doubles. The bound is the least gap if nothing overlaps. It is
  /// negative if something overlaps, and -infinity if a solid with edges overlaps the part by more than half the sum of
  /// the position errors.
  double gap(const Eigen::Vector3d& pose) const;
  /// Returns whether gap(pose) is at least `floor`, up to slack(). This is much faster than gap() if `floor` is not positive,
  /// because the distances between bodies that do not overlap are then not needed.
  bool has_gap(const Eigen::Vector3d& pose, double floor) const;
  /// Returns a bound on the distance of a touching point from the part's origin during a motion between two poses, m.
  /// The origin moves on a straight line.
  double longest_arm(const Eigen::Vector3d& from, const Eigen::Vector3d& to) const;
  /// Returns the mean distance of contacts from the part's origin at the pose (0, 0, 0), m. A contact with a fixel has
  /// the distance of the fixel, and a contact with a wall counts as being at the part's largest radius.
  double mean_arm() const { return mean_arm_; }

  /// Returns the possible contact of a fixel or a wall that is closest to touching at the pose (0, 0, 0). For a wall,
  /// it is the contact that is closest to touching at the goal's point.
  PossibleContact nearest_contact(const EnergyGoal& goal) const;

 private:
  /// A disc that contains an edge. It can show that the edge is farther away than another edge, without a computation
  /// of the edge's distance.
  struct Cover {
    Eigen::Vector2d center;
    double radius;

    /// Returns whether the edge is certain to be farther from p than `distance`. If the result is true, a distance of
    /// the edge that is computed in doubles is also larger than `distance`.
    bool beyond(const Eigen::Vector2d& p, double distance) const {
      const double reach = distance + radius;
      return (p - center).squaredNorm() > reach * reach;
    }
  };
  /// The edges that meet in a convex corner, as indices in Boundary::sides; for a convex arc, twice the index of the
  /// arc.
  using Sides = std::array<int, 2>;
  /// A fixel or a wall in the frame of the poses, and the ranges of its features in rounds_ and edges_.
  struct FixedSolid {
    Owner owner;
    Boundary boundary;  ///< without edges for a round fixel
    std::vector<Cover> covers;
    int first_round, last_round, first_edge, last_edge;  ///< indices in rounds_ and edges_; each range ends before its `last`
                                                         ///< index
    std::vector<int> sides_of_edges{};                   ///< for each FixedEdge of the solid, the index of its edge in
                                                         ///< boundary.sides
    std::vector<Sides> sides_of_rounds{};                ///< one per convex arc or corner in boundary.rounds
    std::optional<OverlapBody> body = std::nullopt;      ///< for tests of overlap; without a value for a round fixel

    bool is_round_fixel() const { return boundary.sides.empty(); }
  };
  /// All directions within `spread` of the unit vector `normal`.
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
    Eigen::Vector2d at;  ///< the feature's centre at the pose in the middle of the box, m
    double away;         ///< largest distance of the centre from `at` over the box, m
    double touch;        ///< the feature may touch only points within this distance of `at`, m
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
  std::vector<Cover> covers_;  ///< one per edge of the part
  std::vector<Sides> sides_of_rounds_;  ///< one per convex arc or corner of the part
  std::vector<FixedRound> rounds_;
  std::vector<FixedEdge> edges_;
  std::vector<Cover> edge_covers_;  ///< one per FixedEdge
  std::vector<FixedSolid> solids_;  ///< the fixels, then the walls
  bool outlined_ = false;           ///< true if a solid has edges
  std::optional<OverlapBody> part_body_;  ///< for tests of overlap with solids that have edges
  PositionErrors errors_;
  double size_, slack_ = 0, mean_arm_ = 0;
};

}  // namespace pawl::internal::inline planner
