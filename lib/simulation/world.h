// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/tolerance.h>
#include <pawl/bodies/state.h>
#include <pawl/bodies/system.h>

#include <Eigen/Core>
#include <algorithm>
#include <utility>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal::inline simulation {

/// A bound on the motion of a link until the next search for contacts: the displacement, m, of its frame's origin, and
/// its rotation, rad.
struct MotionBound {
  double shift = 0;
  double turn = 0;

  /// Returns the bound, m, on the motion of a point at the given distance from the frame's origin. A point that turns
  /// about the origin moves by a chord, which is not longer than its arc, and not longer than two radii.
  double of_point(double distance) const { return shift + distance * std::min(turn, 2.); }
};

/// A pin with a stiffness, and the numbers of its two links (-1 for the ground).
struct SpringPin {
  std::size_t pin = 0;  ///< index of System::pins
  int link_a = -1, link_b = -1;
};

/// Returns the pins of a system that have a stiffness, in the system's order.
std::vector<SpringPin> spring_pins_of(const System& system);

/// The shapes of a system, prepared for collision detection. Links are numbered: -1 is the ground, 0 and up are first
/// the bodies, and then the links of joints.
class World {
 public:
  struct WorldShape {
    int link = -1;
    Boundary boundary;  ///< boundary of the shape, in the link's frame
    /// Largest displacement of a point of the outline per unit of rotation, m/rad. For a circle it is the distance of
    /// the circle's centre from the frame's origin, because a rotation about its centre does not change the circle.
    double lever = 0;

    bool turns() const { return link >= 0 && lever > 0; }  ///< Returns whether a rotation moves the shape.
  };

  explicit World(const System& system);  ///< `system` must be valid

  const std::vector<WorldShape>& shapes() const { return shapes_; }
  const WorldShape& shape(int i) const { return shapes_[i]; }
  /// Returns the indices of a link's shapes, ascending.
  const std::vector<int>& shapes_of(int link) const { return carried_[link + 1]; }
  PlacedBoundary placed(int shape, const std::vector<Placement>& placements) const;
  /// Returns whether a joint or pin connects the links of two shapes. Shapes of such links may overlap.
  bool joined(int shape_a, int shape_b) const;
  /// Returns whether two shapes can collide. Shapes on one link, and on two links that a joint or pin connects, cannot
  /// collide. There is one exception: if one of the connected links is the ground, only the pairs of shapes given to
  /// let_pass() cannot collide.
  bool may_touch(int shape_a, int shape_b) const;
  /// Sets the pairs (a < b) of shapes that may overlap, in ascending order. Each pair consists of a shape of the ground
  /// and a shape of a link that a joint or pin connects to the ground.
  void let_pass(std::vector<std::pair<int, int>> pairs) { passing_ = std::move(pairs); }

 private:
  std::vector<WorldShape> shapes_;
  std::vector<std::vector<int>> carried_;     ///< shapes of each link, with the ground's shapes first
  std::vector<std::pair<int, int>> joined_;   ///< pairs of links that a joint or pin connects, ascending
  std::vector<std::pair<int, int>> passing_;  ///< pairs of shapes that were given to let_pass(), ascending
};

/// A search for pairs of shapes that may touch while they move: pairs whose boxes, widened by the bounds of the motion,
/// overlap. The boxes are sorted by their lower ends along one axis and then swept ("sort and sweep"). It is the axis
/// along which the lower ends of the links' boxes extend farther. The time is O(n log n) plus the number of pairs that
/// overlap along this axis. The class reuses its memory.
class BroadPhase {
 public:
  /// Finds the pairs (a < b), in ascending order, of shapes on two of the given links, or on one of them and the
  /// ground.
  void find(const World& world, const std::vector<Placement>& placements, const std::vector<MotionBound>& bounds,
            const std::vector<int>& links, std::vector<std::pair<int, int>>& pairs);

 private:
  struct Box {
    Eigen::Vector2d low, high;
    int shape;
  };
  static Box box_of(const World& world, int shape, const std::vector<Placement>& placements,
                    const std::vector<MotionBound>& bounds);

  int long_axis(const World& world) const;

  std::vector<Box> boxes_;
};

/// The motion of all links during a step. Links are numbered: first the bodies, then the links of joints, then the
/// stops. A stop represents a joint with limits or a spring: it is a point on the x axis at the joint's position.
struct Motion {
  Eigen::VectorXd q, u;               ///< pose and twist of each link's frame in the world, three entries per link
  std::vector<Placement> placements;  ///< placements of the frames in q, with sines and cosines
  Eigen::VectorXd positions;          ///< positions of joints, rad or m
  Eigen::VectorXd rates;              ///< velocities of joints, rad/s or m/s

  void update_placement(int link) { placements[link] = Placement(Eigen::Vector3d(q.segment<3>(3 * link))); }
};

/// Returns the number of the link of a joint.
inline int link_of_joint(const System& system, std::size_t joint) {
  return static_cast<int>(system.bodies.size() + joint);
}

/// Returns the joints that have limits or a spring, in order. Each of them has a stop.
std::vector<int> joints_with_stops(const System& system);

/// Returns the numbers 0 to count - 1.
std::vector<int> all_links(std::size_t count);

/// Sets poses and velocities of all links.
void set_motion(const System& system, const State& state, Motion& motion);
/// Sets the state to this motion; `state` must have the same bodies and joints.
void set_state(const Motion& motion, State& state);

/// Returns the pairs of shapes that can collide (World::may_touch()) and overlap by more than tolerance::kTouching.
/// Includes pairs of two shapes of the ground only if `with_ground_on_ground` is true.
std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& placements,
                                          bool with_ground_on_ground);

/// For overlapping shapes whose links a joint or pin connects, permits the overlap from now on.
void let_joined_pass(World& world, const std::vector<Placement>& placements);

/// Throws InputError, with a fault at /shapes/i for each pair of shapes that overlap although no joint or pin connects
/// their links.
void require_no_overlap(const World& world, const std::vector<Placement>& placements);

}  // namespace pawl::internal::inline simulation
