// SPDX-License-Identifier: MIT
#include <pawl/draw/picture.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pawl::draw {
namespace {

constexpr double kChordAngle = 0.0894;  ///< a chord of this angle is within 1/1000 of the radius from its arc, rad

struct ArcOfBulge {
  Eigen::Vector2d center;
  double sweep;  ///< rad, counterclockwise
};

ArcOfBulge arc_of(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double bulge) {
  const Eigen::Vector2d chord = to - from, across(-chord.y(), chord.x());
  return {(from + to) / 2 + across * ((1 - bulge * bulge) / (4 * bulge)), 4 * std::atan(bulge)};
}

Eigen::Vector2d turned(const Eigen::Vector2d& v, double angle) {
  const double c = std::cos(angle), s = std::sin(angle), x = v.x(), y = v.y();
  return {c * x - s * y, s * x + c * y};
}

}  // namespace

bool overlap(const Box& a, const Box& b) {
  return a.least.x() < b.least.x() + b.size.x() && b.least.x() < a.least.x() + a.size.x() &&
         a.least.y() < b.least.y() + b.size.y() && b.least.y() < a.least.y() + a.size.y();
}

Eigen::Vector2d scale_of(const Panel& panel) {
  const double x = panel.page.size.x() / panel.world.size.x(), y = panel.page.size.y() / panel.world.size.y();
  if (!panel.equal_scale) return {x, y};
  return {std::min(x, y), std::min(x, y)};
}

Eigen::Vector2d to_page(const Panel& panel, const Eigen::Vector2d& world) {
  // Number by number: this is where pictures spend their time where compilers optimise for size.
  const Box &from = panel.world, &to = panel.page;
  const Eigen::Vector2d scale = scale_of(panel);
  return {to.least.x() + to.size.x() / 2 + (world.x() - (from.least.x() + from.size.x() / 2)) * scale.x(),
          to.least.y() + to.size.y() / 2 - (world.y() - (from.least.y() + from.size.y() / 2)) * scale.y()};
}

Eigen::Vector2d to_world(const Panel& panel, const Eigen::Vector2d& page) {
  const Eigen::Vector2d moved = page - panel.page.center();
  return panel.world.center() + Eigen::Vector2d(moved.x(), -moved.y()).cwiseQuotient(scale_of(panel));
}

Path segment(const Eigen::Vector2d& from, const Eigen::Vector2d& to) { return {{from, to}, {0, 0}}; }

Path polyline(std::vector<Eigen::Vector2d> vertices) {
  const std::size_t count = vertices.size();
  return {std::move(vertices), std::vector<double>(count, 0)};
}

Path rectangle(const Box& box) {
  const Eigen::Vector2d a = box.least, b = box.most();
  return polyline({a, {b.x(), a.y()}, b, {a.x(), b.y()}});
}

Path circle(const Eigen::Vector2d& center, double radius) {
  const Eigen::Vector2d reach(radius, 0);
  return {{center - reach, center + reach}, {1, 1}};
}

Path arc(const Eigen::Vector2d& center, double radius, double from, double to) {
  // In two halves: the bulge of nearly a whole turn would be nearly infinite.
  const double middle = (from + to) / 2, bulge = std::tan((to - from) / 8);
  Path path;
  for (const double angle : {from, middle, to}) {
    path.vertices.push_back(center + radius * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    path.bulges.push_back(bulge);
  }
  return path;
}

Path path_of(const Outline& outline) {
  if (const Disc* disc = std::get_if<Disc>(&outline)) return circle(disc->center, disc->radius);
  if (const Polygon* polygon = std::get_if<Polygon>(&outline)) return polyline(polygon->vertices);
  return std::get<Path>(outline);
}

Path moved(Path path, const Eigen::Vector3d& pose) {
  for (Eigen::Vector2d& vertex : path.vertices) vertex = turned(vertex, pose.z()) + pose.head<2>();
  return path;
}

std::vector<Eigen::Vector2d> flattened(const Path& path, bool closed) {
  const std::size_t count = path.vertices.size();
  std::vector<Eigen::Vector2d> points(path.vertices.begin(), path.vertices.begin() + (count > 0 ? 1 : 0));
  for (std::size_t i = 0; i + (closed ? 0 : 1) < count; ++i) {
    const Eigen::Vector2d &from = path.vertices[i], &to = path.vertices[(i + 1) % count];
    const double bulge = i < path.bulges.size() ? path.bulges[i] : 0;
    if (std::abs(bulge) >= kSmallestBulge) {
      const auto [center, sweep] = arc_of(from, to, bulge);
      const int chords = static_cast<int>(std::ceil(std::abs(sweep) / kChordAngle));
      for (int k = 1; k < chords; ++k) points.push_back(center + turned(from - center, sweep * k / chords));
    }
    points.push_back(to);
  }
  return points;
}

std::optional<Box> bounds_of(const Path& path, bool closed) {
  const std::vector<Eigen::Vector2d> points = flattened(path, closed);
  if (points.empty()) return std::nullopt;
  Eigen::Vector2d least = points[0], most = points[0];
  for (const Eigen::Vector2d& point : points) {
    least = least.cwiseMin(point);
    most = most.cwiseMax(point);
  }
  return Box{least, most - least};
}

}  // namespace pawl::draw
