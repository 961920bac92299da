// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/seated_pose.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal::inline contact {

/// Does the same as pawl::find_seat, without checking the values of the problem; the caller must have checked them.
/// `centroid` is that of the outline's area; `contacts` are those of all fixels and then of all walls at the given
/// pose, in their order. Throws InputError at /goal, and as find_contacts does in the seated pose.
Seat find_seat(const SeatProblem& problem, const Eigen::Vector2d& centroid, const std::vector<Contact>& contacts);

}  // namespace pawl::internal::inline contact
