// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <Eigen/Core>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "chart.h"

namespace pawl::draw {

/// Two charts of pose space: (x, y) to one scale, and (x, theta) with theta in degrees. What is drawn in one is drawn
/// in both, through a projection of displacements (dx, dy, dtheta), rad, onto the chart's plane.
class PoseCharts {
 public:
  /// Ranges hold `shown`, the seat among them.
  PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length);

  using Projection = std::function<Eigen::Vector2d(const Eigen::Vector3d&)>;
  using Draw = std::function<void(Panel& items, const Projection& onto)>;
  void draw(const Draw& draw);

  std::vector<Chart> charts() const { return {xy_, xt_}; }

 private:
  Chart xy_, xt_;
};

/// Charts side by side, or under each other on a narrow page.
void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height);

}  // namespace pawl::draw
