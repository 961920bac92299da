// SPDX-License-Identifier: MIT
#include "geometry/path_distance.h"

#include <cmath>

#include "exact/orientation.h"
#include "geometry/exact_arc.h"
#include "geometry/path_area.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

double cross(const Vector& a, const Vector& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector left(const Vector& v) { return {-v.y(), v.x()}; }
int sign(double value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

/// The side of the chord on which p lies when it is moved by an infinitely small step, up less than right; never 0.
int stepped_side(int side, const Vector& chord) {
  if (side != 0) return side;
  return chord.y() != 0 ? -sign(chord.y()) : sign(chord.x());
}

/// What one segment adds to the question whether a point is inside.
enum class Crossing { none, odd, on_outline };

Crossing crossing_of(const Segment& s, const Vector& p) {
  const int side = orientation(s.from, s.to, p);
  if (s.bulge == 0 && side == 0 && within_segment(s.from, s.to, p)) return Crossing::on_outline;
  const int stepped = stepped_side(side, s.to - s.from);
  bool odd = false;
  if ((s.from.y() > p.y()) != (s.to.y() > p.y())) odd = (stepped > 0) == (s.to.y() > s.from.y());
  if (s.bulge != 0 && !box_of(s).apart({p, p})) {
    const int turn = sign(s.bulge);
    const int inside_circle = side_of(s, p) * turn;
    if (inside_circle == 0 && side * turn <= 0) return Crossing::on_outline;
    if (inside_circle > 0 && stepped * turn < 0) odd = !odd;
  }
  return odd ? Crossing::odd : Crossing::none;
}

enum class Place { outside, outline, inside };

Place place_of(const Path& path, const Vector& p) {
  bool inside = false;
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Crossing crossing = crossing_of(segment_of(path, i), p);
    if (crossing == Crossing::on_outline) return Place::outline;
    if (crossing == Crossing::odd) inside = !inside;
  }
  return inside ? Place::inside : Place::outside;
}

/// Whether p, known to lie on the normal at one end of an arc, is on the centre's near side of it: -1 beyond the
/// centre, seen from the end, 0 at the centre.
int on_near_side(const Segment& arc, const Vector& end, const Vector& p) {
  const ExactPoint center = ExactSegment(arc).circle().center;
  return (ExactPoint(p) - center).dot(ExactPoint(end) - center).sign();
}

/// Which of a segment's features have locally the least distance from a point, as far as the segment itself goes.
struct Minima {
  bool at_start, inside, at_end;
  bool at_center = false;  ///< the point is the centre of the arc
};

Minima minima_of(const Segment& s, const Vector& p) {
  const int start = ahead_of_start(s, p);
  const int end = ahead_of_end(s, p);
  if (s.bulge == 0) return {start <= 0, start > 0 && end < 0, end >= 0};
  const int near_start = start == 0 ? on_near_side(s, s.from, p) : 1;
  const int near_end = end == 0 ? on_near_side(s, s.to, p) : 1;
  if (near_start == 0 || near_end == 0) return {false, false, false, true};
  const bool between = std::fabs(s.bulge) <= 1 ? start > 0 && end < 0 : start > 0 || end < 0;
  return {start < 0 || (start == 0 && near_start > 0), between, end > 0 || (end == 0 && near_end > 0)};
}

class PathView {
 public:
  PathView(const Path& path, const Vector& from)
      : path_(path), from_(from), turn_(turn_of(path)), inside_(place_of(path, from) == Place::inside) {}

  std::vector<ClosestPoint> minima() const {
    std::vector<ClosestPoint> found;
    const std::size_t count = path_.vertices.size();
    Segment before = segment_of(path_, count - 1);
    Minima arriving = minima_of(before, from_);
    for (std::size_t i = 0; i < count; ++i) {
      const Segment segment = segment_of(path_, i);
      const Minima minima = minima_of(segment, from_);
      if (arriving.at_end && minima.at_start) {
        found.push_back(internal::is_corner(before, segment) ? at_corner(i, before, segment) : at_joint(i, segment));
      }
      if (minima.inside) found.push_back(on_segment(i, segment));
      if (minima.at_center) found.push_back(around_center(i, segment));
      before = segment;
      arriving = minima;
    }
    return found;
  }

 private:
  Vector inward(const Vector& direction) const { return turn_ * left(direction); }

  ClosestPoint at_corner(std::size_t i, const Segment& before, const Segment& after) const {
    const Vector& vertex = after.from;
    ClosestPoint found;
    found.point = found.side_start = found.side_end = found.center = vertex;
    found.normal = inside_ ? Vector(from_ - vertex) : Vector(vertex - from_);
    found.distance = signed_distance(std::hypot(found.normal.x(), found.normal.y()));
    found.at_vertex = true;
    found.feature = i;
    found.inward_before = inward(end_direction(before));
    found.inward_after = inward(start_direction(after));
    found.radius = 0;
    return found;
  }

  /// Where segment i begins and the outline goes on in the same direction.
  ClosestPoint at_joint(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    found.point = s.from;
    const Vector away = s.from - from_;
    found.distance = signed_distance(std::hypot(away.x(), away.y()));
    return found;
  }

  ClosestPoint on_segment(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    const Vector d = s.to - s.from;
    const Vector a = from_ - s.from;
    const Vector b = from_ - s.to;
    const Vector up = gradient(s);
    if (up == Vector(0, 0)) return around_center(i, s);  // but for rounding
    const double bent = s.bulge * s.bulge;
    const double f = (1 - s.bulge) * (1 + s.bulge) * cross(d, a) - 2 * s.bulge * a.dot(b);
    const double height = f / (std::hypot(d.x(), d.y()) * (1 + bent) / 2 + std::hypot(up.x(), up.y()) / 2);
    found.point = from_ - height / std::hypot(up.x(), up.y()) * up;
    if (s.bulge == 0 && d.x() == 0) found.point.x() = s.from.x();
    if (s.bulge == 0 && d.y() == 0) found.point.y() = s.from.y();
    found.distance = signed_distance(std::fabs(height));
    return found;
  }

  ClosestPoint around_center(std::size_t i, const Segment& s) const {
    ClosestPoint found = described(i, s);
    found.point = middle(s);
    found.distance = signed_distance(std::fabs(found.radius));
    found.normal = found.inward_before = found.inward_after = Vector(0, 0);
    return found;
  }

  /// All but the place and the distance.
  ClosestPoint described(std::size_t i, const Segment& s) const {
    ClosestPoint found;
    found.feature = i;
    found.side_start = s.from;
    found.side_end = s.to;
    found.bulge = s.bulge;
    found.normal = found.inward_before = found.inward_after = turn_ * gradient(s);
    if (s.bulge == 0) return found;
    found.radius = s.bulge * turn_ > 0 ? radius_of(s) : -radius_of(s);
    found.center = (s.from + s.to) / 2 + (1 / s.bulge - s.bulge) / 4 * left(s.to - s.from);
    return found;
  }

  /// Of F, at the place: to the left of the segment.
  Vector gradient(const Segment& s) const {
    return (1 - s.bulge) * (1 + s.bulge) * left(s.to - s.from) - 2 * s.bulge * ((from_ - s.from) + (from_ - s.to));
  }

  double signed_distance(double distance) const { return inside_ ? -distance : distance; }

  const Path& path_;
  Vector from_;
  int turn_;
  bool inside_;
};

}  // namespace

bool strictly_inside(const Path& path, const Vector& p) { return place_of(path, p) == Place::inside; }

bool is_corner(const Path& path, std::size_t vertex) {
  return is_corner(segment_of(path, segment_before(path, vertex)), segment_of(path, vertex));
}

std::vector<ClosestPoint> closest_points_on(const Path& path, const Vector& from) {
  return PathView(path, from).minima();
}

}  // namespace pawl::internal
