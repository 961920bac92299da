// SPDX-License-Identifier: MIT
#include "drawing/curve_pen.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

namespace pawl::internal::inline drawing {

AffineMap AffineMap::operator*(const AffineMap& o) const {
  return {a * o.a + c * o.b, b * o.a + d * o.b,     a * o.c + c * o.d,
          b * o.c + d * o.d, a * o.e + c * o.f + e, b * o.e + d * o.f + f};
}

double AffineMap::scale() const {
  const Rational square = a * a + b * b;
  if (const std::optional<Rational> root = exact_root(square)) return rounded(*root);
  return std::sqrt(rounded(square));
}

bool AffineMap::shorten() {
  constexpr int kMostBits = 512;
  const auto size = [](const Rational& value) { return bits(numerator(value)) + bits(denominator(value)); };
  Rational* const all[] = {&a, &b, &c, &d, &e, &f};
  if (std::none_of(std::begin(all), std::end(all), [&](const Rational* one) { return size(*one) > kMostBits; })) {
    return false;
  }
  for (Rational* one : all) {
    const double number = rounded(*one);
    if (!std::isfinite(number)) throw InputError("", "", "changes areas by a factor that is 0 or too large");
    *one = rational(number);
  }
  return true;
}

Eigen::Matrix2d AffineMap::matrix() const {
  Eigen::Matrix2d m;
  m << rounded(a), rounded(c), rounded(b), rounded(d);
  return m;
}

Eigen::Vector2d AffineMap::shift() const { return {rounded(e), rounded(f)}; }

AffineMap shift_map(const Rational& x, const Rational& y) { return {1, 0, 0, 1, x, y}; }
AffineMap scale_map(const Rational& x, const Rational& y) { return {x, 0, 0, y, 0, 0}; }

Eigen::Vector2d direction_of(double degrees) {
  const double turn = std::fmod(degrees, 360);
  if (std::fmod(turn, 90) == 0) {
    static const Eigen::Vector2d kQuarters[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    return kQuarters[(static_cast<int>(turn / 90) + 4) % 4];
  }
  const double angle = turn * (std::numbers::pi / 180);
  return {std::cos(angle), std::sin(angle)};
}

AffineMap turn_map(double degrees, bool* was_rounded) {
  const Eigen::Vector2d u = direction_of(degrees);
  if (was_rounded != nullptr && u.x() != 0 && u.y() != 0) *was_rounded = true;
  const ExactPoint exact(u);
  return {exact.x, exact.y, -exact.y, exact.x, 0, 0};
}

Eigen::Vector2d rounded_point(const ExactPoint& p) { return {rounded(p.x) + 0.0, rounded(p.y) + 0.0}; }

namespace {

using Vector = Eigen::Vector2d;
using Homogeneous = Eigen::Vector3d;

constexpr double kLargestStep =
    std::numbers::pi / 2;  ///< largest range of an ellipse's parameter in one piece, rad; a full turn has at least four
                           ///< pieces
constexpr int kMostHalvings = 24;

Homogeneous lifted(const Vector& p, double weight = 1) { return {p.x() * weight, p.y() * weight, weight}; }

double distance_to_segment(const Vector& p, const Vector& from, const Vector& to) {
  const Vector d = to - from;
  const double square = d.squaredNorm();
  const double t = square > 0 ? std::clamp((p - from).dot(d) / square, 0., 1.) : 0;
  return (p - from - t * d).norm();
}

[[noreturn]] void too_many_chords(double deviation) {
  throw InputError("", "",
                   fmt::format("needs more than {} chords to stay within {:g} of the curve: allow a larger deviation",
                               kMostVertices, deviation));
}

/// Returns a bound on the distance of a piece from its chord, the straight segment between its ends.
double distance_from_chord(const BezierPiece& piece, const Vector& from, const Vector& to) {
  double off = 0;
  for (std::size_t k = 1; k + 1 < piece.size(); ++k) {
    const Vector p = plain_point(piece[k]);
    require_in_range(p);
    off = std::max(off, distance_to_segment(p, from, to));
  }
  return off;
}

/// Returns whether a piece is straight up to rounding. `off` is the largest distance of a point of the piece from its
/// chord.
bool is_straight(double off, const Vector& from, const Vector& to) {
  constexpr double kStraight = 1e-9;  // rounding error, as a fraction of the chord's length
  return off <= kStraight * (to - from).norm();
}

/// Returns whether two consecutive pieces form one smooth curve. Compares their directions where they meet. These
/// directions may differ slightly, because the control points in files are rounded.
bool continues(const Vector& arrives, const Vector& leaves) {
  constexpr double kSmoothAngle = 1e-2;  // rad
  return arrives != Vector(0, 0) && leaves != Vector(0, 0) && (arrives - leaves).norm() <= kSmoothAngle;
}

/// Converts a circular arc, given by its ends and its bulge, to an elliptic arc.
EllipticArc elliptic(const Vector& from, const Vector& to, double bulge) {
  const Vector d = to - from;
  const Vector center = (from + to) / 2 + Vector(-d.y(), d.x()) * ((1 - bulge * bulge) / (4 * bulge));
  const Vector u = from - center;
  return {center, u, {-u.y(), u.x()}, 0, 4 * std::atan(bulge)};
}

/// Returns the polar form of the span's polynomial at `times`, by de Boor's scheme, with one of the times at each
/// level. Control point j of the Bezier piece over an interval is the polar form for j times at the end of the interval
/// and all other times at its start.
Homogeneous polar_value(const Spline& s, std::size_t span, const std::vector<Homogeneous>& points,
                        const std::vector<double>& times) {
  const auto p = static_cast<std::size_t>(s.degree);
  std::vector<Homogeneous> d(points.begin() + static_cast<long>(span - p),
                             points.begin() + static_cast<long>(span + 1));
  for (std::size_t level = 1; level <= p; ++level) {
    for (std::size_t j = p; j >= level; --j) {
      const std::size_t i = span - p + j;
      const double low = s.knots[i], high = s.knots[i + p - level + 1];
      const double share = (times[level - 1] - low) / (high - low);
      d[j] = (1 - share) * d[j - 1] + share * d[j];
    }
  }
  return d[p];
}

/// Returns the fault of ascending knots, or "" for valid knots. A knot must not be too large. The distance between two
/// knots must not be so small that rounding would determine the weights of control points.
std::string wrong_spacing(const std::vector<double>& knots) {
  constexpr double kLargestKnot = 1e9, kShortestShare = 1e-12;
  const double all = knots.back() - knots.front();
  if (!(knots.front() >= -kLargestKnot && knots.back() <= kLargestKnot)) return "has a knot of more than 1e9 in size";
  for (std::size_t k = 1; k < knots.size(); ++k) {
    const double step = knots[k] - knots[k - 1];
    if (step > 0 && step < kShortestShare * all) {
      return fmt::format("has knots {} and {}, which are nearly equal: closer than 1e-12 of all", knots[k - 1],
                         knots[k]);
    }
  }
  return "";
}

/// Returns whether control points k - 1 and k are equal within rounding.
bool meets_itself(const Spline& s, std::size_t k) {
  constexpr double kRounding = 1e-12;
  const double size = std::max(s.points[k - 1].lpNorm<Eigen::Infinity>(), s.points[k].lpNorm<Eigen::Infinity>());
  return (s.points[k] - s.points[k - 1]).lpNorm<Eigen::Infinity>() <= kRounding * size;
}

constexpr double kLargestWeight = 1e9;

}  // namespace

bool Spline::starts_in_point() const { return knots[1] == knots[degree]; }

bool Spline::ends_in_point() const {
  return knots[knots.size() - 2] == knots[knots.size() - 1 - static_cast<std::size_t>(degree)];
}

std::string wrong_spline(const Spline& s) {
  constexpr int kHighestDegree = 15;
  if (s.degree < 1 || s.degree > kHighestDegree) {
    return fmt::format("has degree {}; expected from 1 to {}", s.degree, kHighestDegree);
  }
  const auto p = static_cast<std::size_t>(s.degree);
  if (s.points.size() <= p) {
    return fmt::format("has {} control points; a spline of degree {} has more than {}", s.points.size(), p, p);
  }
  if (s.knots.size() != s.points.size() + p + 1) {
    return fmt::format("has {} knots; {} control points of degree {} need {}", s.knots.size(), s.points.size(), p,
                       s.points.size() + p + 1);
  }
  if (!s.weights.empty() && s.weights.size() != s.points.size()) {
    return fmt::format("has {} weights for {} control points", s.weights.size(), s.points.size());
  }
  if (!std::is_sorted(s.knots.begin(), s.knots.end())) return "has knots that do not ascend";
  if (!(s.knots[p] < s.knots[s.points.size()])) return "has knots without an interval between them";
  for (std::size_t k = 1; k + p + 1 < s.knots.size(); ++k) {
    // For the degree p, the first and last knots may occur p + 1 times. At an inner knot that occurs p + 1 times, one
    // curve ends in control point k - 1, and another curve begins in control point k. If an inner knot occurred p + 2
    // times, one control point would not affect the curve.
    const bool inner = s.knots[k] > s.knots[p] && s.knots[k] < s.knots[s.points.size()];
    if (s.knots[k] == s.knots[k + p] &&
        !(inner && s.knots[k - 1] < s.knots[k] && s.knots[k + p] < s.knots[k + p + 1] && meets_itself(s, k))) {
      return fmt::format("repeats knot {:g} more often than degree {} permits: the curve jumps there, or loses its end",
                         s.knots[k], p);
    }
  }
  if (const std::string wrong = wrong_spacing(s.knots); !wrong.empty()) return wrong;
  const auto wrong = std::find_if(s.weights.begin(), s.weights.end(),
                                  [](double w) { return !(w >= 1 / kLargestWeight && w <= kLargestWeight); });
  return wrong == s.weights.end() ? "" : fmt::format("has a weight of {:g}; expected from 1e-9 to 1e9", *wrong);
}

CurvePen::CurvePen(const AffineMap& map, double deviation)
    : map_(&map),
      identity_(map.is_identity()),
      similarity_(identity_ || map.is_similarity()),
      mirrored_(!identity_ && map.determinant() < 0),
      matrix_(identity_ ? Eigen::Matrix2d(Eigen::Matrix2d::Identity()) : map.matrix()),
      shift_(identity_ ? Vector(0, 0) : map.shift()),
      deviation_(deviation) {}

Vector CurvePen::mapped(const ExactPoint& p) const { return rounded_point(identity_ ? p : (*map_)(p)); }

void require_in_range(const Vector& p) {
  if (p.allFinite() && p.lpNorm<Eigen::Infinity>() <= kLargestLength) return;
  throw InputError("", fmt::format("[{:g},{:g}]", p.x(), p.y()),
                   "is the position of a point; coordinates must be at most 1e9 in size");
}

void CurvePen::start_mapped(const Vector& p) {
  require_in_range(p);
  vertices_.assign(1, p);
}

void CurvePen::append(const Vector& to, double bulge) {
  require_in_range(to);
  if (vertices_.size() > kMostVertices) {
    throw InputError("", "",
                     fmt::format("has more than {} vertices, the most of an outline: if these are chords of curves, "
                                 "allow a larger deviation",
                                 kMostVertices));
  }
  vertices_.push_back(to);
  bulges_.push_back(bulge);
  smooth_.push_back(0);
}

void CurvePen::line(const ExactPoint& to) { append(mapped(to), 0); }

void CurvePen::arc(const Vector& before, const Vector& to, double bulge) {
  if (bulge == 0 || similarity_) return append(to, mirrored_ && bulge != 0 ? -bulge : bulge);
  const Vector begin = matrix_.inverse() * (vertices_.back() - shift_);
  chords(elliptic(begin, before, bulge), to);
}

void CurvePen::ellipse(const EllipticArc& arc, const ExactPoint& to) { chords(arc, mapped(to)); }

void CurvePen::chords(const EllipticArc& before, const Vector& to) {
  const EllipticArc arc{matrix_ * before.center + shift_, matrix_ * before.u, matrix_ * before.v, before.from,
                        before.to};
  // Each piece is at most a quarter turn and is a rational curve of degree 2. Its middle control point is the
  // intersection of the tangents at its ends.
  const double sweep = arc.to - arc.from;
  const int count = std::max(1, static_cast<int>(std::ceil(std::fabs(sweep) / kLargestStep - 1e-9)));
  const double half = sweep / count / 2;
  for (int k = 0; k < count; ++k) {
    const double middle = arc.from + (2 * k + 1) * half, next = middle + half;
    const auto at = [&](double t, double stretch) {
      return Vector(arc.center + (arc.u * std::cos(t) + arc.v * std::sin(t)) * stretch);
    };
    const Vector end = k + 1 == count ? to : at(next, 1);
    piece({lifted(vertices_.back()), lifted(at(middle, 1 / std::cos(half)), std::cos(half)), lifted(end)}, end);
  }
}

void CurvePen::bezier(const std::vector<ExactPoint>& control) {
  std::vector<Homogeneous> points{lifted(vertices_.back())};
  for (const ExactPoint& p : control) points.push_back(lifted(mapped(p)));
  const Vector to = plain_point(points.back());
  piece(std::move(points), to);
}

void CurvePen::piece(BezierPiece piece, const Vector& to) {
  const std::size_t first = bulges_.size();
  const Vector from = vertices_.back(), begin = direction_at_start(piece), end = direction_at_end(piece);
  const bool straight = is_straight(distance_from_chord(piece, from, to), from, to);
  halve(std::move(piece), to, 0);
  if (begin == Vector(0, 0)) {  // the piece is a single point, which does not change the curve
    std::fill(smooth_.begin() + static_cast<long>(first), smooth_.end(), first > 0 ? smooth_[first - 1] : 0);
    return;
  }
  if (straight) return;
  const bool goes_on = first > 0 && smooth_[first - 1] != 0 && continues(arrives_, begin);
  if (!goes_on) ++curves_;
  std::fill(smooth_.begin() + static_cast<long>(first), smooth_.end(), curves_);
  if (first == 0) leaves_ = begin;
  arrives_ = end;
}

void CurvePen::halve(BezierPiece piece, const Vector& to, int depth) {
  const Vector from = vertices_.back();
  const double off = distance_from_chord(piece, from, to);
  const FittedArcs fit = is_straight(off, from, to) ? FittedArcs{} : fit_arcs(piece, from, to, deviation_);
  for (const FittedArcs::Arc& arc : fit.arcs) append(arc.to, arc.bulge);
  if (!fit.arcs.empty()) {
    reached_ = std::max(reached_, fit.deviation);
    return;
  }
  if (off <= deviation_) {
    reached_ = std::max(reached_, off);
    return append(to, 0);
  }
  if (depth == kMostHalvings) too_many_chords(deviation_);
  auto [left, right] = split_at(std::move(piece), .5);
  const Vector middle = plain_point(right[0]);
  halve(std::move(left), middle, depth + 1);
  halve(std::move(right), to, depth + 1);
}

void CurvePen::spline(const Spline& s) {
  const auto p = static_cast<std::size_t>(s.degree);
  std::vector<Homogeneous> points;
  std::vector<Vector> mapped_points;
  for (std::size_t k = 0; k < s.points.size(); ++k) {
    mapped_points.push_back(mapped(ExactPoint(s.points[k])));
    points.push_back(lifted(mapped_points.back(), s.weights.empty() ? 1 : s.weights[k]));
  }
  for (std::size_t span = p; span < points.size(); ++span) {
    const double low = s.knots[span], high = s.knots[span + 1];
    if (!(low < high)) continue;
    std::vector<Homogeneous> control;
    for (std::size_t j = 0; j <= p; ++j) {
      std::vector<double> times(p, low);
      std::fill(times.end() - static_cast<long>(j), times.end(), high);
      control.push_back(polar_value(s, span, points, times));
    }
    if (vertices_.empty()) start_mapped(s.starts_in_point() ? mapped_points[0] : plain_point(control[0]));
    const bool last = high == s.knots[points.size()];
    const Vector to = last && s.ends_in_point() ? mapped_points.back() : plain_point(control.back());
    piece(std::move(control), to);
  }
}

DrawingCurve CurvePen::finish(DrawingPlace place, bool close) {
  DrawingCurve curve;
  curve.place = std::move(place);
  curve.closed = close;
  const bool returns = vertices_.size() > 1 && vertices_.back() == vertices_.front();
  if (returns && smooth_.front() != 0 && smooth_.back() != 0 && continues(arrives_, leaves_)) {
    std::replace(smooth_.begin(), smooth_.end(), int(smooth_.back()), int(smooth_.front()));
  }
  if (close && returns) vertices_.pop_back();
  if (close && !returns && vertices_.size() > 1) {
    bulges_.push_back(0);
    smooth_.push_back(0);
  }
  curve.vertices = std::move(vertices_);
  curve.bulges = std::move(bulges_);
  if (curves_ > 0) curve.smooth = std::move(smooth_);
  return curve;
}

DrawingCurve circle_curve(DrawingPlace place, const ExactPoint& center, const Rational& radius, const AffineMap& map,
                          double deviation, double& reached, const Rational* known_scale) {
  if (map.is_similarity()) {
    DrawingCurve curve;
    curve.place = std::move(place);
    curve.closed = true;
    const Rational scale = known_scale != nullptr
                               ? *known_scale
                               : exact_root(map.a * map.a + map.b * map.b).value_or(rational(map.scale()));
    curve.disc = Disc{rounded_point(map(center)), rounded(radius * scale)};
    require_in_range(curve.disc->center);
    require_in_range({curve.disc->radius, 0});
    return curve;
  }
  const ExactPoint start = center + ExactPoint(radius, 0);
  CurvePen pen(map, deviation);
  pen.start(start);
  const double r = rounded(radius);
  pen.ellipse({rounded_point(center), {r, 0}, {0, r}, 0, 2 * std::numbers::pi}, start);
  reached = std::max(reached, pen.reached());
  return pen.finish(std::move(place), true);
}

}  // namespace pawl::internal::inline drawing
