// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <random>

namespace pawl::oracle {

/// A source of random contact sets that are degenerate in the same ways as real fixtures: normals along the axes,
/// points on a coarse grid, repeated or nearly parallel contacts, contacts without friction, and gaps.
class RandomContacts {
 public:
  explicit RandomContacts(unsigned seed) : engine_(seed) {}

  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  ContactSet set(int least, int most) {
    ContactSet set;
    const int count = integer(least, most);
    for (int i = 0; i < count; ++i) set.contacts.push_back(contact(set));
    set.mass = real(0.1, 3);
    set.inertia = real(0.05, 3);
    return set;
  }

  Eigen::Vector3d wrench() {
    if (integer(0, 3) == 0) return Eigen::Vector3d(integer(-2, 2), integer(-2, 2), integer(-2, 2));
    return Eigen::Vector3d(real(-1, 1), real(-1, 1), real(-1, 1));
  }

 private:
  Contact contact(const ContactSet& set) {
    Contact c;
    const int kind = integer(0, 4);
    if (kind >= 3 && !set.contacts.empty()) {
      c = set.contacts[static_cast<std::size_t>(integer(0, static_cast<int>(set.size()) - 1))];
      if (kind == 4) c.normal += 1e-9 * Eigen::Vector2d(real(-1, 1), real(-1, 1));
    } else if (kind == 2) {
      static const Eigen::Vector2d kAxes[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
      c.point = {integer(-2, 2) / 2.0, integer(-2, 2) / 2.0};
      c.normal = kAxes[integer(0, 3)];
    } else {
      c.point = {real(-1, 1), real(-1, 1)};
      c.normal = Eigen::Vector2d(real(-1, 1), real(-1, 1));
    }
    c.friction = integer(0, 3) == 0 ? 0.0 : integer(0, 1) == 0 ? 0.5 : real(0, 2);
    c.touching = integer(0, 3) > 0;
    c.gap = c.touching ? 0 : 0.01;
    return c;
  }

  std::mt19937 engine_;
};

}  // namespace pawl::oracle
