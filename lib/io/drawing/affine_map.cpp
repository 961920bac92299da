// SPDX-License-Identifier: MIT
#include "io/drawing/affine_map.h"

#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace pawl::internal {

AffineMap AffineMap::operator*(const AffineMap& o) const {
  return {a * o.a + c * o.b, b * o.a + d * o.b,     a * o.c + c * o.d,
          b * o.c + d * o.d, a * o.e + c * o.f + e, b * o.e + d * o.f + f};
}

double AffineMap::scale() const {
  const Rational square = a * a + b * b;
  if (const std::optional<Rational> root = exact_root(square)) return rounded(*root);
  return std::sqrt(rounded(square));
}

bool AffineMap::shorten() {
  constexpr int kMostBits = 512;
  const auto size = [](const Rational& value) { return bits(numerator(value)) + bits(denominator(value)); };
  Rational* const all[] = {&a, &b, &c, &d, &e, &f};
  if (std::none_of(std::begin(all), std::end(all), [&](const Rational* one) { return size(*one) > kMostBits; })) {
    return false;
  }
  for (Rational* one : all) {
    const double number = rounded(*one);
    if (!std::isfinite(number)) throw InputError("", "", "leaves nothing, or too much, of the plane");
    *one = rational(number);
  }
  return true;
}

Eigen::Matrix2d AffineMap::matrix() const {
  Eigen::Matrix2d m;
  m << rounded(a), rounded(c), rounded(b), rounded(d);
  return m;
}

Eigen::Vector2d AffineMap::shift() const { return {rounded(e), rounded(f)}; }

AffineMap shift_map(const Rational& x, const Rational& y) { return {1, 0, 0, 1, x, y}; }
AffineMap scale_map(const Rational& x, const Rational& y) { return {x, 0, 0, y, 0, 0}; }

Eigen::Vector2d direction_of(double degrees) {
  const double turn = std::fmod(degrees, 360);
  if (std::fmod(turn, 90) == 0) {
    static const Eigen::Vector2d kQuarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return kQuarters[(static_cast<int>(turn / 90) + 4) % 4];
  }
  const double angle = turn * (std::numbers::pi / 180);
  return {std::cos(angle), std::sin(angle)};
}

AffineMap turn_map(double degrees, bool* was_rounded) {
  const Eigen::Vector2d u = direction_of(degrees);
  if (was_rounded != nullptr && u.x() != 0 && u.y() != 0) *was_rounded = true;
  const ExactPoint exact(u);
  return {exact.x, exact.y, -exact.y, exact.x, 0, 0};
}

Eigen::Vector2d rounded_point(const ExactPoint& p) { return {rounded(p.x) + 0.0, rounded(p.y) + 0.0}; }

}  // namespace pawl::internal
