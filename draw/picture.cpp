// SPDX-License-Identifier: MIT
#include <pawl/draw/picture.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "geometry/plane.h"

namespace pawl::draw {
namespace {

/// Angle, rad, of an arc whose chord is 1/1000 of the radius away from the arc's middle.
constexpr double kChordAngle = 0.0894;

struct ArcOfBulge {
  Eigen::Vector2d center;
  double sweep;  ///< angle that the arc spans, rad, positive if counterclockwise
};

ArcOfBulge arc_of(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double bulge) {
  const Eigen::Vector2d chord = to - from, across(-chord.y(), chord.x());
  return {(from + to) / 2 + across * ((1 - bulge * bulge) / (4 * bulge)), 4 * std::atan(bulge)};
}

using pawl::internal::rotated;

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
  // Each coordinate is computed separately. With vector operations, this function would take most of the time of a
  // picture if the compiler optimises for size.
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
  // The arc consists of two halves, because the bulge of a single arc tends to infinity near a full turn.
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

Path stretch_of(const Path& path, std::size_t i, double from, double to) {
  const std::size_t count = path.vertices.size();
  const Eigen::Vector2d a = path.vertices[i % count], b = path.vertices[(i + 1) % count];
  const double bulge = path.bulges.empty() ? 0 : path.bulges[i % count];
  if (bulge == 0) return segment(a + from * (b - a), a + to * (b - a));
  const Eigen::Vector2d across(-(b - a).y(), (b - a).x());
  const Eigen::Vector2d center = (a + b) / 2 + across * (1 - bulge * bulge) / (4 * bulge);
  const double start = std::atan2((a - center).y(), (a - center).x()), sweep = 4 * std::atan(bulge);
  return arc(center, (a - center).norm(), start + from * sweep, start + to * sweep);
}

Path moved(Path path, const Eigen::Vector3d& pose) {
  for (Eigen::Vector2d& vertex : path.vertices) vertex = rotated(vertex, pose.z()) + pose.head<2>();
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
      for (int k = 1; k < chords; ++k) points.push_back(center + rotated(from - center, sweep * k / chords));
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

namespace {

struct InkColors {
  Ink ink;
  std::uint32_t light, dark, print;  ///< colours as 0xRRGGBB
};

// The hues are those of Okabe and Ito, darkened so that their contrast on white is at least 4.5 : 1.
constexpr std::uint32_t kBlack = 0x16191d, kWhite = 0xe8eaed;
constexpr std::uint32_t kBlue = 0x0067a3, kSky = 0x56b4e9;
constexpr std::uint32_t kVermillion = 0xb84a00, kOrange = 0xff9a5c;
constexpr std::uint32_t kGreen = 0x007553, kMint = 0x2cc295;
constexpr std::uint32_t kPurple = 0x94447a, kPink = 0xe59bc4;
constexpr std::uint32_t kOchre = 0x7d5800, kYellow = 0xe8d44d;
constexpr std::uint32_t kGrey = 0x5c6570, kSilver = 0xa3adb8;

constexpr std::array<InkColors, kInkCount> kInks = {{
    {Ink::part, 0x3c4650, 0xb9c3ce, 0x303030},
    {Ink::ghost, kGrey, kSilver, 0x6e6e6e},
    {Ink::pin, kBlack, kWhite, 0x000000},
    {Ink::normal, kBlue, kSky, 0x000000},
    {Ink::friction, kOchre, kYellow, 0x505050},
    {Ink::gap, kVermillion, kOrange, 0x000000},
    {Ink::center_of_mass, kBlack, kWhite, 0x000000},
    {Ink::force, kVermillion, kOrange, 0x000000},
    {Ink::moment, kPurple, kPink, 0x000000},
    {Ink::motion, kGreen, kMint, 0x303030},
    {Ink::wanted, kBlue, kSky, 0x000000},
    {Ink::rival, kVermillion, kOrange, 0x505050},
    {Ink::safe, kGreen, kMint, 0x303030},
    {Ink::best, kPurple, kPink, 0x000000},
    {Ink::seated, kGreen, kMint, 0x303030},
    {Ink::failed, kVermillion, kOrange, 0x000000},
    {Ink::axis, kGrey, kSilver, 0x505050},
    {Ink::grid, 0xd3d8de, 0x3a434d, 0xcccccc},
    {Ink::text, kBlack, kWhite, 0x000000},
    {Ink::note, kGrey, kSilver, 0x505050},
    {Ink::warning, kVermillion, kOrange, 0x000000},
}};

Color color(std::uint32_t rgb) { return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0}; }

}  // namespace

Color color_of(Ink ink, Theme theme) {
  const InkColors& colors = kInks[static_cast<std::size_t>(ink)];
  return color(theme == Theme::dark ? colors.dark : theme == Theme::light ? colors.light : colors.print);
}

Color background_of(Theme theme) { return color(theme == Theme::dark ? 0x14181d : 0xffffff); }

}  // namespace pawl::draw
