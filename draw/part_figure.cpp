// SPDX-License-Identifier: MIT
#include "draw/part_figure.h"

#include <fmt/format.h>
#include <pawl/base/angle.h>
#include <pawl/draw/part_figure.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/constants.h"
#include "base/dense_algebra.h"
#include "draw/sheet.h"

namespace pawl::draw {
Displacement displacement_of(const PartFigure& figure, const Eigen::Vector3d& displacement) {
  return {figure.center, displacement.head<2>(), displacement.z()};
}

Eigen::Vector2d Displacement::operator()(const Eigen::Vector2d& point) const {
  return center + turned(point - center, turn) + move;
}

Path Displacement::operator()(Path path) const {
  for (Eigen::Vector2d& vertex : path.vertices) vertex = (*this)(vertex);
  return path;
}

std::vector<Path> Displacement::operator()(std::vector<Path> paths) const {
  for (Path& path : paths) path = (*this)(std::move(path));
  return paths;
}

double farthest_motion(const PartFigure& figure, const Eigen::Vector3d& twist) {
  double most = twist.head<2>().norm();
  const auto add = [&](const Eigen::Vector2d& point) {
    const Eigen::Vector2d arm = point - figure.center;
    most = std::max(most, std::hypot(twist.x() - twist.z() * arm.y(), twist.y() + twist.z() * arm.x()));
  };
  if (figure.outline) std::for_each(figure.outline->vertices.begin(), figure.outline->vertices.end(), add);
  for (const FixelFigure& fixel : figure.fixels) {
    if (fixel.contact) add(fixel.point);
  }
  return std::max(most, std::abs(twist.z()) * figure.gyration);
}

Eigen::Vector3d shown_motion(const PartFigure& figure, const Eigen::Vector3d& twist, double part) {
  const double motion = farthest_motion(figure, twist);
  if (!(motion > 0)) return Eigen::Vector3d::Zero();
  return twist * (part * figure.size / motion);
}

std::optional<Eigen::Vector3d> state_displacement(const PartFigure& figure, const std::vector<int>& touching,
                                                  double part) {
  // The fixels that touch the seated part come first in the list.
  const auto count = std::count_if(figure.fixels.begin(), figure.fixels.end(),
                                   [](const FixelFigure& fixel) { return fixel.contact; });
  Eigen::MatrixXd rows(count, 3);
  Eigen::VectorXd gaps(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const FixelFigure& fixel = figure.fixels[k];
    const Eigen::Vector2d arm = fixel.point - figure.center, n = fixel.normal;
    rows.row(k) << n.x(), n.y(), (arm.x() * n.y() - arm.y() * n.x()) / figure.gyration;
    gaps(k) = std::find(touching.begin(), touching.end(), fixel.number) == touching.end() ? 1 : 0;
  }
  if (gaps.isZero()) return Eigen::Vector3d::Zero();
  const Eigen::VectorXd nearest = rows.completeOrthogonalDecomposition().solve(gaps);
  const Eigen::VectorXd reached = rows * nearest;
  for (Eigen::Index k = 0; k < count; ++k) {
    if (gaps(k) > 0 ? reached(k) < .05 : std::abs(reached(k)) > 1e-6) return std::nullopt;
  }
  return shown_motion(figure, {nearest[0], nearest[1], nearest[2] / figure.gyration}, part);
}

Box joined(const Box& a, const Box& b) {
  const Eigen::Vector2d least = a.least.cwiseMin(b.least);
  return {least, a.most().cwiseMax(b.most()) - least};
}

Box grown(const Box& box, double by) { return {box.least.array() - by, box.size.array() + 2 * by}; }

bool is_far_off(const PartFigure& figure, const FixelFigure& fixel) {
  constexpr double kFar = 6;  // distance from which on a fixel counts as far off, as a multiple of the part's size
  return (fixel.at - figure.center).norm() - fixel.radius > kFar * figure.size;
}

namespace {

/// Returns the bounding box of the part and of those portions of the walls that are within a margin around the part.
Box walls_near(const PartFigure& figure, const Box& part) {
  constexpr double kMargin = .25;  // margin around the part, as a multiple of the part's size
  const Box near = grown(part, kMargin * figure.size);
  Box box = part;
  for (const WallFigure& wall : figure.walls) {
    const Box own = *bounds_of(wall.outline, true);
    const Eigen::Vector2d least = own.least.cwiseMax(near.least), most = own.most().cwiseMin(near.most());
    if ((least.array() <= most.array()).all()) box = joined(box, {least, most - least});
  }
  return box;
}

}  // namespace

Box box_of(const PartFigure& figure) {
  Box box{figure.center, {0, 0}};
  if (figure.outline) box = joined(box, *bounds_of(*figure.outline, true));
  box = joined(box, walls_near(figure, box));
  for (const FixelFigure& fixel : figure.fixels) {
    const Eigen::Vector2d r(fixel.radius, fixel.radius);
    if (is_far_off(figure, fixel)) continue;
    box = joined(joined(box, {fixel.point, {0, 0}}), {fixel.at - r, 2 * r});
  }
  return box;
}

namespace {

constexpr std::size_t kMostNumberedFixels = 60;  // with more fixels than this, no numbers are written
// Half the length of a tangent that is drawn instead of an edge, as a multiple of the figure's size.
constexpr double kTangent = .14;

Path tangent_at(const PartFigure& figure, const FixelFigure& fixel, const Displacement& displaced) {
  const Eigen::Vector2d t(-fixel.normal.y(), fixel.normal.x());
  const Eigen::Vector2d half = kTangent * figure.size * t;
  return segment(displaced(fixel.point - half), displaced(fixel.point + half));
}

bool is_touching(const FixelFigure& fixel, const PartStyle& look) {
  if (!look.touching) return fixel.touching;
  return std::find(look.touching->begin(), look.touching->end(), fixel.number) != look.touching->end();
}

void add_fixel(Panel& panel, const PartFigure& figure, const FixelFigure& fixel, const PartStyle& look) {
  if (look.numbers) add_fixel_name(panel, figure, fixel, std::to_string(fixel.number));
  if (is_far_off(figure, fixel)) return;
  const bool touching = is_touching(fixel, look);
  if (fixel.wall) {
    if (touching) add_mark(panel, fixel.at, Shape::disc, .6 * look.mark, Ink::pin);
  } else if (fixel.radius > 0) {
    add_shape(panel, fixel.diamond.value_or(circle(fixel.at, fixel.radius)), Pen{Ink::pin, 1.5},
              touching ? std::optional(Fill{Ink::pin, .3}) : std::nullopt);  // light, because labels may lie on the
                                                                             // fill
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

void add_walls(Panel& panel, const std::vector<WallFigure>& walls) {
  for (const WallFigure& wall : walls) {
    add_shape(panel, wall.outline, wall.holes, Pen{Ink::pin, 1.5}, Fill{Ink::pin, .18});
  }
}

void add_part(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const PartStyle& look) {
  add_walls(panel, figure.walls);
  const Displacement displaced = displacement_of(figure, displacement);
  if (figure.outline) {
    add_shape(panel, displaced(*figure.outline), displaced(figure.holes), Pen{Ink::part, 1.5}, Fill{Ink::part, .14});
  } else {
    for (const FixelFigure& fixel : figure.fixels)
      add_stroke(panel, tangent_at(figure, fixel, displaced), Pen{Ink::part, 2});
  }
  add_mark(panel, displaced(figure.center), Shape::center_of_mass, look.mark, Ink::center_of_mass);
  PartStyle shown = look;
  shown.numbers = look.numbers && figure.fixels.size() <= kMostNumberedFixels;
  for (const FixelFigure& fixel : figure.fixels) add_fixel(panel, figure, fixel, shown);
}

void add_ghost(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& displacement, const Pen& pen) {
  const Displacement displaced = displacement_of(figure, displacement);
  if (figure.outline) {
    return add_shape(panel, displaced(*figure.outline), displaced(figure.holes), pen, std::nullopt);
  }
  for (const FixelFigure& fixel : figure.fixels) add_stroke(panel, tangent_at(figure, fixel, displaced), pen);
}

void add_motion(Panel& panel, const PartFigure& figure, const Eigen::Vector3d& from, const Eigen::Vector3d& motion,
                Ink ink) {
  const Displacement before = displacement_of(figure, from), after = displacement_of(figure, from + motion);
  add_ghost(panel, figure, from + motion, Pen{ink, 1.2, Dash::dashed});
  // Arrows that are shorter than this length are omitted.
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
  add_name(panel, center - .5 * reach * f, "line " + internal::number(line->norm()) + " away", ink, 60);
}

namespace {

Eigen::Vector2d in_world(const Eigen::Vector2d& point, const Eigen::Vector3d& pose) {
  return turned(point, pose.z()) + pose.head<2>();
}

/// Returns the pose of the frame in which the contacts of a task are given.
Eigen::Vector3d frame_of(const Task& task, const std::optional<Eigen::Vector3d>& seat) {
  if (!task.part.outline) return Eigen::Vector3d::Zero();
  return seat.value_or(task.pose);
}

FixelFigure fixel_figure(const Task& task, int fixel, const Contact& contact, const Eigen::Vector3d& frame) {
  FixelFigure figure;
  figure.number = fixel + 1;
  figure.point = in_world(contact.point, frame);
  figure.normal = turned(contact.normal.normalized(), frame.z());
  figure.gap = contact.gap;
  figure.touching = contact.touching;
  figure.at = figure.point - contact.gap * figure.normal;
  figure.wall = task.part.outline && static_cast<std::size_t>(fixel) >= task.fixels.size();
  if (task.part.outline && !figure.wall) {
    const Fixel placed = fixel_in_world(task, static_cast<std::size_t>(fixel));
    figure.at = placed.at;
    figure.radius = placed.radius;
    if (placed.diamond) figure.diamond = path_of(outline_of(placed));
  }
  return figure;
}

PartFigure without_fixels(const Task& task, const ContactSet& set, const Eigen::Vector3d& frame) {
  PartFigure figure;
  if (task.part.outline) figure.outline = moved(path_of(*task.part.outline), frame);
  for (const Outline& hole : task.part.holes) figure.holes.push_back(moved(path_of(hole), frame));
  figure.walls = wall_figures(task);
  figure.center = in_world(set.center_of_mass, frame);
  figure.gyration = set.radius_of_gyration();
  return figure;
}

void measure(PartFigure& figure) {
  Box box{figure.center, {0, 0}};
  if (figure.outline) box = joined(box, *bounds_of(*figure.outline, true));
  for (const FixelFigure& fixel : figure.fixels) {
    if (fixel.contact) box = joined(box, {fixel.point, {0, 0}});
  }
  const double side = box.size.maxCoeff();
  figure.size = side > 0 ? side : figure.gyration;
}

}  // namespace

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

std::vector<WallFigure> wall_figures(const Task& task) {
  std::vector<WallFigure> figures;
  for (std::size_t k = 0; k < task.walls.size(); ++k) {
    const Wall wall = wall_in_world(task, k);
    WallFigure& figure = figures.emplace_back(WallFigure{moved(path_of(wall.outline), wall.pose), {}});
    for (const Outline& hole : wall.holes) figure.holes.push_back(moved(path_of(hole), wall.pose));
  }
  return figures;
}

PartFigure part_figure(const ValidTask& valid) {
  const Task& task = valid.task();
  const Eigen::Vector3d frame = frame_of(task, std::nullopt);
  PartFigure figure = without_fixels(task, valid.contacts(), frame);
  for (std::size_t i = 0; i < valid.contacts().size(); ++i) {
    figure.fixels.push_back(fixel_figure(task, static_cast<int>(i), valid.contacts().contacts[i], frame));
  }
  measure(figure);
  return figure;
}

PartFigure seated_figure(const ValidTask& valid, const SeatedTask& seat) {
  const Task& task = valid.task();
  const Eigen::Vector3d frame = frame_of(task, seat.pose);
  PartFigure figure = without_fixels(task, seat.contacts, frame);
  for (std::size_t k = 0; k < seat.contacts.size(); ++k) {
    figure.fixels.push_back(fixel_figure(task, seat.fixels[k], seat.contacts.contacts[k], frame));
    figure.fixels.back().touching = true;
  }
  for (const int fixel : seat.left_out) {
    const Fixel apart = fixel_in_world(task, static_cast<std::size_t>(fixel));
    FixelFigure& added = figure.fixels.emplace_back();
    added.number = fixel + 1;
    added.at = added.point = apart.at;
    added.radius = apart.radius;
    added.touching = added.contact = false;
    if (apart.diamond) added.diamond = path_of(outline_of(apart));
  }
  measure(figure);
  return figure;
}

namespace {

using pawl::internal::kTurn;

Eigen::Vector2d toward(double angle) { return {std::cos(angle), std::sin(angle)}; }

std::string in_degrees(double angle) { return fmt::format("{:.1f}\u00b0", degrees(std::remainder(angle, kTurn))); }

/// Returns the closed path around a sector of the unit circle between two angles, rad.
Path sector(double from, double to) {
  Path path = arc({0, 0}, 1, from, to);
  path.bulges.resize(path.vertices.size(), 0);
  path.bulges.back() = 0;
  path.vertices.emplace_back(0, 0);
  path.bulges.push_back(0);
  return path;
}

void add_scale(Panel& panel) {
  add_shape(panel, circle({0, 0}, 1), Pen{Ink::axis, 1}, std::nullopt);
  for (int k = 0; k < 12; ++k) {
    const Eigen::Vector2d out = toward(kTurn * k / 12);
    add_stroke(panel, segment((k % 3 == 0 ? .86 : .93) * out, out), Pen{Ink::axis, 1});
  }
  static constexpr const char* kQuarters[] = {"0\u00b0", "90\u00b0", "180\u00b0", "-90\u00b0"};
  for (int k = 0; k < 4; ++k) add_text(panel, 1.24 * toward(kTurn * k / 4), kQuarters[k], Ink::note, Place::middle, 10);
}

}  // namespace

Panel compass(const std::pair<double, double>& window, double best) {
  Panel panel;
  panel.world = {{-1.5, -1.4}, {3, 2.8}};
  // The title states both angles, because labels at the edges of the sector could be mistaken for each other.
  const bool all = window.second - window.first >= kTurn * (1 - 1e-12);
  panel.title = all ? "all directions" : in_degrees(window.first) + " to " + in_degrees(window.second);
  panel.description = "directions from " + in_degrees(window.first) + " to " + in_degrees(window.second) +
                      ", counterclockwise from x; the arrow at " + in_degrees(best);
  const auto [from, to] = window;
  if (all) {
    add_shape(panel, circle({0, 0}, 1), std::nullopt, Fill{Ink::safe, .3});
  } else {
    add_shape(panel, sector(from, to), Pen{Ink::safe, 1.5}, Fill{Ink::safe, .3});
  }
  add_scale(panel);
  add_arrow(panel, {0, 0}, .98 * toward(best), Pen{Ink::best, 2.5});
  return panel;
}

}  // namespace pawl::draw
