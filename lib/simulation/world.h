// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>
#include <pawl/bodies/system.h>

#include <Eigen/Core>
#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal::inline simulation {

/// How far each solid may move until the next look: its frame's origin, m, and its turn, rad.
struct MotionBound {
  double shift = 0;
  double turn = 0;

  /// Of a point at this distance from the frame's origin, m: no chord is longer than the arc, or than two radii.
  double of_point(double distance) const { return shift + distance * std::min(turn, 2.); }
};

/// The shapes of a system, made ready for collision detection. A mover is what carries shapes: -1 the ground, then the
/// bodies, then the links.
class World {
 public:
  struct WorldShape {
    int mover = -1;
    Boundary boundary;  ///< in the mover's frame
    /// How far a turn carries the outline, m a radian: of a circle, which turns into itself, its centre's distance from
    /// the frame's origin.
    double lever = 0;

    bool turns() const { return mover >= 0 && lever > 0; }  ///< whether a turn changes where it is
  };

  explicit World(const System& system);  ///< valid

  const std::vector<WorldShape>& shapes() const { return shapes_; }
  const WorldShape& shape(int i) const { return shapes_[i]; }
  /// The shapes that a mover carries, ascending.
  const std::vector<int>& shapes_of(int mover) const { return carried_[mover + 1]; }
  PlacedBoundary placed(int shape, const std::vector<Placement>& movers) const;
  /// Whether a joint or pin joins the movers of two shapes: they may lie over each other.
  bool joined(int shape_a, int shape_b) const;
  /// Whether shapes are on two movers and press on each other where they meet. What is joined passes freely; but what
  /// is joined to the ground passes only those of its shapes that it was said to lie over.
  bool may_touch(int shape_a, int shape_b) const;
  /// Shapes (a < b), ascending, of the ground and what is joined to it, that lie over each other.
  void let_pass(std::vector<std::pair<int, int>> pairs) { passing_ = std::move(pairs); }

 private:
  std::vector<WorldShape> shapes_;
  std::vector<std::vector<int>> carried_;     ///< by movers, the ground first
  std::vector<std::pair<int, int>> joined_;   ///< movers, ascending
  std::vector<std::pair<int, int>> passing_;  ///< shapes, ascending
};

/// Pairs of shapes that may come to touch: their boxes, widened by the bounds, meet. Boxes are sorted by their lower
/// ends along the axis along which they lie farther apart, and swept: O(n log n), and what is beside each other across
/// that axis. Keeps its memory.
class BroadPhase {
 public:
  /// Pairs (a < b), in ascending order, of shapes on two movers of these, or on one and the ground.
  void find(const World& world, const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
            const std::vector<int>& movers, std::vector<std::pair<int, int>>& pairs);

 private:
  struct Box {
    Eigen::Vector2d low, high;
    int shape;
  };
  static Box box_of(const World& world, int shape, const std::vector<Placement>& places,
                    const std::vector<MotionBound>& bounds);

  int long_axis(const World& world) const;

  std::vector<Box> boxes_;
};

/// What moves, while a step is made. A mover is a body, or behind the bodies the link of a joint, or behind the links a
/// stop: the position of a joint that has limits, as a point that moves along the x axis.
struct Motion {
  Eigen::VectorXd q, u;           ///< frame and its twist, three entries a mover, world
  std::vector<Placement> places;  ///< of q
  Eigen::VectorXd positions;      ///< of joints, rad or m
  Eigen::VectorXd rates;          ///< of joints, rad/s or m/s

  void place(int mover) { places[mover] = Placement(Eigen::Vector3d(q.segment<3>(3 * mover))); }
};

/// The number of a link's mover.
inline int mover_of_link(const System& system, std::size_t joint) {
  return static_cast<int>(system.bodies.size() + joint);
}

/// The joints that have limits, in order: each is a stop.
std::vector<int> joints_with_limits(const System& system);

/// The numbers of so many movers.
std::vector<int> first_movers(std::size_t count);

/// Sets places and velocities of all movers.
void set_motion(const System& system, const State& state, Motion& motion);
/// The state that has this motion; of as many bodies and joints.
void set_state(const Motion& motion, State& state);

/// What is deeper inside than this overlaps, m; less is what steps leave, and rounding.
inline constexpr double kOverlap = 1e-8;

/// Whether two placed boundaries have more than kOverlap in common: a point of a side of one lies that deep inside of
/// the other, or a point from well inside (they may be equal). Arcs are what they are. Each side is cut where its depth
/// may pass kOverlap, so that between the cuts one place tells for all: O(n m) for outlines that are near each other
/// along few of their sides.
bool overlap(const PlacedBoundary& a, const PlacedBoundary& b);

/// Pairs of shapes that overlap, ground on ground left out unless asked for.
std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& movers,
                                          bool with_ground_on_ground);

/// Lets those of them pass that a joint or pin joins.
void let_joined_pass(World& world, const std::vector<Placement>& movers);

/// Throws InputError with a fault for each of these on movers that are not joined, pointers /shapes/i.
void require_no_overlap(const World& world, const std::vector<Placement>& movers);

}  // namespace pawl::internal::inline simulation
