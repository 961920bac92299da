// SPDX-License-Identifier: MIT
#include "panel_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl::draw {
namespace {

constexpr std::size_t kMostNumbered = 60;  // fixels
constexpr double kTangent = .14;           // of the figure's size: half of a tangent that stands for a side

Path tangent_at(const PartFigure& figure, const FixelFigure& fixel, const Displacement& displaced) {
  const Eigen::Vector2d t(-fixel.normal.y(), fixel.normal.x());
  const Eigen::Vector2d half = kTangent * figure.size * t;
  return segment(displaced(fixel.point - half), displaced(fixel.point + half));
}

bool is_touching(const FixelFigure& fixel, const PartLook& look) {
  if (!look.touching) return fixel.touching;
  return std::find(look.touching->begin(), look.touching->end(), fixel.number) != look.touching->end();
}

void add_fixel(Panel& panel, const PartFigure& figure, const FixelFigure& fixel, const PartLook& look) {
  if (look.numbers) add_fixel_name(panel, figure, fixel, std::to_string(fixel.number));
  if (is_far_off(figure, fixel)) return;
  const bool touching = is_touching(fixel, look);
  if (fixel.radius > 0) {
    add_shape(panel, circle(fixel.at, fixel.radius), Pen{Ink::pin, 1.5},
              touching ? std::optional(Fill{Ink::pin, .9}) : std::nullopt);
  } else {
    add_mark(panel, fixel.at, touching ? Shape::disc : Shape::ring, look.mark, Ink::pin);
  }
}

}  // namespace

void add_fixel_name(Panel& panel, const PartFigure& figure, const FixelFigure& fixel, const std::string& name) {
  const Eigen::Vector2d at = fixel.at - fixel.radius * fixel.normal;
  if (!is_far_off(figure, fixel)) return add_name(panel, at, name, Ink::pin, 20, 13);
  const Eigen::Vector2d edge = at.cwiseMax(panel.world.least).cwiseMin(panel.world.most());
  add_name(panel, edge, name + " far off", Ink::pin, 20, 13);
}

void add_part(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const PartLook& look) {
  const Displacement displaced = displacement_of(figure, displacement);
  if (figure.outline) {
    add_shape(panel, displaced(*figure.outline), Pen{Ink::part, 1.5}, Fill{Ink::part, .14});
  } else {
    for (const FixelFigure& fixel : figure.fixels)
      add_stroke(panel, tangent_at(figure, fixel, displaced), Pen{Ink::part, 2});
  }
  add_mark(panel, displaced(figure.center), Shape::center_of_mass, look.mark, Ink::center_of_mass);
  PartLook shown = look;
  shown.numbers = look.numbers && figure.fixels.size() <= kMostNumbered;
  for (const FixelFigure& fixel : figure.fixels) add_fixel(panel, figure, fixel, shown);
}

void add_ghost(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const Pen& pen) {
  const Displacement displaced = displacement_of(figure, displacement);
  if (figure.outline) return add_shape(panel, displaced(*figure.outline), pen, std::nullopt);
  for (const FixelFigure& fixel : figure.fixels) add_stroke(panel, tangent_at(figure, fixel, displaced), pen);
}

void add_motion(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& from, const Eigen::Vector3d& motion,
                Ink ink) {
  const Displacement before = displacement_of(figure, from), after = displacement_of(figure, from + motion);
  add_ghost(panel, figure, from + motion, Pen{ink, 1.2, Dash::dashed});
  // Arrows shorter than this part of the longest say nothing.
  const double least = .15 * farthest_motion(figure, motion);
  const auto arrow = [&](const Eigen::Vector2d& point) {
    const Eigen::Vector2d a = before(point), b = after(point);
    if ((b - a).norm() > least) add_arrow(panel, a, b, Pen{ink, 1.6});
  };
  if (least == 0) return;
  arrow(figure.center);
  for (const FixelFigure& fixel : figure.fixels) {
    if (fixel.contact) arrow(fixel.point);
  }
}

std::optional<Eigen::Vector2d> line_of_force(const Eigen::Vector3d& wrench) {
  const double square = wrench.head<2>().squaredNorm();
  if (!(square > 0)) return std::nullopt;
  const Eigen::Vector2d r = wrench.z() / square * Eigen::Vector2d(wrench.y(), -wrench.x());
  if (!r.allFinite()) return std::nullopt;
  return r;
}

void add_wrench(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& wrench, Ink ink) {
  const std::optional<Eigen::Vector2d> line = line_of_force(wrench);
  const Eigen::Vector2d center = figure.center;
  const double reach = panel.world.size.minCoeff() / 2;
  const bool seen = line && line->norm() < .9 * reach;
  if (seen) {
    const Eigen::Vector2d f = wrench.head<2>().normalized(), foot = center + *line;
    add_stroke(panel, segment(foot - 4 * reach * f, foot + 4 * reach * f), Pen{ink, 1, Dash::dash_dot});
    add_arrow(panel, foot - .62 * reach * f, foot + .12 * reach * f, Pen{ink, 3});
    return;
  }
  const double turn = wrench.z() < 0 ? -1 : 1, radius = .45 * figure.size;
  constexpr double kStart = std::numbers::pi / 6, kSweep = std::numbers::pi * 4 / 3;
  panel.items.emplace_back(Stroke{arc(center, std::min(radius, .7 * reach), kStart, kStart + turn * kSweep), false,
                                  Pen{Ink::moment, 3}, std::nullopt, Head::arrow});
  if (!line) return;
  const Eigen::Vector2d f = wrench.head<2>().normalized();
  add_arrow(panel, center - .5 * reach * f, center, Pen{ink, 2});
  add_name(panel, center - .5 * reach * f, fmt::format("line {:.3g} off", line->norm()), ink, 60);
}

}  // namespace pawl::draw
