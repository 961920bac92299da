// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/energy_problem.h>

#include <vector>

#include "base/faults.h"
#include "contact/find_contacts.h"

namespace pawl::internal::inline planner {

/// The seat's frame. Its origin is the part's centre of mass, and its axes are the axes of the body frame, both at the
/// seat. The member functions convert from the world frame.
class SeatFrame {
 public:
  explicit SeatFrame(const SeatedTask& seated)
      : frame_(seated.pose.value_or(Eigen::Vector3d::Zero())),
        center_(seated.contacts.center_of_mass),
        angle_(seated.pose.value_or(Eigen::Vector3d::Zero()).z()) {}
  Eigen::Vector2d point(const Eigen::Vector2d& world) const { return frame_.point(world).at - center_; }
  Eigen::Vector2d direction(const Eigen::Vector2d& world) const { return frame_.direction(world); }
  /// Converts the pose (x, y, theta) of a body from the world frame to the seat's frame.
  Eigen::Vector3d pose(const Eigen::Vector3d& world) const {
    const Eigen::Vector2d at = point(world.head<2>());
    return {at.x(), at.y(), world.z() - angle_};
  }

 private:
  BodyFrame frame_;
  Eigen::Vector2d center_;
  double angle_;
};

/// Returns an outline of a task's part relative to the centre of mass.
Outline outline_at_seat(Outline outline, const SeatedTask& seated);
/// Returns the holes of a task's part relative to the centre of mass.
std::vector<Outline> holes_at_seat(const Task& task, const SeatedTask& seated);
/// Returns a task's fixels in the frame of the seat. Their friction coefficient is the high end of each interval plus
/// `friction`.
std::vector<EnergyFixel> fixels_at_seat(const Task& task, const SeatedTask& seated, double friction = 0);
/// Returns a task's walls with their poses in the frame of the seat. Their friction coefficient is the high end of each
/// interval plus `friction`.
std::vector<Wall> walls_at_seat(const Task& task, const SeatedTask& seated, double friction = 0);
/// Returns the energy problem of a part at its seat, without the goal and the load.
EnergyProblem problem_at_seat(const ValidTask& task, const SeatedTask& seated, const EnergyTolerances& tolerances);
/// Returns the load by which the task's actuator exerts a wrench, scaled to the size 1 N. The wrench is in the frame of
/// the contact set. The load of a spring depends only on the spring, and not on the wrench.
EnergyLoad load_at_seat(const Task& task, const SeatedTask& seated, const Eigen::Vector3d& wrench);
/// Converts a displacement from the seat to a pose of the body frame in the world. The displacement of the centre of
/// mass is in the frame of the seat.
Eigen::Vector3d pose_in_world(const SeatedTask& seated, const Eigen::Vector3d& displaced);
/// Adds a fault for each tolerance that is negative or not finite, for an outline tolerance unless
/// can_have_tolerance(part), and for a fixel tolerance if a wall is not made of polygons.
void add_tolerance_faults(const Task& task, const EnergyTolerances& tolerances, Validator& faults);

}  // namespace pawl::internal::inline planner
