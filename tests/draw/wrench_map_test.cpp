// SPDX-License-Identifier: MIT
// The flat map of the sphere of wrench directions. The filled region must be the cone for every center of the map.
#include <doctest/doctest.h>
#include <pawl/cones/cone.h>
#include <pawl/draw/wrench_map.h>

#include <cmath>
#include <numbers>
#include <random>

using namespace pawl;
using Eigen::Vector2d;
using Eigen::Vector3d;

namespace {

constexpr double kDegrees = 180 / std::numbers::pi, kGyration = .5;

draw::ConeRows rows_of(const Cone& cone) { return {cone.rays(), cone.lines(), cone.faces(), cone.equalities()}; }

/// Returns whether p is inside a polygon. Counts the edges that a ray from p crosses.
bool inside(const std::vector<Vector2d>& polygon, const Vector2d& p) {
  bool odd = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    if ((a.y() > p.y()) != (b.y() > p.y()) && p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x()))
      odd = !odd;
  }
  return odd;
}

struct Frame {
  Vector3d u, right, up;

  /// Builds the frame of the map as the documentation describes it: angles at the center are preserved, up is the
  /// direction of larger torque, and the sphere is seen from outside.
  explicit Frame(const Vector3d& center) : u(center.normalized()) {
    up = (Vector3d(0, 0, 1) - u.z() * u).normalized();
    right = {up.y() * u.z() - up.z() * u.y(), up.z() * u.x() - up.x() * u.z(), up.x() * u.y() - up.y() * u.x()};
  }
  Vector2d place(const Vector3d& d) const {
    const Vector2d along = Vector2d(d.dot(right), d.dot(up)).normalized();
    return std::acos(std::clamp(d.dot(u), -1.0, 1.0)) * kDegrees * along;
  }
};

Vector3d random_direction(std::mt19937& engine) {
  std::normal_distribution<double> normal;
  return Vector3d(normal(engine), normal(engine), normal(engine)).normalized();
}

/// Checks that the filled region of the map with this center is the cone. Tests random directions, except for
/// directions close to the faces of the cone, to the center, or to the edge of the map.
void require_filled(const Cone& cone, const Vector3d& center, std::mt19937& engine, int& in, int& out) {
  draw::WrenchMap map;
  map.gyration = kGyration;
  map.center = Vector3d(center.x(), center.y(), center.z() * kGyration);
  map.regions.push_back({rows_of(cone)});
  const draw::Panel panel = wrench_map_panel(map, {{0, 0}, {400, 400}});
  const Frame frame(center);
  for (int k = 0; k < 60; ++k) {
    const Vector3d d = random_direction(engine), wrench(d.x(), d.y(), d.z() * kGyration);
    const Vector2d at = frame.place(d);
    if (at.norm() > panel.world.size.x() / 2 - 3 || at.norm() < 1 || std::abs(margin(cone, wrench, kGyration)) < .03)
      continue;
    bool filled = false;
    for (const draw::Item& item : panel.items) {
      const draw::Stroke* stroke = std::get_if<draw::Stroke>(&item);
      if (stroke && stroke->fill) filled = filled || inside(stroke->path.vertices, at);
    }
    CHECK(filled == cone.contains(wrench));
    (filled ? in : out)++;
  }
}

}  // namespace

TEST_CASE(
    "the filled region of a map is the cone, for cones of every shape and for a center inside, outside and on a face") {
  std::mt19937 engine(7);
  int in = 0, out = 0;
  for (int trial = 0; trial < 120; ++trial) {
    Cone::Rows rays, lines;
    for (int k = 0; k < 3 + trial % 4; ++k) rays.push_back(random_direction(engine));
    if (trial % 3 == 1) lines.push_back(random_direction(engine));
    if (trial % 12 == 2) lines = {random_direction(engine), random_direction(engine)};
    if (trial % 5 == 0) {
      for (Vector3d& ray : rays) ray = (ray + Vector3d(0, 2, 1)).normalized();
    }
    const Cone cone = Cone::from_rays(rays, lines);
    if (cone.dimension() < 3 || cone.is_all()) continue;
    require_filled(cone, random_direction(engine), engine, in, out);
    require_filled(cone, Vector3d(rays[0].x(), rays[0].y(), rays[0].z() / kGyration).normalized(), engine, in, out);
  }
  CHECK(in > 1000);
  CHECK(out > 1000);
}

TEST_CASE("a cone of all wrenches fills the map, and a flat cone fills nothing") {
  for (const auto& [cone, filled] : {std::pair{Cone::all(), true},
                                     {Cone::from_rays({{1, 0, 0}, {0, 1, 0}}), false},
                                     {Cone(), false},
                                     {Cone::from_rays({{1, 0, 0}}, {{0, 0, 1}}), false}}) {
    draw::WrenchMap map;
    map.regions.push_back({rows_of(cone)});
    const draw::Panel panel = wrench_map_panel(map, {{0, 0}, {400, 400}});
    bool seen = false;
    for (const draw::Item& item : panel.items) {
      const draw::Stroke* stroke = std::get_if<draw::Stroke>(&item);
      seen = seen || (stroke && stroke->fill && inside(stroke->path.vertices, {50, 20}));
    }
    CHECK(seen == filled);
  }
}

TEST_CASE("if the best wrench is the center, the circle of its margin is drawn, in degrees") {
  draw::WrenchMap map;
  map.points.push_back({{0, -1, .2}, draw::Ink::best, draw::Shape::star, "best", 12.5});
  const draw::Panel panel = wrench_map_panel(map, {{0, 0}, {400, 400}});
  bool found = false;
  for (const draw::Item& item : panel.items) {
    const draw::Stroke* stroke = std::get_if<draw::Stroke>(&item);
    if (!stroke || !stroke->pen || stroke->pen->ink != draw::Ink::best) continue;
    const std::optional<draw::Box> box = draw::bounds_of(stroke->path, true);
    CHECK(box->size.x() == doctest::Approx(25));
    found = true;
  }
  CHECK(found);
}
