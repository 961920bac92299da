// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "verify/certificate_contacts.h"
#include "verify/certificate_reader.h"

namespace pawl::internal::inline verify {

/// The least and the largest value of a function over a box, or bounds on these values.
struct Extremes {
  double low, up;
};

/// Returns the largest distance, up to rounding, between a fixed point and a point of the part for all poses of a box.
/// `arm` is the position of the part's point relative to the centre of mass at the pose 0.
double farthest(const CertificateBox& box, Point fixed, Point arm);

/// Checks of a load over boxes of poses: whether the load drives the part along a twist, and bounds on its potential.
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

  /// Returns whether the load has positive power for a twist, and more power than the support's friction can absorb, at
  /// all poses of a box and for all directions and points of the force within the tolerances.
  bool pushes(const CertificateTwist& xi, const Region& box) const;
  /// Returns whether every possible force of a contact certainly has positive power for the twist, by more than the
  /// rounding error.
  bool bears(const CertificateTwist& xi, const ContactForce& force) const;

  /// Returns bounds on the potential over a box, for all loads within the tolerances. The potentials of these loads are
  /// defined to be equal at the pose `reference`. For a pull towards an anchor, they are defined to be equal where the
  /// point of application is at `at`.
  Extremes potential(const CertificateBox& box) const;
  /// Returns an upper bound over a box on the potential of `next` minus the potential of this load, for all pairs of
  /// loads within the tolerances.
  double largest_rise(const LoadChecks& next, const CertificateBox& box) const;

 private:
  /// Returns a bound on the rounding error of the power that a force of 1 N has for a twist.
  double unit(const CertificateTwist& xi) const;
  /// Returns bounds on the potential of the stated load over a box, without tolerances and rounding errors.
  Extremes nominal(const CertificateBox& box) const;
  /// Returns a bound, over a box, on the error of the potential that the load's tolerances and rounding errors can
  /// cause.
  double blur(const CertificateBox& box) const;

  const CertificateLoad& load_;
  double far_, slack_;
};

/// Returns whether the twist `xi` proves that no contact forces balance the load at any pose of a box. If `left_out` is
/// not null, the contact that it points to is not considered.
bool excludes_rest(const CertificateContacts& contacts, const LoadChecks& load, const CertificateTwist& xi,
                   const Region& box, const CertifiedContact* left_out = nullptr);

}  // namespace pawl::internal::inline verify
