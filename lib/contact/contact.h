// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>

#include <span>
#include <string>
#include <string_view>

// Checks of arguments that are contacts, fixels or walls, and functions for arguments that have already been checked.

namespace pawl::internal::inline base {
class Validator;
}  // namespace pawl::internal::inline base

namespace pawl::internal::inline contact {

/// Returns whether 0 <= low <= high, both finite.
bool is_friction(const Friction& friction);
std::string text_of(const Friction& friction);
inline constexpr const char* kFrictionBound = "must be finite with 0 <= low <= high";

/// If fixel i is a diamond pin, checks that its width is valid for its diameter. Adds faults at /fixels/i.
void check_diamond(std::size_t i, const Fixel& fixel, Validator& validator);

/// Adds the faults of the arguments of find_contacts(), except those of the outline. The pointers are `/pose/k`,
/// `/fixels/i/...`, `/friction` and `/contact_tolerance`.
void check_fixels(const Eigen::Vector3d& pose, std::span<const Fixel> fixels, const Friction& friction,
                  double contact_tolerance, Validator& validator);

/// Adds the faults of the numbers that describe walls, and of the reach: pointers `/walls/k/pose/i`,
/// `/walls/k/friction`, `/reach`.
void check_walls(std::span<const Wall> walls, double reach, Validator& validator);

/// Throws InputError unless all three entries are finite and at most `bound` in size; the fault is at pointer/k.
void require_within(const Eigen::Vector3d& v, double bound, const char* pointer);

/// Throws InputError unless `contact` is the number of a contact of the set, counted from 0.
void require_contact(const ContactSet& set, int contact, const char* pointer);

/// Does the same as require_mode_fits(), but refuses `*`.
void require_full_mode(std::string_view letters, const ContactSet& set);

/// Returns the normal with unit length, even if the square of its given length is beyond the range of doubles.
Eigen::Vector2d unit_normal(const Contact& contact);

/// Does the same as contact_jacobian(), for a set that is known to be valid.
Eigen::MatrixXd unchecked_contact_jacobian(const ContactSet& set, bool unit = true);

}  // namespace pawl::internal::inline contact
