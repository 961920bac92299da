// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/contact.h>

#include <cmath>
#include <numbers>
#include <random>

namespace pawl::oracle {

/// A source of random fixtures around a seated part. In some of them, two fixels are on the same edge, or a fixel is
/// above the part, at larger y.
class RandomFixtures {
 public:
  explicit RandomFixtures(unsigned seed) : engine_(seed) {}
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  ContactSet set(int least, int most) {
    ContactSet set;
    const int count = integer(least, most);
    for (int k = 0; k < count; ++k) {
      const double angle = real(-std::numbers::pi, k < 3 ? .3 : std::numbers::pi);
      const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
      const Eigen::Vector2d lever = real(-.8, .8) * Eigen::Vector2d(-normal.y(), normal.x());
      set.contacts.push_back({-normal + lever, normal, real(0, .5), 0, true});
    }
    set.inertia = real(.1, .8);
    return set;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace pawl::oracle
