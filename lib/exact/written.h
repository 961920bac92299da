// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <initializer_list>

#include "exact/exact.h"

namespace pawl::internal {

/// What a double stands for. A file says 0.3 and means 3/10, which no double is. So a double whose shortest decimal
/// (the one that reads back as it) has at most 15 digits means that decimal; one that needs more is the result of some
/// computation and means itself. Either way it means a number within half a unit in the last place of the double, and
/// equal doubles mean equal numbers. Value: digits * 10^tens * 2^twos, with tens = 0 or twos = 0.
struct Written {
  long long digits = 0;
  int tens = 0;
  int twos = 0;

  explicit Written(double value);  ///< finite
};

/// The most digits of a double that means its decimal. Decimals of 15 digits and doubles match one to one.
inline constexpr int kWrittenDigits = 15;

/// Whether a double needs more digits than people write: it is the result of some computation.
bool is_computed(double value);

/// How far a point may be from where it was meant to be, m: 0 where both coordinates are written; else some units in
/// the last place of the larger coordinate, as a rotation and a shift leave them.
double written_error(const Eigen::Vector2d& point);

/// A common factor 10^tens * 2^twos, tens and twos not negative, that makes what some doubles mean whole numbers.
class WrittenScale {
 public:
  WrittenScale() = default;
  WrittenScale(std::initializer_list<double> values) { cover(values); }

  void cover(std::initializer_list<double> values);
  void cover(const Eigen::Vector2d& v) { cover({v.x(), v.y()}); }
  void cover(const Eigen::Vector3d& v) { cover({v.x(), v.y(), v.z()}); }

  Integer factor() const;
  /// The factor times what a double that it covers means.
  Integer operator()(double value) const;

 private:
  int tens_ = 0;
  int twos_ = 0;
};

/// An integer vector along (x, y, third_scale * z), what the entries mean.
IntegerVector integer_vector(const std::array<double, 3>& v, const Integer& third_scale = 1);

/// The doubles nearest to the difference of what two points' coordinates mean: equal to it in meaning where it has at
/// most 15 digits. `exact`, where given, is cleared if it is not.
Eigen::Vector2d written_difference(const Eigen::Vector2d& a, const Eigen::Vector2d& b, bool* exact = nullptr);

}  // namespace pawl::internal
