// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl::draw {

/// How equal panels are laid out in rows: small multiples, strips, contact sheets.
struct GridShape {
  double least_width = 180;      ///< px, of a panel: as many columns as fit, at least one
  double most_width = 320;       ///< px
  std::size_t most_columns = 6;  ///< at least 1
  double aspect = 1;             ///< height of a panel by its width
  double head = 0;               ///< px, added to each panel's height: room for its title
  double gap = 12;               ///< px, between panels
};

struct PanelGrid {
  std::vector<Box> boxes;  ///< px of the page, y down; row by row; a row that is not full begins at the left
  std::size_t columns = 1;
  double bottom = 0;  ///< px, of the last row
};

/// Boxes for `count` panels from (left, top), `width` px at most in all. A width below least_width has one column, as
/// wide as there is room.
PanelGrid panel_grid(std::size_t count, const Eigen::Vector2d& left_top, double width, const GridShape& shape);

}  // namespace pawl::draw
