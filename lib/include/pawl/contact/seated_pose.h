// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// A part and its fixture, before the part is seated. The referenced objects must outlive the call of find_seat().
struct SeatProblem {
  const Outline& outline;  ///< outline of the part, valid, body coordinates
  Eigen::Vector3d pose;    ///< pose (x, y, theta) of the body's frame in the world, near the seated pose
  std::span<const Fixel> fixels;
  Friction friction;                               ///< friction of fixels that do not state their own friction
  double contact_tolerance = tolerance::kContact;  ///< largest |gap| of a touching fixel, m
  /// Contacts that must touch, numbered from 0, ascending; at least one. The contacts with walls are numbered after the
  /// fixels.
  std::vector<int> goal;
  /// Largest accepted displacement, m, of a point of the outline from its position at `pose` to its position at the
  /// seated pose; by default, kSeatDistance times the diameter of the outline.
  std::optional<double> seat_distance;
  const char* length_unit = "m";        ///< name of the unit of all lengths, for messages
  std::span<const Outline> holes = {};  ///< holes of the part, valid in the sense of hole_faults(), body coordinates

  std::span<const Wall> walls = {};                 ///< walls, which must be valid
  std::span<const WallContact> wall_contacts = {};  ///< the result of find_wall_contacts() for these walls at `pose`

  Loops loops() const { return {outline, holes}; }
};

/// Default of SeatProblem::seat_distance, as a fraction of the outline's diameter.
inline constexpr double kSeatDistance = 0.01;

/// The seated pose and its contacts [MODEL section 6].
struct [[nodiscard]] Seat {
  Eigen::Vector3d pose{0, 0, 0};  ///< pose of the body's frame in the world
  bool exact = true;              ///< true if every gap of the goal is exactly 0; if false, the contacts have nonzero
                                  ///< errors
  std::vector<Contact> contacts;  ///< the contacts with the numbers in `fixels`, body frame; all of them count as
                                  ///< touching
  std::vector<int> fixels;        ///< numbers of the contacts that touch in the seated pose, whether the goal lists
                                  ///< them or not; from 0, ascending
  std::vector<int> left_out;      ///< numbers, from 0, of the contacts outside the goal that do not touch in the seated
                                  ///< pose
};

/// Finds the pose near the given pose at which all contacts of the goal touch at once. If every gap of the goal is
/// exactly 0 at the given pose, returns the given pose. Otherwise Newton's method finds the pose, in the least-squares
/// sense if the goal does not locate the part or has more than three contacts. Every |gap| of the goal must become at
/// most contact_tolerance.
///
/// Throws InputError
///   - as find_contacts does, for an invalid outline, pose, fixel, friction or tolerance, and for the contacts in the
///     seated pose;
///   - for a goal that is empty, that is not ascending, or that contains a contact that does not exist (`/goal/k`);
///   - for a negative seat_distance;
///   - at /goal, if no such pose exists (the fault states a contact and the gap that remains);
///   - at /goal, if the pose moves a point of the outline by more than seat_distance (the fault states the distance);
///   - at /goal, if a contact of the goal with a wall does not touch in the seated pose, because the part has passed the
///     end of an edge;
///   - at /reach, if a contact with a wall that touches in the seated pose is not in wall_contacts.
Seat find_seat(const SeatProblem& problem);

/// Returns whether the normals of the given contacts fix a part in the plane, that is, whether the rows J_n of these
/// normals in the contact Jacobian have rank 3. The answer is exact. Contacts are numbered from 0. Throws InputError
/// for an invalid set, and for an index that is not one of its contacts.
[[nodiscard]] bool locates(const ContactSet& set, std::span<const int> contacts);

/// Returns the rank of J_n (see locates()) for the given contacts, 0 to 3: the number of degrees of freedom that they
/// fix. The rank is exact. Throws InputError in the cases of locates().
int normal_rank(const ContactSet& set, std::span<const int> contacts);

}  // namespace pawl
