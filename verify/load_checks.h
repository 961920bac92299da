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
/// `arm` is the point of the part at the pose 0, from its centre of mass.
double farthest(const CertificateBox& box, Point fixed, Point arm);

/// The checks of a load over boxes of poses: whether it drives the part along a twist, and bounds of its potential.
///
/// A force F at the point a of the part, with a torque T, has the potential U and a pull towards A the potential V:
///
///   U(q) = -F . ((x, y) + R(theta) a - a) - T theta,   V(q) = |F| (|A - (x, y) - R(theta) a| - |A - a|) - T theta.
///
/// Lengths have rounding errors below `slack`, which is 2^-44 of `far`, the largest length. All bounds are widened by
/// that.
class LoadChecks {
 public:
  /// Stores a reference to the load, which must outlive it.
  LoadChecks(const CertificateLoad& load, const CertificateContacts& contacts)
      : load_(load), far_(contacts.far()), slack_(contacts.slack()) {}

  /// Returns whether the load has positive power over a twist at all poses of a box, for all directions and points of
  /// the force within the tolerances. The power must exceed that of the support's friction.
  bool pushes(const CertificateTwist& xi, const Region& box) const;
  /// Returns whether every force of a contact has nonnegative power over the twist.
  bool bears(const CertificateTwist& xi, const ContactForce& force) const;

  /// Returns bounds of the potentials of all loads within the tolerances. These potentials are equal at the pose
  /// `reference`; with an anchor, where the force's point is at `at`.
  Extremes potential(const CertificateBox& box) const;
  /// Returns an upper bound of the potential of `next` minus that of this load, for all loads within the tolerances.
  double largest_rise(const LoadChecks& next, const CertificateBox& box) const;

 private:
  /// Returns a bound on the rounding error of a twist's products, for a force of 1 N.
  double unit(const CertificateTwist& xi) const;
  /// Returns bounds without tolerances and rounding errors.
  Extremes nominal(const CertificateBox& box) const;
  /// Returns a bound on the difference of the potentials of two loads within the tolerances, and of rounding errors.
  double blur(const CertificateBox& box) const;

  const CertificateLoad& load_;
  double far_, slack_;
};

/// Returns whether a twist proves that no contact forces balance the load at any pose of a box. `left_out` is a contact
/// that is not considered, or null.
bool excludes_rest(const CertificateContacts& contacts, const LoadChecks& load, const CertificateTwist& xi,
                   const Region& box, const CertifiedContact* left_out = nullptr);

}  // namespace pawl::internal::inline verify
