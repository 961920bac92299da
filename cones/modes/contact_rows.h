// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <vector>

#include "exact/exact_polyhedron.h"

namespace pawl::internal {

// The accelerations of the contacts of a moving part, in rationals.
//
// Contact i of a part with velocity v = (v_x, v_y, w) and acceleration v' has the gap's and the sliding acceleration
//
//     a_n = [n; p x n] . v' - w^2 (n . p) + k,    a_t = [t; p x t] . v' - w^2 (t . p),
//
// p from the centre of mass: the material point's acceleration, of which -w^2 p is the centripetal part, and k, what
// the curvatures of part and fixel add (geometry/arc_contact.h). Both are affine in v'. Which of them the mode
// constrains, and which letters the contact may have, is decided by its velocity (MODEL section 5; TPSL97).

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

}  // namespace pawl::internal
