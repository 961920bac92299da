// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <Eigen/Core>
#include <vector>

#include "geometry/segment.h"

namespace pawl::internal::inline drawing {

/// p -> M p + t in rationals, so that what is moved, turned by quarters or scaled by decimals is rounded once.
struct AffineMap {
  Rational a = 1, b = 0, c = 0, d = 1;  ///< M = [a c; b d], as SVG's matrix(a b c d e f) has them
  Rational e = 0, f = 0;

  /// First the other, then this.
  AffineMap operator*(const AffineMap& other) const;
  ExactPoint operator()(const ExactPoint& p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  bool operator==(const AffineMap&) const = default;

  bool is_identity() const { return *this == AffineMap(); }
  Rational determinant() const { return a * d - b * c; }
  /// Circles stay circles.
  bool is_similarity() const { return (a == d && b == -c) || (a == -d && b == c); }
  /// How lengths grow under a similarity, rounded once.
  double scale() const;
  /// Many turns one in the other have ever more digits: beyond a bound all six numbers are rounded to doubles. A
  /// similarity stays one. Whether they were; throws InputError (empty pointer) where they are no finite numbers.
  bool shorten();
  Eigen::Matrix2d matrix() const;
  Eigen::Vector2d shift() const;
};

AffineMap shift_map(const Rational& x, const Rational& y);
AffineMap scale_map(const Rational& x, const Rational& y);
/// A turn by so many degrees: exact for multiples of 90, else with a cosine and a sine that are rounded (`rounded`,
/// where given, is set), but still a similarity.
AffineMap turn_map(double degrees, bool* rounded = nullptr);

/// Cosine and sine of an angle in degrees: exact for multiples of 90.
Eigen::Vector2d direction_of(double degrees);

/// A point rounded to doubles, without negative zeros.
Eigen::Vector2d rounded_point(const ExactPoint& p);

/// center + u cos t + v sin t, t from `from` to `to` (rad, either way).
struct EllipticArc {
  Eigen::Vector2d center{0, 0}, u{1, 0}, v{0, 1};
  double from = 0, to = 0;
};

/// A B-spline: its curve in homogeneous coordinates (w x, w y, w) is the piecewise polynomial one.
struct Spline {
  int degree = 3;
  std::vector<double> knots;            ///< ascending, as many as points + degree + 1
  std::vector<Eigen::Vector2d> points;  ///< more than `degree`
  std::vector<double> weights;          ///< > 0, as many as points; empty: all 1

  /// Clamped there: the curve ends in its first or last point.
  bool starts_in_point() const;
  bool ends_in_point() const;
};

/// What is wrong with a spline, or "".
std::string wrong_spline(const Spline& spline);

/// Draws one chain of straight sides and arcs, in the coordinates that a map leads to; curves that are neither become
/// chords no farther from them than `deviation` (0: refused).
///
/// An elliptic arc: over a step h of t a chord of the unit circle is off by 1 - cos(h / 2), and the map of the circle
/// to the ellipse stretches that by at most its norm R; so R (1 - cos(h / 2)) <= deviation gives the number of steps.
/// A Bezier piece lies in the hull of its control points: it is halved until these are within the deviation of the
/// chord between its ends. Both bounds are of the curve as it is, not of samples.
///
/// Throws InputError with an empty pointer where too many chords would be needed. The map must outlive the pen.
class CurvePen {
 public:
  CurvePen(const AffineMap& map, double deviation);

  void start(const ExactPoint& p) { start_mapped(mapped(p)); }
  void start(const Eigen::Vector2d& p) { start_mapped(mapped(p)); }
  void line(const ExactPoint& to);
  /// The bulge in the coordinates before the map.
  void arc(const ExactPoint& to, double bulge) { arc(rounded_point(to), mapped(to), bulge); }
  void arc(const Eigen::Vector2d& to, double bulge) { arc(to, mapped(to), bulge); }
  void ellipse(const EllipticArc& arc, const ExactPoint& to);
  void bezier(const std::vector<ExactPoint>& control);  ///< without its start
  void spline(const Spline& spline);                    ///< a chain of its own: no start before it

  const Eigen::Vector2d& end() const { return vertices_.back(); }
  bool empty() const { return vertices_.empty(); }
  /// The chain; closed by its last segment where it is back at the start, else by a side where it has to be closed.
  DrawingCurve finish(DrawingPlace place, bool close);
  double reached() const { return reached_; }
  double stretch() const { return identity_ ? 1 : matrix_.norm(); }  ///< no length grows by more

 private:
  Eigen::Vector2d mapped(const ExactPoint& p) const;
  Eigen::Vector2d mapped(const Eigen::Vector2d& p) const { return identity_ ? p : mapped(ExactPoint(p)); }
  void start_mapped(const Eigen::Vector2d& p);
  void arc(const Eigen::Vector2d& before, const Eigen::Vector2d& to, double bulge);
  void append(const Eigen::Vector2d& to, double bulge);
  void chords(const EllipticArc& before, const Eigen::Vector2d& to);
  void halve(std::vector<Eigen::Vector3d> control, const Eigen::Vector2d& to, int depth);

  const AffineMap* map_;
  bool identity_, similarity_;
  bool mirrored_ = false;
  Eigen::Matrix2d matrix_;
  Eigen::Vector2d shift_;
  double deviation_;
  double reached_ = 0;
  std::vector<Eigen::Vector2d> vertices_;
  std::vector<double> bulges_;
};

/// Throws InputError (empty pointer) for what is not finite or larger than kLargestLength.
void require_in_range(const Eigen::Vector2d& p);

/// A whole circle under a map: a disc, or under what is no similarity a closed chain. `scale`: of a similarity, where
/// it is known better than its rounded cosine and sine tell.
DrawingCurve circle_curve(DrawingPlace place, const Eigen::Vector2d& center, double radius, const AffineMap& map,
                          double deviation, double& reached, const Rational* scale = nullptr);

}  // namespace pawl::internal::inline drawing
