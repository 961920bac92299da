// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>

#include <span>
#include <string>
#include <string_view>

// Checks of arguments that are contacts, fixels or walls, and functions that do not check their arguments again.

namespace pawl::internal::inline base {
class Validator;
}  // namespace pawl::internal::inline base

namespace pawl::internal::inline contact {

/// Returns whether 0 <= low <= high, both finite, and whether the ends of Friction::split, if set, lie between `low`
/// and `high`.
bool is_friction(const Friction& friction);
std::string text_of(const Friction& friction);
inline constexpr const char* kFrictionBound = "must be finite with 0 <= low <= high";

/// Adds faults at /fixels/i if fixel i is a diamond pin whose radius is 0 or whose width is outside its bounds (see
/// Fixel::diamond_width), or if it has a width but is not a diamond pin.
void check_diamond(std::size_t i, const Fixel& fixel, Validator& validator);

/// Adds the faults of the arguments of find_contacts(), except those of the outline. The pointers are `/pose/k`,
/// `/fixels/i/...`, `/friction` and `/contact_tolerance`.
void check_fixels(const Eigen::Vector3d& pose, std::span<const Fixel> fixels, const Friction& friction,
                  double contact_tolerance, Validator& validator);

/// Adds the faults of the walls' poses and friction, and of the reach. The pointers are `/walls/k/pose/i`,
/// `/walls/k/friction` and `/reach`.
void check_walls(std::span<const Wall> walls, double reach, Validator& validator);

/// Throws InputError at `pointer` unless the magnitudes of all three entries are at most `bound`.
void require_within(const Eigen::Vector3d& v, double bound, const char* pointer);

/// Throws InputError unless `contact` is the number of a contact of the set, counted from 0. The fault is at `pointer`.
void require_contact(const ContactSet& set, int contact, const char* pointer);

/// Does the same as require_mode_fits(), but accepts only single letters: `*`, `k` and sets such as `[lr]` are faults.
void require_full_mode(std::string_view letters, const ContactSet& set);

/// Returns the normal scaled to unit length. Works even if the square of the given length is outside the range of
/// doubles.
Eigen::Vector2d unit_normal(const Contact& contact);

/// Does the same as contact_jacobian(), but does not validate the set.
Eigen::MatrixXd unchecked_contact_jacobian(const ContactSet& set, bool unit = true);

}  // namespace pawl::internal::inline contact
