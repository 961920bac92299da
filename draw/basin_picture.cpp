// SPDX-License-Identifier: MIT
#include "draw/basin_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pawl/base/angle.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "draw/part_figure.h"
#include "draw/sheet.h"
#include "geometry/overlap.h"
#include "geometry/plane.h"

namespace pawl::draw {
namespace {

double distance_from_segment(const Eigen::Vector2d& p, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d d = b - a;
  const double square = d.squaredNorm(), along = square > 0 ? std::clamp((p - a).dot(d) / square, 0., 1.) : 0;
  return (p - a - along * d).norm();
}

using pawl::internal::cross;

}  // namespace

OutlineDistance::OutlineDistance(const Path& outline, const std::vector<Path>& holes) {
  add(outline);
  for (const Path& hole : holes) add(hole);
}

void OutlineDistance::add(const Path& outline) {
  for (std::size_t i = 0; i < outline.vertices.size(); ++i) {
    Side side{outline.vertices[i], outline.vertices[(i + 1) % outline.vertices.size()], outline.bulges[i]};
    if (side.bulge != 0) {
      const Eigen::Vector2d d = side.b - side.a;
      side.center = side.a + d / 2 + Eigen::Vector2d(-d.y(), d.x()) * (1 - side.bulge * side.bulge) / (4 * side.bulge);
      side.radius = (side.a - side.center).norm();
    }
    sides_.push_back(side);
  }
}

double OutlineDistance::operator()(const Eigen::Vector2d& point) const {
  double least = std::numeric_limits<double>::infinity();
  bool inside = false;
  for (const Side& side : sides_) {
    least = std::min(least, side.distance(point));
    if (side.turns(point)) inside = !inside;
  }
  return inside ? -least : least;
}

bool OutlineDistance::Side::beyond_chord(const Eigen::Vector2d& p) const { return cross(b - a, p - a) * bulge < 0; }

double OutlineDistance::Side::distance(const Eigen::Vector2d& p) const {
  if (bulge == 0) return distance_from_segment(p, a, b);
  // The ray from the centre through p meets the circle at the point that is nearest to p. This point lies on the arc if
  // it is beyond the chord.
  const Eigen::Vector2d out = p - center;
  if (out.norm() > 0 && beyond_chord(center + radius / out.norm() * out)) return std::abs(out.norm() - radius);
  return std::min((p - a).norm(), (p - b).norm());
}

/// The parity changes if a ray from p to the right crosses the edge's chord. It also changes if p lies between the
/// chord and the arc. If both conditions are true, the two changes cancel.
bool OutlineDistance::Side::turns(const Eigen::Vector2d& p) const {
  const bool crosses =
      (a.y() > p.y()) != (b.y() > p.y()) && p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y());
  const bool between = bulge != 0 && beyond_chord(p) && (p - center).norm() < radius;
  return crosses != between;
}

namespace {

constexpr int kNodes = 31;          // number of grid nodes along each axis
constexpr double kTouching = 5e-3;  // tolerated penetration of the part, as a multiple of the basin's extent in x and y

}  // namespace

double potential(const PartFigure& part, const LoadFigure& load, const Eigen::Vector3d& displacement) {
  const Displacement displaced = displacement_of(part, displacement);
  const Eigen::Vector2d to = displaced(load.at);
  if (load.anchor) return load.force.norm() * ((to - *load.anchor).norm() - (load.at - *load.anchor).norm());
  return -load.force.dot(to - load.at) - load.torque * displacement.z();
}

BasinSamples::BasinSamples(const PartFigure& part, const BasinFigure& basin)
    : part_(part), basin_(basin), touching_(kTouching * (basin.extent[1] - basin.extent[0]).head<2>().maxCoeff()) {
  if (!part.outline) return;
  outline_.emplace(*part.outline, part.holes);
  add_solids();
  flood();
}

void BasinSamples::add_solids() {
  const auto boundary_of_loops = [](const Path& outer, const std::vector<Path>& inner) {
    const Outline outline = outer;
    const std::vector<Outline> holes(inner.begin(), inner.end());
    return pawl::internal::boundary_of(Loops(outline, holes));
  };
  for (const WallFigure& wall : part_.walls) solids_.push_back(boundary_of_loops(wall.outline, wall.holes));
  for (const FixelFigure& fixel : part_.fixels) {
    if (fixel.diamond) solids_.push_back(boundary_of_loops(*fixel.diamond, {}));
  }
  if (solids_.empty()) return;
  std::vector<Path> holes;
  const Eigen::Vector3d shift(-part_.center.x(), -part_.center.y(), 0);
  for (const Path& hole : part_.holes) holes.push_back(moved(hole, shift));
  boundary_ = boundary_of_loops(moved(*part_.outline, shift), holes);
}

/// Returns whether the part overlaps a wall or a diamond pin by more than touching_.
bool BasinSamples::overlaps_solid(const Eigen::Vector3d& displacement) const {
  // The coordinates of boundary_ are relative to the centre of mass.
  const pawl::internal::Placement part(Eigen::Vector3d(part_.center.x() + displacement.x(),
                                                 part_.center.y() + displacement.y(), displacement.z()));
  return std::any_of(solids_.begin(), solids_.end(), [&](const pawl::internal::Boundary& solid) {
    return pawl::internal::overlap({&*boundary_, part}, {&solid, pawl::internal::Placement()}, touching_);
  });
}

bool BasinSamples::is_free(const Eigen::Vector3d& displacement) const {
  if (overlaps_solid(displacement)) return false;
  return std::all_of(part_.fixels.begin(), part_.fixels.end(), [&](const FixelFigure& fixel) {
    if (fixel.wall || fixel.diamond) return true;  // solids_ contains the walls and the diamond pins
    // The displacement of the part is applied to the fixel in the opposite sense, in the frame of the part.
    const Eigen::Vector2d arm = fixel.at - displacement.head<2>() - part_.center;
    return (*outline_)(part_.center + turned(arm, -displacement.z())) > fixel.radius - touching_;
  });
}

bool BasinSamples::is_low_and_free(const Eigen::Vector3d& displacement) const {
  return potential(part_, basin_.load, displacement) <= basin_.depth && is_free(displacement);
}

Eigen::Vector3d BasinSamples::place(const Eigen::Vector3i& node) const {
  const Eigen::Vector3d size = basin_.extent[1] - basin_.extent[0];
  return basin_.extent[0] + (node.cast<double>() / (kNodes - 1)).cwiseProduct(size);
}

int BasinSamples::index(const Eigen::Vector3i& node) const {
  return (node.x() * kNodes + node.y()) * kNodes + node.z();
}

/// Marks the nodes that are connected with the goal. The goal is in general not a node, so the search begins at the
/// nearest node that is free and whose potential is at most the depth; coordinates are divided by the extent of the
/// basin. The node of lowest potential would be a wrong start, because it may lie beyond a pass.
void BasinSamples::flood() {
  std::vector<char> low(static_cast<std::size_t>(kNodes * kNodes * kNodes), 0);
  std::optional<Eigen::Vector3i> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kNodes * kNodes * kNodes; ++k) {
    const Eigen::Vector3i node(k / (kNodes * kNodes), k / kNodes % kNodes, k % kNodes);
    if (!is_low_and_free(place(node))) continue;
    low[k] = 1;
    const double distance = place(node).cwiseQuotient(basin_.extent[1] - basin_.extent[0]).norm();
    if (distance >= least) continue;
    least = distance;
    nearest = node;
  }
  if (!nearest) return;
  connected_.assign(low.size(), 0);
  std::vector<Eigen::Vector3i> open{*nearest};
  connected_[index(*nearest)] = 1;
  while (!open.empty()) {
    const Eigen::Vector3i node = open.back();
    open.pop_back();
    for (int k = 0; k < 27; ++k) {
      const Eigen::Vector3i next = node + Eigen::Vector3i(k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
      if (next.minCoeff() < 0 || next.maxCoeff() >= kNodes) continue;
      const auto at = static_cast<std::size_t>(index(next));
      if (low[at] == 0 || connected_[at] != 0) continue;
      connected_[at] = 1;
      open.push_back(next);
    }
  }
}

bool BasinSamples::holds(const Eigen::Vector3d& displacement) const {
  if (connected_.empty()) return false;
  const Eigen::Vector3d size = basin_.extent[1] - basin_.extent[0];
  const Eigen::Vector3d part = (displacement - basin_.extent[0]).cwiseQuotient(size) * (kNodes - 1);
  if (!(part.minCoeff() >= 0 && part.maxCoeff() <= kNodes - 1) || !is_low_and_free(displacement)) return false;
  // A pose belongs to the basin if one of the 64 surrounding nodes is marked. These are the nodes of the pose's grid
  // cell and of the neighbouring cells, which are examined because the basin may be thin.
  const Eigen::Vector3i base = part.array().floor().cast<int>();
  for (int k = 0; k < 64; ++k) {
    const Eigen::Vector3i node = base + Eigen::Vector3i(k / 16 - 1, k / 4 % 4 - 1, k % 4 - 1);
    if (node.minCoeff() < 0 || node.maxCoeff() >= kNodes) continue;
    if (connected_[index(node)] != 0) return true;
  }
  return false;
}

std::vector<Eigen::Vector3d> BasinSamples::farthest() const {
  std::vector<Eigen::Vector3d> found;
  for (const auto& [axis, sign] : {std::pair(0, 1), {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}}) {
    std::optional<Eigen::Vector3d> best;
    for (int k = 0; k < kNodes * kNodes * kNodes && !connected_.empty(); ++k) {
      if (connected_[k] == 0) continue;
      const Eigen::Vector3d at = place({k / (kNodes * kNodes), k / kNodes % kNodes, k % kNodes});
      if (!best || sign * at[axis] > sign * (*best)[axis]) best = at;
    }
    if (best && std::find(found.begin(), found.end(), *best) == found.end()) found.push_back(*best);
  }
  return found;
}

namespace {

using Vertices = std::vector<Eigen::Vector2d>;

/// A run: consecutive cells of one row that are inside the region, and the part of a polygon that ends at these cells.
/// `left` and `right` are the two sides of this polygon. A run continues the polygon of a run in the row below if two
/// conditions hold: it touches no other run of the row below, and that run touches no other run of this row.
struct Run {
  int from = 0, to = 0;  ///< index of the first cell, and index after the last cell
  Vertices left = {}, right = {};
};

bool meet(const Run& a, const Run& b) { return a.from < b.to && b.from < a.to; }

auto count_meeting(const std::vector<Run>& runs, const Run& run) {
  return std::count_if(runs.begin(), runs.end(), [&](const Run& other) { return meet(other, run); });
}

class Rows {
 public:
  Rows(const Eigen::Vector2d& least, const Eigen::Vector2d& cell) : least_(least), cell_(cell) {}

  /// Adds the runs of the row with the index `row`. Rows must be added from the lowest to the highest.
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

  std::vector<Vertices> polygons;

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

namespace {

constexpr int kCells = 120;         // number of cells of a slice along each side
constexpr int kShadowCells = 60;    // number of cells of a projection along each side
constexpr int kShadowSamples = 80;  // number of samples along the axis of the projection

struct Slice {
  std::string title, y_name;
  int across = 0, up = 1;            ///< indices of the coordinates (0 = x, 1 = y, 2 = theta) along the two axes
  Eigen::Vector3d through{0, 0, 0};  ///< a pose that the slice contains
  bool shadow = false;               ///< true to draw the projection of the whole basin along y instead of a slice
};

double shown(const Slice& slice, double value) { return slice.up == 2 ? degrees(value) : value; }

Eigen::Vector2d onto(const Slice& slice, const Eigen::Vector3d& pose) {
  return {pose[slice.across], shown(slice, pose[slice.up])};
}

std::string pass_name(const BasinFigure& basin) {
  return basin.spill_fixels.empty() ? "pass" : fmt::format("pass at {}", fmt::join(basin.spill_fixels, " "));
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

/// Sets the ranges of the chart so that they contain the seat, the farthest samples and the pass.
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
  panel.title = "farthest starts inside";
  panel.world = grown(box_of(part), .2 * part.size);
  add_part(panel, part, Eigen::Vector3d::Zero(), {});
  for (const Eigen::Vector3d& start : samples.farthest())
    add_ghost(panel, part, start, Pen{Ink::safe, 1.1, Dash::dashed});
  return panel;
}

}  // namespace

void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin) {
  sheet.space(10);
  sheet.line(std::string(basin.cut_short ? "Basin, at least this large (cut short: it may be deeper)" : "Basin") +
             ": released at rest from any pose in it, the part can come to rest only at the goal");
  sheet.line("The slices are sampled, for illustration; the proof is the energy certificate.", Ink::note);
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
  if (!basin.spill) return;
  sheet.space(8);
  sheet.legend({{"pass where the basin spills (may lie off the slice)", Pen{Ink::failed}, Head::none, std::nullopt,
                 Shape::cross}});
}

}  // namespace pawl::draw
