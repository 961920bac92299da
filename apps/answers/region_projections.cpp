// SPDX-License-Identifier: MIT
#include "answers/region_projections.h"

#include <pawl/base/angle.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pawl::answers {
namespace {

using Range = std::array<double, 2>;
using Ranges = std::array<Range, 3>;  ///< ranges of x, y and theta

constexpr std::size_t kCells = kProjectionCells;
constexpr double kRounding = 1e-7;  ///< a cell is covered if a box extends into the cell by more than this fraction of
                                    ///< the cell's width

/// Returns the ranges of a box in the world frame, with theta in degrees. `box` contains the lowest and the highest
/// corner in the frame of `contacts`.
Ranges in_world(const std::array<Eigen::Vector3d, 2>& box, const ContactSet& contacts) {
  const Eigen::Vector3d middle = contacts.to_world(Eigen::Vector3d((box[0] + box[1]) / 2));
  const Eigen::Vector3d half = (box[1] - box[0]) / 2;
  const Eigen::Vector3d along_x = contacts.to_world({half.x(), 0, 0}), along_y = contacts.to_world({0, half.y(), 0});
  Ranges ranges;
  for (const int axis : {0, 1}) {
    const double reach = std::fabs(along_x[axis]) + std::fabs(along_y[axis]);
    ranges[axis] = {middle[axis] - reach, middle[axis] + reach};
  }
  ranges[2] = {degrees(box[0].z()), degrees(box[1].z())};
  return ranges;
}

/// A grid over a rectangle. Each cell is either marked or not.
class Cells {
 public:
  Cells(const Range& across, const Range& up) : ranges_{across, up}, marked_(kCells * kCells, 0) {}

  /// Marks the cells that overlap a rectangle. Its horizontal range is `across`, and its vertical range is `up`.
  void mark(const Range& across, const Range& up) {
    const auto [left, right] = cells_of(across, 0);
    const auto [low, high] = cells_of(up, 1);
    for (std::size_t row = low; row <= high; ++row) {
      for (std::size_t k = left; k <= right; ++k) marked_[row * kCells + k] = 1;
    }
  }

  /// Returns rectangles that consist of the marked cells. A run of marked cells that is the same in successive rows
  /// becomes one rectangle.
  Json rectangles() const {
    Json list = Json::array();
    std::vector<std::pair<Run, std::size_t>> open;  // runs that continue from row to row, each with the row in which it
                                                    // began
    for (std::size_t row = 0; row <= kCells; ++row) {
      std::vector<Run> runs = row < kCells ? runs_in(row) : std::vector<Run>();
      std::vector<std::pair<Run, std::size_t>> next;
      for (const auto& [run, first] : open) {
        const auto same = std::find(runs.begin(), runs.end(), run);
        if (same == runs.end()) {
          list.push_back({run.first, run.second, first, row});
        } else {
          next.emplace_back(run, first);
          runs.erase(same);
        }
      }
      for (const Run& run : runs) next.emplace_back(run, row);
      open = std::move(next);
    }
    return list;
  }

 private:
  using Run = std::pair<std::size_t, std::size_t>;  ///< first cell of a run, and the cell after its last one

  std::pair<std::size_t, std::size_t> cells_of(const Range& range, int axis) const {
    const double size = ranges_[axis][1] - ranges_[axis][0];
    if (!(size > 0)) return {0, 0};
    const auto cell = [](double at) { return static_cast<std::size_t>(std::clamp(std::floor(at), 0., kCells - 1.)); };
    const auto part = [&](double at) { return (at - ranges_[axis][0]) / size * kCells; };
    const std::size_t first = cell(part(range[0]) + kRounding);
    return {first, std::max(first, cell(part(range[1]) - kRounding))};
  }

  std::vector<Run> runs_in(std::size_t row) const {
    std::vector<Run> runs;
    for (std::size_t k = 0; k < kCells; ++k) {
      if (marked_[row * kCells + k] == 0) continue;
      if (runs.empty() || runs.back().second < k) runs.emplace_back(k, k);
      runs.back().second = k + 1;
    }
    return runs;
  }

  std::array<Range, 2> ranges_;
  std::vector<char> marked_;
};

}  // namespace

Json projections_json(const std::vector<std::array<Eigen::Vector3d, 2>>& boxes, const Json& extent,
                      const ContactSet& contacts) {
  const auto range = [](const Json& json) { return Range{number_in(at(json, 0)), number_in(at(json, 1))}; };
  const Ranges all{range(at(at(extent, "translation"), 0)), range(at(at(extent, "translation"), 1)),
                   range(at(extent, "rotation_deg"))};
  Cells xy(all[0], all[1]), x_turn(all[0], all[2]), y_turn(all[1], all[2]);
  for (const auto& box : boxes) {
    const auto [x, y, turn] = in_world(box, contacts);
    xy.mark(x, y);
    x_turn.mark(x, turn);
    y_turn.mark(y, turn);
  }
  return {{"cells", kCells},
          {"x_y", xy.rectangles()},
          {"x_rotation", x_turn.rectangles()},
          {"y_rotation", y_turn.rectangles()}};
}

}  // namespace pawl::answers
