// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/feature.h>
#include <pawl/contact/pose_error.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// A contact of find_contacts(task), in the world frame.
struct ListedContact {
  int fixel = 0;  ///< number of the contact, from 1: the number of its fixel; contacts with walls are numbered after
                  ///< all fixels
  bool touching = true;
  Eigen::Vector2d point{0, 0};   ///< closest point of the part, world, in the task's unit of length
  Eigen::Vector2d normal{0, 1};  ///< unit vector from the fixel or wall into the part, world
  double gap = 0;                ///< signed distance between part and fixel or wall, in the task's unit of length
  Feature feature;               ///< feature of the part that touches or can touch
  int wall = 0;                  ///< number of the contact's wall, from 1; 0 for a contact with a fixel
  Feature wall_feature;          ///< feature of the wall, for a contact with a wall
  Friction friction;
};

/// The contacts of a task, and the results that follow from them: the rank, the seated pose and the pose error.
struct ContactList {
  std::vector<ListedContact> contacts;  ///< contacts at the task's pose
  /// Rank of J_n, the normal rows of the contact Jacobian, for the contacts of the goal (default: all). The contacts
  /// are those of the seated pose, or of the task's pose if no seated pose exists. If the rank depends on the rounding
  /// of contacts, `rank` is a lower bound of it.
  int rank = 0;
  int greatest_rank = 0;       ///< upper bound of the rank; the rank is certain if it equals `rank`
  bool located = false;        ///< true if the rank is certainly 3, so that the goal fixes the part in the plane
  double gyration_radius = 0;  ///< radius of gyration, in the task's unit of length
  std::optional<PoseError> pose_error;  ///< pose error of the seated part; set if exactly three fixels locate the part
  /// Pose (x, y, theta) of the part in which the goal's contacts touch, world. Not set for stated contacts, or if no
  /// such pose exists.
  std::optional<Eigen::Vector3d> seated_pose;
  std::string unseated;  ///< reason why the task has no seated pose; empty if `seated_pose` is set, and for a task with
                         ///< stated contacts or without contacts
};

/// Returns the contacts that list_contacts() returns, without computing a seated pose.
std::vector<ListedContact> contacts_in_world(const ValidTask& task);

/// Returns the contacts and results that `pawl contacts` prints. Never throws InputError, because the task is valid.
ContactList list_contacts(const ValidTask& task);

}  // namespace pawl
