// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <vector>

#include "exact/exact_polyhedron.h"

namespace pawl {

/// What a contact's velocity leaves open.
enum class ContactMotion {
  resting,  ///< touching, neither parting nor sliding: any letter of a touching contact
  left,     ///< touching and sliding left: `l`, or `s` when it is lost
  right,    ///< touching and sliding right
  parting,  ///< touching, but not for long: `s`
  apart,    ///< across a gap that keeps its width: `a` or `s` by its acceleration
  closing,  ///< across a gap that closes: `a`
  opening   ///< across a gap that opens: `s`
};

/// A contact's accelerations as exact rows on (v', 1): a_n and a_t, in the contact's own frame length.
struct ContactRows {
  ContactMotion motion = ContactMotion::resting;
  HomogeneousRow normal, tangent;
  /// False where a number was rounded on the way: a normal's irrational length beside a curvature, or a speed within
  /// kRestingVelocity of 0 that is not 0.
  bool exact = true;
};

/// Velocity products included, in rationals from what the numbers mean. Throws InputError at `/twist` for contacts that
/// approach.
std::vector<ContactRows> contact_rows(const ContactSet& set, const Eigen::Vector3d& twist);

}  // namespace pawl
