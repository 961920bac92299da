// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include "exact/written.h"

namespace pawl::internal {

/// The frame of a contact in integers: normal n, tangent t = (-n_y, n_x), and the arms p x n and p x t = p . n about
/// the centre of mass. All are multiplied by `normal_factor`, the arms also by ExactFrames::scale().
struct ExactFrame {
  Integer nx, ny;
  Integer normal_arm, tangent_arm;
  Integer normal_factor;
};

/// A Coulomb friction coefficient as a fraction.
struct ExactFriction {
  Integer top, bottom;
};

/// The rows of the contact Jacobian J, exactly from what the numbers of a contact set mean. No rounded contact point
/// enters: p x n is the arm of the normal's line, p . n that of the tangent's (Contact::normal_through,
/// tangent_through), and a line's arm is the same from any of its points. One common factor (WrittenScale) makes all
/// arms integers.
class ExactFrames {
 public:
  /// Refers to `set` until the next call. Costs nothing until an exact value is asked for.
  void assign(const ContactSet& set);

  /// 1 / scale() is the unit of length in which the arms are integers.
  const Integer& scale() const;
  ExactFrame frame(std::size_t contact) const;
  ExactFriction friction(std::size_t contact, bool high) const;

 private:
  const ContactSet* set_ = nullptr;
  mutable bool scaled_ = false;
  mutable WrittenScale lengths_;
  mutable Integer scale_;
};

/// The point through which the line of a contact's normal runs, and that of its tangent.
inline const Eigen::Vector2d& normal_through(const Contact& c) {
  return c.normal_through ? *c.normal_through : c.point;
}
inline const Eigen::Vector2d& tangent_through(const Contact& c) {
  return c.tangent_through ? *c.tangent_through : c.point;
}

}  // namespace pawl::internal
