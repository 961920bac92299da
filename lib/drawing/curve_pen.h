// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <Eigen/Core>
#include <vector>

#include "drawing/fit_arcs.h"
#include "geometry/segment.h"

namespace pawl::internal::inline drawing {

/// The map p -> M p + t with rational coefficients. Compositions of translations, quarter turns and scalings by decimal
/// factors are therefore exact, and points are rounded only once.
struct AffineMap {
  Rational a = 1, b = 0, c = 0, d = 1;  ///< the matrix M = [a c; b d], with the letters of SVG's matrix(a b c d e f)
  Rational e = 0, f = 0;

  /// Returns the composition of both maps, in which `other` is applied first.
  AffineMap operator*(const AffineMap& other) const;
  ExactPoint operator()(const ExactPoint& p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
  bool operator==(const AffineMap&) const = default;

  bool is_identity() const { return *this == AffineMap(); }
  Rational determinant() const { return a * d - b * c; }
  /// Returns whether the map is a similarity, which maps circles to circles.
  bool is_similarity() const { return (a == d && b == -c) || (a == -d && b == c); }
  /// Returns the factor by which the map scales lengths. The map must be a similarity.
  double scale() const;
  /// Rounds all six numbers to doubles if one of them has too many digits. (The composition of many rotations has many
  /// digits.) A similarity remains a similarity. Returns whether numbers were rounded. Throws InputError (empty
  /// pointer) if a rounded number is not finite.
  bool shorten();
  Eigen::Matrix2d matrix() const;
  Eigen::Vector2d shift() const;
};

AffineMap shift_map(const Rational& x, const Rational& y);
AffineMap scale_map(const Rational& x, const Rational& y);
/// Returns the map that turns points by `degrees`. It is exact for multiples of 90. For other angles, cosine and sine
/// are rounded, and `rounded`, if not null, is set to true. The map is a similarity in both cases.
AffineMap turn_map(double degrees, bool* rounded = nullptr);

/// Returns the cosine and the sine of an angle in degrees; exact for multiples of 90 degrees.
Eigen::Vector2d direction_of(double degrees);

/// Returns a point rounded to doubles, without negative zeros.
Eigen::Vector2d rounded_point(const ExactPoint& p);

/// The curve center + u cos t + v sin t, where t increases or decreases from `from` to `to`, rad.
struct EllipticArc {
  Eigen::Vector2d center{0, 0}, u{1, 0}, v{0, 1};
  double from = 0, to = 0;
};

/// A B-spline. In the homogeneous coordinates (w x, w y, w), its curve is piecewise polynomial.
struct Spline {
  int degree = 3;
  std::vector<double> knots;            ///< knots, ascending; their number is the number of points + degree + 1
  std::vector<Eigen::Vector2d> points;  ///< control points; there must be more than `degree` of them
  std::vector<double> weights;          ///< weights, > 0, one per point; if empty, all weights are 1

  /// starts_in_point() and ends_in_point() return whether the curve begins in the first control point, and whether it
  /// ends in the last control point (a clamped spline).
  bool starts_in_point() const;
  bool ends_in_point() const;
};

/// Returns the fault of a spline, or "" if it has none.
std::string wrong_spline(const Spline& spline);

/// A pen that draws one chain of straight segments and arcs, in the coordinates that a map produces. The pen replaces
/// other curves by arcs, or by chords where no arcs fit. Arcs and chords deviate from the curve by at most `deviation`.
/// If `deviation` is 0, the pen refuses other curves.
///
/// A curve is cut into Bezier pieces. A piece is replaced by one or two arcs that have its tangents (fit_arcs.h), or by
/// its chord if its control points are within the deviation of the chord. (The piece lies in the convex hull of its
/// control points.) Otherwise the piece is halved. An elliptic arc is cut into quarters, which are rational pieces of
/// degree 2. The bound on the deviation holds for the whole curve, not only for samples.
///
/// If consecutive pieces have the same direction where they meet, their segments have the same number in
/// DrawingCurve::smooth. A straight piece has no number.
///
/// Throws InputError with an empty pointer if too many chords would be needed, or if a point is out of range
/// (require_in_range()). The map must outlive the pen.
class CurvePen {
 public:
  CurvePen(const AffineMap& map, double deviation);

  void start(const ExactPoint& p) { start_mapped(mapped(p)); }
  void start(const Eigen::Vector2d& p) { start_mapped(mapped(p)); }
  void line(const ExactPoint& to);
  /// Draws an arc to the point `to`. `bulge` refers to the coordinates before the map.
  void arc(const ExactPoint& to, double bulge) { arc(rounded_point(to), mapped(to), bulge); }
  void arc(const Eigen::Vector2d& to, double bulge) { arc(to, mapped(to), bulge); }
  void ellipse(const EllipticArc& arc, const ExactPoint& to);
  void bezier(const std::vector<ExactPoint>& control);  ///< `control` contains all control points except the first one,
                                                        ///< which is the current point
  void spline(const Spline& spline);  ///< Draws a spline as a separate chain; start() need not be called.

  const Eigen::Vector2d& end() const { return vertices_.back(); }
  bool empty() const { return vertices_.empty(); }
  /// Returns the chain. If `close` is true, the chain is closed: if its last segment does not end at its start, a
  /// straight segment is added.
  DrawingCurve finish(DrawingPlace place, bool close);
  double reached() const { return reached_; }
  double stretch() const {
    return identity_ ? 1 : matrix_.norm();
  }  ///< upper bound on the factor by which the map scales lengths

 private:
  Eigen::Vector2d mapped(const ExactPoint& p) const;
  Eigen::Vector2d mapped(const Eigen::Vector2d& p) const { return identity_ ? p : mapped(ExactPoint(p)); }
  void start_mapped(const Eigen::Vector2d& p);
  void arc(const Eigen::Vector2d& before, const Eigen::Vector2d& to, double bulge);
  void append(const Eigen::Vector2d& to, double bulge);
  void chords(const EllipticArc& before, const Eigen::Vector2d& to);
  void piece(BezierPiece piece, const Eigen::Vector2d& to);
  void halve(BezierPiece piece, const Eigen::Vector2d& to, int depth);

  const AffineMap* map_;
  bool identity_, similarity_;
  bool mirrored_ = false;
  Eigen::Matrix2d matrix_;
  Eigen::Vector2d shift_;
  double deviation_;
  double reached_ = 0;
  std::vector<Eigen::Vector2d> vertices_;
  std::vector<double> bulges_;
  std::vector<int> smooth_;        ///< curve number of each segment, as in DrawingCurve::smooth
  int curves_ = 0;                 ///< number of smooth curves drawn so far
  Eigen::Vector2d arrives_{0, 0};  ///< direction of the last piece at its end
  Eigen::Vector2d leaves_{0, 0};   ///< direction of the chain at its start, if it begins with a piece of a curve
};

/// Throws InputError (empty pointer) if a coordinate is not finite or its magnitude exceeds kLargestLength.
void require_in_range(const Eigen::Vector2d& p);

/// Returns the image of a whole circle under a map: a disc if the map is a similarity, otherwise a closed chain.
/// `scale` may be null. It is the factor by which a similarity scales lengths, for callers that have it without the
/// rounding of the map's cosine and sine.
DrawingCurve circle_curve(DrawingPlace place, const ExactPoint& center, const Rational& radius, const AffineMap& map,
                          double deviation, double& reached, const Rational* scale = nullptr);

}  // namespace pawl::internal::inline drawing
