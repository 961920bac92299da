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
/// Every answer about the rewritten task must agree with the original's answer, or be marked as not certified.
struct Rewriting {
  std::string name;  ///< description for messages, such as "turned by 15 degrees"
  Task task;
  bool mirrored = false;   ///< whether the letters l and r, and the signs of x and of the torque, are exchanged
  double length = 1;       ///< factor by which lengths and torques differ from those of the original
  double drawn_angle = 0;  ///< angle, rad, by which the outline itself is turned after the mirroring

  std::string letters(const std::string& original) const;  ///< converts a mode of the original
  /// Returns the wrench on the rewritten part that corresponds to a wrench on the original part. Both are (fx, fy,
  /// torque) in the frame of the contact set.
  Eigen::Vector3d wrench(const Eigen::Vector3d& original) const;
  Eigen::Vector3d original_wrench(const Eigen::Vector3d& wrench) const;  ///< the inverse of wrench()
};

/// Returns the task with part and fixture turned together about the world's origin, by an angle in rad. If
/// `in_part_frame` is true, the fixels are given in the part's own frame, so that only the pose turns.
Task turned(const Task& task, double angle, bool in_part_frame = false);

/// Returns the task with the outline's own coordinates and the fixels turned by an angle in rad. Numbers with many
/// digits then describe parallel, opposite or concurrent features. The pose is 0, and fixels are in the world frame.
Task redrawn(const Task& task, double angle);

/// Returns the task mirrored at the world's y axis. The pose's angle must be 0.
Task mirrored(const Task& task);

/// Returns the task in a unit of length that is smaller by `factor`. Masses stay the same, and stated inertias are
/// converted.
Task scaled(const Task& task, double factor);

/// Returns the task with center of mass and inertia changed by the rounding error of a double, like computed values.
Task with_rounded_mass(const Task& task);

/// Returns the task with a vertex added in the middle of each straight edge, and each arc split into two of half its
/// sweep.
Task split(const Task& task);

/// Returns many rewritings of a task: turned by `angles` equal parts of a full turn (in the world's frame, in the
/// part's frame, and in the drawing), mirrored, in other units of length, with split edges, both turned and split, and
/// with a rounded center of mass and inertia. The task must have pose 0 and fixels in the world frame.
std::vector<Rewriting> rewritings(const Task& task, int angles);

}  // namespace pawl::oracle
