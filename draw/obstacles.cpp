// SPDX-License-Identifier: MIT
#include "obstacles.h"

#include <algorithm>
#include <cmath>

namespace pawl::draw::internal {
namespace {

constexpr double kSquare = 32;  ///< px

}  // namespace

double length_within(const Box& box, const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  // Liang and Barsky's clipping: the range of t in which from + t (to - from) lies in both slabs.
  double enters = 0, leaves = 1, square = 0;
  for (int k = 0; k < 2; ++k) {
    const double begin = from[k], way = to[k] - begin, least = box.least[k], most = least + box.size[k];
    if (way == 0) {
      if (begin <= least || begin >= most) return 0;
      continue;
    }
    const double a = (least - begin) / way, b = (most - begin) / way;
    enters = std::max(enters, std::min(a, b));
    leaves = std::min(leaves, std::max(a, b));
    square += way * way;
  }
  return enters < leaves ? (leaves - enters) * std::sqrt(square) : 0;
}

Obstacles::Obstacles(const Eigen::Vector2d& page)
    : columns_(static_cast<int>(page.x() / kSquare) + 1), rows_(static_cast<int>(page.y() / kSquare) + 1) {
  squares_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
}

Obstacles::Cells Obstacles::cells_of(const Box& box) const {
  const auto cell = [](double px, int count) {
    return static_cast<int>(std::clamp(std::floor(px / kSquare), 0.0, count - 1.0));
  };
  const double x = box.least.x(), y = box.least.y();
  return {cell(x, columns_), cell(y, rows_), cell(x + box.size.x(), columns_), cell(y + box.size.y(), rows_)};
}

void Obstacles::add(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d least = from.cwiseMin(to);
  const Cells cells = cells_of({least, from.cwiseMax(to) - least});
  for (int row = cells.top; row <= cells.bottom; ++row) {
    for (int column = cells.left; column <= cells.right; ++column) {
      const Box square{{column * kSquare - .5, row * kSquare - .5}, {kSquare + 1, kSquare + 1}};
      if (internal::length_within(square, from, to) > 0) {
        squares_[static_cast<std::size_t>(row * columns_ + column)].push_back({from, to});
      }
    }
  }
}

void Obstacles::add(const Panel& panel, const Item& item) {
  if (const Mark* mark = std::get_if<Mark>(&item)) {
    const Eigen::Vector2d at = to_page(panel, mark->at), reach(mark->size / 2, mark->size / 2);
    for (const double sign : {-1.0, 1.0})
      add(at - Eigen::Vector2d(reach.x(), sign * reach.y()), at + Eigen::Vector2d(reach.x(), -sign * reach.y()));
    return;
  }
  const Stroke* stroke = std::get_if<Stroke>(&item);
  if (!stroke || !stroke->pen || stroke->pen->ink == Ink::grid) return;
  std::vector<Eigen::Vector2d> points = flattened(stroke->path, stroke->closed);
  for (Eigen::Vector2d& point : points) point = to_page(panel, point);
  for (std::size_t i = 1; i < points.size(); ++i) add(points[i - 1], points[i]);
}

void Obstacles::add(const Panel& panel) {
  for (const Item& item : panel.items) add(panel, item);
}

double Obstacles::length_within(const Box& box) const {
  const Cells cells = cells_of(box);
  double length = 0;
  for (int row = cells.top; row <= cells.bottom; ++row) {
    for (int column = cells.left; column <= cells.right; ++column) {
      const Eigen::Vector2d corner(column * kSquare, row * kSquare), least = corner.cwiseMax(box.least);
      const Eigen::Vector2d most = (corner + Eigen::Vector2d(kSquare, kSquare)).cwiseMin(box.most());
      if ((most - least).minCoeff() <= 0) continue;
      for (const Segment& segment : squares_[static_cast<std::size_t>(row * columns_ + column)]) {
        length += internal::length_within({least, most - least}, segment.from, segment.to);
      }
    }
  }
  return length;
}

}  // namespace pawl::draw::internal
