// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pawl::draw {

/// Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  std::vector<double> values;  ///< ascending, all within the range
};

/// At most `most` (at least 2) ticks in [low, high], as many as fit; a few more where that would be one alone. A range
/// of no length, or of numbers that differ by rounding alone, has one tick: its middle.
Ticks nice_ticks(double low, double high, int most);

/// A tick as text, with just the digits that tell it from its neighbours: "0.25", "-1.5e-06", never "-0".
std::string tick_text(double value, double step);

}  // namespace pawl::draw
