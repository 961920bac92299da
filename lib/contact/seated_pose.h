// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/seated_pose.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal::inline contact {

/// Does the same as pawl::find_seat(), but does not check the values of the problem; the caller must have checked them.
/// `centroid` is the centroid of the outline's area. `contacts` are the contacts at the given pose: first those with
/// all fixels, and then those with walls, in order. Throws InputError at /goal and /reach in the cases of
/// pawl::find_seat(), and for the faults that find_contacts() finds in the seated pose.
Seat find_seat(const SeatProblem& problem, const Eigen::Vector2d& centroid, const std::vector<Contact>& contacts);

}  // namespace pawl::internal::inline contact
