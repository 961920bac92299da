// SPDX-License-Identifier: MIT
// Outlines of lines and arcs for tests: shapes with closed forms, random shapes, and fine polygons that approximate
// them.
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace pawl::test {

/// Returns a circle that consists of two half circles.
inline Path circle(const Eigen::Vector2d& center = {0, 0}, double radius = 1) {
  return {{center + Eigen::Vector2d(radius, 0), center - Eigen::Vector2d(radius, 0)}, {1, 1}};
}

/// Returns a rectangle from (-length/2, -1) to (length/2, 1) with a half disc of radius 1 at each end.
inline Path stadium(double length) {
  const double x = length / 2;
  return {{{-x, -1}, {x, -1}, {x, 1}, {-x, 1}}, {0, 1, 0, 1}};
}

/// Appends the segment from `from` to `to` with the bulge `bulge`, without its end point `to`. An arc is divided into
/// `pieces` chords. If an arc has the sweep w and the center c, its k-th point is c + (from - c) turned by k w /
/// pieces.
inline void append_chords(const Eigen::Vector2d& from, const Eigen::Vector2d& to, double bulge, int pieces,
                          std::vector<Eigen::Vector2d>& chords) {
  chords.push_back(from);
  if (bulge == 0) return;
  const Eigen::Vector2d d = to - from;
  const Eigen::Vector2d center = (from + to) / 2 + Eigen::Vector2d(-d.y(), d.x()) * ((1 - bulge * bulge) / (4 * bulge));
  const double step = 4 * std::atan(bulge) / pieces;
  for (int k = 1; k < pieces; ++k) chords.push_back(center + Eigen::Rotation2Dd(k * step) * (from - center));
}

inline Polygon polygon_of(const Path& path, int pieces) {
  Polygon polygon;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const std::size_t next = (i + 1) % path.vertices.size();
    append_chords(path.vertices[i], path.vertices[next], path.bulges[i], pieces, polygon.vertices);
  }
  return polygon;
}

/// Returns a star-shaped outline of straight edges and arcs. The arcs bend outward or inward by up to 254 degrees.
/// Coordinates and bulges have three decimals. Most of these outlines are valid; some intersect themselves.
inline Path random_path(std::mt19937_64& random, int most_vertices = 8) {
  std::uniform_int_distribution<int> count(2, most_vertices);
  std::uniform_real_distribution<double> unit(0, 1);
  const int n = count(random);
  Path path;
  for (int i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * (i + .6 * unit(random)) / n;
    const double reach = .5 + unit(random);
    path.vertices.emplace_back(std::round(1000 * reach * std::cos(angle)) / 1000,
                               std::round(1000 * reach * std::sin(angle)) / 1000);
    const double kind = unit(random);
    const double bulge = kind < .3 ? 0 : kind < .8 ? 1.2 * unit(random) - .6 : 4 * unit(random) - 2;
    path.bulges.push_back(std::round(1000 * bulge) / 1000);
  }
  return path;
}

inline Path valid_random_path(std::mt19937_64& random, int most_vertices = 8) {
  for (;;) {
    Path path = random_path(random, most_vertices);
    if (outline_faults(path).empty()) return path;
  }
}

/// Returns the path in the opposite direction. The first vertex remains the first one.
inline Path reversed(const Path& path) {
  Path result = path;
  const std::size_t n = path.vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    result.vertices[i] = path.vertices[(n - i) % n];
    result.bulges[i] = -path.bulges[n - 1 - i];
  }
  return result;
}

/// Returns the path with vertex number `by` as its first vertex.
inline Path shifted(const Path& path, std::size_t by) {
  Path result = path;
  const std::size_t n = path.vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    result.vertices[i] = path.vertices[(i + by) % n];
    result.bulges[i] = path.bulges[(i + by) % n];
  }
  return result;
}

/// Returns the path after a map of all its vertices. `mirrors` is true if the map is a mirror image, which reverses the
/// sense of arcs.
template <class Map>
Path mapped(const Path& path, const Map& map, bool mirrors = false) {
  Path result = path;
  for (Eigen::Vector2d& vertex : result.vertices) vertex = map(vertex);
  if (mirrors) {
    for (double& bulge : result.bulges) bulge = -bulge;
  }
  return result;
}

}  // namespace pawl::test
