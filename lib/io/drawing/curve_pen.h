// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <vector>

#include "io/drawing/affine_map.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
