// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>
#include <pawl/io/task.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl {

/// Where a locator or a clamp stands on the outline, body frame. Edges are counted from 0 in the outline's order: a
/// polygon's edges, a path's segments (arcs are edges), a disc's one.
struct Locator {
  std::size_t edge = 0;
  double along = 0;              ///< share of the edge's length from its first vertex, in [0, 1]; a disc's from angle 0
  Eigen::Vector2d point{0, 0};   ///< of the outline, in the task's unit of length
  Eigen::Vector2d normal{0, 1};  ///< into the part, any positive length: on a straight edge its own difference of
                                 ///< vertices, turned (so parallel edges have exactly parallel normals)
};

/// A clamp without friction that slides along an axis of the lattice until it meets the part [Brost and Goldberg 1996]:
/// its tip is a pin like the locators.
struct LatticeClamp {
  Eigen::Vector2d at{0, 0};         ///< centre of the tip, world
  Eigen::Vector2d direction{1, 0};  ///< in which it slides, world: (1, 0), (-1, 0), (0, 1) or (0, -1)
  Locator locator;                  ///< where it presses
  /// Forces of the locators for a clamp force of 1 along its normal: all > 0, so that the clamp holds the part in form
  /// closure.
  std::array<double, 3> forces{};
};

/// A fixture to be looked at: a pose of the part and fixels that touch it there.
struct FixtureCandidate {
  Eigen::Vector3d pose{0, 0, 0};  ///< (x, y, theta) of the body frame in the world
  std::vector<Fixel> fixels;      ///< world; no friction of their own
  std::vector<Locator> locators;  ///< of each fixel
  std::optional<LatticeClamp> clamp;
};

/// The task with the candidate's pose and fixels in place of its own, for all that takes a task. What speaks of the old
/// fixels goes (modes, start, goal, plan, stated contacts). The actuator goes with the part where the pose is another:
/// the point of a push and its directions, the point of a spring and its anchor; gravity on a tray stays the world's.
Task with_fixture(const Task& task, const FixtureCandidate& candidate);

}  // namespace pawl
