// SPDX-License-Identifier: MIT
#include "pose_charts.h"

#include <pawl/base/angle.h>

#include <algorithm>

#include "panel_items.h"

namespace pawl::draw {
namespace {

Eigen::Vector2d onto_xy(const Eigen::Vector3d& pose) { return {pose.x(), pose.y()}; }
Eigen::Vector2d onto_xt(const Eigen::Vector3d& pose) { return {pose.x(), degrees(pose.z())}; }

}  // namespace

PoseCharts::PoseCharts(const std::vector<Eigen::Vector3d>& shown, const std::string& length) {
  std::vector<double> x{0}, y{0}, turn{0};
  for (const Eigen::Vector3d& pose : shown) {
    x.push_back(pose.x());
    y.push_back(pose.y());
    turn.push_back(degrees(pose.z()));
  }
  xy_.title = "(x, y) of the centre of mass, off the seat";
  xt_.title = "x of the centre of mass and angle \u03b8, off the seat";
  xy_.x_name = xt_.x_name = "x, " + length;
  xy_.y_name = "y, " + length;
  xt_.y_name = "\u03b8, \u00b0";
  xy_.x = xt_.x = range_of(x, .12);
  xy_.y = range_of(y, .12);
  xt_.y = range_of(turn, .12);
  xy_.equal_scale = true;
}

void PoseCharts::draw(const Draw& draw) {
  for (const auto& [chart, projection] : {std::pair(&xy_, Projection(onto_xy)), std::pair(&xt_, Projection(onto_xt))}) {
    Panel items;
    draw(items, projection);
    chart->items.insert(chart->items.end(), items.items.begin(), items.items.end());
  }
}

void add_charts(Sheet& sheet, const std::vector<Chart>& charts, double height) {
  GridShape shape{300, 640, 3, 0, height, 16};
  const PanelGrid grid = panel_grid(charts.size(), {sheet.left(), sheet.y()}, sheet.width(), shape);
  for (std::size_t k = 0; k < charts.size(); ++k) add_chart(sheet, charts[k], grid.boxes[k]);
}

}  // namespace pawl::draw
