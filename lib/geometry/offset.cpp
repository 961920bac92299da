// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/geometry/offset.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/outline.h"
#include "geometry/piece_loops.h"
#include "geometry/plane.h"
#include "geometry/segment_pairs.h"

namespace pawl {
namespace {

using namespace internal;
using Vector = Eigen::Vector2d;

/// Returns the largest magnitude of a coordinate of a point of a path, m.
double size_of(const Path& path) {
  double size = 0;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Box box = box_of(segment_of(path, i));
    size = std::max({size, box.low.cwiseAbs().maxCoeff(), box.high.cwiseAbs().maxCoeff()});
  }
  return size;
}

/// The curves of a path, with a search for the curves near a point.
class CurveSet {
 public:
  explicit CurveSet(const Path& path) {
    for (std::size_t i = 0; i < path.vertices.size(); ++i) {
      curves_.emplace_back(segment_of(path, i));
      boxes_.push_back(box_of(segment_of(path, i)));
    }
  }

  /// Returns whether the distance of some curve from a point is less than `distance`.
  bool nearer(const Vector& point, double distance) const {
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      const Box& box = boxes_[i];
      if (point.x() < box.low.x() - distance || point.x() > box.high.x() + distance ||
          point.y() < box.low.y() - distance || point.y() > box.high.y() + distance)
        continue;
      if (curves_[i].distance(point) < distance) return true;
    }
    return false;
  }

  const std::vector<Curve>& curves() const { return curves_; }
  const std::vector<Box>& boxes() const { return boxes_; }

 private:
  std::vector<Curve> curves_;
  std::vector<Box> boxes_;
};

/// Returns the unit normal to the right of a direction. If the direction is that of a counterclockwise path, the normal
/// points outwards.
Vector outward(const Vector& direction) { return -turned_left(direction).normalized(); }

/// The region that a sharp corner adds to an offset region. Its vertices are the corner, the ends `first` and `last` of
/// the offsets of the two edges that meet there, and the point `tip` at which the extended offset edges meet.
struct Kite {
  Vector corner, first, tip, last;

  bool contains(const Vector& point, double margin) const {
    const Vector vertices[] = {corner, first, tip, last};
    for (int i = 0; i < 4; ++i) {
      const Vector edge = vertices[(i + 1) % 4] - vertices[i];
      if (cross(edge, point - vertices[i]) <= margin * edge.norm()) return false;
    }
    return true;
  }
};

/// The curves that may bound an offset region, and the kites of its sharp corners.
struct OffsetCurves {
  std::vector<Piece> pieces;
  std::vector<Kite> kites;
  std::vector<std::optional<std::size_t>> kite_of;  ///< for each piece at a sharp corner, the index of its kite; not
                                                    ///< set for other pieces
};

OffsetCurves offset_curves(const Path& path, double distance, OffsetCorners corners, double tolerance) {
  OffsetCurves result;
  const auto add = [&](const Segment& segment, std::size_t source, std::optional<std::size_t> kite = std::nullopt) {
    if ((segment.to - segment.from).norm() <= tolerance && std::fabs(segment.bulge) <= 1) return;
    result.pieces.push_back({segment, source});
    result.kite_of.push_back(kite);
  };
  const std::size_t count = path.vertices.size();
  for (std::size_t i = 0; i < count; ++i) {
    const Segment segment = segment_of(path, i), next = segment_of(path, (i + 1) % count);
    const Vector start = outward(start_direction(segment)), end = outward(end_direction(segment));
    const double radius = segment.bulge == 0 ? kFlat : std::copysign(radius_of(segment), segment.bulge) + distance;
    if (segment.bulge == 0 || radius * segment.bulge > 0)
      add({segment.from + distance * start, segment.to + distance * end, segment.bulge}, 2 * i);

    const Vector after = outward(start_direction(next));
    const double turn = std::atan2(cross(end, after), end.dot(after));
    // A corner gets a curve of its own only if the offset passes it on its convex side. At a tip, where the path
    // reverses, the turning angle is pi.
    if (turn * distance <= 0 || std::fabs(turn) * std::fabs(distance) <= tolerance) continue;
    const Vector corner = segment.to, first = corner + distance * end, last = corner + distance * after;
    const bool straight = segment.bulge == 0 && next.bulge == 0;
    if (corners == OffsetCorners::sharp && distance > 0 && straight && turn <= 2 * std::numbers::pi / 3 + 1e-9) {
      const Vector tip = corner + distance / (1 + end.dot(after)) * (end + after);
      result.kites.push_back({corner, first, tip, last});
      add({first, tip, 0}, 2 * i, result.kites.size() - 1);
      add({tip, last, 0}, 2 * ((i + 1) % count), result.kites.size() - 1);
    } else {
      add({first, last, std::tan(turn / 4)}, 2 * i + 1);
    }
  }
  return result;
}

}  // namespace

std::optional<std::vector<OffsetLoop>> offset_outline(const Outline& outline, double distance, OffsetCorners corners) {
  validate(outline);
  if (!std::isfinite(distance)) throw InputError("/distance", "", "must be a finite number");
  const Path path = counterclockwise_path(outline);
  const double size = size_of(path) + std::fabs(distance);
  const PieceTolerance tolerance = piece_tolerance(size);
  const OffsetCurves curves = offset_curves(path, distance, corners, tolerance.join);
  const CurveSet boundary(path);
  const double least = std::fabs(distance) - 3 * tolerance.meet;
  const auto kept = [&](const Vector& middle, std::size_t curve) {
    for (std::size_t k = 0; k < curves.kites.size(); ++k) {
      if (curves.kite_of[curve] != k && curves.kites[k].contains(middle, tolerance.join)) return false;
    }
    return least <= 0 || !boundary.nearer(middle, least);
  };
  const auto joined = joined_loops(cut_and_keep(curves.pieces, tolerance, kept), tolerance);
  if (!joined) return std::nullopt;
  std::vector<std::pair<double, OffsetLoop>> loops;
  for (const std::vector<Piece>& pieces : *joined) {
    OffsetLoop loop{path_of_pieces(pieces), {}};
    for (const Piece& piece : pieces) loop.sources.push_back(piece.source);
    loops.emplace_back(std::fabs(doubled_area(pieces)), std::move(loop));
  }
  std::stable_sort(loops.begin(), loops.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<OffsetLoop> result;
  for (auto& [area, loop] : loops) result.push_back(std::move(loop));
  return result;
}

std::optional<Path> united_outline(const Outline& a, const Outline& b) {
  validate(a);
  validate(b);
  const Path paths[] = {counterclockwise_path(a), counterclockwise_path(b)};
  const PieceTolerance tolerance = piece_tolerance(std::max(size_of(paths[0]), size_of(paths[1])));
  const CurveSet boundaries[] = {CurveSet(paths[0]), CurveSet(paths[1])};
  std::vector<Piece> curves;
  const std::size_t count = paths[0].vertices.size();
  for (const Path& path : paths)
    for (std::size_t i = 0; i < path.vertices.size(); ++i) curves.push_back({segment_of(path, i), curves.size()});
  const auto kept = [&](const Vector& middle, std::size_t curve) {
    const int other = curve < count ? 1 : 0;
    // If both boundaries contain a stretch, it is taken only from the first boundary.
    if (boundaries[other].nearer(middle, 3 * tolerance.join)) return other == 1;
    return !strictly_inside(paths[other], middle);
  };
  const auto joined = joined_loops(cut_and_keep(curves, tolerance, kept), tolerance);
  if (!joined) return std::nullopt;
  const std::vector<Piece>* largest = nullptr;
  std::size_t outer = 0;
  for (const std::vector<Piece>& loop : *joined) {
    const double area = doubled_area(loop);
    if (area > 0) ++outer;
    if (area > 0 && (largest == nullptr || area > doubled_area(*largest))) largest = &loop;
  }
  if (largest == nullptr || outer != 1) return std::nullopt;
  return path_of_pieces(*largest);
}

OutlineDistance outline_distance(const Outline& a, const Outline& b) {
  validate(a);
  validate(b);
  const Path path_a = counterclockwise_path(a), path_b = counterclockwise_path(b);
  const CurveSet boundary_a(path_a), boundary_b(path_b);
  OutlineDistance result;
  result.distance = std::numeric_limits<double>::infinity();
  double radius = 0;
  for (std::size_t i = 0; i < boundary_a.curves().size(); ++i) {
    const Box& own = boundary_a.boxes()[i];
    for (std::size_t j = 0; j < boundary_b.curves().size(); ++j) {
      const Box& other = boundary_b.boxes()[j];
      const Vector gap = (own.low - other.high).cwiseMax(other.low - own.high).cwiseMax(0);
      if (gap.norm() > result.distance) continue;
      const auto [on_a, on_b] = nearest_points(boundary_a.curves()[i], boundary_b.curves()[j]);
      const double distance = (on_a - on_b).norm();
      if (distance >= result.distance) continue;
      result.distance = distance;
      result.on_a = on_a, result.on_b = on_b;
      result.segment_a = i, result.segment_b = j;
    }
  }
  for (const CurveSet* boundary : {&boundary_a, &boundary_b})
    for (const Curve& curve : boundary->curves()) radius = std::max(radius, curve.radius());
  const double size = std::max(size_of(path_a), size_of(path_b));
  result.error = std::ldexp(size, -40) + std::ldexp(radius, -48);
  const auto original = [](const Outline& outline, std::size_t segment) {
    if (std::holds_alternative<Disc>(outline)) return std::size_t{0};
    const Path path = closed_path(outline);
    return turn_of(path) > 0 ? segment : path.vertices.size() - 1 - segment;
  };
  result.segment_a = original(a, result.segment_a);
  result.segment_b = original(b, result.segment_b);
  result.a_inside_b = strictly_inside(path_b, path_a.vertices[0]);
  return result;
}

}  // namespace pawl
