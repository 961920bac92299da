// SPDX-License-Identifier: MIT
#include "insertion/sphere_region.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <numeric>
#include <queue>

#include "cones/cone.h"

namespace pawl::internal::inline planner {
namespace {

/// The search climbs beyond a right angle only if the margin is larger than a right angle minus this value, rad.
constexpr double kNearlyRight = 1e-3;

double angle_between(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  return std::atan2(a.cross(b).norm(), a.dot(b));
}

/// Returns the angle of the vector (x, y), in [0, 2 pi).
double turn_of(double y, double x) {
  const double turn = std::atan2(y, x);
  return turn < 0 ? turn + 2 * std::numbers::pi : turn;
}

/// Returns the unit vector on the great circle from a towards b, at the angle `turn` from a. Returns b if the angle
/// between a and b is smaller than `turn`.
Eigen::Vector3d towards(const Eigen::Vector3d& a, const Eigen::Vector3d& b, double turn) {
  if (angle_between(a, b) <= turn) return b;
  const Eigen::Vector3d side = (b - b.dot(a) * a).normalized();
  return (std::cos(turn) * a + std::sin(turn) * side).normalized();
}

}  // namespace

void SphereBoundary::add_arc(const Eigen::Vector3d& normal, const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
  const Eigen::Vector3d along = normal.cross(from).normalized();
  double turn = turn_of(to.dot(along), to.dot(from));
  // Rounding made the angle of a tiny arc negative, and turn_of() added 2 pi.
  if (turn > 1.5 * std::numbers::pi) turn = 0;
  const Eigen::Vector3d back = turn == 0 ? Eigen::Vector3d(-along) : to.cross(normal);
  arcs_.push_back({normal, from, along, to, back, turn});
}

/// Returns whether the great circle's point that is nearest to a direction lies between the arc's ends.
bool SphereBoundary::Arc::faces(const Eigen::Vector3d& direction) const {
  return turn_of(direction.dot(along), direction.dot(from)) <= turn;
}

/// Returns the end of the arc that is nearer to a direction.
Eigen::Vector3d SphereBoundary::Arc::nearest(const Eigen::Vector3d& direction) const {
  return direction.dot(from) > direction.dot(to) ? from : to;
}

double SphereBoundary::distance(const Eigen::Vector3d& direction, double enough) const {
  double least = std::numbers::pi;
  // Sine of the smallest distance until now; an arc whose great circle is farther away cannot be the nearest one.
  double reach = 2;
  const auto found = [&](double angle) {
    if (angle >= least) return;
    least = angle;
    if (least < std::numbers::pi / 2) reach = std::sin(least);
  };
  for (const Arc& arc : arcs_) {
    const double height = std::fabs(arc.normal.dot(direction));
    if (height >= reach) continue;
    if (arc.faces(direction)) {
      found(std::asin(std::min(height, 1.)));
    } else {
      found(angle_between(direction, arc.nearest(direction)));
    }
    if (least <= enough) return least;
  }
  for (const Eigen::Vector3d& point : points_) found(angle_between(direction, point));
  return least;
}

/// Returns `direction` with its margin if it lies in the region and its margin exceeds the margin of `than` by more
/// than rounding errors. Otherwise returns `than`.
SphereBoundary::Widest SphereBoundary::better(const Widest& than, const Eigen::Vector3d& direction,
                                              const Inside& inside) const {
  const double enough = than.margin * (1 + 1e-9);
  const double margin = distance(direction, enough);
  return margin > enough && inside(direction) ? Widest{direction, margin} : than;
}

/// Replaces each boundary piece near a direction by a great circle. A piece is near if its distance is at most the
/// margin of the direction plus twice `reach`, rad. Returns the normals of the great circles, those of the nearest
/// pieces first. The normals point towards the direction. No great circle is farther away than the piece that it
/// replaces. An arc is replaced by its own great circle. A point is replaced by the great circle through it that is
/// orthogonal to the direction towards the point.
std::vector<Eigen::Vector3d> SphereBoundary::half_spaces(const Widest& from, double reach) const {
  const Eigen::Vector3d& at = from.direction;
  const double furthest = from.margin + 2 * reach;
  const double highest = furthest < std::numbers::pi / 2 ? std::sin(furthest) : 2;
  std::vector<std::pair<double, Eigen::Vector3d>> near;
  const auto add = [&](double angle, const Eigen::Vector3d& normal) {
    if (angle <= furthest) near.emplace_back(angle, normal);
  };
  const auto add_point = [&](const Eigen::Vector3d& point) {
    add(angle_between(at, point), (at - at.dot(point) * point).normalized());
  };
  for (const Arc& arc : arcs_) {
    const double height = arc.normal.dot(at);
    if (std::fabs(height) > highest) continue;
    if (arc.faces(at)) {
      add(std::asin(std::min(std::fabs(height), 1.)), height < 0 ? Eigen::Vector3d(-arc.normal) : arc.normal);
    } else {
      add_point(arc.nearest(at));
    }
  }
  for (const Eigen::Vector3d& point : points_) add_point(point);
  std::sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Eigen::Vector3d> normals;
  for (const auto& [angle, normal] : near) normals.push_back(normal);
  return normals;
}

/// Makes steps of at most `reach` while they improve the margin. If a step brings little improvement, because pieces
/// farther away than `reach` obstruct it, reduces `reach`.
SphereBoundary::Widest SphereBoundary::climbed(Widest from, const Inside& inside, const StopToken& stop) const {
  constexpr int kMostSteps = 200;
  constexpr double kLittle = 1e-3;
  double reach = std::numbers::pi / 2;
  for (int step = 0; step < kMostSteps && reach > 1e-9 && !stop.stop_requested(); ++step) {
    const std::vector<Eigen::Vector3d> normals = half_spaces(from, reach);
    if (normals.empty()) break;
    const Widest next = better(from, towards(from.direction, largest_cap(normals), reach), inside);
    if (next.margin < from.margin * (1 + kLittle)) reach /= 2;
    from = next;
  }
  return opposite(from, inside);
}

/// Improves a margin that is about a right angle or larger. The boundary is then so far away that the region contains a
/// hemisphere, except for a strip of width kNearlyRight, and the boundary lies in a cap on the other side. Returns the
/// direction opposite to the middle of this cap if its margin is larger than that of `from`.
SphereBoundary::Widest SphereBoundary::opposite(const Widest& from, const Inside& inside) const {
  if (from.margin < std::numbers::pi / 2 - kNearlyRight) return from;
  std::vector<Eigen::Vector3d> away;
  for (const Arc& arc : arcs_) away.insert(away.end(), {-arc.from, -arc.to});
  for (const Eigen::Vector3d& point : points_) away.push_back(-point);
  return away.empty() ? from : better(from, largest_cap(away), inside);
}

// The classes below search a region of the sphere, by branch and bound, for the direction with the largest distance
// from the boundary of the region.

namespace {

constexpr double kRight = std::numbers::pi / 2;

/// The directions whose angle from `centre` is at most `radius`, rad.
struct Disc {
  Eigen::Vector3d centre;
  double radius, cosine, sine;
};

/// A condition normal . x > offset. Consider the directions x of a disc that lie in the region and are farther from the
/// boundary than a given level. All of them satisfy the condition.
struct Constraint {
  Eigen::Vector3d normal;
  double offset;
};

/// Tests whether constraints contradict each other on a disc. The directions of the disc are x = t c + v, where c is
/// the centre, v is orthogonal to c, |v| <= sin(r) and t is in [cos(r), 1]. With the value of t that is best for the
/// constraint, each constraint restricts v to a half-plane. The common point of these half-planes that is nearest to 0
/// is found incrementally: if an added constraint excludes the point, it is recomputed on the line of that constraint
/// [Seidel 1991]. If no such point exists within sin(r), the constraints contradict each other.
class Contradiction {
 public:
  explicit Contradiction(const Disc& disc)
      : disc_(disc), first_(disc.centre.unitOrthogonal()), second_(disc.centre.cross(first_)) {}

  /// Adds a constraint. Returns whether the constraint contradicts the earlier constraints.
  bool add(const Constraint& constraint) {
    const double along = constraint.normal.dot(disc_.centre);
    const HalfPlane added{{constraint.normal.dot(first_), constraint.normal.dot(second_)},
                          constraint.offset - along * (along > 0 ? 1 : disc_.cosine)};
    half_planes_.push_back(added);
    if (added.normal.dot(nearest_) >= added.offset - kSlack) return false;
    const double length = added.normal.norm();
    if (added.offset > length * disc_.sine + kSlack) return true;
    const Eigen::Vector2d foot = added.offset / (length * length) * added.normal;
    const Eigen::Vector2d line(-added.normal.y() / length, added.normal.x() / length);
    const double half = std::sqrt(std::max(0., disc_.sine * disc_.sine - foot.squaredNorm()));
    double low = -half, high = half;
    for (std::size_t k = 0; k + 1 < half_planes_.size(); ++k) {
      const double slope = half_planes_[k].normal.dot(line);
      const double missing = half_planes_[k].offset - half_planes_[k].normal.dot(foot) - kSlack;
      if (slope > 0) low = std::max(low, missing / slope);
      if (slope < 0) high = std::min(high, missing / slope);
      if (slope == 0 && missing > 0) return true;
    }
    nearest_ = foot + std::clamp(0., std::min(low, high), high) * line;
    return low > high;
  }

 private:
  struct HalfPlane {
    Eigen::Vector2d normal;
    double offset;  ///< the half-plane is normal . v >= offset
  };
  /// Constraints are relaxed by this value, so that rounding causes no contradictions; far less than kGap.
  static constexpr double kSlack = 1e-10;

  const Disc& disc_;
  Eigen::Vector3d first_, second_;
  std::vector<HalfPlane> half_planes_;
  Eigen::Vector2d nearest_{0, 0};
};

}  // namespace

/// A best-first search among spherical triangles, which are divided at the midpoints of their sides. Each triangle is
/// bounded by a disc around it.
///
/// Let b be a level, and x a direction of a disc whose distance from the boundary is larger than b. For each piece of
/// the boundary, x satisfies
///   n . x > sin(b)    if an arc of a great circle with normal n faces the whole disc, and the disc does not extend
///                     farther than b beyond the circle: the arc's distance is then asin(n . x);
///   -p . x > -cos(b)  for every point p of the piece.
/// If the constraints contradict each other on the disc, no direction in the disc has a distance larger than b.
class WidestSearch {
 public:
  using Widest = SphereBoundary::Widest;
  using Triangle = SphereBoundary::Triangle;

  WidestSearch(const SphereBoundary& boundary, const SphereBoundary::Inside& inside, const SphereBoundary::Hints& hints,
               const StopToken& stop)
      : boundary_(boundary), inside_(inside), hints_(hints), stop_(stop) {}

  Widest run(const std::vector<Eigen::Vector3d>& starts) {
    climb_from(starts);
    if (best_.margin >= std::numbers::pi) return best_;
    const std::optional<Triangle>& within = hints_.within;
    for (const Triangle& triangle : within && !is_narrow(*within) ? std::vector{*within} : octants())
      look_at({triangle, std::numbers::pi, all_pieces()});
    std::size_t looked_at = 0;
    while (!open_.empty() && open_.top().bound > level() && !stop_.stop_requested()) {
      const Patch patch = open_.top();
      open_.pop();
      if (looked_at >= SphereBoundary::kMostPatches) break;
      looked_at += 4;
      cut(patch);
    }
    return best_;
  }

 private:
  using Pieces = std::shared_ptr<const std::vector<int>>;
  struct Patch {
    Triangle corners;
    double bound;   ///< upper bound on the distance from the boundary, rad, for all directions of the patch in the
                    ///< region
    Pieces pieces;  ///< pieces of the boundary that may be nearest to some direction of this patch
    bool operator<(const Patch& other) const { return bound < other.bound; }
  };

  /// Returns the margin that a direction must exceed to count as better than the best direction found before.
  double level() const {
    return best_.margin + std::max(SphereBoundary::kGap, SphereBoundary::kRelativeGap * best_.margin);
  }

  void climb_from(const std::vector<Eigen::Vector3d>& starts) {
    constexpr std::size_t kMostClimbs = 2;
    std::vector<Widest> tried;
    for (const Eigen::Vector3d& start : starts) {
      tried.push_back(boundary_.at(start));
      if (stop_.stop_requested()) break;
    }
    std::stable_sort(tried.begin(), tried.end(), [](const Widest& a, const Widest& b) { return a.margin > b.margin; });
    best_ = tried.front();
    for (std::size_t k = 0; k < std::min(tried.size(), kMostClimbs); ++k) climb(tried[k]);
  }

  void climb(const Widest& from) {
    const Widest found = boundary_.climbed(from, inside_, stop_);
    if (found.margin > best_.margin) best_ = found;
  }

  static std::vector<Triangle> octants() {
    std::vector<Triangle> found;
    for (const double x : {1., -1.}) {
      for (const double y : {1., -1.}) {
        for (const double z : {1., -1.})
          found.push_back({Eigen::Vector3d(x, 0, 0), Eigen::Vector3d(0, y, 0), Eigen::Vector3d(0, 0, z)});
      }
    }
    return found;
  }

  /// Returns whether two corners are so nearly opposite that the midpoint of their side is inaccurate.
  static bool is_narrow(const Triangle& triangle) {
    const auto& [a, b, c] = triangle;
    return std::min({a.dot(b), b.dot(c), c.dot(a)}) < -.999;
  }

  Pieces all_pieces() const {
    std::vector<int> all(boundary_.arcs_.size() + boundary_.points_.size());
    std::iota(all.begin(), all.end(), 0);
    return std::make_shared<const std::vector<int>>(std::move(all));
  }

  void cut(const Patch& patch) {
    const auto& [a, b, c] = patch.corners;
    const Eigen::Vector3d ab = (a + b).normalized(), bc = (b + c).normalized(), ca = (c + a).normalized();
    for (const Triangle& corners :
         {Triangle{a, ab, ca}, Triangle{ab, b, bc}, Triangle{ca, bc, c}, Triangle{ab, bc, ca}})
      look_at({corners, patch.bound, patch.pieces});
  }

  /// Examines a patch. Adds the patch to the queue unless it certainly contains no better direction.
  void look_at(Patch patch) {
    const Disc disc = disc_round(patch.corners);
    if (hints_.apart && disc.radius - hints_.apart(disc.centre) <= level()) return;
    find_cosines(*patch.pieces, disc.centre);
    const double distance = std::acos(std::clamp(*std::max_element(cosines_.begin(), cosines_.end()), -1., 1.));
    if (distance + disc.radius <= level()) return;
    bool outside = false;
    if (distance > level() || disc.radius - distance <= level()) {
      outside = !inside_(disc.centre);
      if (!outside && distance > level()) climb(boundary_.at(disc.centre));
    }
    patch.bound = std::min(patch.bound, disc.radius + (outside ? -distance : distance));
    if (patch.bound <= level()) return;
    patch.pieces = near(*patch.pieces, distance + 2 * disc.radius);
    if (!excluded(*patch.pieces, disc)) open_.push(std::move(patch));
  }

  static Disc disc_round(const Triangle& corners) {
    Disc disc{(corners[0] + corners[1] + corners[2]).normalized(), 0, 1, 0};
    double chord = 0;
    for (const Eigen::Vector3d& corner : corners) chord = std::max(chord, (corner - disc.centre).norm());
    disc.radius = 2 * std::asin(std::min(chord / 2, 1.));
    if (disc.radius >= kRight)
      disc.radius = std::numbers::pi;  // a cap this wide is not convex and may not contain the sides of the triangle
    disc.cosine = std::cos(disc.radius);
    disc.sine = std::sin(disc.radius);
    return disc;
  }

  const SphereBoundary::Arc* arc(int piece) const {
    const auto k = static_cast<std::size_t>(piece);
    return k < boundary_.arcs_.size() ? &boundary_.arcs_[k] : nullptr;
  }
  const Eigen::Vector3d& point(int piece) const {
    return boundary_.points_[static_cast<std::size_t>(piece) - boundary_.arcs_.size()];
  }

  /// Computes the cosines of the distances of the pieces from a direction. The error of the distances is 1e-8 rad, far
  /// less than kGap.
  void find_cosines(const std::vector<int>& pieces, const Eigen::Vector3d& direction) {
    cosines_.clear();
    for (const int piece : pieces) {
      const SphereBoundary::Arc* side = arc(piece);
      if (side == nullptr) {
        cosines_.push_back(point(piece).dot(direction));
      } else if (side->along.dot(direction) > 0 && side->back.dot(direction) > 0) {
        const double height = side->normal.dot(direction);
        cosines_.push_back(std::sqrt(std::max(0., 1 - height * height)));
      } else {
        cosines_.push_back(std::max(side->from.dot(direction), side->to.dot(direction)));
      }
    }
  }

  /// Returns the pieces within `reach` of the direction of the last call of find_cosines().
  Pieces near(const std::vector<int>& pieces, double reach) const {
    const double least = reach < std::numbers::pi ? std::cos(reach) - 1e-9 : -2;
    auto found = std::make_shared<std::vector<int>>();
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      if (cosines_[k] >= least) found->push_back(pieces[k]);
    }
    return found;
  }

  /// Returns whether the constraints of the pieces contradict each other on a disc.
  bool excluded(const std::vector<int>& pieces, const Disc& disc) const {
    if (disc.radius >= kRight) return false;
    Contradiction contradiction(disc);
    return std::any_of(pieces.begin(), pieces.end(),
                       [&](int piece) { return contradiction.add(constraint_of(piece, disc)); });
  }

  Constraint constraint_of(int piece, const Disc& disc) const {
    const double level = this->level();
    const SphereBoundary::Arc* side = arc(piece);
    if (side == nullptr) return {-point(piece), -std::cos(level)};
    const double height = side->normal.dot(disc.centre);
    const double from = side->along.dot(disc.centre), to = side->back.dot(disc.centre);
    const bool faces_all = from >= disc.sine && to >= disc.sine;
    if (faces_all && std::asin(std::min(std::fabs(height), 1.)) + level >= disc.radius) {
      // No direction satisfies this constraint: each direction of the disc is less than a right angle from the arc,
      // which faces the disc.
      if (level >= kRight)
        return {disc.centre, 2};
      return {height < 0 ? Eigen::Vector3d(-side->normal) : side->normal, std::sin(level)};
    }
    const bool faces = from > 0 && to > 0 && std::fabs(height) < 1 - 1e-9;
    const Eigen::Vector3d nearest =
        faces ? Eigen::Vector3d((disc.centre - height * side->normal).normalized()) : side->nearest(disc.centre);
    return {-nearest, -std::cos(level)};
  }

  const SphereBoundary& boundary_;
  const SphereBoundary::Inside& inside_;
  const SphereBoundary::Hints& hints_;
  const StopToken& stop_;
  Widest best_{Eigen::Vector3d(1, 0, 0), 0};
  std::priority_queue<Patch> open_;
  std::vector<double> cosines_;
};

SphereBoundary::Widest SphereBoundary::widest(const std::vector<Eigen::Vector3d>& starts, const Inside& inside,
                                              const StopToken& stop, const Hints& hints) const {
  return WidestSearch(*this, inside, hints, stop).run(starts);
}

}  // namespace pawl::internal::inline planner
