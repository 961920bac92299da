// SPDX-License-Identifier: MIT
#include "wrench_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "page_frame.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kPureMoment = 1e-9;  ///< |f| rho / |tau| below which a wrench is a moment

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Sutherland and Hodgman's clipping of a convex polygon by {p : value(p) >= 0}, value affine.
template <class Value>
std::vector<Vector2d> clipped(const std::vector<Vector2d>& polygon, const Value& value) {
  std::vector<Vector2d> result;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    const double at_a = value(a), at_b = value(b);
    if (at_a >= 0) result.push_back(a);
    if ((at_a > 0 && at_b < 0) || (at_a < 0 && at_b > 0)) result.push_back(a + (b - a) * (at_a / (at_a - at_b)));
  }
  return result;
}

}  // namespace

GeneratorFigure::GeneratorFigure(const TaskFigure& task, const ConeRows& cone, double gyration, std::string word)
    : center_(task.center()),
      reach_(task.reach()),
      gyration_(gyration),
      word_(std::move(word)),
      pointed_(cone.lines.empty()) {
  for (const Eigen::Vector3d& ray : cone.rays) add_glyph(task, ray);
  for (const Eigen::Vector3d& line : cone.lines) {
    add_glyph(task, line);
    add_glyph(task, -line);
  }
  double arc = .5 * reach_;
  for (Glyph& glyph : glyphs_) {
    if (glyph.kind == Kind::force) continue;
    glyph.arc = arc;
    arc += .13 * reach_;
  }
}

void GeneratorFigure::add_glyph(const TaskFigure& task, const Eigen::Vector3d& wrench) {
  const Vector2d force = wrench.head<2>();
  const double size = force.norm(), torque = wrench.z();
  Glyph& glyph = glyphs_.emplace_back();
  glyph = {Kind::moment, wrench, {1, 0}, center_, center_, center_, 0, fmt::format("{}{}", word_, glyphs_.size())};
  if (size * gyration_ <= kPureMoment * std::abs(torque)) return;
  glyph.along = force / size;
  const double off = torque / size, length = .7 * reach_, air = .12 * reach_;
  glyph.kind = std::abs(off) > kFarthest * reach_ ? Kind::far : Kind::force;
  const Vector2d side = (off > 0 ? 1 : -1) * Vector2d(glyph.along.y(), -glyph.along.x());
  if (glyph.kind == Kind::force) glyph.foot = center_ + std::abs(off) * side;
  // Before the part, or beside it where the line passes it.
  const bool passes = glyph.kind == Kind::force && std::abs(off) > .98 * task.reach(side);
  glyph.tip = glyph.foot - (passes ? -length / 2 : task.reach(-glyph.along) + air) * glyph.along;
  glyph.tail = glyph.tip - length * glyph.along;
}

std::vector<Vector2d> GeneratorFigure::seen() const {
  std::vector<Vector2d> points;
  for (const Glyph& glyph : glyphs_) {
    if (glyph.kind != Kind::moment) points.insert(points.end(), {glyph.tail, glyph.tip});
    const Vector2d corner = glyph.arc * Vector2d(1, 1);
    if (glyph.arc > 0) points.insert(points.end(), {center_ - corner, center_ + corner});
  }
  return points;
}

std::size_t GeneratorFigure::forces() const {
  return static_cast<std::size_t>(
      std::count_if(glyphs_.begin(), glyphs_.end(), [](const Glyph& glyph) { return glyph.kind != Kind::moment; }));
}

std::size_t GeneratorFigure::moments() const { return glyphs_.size() - forces(); }

void GeneratorFigure::add_name(Panel& panel, const Glyph& glyph, const Vector2d& at) const {
  const bool far = glyph.kind == Kind::far;
  const double off = std::abs(glyph.wrench.z()) / glyph.wrench.head<2>().norm();
  panel.items.emplace_back(Label{.at = at,
                                 .text = far ? fmt::format("{}, {} off", glyph.name, number(off)) : glyph.name,
                                 .size = 13,
                                 .ink = glyph.kind == Kind::moment ? Ink::moment : Ink::force,
                                 .clearance = 6,
                                 .priority = 70});
}

void GeneratorFigure::add_arrow(Panel& panel, const Glyph& glyph) const {
  const Vector2d beyond = 2 * glyph.foot - glyph.tip;
  panel.items.emplace_back(Stroke{segment(glyph.tip, beyond), false, Pen{Ink::force, 1, Dash::dotted}});
  panel.items.emplace_back(
      Stroke{segment(glyph.tail, glyph.tip), false, Pen{Ink::force, 2.4}, std::nullopt, Head::arrow});
}

void GeneratorFigure::add_arc(Panel& panel, const Glyph& glyph) const {
  const double turn = glyph.wrench.z() > 0 ? 1 : -1, quarter = std::numbers::pi / 2;
  panel.items.emplace_back(
      Stroke{arc(center_, glyph.arc, quarter - 1.5 * quarter * turn, quarter + 1.5 * quarter * turn), false,
             Pen{Ink::moment, 2.4}, std::nullopt, Head::arrow});
}

void GeneratorFigure::add_to(Panel& panel, bool named) const {
  for (const Glyph& glyph : glyphs_) {
    if (glyph.kind != Kind::moment) add_arrow(panel, glyph);
    if (glyph.kind != Kind::force) add_arc(panel, glyph);
    if (!named) continue;
    add_name(panel, glyph, glyph.kind == Kind::moment ? Vector2d(center_ + Vector2d(0, glyph.arc)) : glyph.tail);
  }
}

bool GeneratorFigure::has_moment_labels() const {
  return pointed_ && !glyphs_.empty() &&
         std::all_of(glyphs_.begin(), glyphs_.end(), [](const Glyph& glyph) { return glyph.kind == Kind::force; });
}

std::vector<Vector2d> GeneratorFigure::one_sign(const Box& window, double sign) const {
  const Vector2d a = window.least, b = window.most();
  std::vector<Vector2d> region = {a, {b.x(), a.y()}, b, {a.x(), b.y()}};
  for (const Glyph& glyph : glyphs_) {
    region = clipped(region, [&](const Vector2d& p) {
      return sign * (glyph.wrench.z() - cross(p - center_, glyph.wrench.head<2>()));
    });
  }
  return region;
}

void GeneratorFigure::add_moment_labels(Panel& panel) const {
  if (!has_moment_labels()) return;
  for (const double sign : {1.0, -1.0}) {
    const std::vector<Vector2d> region = one_sign(panel.world, sign);
    if (region.size() < 3) continue;
    const Vector2d middle = around(region).center();
    panel.items.emplace_back(
        Stroke{polyline(region), true, Pen{Ink::moment, 1, Dash::dash_dot}, Fill{Ink::moment, .08}});
    panel.items.emplace_back(Label{
        .at = middle, .text = sign > 0 ? "+" : "−", .size = 22, .ink = Ink::moment, .clearance = -12, .priority = 20});
  }
}

}  // namespace pawl::draw::internal
