// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <vector>

namespace pawl::draw::internal {

/// What labels should not hide: the strokes and marks of a picture, as segments on the page, in a grid of squares.
class Obstacles {
 public:
  explicit Obstacles(const Eigen::Vector2d& page);

  void add(const Panel& panel);
  void add(const Eigen::Vector2d& from, const Eigen::Vector2d& to);  ///< px of the page

  /// px of strokes within a box of the page.
  double length_within(const Box& box) const;

 private:
  struct Segment {
    Eigen::Vector2d from, to;
  };
  struct Cells {
    int left, top, right, bottom;
  };
  Cells cells_of(const Box& box) const;
  void add(const Panel& panel, const Item& item);

  int columns_, rows_;
  std::vector<std::vector<Segment>> squares_;  ///< each segment cut at their edges
};

/// Length of the part of a segment within a box.
double length_within(const Box& box, const Eigen::Vector2d& from, const Eigen::Vector2d& to);

}  // namespace pawl::draw::internal
