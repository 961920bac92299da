// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/planner/wrench_cells.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "base/constants.h"
#include "cones/cone.h"
#include "exact/direction_pool.h"
#include "exact/numbers.h"
#include "insertion/belief_search.h"
#include "insertion/contact_graph.h"
#include "insertion/sphere_region.h"

namespace pawl::internal::inline planner {

/// The arrangement of planes on a circle (or an arc) of wrenches cos(t) first + sin(t) second. Its elements, in the
/// order of t, are the points where the circle crosses planes, and the arcs between these points. Only arcs are cells.
///
/// The circle meets the plane n . g = 0 at the parameters t for which (n . first, n . second) is orthogonal to (cos t,
/// sin t). The vectors (n . first, n . second) have integer entries, and exact cross products sort the crossings. From
/// one arc to the next, only the signs of known planes change. For p planes, the cost is O(p log p) comparisons, and
/// one lookup in the outcome table per arc.
class CircleCells {
 public:
  CircleCells(OutcomeTable& table, const WrenchDomain& domain, double rho, const CellLimits& limits);

  bool complete() const { return complete_; }
  void update_outcomes(const StopToken& stop);
  std::size_t count() const { return cells_.size(); }
  std::size_t outcome_of(std::size_t cell) const { return cells_[cell].outcome; }
  Eigen::Vector3d wrench_in(std::size_t cell) const;
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                   const StopToken& stop) const;

 private:
  using Signs = std::vector<signed char>;
  using Wanted = std::function<bool(const std::vector<StepResult>&)>;
  struct Direction {
    Integer x, y;
  };
  /// A breakpoint of the circle. If the circle crosses a plane there, also the plane and its sign after the crossing.
  struct Point {
    Direction at;
    int plane = -1;
    signed char beyond = 0;
  };
  /// An element: a point (from == to), or the open arc between two points. `from` and `to` are values of the parameter
  /// t, rad.
  struct Element {
    double from, to;
    /// Index in `changes_` of the first change of a sign since the previous element. The changes of this element end
    /// where those of the next element begin.
    std::size_t changes;
  };
  struct Change {
    int plane;
    signed char sign;
  };
  struct Cell {
    double at;  ///< parameter t of a wrench inside the element, rad
    std::size_t outcome;
  };
  struct Run {
    /// Indices of the first and last element; on a closed circle `last` may exceed the number of elements.
    std::size_t first, last;
  };

  void add_planes(const std::vector<IntegerVector>& planes);
  std::vector<Point> breakpoints() const;
  static std::vector<std::size_t> places(const std::vector<Point>& points);
  void add_elements(const std::vector<Point>& points);
  void add_cells(const StopToken& stop);
  void add_spread(const StopToken& stop);
  Signs signs_at(const Direction& d) const;
  /// Calls visit(element, signs) for the elements in order. Returns false if `stop` ended the visits before the last
  /// element.
  template <class Visit>
  bool visit_elements(const StopToken& stop, const Visit& visit) const;
  const Element& element(std::size_t k) const { return elements_[k % elements_.size()]; }
  double turns(std::size_t k) const;
  std::vector<Run> runs(const Wanted& wanted, const StopToken& stop) const;
  CellCentre centre_of(const Run& run) const;
  std::optional<CellCentre> round_spread(const Wanted& wanted, const StopToken& stop) const;

  OutcomeTable& table_;
  WrenchDomain domain_;
  double rho_;
  bool closed_;
  std::vector<Direction> planes_;  // products n . first and n . second of each plane
  std::vector<Element> elements_;
  std::vector<Change> changes_;
  Signs first_signs_;  // signs of the planes at the first element
  bool complete_ = false;
  std::vector<Cell> cells_;
};

/// The arrangement of planes through the origin of wrench space, which divide the unit sphere into cells. The
/// arrangement is represented by its corners, the rays in which planes meet. The planes through a corner are sorted by
/// their angle around the corner, and each sector between two neighbouring planes belongs to one cell. A cell is
/// identified by the signs of all planes.
///
/// Each pair of planes is visited once, unless a corner on both planes is already known. The signs of det(n_i, n_j,
/// n_k) show whether plane k passes through the corner and, if it does not, on which side of the plane the corner lies.
/// The exact kernel of the cones computes these signs (exact/direction_pool.h: in doubles if these suffice). If there
/// are two or more planes, every cell has a corner, so no cell is missed. For p planes, the cost is at most p^2 / 2
/// pairs with p signs each. The number of stored cells is about the number of pairs of planes.
class SphereCells {
 public:
  /// `rho` is the radius of gyration, m. Angles between wrenches (fx, fy, tau) are measured in (fx, fy, tau / rho).
  SphereCells(OutcomeTable& table, double rho, const CellLimits& limits);

  bool complete() const { return complete_; }
  void update_outcomes(const StopToken& stop);
  std::size_t count() const { return outcomes_.size(); }
  std::size_t outcome_of(std::size_t cell) const { return outcomes_[cell]; }
  Eigen::Vector3d wrench_in(std::size_t cell) const;
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                   const StopToken& stop) const;

 private:
  using Signs = std::vector<signed char>;
  /// The sector of a cell at a corner, between two planes. The cell lies counterclockwise of the first plane.
  struct Sector {
    int cell;
    int corner;
    int first, second;  ///< indices of the two planes
  };
  bool add_pairs(const CellLimits& limits);
  /// Returns the index of the pair of planes i and j among all pairs.
  static std::size_t place(int i, int j) {
    const auto high = static_cast<std::size_t>(std::max(i, j));
    return high * (high - 1) / 2 + static_cast<std::size_t>(std::min(i, j));
  }
  void visit_pair(int i, int j);
  std::vector<int> turned_planes(int i, int j, const std::vector<int>& through);
  void add_sectors(const std::vector<int>& turned, SignBits signs, bool opposite);
  std::size_t cell(const SignBits& signs);
  void sort_sectors();
  std::span<const Sector> sectors(std::size_t cell) const {
    return {sectors_.data() + first_sector_[cell], sectors_.data() + first_sector_[cell + 1]};
  }
  const std::vector<int>& through(int corner) const { return through_[corner / 2]; }
  Signs signs_of(std::size_t cell) const;
  std::vector<Eigen::Vector3d> inward_normals(std::size_t cell) const;
  Eigen::Vector3d scaled(const Eigen::Vector3d& v) const { return {v.x(), v.y(), v.z() / rho_}; }
  Eigen::Vector3d unscaled(const Eigen::Vector3d& v) const {
    return Eigen::Vector3d(v.x(), v.y(), v.z() * rho_).normalized();
  }
  Eigen::Vector3d centre(std::size_t cell) const;
  class Region;

  OutcomeTable& table_;
  double rho_;
  bool complete_ = false;
  DirectionPool pool_;
  std::vector<int> plane_ids_;
  std::vector<Eigen::Vector3d> normals_;  // unit normals of the planes, in coordinates (fx, fy, tau / rho)
  std::vector<bool> met_;                 // for each pair of planes, whether the corner in which they meet is known
  std::vector<Eigen::Vector3d> corners_;  // corners, as unit vectors in (fx, fy, tau / rho)
  // For each corner, the planes that contain the corner and the opposite corner.
  std::vector<std::vector<int>> through_;
  SignTable cells_;
  std::vector<std::size_t> outcomes_;
  std::vector<Sector> sectors_;  // sectors, sorted by cell
  // Index of the first sector of each cell; the last entry is the number of sectors.
  std::vector<std::size_t> first_sector_;
};

}  // namespace pawl::internal::inline planner

namespace pawl {

struct WrenchCells::State {
  internal::OutcomeTable table;
  std::optional<internal::SphereCells> sphere;
  std::optional<internal::CircleCells> circle;
};

WrenchCells::WrenchCells(const ContactGraph& graph, const WrenchDomain& domain, const CellLimits& limits)
    : state_(new State{internal::OutcomeTable(graph, limits.stop), {}, {}}) {
  internal::require_domain(domain);
  const double rho = graph.contacts().radius_of_gyration();
  if (domain.kind == WrenchDomain::Kind::free) {
    state_->sphere.emplace(state_->table, rho, limits);
  } else {
    state_->circle.emplace(state_->table, domain, rho, limits);
  }
}

WrenchCells::~WrenchCells() = default;
WrenchCells::WrenchCells(WrenchCells&&) noexcept = default;
WrenchCells& WrenchCells::operator=(WrenchCells&&) noexcept = default;

bool WrenchCells::complete() const { return state_->sphere ? state_->sphere->complete() : state_->circle->complete(); }

void WrenchCells::update_outcomes(const ContactGraph& graph, const StopToken& stop) {
  if (!state_->table.planes().fits(graph)) {
    throw InputError("graph", "", "must be a copy of the graph for which the cells were computed");
  }
  state_->table.update_outcomes(graph);
  state_->sphere ? state_->sphere->update_outcomes(stop) : state_->circle->update_outcomes(stop);
}

int WrenchCells::state_count() const { return state_->table.planes().state_count(); }
std::size_t WrenchCells::plane_count() const { return state_->table.planes().planes().size(); }
std::size_t WrenchCells::cell_count() const {
  return state_->sphere ? state_->sphere->count() : state_->circle->count();
}
const std::vector<std::vector<StepResult>>& WrenchCells::outcomes() const { return state_->table.outcomes(); }
std::size_t WrenchCells::outcome_of(std::size_t cell) const {
  internal::require_index("cell", static_cast<std::ptrdiff_t>(cell), cell_count());
  return state_->sphere ? state_->sphere->outcome_of(cell) : state_->circle->outcome_of(cell);
}
Eigen::Vector3d WrenchCells::wrench_in(std::size_t cell) const {
  internal::require_index("cell", static_cast<std::ptrdiff_t>(cell), complete() ? cell_count() : 0);
  return state_->sphere ? state_->sphere->wrench_in(cell) : state_->circle->wrench_in(cell);
}
std::optional<CellCentre> WrenchCells::widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                              const StopToken& stop) const {
  if (!complete()) return std::nullopt;
  return state_->sphere ? state_->sphere->widest(wanted, stop) : state_->circle->widest(wanted, stop);
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

template <class Direction>
int cross_sign(const Direction& a, const Direction& b) {
  return (a.x * b.y - a.y * b.x).sign();
}

/// Returns 0 for directions whose angle is in [0, pi), and 1 for all others.
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

/// Returns the angle of a direction, in [0, 2 pi).
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
  update_outcomes(limits.stop);
  complete_ = complete_ && cells_.size() <= limits.cells;
}

void CircleCells::update_outcomes(const StopToken& stop) {
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

/// Returns the breakpoints of the circle: its crossings with planes, its limits, and the axes (so that no arc is longer
/// than a right angle). The breakpoints are sorted by angle, beginning at 0. Equal directions are adjacent.
std::vector<CircleCells::Point> CircleCells::breakpoints() const {
  std::vector<Point> points{{{1, 0}}, {{0, 1}}, {{-1, 0}}, {{0, -1}}};
  for (std::size_t k = 0; k < planes_.size(); ++k) {
    const auto& [x, y] = planes_[k];
    if (x.is_zero() && y.is_zero()) continue;  // the plane contains the circle, so its sign is 0 on the whole circle
    points.push_back({{-y, x}, static_cast<int>(k), -1});
    points.push_back({{y, -x}, static_cast<int>(k), 1});
  }
  for (const double limit : {domain_.from, domain_.to}) {
    const IntegerVector d = integer_vector(std::array{std::cos(limit), std::sin(limit), 0.});
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
    for (std::size_t c = elements_[k].changes; c < end; ++c) signs[changes_[c].plane] = changes_[c].sign;
    visit(elements_[k], signs);
  }
  return true;
}

/// Returns the index of the first breakpoint of each distinct direction, followed by the number of breakpoints.
std::vector<std::size_t> CircleCells::places(const std::vector<Point>& points) {
  std::vector<std::size_t> firsts;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (k == 0 || !same_direction(points[k - 1].at, points[k].at)) firsts.push_back(k);
  }
  firsts.push_back(points.size());
  return firsts;
}

/// Adds points and arcs alternately. If the domain is only an arc of the circle, adds only the elements between its two
/// limits.
void CircleCells::add_elements(const std::vector<Point>& points) {
  const std::vector<std::size_t> firsts = places(points);
  const std::size_t count = firsts.size() - 1;
  const auto direction = [&](std::size_t place) -> const Direction& { return points[firsts[place % count]].at; };
  const auto place_of = [&](double limit) {
    const IntegerVector d = integer_vector(std::array{std::cos(limit), std::sin(limit), 0.});
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
    if (element.from == element.to && elements_.size() > 1)
      return;  // points are not cells, unless the domain is a single direction
    cells_.push_back({(element.from + element.to) / 2, table_.number(signs)});
  });
}

/// Adds the single cell of a spread, which combines the results of all wrenches of the range.
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

/// Returns the angle, rad, of the full turns before element k. (On a closed circle, the numbers of the elements
/// continue to increase after a full turn.)
double CircleCells::turns(std::size_t k) const { return kTurn * static_cast<double>(k / elements_.size()); }

/// Returns the sequences of consecutive wanted elements that cannot be extended. Each sequence contains at least one
/// arc, unless the domain is a single direction. Returns an empty list if `stop` ends the work.
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

/// Returns the wrench in the middle of a run: the angles between this wrench and both ends of the run are equal. If the
/// run is the whole circle, returns the wrench at which the run begins.
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

/// Returns the margin of the run that contains the whole range of a spread. The margin is the smaller of two angles:
/// from the first end of the run to the first end of the range, and from the last end of the range to the last end of
/// the run. Returns nothing if no run contains the whole range.
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

namespace {

/// A source of the exact normals of planes for a DirectionPool. In this pool, the normals are leaves, that is, they are
/// not computed from other directions.
class PlaneSource : public ExactSource {
 public:
  explicit PlaneSource(const std::vector<IntegerVector>& planes) : planes_(planes) {}
  IntegerVector exact_leaf(int name) const override { return planes_[name]; }
  const Integer& third_scale() const override { return one_; }

 private:
  const std::vector<IntegerVector>& planes_;
  Integer one_ = 1;
};

Approx rounded(const IntegerVector& v) {
  Approx approx(unit_double(v));
  approx.ulps = 4;
  for (int k = 0; k < 3; ++k) {
    // The double of this entry underflowed to 0, so its relative error is unbounded.
    if (approx.value[k] == 0 && !v[k].is_zero()) approx.ulps = HUGE_VAL;
  }
  return approx;
}

}  // namespace

SphereCells::SphereCells(OutcomeTable& table, double rho, const CellLimits& limits) : table_(table), rho_(rho) {
  if (!table.planes().complete()) return;
  const std::vector<IntegerVector>& planes = table.planes().planes();
  const PlaneSource source(planes);
  pool_.reset(&source);
  for (std::size_t k = 0; k < planes.size(); ++k) {
    plane_ids_.push_back(pool_.add_leaf(static_cast<int>(k), rounded(planes[k])));
    const auto unit = unit_double(planes[k]);
    normals_.push_back(Eigen::Vector3d(unit[0], unit[1], unit[2] * rho).normalized());
  }
  cells_ = SignTable(planes.size());
  met_.assign(place(0, static_cast<int>(planes.size())), false);
  complete_ = add_pairs(limits);
  SignBits signs(planes.size());
  if (planes.size() < 2) cell(signs);
  if (planes.size() == 1) {
    signs.set(0, true);
    cell(signs);
  }
  sort_sectors();
}

bool SphereCells::add_pairs(const CellLimits& limits) {
  const int count = static_cast<int>(plane_ids_.size());
  for (int i = 0; i < count; ++i) {
    for (int j = i + 1; j < count; ++j) {
      if (met_[place(i, j)]) continue;
      visit_pair(i, j);
      if (limits.progress) limits.progress(outcomes_.size());
      if (outcomes_.size() > limits.cells || limits.stop.stop_requested()) return false;
    }
  }
  return true;
}

void SphereCells::update_outcomes(const StopToken& stop) {
  for (std::size_t cell = 0; cell < outcomes_.size() && complete_; ++cell) {
    outcomes_[cell] = table_.number(cells_.signs(cell));
    complete_ = !stop.stop_requested();
  }
}

void SphereCells::sort_sectors() {
  first_sector_.assign(outcomes_.size() + 1, 0);
  for (const Sector& sector : sectors_) ++first_sector_[static_cast<std::size_t>(sector.cell) + 1];
  std::partial_sum(first_sector_.begin(), first_sector_.end(), first_sector_.begin());
  std::sort(sectors_.begin(), sectors_.end(),
            [](const Sector& a, const Sector& b) { return a.cell != b.cell ? a.cell < b.cell : a.corner < b.corner; });
}

/// Adds the two opposite corners in which the planes i and j meet.
void SphereCells::visit_pair(int i, int j) {
  const int count = static_cast<int>(plane_ids_.size());
  SignBits beside(plane_ids_.size());
  SignBits opposite_side(plane_ids_.size());
  std::vector<int> through;
  const auto id = [&](int plane) { return plane_ids_[plane]; };
  for (int first = 0; first < count; first += 64) {
    std::uint64_t positive = 0;
    std::uint64_t negative = 0;
    for (int k = first; k < std::min(count, first + 64); ++k) {
      const int sign = k == i || k == j ? 0 : pool_.sign_det(id(i), id(j), id(k));
      positive |= std::uint64_t{sign > 0} << (k - first);
      negative |= std::uint64_t{sign < 0} << (k - first);
      if (sign == 0) through.push_back(k);
    }
    beside.set_word(static_cast<std::size_t>(first / 64), positive);
    opposite_side.set_word(static_cast<std::size_t>(first / 64), negative);
  }
  for (const int a : through) {
    for (const int b : through) {
      if (b < a) met_[place(a, b)] = true;
    }
  }
  const auto v = pool_.unit_cross(plane_ids_[i], plane_ids_[j], false);
  const Eigen::Vector3d corner = scaled({v[0], v[1], v[2]}).normalized();
  const std::vector<int> turned = turned_planes(i, j, through);
  through_.push_back(through);
  for (const bool opposite : {false, true}) {
    corners_.push_back(opposite ? Eigen::Vector3d(-corner) : corner);
    add_sectors(turned, opposite ? opposite_side : beside, opposite);
  }
}

/// Returns the planes that contain the corner v = n_i x n_j, where n_k is the normal of plane k. Seen from v, each
/// plane is a line of two opposite rays, v x n_k and its negative. One of these rays lies at most half a turn
/// counterclockwise of the ray v x n_i. The planes are sorted by the angle of this ray. The entry k + 1 stands for
/// plane k with the ray v x n_k, and -(k + 1) for plane k with the opposite ray.
std::vector<int> SphereCells::turned_planes(int i, int j, const std::vector<int>& through) {
  const int before = pool_.size();
  const auto id = [&](int plane) { return plane_ids_[plane]; };
  const int v = pool_.add_cross(id(i), id(j));
  std::vector<int> turned{i + 1};
  for (const int k : through) {
    if (k != i) turned.push_back(k == j || pool_.sign_det(v, id(i), id(k)) > 0 ? k + 1 : -(k + 1));
  }
  std::sort(turned.begin() + 1, turned.end(), [&](int a, int b) {
    if (a == b) return false;
    const int sides = (a > 0) == (b > 0) ? 1 : -1;
    return sides * pool_.sign_det(v, id(std::abs(a) - 1), id(std::abs(b) - 1)) > 0;
  });
  pool_.truncate(before);
  return turned;
}

/// Adds the sectors around a corner. Give the normal of each plane in `turned` the sign of its entry. In the sector
/// between ray t and the next ray, the signed normals of the entries 0 to t then point away from the sector, and the
/// normals of the later entries point towards it. The ray after the last one is the opposite of ray 0. The opposite
/// sectors follow, in which all signs are reversed.
void SphereCells::add_sectors(const std::vector<int>& turned, SignBits signs, bool opposite) {
  const int corner = static_cast<int>(corners_.size()) - 1;
  const std::size_t count = turned.size();
  for (const int half : {1, -1}) {
    for (std::size_t t = 0; t < count; ++t) {
      for (std::size_t j = 0; j < count; ++j) {
        const bool towards = (turned[j] > 0) == (half > 0);
        signs.set(static_cast<std::size_t>(std::abs(turned[j]) - 1), towards == (j > t));
      }
      int first = std::abs(turned[t]) - 1;
      int second = std::abs(turned[(t + 1) % count]) - 1;
      if (opposite) std::swap(first, second);  // at the opposite corner, the order is reversed
      sectors_.push_back({static_cast<int>(cell(signs)), corner, first, second});
    }
  }
}

std::size_t SphereCells::cell(const SignBits& signs) {
  const auto [number, fresh] = cells_.insert(signs);
  if (fresh) outcomes_.push_back(table_.number(signs));
  return number;
}

SphereCells::Signs SphereCells::signs_of(std::size_t cell) const {
  Signs signs(plane_ids_.size());
  const SignBits bits = cells_.signs(cell);
  for (std::size_t k = 0; k < signs.size(); ++k) signs[k] = bits.positive(k) ? 1 : -1;
  return signs;
}

std::vector<Eigen::Vector3d> SphereCells::inward_normals(std::size_t cell) const {
  const Signs signs = signs_of(cell);
  std::vector<Eigen::Vector3d> normals;
  const auto add = [&](int plane) {
    const auto k = static_cast<std::size_t>(plane);
    normals.push_back(signs[k] * normals_[k]);
  };
  for (const Sector& sector : sectors(cell)) add(sector.first);
  if (normals.empty() && !normals_.empty()) add(0);
  return normals;
}

/// Returns the widest direction of a cell, or the mean of its corners if the cell is too thin for doubles.
Eigen::Vector3d SphereCells::centre(std::size_t cell) const {
  const std::vector<Eigen::Vector3d> normals = inward_normals(cell);
  if (normals.empty()) return {1, 0, 0};
  const Eigen::Vector3d widest = largest_cap(normals);
  if (std::all_of(normals.begin(), normals.end(), [&](const auto& normal) { return normal.dot(widest) > 0; }))
    return widest;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Sector& sector : sectors(cell)) sum += corners_[sector.corner];
  return sum.normalized();
}

Eigen::Vector3d SphereCells::wrench_in(std::size_t cell) const { return unscaled(centre(cell)); }

/// The wanted cells and their boundary. The boundary consists of the arcs and points around the wanted cells or between
/// them that are not wanted.
class SphereCells::Region {
 public:
  using Wanted = std::function<bool(const std::vector<StepResult>&)>;

  Region(const SphereCells& all, const Wanted& wanted, const StopToken& stop)
      : all_(all), wanted_(wanted), inside_(all.count()) {
    std::vector<char> accepted;
    for (const auto& outcome : all.table_.outcomes()) accepted.push_back(wanted(outcome));
    if (std::find(accepted.begin(), accepted.end(), 1) == accepted.end()) return;
    for (std::size_t cell = 0; cell < all.count(); ++cell) {
      inside_[cell] = accepted[all.outcomes_[cell]];
      if (inside_[cell]) cells_.push_back(cell);
    }
    seen_.assign(all.corners_.size(), 0);
    for (const std::size_t cell : cells_) add(cell, stop);
  }

  const std::vector<std::size_t>& cells() const { return cells_; }
  const SphereBoundary& boundary() const { return boundary_; }

  /// Returns whether a unit direction, in coordinates (fx, fy, tau / rho), lies in the wanted cells. Uses rounded
  /// signs.
  bool holds(const Eigen::Vector3d& direction) const {
    Signs signs;
    for (const Eigen::Vector3d& normal : all_.normals_) signs.push_back(normal.dot(direction) > 0 ? 1 : -1);
    const auto cell = find(signs);
    return cell && inside_[*cell];
  }

 private:
  void add(std::size_t cell, const StopToken& stop) {
    Signs signs = all_.signs_of(cell);
    if (all_.sectors(cell).empty() && !signs.empty()) return add_great_circle(signs);
    for (const Sector& sector : all_.sectors(cell)) {
      if (stop.stop_requested()) return;
      add_facet(cell, signs, sector);
      add_corner(signs, sector.corner);
    }
  }

  /// Returns whether the region continues from a wanted cell across a plane. It does if two neighbours are wanted too:
  /// the cell on the other side of the plane, and the open facet between the two cells.
  bool passes(Signs& signs, std::size_t plane) {
    const signed char sign = signs[plane];
    signs[plane] = static_cast<signed char>(-sign);
    const auto neighbour = find(signs);
    signs[plane] = 0;
    const bool wanted = neighbour && inside_[*neighbour] && wanted_(all_.table_.results(signs));
    signs[plane] = sign;
    return wanted;
  }

  void add_facet(std::size_t cell, Signs& signs, const Sector& sector) {
    const auto plane = static_cast<std::size_t>(sector.first);
    if (passes(signs, plane)) return;
    const std::span<const Sector> around = all_.sectors(cell);
    const auto end =
        std::find_if(around.begin(), around.end(), [&](const Sector& other) { return other.second == sector.first; });
    boundary_.add_arc(signs[plane] * all_.normals_[plane], all_.corners_[sector.corner], all_.corners_[end->corner]);
  }

  void add_corner(Signs signs, int corner) {
    char& seen = seen_[corner];
    if (seen) return;
    seen = 1;
    for (const int plane : all_.through(corner)) signs[plane] = 0;
    if (!wanted_(all_.table_.results(signs))) boundary_.add_point(all_.corners_[corner]);
  }

  void add_great_circle(Signs& signs) {
    if (passes(signs, 0)) return;
    const Eigen::Vector3d normal = signs[0] * all_.normals_[0];
    const Eigen::Vector3d along = normal.unitOrthogonal();
    boundary_.add_arc(normal, along, -along);
    boundary_.add_arc(normal, -along, along);
  }

  std::optional<std::size_t> find(const Signs& signs) const {
    SignBits key(signs.size());
    for (std::size_t k = 0; k < signs.size(); ++k) key.set(k, signs[k] > 0);
    return all_.cells_.find(key);
  }

  const SphereCells& all_;
  const Wanted& wanted_;
  std::vector<char> inside_;
  std::vector<std::size_t> cells_;
  std::vector<char> seen_;
  SphereBoundary boundary_;
};

std::optional<CellCentre> SphereCells::widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                              const StopToken& stop) const {
  constexpr std::size_t kMostStarts = 16;
  const Region region(*this, wanted, stop);
  const std::vector<std::size_t>& cells = region.cells();
  if (cells.empty()) return std::nullopt;
  const std::size_t count = std::min(cells.size(), kMostStarts);
  std::vector<Eigen::Vector3d> starts;
  for (std::size_t k = 0; k < count; ++k) {
    starts.push_back(centre(cells[k * cells.size() / count]));
    if (stop.stop_requested()) return std::nullopt;
  }
  const SphereBoundary::Widest widest = region.boundary().widest(
      starts, [&](const auto& direction) { return region.holds(direction); }, stop);
  return CellCentre{unscaled(widest.direction), widest.margin, std::nullopt};
}

}  // namespace pawl::internal::inline planner
