// SPDX-License-Identifier: MIT
// Tests plans from any orientation. Compares them with an exact brute-force search, with closed forms, and with a
// replay on a table of widths.
#include <doctest/doctest.h>
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/planner/orient.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;
__extension__ using Wide = __int128;
constexpr double kPi = std::numbers::pi;
constexpr int kUnlimited = 1000;

ValidTask task_of(const Outline& outline, const std::optional<Vector>& center = std::nullopt) {
  Task task;
  task.part.outline = outline;
  task.part.center_of_mass = center;
  return ValidTask(task);
}

OrientPlan plan_of(const Outline& outline, OrientOptions options = {},
                   const std::optional<Vector>& center = std::nullopt) {
  return plan_orientation(task_of(outline, center), options);
}

OrientOptions by(OrientBy tool) {
  OrientOptions options;
  options.by = tool;
  return options;
}

Polygon regular(int n) {
  Polygon polygon;
  for (int i = 0; i < n; ++i) polygon.vertices.emplace_back(std::cos(2 * kPi * i / n), std::sin(2 * kPi * i / n));
  return polygon;
}

// The functions below are exact for polygons whose coordinates are small integers.

struct Point {
  long x, y;
  Point operator-(const Point& other) const { return {x - other.x, y - other.y}; }
};
long dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }
long cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }

std::vector<Point> hull_of(const std::vector<Point>& points) {
  // Finds the hull by gift wrapping: every point must be on the line of the new edge or to its left.
  Point start = points[0];
  for (const Point& p : points)
    if (p.y < start.y || (p.y == start.y && p.x < start.x)) start = p;
  std::vector<Point> hull;
  Point at = start;
  do {
    hull.push_back(at);
    Point next = points[0];
    for (const Point& p : points) {
      const long turn = cross(next - at, p - at);
      const bool further = turn == 0 && dot(p - at, p - at) > dot(next - at, next - at);
      if ((next.x == at.x && next.y == at.y) || turn < 0 || further) next = p;
    }
    at = next;
  } while (at.x != start.x || at.y != start.y);
  return hull;
}

/// The exact directions of the minima and maxima of a width, whose period is half a turn, or of a radius function. They
/// are sorted by angle.
struct Extrema {
  std::vector<Point> minima, maxima;
  std::vector<Point> ties;  // edges' normals for which the opposite corner, or the centre of mass, is exactly above an
                            // end of the edge
};

double angle_of(const Point& v, double period) {
  double angle = std::atan2(static_cast<double>(v.y), static_cast<double>(v.x));
  if (angle < 0) angle += 2 * kPi;
  return angle >= period ? angle - period : angle;
}

Extrema extrema_of(const std::vector<Point>& hull, OrientBy tool) {
  Extrema found;
  const bool squeeze = tool == OrientBy::squeeze;
  const std::size_t n = hull.size();
  const auto consider = [&](std::vector<Point>& list, const Point& direction) {
    for (const Point& one : list)
      if (cross(one, direction) == 0 && (squeeze || dot(one, direction) > 0)) return;
    list.push_back(direction);
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Point a = hull[i], b = hull[(i + 1) % n], along = b - a, normal{along.y, -along.x};
    long low = dot(a, along), high = dot(b, along);
    if (squeeze) {
      long least = dot(hull[0], normal);
      for (const Point& p : hull) least = std::min(least, dot(p, normal));
      long first = 0, last = 0;
      bool any = false;
      for (const Point& p : hull) {
        if (dot(p, normal) != least) continue;
        const long at = dot(p, along);
        first = any ? std::min(first, at) : at;
        last = any ? std::max(last, at) : at;
        any = true;
      }
      if (last == low || first == high) consider(found.ties, normal);
      if (last > low && first < high) consider(found.minima, normal);
    } else {
      if (low == 0 || high == 0) consider(found.ties, normal);
      if (low < 0 && high > 0) consider(found.minima, normal);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < (squeeze ? n : 1); ++j) {
      if (squeeze && i == j) continue;
      const Point z = squeeze ? hull[i] - hull[j] : hull[i];
      bool strict = true;
      for (std::size_t k = 0; k < n; ++k) {
        if (k != i && dot(hull[k], z) >= dot(hull[i], z)) strict = false;
        if (squeeze && k != j && dot(hull[k], z) <= dot(hull[j], z)) strict = false;
      }
      if (strict) consider(found.maxima, z);
    }
  }
  return found;
}

/// A transfer function from exact extrema. Each direction ends at the minimum between the two maxima beside it.
struct ExactSteps {
  std::vector<double> minima, maxima;  // directions in rad, ascending, in [0, period)
  double period;

  ExactSteps(const Extrema& extrema, double of_period) : period(of_period) {
    for (const Point& p : extrema.minima) minima.push_back(angle_of(p, period));
    for (const Point& p : extrema.maxima) maxima.push_back(angle_of(p, period));
    std::sort(minima.begin(), minima.end());
    std::sort(maxima.begin(), maxima.end());
  }

  /// Returns the index of the minimum at which the part comes to rest after it starts at phi >= 0.
  std::size_t end_of(double phi) const {
    phi = std::fmod(phi, period);
    std::size_t step = maxima.size() - 1;
    for (std::size_t k = 0; k < maxima.size(); ++k)
      if (maxima[k] < phi) step = k;
    if (phi < maxima[0]) step = maxima.size() - 1;
    double width = maxima[(step + 1) % maxima.size()] - maxima[step];
    if (width <= 0) width += period;
    for (std::size_t k = 0; k < minima.size(); ++k) {
      double off = minima[k] - maxima[step];
      if (off < 0) off += period;
      if (off < width) return k;
    }
    return minima.size();
  }
};

/// Returns the least number of squeezes, at most `most`. Tries all sequences of turns. Two turns have the same effect
/// if no turn between them leads from a minimum exactly to a maximum. Therefore it suffices to try one turn per class
/// of equal effect, for every reachable set of minima. Returns nothing if some classes are too narrow for doubles.
std::optional<int> brute_force(const Extrema& extrema, double period, int most) {
  const ExactSteps steps(extrema, period);
  const std::vector<double>& minima = steps.minima;
  // A critical turn: it leads from a minimum exactly to a maximum. Its exact value is a complex number.
  struct Critical {
    double angle;
    Wide x, y;
  };
  std::vector<Critical> critical;
  for (const Point& m : extrema.minima) {
    for (const Point& M : extrema.maxima) {
      double angle = angle_of(M, period) - angle_of(m, period);
      if (angle < 0) angle += period;
      critical.push_back({angle, static_cast<Wide>(dot(m, M)), static_cast<Wide>(cross(m, M))});
    }
  }
  std::sort(critical.begin(), critical.end(), [](const Critical& a, const Critical& b) { return a.angle < b.angle; });
  std::vector<double> turns;
  for (std::size_t i = 0; i < critical.size(); ++i) {
    const Critical& one = critical[i];
    const Critical& next = critical[(i + 1) % critical.size()];
    const double gap = next.angle - one.angle + (i + 1 == critical.size() ? period : 0);
    const bool equal = one.x * next.y - one.y * next.x == 0;
    if (equal) continue;
    if (gap < 1e-8) return std::nullopt;
    turns.push_back(one.angle + gap / 2);
  }
  std::set<std::set<std::size_t>> reached, now;
  std::set<std::size_t> all;
  for (std::size_t k = 0; k < minima.size(); ++k) all.insert(k);
  now.insert(all);
  for (int length = 1; length <= most; ++length) {
    std::set<std::set<std::size_t>> next;
    for (const auto& set : now) {
      if (set.size() == 1) return length;
      for (const double turn : turns) {
        std::set<std::size_t> image;
        for (const std::size_t k : set) image.insert(steps.end_of(minima[k] + turn));
        if (reached.insert(image).second) next.insert(image);
      }
    }
    now = next;
  }
  return kUnlimited;
}

Polygon polygon_of(const std::vector<Point>& points) {
  Polygon polygon;
  for (const Point& p : points) polygon.vertices.emplace_back(static_cast<double>(p.x), static_cast<double>(p.y));
  return polygon;
}

// The functions below replay plans. They are given only the outline.

/// Returns the largest distance along u of a point of a counterclockwise outline. This point is a vertex, or the point
/// of an arc with the normal u, if it is on the arc.
double furthest(const Outline& outline, const Vector& u) {
  double most = -1e300;
  if (const auto* polygon = std::get_if<Polygon>(&outline)) {
    for (const Vector& p : polygon->vertices) most = std::max(most, p.dot(u));
    return most;
  }
  const auto& path = std::get<Path>(outline);
  for (std::size_t i = 0; i < path.vertices.size(); ++i) {
    const Vector a = path.vertices[i], b = path.vertices[(i + 1) % path.vertices.size()];
    const double bulge = path.bulges[i];
    most = std::max(most, a.dot(u));
    if (bulge <= 0) continue;
    const Vector chord = b - a, left(-chord.y(), chord.x());
    const Vector center = (a + b) / 2 + left * (1 - bulge * bulge) / (4 * bulge);
    const Vector p = center + (a - center).norm() * u;
    if (left.dot(p - a) < 0) most = std::max(most, p.dot(u));
  }
  return most;
}

/// The width or radius for each direction of a grid. Also contains, for each direction, the local minimum at which a
/// descent from it ends.
class Table {
 public:
  static constexpr int kSize = 72000;

  Table(const Outline& outline, OrientBy tool, const Vector& center) : period_(tool == OrientBy::squeeze ? kPi : 2 * kPi) {
    value_.resize(kSize);
    for (int k = 0; k < kSize; ++k) {
      const Vector u(std::cos(period_ * k / kSize), std::sin(period_ * k / kSize));
      value_[k] = furthest(outline, u) + (tool == OrientBy::squeeze ? furthest(outline, -u) : -center.dot(u));
    }
    end_.assign(kSize, -1);
    for (int k = 0; k < kSize; ++k) {
      std::vector<int> way;
      int at = k;
      while (end_[at] < 0) {
        way.push_back(at);
        const int left = (at + kSize - 1) % kSize, right = (at + 1) % kSize;
        const int best = value_[left] < value_[right] ? left : right;
        if (value_[best] >= value_[at]) break;
        at = best;
      }
      const int last = end_[at] < 0 ? at : end_[at];
      for (const int one : way) end_[one] = last;
    }
  }

  double period() const { return period_; }
  double grid() const { return period_ / kSize; }
  int index(double phi) const {
    const double at = std::fmod(phi, period_);
    return static_cast<int>(std::lround((at < 0 ? at + period_ : at) / grid())) % kSize;
  }
  double squeezed(double phi) const { return grid() * end_[index(phi)]; }
  /// Returns the direction in which a squeeze ends if the jaws have the friction coefficient mu. The part turns towards
  /// smaller widths as long as the width changes by more than mu times the width per radian.
  double squeezed_with(double mu, double phi) const {
    int at = index(phi);
    for (const int way : {1, kSize - 1}) {
      const int start = at;
      for (int next = (at + way) % kSize; value_[next] - value_[at] < -mu * value_[at] * grid(); next = (at + way) % kSize)
        at = next;
      if (at != start) break;
    }
    return grid() * at;
  }
  /// Returns whether phi is near a maximum: the descents from the directions two grid steps before and after it end
  /// more than four grid steps apart.
  bool near_maximum(double phi) const {
    const int k = index(phi);
    const int a = end_[(k + kSize - 2) % kSize], b = end_[(k + 2) % kSize];
    const int apart = std::abs(a - b);
    return std::min(apart, kSize - apart) > 4;
  }

 private:
  double period_;
  std::vector<double> value_;
  std::vector<int> end_;
};

double least_margin(const OrientPlan& plan) {
  double least = 1;
  for (const OrientStep& step : plan.steps) least = std::min(least, step.margin);
  return least;
}

/// Returns whether some sequence of at most `turns` turns leads from all directions between `low` and `high` to a
/// single direction. The turns are multiples of 5 degrees, and each may have an error of at most `margin`.
bool brings_together(const OrientPlan& plan, double low, double high, std::size_t turns, double margin) {
  if (high - low < 1e-9) return true;
  if (turns == 0 || high - low + 2 * margin >= plan.function.period) return false;
  for (int k = 0; k < 72; ++k) {
    const double turn = 2 * kPi * k / 72;
    const auto first = transferred(plan.transfer, plan.function.period, low + turn - margin);
    const auto last = transferred(plan.transfer, plan.function.period, high + turn + margin);
    if (first && last && brings_together(plan, (*first)[0], (*last)[1], turns - 1, margin)) return true;
  }
  return false;
}

/// Returns whether this number of turns leads from all directions that are possible after one push to a single one.
bool brings_all_together(const OrientPlan& plan, std::size_t turns, double margin) {
  for (std::size_t k = 0; k < plan.transfer.size(); ++k) {
    const bool first = k == 0;
    const double low = plan.transfer[k].low.angle;
    const double high = plan.transfer[first ? plan.transfer.size() - 1 : k - 1].high.angle;
    if (brings_together(plan, low, high + (first ? 0 : plan.function.period), turns, margin)) return true;
  }
  return false;
}

double apart(double a, double b, double period) {
  const double off = std::fabs(std::remainder(a - b, period));
  return off;
}

/// Replays a plan from 3600 orientations with the table. Returns the number of orientations with another result than
/// the plan states.
int wrong_ends(const OrientPlan& plan, const Table& table) {
  int wrong = 0;
  for (int k = 0; k < 3600; ++k) {
    double theta = 2 * kPi * (k + .37) / 3600;
    if (table.near_maximum(plan.steps[0].angle - theta)) continue;
    for (const OrientStep& step : plan.steps) theta = step.angle - table.squeezed(step.angle - theta);
    if (apart(theta, plan.final, 2 * kPi / plan.symmetry) > 4 * table.grid()) ++wrong;
  }
  return wrong;
}

/// Does the same with the exact transfer function of a polygon in place of the table.
int wrong_ends(const OrientPlan& plan, const ExactSteps& exact) {
  int wrong = 0;
  for (int k = 0; k < 3600; ++k) {
    double theta = 2 * kPi * (k + .37) / 3600;
    for (const OrientStep& step : plan.steps) {
      const double phi = std::fmod(step.angle - theta, 2 * kPi) + 4 * kPi;
      const double end = exact.minima[exact.end_of(phi)];
      theta = step.angle - end;
    }
    if (apart(theta, plan.final, 2 * kPi / plan.symmetry) > 1e-9) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("a rectangle needs two squeezes, and a square has symmetry 4") {
  const OrientPlan rectangle = plan_of(Polygon{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}});
  CHECK(rectangle.status == OrientPlan::Status::found);
  CHECK(rectangle.steps.size() == 2);
  CHECK(rectangle.shortest);
  CHECK(rectangle.symmetry == 2);
  CHECK(rectangle.symmetry_exact);
  // In the direction phi, the width is 2 |cos phi| + |sin phi|. Its maxima are at phi = +-atan(1/2), and its minima at
  // 0 and 90 degrees.
  REQUIRE(rectangle.transfer.size() == 2);
  std::vector<double> ends;
  for (const TransferStep& step : rectangle.transfer) {
    ends.push_back(std::fabs(std::remainder(step.from.angle, kPi)));
    CHECK(step.kind == TransferStep::Kind::turns);
    REQUIRE(step.from.exact);
    CHECK(std::abs(std::stol((*step.from.exact)[0])) == 2);
    CHECK(std::abs(std::stol((*step.from.exact)[1])) == 1);
  }
  for (const double end : ends) CHECK(end == doctest::Approx(std::atan(.5)).epsilon(1e-12));
  const OrientPlan square = plan_of(Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}});
  CHECK(square.symmetry == 4);
  CHECK(square.symmetry_exact);
  CHECK(square.steps.size() == 1);
}

TEST_CASE("plans for regular polygons and discs have the symmetry of these shapes") {
  for (int n = 3; n <= 24; ++n) {
    CAPTURE(n);
    const OrientPlan squeezes = plan_of(regular(n));
    CHECK(squeezes.status == OrientPlan::Status::found);
    CHECK(squeezes.symmetry == (n % 2 == 0 ? n : 2 * n));
    CHECK(squeezes.steps.size() == 1);
    const OrientPlan pushes = plan_of(regular(n), by(OrientBy::fence), Vector(0, 0));
    CHECK(pushes.symmetry == n);
    CHECK(pushes.stable.size() == static_cast<std::size_t>(n));
    for (const StablePose& pose : pushes.stable) CHECK(pose.margin == doctest::Approx(kPi / n));
  }
  for (const OrientBy tool : {OrientBy::squeeze, OrientBy::fence}) {
    const OrientPlan disc = plan_of(Disc{{1, 2}, 3}, by(tool));
    CHECK(disc.status == OrientPlan::Status::none);
    CHECK(disc.symmetry == 0);
  }
}

TEST_CASE("a hull without symmetry can have a push function with a period of 90 degrees") {
  const auto at = [](double radius, double degrees) {
    return Vector(radius * std::cos(radians(degrees)), radius * std::sin(radians(degrees)));
  };
  const Polygon hull{{{1, 0}, {0, 1}, at(.851, 115), at(.851, 155), {-1, 0}, {0, -1}}};
  const OrientPlan plan = plan_of(hull, by(OrientBy::fence), Vector(0, 0));
  CHECK(plan.symmetry == 4);
  CHECK(plan.steps.size() == 1);
  REQUIRE(plan.transfer.size() == 4);
  for (const TransferStep& step : plan.transfer) {
    CHECK(std::fabs(std::remainder(step.from.angle, kPi / 2)) < 1e-9);
    CHECK(std::fabs(std::remainder(step.low.angle, kPi / 2)) == doctest::Approx(kPi / 4));
  }
}

TEST_CASE("shapes of constant width, and arcs tangent to edges, have the expected plans") {
  // A Reuleaux triangle: three arcs of 60 degrees. The centre of each arc is the opposite vertex.
  const double bulge = std::tan(kPi / 12);
  const Path reuleaux{{{0, 0}, {1, 0}, {.5, std::sqrt(3.) / 2}}, {bulge, bulge, bulge}};
  const OrientPlan none = plan_of(reuleaux);
  CHECK(none.status == OrientPlan::Status::none);
  CHECK(none.symmetry == 0);
  CHECK(plan_of(reuleaux, by(OrientBy::fence)).symmetry == 3);
  // A slot: a rectangle of 3 x 1 with a half disc at each end. In the direction phi, its width is 1 + 3 |cos phi|.
  const Path slot{{{0, 0}, {3, 0}, {3, 1}, {0, 1}}, {0, 1, 0, 1}};
  const OrientPlan plan = plan_of(slot);
  CHECK(plan.symmetry == 2);
  CHECK(plan.steps.size() == 1);
  REQUIRE(plan.transfer.size() == 1);
  CHECK(plan.transfer[0].low.angle == doctest::Approx(kPi / 2));
  const DirectionFunction width = width_function(slot);
  for (double phi = -4; phi < 4; phi += .013) CHECK(width.value(phi) == doctest::Approx(1 + 3 * std::fabs(std::cos(phi))));
}

TEST_CASE("no plan is longer than the one that brute force over exact classes of turns finds") {
  std::mt19937 random(5);
  int compared = 0;
  std::map<std::size_t, int> lengths;
  while (compared < 500) {
    const OrientBy tool = compared % 2 == 0 ? OrientBy::squeeze : OrientBy::fence;
    std::uniform_int_distribution<long> coordinate(-60, 60);
    std::vector<Point> points(3 + random() % 7);
    for (Point& p : points) p = {coordinate(random), coordinate(random)};
    bool flat = true;
    for (const Point& p : points)
      if (cross(points[1] - points[0], p - points[0]) != 0) flat = false;
    if (flat) continue;
    const std::vector<Point> hull = hull_of(points);
    bool inside = true;
    for (std::size_t i = 0; i < hull.size(); ++i)
      if (cross(hull[i], hull[(i + 1) % hull.size()]) <= 0) inside = false;
    if (tool == OrientBy::fence && !inside) continue;
    const Extrema extrema = extrema_of(hull, tool);
    if (!extrema.ties.empty()) continue;
    REQUIRE(extrema.minima.size() == extrema.maxima.size());
    const OrientPlan plan = plan_of(polygon_of(hull), by(tool), Vector(0, 0));
    const double period = tool == OrientBy::squeeze ? kPi : 2 * kPi;
    const int least = tool == OrientBy::squeeze ? 2 : 1;
    REQUIRE(plan.transfer.size() == extrema.minima.size());
    if (plan.symmetry != least) continue;
    const std::optional<int> shortest = brute_force(extrema, period, 4);
    if (!shortest) continue;
    CAPTURE(compared);
    REQUIRE(plan.status == OrientPlan::Status::found);
    CHECK(plan.shortest);
    ++lengths[plan.steps.size()];
    if (*shortest == kUnlimited) {
      CHECK(plan.steps.size() > 4);
    } else {
      CHECK(static_cast<int>(plan.steps.size()) == *shortest);
    }
    CHECK(wrong_ends(plan, ExactSteps(extrema, period)) == 0);
    ++compared;
  }
  CHECK(lengths.size() >= 3);
}

TEST_CASE("every plan ends at its final orientation, from 3600 orientations") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  int replayed = 0, with_arcs = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const OrientBy tool = trial % 2 == 0 ? OrientBy::squeeze : OrientBy::fence;
    // Makes a star-shaped outline. Every third outline has arcs.
    Path path;
    const int count = 3 + static_cast<int>(random() % 6);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * kPi * (i + .6 * uniform(random)) / count, radius = 1 + uniform(random);
      path.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
      path.bulges.push_back(trial % 3 == 0 && uniform(random) < .5 ? .05 + .25 * uniform(random) : 0);
    }
    Outline outline = path;
    if (trial % 3 != 0) outline = Polygon{path.vertices};
    OrientPlan plan;
    Vector center(0, 0);
    OrientOptions options = by(tool);
    options.wanted = uniform(random) * 6;
    if (trial % 5 == 4) options.steps_per_turn = 72;
    try {
      plan = plan_of(outline, options, center);
    } catch (const InputError&) {
      continue;  // skipped: the outline crosses itself, or the centre is outside
    }
    CAPTURE(trial);
    if (plan.status != OrientPlan::Status::found) {
      CHECK(options.steps_per_turn);
      continue;
    }
    if (!options.steps_per_turn) CHECK(apart(plan.final, *options.wanted, 2 * kPi) < 1e-9);
    if (options.steps_per_turn) {
      for (const OrientStep& step : plan.steps) CHECK(std::fabs(std::remainder(step.angle, 2 * kPi / 72)) < 1e-9);
    }
    if (least_margin(plan) < 2e-3) continue;
    CHECK(wrong_ends(plan, Table(outline, tool, center)) == 0);
    CHECK(plan.steps.back().orientations.size() == 1);
    ++replayed;
    if (trial % 3 == 0) ++with_arcs;
  }
  CHECK(replayed >= 25);
  CHECK(with_arcs >= 6);
}

TEST_CASE("the plan holds for both outcomes of a tie") {
  // A right triangle is squeezed on its longer leg. The opposite corner is exactly above an end of this leg.
  const OrientPlan plan = plan_of(Polygon{{{0, 0}, {4, 0}, {0, 3}}});
  CHECK(std::any_of(plan.transfer.begin(), plan.transfer.end(),
                    [](const TransferStep& step) { return step.kind == TransferStep::Kind::range; }));
  REQUIRE(plan.status == OrientPlan::Status::found);
  for (const OrientStep& step : plan.steps) CHECK(step.margin > 0);
  // Replays the plan on sets of directions with the transfer function alone. If a step has two possible results for a
  // direction, the set contains both.
  std::vector<double> thetas;
  for (int k = 0; k < 720; ++k) thetas.push_back(kPi * (k + .5) / 360);
  for (const OrientStep& step : plan.steps) {
    std::vector<double> next;
    for (const double theta : thetas) {
      const auto result = transferred(plan.transfer, kPi, step.angle - theta);
      REQUIRE(result);
      for (const double phi : *result) next.push_back(step.angle - phi);
    }
    thetas = next;
  }
  for (const double theta : thetas) CHECK(apart(theta, plan.final, kPi) < 1e-9);
}

TEST_CASE("plans of polygons of small integers, which have many ties, hold for every outcome") {
  std::mt19937 random(31);
  int replayed = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const OrientBy tool = trial % 2 == 0 ? OrientBy::squeeze : OrientBy::fence;
    std::vector<Point> points(4 + random() % 4);
    for (Point& p : points) p = {static_cast<long>(random() % 9) - 4, static_cast<long>(random() % 9) - 4};
    const std::vector<Point> hull = hull_of(points);
    bool inside = hull.size() >= 3;
    for (std::size_t i = 0; i < hull.size(); ++i)
      if (cross(hull[i], hull[(i + 1) % hull.size()]) <= 0) inside = false;
    if (!inside) continue;
    const std::vector<Point> ties = extrema_of(hull, tool).ties;
    if (ties.empty()) continue;
    const Polygon polygon = polygon_of(hull);
    const OrientPlan plan = plan_of(polygon, by(tool), Vector(0, 0));
    CAPTURE(trial);
    REQUIRE(plan.status == OrientPlan::Status::found);
    REQUIRE(least_margin(plan) > 1e-4);
    const Table table(polygon, tool, Vector(0, 0));
    const double period = table.period();
    // At a tie (Extrema::ties), the part may stop, or continue to the minimum. The start may be on either side of the
    // tie.
    std::vector<double> stops;
    for (const Point& normal : ties) stops.push_back(angle_of(normal, period));
    const auto ends_of = [&](double phi) {
      std::vector<double> ends;
      for (const double start : {phi - 2 * table.grid(), phi, phi + 2 * table.grid()}) {
        const double end = table.squeezed(start), way = std::remainder(end - start, period);
        ends.push_back(end);
        for (const double stop : stops) {
          const double part = std::remainder(stop - start, period);
          if (part * way >= 0 && std::fabs(part) <= std::fabs(way)) ends.push_back(stop);
        }
      }
      return ends;
    };
    std::set<long> thetas;  // Orientations in units of 1e-4 rad. In these units, nearly equal ones are equal.
    constexpr double kUnit = 1e-4;
    for (int k = 0; k < 720; ++k) {
      const double theta = 2 * kPi * (k + .37) / 720;
      if (table.near_maximum(plan.steps[0].angle - theta)) continue;
      for (const double end : ends_of(plan.steps[0].angle - theta))
        thetas.insert(std::lround(std::remainder(plan.steps[0].angle - end, period) / kUnit));
    }
    for (std::size_t i = 1; i < plan.steps.size(); ++i) {
      std::set<long> next;
      for (const long theta : thetas)
        for (const double end : ends_of(plan.steps[i].angle - kUnit * static_cast<double>(theta)))
          next.insert(std::lround(std::remainder(plan.steps[i].angle - end, period) / kUnit));
      thetas = next;
    }
    for (const long theta : thetas)
      CHECK(apart(kUnit * static_cast<double>(theta), plan.final, 2 * kPi / plan.symmetry) < 3 * kUnit);
    ++replayed;
  }
  CHECK(replayed > 100);
}

TEST_CASE("rounded corners, whose arcs are tangent to edges, do not change the plans of a rectangle and a square") {
  const double quarter = std::tan(kPi / 8);  // bulge of a quarter circle
  for (const double radius : {.01, .2, .45}) {
    CAPTURE(radius);
    for (const double length : {1., 2.}) {
      const double r = radius, a = length;
      const Path rounded{{{r, 0}, {a - r, 0}, {a, r}, {a, 1 - r}, {a - r, 1}, {r, 1}, {0, 1 - r}, {0, r}},
                         {0, quarter, 0, quarter, 0, quarter, 0, quarter}};
      const OrientPlan plan = plan_of(rounded);
      REQUIRE(plan.status == OrientPlan::Status::found);
      CHECK(plan.symmetry == (a == 1 ? 4 : 2));
      CHECK(plan.steps.size() == (a == 1 ? 1 : 2));
      CHECK(plan.transfer.size() == 2);
      // A rectangle of a x 1 with corners of radius r. In the direction phi, its width is 2 r + (a - 2 r) |cos phi| +
      // (1 - 2 r) |sin phi|.
      for (const TransferStep& step : plan.transfer)
        CHECK(std::fabs(std::remainder(std::fabs(std::remainder(step.from.angle, kPi)) -
                                       std::atan2(1 - 2 * r, a - 2 * r), kPi)) < 1e-9);
      CHECK(plan_of(rounded, by(OrientBy::fence)).symmetry == (a == 1 ? 4 : 2));
    }
  }
}

TEST_CASE("for slivers and nearly symmetric parts, the answer is a plan, or leaves open whether a plan exists") {
  for (const double height : {1e-3, 1e-5, 1e-7}) {
    CAPTURE(height);
    const OrientPlan sliver = plan_of(Polygon{{{0, 0}, {1, 0}, {.4, height}}});
    CHECK(sliver.status == OrientPlan::Status::found);
    const OrientPlan rectangle = plan_of(Polygon{{{0, 0}, {1, 0}, {1, height}, {0, height}}});
    CHECK(rectangle.steps.size() == 2);
    const OrientPlan near_square = plan_of(Polygon{{{0, 0}, {1 + height, 0}, {1 + height, 1}, {0, 1}}});
    CHECK(near_square.status == OrientPlan::Status::found);
    CHECK(near_square.symmetry == 2);
    CHECK(near_square.steps.size() == 2);
  }
  const OrientPlan square = plan_of(Polygon{{{0, 0}, {1 + 1e-11, 0}, {1 + 1e-11, 1}, {0, 1}}});
  CHECK(square.symmetry == 4);
  CHECK_FALSE(square.symmetry_exact);

  // The only plans have margins below 1e-9 rad. They are not found, and the answer does not claim that no plan exists.
  const OrientPlan narrow = plan_of(Polygon{{{0, 0}, {1, 0}, {1, 1 + 1e-9}, {0, 1 + 1e-9}}});
  CHECK(narrow.status == OrientPlan::Status::not_found);
  CHECK_FALSE(narrow.shortest);
}

TEST_CASE("the plan length does not depend on the frame, the scale, or the first vertex") {
  std::mt19937 random(29);
  int compared = 0;
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<Point> points;
    for (int i = 0; i < 7; ++i) points.push_back({static_cast<long>(random() % 41) - 20, static_cast<long>(random() % 41) - 20});
    const std::vector<Point> hull = hull_of(points);
    if (hull.size() < 3) continue;
    const auto changed = [&](auto map) {
      Polygon polygon;
      for (const Point& p : hull) polygon.vertices.push_back(map(Vector(static_cast<double>(p.x), static_cast<double>(p.y))));
      return polygon;
    };
    Polygon mirrored = changed([](const Vector& p) { return Vector(-p.x(), p.y()); });
    std::reverse(mirrored.vertices.begin(), mirrored.vertices.end());
    Polygon shifted = changed([](const Vector& p) { return p; });
    std::rotate(shifted.vertices.begin(), shifted.vertices.begin() + 1, shifted.vertices.end());
    Polygon collinear = shifted;
    collinear.vertices.insert(collinear.vertices.begin() + 1, (shifted.vertices[0] + shifted.vertices[1]) / 2);
    for (const OrientBy tool : {OrientBy::squeeze, OrientBy::fence}) {
      CAPTURE(trial);
      const OrientPlan plan = plan_of(changed([](const Vector& p) { return p; }), by(tool));
      for (const Polygon& other : {mirrored, shifted, collinear, changed([](const Vector& p) { return Vector(-p.y(), p.x()); }),
                                   changed([](const Vector& p) { return Vector(p / 10); })}) {
        const OrientPlan same = plan_of(other, by(tool));
        CHECK(same.status == plan.status);
        CHECK(same.steps.size() == plan.steps.size());
        CHECK(same.symmetry == plan.symmetry);
        ++compared;
      }
    }
  }
  CHECK(compared > 400);
}

TEST_CASE(
    "with friction at the jaws a squeeze ends in an interval of directions, and with large friction no plan exists") {
  const Polygon rectangle{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
  OrientOptions options;
  options.friction = .1;
  const OrientPlan some = plan_of(rectangle, options);
  CHECK(some.status == OrientPlan::Status::found);
  CHECK(some.shortest);
  int stays = 0;
  for (const TransferStep& step : some.transfer) {
    if (step.kind != TransferStep::Kind::stays) continue;
    ++stays;
    // Each interval is as wide as the friction cone, whose two edges make the angle atan(mu) with the normal.
    CHECK(step.to.angle - step.from.angle == doctest::Approx(2 * std::atan(.1)).epsilon(1e-6));
  }
  CHECK(stays == 2);
  options.friction = {0, .1};
  const OrientPlan interval = plan_of(rectangle, options);
  CHECK(interval.status == OrientPlan::Status::found);
  CHECK(interval.steps.size() >= some.steps.size());
  options.friction = 5;
  const OrientPlan none = plan_of(rectangle, options);
  CHECK(none.status == OrientPlan::Status::none);
  options.friction = {0, 5};
  CHECK(plan_of(rectangle, options).status == OrientPlan::Status::none);
  options.friction = {.2, .1};
  CHECK_THROWS_AS(plan_of(rectangle, options), InputError);
}

TEST_CASE("plans with friction hold for any friction of the interval at any time") {
  std::mt19937 random(41);
  std::uniform_real_distribution<double> uniform(0, 1);
  int replayed = 0;
  for (int trial = 0; trial < 60; ++trial) {
    Polygon polygon;
    const int count = 3 + static_cast<int>(random() % 6);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * kPi * (i + .6 * uniform(random)) / count, radius = 1 + uniform(random);
      polygon.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    OrientOptions options;
    const double low = .1 * uniform(random);
    options.friction = {trial % 3 == 0 ? 0 : low, low + .1 * uniform(random)};
    const OrientPlan plan = plan_of(polygon, options);
    if (plan.status != OrientPlan::Status::found || least_margin(plan) < 2e-3) continue;
    CAPTURE(trial);
    const Table table(polygon, OrientBy::squeeze, Vector(0, 0));
    int wrong = 0;
    for (int k = 0; k < 720; ++k) {
      double theta = 2 * kPi * (k + .37) / 720;
      if (options.friction.low == 0 && table.near_maximum(plan.steps[0].angle - theta)) continue;
      for (const OrientStep& step : plan.steps) {
        // In a third of the runs, every squeeze has the smallest friction; in another third, every squeeze has the
        // largest.
        const double share = k % 3 == 0 ? 0 : k % 3 == 1 ? 1 : uniform(random);
        const double mu = options.friction.low + share * (options.friction.high - options.friction.low);
        theta = step.angle - table.squeezed_with(mu, step.angle - theta);
      }
      if (apart(theta, plan.final, 2 * kPi / plan.symmetry) > 4 * table.grid()) ++wrong;
    }
    CHECK(wrong == 0);
    ++replayed;
  }
  CHECK(replayed >= 25);
}

TEST_CASE("plans whose turns are multiples of a step have the expected length") {
  const Polygon rectangle{{{0, 0}, {2, 0}, {2, 1}, {0, 1}}};
  OrientOptions options;
  options.steps_per_turn = 72;
  const OrientPlan plan = plan_of(rectangle, options);
  REQUIRE(plan.status == OrientPlan::Status::found);
  CHECK(plan.steps.size() == 2);
  for (const OrientStep& step : plan.steps) CHECK(std::fabs(std::remainder(step.angle, radians(5))) < 1e-12);
  options.steps_per_turn = 4;  // a turn of 90 degrees only exchanges the two widths
  const OrientPlan none = plan_of(rectangle, options);
  CHECK(none.status == OrientPlan::Status::none);
  options.steps_per_turn = 0;
  CHECK_THROWS_AS(plan_of(rectangle, options), InputError);
}

TEST_CASE("the result is a shortest plan whose smallest margin is the largest") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> uniform(0, 1);
  OrientOptions options = by(OrientBy::fence);
  options.steps_per_turn = 72;
  int compared = 0;
  std::set<std::size_t> lengths;
  while (compared < 40) {
    Polygon polygon;
    const int count = 3 + static_cast<int>(random() % 4);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * kPi * (i + .7 * uniform(random)) / count;
      polygon.vertices.emplace_back((1 + uniform(random)) * std::cos(angle), (1 + uniform(random)) * std::sin(angle));
    }
    OrientPlan plan;
    try {
      plan = plan_of(polygon, options);
    } catch (const InputError&) {
      continue;  // skipped: the outline crosses itself, or the centre is outside the hull
    }
    if (plan.status != OrientPlan::Status::found || plan.steps.size() < 2 || plan.steps.size() > 4) continue;
    if (plan.symmetry != 1) continue;
    CAPTURE(compared);
    const std::size_t turns = plan.steps.size() - 1;
    CHECK(brings_all_together(plan, turns, .999 * least_margin(plan)));
    CHECK_FALSE(brings_all_together(plan, turns, 1.011 * least_margin(plan)));
    lengths.insert(plan.steps.size());
    ++compared;
  }
  CHECK(lengths.size() >= 2);
}

TEST_CASE("the poses on a fence are right if the centre of mass may lie anywhere in a disc") {
  OrientOptions options = by(OrientBy::fence);
  const Polygon rectangle{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  const OrientPlan plan = plan_of(rectangle, options);
  REQUIRE(plan.stable.size() == 4);
  std::set<long> heights;
  for (const StablePose& pose : plan.stable) {
    CHECK(pose.edge);
    heights.insert(std::lround(pose.height));
    CHECK(pose.margin == doctest::Approx(pose.height < 1.5 ? std::atan(2) : std::atan(.5)));
  }
  CHECK(heights == std::set<long>{1, 2});
  // Seen from the end of the edge, the disc of possible centres of mass has the angular radius asin(error / distance).
  options.center_error = .5;
  for (const StablePose& pose : plan_of(rectangle, options).stable)
    CHECK(pose.margin ==
          doctest::Approx((pose.height < 1.5 ? std::atan(2) : std::atan(.5)) - std::asin(.5 / std::sqrt(5.))));
  options.center_error = 1.2;
  int doubtful = 0;
  for (const StablePose& pose : plan_of(rectangle, options).stable)
    if (pose.margin <= 0) ++doubtful;
  CHECK(doubtful == 2);
  CHECK_THROWS_AS(plan_of(rectangle, by(OrientBy::fence), Vector(3, 0)), InputError);
}

TEST_CASE("a polygon of 1000 vertices takes less than a second") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  Polygon polygon;
  for (int i = 0; i < 1000; ++i) {
    const double angle = 2 * kPi * (i + .5 * uniform(random)) / 1000;
    polygon.vertices.emplace_back(100 * std::cos(angle), 80 * std::sin(angle));
  }
  for (const OrientBy tool : {OrientBy::squeeze, OrientBy::fence}) {
    const auto start = std::chrono::steady_clock::now();
    const OrientPlan plan = plan_of(polygon, by(tool));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    CHECK(plan.status != OrientPlan::Status::stopped);
    MESSAGE("steps " << plan.steps.size() << ", intervals " << plan.transfer.size() << ", " << seconds << " s");
    CHECK(seconds < 1);
  }
}
