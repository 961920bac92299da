// SPDX-License-Identifier: MIT
#include "basin_panels.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pawl/base/angle.h>

#include <algorithm>

#include "basin_slices.h"
#include "panel_items.h"
#include "pose_charts.h"
#include "region_polygons.h"

namespace pawl::draw {
namespace {

constexpr int kCells = 120;         // of a slice, along each side
constexpr int kShadowCells = 60;    // of a shadow
constexpr int kShadowSamples = 80;  // along the axis that it is seen along

struct Slice {
  std::string title, y_name;
  int across = 0, up = 1;            ///< axes
  Eigen::Vector3d through{0, 0, 0};  ///< of a slice
  bool shadow = false;               ///< of all of the basin, seen along y
};

double shown(const Slice& slice, double value) { return slice.up == 2 ? degrees(value) : value; }

Eigen::Vector2d onto(const Slice& slice, const Eigen::Vector3d& pose) {
  return {pose[slice.across], shown(slice, pose[slice.up])};
}

std::string pass_name(const BasinFigure& basin) {
  return basin.spill_fixels.empty() ? "pass" : fmt::format("pass, at {}", fmt::join(basin.spill_fixels, " "));
}

bool is_inside(const Slice& slice, const BasinSamples& samples, const BasinFigure& basin, const Eigen::Vector2d& at) {
  Eigen::Vector3d pose = slice.through;
  pose[slice.across] = at.x();
  pose[slice.up] = at.y();
  if (!slice.shadow) return samples.holds(pose);
  for (int k = 0; k < kShadowSamples; ++k) {
    pose.y() = basin.extent[0].y() + (k + .5) / kShadowSamples * (basin.extent[1].y() - basin.extent[0].y());
    if (samples.holds(pose)) return true;
  }
  return false;
}

/// What a chart has to hold.
void set_ranges(const Slice& slice, const BasinSamples& samples, const BasinFigure& basin, Chart& chart) {
  std::vector<double> x{0}, y{0};
  std::vector<Eigen::Vector3d> poses = samples.farthest();
  if (basin.spill) poses.push_back(*basin.spill);
  for (const Eigen::Vector3d& pose : poses) {
    x.push_back(onto(slice, pose).x());
    y.push_back(onto(slice, pose).y());
  }
  chart.x = range_of(x, .12);
  chart.y = range_of(y, .12);
  chart.equal_scale = slice.up == 1;
}

Chart chart_of(const Slice& slice, const BasinSamples& samples, const BasinFigure& basin) {
  const Eigen::Vector3d &low = basin.extent[0], &high = basin.extent[1];
  Chart chart;
  chart.title = slice.title;
  chart.x_name = "x, " + basin.length;
  chart.y_name = slice.y_name;
  set_ranges(slice, samples, basin, chart);
  Panel items;
  const auto inside = [&](const Eigen::Vector2d& at) { return is_inside(slice, samples, basin, at); };
  for (std::vector<Eigen::Vector2d>& polygon :
       region_of({low[slice.across], low[slice.up]}, {high[slice.across], high[slice.up]},
                 slice.shadow ? kShadowCells : kCells, inside)) {
    for (Eigen::Vector2d& vertex : polygon) vertex.y() = shown(slice, vertex.y());
    add_shape(items, polyline(std::move(polygon)), std::nullopt, Fill{Ink::safe, .4});
  }
  const Eigen::Vector2d seat = onto(slice, Eigen::Vector3d::Zero());
  add_mark(items, seat, Shape::diamond, 10, Ink::best);
  add_name(items, seat, "seat", Ink::best, 30);
  if (basin.spill) {
    add_mark(items, onto(slice, *basin.spill), Shape::cross, 11, Ink::failed);
    add_name(items, onto(slice, *basin.spill), pass_name(basin), Ink::failed, 20);
  }
  chart.items = std::move(items.items);
  return chart;
}

Panel starts_panel(const PartFigure& part, const BasinSamples& samples) {
  Panel panel;
  panel.title = "farthest starts within";
  panel.world = grown(box_of(part), .2 * part.size);
  add_part(panel, part, Eigen::Vector3d::Zero(), {});
  for (const Eigen::Vector3d& start : samples.farthest())
    add_ghost(panel, part, start, Pen{Ink::safe, 1.1, Dash::dashed});
  return panel;
}

}  // namespace

void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin) {
  sheet.space(10);
  sheet.line(std::string(basin.cut_short ? "Basin, at least (it is cut short, and may be deeper)" : "Basin") +
             ": released at rest from any pose in it, the part comes to rest nowhere but at the goal");
  sheet.line(
      "slices through a grid of samples, up to the depth that the answer says; what is proved are the boxes of the "
      "certificate; the pass is marked where it lies before or behind a slice too",
      Ink::note);
  sheet.space(4);
  const BasinSamples samples(part, basin);
  const double angle = basin.spill ? basin.spill->z() / 2 : 0;
  std::vector<Slice> slices{{"(x, y), \u03b8 as seated", "y, " + basin.length, 0, 1, {0, 0, 0}}};
  if (std::abs(angle) > 1e-9) {
    slices.push_back({fmt::format("(x, y), \u03b8 {:.1f}\u00b0, halfway to the pass", degrees(angle)),
                      "y, " + basin.length,
                      0,
                      1,
                      {0, 0, angle}});
  }
  slices.push_back({"(x, \u03b8), for any y", "\u03b8, \u00b0", 0, 2, {0, 0, 0}, true});
  constexpr double kHeight = 280;
  const PanelGrid grid =
      panel_grid(slices.size() + 1, {sheet.left(), sheet.y()}, sheet.width(), {270, 640, 4, 0, kHeight, 14});
  sheet.add(starts_panel(part, samples), grid.boxes[0]);
  for (std::size_t k = 0; k < slices.size(); ++k)
    add_chart(sheet, chart_of(slices[k], samples, basin), grid.boxes[k + 1]);
}

}  // namespace pawl::draw
