// SPDX-License-Identifier: MIT
#include "region_polygons.h"

#include <algorithm>

namespace pawl::draw {
namespace {

using Polygon = std::vector<Eigen::Vector2d>;

/// A run of cells of one row, and the sides of what it goes on from below: consecutive rows of which each has one run
/// over the other's.
struct Run {
  int from = 0, to = 0;  ///< cells, the end not among them
  Polygon left = {}, right = {};
};

bool meet(const Run& a, const Run& b) { return a.from < b.to && b.from < a.to; }

auto count_meeting(const std::vector<Run>& runs, const Run& run) {
  return std::count_if(runs.begin(), runs.end(), [&](const Run& other) { return meet(other, run); });
}

class Rows {
 public:
  Rows(const Eigen::Vector2d& least, const Eigen::Vector2d& cell) : least_(least), cell_(cell) {}

  /// The next row, from below; `row` says how many were before.
  void add(std::vector<Run> runs, int row) {
    const double low = least_.y() + row * cell_.y();
    for (Run& run : last_) {
      const auto next = std::find_if(runs.begin(), runs.end(), [&](const Run& other) { return meet(other, run); });
      if (next != runs.end() && count_meeting(runs, run) == 1 && count_meeting(last_, *next) == 1) {
        next->left = std::move(run.left);
        next->right = std::move(run.right);
      } else {
        finish(run, low);
      }
    }
    for (Run& run : runs) {
      if (run.left.empty()) extend(run, low);
      extend(run, low + cell_.y() / 2);
    }
    last_ = std::move(runs);
  }

  std::vector<Polygon> polygons;

 private:
  void extend(Run& run, double y) const {
    run.left.emplace_back(least_.x() + run.from * cell_.x(), y);
    run.right.emplace_back(least_.x() + run.to * cell_.x(), y);
  }
  void finish(Run& run, double y) {
    extend(run, y);
    run.left.insert(run.left.end(), run.right.rbegin(), run.right.rend());
    polygons.push_back(std::move(run.left));
    run.left.clear();
  }

  Eigen::Vector2d least_, cell_;
  std::vector<Run> last_;
};

}  // namespace

std::vector<std::vector<Eigen::Vector2d>> region_of(const Eigen::Vector2d& least, const Eigen::Vector2d& most,
                                                    int across,
                                                    const std::function<bool(const Eigen::Vector2d&)>& inside) {
  const Eigen::Vector2d cell = (most - least) / across;
  Rows rows(least, cell);
  for (int row = 0; row < across; ++row) {
    std::vector<Run> runs;
    for (int k = 0; k < across; ++k) {
      if (!inside({least.x() + (k + .5) * cell.x(), least.y() + (row + .5) * cell.y()})) continue;
      if (runs.empty() || runs.back().to < k) runs.push_back({k, k});
      runs.back().to = k + 1;
    }
    rows.add(std::move(runs), row);
  }
  rows.add({}, across);
  return std::move(rows.polygons);
}

}  // namespace pawl::draw
