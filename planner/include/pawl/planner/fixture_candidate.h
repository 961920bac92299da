// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace pawl {

/// The position of a locator or a clamp on the outline, in the body frame. Edges are counted from 0 in the order of the
/// outline. The edges are those of a polygon, the segments of a path (arcs count as edges), or the single edge of a
/// disc.
struct Locator {
  std::size_t edge = 0;
  /// Fraction of the edge's length, in [0, 1], measured from its first vertex (on a disc: from angle 0).
  double along = 0;
  Eigen::Vector2d point{0, 0};  ///< point of the outline, in the task's unit of length
  /// Normal into the part, of any positive length. On a straight edge it is the difference of the edge's vertices,
  /// rotated by a quarter turn, so that parallel edges have exactly parallel normals.
  Eigen::Vector2d normal{0, 1};
};

/// A clamp without friction that slides along an axis of the lattice until it meets the part [Brost and Goldberg 1996].
/// Its tip is a pin with the radius of the locators.
struct LatticeClamp {
  Eigen::Vector2d at{0, 0};         ///< centre of the tip, world frame
  Eigen::Vector2d direction{1, 0};  ///< sliding direction, world frame: (1, 0), (-1, 0), (0, 1) or (0, -1)
  Locator locator;                  ///< position on the outline at which the clamp presses
  /// Forces of the three locators if the clamp presses with a force of 1 along its normal. All forces are > 0, so the
  /// clamp holds the part against all locators (form closure by a clamp).
  std::array<double, 3> forces{};
};

/// A candidate fixture: a pose of the part and fixels that touch the part at this pose.
struct FixtureCandidate {
  Eigen::Vector3d pose{0, 0, 0};  ///< (x, y, theta) of the body frame in the world
  std::vector<Fixel> fixels;      ///< fixels in the world frame, without friction coefficients
  std::vector<Locator> locators;  ///< locators, one per fixel
  std::optional<LatticeClamp> clamp;
  /// A region that contains all poses of the part on its pins, set only for a round pin and a diamond pin in two holes.
  /// It becomes the start region of the fixture's task.
  std::optional<StartRegion> play = {};
};

/// Returns the task with its pose and fixels replaced by those of the candidate. Removes everything that refers to the
/// old fixels (modes, start, goal, plan, stated contacts).
///
/// If the pose differs, the actuator moves with the part: the point and directions of a push, and the point and anchor
/// of a spring. Gravity on a tray does not change in the world frame. Walls stay where they are in the world; walls
/// that are stated in the part's frame are converted to the world frame.
Task with_fixture(const Task& task, const FixtureCandidate& candidate);
/// Overload of with_fixture() for a valid task. Validates the result as ValidTask does, but does not check the outline
/// again.
ValidTask with_fixture(const ValidTask& task, const FixtureCandidate& candidate);

}  // namespace pawl
