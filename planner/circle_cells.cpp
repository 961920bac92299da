// SPDX-License-Identifier: MIT
#include "circle_cells.h"

#include <pawl/base/assert.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/written.h"

namespace pawl {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

template <class Direction>
int cross_sign(const Direction& a, const Direction& b) {
  return (a.x * b.y - a.y * b.x).sign();
}

/// 0 for directions with angle in [0, pi), 1 for [pi, 2 pi).
template <class Direction>
int half(const Direction& d) {
  return d.y.sign() < 0 || (d.y.is_zero() && d.x.sign() < 0) ? 1 : 0;
}

template <class Direction>
bool turns_less(const Direction& a, const Direction& b) {
  return half(a) != half(b) ? half(a) < half(b) : cross_sign(a, b) > 0;
}

template <class Direction>
bool same_direction(const Direction& a, const Direction& b) {
  return half(a) == half(b) && cross_sign(a, b) == 0;
}

/// In [0, 2 pi).
template <class Direction>
double angle_of(const Direction& d) {
  const auto unit = unit_double({d.x, d.y, Integer(0)});
  const double angle = std::atan2(unit[1], unit[0]);
  return angle < 0 ? angle + kTurn : angle;
}

}  // namespace

CircleCells::CircleCells(OutcomeTable& table, const WrenchDomain& domain, double rho)
    : table_(table),
      domain_(domain),
      rho_(rho),
      closed_(domain.kind == WrenchDomain::Kind::spread || domain.to - domain.from >= kTurn) {
  add_planes(table.planes().planes());
  add_elements(breakpoints());
  if (domain.kind == WrenchDomain::Kind::spread) {
    add_spread();
  } else {
    add_cells();
  }
}

void CircleCells::add_planes(const std::vector<IntegerVector>& planes) {
  const Eigen::Vector3d& e = domain_.first;
  const Eigen::Vector3d& f = domain_.second;
  WrittenScale scale;
  scale.cover(e);
  scale.cover(f);
  const auto exact = [&](const Eigen::Vector3d& v) { return IntegerVector{scale(v.x()), scale(v.y()), scale(v.z())}; };
  for (const IntegerVector& plane : planes) planes_.push_back({dot(plane, exact(e)), dot(plane, exact(f))});
}

/// Where the circle crosses planes; its limits; and the axes, so that no arc is longer than a right angle. Sorted from
/// 0.
std::vector<CircleCells::Direction> CircleCells::breakpoints() const {
  std::vector<Direction> points;
  const auto add = [&](const Integer& x, const Integer& y) {
    points.push_back({x, y});
    points.push_back({-x, -y});
  };
  add(1, 0);
  add(0, 1);
  for (const Direction& plane : planes_) {
    if (!plane.x.is_zero() || !plane.y.is_zero()) add(-plane.y, plane.x);
  }
  for (const double limit : {domain_.from, domain_.to}) {
    const IntegerVector d = integer_vector({std::cos(limit), std::sin(limit), 0});
    points.push_back({d[0], d[1]});
  }
  std::sort(points.begin(), points.end(), turns_less<Direction>);
  points.erase(std::unique(points.begin(), points.end(), same_direction<Direction>), points.end());
  return points;
}

CircleCells::Signs CircleCells::signs_at(const Direction& d) const {
  Signs signs;
  for (const Direction& plane : planes_)
    signs.push_back(static_cast<signed char>((plane.x * d.x + plane.y * d.y).sign()));
  return signs;
}

/// Points and arcs in turn; of a circle that is not closed those from the one limit to the other.
void CircleCells::add_elements(std::vector<Direction> points) {
  const auto at = [&](double limit) {
    const IntegerVector d = integer_vector({std::cos(limit), std::sin(limit), 0});
    const auto place = std::lower_bound(points.begin(), points.end(), Direction{d[0], d[1]}, turns_less<Direction>);
    return static_cast<std::size_t>(place - points.begin());
  };
  const std::size_t count = points.size();
  const std::size_t first = closed_ ? 0 : at(domain_.from);
  std::size_t last = closed_ ? count : at(domain_.to);
  if (last < first || (last == first && domain_.to > domain_.from)) last += count;
  double t = angle_of(points[first % count]);
  if (!closed_) t = domain_.from;
  for (std::size_t k = first; k <= last; ++k) {
    const Direction& here = points[k % count];
    if (!(closed_ && k == last)) elements_.push_back({t, t, signs_at(here)});
    if (k == last) break;
    const Direction& next = points[(k + 1) % count];
    double turn = angle_of(next) - angle_of(here);
    if (turn < 0) turn += kTurn;
    elements_.push_back({t, t + turn, signs_at({here.x + next.x, here.y + next.y})});
    t += turn;
  }
}

void CircleCells::add_cells() {
  for (const Element& element : elements_) {
    if (element.from == element.to) continue;
    cells_.push_back({(element.from + element.to) / 2, table_.number(element.signs)});
  }
  if (cells_.empty()) cells_.push_back({elements_[0].from, table_.number(elements_[0].signs)});  // one direction only
}

/// One cell: whatever any wrench of the range may do.
void CircleCells::add_spread() {
  std::vector<StepResult> all(static_cast<std::size_t>(table_.planes().state_count()));
  for (const Element& element : elements_) {
    const double middle = (element.from + element.to) / 2;
    double ahead = std::fmod(middle - domain_.from, kTurn);
    if (ahead < 0) ahead += kTurn;
    const bool in_range = ahead <= domain_.to - domain_.from + 1e-15 || ahead >= kTurn - 1e-15;
    if (!in_range) continue;
    const std::vector<StepResult> results = table_.results(element.signs);
    for (std::size_t state = 0; state < all.size(); ++state) {
      all[state].safe = all[state].safe && results[state].safe;
      all[state].rests |= results[state].rests;
    }
  }
  for (StepResult& result : all) {
    if (!result.safe) result.rests.reset();
  }
  cells_.push_back({(domain_.from + domain_.to) / 2, table_.add(std::move(all))});
}

Eigen::Vector3d CircleCells::wrench_at(double t) const {
  return (std::cos(t) * domain_.first + std::sin(t) * domain_.second).normalized();
}

Eigen::Vector3d CircleCells::wrench_in(std::size_t cell) const { return wrench_at(cells_[cell].at); }

/// Between two wrenches of the circle in (fx, fy, tau / rho).
double CircleCells::angle(double t, double s) const {
  Eigen::Vector3d u = wrench_at(t);
  Eigen::Vector3d v = wrench_at(s);
  u.z() /= rho_;
  v.z() /= rho_;
  return std::atan2(u.cross(v).norm(), u.dot(v));
}

/// Whole turns that element k is past the first round.
double CircleCells::turns(std::size_t k) const { return kTurn * static_cast<double>(k / elements_.size()); }

/// Longest rows of wanted elements, at least one arc (or the one direction there is) each.
std::vector<CircleCells::Run> CircleCells::runs(const Wanted& wanted) const {
  std::vector<char> good;
  for (const Element& element : elements_) good.push_back(wanted(table_.results(element.signs)));
  const std::size_t count = good.size();
  std::vector<Run> found;
  if (std::all_of(good.begin(), good.end(), [](char one) { return one != 0; })) return {{0, count - 1}};
  for (std::size_t k = 0; k < count; ++k) {
    const bool starts = good[k] && (k == 0 ? !closed_ || !good[count - 1] : !good[k - 1]);
    if (!starts) continue;
    std::size_t end = k;
    while (end + 1 < (closed_ ? k + count : count) && good[(end + 1) % count]) ++end;
    if (end > k || element(k).from != element(k).to || count == 1) found.push_back({k, end});
  }
  return found;
}

/// The place with the same angle to both ends.
CellCentre CircleCells::centre_of(const Run& run) const {
  const double from = element(run.first).from + turns(run.first);
  const double to = element(run.last).to + turns(run.last);
  if (closed_ && run.last - run.first + 1 == elements_.size()) {
    return {wrench_at(from), std::numbers::pi, std::pair(from, from + kTurn)};
  }
  double low = from;
  double high = to;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (angle(middle, from) < angle(middle, to) ? low : high) = middle;
  }
  return {wrench_at(low), std::min(angle(low, from), angle(low, to)), std::pair(from, to)};
}

/// For a spread: the run that holds the whole range, and the nearer of its ends to the range's.
std::optional<CellCentre> CircleCells::round_spread(const Wanted& wanted) const {
  for (const Run& run : runs(wanted)) {
    const double from = element(run.first).from + turns(run.first);
    const double to = element(run.last).to + turns(run.last);
    if (run.last - run.first + 1 == elements_.size())
      return CellCentre{wrench_in(0), std::numbers::pi, std::pair(domain_.from, domain_.to)};
    for (const double turn : {-kTurn, 0., kTurn}) {
      const double low = domain_.from + turn;
      const double high = domain_.to + turn;
      if (low < from - 1e-15 || high > to + 1e-15) continue;
      const double margin = std::min(angle(from, low), angle(to, high));
      return CellCentre{wrench_in(0), margin, std::pair(domain_.from, domain_.to)};
    }
  }
  return std::nullopt;
}

std::optional<CellCentre> CircleCells::widest(const Wanted& wanted) const {
  if (domain_.kind == WrenchDomain::Kind::spread) return round_spread(wanted);
  std::optional<CellCentre> best;
  for (const Run& run : runs(wanted)) {
    CellCentre found = centre_of(run);
    if (!best || found.margin > best->margin) best = found;
  }
  return best;
}

}  // namespace pawl
