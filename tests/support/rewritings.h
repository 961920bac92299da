// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

namespace pawl::oracle {

/// A task that is written in another way, and the conversion of its answers to those of the original task.
///
/// An answer about the rewritten task must agree with that about the original task, or must not be certified.
struct Rewriting {
  std::string name;  ///< description of the rewriting for messages, such as "turned by 15 degrees"
  Task task;
  bool mirrored = false;   ///< whether the task is a mirror image: the letters l and r are exchanged, and x and torques
                           ///< change their signs
  double length = 1;       ///< numbers of lengths and torques in the rewritten task, divided by those in the original
                           ///< task
  double drawn_angle = 0;  ///< angle by which the outline itself is rotated, after it is mirrored, rad

  std::string letters(const std::string& original) const;  ///< converts a mode of the original task to one of the
                                                           ///< rewritten task
  /// Converts a wrench on the original part to the corresponding wrench on the rewritten part. Both are (fx, fy,
  /// torque) in the frame of the contact set.
  Eigen::Vector3d wrench(const Eigen::Vector3d& original) const;
  Eigen::Vector3d original_wrench(const Eigen::Vector3d& wrench) const;  ///< inverse of wrench()
};

/// Returns the task after part and fixture have been rotated about the world's origin by `angle`, rad. If
/// `in_part_frame` is true, the fixels are stated in the frame of the part, so that only the pose changes.
Task turned(const Task& task, double angle, bool in_part_frame = false);

/// Returns the task after the coordinates of the outline and of the fixels have been rotated by `angle`, rad. Parallel,
/// opposite or concurrent features are then described by numbers with many digits. The pose is 0, and the fixels are in
/// the world frame.
Task redrawn(const Task& task, double angle);

/// Returns the mirror image of the task in the world's y axis. The angle of the pose must be 0.
Task mirrored(const Task& task);

/// Returns the task in another unit of length, which is smaller by `factor`. Masses do not change, and stated inertias
/// are converted.
Task scaled(const Task& task, double factor);

/// Returns the task after its center of mass and its inertia have been changed by about the rounding error of a double,
/// as if they had been computed.
Task with_rounded_mass(const Task& task);

/// Returns the task with additional vertices: one in the middle of each straight edge, and one that divides each arc
/// into two arcs of half its sweep.
Task split(const Task& task);

/// Returns many rewritings of a task: rotated by multiples of a full turn divided by `angles` (in the world frame, in
/// the part frame, and in the drawing), mirrored, mirrored and rotated, in other units of length, with split edges,
/// with split edges and rotated, and with rounded center of mass and inertia. The pose of the task must be 0, and its
/// fixels must be in the world frame.
std::vector<Rewriting> rewritings(const Task& task, int angles);

}  // namespace pawl::oracle
