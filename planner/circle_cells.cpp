// SPDX-License-Identifier: MIT
#include "circle_cells.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "circle_arc.h"
#include "exact/written.h"

namespace pawl::internal {
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

CircleCells::CircleCells(OutcomeTable& table, const WrenchDomain& domain, double rho, const CellLimits& limits)
    : table_(table),
      domain_(domain),
      rho_(rho),
      closed_(domain.kind == WrenchDomain::Kind::spread || domain.to - domain.from >= kTurn) {
  if (!table.planes().complete()) return;
  add_planes(table.planes().planes());
  add_elements(breakpoints());
  retell(limits.stop);
  complete_ = complete_ && cells_.size() <= limits.cells;
}

void CircleCells::retell(const StopToken& stop) {
  cells_.clear();
  complete_ = true;
  domain_.kind == WrenchDomain::Kind::spread ? add_spread(stop) : add_cells(stop);
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
/// 0; those at one place stand together.
std::vector<CircleCells::Point> CircleCells::breakpoints() const {
  std::vector<Point> points{{{1, 0}}, {{0, 1}}, {{-1, 0}}, {{0, -1}}};
  for (std::size_t k = 0; k < planes_.size(); ++k) {
    const auto& [x, y] = planes_[k];
    if (x.is_zero() && y.is_zero()) continue;  // 0 all round
    points.push_back({{-y, x}, static_cast<int>(k), -1});
    points.push_back({{y, -x}, static_cast<int>(k), 1});
  }
  for (const double limit : {domain_.from, domain_.to}) {
    const IntegerVector d = integer_vector({std::cos(limit), std::sin(limit), 0});
    points.push_back({{d[0], d[1]}});
  }
  std::sort(points.begin(), points.end(), [](const Point& a, const Point& b) {
    return turns_less(a.at, b.at) || (!turns_less(b.at, a.at) && a.plane < b.plane);
  });
  return points;
}

CircleCells::Signs CircleCells::signs_at(const Direction& d) const {
  Signs signs;
  for (const Direction& plane : planes_)
    signs.push_back(static_cast<signed char>((plane.x * d.x + plane.y * d.y).sign()));
  return signs;
}

template <class Visit>
bool CircleCells::visit_elements(const StopToken& stop, const Visit& visit) const {
  Signs signs = first_signs_;
  for (std::size_t k = 0; k < elements_.size(); ++k) {
    if (stop.stop_requested()) return false;
    const std::size_t end = k + 1 < elements_.size() ? elements_[k + 1].changes : changes_.size();
    for (std::size_t c = elements_[k].changes; c < end; ++c)
      signs[static_cast<std::size_t>(changes_[c].plane)] = changes_[c].sign;
    visit(elements_[k], signs);
  }
  return true;
}

/// The first breakpoint of each place, and their number.
std::vector<std::size_t> CircleCells::places(const std::vector<Point>& points) {
  std::vector<std::size_t> firsts;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k == 0 || !same_direction(points[k - 1].at, points[k].at)) firsts.push_back(k);
  }
  firsts.push_back(points.size());
  return firsts;
}

/// Places and arcs in turn; of a circle that is not closed those from the one limit to the other.
void CircleCells::add_elements(const std::vector<Point>& points) {
  const std::vector<std::size_t> firsts = places(points);
  const std::size_t count = firsts.size() - 1;
  const auto direction = [&](std::size_t place) -> const Direction& { return points[firsts[place % count]].at; };
  const auto place_of = [&](double limit) {
    const IntegerVector d = integer_vector({std::cos(limit), std::sin(limit), 0});
    const Direction sought{d[0], d[1]};
    std::size_t place = 0;
    while (place < count && turns_less(direction(place), sought)) ++place;
    return place;
  };
  const auto add = [&](double from, double to, std::size_t place, bool beyond) {
    elements_.push_back({from, to, changes_.size()});
    for (std::size_t p = firsts[place % count]; p < firsts[place % count + 1]; ++p) {
      const signed char sign = beyond ? points[p].beyond : static_cast<signed char>(0);
      if (points[p].plane >= 0) changes_.push_back({points[p].plane, sign});
    }
  };
  const std::size_t first = closed_ ? 0 : place_of(domain_.from);
  std::size_t last = closed_ ? count : place_of(domain_.to);
  if (last < first || (last == first && domain_.to > domain_.from)) last += count;
  first_signs_ = signs_at(direction(first));
  double t = closed_ ? angle_of(direction(first)) : domain_.from;
  for (std::size_t k = first; k < last; ++k) {
    double turn = angle_of(direction(k + 1)) - angle_of(direction(k));
    if (turn < 0) turn += kTurn;
    add(t, t, k, false);
    add(t, t + turn, k, true);
    t += turn;
  }
  if (!closed_) add(t, t, last, false);
}

void CircleCells::add_cells(const StopToken& stop) {
  complete_ = visit_elements(stop, [&](const Element& element, const Signs& signs) {
    if (element.from == element.to && elements_.size() > 1) return;  // else there is one direction only
    cells_.push_back({(element.from + element.to) / 2, table_.number(signs)});
  });
}

/// One cell: whatever any wrench of the range may do.
void CircleCells::add_spread(const StopToken& stop) {
  std::vector<StepResult> all(static_cast<std::size_t>(table_.planes().state_count()));
  complete_ = visit_elements(stop, [&](const Element& element, const Signs& signs) {
    const double middle = (element.from + element.to) / 2;
    double ahead = std::fmod(middle - domain_.from, kTurn);
    if (ahead < 0) ahead += kTurn;
    const bool in_range = ahead <= domain_.to - domain_.from + 1e-15 || ahead >= kTurn - 1e-15;
    if (!in_range) return;
    const std::vector<StepResult> results = table_.results(signs);
    for (std::size_t state = 0; state < all.size(); ++state) {
      all[state].safe = all[state].safe && results[state].safe;
      all[state].rests |= results[state].rests;
    }
  });
  for (StepResult& result : all) {
    if (!result.safe) result.rests.reset();
  }
  cells_.push_back({(domain_.from + domain_.to) / 2, table_.add(std::move(all))});
}

Eigen::Vector3d CircleCells::wrench_in(std::size_t cell) const { return wrench_at(domain_, cells_[cell].at); }

/// Whole turns that element k is past the first round.
double CircleCells::turns(std::size_t k) const { return kTurn * static_cast<double>(k / elements_.size()); }

/// Longest rows of wanted elements, at least one arc (or the one direction there is) each.
std::vector<CircleCells::Run> CircleCells::runs(const Wanted& wanted, const StopToken& stop) const {
  std::vector<char> good;
  const bool all =
      visit_elements(stop, [&](const Element&, const Signs& signs) { good.push_back(wanted(table_.results(signs))); });
  if (!all) return {};
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
    return {wrench_at(domain_, from), std::numbers::pi, std::pair(from, from + kTurn)};
  }
  double low = from;
  double high = to;
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (angle_between(domain_, rho_, middle, from) < angle_between(domain_, rho_, middle, to) ? low : high) = middle;
  }
  return {wrench_at(domain_, low),
          std::min(angle_between(domain_, rho_, low, from), angle_between(domain_, rho_, low, to)),
          std::pair(from, to)};
}

/// For a spread: the run that holds the whole range, and the nearer of its ends to the range's.
std::optional<CellCentre> CircleCells::round_spread(const Wanted& wanted, const StopToken& stop) const {
  for (const Run& run : runs(wanted, stop)) {
    const double from = element(run.first).from + turns(run.first);
    const double to = element(run.last).to + turns(run.last);
    if (run.last - run.first + 1 == elements_.size())
      return CellCentre{wrench_in(0), std::numbers::pi, std::pair(domain_.from, domain_.to)};
    for (const double turn : {-kTurn, 0., kTurn}) {
      const double low = domain_.from + turn;
      const double high = domain_.to + turn;
      if (low < from - 1e-15 || high > to + 1e-15) continue;
      const double margin = std::min(angle_between(domain_, rho_, from, low), angle_between(domain_, rho_, to, high));
      return CellCentre{wrench_in(0), margin, std::pair(domain_.from, domain_.to)};
    }
  }
  return std::nullopt;
}

std::optional<CellCentre> CircleCells::widest(const Wanted& wanted, const StopToken& stop) const {
  if (domain_.kind == WrenchDomain::Kind::spread) return round_spread(wanted, stop);
  std::optional<CellCentre> best;
  for (const Run& run : runs(wanted, stop)) {
    CellCentre found = centre_of(run);
    if (!best || found.margin > best->margin) best = found;
  }
  return best;
}

}  // namespace pawl::internal
