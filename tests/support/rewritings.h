// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// The same task written in another way, and how its answers are read as those of the original.
///
/// Every answer about the rewritten task must be the answer about the original one, or say that it is not certified.
struct Rewriting {
  std::string name;  ///< for messages: "turned by 15 degrees"
  Task task;
  bool mirrored = false;   ///< the letters l and r, and the signs of x and of the torque, are exchanged
  double length = 1;       ///< lengths and torques are this many times those of the original
  double drawn_angle = 0;  ///< the outline itself is turned by this after it was mirrored, rad

  std::string letters(const std::string& original) const;  ///< of a mode of the original
  /// The wrench on the rewritten part that corresponds to a wrench on the original part; both (fx, fy, torque) in the
  /// frame of the contact set.
  Eigen::Vector3d wrench(const Eigen::Vector3d& original) const;
  Eigen::Vector3d original_wrench(const Eigen::Vector3d& wrench) const;  ///< the inverse of wrench()
};

/// The task with its part and its fixture turned together about the world's origin, by an angle in rad. With
/// `in_part_frame` the fixels are given in the part's own frame, so that the pose alone turns.
Task turned(const Task& task, double angle, bool in_part_frame = false);

/// The task drawn another way round: the outline's own coordinates and the fixels turned by an angle in rad, so that
/// numbers of many digits stand for what is parallel, opposite or concurrent. Pose 0; fixels in the world.
Task redrawn(const Task& task, double angle);

/// The task mirrored at the world's y axis, which must be turned by 0.
Task mirrored(const Task& task);

/// The task in a unit of length `factor` times as small. Masses stay; inertias follow where they are stated.
Task scaled(const Task& task, double factor);

/// The task with its centre of mass and its inertia as a computation gives them, off by the rounding of a double.
Task with_rounded_mass(const Task& task);

/// A vertex is added in the middle of each straight side, and arcs become two arcs of half their sweep.
Task split(const Task& task);

/// The task turned by `angles` equal parts of a full turn, in the world's frame, in the part's and in the
/// drawing, mirrored, in other units of length, with split sides, both turned and split, and with a rounded centre of
/// mass and inertia. The task has pose 0 and gives its fixels in the world.
std::vector<Rewriting> rewritings(const Task& task, int angles);

}  // namespace pawl::oracle
