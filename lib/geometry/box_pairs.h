// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "geometry/exact_arc.h"

namespace pawl::internal {

/// Pairs of boxes that overlap, in any order: calls found(i, j) until it returns false.
class BoxPairs {
 public:
  explicit BoxPairs(std::vector<Box> boxes) : boxes_(std::move(boxes)) {
    Eigen::Vector2d extent(0, 0);
    Eigen::Vector2d low = boxes_[0].low;
    Eigen::Vector2d high = boxes_[0].high;
    for (const Box& box : boxes_) {
      extent += box.high - box.low;
      low = low.cwiseMin(box.low);
      high = high.cwiseMax(box.high);
    }
    // The axis on which a box covers the smaller part of the whole.
    axis_ = extent.x() * (high.y() - low.y()) <= extent.y() * (high.x() - low.x()) ? 0 : 1;
  }

  template <class Found>
  void visit(const Found& found) const {
    std::vector<std::size_t> order(boxes_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto low = [&](std::size_t i) { return std::pair(boxes_[i].low[axis_], i); };
    std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return low(i) < low(j); });
    std::vector<std::size_t> open;
    for (const std::size_t i : order) {
      const auto passed = [&](std::size_t j) { return boxes_[j].high[axis_] < boxes_[i].low[axis_]; };
      open.erase(std::remove_if(open.begin(), open.end(), passed), open.end());
      for (const std::size_t j : open) {
        if (!boxes_[i].apart(boxes_[j]) && !found(std::min(i, j), std::max(i, j))) return;
      }
      open.push_back(i);
    }
  }

 private:
  std::vector<Box> boxes_;
  int axis_ = 0;
};

}  // namespace pawl::internal
