// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sheet.h"

namespace pawl::draw {

/// A chart: two axes with round ticks, and what is plotted between them, in the world of its data.
struct Chart {
  std::string title, x_name, y_name;
  std::pair<double, double> x{0, 1}, y{0, 1};  ///< ranges; one of no length is widened
  bool equal_scale = false;                    ///< one scale for x and y: the shorter range is widened
  std::vector<Item> items;                     ///< clipped to the ranges
  std::string description;
};

/// The range round some values, with a margin of so much of its length; nothing is 0 to 1.
std::pair<double, double> range_of(const std::vector<double>& values, double margin = .05);

/// Adds a chart in a box of the page: a panel of the axes and, over it, one of the data.
void add_chart(Sheet& sheet, const Chart& chart, const Box& box);

}  // namespace pawl::draw
