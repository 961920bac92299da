// SPDX-License-Identifier: MIT
#include "ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pawl::draw {
namespace {

std::vector<double> multiples(double low, double high, double step) {
  constexpr double kRounding = 1e-9;  // of a step: an end that is a tick counts
  std::vector<double> values;
  const double last = std::floor(high / step + kRounding);
  for (double k = std::ceil(low / step - kRounding); k <= last; ++k) values.push_back(k * step + 0.);
  return values;
}

}  // namespace

Ticks nice_ticks(double low, double high, int most) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high - low > 64 * std::numeric_limits<double>::epsilon() * size)) return {0, {low + (high - low) / 2}};
  const double power = std::pow(10., std::floor(std::log10((high - low) / std::max(most, 2))));
  Ticks finer;
  for (const double factor : {1., 2., 5., 10., 20., 50., 100.}) {
    const double step = factor * power;
    std::vector<double> values = multiples(low, high, step);
    // One tick alone says nothing of the scale: rather some more than asked for.
    if (values.size() < 2 && !finer.values.empty()) return finer;
    if (values.size() <= static_cast<std::size_t>(std::max(most, 2))) return {step, std::move(values)};
    finer = {step, std::move(values)};
  }
  return {0, {low + (high - low) / 2}};
}

std::string tick_text(double value, double step) {
  if (value == 0) return "0";
  const double unit = step > 0 ? step : std::abs(value) / 1000;
  const int digits = static_cast<int>(std::ceil(-std::log10(unit) - 1e-9));
  if (std::abs(value) >= 1e5 || digits > 4) {
    const int places = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9)) + digits;
    return fmt::format("{:.{}e}", value, std::clamp(places, 0, 15));
  }
  return fmt::format("{:.{}f}", value, std::max(digits, 0));
}

}  // namespace pawl::draw
