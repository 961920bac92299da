// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

namespace pawl {

/// A part and its fixture, before the part is seated. References outlive the call only.
struct SeatProblem {
  const Outline& outline;  ///< valid, body coordinates
  Eigen::Vector3d pose;    ///< (x, y, theta) of the body's frame in the world, near the seated one
  std::span<const Fixel> fixels;
  Friction friction;                               ///< of fixels that state none
  double contact_tolerance = tolerance::kContact;  ///< m
  std::vector<int> goal;                           ///< fixels that are to touch, from 0, ascending; at least one
  std::optional<double> seat_distance;             ///< m; default: kSeatDistance times the outline's diameter
  const char* length_unit = "m";                   ///< of all lengths, for faults
};

/// How far from the given pose the seated one may be by default, as part of the outline's diameter.
inline constexpr double kSeatDistance = 0.01;

/// The seated pose and its contacts [MODEL section 6].
struct [[nodiscard]] Seat {
  Eigen::Vector3d pose{0, 0, 0};  ///< of the body's frame in the world
  bool exact = true;              ///< every gap of the goal is exactly 0 there; else the contacts carry errors
  std::vector<Contact> contacts;  ///< in the body's frame: those of `fixels`; all count as touching
  std::vector<int> fixels;        ///< the goal's, and others that touch in the seated pose; from 0, ascending
  std::vector<int> left_out;      ///< the others: they are apart when the part is seated
};

/// Finds the pose, near the given one, at which all fixels of the goal touch at once: the given pose itself where every
/// gap is exactly 0, else by Newton's method on the gaps, which must all come within contact_tolerance (in the sense of
/// least squares where the goal does not locate the part, or has more than three fixels).
///
/// Throws InputError as find_contacts does for an outline, a pose, fixels, friction or a tolerance that are not valid;
/// for a goal that is empty, not ascending or names a fixel that there is not (`/goal/k`); for a negative
/// seat_distance; at /goal where there is no such pose (with the fixel whose gap stays, and that gap) or one of the
/// outline's points would be moved by more than seat_distance (with that distance); and as find_contacts does in the
/// seated pose.
Seat find_seat(const SeatProblem& problem);

/// Whether the normals of contacts fix a part in the plane: J_n has rank 3. Exact. Numbers of contacts from 0. Throws
/// InputError for a set that is not valid, and for a number that is none of its contacts'.
[[nodiscard]] bool locates(const ContactSet& set, std::span<const int> contacts);

/// The rank of J_n of these contacts, 0 to 3: how many motions of the part they fix. Exact; throws as locates does.
int normal_rank(const ContactSet& set, std::span<const int> contacts);

}  // namespace pawl
