// SPDX-License-Identifier: MIT
// Compares the overlap test for placed outlines with closed forms and with a search for points of one outline inside
// the other.
#include <doctest/doctest.h>
#include <pawl/base/tolerance.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "geometry/overlap.h"

using namespace pawl;
using tolerance::kTouching;

namespace {

using Vector = Eigen::Vector2d;

constexpr double kPi = std::numbers::pi;

/// Returns a circle about the origin that is divided into `arcs` unequal arcs. Returns a disc if `arcs` is 1.
Outline ring(int arcs, double radius) {
  if (arcs == 1) return Disc{{0, 0}, radius};
  Path path;
  for (int i = 0; i < arcs; ++i) {
    const auto angle = [&](int k) { return 2 * kPi * (k + (k % 2) * .3) / arcs; };
    const double sweep = (i + 1 < arcs ? angle(i + 1) : 2 * kPi) - angle(i);
    path.vertices.emplace_back(radius * std::cos(angle(i)), radius * std::sin(angle(i)));
    path.bulges.push_back(std::tan(sweep / 4));
  }
  return path;
}

bool overlap(const Outline& a, const Eigen::Vector3d& at_a, const Outline& b, const Eigen::Vector3d& at_b) {
  const internal::Boundary of_a = internal::boundary_of(a), of_b = internal::boundary_of(b);
  const internal::PlacedBoundary first{&of_a, internal::Placement(at_a)}, second{&of_b, internal::Placement(at_b)};
  const bool found = internal::overlap(first, second, kTouching);
  CHECK(internal::overlap(second, first, kTouching) == found);
  return found;
}

Eigen::Vector3d pose(const Vector& at, double turn) { return {at.x(), at.y(), turn}; }
Vector unit(double angle) { return {std::cos(angle), std::sin(angle)}; }

/// Depths by which one outline penetrates another, m. Some are close to the tolerance, and some are far from it.
constexpr double kDepths[] = {-.01, -1e-6, -1e-9, 0, 1e-9, .98e-8, 1.02e-8, 2e-8, 1e-6, 1e-4, .01};

}  // namespace

TEST_CASE("circles made of arcs overlap like discs, for any arcs, rotations and sizes") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-4, 4);
  for (const int arcs_a : {1, 2, 3, 8}) {
    for (const int arcs_b : {1, 2, 3, 8}) {
      for (const auto& [a, b] : {std::pair(.1, .1), std::pair(.1, .3), std::pair(2., .02), std::pair(5., 5.)}) {
        for (const double depth : kDepths) {
          CAPTURE(arcs_a);
          CAPTURE(arcs_b);
          CAPTURE(depth);
          const Vector at(any(random), any(random)), way = (a + b - depth) * unit(any(random));
          const bool found =
              overlap(ring(arcs_a, a), pose(at, any(random)), ring(arcs_b, b), pose(at + way, any(random)));
          CHECK(found == (depth > kTouching));
        }
      }
    }
  }
}

TEST_CASE("a shape inside a circle made of arcs overlaps it, and equal and tangent circles are judged correctly") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-4, 4);
  for (const int arcs_a : {2, 3, 8}) {
    for (const int arcs_b : {1, 2, 3, 8}) {
      for (const double part : {1., .999999999, .5, .01}) {
        for (const double eccentric : {0., .5, 1.}) {
          const Vector at(any(random), any(random)), way = eccentric * (1 - part) * unit(any(random));
          CAPTURE(part);
          CHECK(overlap(ring(arcs_a, 1), pose(at, any(random)), ring(arcs_b, part), pose(at + way, any(random))));
        }
      }
    }
  }
}

TEST_CASE("overlap of circles made of arcs with straight edges, corners and hollows is detected") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-4, 4);
  const Polygon box{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  const Path notched{{{-1, -1}, {1, -1}, {1, 1}, {.5, 1}, {-.5, 1}, {-1, 1}}, {0, 0, 0, -1, 0, 0}};
  for (const int arcs : {1, 2, 3, 8}) {
    for (const double depth : kDepths) {
      for (const double radius : {.02, .3, .5, 3.}) {
        CAPTURE(arcs);
        CAPTURE(depth);
        CAPTURE(radius);
        const Eigen::Vector3d own(any(random), any(random), any(random));
        const Eigen::Rotation2Dd turn(own[2]);
        const auto found = [&](const Outline& part, const Vector& center) {
          return overlap(part, own, ring(arcs, radius), pose(own.head<2>() + turn * center, any(random)));
        };
        CHECK(found(box, {.2 * any(random), 1 + radius - depth}) == (depth > kTouching));
        CHECK(found(box, Vector(1, 1) + (radius - depth) * unit(kPi / 180 * (45 + 10 * any(random)))) ==
              (depth > kTouching));
        if (radius > .5) continue;
        const Vector bottom = (.5 - radius + depth) * unit(-kPi / 2 + .2 * any(random) * (radius < .5 ? 1 : 0));
        // If the two radii are equal, the disc is not displaced along the hollow. Otherwise it could overlap an end of
        // the hollow by as much as the displacement.
        CHECK(found(notched, Vector(0, 1) + bottom) == (depth > kTouching));
      }
    }
  }
}

TEST_CASE("overlap of nearly straight arcs, whose centers are far away, is detected") {
  std::mt19937 random(9);
  std::uniform_real_distribution<double> any(-4, 4);
  const Polygon flat{{{-3, -1}, {3, -1}, {3, 0}, {-3, 0}}};
  for (const double bulge : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    const Path foot{{{-1, 0}, {1, 0}, {1, 1}, {-1, 1}}, {bulge, 0, 0, 0}};
    const Path floor{{{-1, -1}, {1, -1}, {1, 0}, {-1, 0}}, {0, 0, bulge, 0}};
    for (const double depth : {-1e-6, 0., 5e-9, 2e-8, 1e-6}) {
      CAPTURE(bulge);
      CAPTURE(depth);
      const Eigen::Vector3d own(any(random), any(random), any(random));
      const auto raised = [&](double up) {
        return pose(own.head<2>() + Eigen::Rotation2Dd(own[2]) * Vector(0, up - depth), own[2]);
      };
      CHECK(overlap(flat, own, foot, raised(bulge)) == (depth > kTouching));
      CHECK(overlap(floor, own, foot, raised(2 * bulge)) == (depth > kTouching));
    }
  }
}

namespace {

/// An edge, given by its end points and its bulge. Its points are computed with other formulas than in the library.
struct Side {
  Vector from, to;
  double bulge;

  Vector center() const {
    const Vector chord = to - from;
    return (from + to) / 2 + (1 - bulge * bulge) / (4 * bulge) * Vector(-chord.y(), chord.x());
  }
  double angle(const Vector& p) const { return std::atan2(p.y() - center().y(), p.x() - center().x()); }
  /// Returns the position of p along the arc: 0 at `from`, 1 at `to`, and more than 1 if the ray from the arc's centre
  /// through p does not meet the arc.
  double part(const Vector& p) const {
    const double sweep = 4 * std::atan(bulge), turn = (angle(p) - angle(from)) * (sweep > 0 ? 1 : -1);
    return (turn < 0 ? turn + 2 * kPi : turn) / std::fabs(sweep);
  }
  Vector at(double t) const {
    if (bulge == 0) return from + t * (to - from);
    return center() + Eigen::Rotation2Dd(4 * std::atan(bulge) * t) * (from - center());
  }
  double distance(const Vector& p) const {
    const double ends = std::min((p - from).norm(), (p - to).norm());
    if (bulge != 0) return part(p) > 1 ? ends : std::fabs((p - center()).norm() - (from - center()).norm());
    const Vector way = (to - from).normalized(), out = p - from;
    const double along = out.dot(way);
    return along < 0 || along > (to - from).norm() ? ends : std::fabs(way.x() * out.y() - way.y() * out.x());
  }
  /// Returns how often a ray from p to the right crosses the edge.
  int crossed(const Vector& p) const {
    const bool between = (from.y() > p.y()) != (to.y() > p.y());
    if (bulge == 0) return between && p.x() < from.x() + (p.y() - from.y()) / (to.y() - from.y()) * (to.x() - from.x());
    const Vector middle = center();
    const double radius = (from - middle).norm(), up = p.y() - middle.y();
    if (std::fabs(up) >= radius) return 0;
    const double wide = std::sqrt((radius - up) * (radius + up));
    int count = 0;
    for (const double x : {middle.x() - wide, middle.x() + wide}) count += x > p.x() && part({x, p.y()}) < 1;
    return count;
  }
};

std::vector<Side> sides_of(const Path& path, const Eigen::Vector3d& at) {
  const auto place = [&](std::size_t i) {
    return Vector(Eigen::Rotation2Dd(at[2]) * path.vertices[i % path.vertices.size()] + at.head<2>());
  };
  std::vector<Side> sides;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) sides.push_back({place(i), place(i + 1), path.bulges[i]});
  return sides;
}

double depth_in(const Vector& p, const std::vector<Side>& sides) {
  double nearest = 1e9;
  int crossed = 0;
  for (const Side& side : sides) {
    nearest = std::min(nearest, side.distance(p));
    crossed += side.crossed(p);
  }
  return crossed % 2 == 1 ? nearest : -nearest;
}

/// Returns the largest depth of points of the edges `of` inside the outline `in`. Examines many points, and then
/// searches with finer steps near the deepest one.
double deepest(const std::vector<Side>& of, const std::vector<Side>& in) {
  double most = -1e9;
  for (const Side& side : of) {
    double from = 0, to = 1;
    for (int pieces = 60; to - from > 1e-10; pieces = 12) {
      double best = from, found = -1e9;
      for (int i = 0; i <= pieces; ++i) {
        const double t = from + (to - from) * i / pieces, depth = depth_in(side.at(t), in);
        if (depth > found) best = t, found = depth;
      }
      most = std::max(most, found);
      const double step = (to - from) / pieces;
      from = std::max(0., best - step);
      to = std::min(1., best + step);
    }
  }
  return most;
}

/// Returns convex and nonconvex shapes. Some have tips that fold back outwards or inwards, and some have a nearly
/// straight arc.
std::vector<Path> shapes() {
  const double sixth = std::tan(kPi / 12), half = std::sqrt(.75);
  std::vector<Path> result{
      {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, {0, 0, 0, 0}},
      {{{0, 0}, {.6, 0}, {.6, .2}, {.2, .2}, {.2, .6}, {0, .6}}, {0, 0, 0, 0, 0, 0}},
      {{{-1, 0}, {1, 0}}, {1, .3}},
      {{{-1, 0}, {1, 0}}, {2, -.5}},
      {{{0, 0}, {2, 0}, {1, 0}}, {1, 0, -1}},
      {{{-1, -.2}, {1, -.2}, {1, half}, {.5, half}, {0, 0}, {-.5, half}, {-1, half}}, {.8, 0, 0, sixth, sixth, 0, 0}},
      {{{-1, -1}, {1, -1}, {1, 1}, {.5, 1}, {-.5, 1}, {-1, 1}}, {0, .5, 0, -1, 1e-4, 0}},
      {{{-1, -.01}, {1, -.01}, {1, .01}, {-1, .01}}, {0, 1, 0, 1}},
  };
  for (const int arcs : {2, 3, 8}) result.push_back(std::get<Path>(ring(arcs, .7)));
  return result;
}

}  // namespace

TEST_CASE("outlines overlap if a search finds a point of one deep inside the other") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  const std::vector<Path> all = shapes();
  int deep = 0, near = 0, told = 0;
  for (const Path& a : all) {
    for (const Path& b : all) {
      for (int trial = 0; trial < 4; ++trial) {
        const double scale = trial == 0 ? 5 * kTouching : std::pow(10, any(random));
        Path other = b;
        for (Vector& vertex : other.vertices) vertex *= scale;
        const Eigen::Vector3d at_a(3 * any(random), 3 * any(random), 4 * any(random));
        const Vector way = unit(4 * any(random));
        const double turn = 4 * any(random);
        const auto at_b = [&](double apart) { return pose(at_a.head<2>() + apart * way, turn); };
        // Finds the position on a path, from far away, at which the result changes. Then tests poses near this
        // position.
        double in = 0, out = 4 + 4 * scale;
        for (int i = 0; i < 60; ++i) {
          const double middle = (in + out) / 2;
          (overlap(a, at_a, other, at_b(middle)) ? in : out) = middle;
        }
        for (const double off : {-.3, -1e-3, -1e-6, -3e-8, -3e-9, 3e-9, 3e-8, 1e-3}) {
          const Eigen::Vector3d at = at_b(in + off * (1 + .5 * any(random)));
          const std::vector<Side> sides_a = sides_of(a, at_a), sides_b = sides_of(other, at);
          const double depth = std::max(deepest(sides_a, sides_b), deepest(sides_b, sides_a));
          CAPTURE(&a - &all[0]);
          CAPTURE(&b - &all[0]);
          CAPTURE(scale);
          CAPTURE(off);
          CAPTURE(depth);
          near += std::fabs(depth) < 1e-6;
          if (std::fabs(depth - kTouching) < 1e-12 * (1 + scale)) continue;
          ++told;
          deep += depth > kTouching;
          CHECK(overlap(a, at_a, other, at) == (depth > kTouching));
        }
      }
    }
  }
  CHECK(told > 2500);
  CHECK(deep > 1000);
  CHECK(near > 1000);
}

TEST_CASE("the caller chooses the depth that counts as an overlap") {
  const internal::Boundary square = internal::boundary_of(Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}});
  const internal::Boundary cross = internal::boundary_of(Polygon{{{-1, .4}, {2, .4}, {2, .6}, {-1, .6}}});
  const auto at = [](const internal::Boundary& boundary, double x, double y) {
    return internal::PlacedBoundary{&boundary, internal::Placement(Eigen::Vector3d(x, y, 0))};
  };
  for (const double depth : {1e-9, 1e-6, 1e-3, .05}) {
    CHECK(internal::overlap(at(square, 0, 0), at(square, 1 - 1.1 * depth, .3), depth));
    CHECK_FALSE(internal::overlap(at(square, 0, 0), at(square, 1 - .9 * depth, .3), depth));
    // Neither outline has a vertex inside the other.
    CHECK(internal::overlap(at(square, 0, 0), at(cross, 0, 0), depth));
  }
}
