// SPDX-License-Identifier: MIT
#include "task_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "page_frame.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kLeastGap = 12;  ///< px: a smaller one is drawn as large as this

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
    for (const Vector2d& point : flattened(*outline_, true)) seen.push_back(point);
  }
  for (std::size_t i = 0; i < set.size(); ++i) {
    const Contact& contact = set.contacts[i];
    const double radius = i < task_.fixels.size() ? task_.fixels[i].radius : 0;
    contacts_.push_back({static_cast<int>(i) + 1, world(contact.point), turned(contact.normal.normalized(), pose.z()),
                         contact.friction, contact.touching ? 0 : contact.gap, radius, contact.touching});
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
  // Not finer than the numbers: a part that is small beside its distance from the origin.
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
  if (outline_) {
    panel.items.emplace_back(Stroke{*outline_, true, Pen{Ink::part, 2}, Fill{Ink::part, .09}});
    return;
  }
  // What is known of it: its tangents where it is touched, and how its mass is spread.
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
  // No longer than half of a slender part is wide.
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
  // As large as it is, or as small as is seen; one without radius as a cone that points at the part.
  const bool round = contact.radius > 0;
  const double radius = round ? std::max(contact.radius, 4 / scale) : 0, px = radius * scale;
  const Vector2d tip = contact.point - contact.normal * gap, middle = tip - contact.normal * radius;
  const double sign = 11 / scale;
  const Vector2d base = tip - contact.normal * sign, side = across(contact.normal) * .5 * sign;
  if (round) {
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
    // The hand's force ends at the point it pushes.
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
