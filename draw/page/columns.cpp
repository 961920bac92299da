// SPDX-License-Identifier: MIT
#include "page/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace pawl::draw::internal {

int decimals_for(double largest, int digits) {
  if (!(largest > 0)) return digits;
  return std::clamp(digits - 1 - static_cast<int>(std::floor(std::log10(largest))), -300, 300);
}

std::int64_t whole(double value, int decimals) {
  const double scaled = decimals < 0 ? value / std::pow(10, -decimals) : value * std::pow(10, decimals);
  return std::llround(scaled);
}

void write_list(std::string& out, const std::vector<std::int64_t>& values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    fmt::format_to(std::back_inserter(out), "{}", values[i]);
  }
  out += ']';
}

void write_column(std::string& out, const std::vector<double>& values, int decimals, int order) {
  std::vector<std::int64_t> steps;
  std::int64_t value = 0, slope = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t next = whole(values[i], decimals), step = next - value;
    steps.push_back(order == 2 && i > 0 ? step - slope : step);
    if (i > 0) slope = step;
    value = next;
  }
  while (!steps.empty() && steps.back() == 0) steps.pop_back();
  fmt::format_to(std::back_inserter(out), R"({{"d":{},"o":{},"v":)", decimals, order);
  write_list(out, steps);
  out += '}';
}

}  // namespace pawl::draw::internal
