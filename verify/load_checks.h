// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "verify/certificate_contacts.h"
#include "verify/certificate_reader.h"

namespace pawl::internal::inline verify {

/// The least and the largest value of a function over a box, or bounds on them.
struct Extremes {
  double low, up;
};

/// Returns the largest distance between a fixed point and a point of the part over a box of poses, up to rounding.
/// `arm` is the position of the point relative to the centre of mass at the pose 0.
double farthest(const CertificateBox& box, Point fixed, Point arm);

/// The checks of a load over boxes of poses: whether it drives the part along a twist, and bounds on its potential.
///
/// The potential is U for a force F at the point a of the part with a torque T, and V for a pull towards the anchor A:
///
///    U(q) = -F . ((x, y) + R(theta) a - a) - T theta,   V(q) = |F| (|A - (x, y) - R(theta) a| - |A - a|) - T theta.
///
/// Here q = (x, y, theta) is the pose, and R(theta) is the rotation by theta. Lengths have rounding errors below
/// `slack`, which is 2^-44 of `far`, the largest length. All bounds are widened to allow for these errors.
class LoadChecks {
 public:
  /// Stores a reference to the load, which must outlive this object.
  LoadChecks(const CertificateLoad& load, const CertificateContacts& contacts)
      : load_(load), far_(contacts.far()), slack_(contacts.slack()) {}

  /// Returns whether the load has positive power for a twist at all poses of a box, for all directions and points of
  /// the force within the tolerances. The power must exceed that of the support's friction.
  bool pushes(const CertificateTwist& xi, const Region& box) const;
  /// Returns whether every force of a contact has nonnegative power for the twist.
  bool bears(const CertificateTwist& xi, const ContactForce& force) const;

  /// Returns bounds on the potentials of all loads within the tolerances. The potentials of these loads are defined to
  /// be equal at the pose `reference`. With an anchor, they are equal where the force's point of application is at
  /// `at`.
  Extremes potential(const CertificateBox& box) const;
  /// Returns an upper bound on the potential of `next` minus the potential of this load, for all loads within the
  /// tolerances.
  double largest_rise(const LoadChecks& next, const CertificateBox& box) const;

 private:
  /// Returns a bound on the rounding error of the power that a force of 1 N has for a twist.
  double unit(const CertificateTwist& xi) const;
  /// Returns bounds of the potential of the stated load, without tolerances and rounding errors.
  Extremes nominal(const CertificateBox& box) const;
  /// Returns a bound on how much the load's tolerances and rounding errors can change its potential in a box.
  double blur(const CertificateBox& box) const;

  const CertificateLoad& load_;
  double far_, slack_;
};

/// Returns whether a twist proves that no contact forces balance the load at any pose of a box. `left_out` is a contact
/// that is not considered, or null.
bool excludes_rest(const CertificateContacts& contacts, const LoadChecks& load, const CertificateTwist& xi,
                   const Region& box, const CertifiedContact* left_out = nullptr);

}  // namespace pawl::internal::inline verify
