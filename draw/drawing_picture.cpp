// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/draw/drawing_picture.h>

#include <algorithm>
#include <optional>

#include "page_frame.h"
#include "task_words.h"

namespace pawl::draw {
namespace {

using Eigen::Vector2d;
using internal::LegendEntry;

const Pen kOutline{Ink::part, 2};
const Fill kInside{Ink::part, .09};
const Pen kHole{Ink::ghost, 1.6};
const Fill kHoleInside{Ink::ghost, .05, Hatch::rising};
const Pen kOther{Ink::note, 1.2, Dash::dashed};

bool has(const DrawnPart& drawn, DrawnLoop::Kind kind) {
  return std::any_of(drawn.loops.begin(), drawn.loops.end(), [&](const DrawnLoop& loop) { return loop.kind == kind; });
}

bool has_joined(const DrawnPart& drawn, bool by_rounding) {
  return std::any_of(drawn.joined.begin(), drawn.joined.end(),
                     [&](const JoinedEnds& ends) { return ends.by_rounding == by_rounding; });
}

Panel panel_of(const DrawnPart& drawn, const Box& page, double air) {
  Box world = *bounds_of(path_of(drawn.outline), true);
  for (const DrawnLoop& loop : drawn.loops) {
    const Box box = *bounds_of(path_of(loop.outline), true);
    const Vector2d least = world.least.cwiseMin(box.least), most = world.most().cwiseMax(box.most());
    world = {least, most - least};
  }
  const Vector2d inner = (page.size.array() - 2 * air).max(page.size.array() / 3);
  const double per_px = 1 / inner.cwiseQuotient(world.size).minCoeff();
  Panel panel;
  panel.page = page;
  panel.world = {world.center() - page.size * per_px / 2, page.size * per_px};
  panel.title = "the drawing's loops";
  return panel;
}

void add_loops(Panel& panel, const DrawnPart& drawn) {
  using Kind = DrawnLoop::Kind;
  for (const Kind kind : {Kind::other, Kind::outline, Kind::hole}) {
    for (std::size_t i = 0; i < drawn.loops.size(); ++i) {
      const DrawnLoop& loop = drawn.loops[i];
      if (loop.kind != kind) continue;
      Stroke stroke{path_of(loop.outline), true,
                    kind == Kind::outline ? kOutline
                    : kind == Kind::hole  ? kHole
                                          : kOther};
      if (kind == Kind::outline) stroke.fill = kInside;
      if (kind == Kind::hole) stroke.fill = kHoleInside;
      panel.items.emplace_back(std::move(stroke));
      const Vector2d at = kind == Kind::outline ? path_of(loop.outline).vertices[0] : loop.properties.centroid;
      panel.items.emplace_back(
          Label{.at = at, .text = fmt::format("loop {}", i + 1), .size = 12, .ink = Ink::note, .priority = 30});
    }
  }
}

/// Whether all vertices are numbered; where they crowd, as those of chords do, the next one far enough is.
bool add_vertices(Panel& panel, const DrawnPart& drawn) {
  constexpr double kApart = 26;  // px
  if (std::holds_alternative<Disc>(drawn.outline)) return true;
  const Path path = path_of(drawn.outline);
  std::optional<Vector2d> last;
  bool all = true;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Vector2d at = to_page(panel, path.vertices[i]);
    panel.items.emplace_back(Mark{path.vertices[i], Shape::square, 4, Ink::part});
    const bool far =
        !last || ((at - *last).norm() >= kApart && (at - to_page(panel, path.vertices[0])).norm() >= kApart);
    all = all && far;
    if (!far) continue;
    last = at;
    panel.items.emplace_back(Label{.at = path.vertices[i], .text = std::to_string(i + 1), .size = 12, .priority = 20});
  }
  return all;
}

void add_joins(Panel& panel, const DrawnPart& drawn, const std::string& unit) {
  for (const JoinedEnds& ends : drawn.joined) {
    const Ink ink = ends.by_rounding ? Ink::note : Ink::warning;
    panel.items.emplace_back(Mark{ends.at, Shape::ring, ends.by_rounding ? 9.0 : 13.0, ink});
    if (ends.by_rounding) continue;
    panel.items.emplace_back(Label{.at = ends.at,
                                   .text = fmt::format("gap {} {}", internal::number(ends.gap), unit),
                                   .size = 12,
                                   .ink = ink,
                                   .clearance = 9,
                                   .priority = 40});
  }
}

std::vector<LegendEntry> legend_of(const DrawnPart& drawn) {
  std::vector<LegendEntry> legend = {{"the part", kOutline, Head::none, kInside}};
  if (has(drawn, DrawnLoop::Kind::hole)) legend.push_back({"hole", kHole, Head::none, kHoleInside});
  if (has(drawn, DrawnLoop::Kind::other)) legend.push_back({"other loop", kOther});
  legend.push_back({"vertex", kOutline, Head::none, std::nullopt, Shape::square});
  if (has_joined(drawn, false))
    legend.push_back({"joined over a gap", {Ink::warning}, Head::none, std::nullopt, Shape::ring});
  if (has_joined(drawn, true))
    legend.push_back({"joined by rounding", {Ink::note}, Head::none, std::nullopt, Shape::ring});
  legend.push_back({"centre of mass", {Ink::center_of_mass}, Head::none, std::nullopt, Shape::center_of_mass});
  return legend;
}

}  // namespace

Picture drawing_picture(const std::string& name, const DrawnPart& drawn, const Eigen::Vector2d& size) {
  internal::require_page(size);
  Units units;
  if (drawn.unit) units.length = *drawn.unit;
  const std::string unit = drawn.unit ? units.length_name() : "";
  const auto holes = std::count_if(drawn.loops.begin(), drawn.loops.end(),
                                   [](const DrawnLoop& loop) { return loop.kind == DrawnLoop::Kind::hole; });
  std::string words = drawn.unit ? "lengths in " + unit : "the drawing does not say its unit";
  if (!drawn.joined.empty()) {
    const std::size_t count = drawn.joined.size();
    words = fmt::format("{} of ends joined; {}", count == 1 ? "1 pair" : fmt::format("{} pairs", count), words);
  }
  if (holes > 0) words = fmt::format("{} {}; {}", holes, holes == 1 ? "hole" : "holes", words);
  internal::PageFrame frame(size, name, words);
  frame.add_line(words);
  frame.add_legend(legend_of(drawn));
  const double air = frame.narrow() ? 36 : 56;
  if (Panel trial = panel_of(drawn, frame.room(), air); !add_vertices(trial, drawn)) {
    frame.add_line("vertices that crowd are not all numbered");
  }
  Panel panel = panel_of(drawn, frame.room(), air);
  panel.clip = true;
  add_loops(panel, drawn);
  add_vertices(panel, drawn);
  add_joins(panel, drawn, unit);
  panel.items.emplace_back(Mark{drawn.properties.centroid, Shape::center_of_mass, 14, Ink::center_of_mass});
  internal::add_scale_bar(panel, unit);
  frame.add_panel(std::move(panel));
  return frame.finish();
}

}  // namespace pawl::draw
