// SPDX-License-Identifier: MIT
#include "base/significant_digits.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

namespace pawl::internal::inline base {

double rounded_to(double value, int digits, Side side) {
  constexpr double kNoise = 1e-12;
  if (!(value > 0)) return 0;
  if (std::isinf(value)) return value;
  const double unit = std::pow(10., std::floor(std::log10(value)) - (digits - 1));
  const double units =
      side == Side::down ? std::floor(value / unit * (1 + kNoise)) : std::ceil(value / unit * (1 - kNoise));
  return std::stod(fmt::format("{:.{}g}", units * unit, digits));
}

}  // namespace pawl::internal::inline base
