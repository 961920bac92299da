// SPDX-License-Identifier: MIT
#include "orient/orient_search.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

namespace pawl::internal::inline planner {
namespace {

/// Largest number of steps of a plan. A polygon of n vertices needs O(n) steps.
constexpr std::size_t kMostSteps = 20000;

/// An interval counts as longer than another one if it is longer by more than this angle, rad, which exceeds rounding
/// errors.
constexpr double kGrowth = 1e-12;

/// The search over intervals of directions, from the last step to the first.
class Search {
 public:
  Search(const Transfer& transfer, const OrientSearch& options) : transfer_(transfer), options_(options) {
    parts_ = std::lround(transfer.period / options.symmetry_period);
    cells_ = transfer.count() / std::max(parts_, 1L);
  }

  OrientFound run() {
    add_steps();
    if (solved_.empty()) return {};
    if (const std::optional<long> whole = whole_interval(0)) return {OrientFound::End::found, sequence(*whole)};
    std::size_t first = 0;
    for (std::size_t level = 1; level < kMostSteps; ++level) {
      const std::size_t last = solved_.size();
      if (options_.stop.stop_requested()) return {OrientFound::End::stopped, {}};
      const bool grew = options_.steps_per_turn ? add_stepped(first, last) : add_longest();
      if (stopped_) return {OrientFound::End::stopped, {}};
      if (!grew) return {};
      if (const std::optional<long> whole = whole_interval(last)) return {OrientFound::End::found, sequence(*whole)};
      first = last;
    }
    return {OrientFound::End::stopped, {}};
  }

 private:
  /// Adds to `solved_` the maximal intervals of directions that one step turns into a single direction. If turns may
  /// have any angle, adds only the longest of these intervals.
  void add_steps() {
    for (long k = 0; k < cells_; ++k) {
      const Cell cell = transfer_.cell(k);
      if (cell.low.identity || cell.low != cell.high) continue;
      const Cell before = transfer_.cell(k - 1);
      if (!before.low.identity && before.low == before.high && before.high == cell.low) continue;
      double end = cell.end;
      for (long next = k + 1; next < k + transfer_.count(); ++next) {
        const Cell after = transfer_.cell(next);
        if (after.low.identity || after.low != cell.low || after.high != cell.low) break;
        end = after.end;
      }
      solved_.push_back({cell.begin, end, -1, 0, (end - cell.begin) / 2});
    }
    if (solved_.empty()) return;
    if (options_.steps_per_turn) {
      keep_maximal(solved_);
    } else {
      solved_ = {*std::max_element(solved_.begin(), solved_.end(), [](const Solved& a, const Solved& b) {
        return a.end - a.begin < b.end - b.begin;
      })};
    }
  }

  /// Returns the index of an interval that contains all directions modulo the symmetry, except those at a maximum.
  /// Returns nothing if no interval with an index of at least `first` does.
  std::optional<long> whole_interval(std::size_t first) const {
    for (std::size_t i = first; i < solved_.size(); ++i) {
      const double rest = solved_[i].begin + options_.symmetry_period - solved_[i].end;
      if (rest <= kGrowth) return static_cast<long>(i);
      const Cell cell = transfer_.cell(transfer_.cell_at(solved_[i].end + rest / 2));
      if (cell.excluded && cell.begin <= solved_[i].end + kGrowth &&
          cell.end >= solved_[i].begin + options_.symmetry_period - kGrowth)
        return static_cast<long>(i);
    }
    return std::nullopt;
  }

  std::vector<Solved> sequence(long first) const {
    std::vector<Solved> steps;
    for (long k = first; k >= 0; k = solved_[static_cast<std::size_t>(k)].next)
      steps.push_back(solved_[static_cast<std::size_t>(k)]);
    return steps;
  }

  double capped(double begin, double end) const { return std::min(end, begin + options_.symmetry_period); }

  /// All directions modulo the symmetry period, as one interval that begins and ends at `at`. After one step, these
  /// directions lie between `low` and `high`.
  struct Cut {
    double at, low, high;
  };

  /// Returns the cut at cell k if a part with a direction in this cell may either stay or turn. Returns nothing for
  /// other cells. If the direction of a part leaves the interval of the cut at one end, it enters the interval at the
  /// other end, one period farther. Cell k may lie in any period.
  std::optional<Cut> cut_at(long k) const {
    const Cell cell = transfer_.cell(k), before = transfer_.cell(k - 1), after = transfer_.cell(k + 1);
    const double period = options_.symmetry_period;
    const double high_before = transfer_.high_before(before.excluded ? before.begin : cell.begin);
    const double low_after = transfer_.low_after(after.excluded ? after.end : cell.end);
    // A part with a direction in this cell either stays, or turns to larger directions and then moves as in the next
    // cell.
    if (cell.low.identity && !cell.high.identity)
      return Cut{cell.end, std::min(cell.high.value, low_after), std::max(cell.end, high_before) + period};
    if (!cell.low.identity && cell.high.identity)
      return Cut{cell.begin, std::min(cell.begin, low_after), std::max(cell.low.value, high_before) + period};
    return std::nullopt;
  }

  /// Looks for a cut for which the directions after one step all fit into the last interval. If it exists, adds the
  /// interval of all directions and returns true.
  bool add_whole() {
    const Solved target = solved_.back();
    for (long k = 0; k < cells_; ++k) {
      const std::optional<Cut> cut = cut_at(k);
      const double width = target.end - target.begin;
      if (!cut || !(cut->high - cut->low < width - 2 * options_.margin)) continue;
      solved_.push_back({cut->at, cut->at + options_.symmetry_period, static_cast<long>(solved_.size()) - 1,
                         (target.begin + target.end) / 2 - (cut->low + cut->high) / 2,
                         (width - (cut->high - cut->low)) / 2});
      return true;
    }
    return false;
  }

  /// Does the same as add_whole() if all turns are multiples of a turning step. The directions after one step must then
  /// fit into one of the intervals with the indices `first` to `last` - 1.
  bool add_whole_stepped(std::size_t first, std::size_t last) {
    const double step = 2 * std::numbers::pi / static_cast<double>(*options_.steps_per_turn);
    const long lifts = std::lround(2 * std::numbers::pi / transfer_.period);
    for (long k = 0; k < lifts * transfer_.count(); ++k) {
      const std::optional<Cut> cut = cut_at(k);
      if (!cut) continue;
      for (std::size_t i = first; i < last; ++i) {
        const Solved target = solved_[i];
        const double turn = step * std::ceil((target.begin + options_.margin - cut->low) / step);
        const double margin = std::min(cut->low + turn - target.begin, target.end - cut->high - turn);
        if (!(margin >= options_.margin)) continue;
        solved_.push_back({cut->at, cut->at + options_.symmetry_period, static_cast<long>(i), turn, margin});
        return true;
      }
    }
    return false;
  }

  /// Finds the longest interval that one step and a turn bring into the last interval, and adds it. Returns false if it
  /// is not longer than the last interval.
  bool add_longest() {
    if (add_whole()) return true;
    const Solved target = solved_.back();
    const double width = target.end - target.begin - 2 * options_.margin;
    Solved best;
    const auto take = [&](double begin, double end) {
      if (end - begin > best.end - best.begin + kGrowth) best = {begin, end, 0, 0, 0};
    };
    for (long k = 0; k < cells_; ++k) {
      const Cell cell = transfer_.cell(k), before = transfer_.cell(k - 1), after = transfer_.cell(k + 1);
      if (!cell.low.identity && before.low != cell.low)
        take(cell.begin, capped(cell.begin, transfer_.below(cell.low.value + width)));
      if (!cell.high.identity && after.high != cell.high) {
        const double begin = transfer_.above(cell.high.value - width);
        take(std::max(begin, cell.end - options_.symmetry_period), cell.end);
      }
    }
    if (!(best.end - best.begin > target.end - target.begin + kGrowth)) return false;
    const double low = transfer_.low_after(best.begin), high = transfer_.high_before(best.end);
    best.turn = (target.begin + target.end) / 2 - (low + high) / 2;
    best.margin = (target.end - target.begin - (high - low)) / 2;
    best.next = static_cast<long>(solved_.size()) - 1;
    solved_.push_back(best);
    return true;
  }

  /// Returns the multiples of the turning step after which the result of some interval begins just inside `target`.
  std::set<long> multiples(const Solved& target) const {
    const long count = *options_.steps_per_turn;
    const double step = 2 * std::numbers::pi / static_cast<double>(count);
    const long lifts = std::lround(2 * std::numbers::pi / transfer_.period);
    std::set<long> found;
    const auto add = [&](long multiple) { found.insert(((multiple % count) + count) % count); };
    for (long k = 0; k < lifts * transfer_.count(); ++k) {
      if (static_cast<long>(found.size()) == count) break;
      const Cell cell = transfer_.cell(k);
      const double low = target.begin + options_.margin;
      if (cell.low.identity) {
        const auto from = static_cast<long>(std::ceil((low - cell.end) / step));
        const auto to = static_cast<long>(std::floor((low - cell.begin) / step));
        for (long j = from; j <= std::min(to, from + count); ++j) add(j);
      }
      // Only the first direction of each cell is added, because the end of each cell is the first direction of the next
      // cell.
      if (!cell.low.identity) add(static_cast<long>(std::ceil((low - cell.low.value) / step)));
    }
    return found;
  }

  /// Adds the maximal intervals that one step, and a turn by a multiple of the turning step, bring into one of the
  /// intervals with the indices `first` to `last` - 1. Returns false if earlier intervals contain all of them.
  bool add_stepped(std::size_t first, std::size_t last) {
    const double step = 2 * std::numbers::pi / static_cast<double>(*options_.steps_per_turn);
    if (add_whole_stepped(first, last)) return true;
    std::vector<Solved> found;
    for (std::size_t i = first; i < last; ++i) {
      if (options_.stop.stop_requested()) {
        stopped_ = true;
        return false;
      }
      const Solved target = solved_[i];
      for (const long multiple : multiples(target)) {
        const double turn = static_cast<double>(multiple) * step;
        const double begin = transfer_.above(target.begin + options_.margin - turn);
        const double end = capped(begin, transfer_.below(target.end - options_.margin - turn));
        if (!(end - begin > kGrowth)) continue;
        const double low = transfer_.low_after(begin) + turn, high = transfer_.high_before(end) + turn;
        Solved one{begin, end, static_cast<long>(i), turn, std::min(low - target.begin, target.end - high)};
        // Moves the interval into the first period of the symmetry. The directions after the step move with it, modulo
        // the symmetry.
        const double lift =
            options_.symmetry_period * std::floor((begin - transfer_.cells[0].begin) / options_.symmetry_period);
        one.begin -= lift;
        one.end -= lift;
        found.push_back(one);
      }
    }
    keep_maximal(found);
    bool grew = false;
    for (const Solved& one : found) {
      if (is_covered(one, last)) continue;
      solved_.push_back(one);
      grew = true;
    }
    return grew;
  }

  /// Returns whether one of the first `count` intervals contains the interval `one`, modulo the symmetry.
  bool is_covered(const Solved& one, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i)
      for (const double lift : {-options_.symmetry_period, 0., options_.symmetry_period})
        if (solved_[i].begin + lift <= one.begin + kGrowth && solved_[i].end + lift >= one.end - kGrowth) return true;
    return false;
  }

  /// Removes each interval that another interval contains, modulo the symmetry.
  void keep_maximal(std::vector<Solved>& intervals) const {
    std::sort(intervals.begin(), intervals.end(), [](const Solved& a, const Solved& b) {
      return a.begin < b.begin || (a.begin == b.begin && a.end > b.end);
    });
    double furthest = -1e300;
    for (const Solved& one : intervals) furthest = std::max(furthest, one.end - options_.symmetry_period);
    std::vector<Solved> kept;
    for (const Solved& one : intervals) {
      // The interval that extends farthest can occur a second time, one period earlier. This condition skips the second
      // occurrence.
      if (one.end <= furthest + kGrowth) continue;
      kept.push_back(one);
      furthest = one.end;
    }
    intervals = std::move(kept);
  }

  const Transfer& transfer_;
  OrientSearch options_;
  std::vector<Solved> solved_;
  long parts_ = 1, cells_ = 0;
  bool stopped_ = false;
};

}  // namespace

OrientFound shortest_sequence(const Transfer& transfer, const OrientSearch& search) {
  return Search(transfer, search).run();
}

}  // namespace pawl::internal::inline planner
