// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <optional>
#include <vector>

#include "exact/rational.h"
#include "friction/contact_dynamics.h"
#include "lcp/search/assumptions.h"

namespace pawl::internal {

/// The complementary pairs (z, w) of contact i in the three-variable form (contact_layout.h) are 3 i + k. A
/// contact that slides or has no friction has the first only.
enum class ContactPair {
  normal,  ///< (c_n, a_n): force or acceleration along the normal
  plus,    ///< (s+, a+): the force's distance c_t + mu c_n from one friction edge, or a_t where it is positive
  minus    ///< (a-, s-): -a_t where that is positive, or the distance mu c_n - c_t from the other edge
};
inline constexpr int kPairsPerContact = 3;

inline int contact_pair(int contact, ContactPair k) { return kPairsPerContact * contact + static_cast<int>(k); }

/// What may be assumed of a contact: one side of each of its pairs.
enum class ContactAssumption {
  no_force,         ///< c_n = 0
  closed,           ///< a_n = 0
  no_plus_force,    ///< s+ = 0, that is c_t = -mu c_n
  no_plus_motion,   ///< a+ = 0, that is a_t <= 0
  no_minus_motion,  ///< a- = 0, that is a_t >= 0
  no_minus_force    ///< s- = 0, that is c_t = +mu c_n
};

/// Its number, as of assumption(pair, side).
inline int assumption(int contact, ContactAssumption a) {
  return assumption(kPairsPerContact * contact, Side::z) + static_cast<int>(a);
}

/// Farkas' multipliers of a contact problem, of the rows a_n, a+ and s- of each contact's three-variable form.
template <class Real>
struct ContactMultipliers {
  std::vector<Real> normal, tangent, bound;
};

/// Judges Farkas' multipliers l, by which accelerations of contacts that keep the assumptions could only sum up to
/// something not negative:
///
///     sum of l_n a_n + l_t a_t >= 0   while   a = A c + b,   l'b < 0,   l'A c <= 0 for all forces c allowed.
///
/// l'A is found from what the weights l do to each body and block (contact_dynamics.h): O(bodies + contacts), and k^2
/// for a block of k coordinates. Real is double, with bounds on every rounding,
/// or Rational.
template <class Real>
class ContactFarkas {
 public:
  /// The problem has one tangent, and must outlive this.
  explicit ContactFarkas(const ContactProblem& problem) : problem_(problem) {}

  /// Whether l.normal and l.tangent prove exactly that nothing fulfils the assumptions; then chooses l.bound and sets
  /// `used` to assumptions that are enough.
  bool proves(ContactMultipliers<Real>& l, const Assumptions& assumed, Assumptions& used);

 private:
  bool contact_proves(int i, ContactMultipliers<Real>& l, const Assumptions& assumed, Assumptions& used) const;
  bool rolling_proves(int i, const Bounded<Real>& n, const Bounded<Real>& t, Real& bound, const Assumptions& assumed,
                      Assumptions& used) const;
  Real error(const Bounded<Real>& b) const { return rounding_ * b.size; }

  const ContactProblem& problem_;
  std::optional<ContactDynamics<Real>> dynamics_;  ///< made when it is needed first
  WeightedMotion<Real> motion_;
  Real rounding_ = 0;  ///< relative to Bounded::size
};

}  // namespace pawl::internal
