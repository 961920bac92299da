// SPDX-License-Identifier: MIT
#include "panel_grid.h"

#include <algorithm>
#include <cmath>

namespace pawl::draw {
namespace {

/// As many as fit, then no more than rows of equal length need: 4 panels in two rows of 2, not of 3 and 1.
std::size_t columns_for(std::size_t count, double width, const GridShape& shape) {
  const double fit = std::floor((width + shape.gap) / (shape.least_width + shape.gap));
  const std::size_t most = std::clamp<std::size_t>(fit > 1 ? static_cast<std::size_t>(fit) : 1, 1, shape.most_columns);
  const std::size_t rows = (std::max<std::size_t>(count, 1) + most - 1) / most;
  return (std::max<std::size_t>(count, 1) + rows - 1) / rows;
}

}  // namespace

PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape) {
  PanelGrid grid;
  grid.columns = columns_for(count, width, shape);
  const double across = static_cast<double>(grid.columns);
  const double size = std::min((width - (across - 1) * shape.gap) / across, shape.most_width);
  const double height = std::round(size * shape.aspect) + shape.head;
  grid.bottom = left_top.y();
  for (std::size_t k = 0; k < count; ++k) {
    const double column = static_cast<double>(k % grid.columns), row = static_cast<double>(k / grid.columns);
    grid.boxes.push_back(
        {{std::round(left_top.x() + column * (size + shape.gap)), left_top.y() + row * (height + shape.gap)},
         {std::floor(size), height}});
    grid.bottom = grid.boxes.back().most().y();
  }
  return grid;
}

}  // namespace pawl::draw
