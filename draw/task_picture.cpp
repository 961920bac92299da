// SPDX-License-Identifier: MIT
#include "draw/task_picture.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/draw/drawing_picture.h>
#include <pawl/draw/render.h>
#include <pawl/draw/task_picture.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <set>

#include "draw/part_figure.h"
#include "draw/sheet.h"
#include "draw/wrench_map.h"

namespace pawl::draw::internal {
namespace {

std::string of_friction(const Friction& friction) {
  if (friction.split)
    return fmt::format("{} static and {} kinetic", of_friction(friction.at_rest()), of_friction(friction.sliding()));
  return friction.is_interval() ? fmt::format("{} to {}", number(friction.low), number(friction.high))
                                : number(friction.low);
}

std::string frictions_of(const ContactSet& set) {
  std::vector<std::string> words;
  for (const Contact& contact : set.contacts) words.push_back(of_friction(contact.friction));
  const std::set<std::string> different(words.begin(), words.end());
  if (different.empty()) return "";
  if (different.size() == 1) return "; friction " + words[0];
  if (words.size() > 6) return fmt::format("; {} different frictions", different.size());
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) list += fmt::format("{}{} at {}", i == 0 ? "" : ", ", words[i], i + 1);
  return "; friction " + list;
}

}  // namespace

std::string title_of(const ValidTask& task) { return task.task().name.empty() ? "Part and fixels" : task.task().name; }

std::string words_of(const ValidTask& valid) {
  const ContactSet& set = valid.contacts();
  const Task& task = valid.task();
  const auto touching =
      std::count_if(set.contacts.begin(), set.contacts.end(), [](const Contact& contact) { return contact.touching; });
  static constexpr const char* kActuators[] = {"any wrench", "tilted on a tray", "pushed at a point",
                                               "pulled by a spring"};
  const char* noun = !task.part.outline ? "stated contact" : task.walls.empty() ? "fixel" : "contact";
  std::string words = set.size() == 0
                          ? "free part without fixels"
                          : fmt::format("{} {}{}, {} touching", set.size(), noun, set.size() == 1 ? "" : "s", touching);
  words += frictions_of(set);
  if (task.actuator) words += std::string("; ") + kActuators[task.actuator->index()];
  return words + "; lengths in " + task.units.length_name();
}

std::vector<std::string> lines_of(const Warnings& warnings) {
  std::vector<std::string> lines;
  for (const Warning& warning : warnings) {
    lines.push_back(
        fmt::format("warning: {}{}{}", warning.pointer, warning.pointer.empty() ? "" : ": ", warning.message));
  }
  return lines;
}

void require_page(const Eigen::Vector2d& size) {
  if (size.x() >= kLeastWidth && size.y() >= kLeastHeight && size.maxCoeff() <= kLargestPage) return;
  throw InputError("/size", fmt::format("{}x{}", size.x(), size.y()),
                   fmt::format("must be at least {} px wide and {} px high, and at most {} px each", kLeastWidth,
                               kLeastHeight, kLargestPage));
}

namespace {

using Eigen::Vector2d;

constexpr double kLeastGap = 12;  ///< smallest drawn size of a gap, px; smaller gaps are enlarged to this size

Vector2d turned(const Vector2d& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * v.x() - s * v.y(), s * v.x() + c * v.y()};
}

Vector2d across(const Vector2d& v) { return {-v.y(), v.x()}; }

void add(Panel& panel, Path path, const Pen& pen, Head head = Head::none) {
  panel.items.emplace_back(Stroke{std::move(path), false, pen, std::nullopt, head});
}

}  // namespace

Box around(const std::vector<Vector2d>& points) {
  if (points.empty()) return {{-1, -1}, {2, 2}};
  Vector2d least = points[0], most = points[0];
  for (const Vector2d& point : points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  return {least, most - least};
}

TaskFigure::TaskFigure(const ValidTask& valid) : task_(valid.task()), gyration_(valid.contacts().radius_of_gyration()) {
  const ContactSet& set = valid.contacts();
  const bool placed = task_.part.outline.has_value();
  const Eigen::Vector3d pose = placed ? task_.pose : Eigen::Vector3d::Zero();
  const auto world = [&](const Vector2d& point) { return Vector2d(turned(point, pose.z()) + pose.head<2>()); };
  center_ = world(set.center_of_mass);
  std::vector<Vector2d> seen = {center_};
  if (placed) {
    outline_ = moved(path_of(*task_.part.outline), pose);
    for (const Outline& hole : task_.part.holes) holes_.push_back(moved(path_of(hole), pose));
    for (const Vector2d& point : flattened(*outline_, true)) seen.push_back(point);
    walls_ = wall_figures(task_);
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Contact& contact = set.contacts[i];
    const double radius = i < task_.fixels.size() ? task_.fixels[i].radius : 0;
    contacts_.push_back({static_cast<int>(i) + 1, world(contact.point), turned(contact.normal.normalized(), pose.z()),
                         contact.friction, contact.touching ? 0 : contact.gap, radius, contact.touching,
                         !walls_.empty() && i >= task_.fixels.size(), std::nullopt});
    if (i < task_.fixels.size() && task_.fixels[i].diamond) {
      contacts_.back().diamond = path_of(outline_of(fixel_in_world(task_, i)));
    }
    seen.push_back(contacts_.back().point);
  }
  shape_ = seen;
  for (const Vector2d& point : seen) reach_ = std::max(reach_, (point - center_).norm());
  for (const DrawnContact& contact : contacts_) {
    const Vector2d back = contact.point - contact.normal * (contact.gap + 2 * contact.radius);
    const Vector2d side = across(contact.normal) * contact.radius;
    for (const double sign : {-1.0, 1.0}) seen.push_back(back + sign * side);
  }
  if (task_.actuator) {
    if (const auto* push = std::get_if<PushActuator>(&*task_.actuator)) seen.push_back(push->at);
    if (const auto* spring = std::get_if<SpringActuator>(&*task_.actuator)) {
      seen.insert(seen.end(), {spring->at, spring->anchor});
    }
  }
  if (!walls_.empty()) {  // the panel must also show the portions of the walls that are near the part
    const Box part = around(shape_);
    const double margin = .25 * part.size.maxCoeff();
    const Vector2d least = part.least.array() - margin, most = part.most().array() + margin;
    for (const WallFigure& wall : walls_) {
      const Box own = *bounds_of(wall.outline, true);
      const Vector2d from = own.least.cwiseMax(least), to = own.most().cwiseMin(most);
      if ((from.array() <= to.array()).all()) seen.insert(seen.end(), {from, to});
    }
  }
  if (reach_ == 0) reach_ = gyration_;
  slender_ = outline_ ? bounds_of(*outline_, true)->size.minCoeff() : 2 * gyration_;
  if (!outline_) {
    for (const double sign : {-1.0, 1.0}) seen.push_back(center_ + Vector2d(gyration_, gyration_) * sign);
  }
  bounds_ = around(seen);
}

double TaskFigure::reach(const Vector2d& direction) const {
  double farthest = outline_ ? 0 : gyration_;
  for (const Vector2d& point : shape_) farthest = std::max(farthest, direction.dot(point - center_));
  return farthest;
}

Panel TaskFigure::panel(const Box& page, double air, const std::vector<Vector2d>& also) const {
  std::vector<Vector2d> seen = {bounds_.least, bounds_.most()};
  seen.insert(seen.end(), also.begin(), also.end());
  Box world = around(seen);
  // If the part is far from the origin, the resolution of doubles limits how much the picture can enlarge the part.
  const double least = std::max(world.size.maxCoeff() * 1e-3, 1e-9 * world.least.cwiseAbs().maxCoeff());
  const Vector2d grown = world.size.cwiseMax(std::max(least, 1e-150));
  world = {world.center() - grown / 2, grown};
  const Vector2d inner = (page.size.array() - 2 * air).max(page.size.array() / 3);
  const double per_px = 1 / inner.cwiseQuotient(world.size).minCoeff();
  Panel panel;
  panel.page = page;
  panel.world = {world.center() - page.size * per_px / 2, page.size * per_px};
  return panel;
}

void TaskFigure::add_part(Panel& panel) const {
  add_walls(panel, walls_);
  if (outline_) {
    panel.items.emplace_back(Stroke{*outline_, true, Pen{Ink::part, 2}, Fill{Ink::part, .09}, Head::none, holes_});
    return;
  }
  // If the task has no outline, the known features of the part are drawn: its tangents at the contacts and its radius
  // of gyration.
  panel.items.emplace_back(Stroke{circle(center_, gyration_), true, Pen{Ink::ghost, 1.2, Dash::dotted}});
  for (const DrawnContact& contact : contacts_) {
    const Vector2d side = across(contact.normal) * .7 * glyph(panel);
    add(panel, segment(contact.point - side, contact.point + side), {Ink::part, 2, Dash::dashed});
  }
}

void TaskFigure::add_center_of_mass(Panel& panel, bool named) const {
  panel.items.emplace_back(Mark{center_, Shape::center_of_mass, 14, Ink::center_of_mass});
  if (!named) return;
  panel.items.emplace_back(
      Label{.at = center_, .text = "centre of mass", .size = 12, .ink = Ink::note, .clearance = 11, .priority = 10});
}

double TaskFigure::glyph(const Panel& panel) const {
  const double crowd = std::sqrt(std::min(1.0, 10 / std::max(1.0, static_cast<double>(contacts_.size()))));
  // On a slender part, a symbol is at most about half as large as the part is wide.
  const double px = std::min({48.0, .12 * panel.page.size.minCoeff(), .45 * slender_ * scale_of(panel).x()});
  return std::max(12.0, px * crowd) / scale_of(panel).x();
}

double TaskFigure::drawn_gap(const Panel& panel, const DrawnContact& contact) const {
  return contact.touching ? 0 : std::max(contact.gap, kLeastGap / scale_of(panel).x());
}

bool TaskFigure::exaggerates(const Panel& panel) const {
  return std::any_of(contacts_.begin(), contacts_.end(), [&](const DrawnContact& contact) {
    return drawn_gap(panel, contact) > std::max(0.0, contact.gap);
  });
}

void TaskFigure::add_frame(Panel& panel, const DrawnContact& contact) const {
  const double length = glyph(panel);
  add(panel, segment(contact.point, contact.point + across(contact.normal) * .6 * length),
      {Ink::normal, 1.4, Dash::dashed}, Head::arrow);
  add(panel, segment(contact.point, contact.point + contact.normal * length), {Ink::normal, 2}, Head::arrow);
}

void TaskFigure::add_friction_cone(Panel& panel, const DrawnContact& contact) const {
  const double length = 1.25 * glyph(panel);
  const auto edge = [&](double friction, double side) {
    return Vector2d(contact.point + length * turned(contact.normal, side * std::atan(friction)));
  };
  if (contact.friction.high > 0) {
    const double half = std::atan(contact.friction.high);
    Path sector{{contact.point, edge(contact.friction.high, -1), edge(contact.friction.high, 1)},
                {0, std::tan(half / 2), 0}};
    panel.items.emplace_back(
        Stroke{std::move(sector), true, Pen{Ink::friction, 1.2}, Fill{Ink::friction, .16, Hatch::none}});
  }
  if (!contact.friction.is_interval() || contact.friction.low <= 0) return;
  for (const double side : {-1.0, 1.0}) {
    add(panel, segment(contact.point, edge(contact.friction.low, side)), {Ink::friction, 1.2, Dash::dotted});
  }
}

void TaskFigure::add_gap(Panel& panel, const DrawnContact& contact, bool named) const {
  const double gap = drawn_gap(panel, contact), scale = scale_of(panel).x();
  const bool larger = gap > contact.gap;
  const Vector2d from = contact.point - contact.normal * gap;
  const Head head = gap * scale > 24 ? Head::both_arrows : Head::none;
  add(panel, segment(from, contact.point), {Ink::gap, 1.6, larger ? Dash::dotted : Dash::solid}, head);
  if (!named) return;
  panel.items.emplace_back(Label{
      .at = (from + contact.point) / 2,
      .text = fmt::format("gap {} {}{}", number(contact.gap), task_.units.length_name(), larger ? " (enlarged)" : ""),
      .size = 12,
      .ink = Ink::gap,
      .clearance = 10,
      .priority = 60});
}

void TaskFigure::add_fixel(Panel& panel, const DrawnContact& contact) const {
  const double gap = drawn_gap(panel, contact), scale = scale_of(panel).x();
  // A round pin is drawn at its true size, but at least at the smallest visible size. A fixel without a radius is drawn
  // as a triangle that points at the part.
  const bool round = contact.radius > 0;
  const double radius = round ? std::max(contact.radius, 4 / scale) : 0, px = radius * scale;
  const Vector2d tip = contact.point - contact.normal * gap, middle = tip - contact.normal * radius;
  const double sign = 11 / scale;
  const Vector2d base = tip - contact.normal * sign, side = across(contact.normal) * .5 * sign;
  if (contact.wall) {
    panel.items.emplace_back(Mark{tip, Shape::disc, 6, Ink::pin});
  } else if (contact.diamond) {
    const Vector2d shift = contact.normal * (contact.gap - gap);  // moves the pin so that a small gap is drawn larger
    panel.items.emplace_back(Stroke{moved(*contact.diamond, {shift.x(), shift.y(), 0}), true, Pen{Ink::pin, 1.6},
                                    Fill{Ink::pin, .25, Hatch::rising}});
  } else if (round) {
    panel.items.emplace_back(
        Stroke{circle(middle, radius), true, Pen{Ink::pin, 1.6}, Fill{Ink::pin, .25, Hatch::rising}});
  } else {
    panel.items.emplace_back(
        Stroke{polyline({tip, base + side, base - side}), true, Pen{Ink::pin, 1}, Fill{Ink::pin, 1}});
  }
  const Vector2d named = round ? middle : Vector2d(tip - contact.normal * .6 * sign);
  panel.items.emplace_back(Label{.at = named,
                                 .text = std::to_string(contact.number),
                                 .size = 15,
                                 .ink = Ink::pin,
                                 .clearance = std::max(7.0, std::min(px, 60.0) + 3),
                                 .priority = 100});
}

void TaskFigure::add_contacts(Panel& panel, const Shown& shown) const {
  if (shown.cones) {
    for (const DrawnContact& contact : contacts_) add_friction_cone(panel, contact);
  }
  for (const DrawnContact& contact : contacts_) {
    if (!contact.touching) add_gap(panel, contact, shown.gaps);
    if (shown.frames) add_frame(panel, contact);
    add_fixel(panel, contact);
  }
}

void TaskFigure::add_actuator(Panel& panel) const {
  if (!task_.actuator) return;
  const double length = 1.6 * glyph(panel);
  const Pen pen{Ink::force, 2};
  const auto name = [&](const Vector2d& at, const char* text) {
    panel.items.emplace_back(
        Label{.at = at, .text = text, .size = 12, .ink = Ink::force, .clearance = 8, .priority = 40});
  };
  if (std::holds_alternative<TrayActuator>(*task_.actuator)) {
    panel.items.emplace_back(Stroke{circle(center_, length), true, Pen{Ink::force, 1.2, Dash::dash_dot}});
    for (int k = 0; k < 8; ++k) {
      const Vector2d way = turned({1, 0}, k * std::numbers::pi / 4);
      add(panel, segment(center_ + .8 * length * way, center_ + 1.2 * length * way), {Ink::force, 1.2}, Head::arrow);
    }
    name(center_ + 1.2 * length * turned({1, 0}, std::numbers::pi / 4), "tilt: any direction");
  } else if (const auto* push = std::get_if<PushActuator>(&*task_.actuator)) {
    // The arrow of a pushing force ends at the point of application.
    const auto tail = [&](double angle) { return Vector2d(push->at - length * turned({1, 0}, angle)); };
    const double from = push->from, to = push->to < from ? push->to + 2 * std::numbers::pi : push->to;
    Path sector = arc(push->at, length, from + std::numbers::pi, to + std::numbers::pi);
    sector.vertices.push_back(push->at);
    sector.bulges.back() = 0;
    sector.bulges.push_back(0);
    panel.items.emplace_back(Stroke{std::move(sector), true, std::nullopt, Fill{Ink::force, .15}});
    for (const double angle : {from, to}) add(panel, segment(tail(angle), push->at), pen, Head::arrow);
    name(tail((from + to) / 2), "push");
  } else if (const auto* spring = std::get_if<SpringActuator>(&*task_.actuator)) {
    const Vector2d way = spring->anchor - spring->at, side = across(way) * .04;
    std::vector<Vector2d> coil = {spring->at, spring->at + .15 * way};
    for (int k = 0; k < 20; ++k) coil.push_back(spring->at + (.2 + .03 * k) * way + (k % 2 == 0 ? 1 : -1) * side);
    coil.push_back(spring->at + .8 * way);
    coil.push_back(spring->anchor);
    add(panel, polyline(std::move(coil)), {Ink::force, 1.6});
    panel.items.emplace_back(Mark{spring->at, Shape::ring, 8, Ink::force});
    panel.items.emplace_back(Mark{spring->anchor, Shape::square, 8, Ink::force});
    if (spring->anchor_tolerance > 0) {
      panel.items.emplace_back(
          Stroke{circle(spring->anchor, spring->anchor_tolerance), true, Pen{Ink::force, 1, Dash::dashed}});
    }
    name(spring->anchor, "spring's anchor");
  }
}

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

using internal::LegendEntry;

std::vector<LegendEntry> legend_of(const ValidTask& task) {
  const ContactSet& set = task.contacts();
  const auto any = [&](auto&& is) { return std::any_of(set.contacts.begin(), set.contacts.end(), is); };
  std::vector<LegendEntry> legend;
  if (task.task().part.outline) {
    legend.push_back({"part", {Ink::part, 2}, Head::none, Fill{Ink::part, .09}});
  } else {
    legend.push_back({"gyration radius (no outline)", {Ink::ghost, 1.2, Dash::dotted}});
    if (set.size() > 0) legend.push_back({"tangent at a contact", {Ink::part, 2, Dash::dashed}});
  }
  if (!task.task().walls.empty()) legend.push_back({"wall", {Ink::pin, 1.5}, Head::none, Fill{Ink::pin, .18}});
  legend.push_back({"centre of mass", {Ink::center_of_mass}, Head::none, std::nullopt, Shape::center_of_mass});
  if (set.size() > 0) {
    legend.push_back({"normal", {Ink::normal, 2}, Head::arrow});
    legend.push_back({"tangent", {Ink::normal, 1.4, Dash::dashed}, Head::arrow});
  }
  if (any([](const Contact& contact) { return contact.friction.high > 0; })) {
    legend.push_back({set.has_friction_interval() ? "widest friction cone" : "friction cone",
                      {Ink::friction, 1.2},
                      Head::none,
                      Fill{Ink::friction, .16}});
  }
  if (any([](const Contact& contact) { return contact.friction.is_interval() && contact.friction.low > 0; })) {
    legend.push_back({"narrowest friction cone", {Ink::friction, 1.2, Dash::dotted}});
  }
  if (any([](const Contact& contact) { return !contact.touching; })) legend.push_back({"gap", {Ink::gap, 1.6}});
  return legend;
}

/// Returns the wrenches of the task's plan, at most kMost of them, because a picture cannot distinguish more.
ConeRows plan_of(const Task& task) {
  constexpr std::size_t kMost = 6;
  ConeRows rows;
  if (!task.plan) return rows;
  for (const Eigen::Vector3d& wrench : *task.plan) {
    if (rows.rays.size() < kMost && wrench.norm() > 0) rows.rays.push_back(wrench);
  }
  return rows;
}

}  // namespace

Picture task_picture(const ValidTask& task, const Eigen::Vector2d& size, const Warnings& warnings,
                     const MarkedStretches& marked) {
  internal::require_page(size);
  const std::string words = internal::words_of(task);
  internal::PageFrame frame(size, internal::title_of(task), words);
  frame.add_line(words);
  frame.add_notes(internal::lines_of(warnings), Ink::warning, frame.narrow() ? 7 : 4);
  const internal::TaskFigure figure(task);
  const internal::GeneratorFigure plan(figure, plan_of(task.task()), task.contacts().radius_of_gyration(), "step ");
  std::vector<LegendEntry> legend = legend_of(task);
  if (!plan.seen().empty()) legend.push_back({"wrench of the plan", {Ink::force, 2.4}, Head::arrow});
  if (!marked.paths.empty()) legend.push_back({marked.meaning, {Ink::safe, 5}});
  const Panel trial = figure.panel(frame.room(), frame.narrow() ? 44 : 72, plan.seen());
  if (figure.exaggerates(trial)) legend.push_back({"gap (enlarged)", {Ink::gap, 1.6, Dash::dotted}});
  frame.add_legend(legend);
  Panel panel = figure.panel(frame.room(), frame.narrow() ? 44 : 72, plan.seen());
  panel.title = "part and fixels";
  panel.clip = true;
  figure.add_part(panel);
  for (const Path& stretch : marked.paths) panel.items.emplace_back(Stroke{stretch, false, Pen{Ink::safe, 5}});
  figure.add_contacts(panel, {});
  figure.add_actuator(panel);
  plan.add_to(panel, true);
  figure.add_center_of_mass(panel, false);
  internal::add_scale_bar(panel, task.task().units.length_name());
  frame.add_panel(std::move(panel));
  return frame.finish();
}

namespace {

using Eigen::Vector2d;
using internal::LegendEntry;

const Pen kOutline{Ink::part, 2};
const Fill kInside{Ink::part, .09};
const Pen kHole{Ink::ghost, 1.6};
const Fill kHoleInside{Ink::ghost, .05, Hatch::rising};
const Pen kOther{Ink::note, 1.2, Dash::dashed};
const Pen kOpenChain{Ink::ghost, 1.2, Dash::dashed};

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
  for (const OpenChain& chain : drawn.open_chains) {
    for (const Vector2d& vertex : chain.vertices) {
      const Vector2d least = world.least.cwiseMin(vertex), most = world.most().cwiseMax(vertex);
      world = {least, most - least};
    }
  }
  const Vector2d inner = (page.size.array() - 2 * air).max(page.size.array() / 3);
  const double per_px = 1 / inner.cwiseQuotient(world.size).minCoeff();
  Panel panel;
  panel.page = page;
  panel.world = {world.center() - page.size * per_px / 2, page.size * per_px};
  panel.title = "loops of the drawing";
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

/// Adds the chains of the drawing as dashed lines. They do not belong to the part.
void add_open_chains(Panel& panel, const DrawnPart& drawn) {
  for (const OpenChain& chain : drawn.open_chains) {
    Path path{chain.vertices, chain.bulges};
    path.bulges.push_back(0);
    panel.items.emplace_back(Stroke{std::move(path), false, kOpenChain});
  }
}

/// Adds the vertices and their numbers. The number of a vertex is the number of the edge that begins at the vertex. A
/// curve is one edge, so the vertices inside a curve are not drawn. A vertex is numbered only if its distance from the
/// vertex that was numbered before it, and from the first vertex, is at least kApart. Returns whether all vertices are
/// numbered.
bool add_vertices(Panel& panel, const DrawnPart& drawn) {
  constexpr double kApart = 26;  // smallest distance between two numbered vertices, px
  if (std::holds_alternative<Disc>(drawn.outline)) return true;
  const Path path = path_of(drawn.outline);
  const std::vector<std::size_t> edges = edge_numbers(drawn.outline);
  const bool one_edge = edges.size() == static_cast<std::size_t>(std::count(edges.begin(), edges.end(), 1));
  std::optional<Vector2d> last;
  bool all = true;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const bool inner = edges[i] == edges[(i + edges.size() - 1) % edges.size()];
    if (inner && !(one_edge && i == 0)) continue;
    const Vector2d at = to_page(panel, path.vertices[i]);
    panel.items.emplace_back(Mark{path.vertices[i], Shape::square, 4, Ink::part});
    const bool far =
        !last || ((at - *last).norm() >= kApart && (at - to_page(panel, path.vertices[0])).norm() >= kApart);
    all = all && far;
    if (!far) continue;
    last = at;
    panel.items.emplace_back(
        Label{.at = path.vertices[i], .text = std::to_string(edges[i]), .size = 12, .priority = 20});
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
  if (!drawn.open_chains.empty()) legend.push_back({"open chain, left out", kOpenChain});
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
  std::string words = drawn.unit ? "lengths in " + unit : "the drawing states no unit";
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
    frame.add_line("crowded vertices are not all numbered");
  }
  Panel panel = panel_of(drawn, frame.room(), air);
  panel.clip = true;
  add_loops(panel, drawn);
  add_open_chains(panel, drawn);
  add_vertices(panel, drawn);
  add_joins(panel, drawn, unit);
  panel.items.emplace_back(Mark{drawn.properties.centroid, Shape::center_of_mass, 14, Ink::center_of_mass});
  internal::add_scale_bar(panel, unit);
  frame.add_panel(std::move(panel));
  return frame.finish();
}

}  // namespace pawl::draw
