// SPDX-License-Identifier: MIT
#include "drawing/fit_arcs.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

namespace pawl::internal::inline drawing {
namespace {

using Vector = Eigen::Vector2d;

constexpr double kLargestBulge = .9;     ///< largest bulge of a fitted arc; such an arc is less than a semicircle
constexpr double kSmallestBulge = 1e-9;  ///< largest bulge of an arc that counts as straight
constexpr double kSameAngle = 1e-9;      ///< Largest difference of two angles that count as equal, rad. If the angles
                                         ///< at both ends are equal, a single arc has both tangents.

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
/// Returns the angle from a to b, rad, in [-pi, pi].
double angle(const Vector& a, const Vector& b) { return std::atan2(cross(a, b), a.dot(b)); }

/// Returns the direction of the curve at its start, or (0, 0) for a curve that is a point. With the control points in
/// reverse order, returns the direction at the end.
template <class Iterator>
Vector direction(Iterator first, Iterator last) {
  const Vector start = plain_point(*first);
  for (Iterator p = std::next(first); p != last; ++p) {
    const Vector d = plain_point(*p) - start;
    if (d != Vector(0, 0)) return d.normalized();
  }
  return {0, 0};
}

/// Returns a bound on the distance of a piece from a circle (derived in fit_arcs.h). First halves the piece `halvings`
/// times, because the bound is tighter for short pieces.
double distance_from_circle(const BezierPiece& piece, const Vector& center, double radius, int halvings) {
  if (halvings > 0) {
    const auto [left, right] = split_at(piece, .5);
    return std::max(distance_from_circle(left, center, radius, halvings - 1),
                    distance_from_circle(right, center, radius, halvings - 1));
  }
  const std::size_t n = piece.size() - 1;
  std::vector<Vector> y;
  for (const Eigen::Vector3d& p : piece) y.push_back(p.head<2>() - p.z() * center);
  std::vector<double> binomials{1};  // binomial coefficients n over k for k = 0 to n
  for (std::size_t k = 1; k <= n; ++k) {
    binomials.push_back(binomials.back() * static_cast<double>(n - k + 1) / static_cast<double>(k));
  }
  double largest = 0, least_weight = std::numeric_limits<double>::infinity(),
         of_all = 1;  // binomial coefficient 2n over k
  for (std::size_t k = 0; k <= 2 * n; ++k) {
    if (k > 0) of_all = of_all * static_cast<double>(2 * n - k + 1) / static_cast<double>(k);
    double excess = 0, weight = 0;
    for (std::size_t i = k > n ? k - n : 0; i <= std::min(n, k); ++i) {
      const double share = binomials[i] * binomials[k - i] / of_all;
      const double w = piece[i].z() * piece[k - i].z();
      excess += share * (y[i].dot(y[k - i]) - radius * radius * w);
      weight += share * w;
    }
    largest = std::max(largest, std::fabs(excess));
    least_weight = std::min(least_weight, weight);
  }
  return largest / (radius * least_weight);
}

/// Returns a bound on the distance between a piece and an arc with the same ends. Returns nothing if the piece leaves
/// the wedge of the arc (see fit_arcs.h).
std::optional<double> distance_bound(const BezierPiece& piece, const Vector& from, const Vector& to, double bulge) {
  constexpr int kHalvings = 3;
  const Vector d = to - from;
  const Vector center = (from + to) / 2 + Vector(-d.y(), d.x()) * ((1 - bulge * bulge) / (4 * bulge));
  const double radius = d.norm() * (1 + bulge * bulge) / (4 * std::fabs(bulge));
  const double turn = bulge > 0 ? 1 : -1;
  const Vector first = from - center, last = to - center;
  const double room = 1e-12 * radius * radius;
  for (const Eigen::Vector3d& p : piece) {
    const Vector at = plain_point(p) - center;
    if (turn * cross(first, at) < -room || turn * cross(at, last) < -room || at.dot(first + last) <= 0) {
      return std::nullopt;
    }
  }
  return distance_from_circle(piece, center, radius, kHalvings);
}

/// If the distance between the arc and the piece is at most `most`, adds the arc to the fit and returns true.
bool add_arc(const BezierPiece& piece, const Vector& from, const Vector& to, double half_sweep, double most,
             FittedArcs& fit) {
  const double bulge = std::tan(half_sweep / 2);
  if (!(std::fabs(bulge) >= kSmallestBulge && std::fabs(bulge) <= kLargestBulge) || from == to) return false;
  const std::optional<double> bound = distance_bound(piece, from, to, bulge);
  if (!bound || !(*bound <= most)) return false;
  fit.arcs.push_back({to, bulge});
  fit.deviation = std::max(fit.deviation, *bound);
  return true;
}

}  // namespace

std::pair<BezierPiece, BezierPiece> split_at(BezierPiece piece, double t) {
  BezierPiece left;
  for (std::size_t last = piece.size(); last-- > 0;) {
    left.push_back(piece[0]);
    for (std::size_t k = 0; k < last; ++k) piece[k] = (1 - t) * piece[k] + t * piece[k + 1];
  }
  return {std::move(left), std::move(piece)};
}

Vector direction_at_start(const BezierPiece& piece) { return direction(piece.begin(), piece.end()); }
Vector direction_at_end(const BezierPiece& piece) { return -direction(piece.rbegin(), piece.rend()); }

FittedArcs fit_arcs(const BezierPiece& piece, const Vector& from, const Vector& to, double deviation) {
  const Vector begin = direction_at_start(piece);
  const Vector end = direction_at_end(piece);
  const Vector chord = to - from;
  if (begin == Vector(0, 0) || end == Vector(0, 0) || chord == Vector(0, 0)) return {};
  const double a = angle(begin, chord), b = angle(chord, end);
  FittedArcs fit;
  if (std::fabs(a - b) <= kSameAngle) {
    return add_arc(piece, from, to, a, deviation, fit) ? fit : FittedArcs{};
  }
  // Returns m(J) of fit_arcs.h: the angle between the directions of the two arcs at the joint.
  const auto differs = [&](const Vector& joint) {
    return std::remainder(angle(begin, end) - 2 * angle(begin, joint - from) - 2 * angle(to - joint, end),
                          2 * std::numbers::pi);
  };
  double low = 0, high = 1;
  constexpr int kHalvings = 50;
  for (int k = 0; k < kHalvings; ++k) {
    const double t = (low + high) / 2;
    const Vector joint = plain_point(split_at(piece, t).second[0]);
    if (joint == from || joint == to) return {};
    ((differs(joint) > 0) == (a - b > 0) ? low : high) = t;
  }
  const auto [left, right] = split_at(piece, (low + high) / 2);
  const Vector joint = plain_point(right[0]);
  const bool fits = add_arc(left, from, joint, angle(begin, joint - from), deviation, fit) &&
                    add_arc(right, joint, to, angle(to - joint, end), deviation, fit);
  return fits ? fit : FittedArcs{};
}

}  // namespace pawl::internal::inline drawing
