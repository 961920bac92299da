// SPDX-License-Identifier: MIT
#include "orient/direction_function.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/constants.h"
#include "exact/numbers.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "geometry/segment.h"

namespace pawl {
namespace internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;
using Pieces = std::vector<DirectionPiece>;

constexpr double kHalfTurn = std::numbers::pi;

bool same(const DirectionPiece& a, const DirectionPiece& b) { return a.z == b.z && a.rho == b.rho; }

/// Appends a piece that begins at `begin`. If the last piece would then be shorter than kSameDirection, replaces it.
void append(Pieces& pieces, DirectionPiece piece, double begin) {
  piece.begin = begin;
  while (!pieces.empty() && begin - pieces.back().begin < kSameDirection) {
    piece.begin = pieces.back().begin;
    pieces.pop_back();
  }
  if (pieces.empty() || !same(pieces.back(), piece)) pieces.push_back(piece);
}

/// Completes a list of pieces over one period. Removes the last piece if it is too short, and the first piece if it is
/// a continuation of the last one.
void close(Pieces& pieces, double period) {
  while (pieces.size() > 1 && pieces.front().begin + period - pieces.back().begin < kSameDirection) pieces.pop_back();
  if (pieces.size() > 1 && same(pieces.front(), pieces.back())) pieces.erase(pieces.begin());
}

/// Returns the corners of the convex hull in counterclockwise order, without vertices inside its edges. The result is
/// exact.
std::vector<Vector> hull_of(std::vector<Vector> points) {
  const auto before = [](const Vector& a, const Vector& b) {
    return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y());
  };
  std::sort(points.begin(), points.end(), before);
  std::vector<Vector> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t first = hull.size();
    for (const Vector& point : points) {
      while (hull.size() >= first + 2 && orientation(hull[hull.size() - 2], hull.back(), point) <= 0) hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

Pieces polygon_support(const std::vector<Vector>& vertices) {
  const std::vector<Vector> hull = hull_of(vertices);
  Pieces sorted;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vector& to = hull[(i + 1) % hull.size()];
    const Vector edge = written_difference(to, hull[i]);
    sorted.push_back({reduced(std::atan2(-edge.x(), edge.y()), kTurn), to, 0});
  }
  const auto first = std::min_element(sorted.begin(), sorted.end(),
                                      [](const DirectionPiece& a, const DirectionPiece& b) { return a.begin < b.begin; });
  std::rotate(sorted.begin(), first, sorted.end());
  Pieces pieces;
  for (const DirectionPiece& piece : sorted) append(pieces, piece, std::max(piece.begin, pieces.empty() ? 0 : pieces.back().begin));
  close(pieces, kTurn);
  return pieces;
}

/// Converts a list of pieces, which may begin at any angle, to a list over [0, 2 pi) whose first piece begins at 0.
Pieces from_zero(const Pieces& pieces) {
  Pieces result;
  if (pieces.front().begin > 0) {
    result.push_back(pieces.back());
    result.back().begin = 0;
  }
  result.insert(result.end(), pieces.begin(), pieces.end());
  return result;
}

/// Appends the directions strictly between `low` and `high` at which two pieces have the same value.
void add_crossings(const DirectionPiece& a, const DirectionPiece& b, double low, double high, std::vector<double>& at) {
  const Vector z = a.z - b.z;
  const double rho = a.rho - b.rho, length = z.norm();
  if (length == 0 || std::fabs(rho) > length) return;
  const double middle = std::atan2(z.y(), z.x()), half = std::acos(-rho / length);
  for (const double root : {middle - half, middle + half}) {
    const double phi = low + reduced(root - low, kTurn);
    if (phi > low && phi < high) at.push_back(phi);
  }
}

/// Returns whether piece `a` is above piece `b` at phi. If their values differ only by rounding, the piece with the
/// larger radius counts as above. Without this rule, the piece of an arc could end too early, because it touches the
/// piece of the arc's end point in a double root.
bool is_above(const DirectionPiece& a, const DirectionPiece& b, double phi) {
  const double difference = value_of(a, phi) - value_of(b, phi);
  const double rounding = 1e-14 * (a.z.norm() + b.z.norm() + a.rho + b.rho);
  return std::fabs(difference) <= rounding ? a.rho >= b.rho : difference > 0;
}

Pieces upper_envelope(const Pieces& first, const Pieces& second) {
  const Pieces a = from_zero(first), b = from_zero(second);
  Pieces result;
  std::vector<double> ends;
  std::size_t i = 0, j = 0;
  double low = 0;
  while (low < kTurn) {
    const double end_a = i + 1 < a.size() ? a[i + 1].begin : kTurn;
    const double end_b = j + 1 < b.size() ? b[j + 1].begin : kTurn;
    const double high = std::min(end_a, end_b);
    ends.clear();
    add_crossings(a[i], b[j], low, high, ends);
    std::sort(ends.begin(), ends.end());
    ends.push_back(high);
    for (const double end : ends) {
      const double middle = (low + end) / 2;
      append(result, is_above(a[i], b[j], middle) ? a[i] : b[j], low);
      low = end;
    }
    if (end_a <= high) ++i;
    if (end_b <= high) ++j;
  }
  close(result, kTurn);
  return result;
}

/// Returns the support function of the convex hull of a convex arc. For a straight segment or a concave arc, returns
/// the support function of its chord.
Pieces segment_support(const Segment& segment) {
  const Vector chord = segment.to - segment.from;
  // The angle of the outward normal at the middle of the arc, which is also the normal of the chord.
  const double out = std::atan2(-chord.x(), chord.y());
  const DirectionPiece from{0, segment.from, 0}, to{0, segment.to, 0};
  std::vector<std::pair<double, DirectionPiece>> starts;
  if (segment.bulge > 0) {
    const double half = 2 * std::atan(segment.bulge);
    const DirectionPiece arc{0, center_of(segment), radius_of(segment)};
    starts = {{out - half, arc}, {out + half, to}, {out + kHalfTurn, from}};
  } else {
    starts = {{out, to}, {out + kHalfTurn, from}};
  }
  for (auto& start : starts) start.first = reduced(start.first, kTurn);
  const auto first = std::min_element(starts.begin(), starts.end(),
                                      [](const auto& a, const auto& b) { return a.first < b.first; });
  std::rotate(starts.begin(), first, starts.end());
  Pieces pieces;
  for (const auto& [begin, piece] : starts)
    append(pieces, piece, std::max(begin, pieces.empty() ? 0 : pieces.back().begin));
  close(pieces, kTurn);
  return pieces;
}

/// Returns the upper envelope of the support functions of segments `first` to `last` - 1.
Pieces segments_support(const std::vector<Segment>& segments, std::size_t first, std::size_t last) {
  if (last - first == 1) return segment_support(segments[first]);
  const std::size_t middle = (first + last) / 2;
  return upper_envelope(segments_support(segments, first, middle), segments_support(segments, middle, last));
}

Pieces path_support(const Path& path) {
  const int turn = turn_of(path);
  std::vector<Segment> segments;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    Segment segment = segment_of(path, i);
    if (turn < 0) segment = {segment.to, segment.from, -segment.bulge};
    segments.push_back(segment);
  }
  return segments_support(segments, 0, segments.size());
}

}  // namespace

double reduced(double phi, double period) {
  const double rest = std::fmod(phi, period);
  const double positive = rest < 0 ? rest + period : rest;
  return positive < period ? positive : 0;
}

double value_of(const DirectionPiece& piece, double phi) {
  return piece.z.x() * std::cos(phi) + piece.z.y() * std::sin(phi) + piece.rho;
}

double slope_of(const DirectionPiece& piece, double phi) {
  return piece.z.y() * std::cos(phi) - piece.z.x() * std::sin(phi);
}

std::size_t piece_at(const DirectionFunction& f, double phi) {
  const auto after = std::upper_bound(f.pieces.begin(), f.pieces.end(), reduced(phi, f.period),
                                      [](double at, const DirectionPiece& piece) { return at < piece.begin; });
  return static_cast<std::size_t>((after == f.pieces.begin() ? f.pieces.end() : after) - f.pieces.begin()) - 1;
}

DirectionFunction support_function(const Outline& outline) {
  DirectionFunction h{kTurn, {}};
  if (const auto* polygon = std::get_if<Polygon>(&outline)) h.pieces = polygon_support(polygon->vertices);
  if (const auto* path = std::get_if<Path>(&outline)) h.pieces = path_support(*path);
  if (const auto* disc = std::get_if<Disc>(&outline)) h.pieces = {{0, disc->center, disc->radius}};
  return h;
}

DirectionFunction width_of(const DirectionFunction& support) {
  std::vector<double> begins;
  for (const DirectionPiece& piece : support.pieces) begins.push_back(reduced(piece.begin, kHalfTurn));
  std::sort(begins.begin(), begins.end());
  double size = 0;
  for (const DirectionPiece& piece : support.pieces) size = std::max(size, piece.z.norm());
  DirectionFunction width{kHalfTurn, {}};
  // Begins of pieces without duplicates, which occur because parallel edges have equal directions.
  std::vector<double> kept;
  for (const double begin : begins)
    if (kept.empty() || begin - kept.back() >= kSameDirection) kept.push_back(begin);
  if (kept.size() > 1 && kept.front() + kHalfTurn - kept.back() < kSameDirection) kept.pop_back();
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const double end = k + 1 < kept.size() ? kept[k + 1] : kept.front() + kHalfTurn;
    const double middle = (kept[k] + end) / 2;
    const DirectionPiece& one = support.pieces[piece_at(support, middle)];
    const DirectionPiece& other = support.pieces[piece_at(support, middle + kHalfTurn)];
    DirectionPiece piece{kept[k], written_difference(one.z, other.z), one.rho + other.rho};
    if (piece.z.norm() <= 1e-12 * (size + piece.rho))
      piece.z.setZero();  // the distance between opposite arcs about one centre is constant
    append(width.pieces, piece, kept[k]);
  }
  return width;
}

DirectionFunction radius_of(const DirectionFunction& support, const Vector& center) {
  DirectionFunction radius{kTurn, {}};
  double size = center.norm();
  for (const DirectionPiece& piece : support.pieces) size = std::max(size, piece.z.norm());
  for (DirectionPiece piece : support.pieces) {
    piece.z = written_difference(piece.z, center);
    if (piece.rho > 0 && piece.z.norm() <= 1e-12 * (size + piece.rho)) piece.z.setZero();
    radius.pieces.push_back(piece);
  }
  return radius;
}

}  // namespace internal::inline planner

double DirectionFunction::value(double phi) const {
  const double at = internal::reduced(phi, period);
  return internal::value_of(pieces[internal::piece_at(*this, phi)], at < pieces.front().begin ? at + period : at);
}

double DirectionFunction::slope(double phi) const {
  const double at = internal::reduced(phi, period);
  return internal::slope_of(pieces[internal::piece_at(*this, phi)], at < pieces.front().begin ? at + period : at);
}

DirectionFunction width_function(const Outline& outline) {
  validate(outline);
  return internal::width_of(internal::support_function(outline));
}

DirectionFunction radius_function(const Outline& outline, const Eigen::Vector2d& center) {
  validate(outline);
  return internal::radius_of(internal::support_function(outline), center);
}

}  // namespace pawl
