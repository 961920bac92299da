// SPDX-License-Identifier: MIT
#include "orient/transfer.h"

#include <pawl/base/assert.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/numbers.h"
#include "orient/direction_function.h"

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;

/// Intervals that are shorter than this, rad, are due to rounding.
constexpr double kShortest = 1e-14;

/// The sense in which a part turns: to smaller angles, to larger angles, or not at all.
enum class Turns { down, up, not_at_all };

/// An interval of directions in which the part always turns in the same sense. A stretch at a minimum in a kink of f
/// has the length 0.
struct Stretch {
  double begin = 0, end = 0;
  Turns turns = Turns::not_at_all;
};

/// Appends the directions phi between `low` and `high` at which f' = mu f. With the angle psi of z and beta = atan(mu),
/// f' - mu f = -|z| sqrt(1 + mu^2) sin(phi - psi + beta) - mu rho.
void add_roots(const DirectionPiece& piece, double mu, double low, double high, std::vector<double>& roots) {
  const double length = piece.z.norm() * std::sqrt(1 + mu * mu);
  if (length == 0 || std::fabs(mu * piece.rho) > length) return;
  const double middle = std::atan2(piece.z.y(), piece.z.x()) - std::atan(mu);
  const double from = std::asin(-mu * piece.rho / length);
  for (const double root : {middle + from, middle + std::numbers::pi - from}) {
    const double phi = low + reduced(root - low, 2 * std::numbers::pi);
    if (phi > low + kShortest && phi < high - kShortest) roots.push_back(phi);
  }
}

Turns turns_at(const DirectionPiece& piece, double mu, double phi) {
  if (piece.z.isZero(0)) return Turns::not_at_all;
  const double slope = slope_of(piece, phi), most = mu * value_of(piece, phi);
  return slope > most ? Turns::down : slope < -most ? Turns::up : Turns::not_at_all;
}

void append(std::vector<Stretch>& stretches, const Stretch& next) {
  if (!stretches.empty() && stretches.back().turns == next.turns) {
    stretches.back().end = next.end;
    return;
  }
  if (!stretches.empty() && stretches.back().turns == Turns::up && next.turns == Turns::down)
    stretches.push_back({next.begin, next.begin, Turns::not_at_all});
  stretches.push_back(next);
}

/// Returns the stretches of one period. In each stretch, the part turns in one sense, or it does not turn (a stop). If
/// the period contains a stop, the first stretch is a stop.
std::vector<Stretch> stretches_of(const DirectionFunction& f, double mu) {
  std::vector<Stretch> pieces;
  std::vector<double> ends;
  for (std::size_t i = 0; i < f.pieces.size(); ++i) {
    double low = f.pieces[i].begin;
    const double high = i + 1 < f.pieces.size() ? f.pieces[i + 1].begin : f.pieces[0].begin + f.period;
    ends.clear();
    add_roots(f.pieces[i], mu, low, high, ends);
    if (mu > 0) add_roots(f.pieces[i], -mu, low, high, ends);
    std::sort(ends.begin(), ends.end());
    ends.push_back(high);
    for (const double end : ends) {
      if (end - low < kShortest && !pieces.empty()) continue;
      pieces.push_back({low, end, turns_at(f.pieces[i], mu, (low + end) / 2)});
      low = end;
    }
    if (!pieces.empty()) pieces.back().end = high;
  }
  // The list begins where a piece in which the direction increases ends and a piece of another kind follows. Therefore
  // the list does not cut a stop in two.
  const std::size_t count = pieces.size();
  std::size_t first = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (pieces[(i + count - 1) % count].turns == Turns::up && pieces[i].turns != Turns::up) first = i;
  std::vector<Stretch> result;
  for (std::size_t k = 0; k < count; ++k) {
    Stretch next = pieces[(first + k) % count];
    const double lift = first + k >= count ? f.period : 0;
    next.begin += lift;
    next.end += lift;
    if (k == 0 && next.turns == Turns::down) result.push_back({next.begin, next.begin, Turns::not_at_all});
    append(result, next);
  }
  return result;
}

/// The stops of a function, and for each stop, the sense in which the part turns between this stop and the next one.
struct Stops {
  std::vector<Stretch> stops;
  std::vector<Turns> after;
  double period = 0;

  long count() const { return static_cast<long>(stops.size()); }
  Stretch stop(long j) const {
    const long n = count(), turn = j >= 0 ? j / n : -((n - 1 - j) / n);
    Stretch result = stops[static_cast<std::size_t>(j - turn * n)];
    result.begin += static_cast<double>(turn) * period;
    result.end += static_cast<double>(turn) * period;
    return result;
  }
  Turns turns_after(long j) const {
    const long n = count();
    return after[static_cast<std::size_t>(((j % n) + n) % n)];
  }
};

Stops stops_of(const DirectionFunction& f, double mu) {
  Stops stops{{}, {}, f.period};
  for (const Stretch& stretch : stretches_of(f, mu)) {
    if (stretch.turns == Turns::not_at_all) {
      stops.stops.push_back(stretch);
      stops.after.push_back(Turns::not_at_all);
      continue;
    }
    // This stretch begins at a maximum. Because of rounding, the maximum has no stop of its own, so a stop of length 0
    // is added.
    if (stops.after.empty() || stops.after.back() != Turns::not_at_all) {
      stops.stops.push_back({stretch.begin, stretch.begin, Turns::not_at_all});
      stops.after.push_back(Turns::not_at_all);
    }
    stops.after.back() = stretch.turns;
  }
  return stops;
}

void append(Transfer& transfer, Cell cell) {
  if (!(cell.end - cell.begin > kShortest)) return;
  if (!transfer.cells.empty()) {
    Cell& last = transfer.cells.back();
    cell.begin = last.end;
    if (last.low == cell.low && last.high == cell.high && last.excluded == cell.excluded) {
      last.end = cell.end;
      return;
    }
  }
  transfer.cells.push_back(cell);
}

Image at(double value) { return {false, value}; }
constexpr Image kStays{true, 0};

/// Builds the frictionless transfer function. Directions in which f is nearly constant are combined into components.
class FrictionlessBuilder {
 public:
  FrictionlessBuilder(const DirectionFunction& f, Ties ties)
      : components_(stops_of(f, kTieSlope)), exact_(stretches_of(f, 0)), ties_(ties) {}

  Transfer build() {
    Transfer transfer{components_.period, {}};
    const long n = components_.count();
    for (long j = 0; j < n; ++j) {
      add_component(j, transfer);
      if (n == 1 && components_.turns_after(j) == Turns::not_at_all) break;
      const Images images = components_.turns_after(j) == Turns::down ? down_from(j) : up_from(j);
      append(transfer, {components_.stop(j).end, components_.stop(j + 1).begin, at(images.low), at(images.high), false});
    }
    return transfer;
  }

 private:
  struct Images {
    double low, high;
  };
  enum class Sort { minimum, maximum, down, up };

  Sort sort_of(long j) const {
    const bool from_left = components_.turns_after(j - 1) == Turns::up;
    const bool from_right = components_.turns_after(j) == Turns::down;
    return from_left ? (from_right ? Sort::minimum : Sort::up) : (from_right ? Sort::down : Sort::maximum);
  }

  /// Returns the stops at slope 0 within component j. If `maxima` is true, returns the maxima within the component
  /// instead. The results are moved by whole periods into the component.
  std::vector<Stretch> exact_within(long j, bool maxima) const {
    const Stretch component = components_.stop(j);
    constexpr double kSlack = 1e-12;
    std::vector<Stretch> found;
    for (const double lift : {-2., -1., 0., 1., 2.}) {
      const double moved = lift * components_.period;
      const auto first = std::lower_bound(exact_.begin(), exact_.end(), component.begin - kSlack - moved,
                                          [](const Stretch& stretch, double low) { return stretch.end < low; });
      for (auto it = first; it != exact_.end() && it->begin + moved <= component.end + kSlack; ++it) {
        Stretch stretch{it->begin + moved, it->end + moved, it->turns};
        const Stretch& before = it == exact_.begin() ? exact_.back() : *(it - 1);
        if (!maxima && it->turns == Turns::not_at_all) found.push_back(stretch);
        if (maxima && it->turns == Turns::up && before.turns == Turns::down &&
            stretch.begin >= component.begin - kSlack) {
          stretch.end = stretch.begin;
          found.push_back(stretch);
        }
      }
    }
    return found;
  }

  /// Takes a part that starts in the gap after component j and turns to smaller directions. Returns bounds on the
  /// direction at which it stops.
  Images down_from(long j) const {
    const Stretch component = components_.stop(j);
    if (sort_of(j) == Sort::minimum) {
      const std::vector<Stretch> inner = exact_within(j, false);
      return inner.size() == 1 ? Images{inner[0].end, inner[0].end} : Images{component.begin, component.end};
    }
    if (ties_ == Ties::stopped) return {component.end, component.end};
    const Images further = down_from(j - 1);
    return ties_ == Ties::passed ? further : Images{further.low, component.end};
  }
  /// Takes a part that starts in the gap before component j + 1 and turns to larger directions. Returns bounds on the
  /// direction at which it stops.
  Images up_from(long j) const {
    const Stretch component = components_.stop(j + 1);
    if (sort_of(j + 1) == Sort::minimum) {
      const std::vector<Stretch> inner = exact_within(j + 1, false);
      return inner.size() == 1 ? Images{inner[0].begin, inner[0].begin} : Images{component.begin, component.end};
    }
    if (ties_ == Ties::stopped) return {component.begin, component.begin};
    const Images further = up_from(j + 1);
    return ties_ == Ties::passed ? further : Images{component.begin, further.high};
  }

  void add_component(long j, Transfer& transfer) const {
    const Stretch component = components_.stop(j);
    const double p = component.begin, q = component.end;
    if (components_.count() == 1 && components_.turns_after(0) == Turns::not_at_all) {
      append(transfer, {p, q, kStays, kStays, false});
      return;
    }
    switch (sort_of(j)) {
      case Sort::minimum: {
        const std::vector<Stretch> inner = exact_within(j, false);
        if (inner.size() == 1) {
          append(transfer, {p, inner[0].begin, at(inner[0].begin), at(inner[0].begin), false});
          append(transfer, {inner[0].begin, inner[0].end, kStays, kStays, false});
          append(transfer, {inner[0].end, q, at(inner[0].end), at(inner[0].end), false});
        } else {
          append(transfer, {p, q, at(p), at(q), false});
        }
        return;
      }
      case Sort::maximum: {
        const Images left = down_from(j - 1), right = up_from(j);
        const std::vector<Stretch> tops = exact_within(j, true);
        const double top = tops.size() == 1 ? tops[0].begin : (p + q) / 2;
        if (ties_ != Ties::bounded) {
          append(transfer, {p, top, at(left.low), at(left.high), false});
          append(transfer, {top, q, at(right.low), at(right.high), false});
        } else if (tops.size() == 1) {
          const double low = std::max(p, top - kOrientMargin), high = std::min(q, top + kOrientMargin);
          append(transfer, {p, low, at(left.low), at(left.high), false});
          append(transfer, {low, high, at(left.low), at(right.high), true});
          append(transfer, {high, q, at(right.low), at(right.high), false});
        } else {
          append(transfer, {p, q, at(left.low), at(right.high), q - p <= 3 * kOrientMargin});
        }
        return;
      }
      case Sort::down: {
        const Images left = down_from(j - 1);
        append(transfer, {p, q, at(left.low), at(ties_ == Ties::bounded ? q : left.high), false});
        return;
      }
      case Sort::up: {
        const Images right = up_from(j);
        append(transfer, {p, q, at(ties_ == Ties::bounded ? p : right.low), at(right.high), false});
        return;
      }
    }
  }

  Stops components_;
  std::vector<Stretch> exact_;
  Ties ties_;
};

/// Completes the period: the last cell ends where the first cell begins. If both cells have the same images, joins
/// them.
void close(Transfer& transfer) {
  std::vector<Cell>& cells = transfer.cells;
  PAWL_ASSERT(!cells.empty());
  cells.back().end = cells.front().begin + transfer.period;
  if (cells.size() < 2 || cells.front().excluded != cells.back().excluded) return;
  const auto same = [&](const Image& first, const Image& last) {
    constexpr double kRounding = 1e-12;
    return first.identity == last.identity &&
           (first.identity || std::fabs(first.value + transfer.period - last.value) < kRounding);
  };
  if (!same(cells.front().low, cells.back().low) || !same(cells.front().high, cells.back().high)) return;
  cells.front().begin = cells.back().begin - transfer.period;
  cells.pop_back();
}

}  // namespace

Cell Transfer::cell(long k) const {
  const long n = count(), turn = k >= 0 ? k / n : -((n - 1 - k) / n);
  Cell result = cells[static_cast<std::size_t>(k - turn * n)];
  const double lift = static_cast<double>(turn) * period;
  result.begin += lift;
  result.end += lift;
  if (!result.low.identity) result.low.value += lift;
  if (!result.high.identity) result.high.value += lift;
  return result;
}

long Transfer::cell_at(double phi) const {
  const double turn = std::floor((phi - cells[0].begin) / period);
  const double at = phi - turn * period;
  const auto after = std::upper_bound(cells.begin(), cells.end(), at,
                                      [](double angle, const Cell& cell) { return angle < cell.begin; });
  return static_cast<long>(turn) * count() + std::max<long>(after - cells.begin() - 1, 0);
}

double Transfer::below(double limit) const {
  // The search range suffices, because high(phi) differs from phi by at most one period.
  long low = cell_at(limit - 2 * period), high = cell_at(limit + 2 * period);
  const auto reaches = [&](long k) {
    const Cell c = cell(k);
    return c.high.identity ? c.end > limit : c.high.value >= limit;
  };
  while (low < high) {
    const long middle = low + (high - low) / 2;
    if (reaches(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  const Cell c = cell(low);
  return c.high.identity ? std::max(c.begin, limit) : c.begin;
}

double Transfer::above(double limit) const {
  long low = cell_at(limit - 2 * period), high = cell_at(limit + 2 * period);
  const auto stays_below = [&](long k) {
    const Cell c = cell(k);
    return c.low.identity ? c.begin < limit : c.low.value <= limit;
  };
  while (low < high) {  // finds the last cell with directions that may end at `limit` or below
    const long middle = low + (high - low + 1) / 2;
    if (stays_below(middle)) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  const Cell c = cell(low);
  return c.low.identity ? std::min(c.end, limit) : c.end;
}

double Transfer::high_before(double y) const {
  long k = cell_at(y);
  if (cell(k).begin >= y) --k;
  const Cell c = cell(k);
  return c.high.identity ? y : c.high.value;
}

double Transfer::low_after(double x) const {
  long k = cell_at(x);
  if (cell(k).end <= x) ++k;
  const Cell c = cell(k);
  return c.low.identity ? x : c.low.value;
}

Transfer frictionless_transfer(const DirectionFunction& f, Ties ties) {
  Transfer transfer = FrictionlessBuilder(f, ties).build();
  close(transfer);
  return transfer;
}

Transfer friction_transfer(const DirectionFunction& f, double mu) {
  const Stops stops = stops_of(f, mu);
  Transfer transfer{f.period, {}};
  for (long j = 0; j < stops.count(); ++j) {
    const Stretch stop = stops.stop(j);
    append(transfer, {stop.begin, stop.end, kStays, kStays, false});
    if (stops.turns_after(j) == Turns::not_at_all) break;
    const double next = stops.stop(j + 1).begin;
    const Image image = at(stops.turns_after(j) == Turns::down ? stop.end : next);
    append(transfer, {stop.end, next, image, image, false});
  }
  close(transfer);
  return transfer;
}

Transfer combined(const Transfer& a, const Transfer& b) {
  const double start = a.cells[0].begin;
  std::vector<double> begins;
  for (const Cell& cell : a.cells) begins.push_back(cell.begin);
  for (const Cell& cell : b.cells) begins.push_back(start + reduced(cell.begin - start, a.period));
  std::sort(begins.begin(), begins.end());
  begins.push_back(start + a.period);
  Transfer transfer{a.period, {}};
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    const double middle = (begins[i] + begins[i + 1]) / 2;
    const Cell one = a.cell(a.cell_at(middle)), other = b.cell(b.cell_at(middle));
    const auto value = [&](const Image& image) { return image.identity ? middle : image.value; };
    const Image low = value(one.low) <= value(other.low) ? one.low : other.low;
    const Image high = value(one.high) >= value(other.high) ? one.high : other.high;
    append(transfer, {begins[i], begins[i + 1], low, high, one.excluded || other.excluded});
  }
  close(transfer);
  return transfer;
}

bool is_identity(const Transfer& transfer) {
  return std::all_of(transfer.cells.begin(), transfer.cells.end(),
                     [](const Cell& cell) { return cell.low.identity && cell.high.identity; });
}

long cells_per_symmetry(const Transfer& transfer) {
  const long n = transfer.count();
  const auto near = [](double a, double b) { return std::fabs(a - b) <= kOrientMargin; };
  const auto repeats = [&](long q) {
    const double period = transfer.period * static_cast<double>(q) / static_cast<double>(n);
    const auto same = [&](const Image& a, const Image& b) {
      return a.identity == b.identity && (a.identity || near(a.value + period, b.value));
    };
    for (long k = 0; k < n; ++k) {
      const Cell one = transfer.cell(k), other = transfer.cell(k + q);
      if (!near(one.begin + period, other.begin) || !same(one.low, other.low) || !same(one.high, other.high) ||
          one.excluded != other.excluded)
        return false;
    }
    return true;
  };
  for (long q = 1; q < n; ++q)
    if (n % q == 0 && repeats(q)) return q;
  return n;
}

namespace {

using ExactDirection = std::optional<std::array<std::string, 2>>;

/// Returns the direction of a vector as integers without a common factor. Returns nothing for the zero vector, or if a
/// coordinate is a rounded number with more than 15 digits.
ExactDirection exact_of(const Vector& v) {
  if (v.isZero(0) || is_computed(v.x()) || is_computed(v.y())) return std::nullopt;
  const IntegerVector integers = primitive(integer_vector({v.x(), v.y(), 0}));
  return std::array<std::string, 2>{integers[0].str(), integers[1].str()};
}

/// Finds the exact directions of minima and maxima of a function of a polygon.
class ExactDirections {
 public:
  explicit ExactDirections(const DirectionFunction& f) {
    for (const DirectionPiece& piece : f.pieces)
      if (piece.rho != 0) return;
    for (std::size_t i = 0; i < f.pieces.size(); ++i) {
      const std::size_t before = (i + f.pieces.size() - 1) % f.pieces.size();
      // The period of a width function is half a turn. One period later, the vectors z of its pieces have the opposite
      // sign.
      const double sign = i == 0 && f.period < 4 ? -1 : 1;
      const Vector edge = written_difference(f.pieces[i].z, sign * f.pieces[before].z);
      add(f.pieces[i].begin, f.period, {edge.y(), -edge.x()});
      add(std::atan2(f.pieces[i].z.y(), f.pieces[i].z.x()), f.period, f.pieces[i].z);
    }
    std::sort(known_.begin(), known_.end(), [](const Known& a, const Known& b) { return a.angle < b.angle; });
    period_ = f.period;
  }

  BodyDirection of(double angle) const {
    BodyDirection direction{angle, std::nullopt};
    if (known_.empty()) return direction;
    const double at = reduced(angle, period_);
    for (const double lift : {0., period_, -period_}) {
      const auto it = std::lower_bound(known_.begin(), known_.end(), at + lift - 1e-12,
                                       [](const Known& known, double low) { return known.angle < low; });
      if (it == known_.end() || it->angle > at + lift + 1e-12) continue;
      // Takes the one of the two opposite vectors whose direction is nearer to `angle`.
      const Vector u(std::cos(angle), std::sin(angle));
      direction.exact = exact_of(u.dot(it->vector) >= 0 ? it->vector : -it->vector);
      break;
    }
    return direction;
  }

 private:
  struct Known {
    double angle;
    Vector vector;
  };
  void add(double angle, double period, const Vector& vector) { known_.push_back({reduced(angle, period), vector}); }

  std::vector<Known> known_;
  double period_ = 0;
};

}  // namespace

std::vector<TransferStep> steps_of(const Transfer& transfer, const DirectionFunction& f) {
  const ExactDirections exact(f);
  std::vector<TransferStep> steps;
  for (long k = 0; k < transfer.count(); ++k) {
    const Cell cell = transfer.cell(k), before = transfer.cell(k - 1), after = transfer.cell(k + 1);
    if (cell.excluded) continue;
    TransferStep step;
    step.from = exact.of(before.excluded ? (before.begin + before.end) / 2 : cell.begin);
    step.to = exact.of(after.excluded ? (after.begin + after.end) / 2 : cell.end);
    step.kind = cell.low.identity && cell.high.identity ? TransferStep::Kind::stays
                : !cell.low.identity && cell.low == cell.high ? TransferStep::Kind::turns
                                                              : TransferStep::Kind::range;
    step.low = exact.of(cell.low.identity ? cell.begin : cell.low.value);
    step.high = exact.of(cell.high.identity ? cell.end : cell.high.value);
    steps.push_back(step);
  }
  return steps;
}

bool repeats_exactly(const std::vector<TransferStep>& steps, long parts) {
  const auto count = static_cast<long>(steps.size());
  if (parts == 1) return true;
  if (count % parts != 0) return false;
  const auto vector = [](const BodyDirection& direction) {
    const auto& text = direction.exact;
    return std::array<Integer, 2>{Integer((*text)[0]), Integer((*text)[1])};
  };
  // Returns the quotient b / a of two directions, which are taken as complex numbers, multiplied by |a|^2.
  const auto quotient = [&](const BodyDirection& a, const BodyDirection& b) {
    const auto u = vector(a), v = vector(b);
    return std::array<Integer, 2>{u[0] * v[0] + u[1] * v[1], u[0] * v[1] - u[1] * v[0]};
  };
  const long q = count / parts;
  for (const TransferStep& step : steps)
    if (step.kind != TransferStep::Kind::turns || !step.from.exact || !step.low.exact) return false;
  const auto first = quotient(steps[0].from, steps[static_cast<std::size_t>(q % count)].from);
  for (long k = 0; k < count; ++k) {
    const TransferStep& one = steps[static_cast<std::size_t>(k)];
    const TransferStep& other = steps[static_cast<std::size_t>((k + q) % count)];
    for (const auto& turn : {quotient(one.from, other.from), quotient(one.low, other.low)})
      if (turn[0] * first[1] != turn[1] * first[0]) return false;
  }
  return true;
}

}  // namespace pawl::internal::inline planner
