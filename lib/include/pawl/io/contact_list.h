// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/pose_error.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// Which piece of an outline a contact is on: numbers from 0, as faults name them.
struct Feature {
  enum class Kind { edge, arc, vertex, disc, stated };
  Kind kind = Kind::stated;  ///< stated: the task gives the contact itself
  std::size_t index = 0;     ///< of an edge, an arc (both by their first vertex) or a vertex
};
std::string text_of(const Feature& feature);  ///< "edge 3", "arc 0", "vertex 2", "disc", "stated"

/// One fixel as every command sees it: a contact of find_contacts(task) in the world.
struct ListedContact {
  int fixel = 0;  ///< from 1
  bool touching = true;
  Eigen::Vector2d point{0, 0};   ///< the part's closest point, world, in the task's unit of length
  Eigen::Vector2d normal{0, 1};  ///< from the fixel into the part, world, unit length
  double gap = 0;                ///< in the task's unit of length
  Feature feature;
  Friction friction;
};

/// All that a task comes to before anything is asked of it.
struct ContactList {
  std::vector<ListedContact> contacts;  ///< at the task's pose
  /// The rank of J_n of the goal's fixels (default: all), seated where they can be; where it depends on how contacts
  /// were rounded, the least that it may be.
  int rank = 0;
  int greatest_rank = 0;                ///< the greatest that it may be; the rank is certain where both are equal
  bool located = false;                 ///< rank 3 for certain: the goal fixes the part in the plane
  double gyration_radius = 0;           ///< in the task's unit of length
  std::optional<PoseError> pose_error;  ///< where three fixels locate the part, and no more
  /// (x, y, theta) where the goal's fixels touch; nothing for stated contacts, and where there is no such pose
  std::optional<Eigen::Vector3d> seated_pose;
  std::string unseated;  ///< why there is no such pose, though there are fixels to touch; empty: there is
};

/// The contacts of the list alone, without a seat.
std::vector<ListedContact> contacts_in_world(const ValidTask& task);

/// What `pawl contacts` prints. Throws InputError for no valid task (there is none to take).
ContactList list_contacts(const ValidTask& task);

}  // namespace pawl
