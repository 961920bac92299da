// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <functional>
#include <optional>
#include <vector>

#include "outcome_table.h"

namespace pawl::internal {

/// The arrangement of planes on a circle (or an arc) of wrenches cos(t) first + sin(t) second, in the order of t:
/// points where it crosses planes, and the arcs between them. Only arcs are cells; points stay what they are, thin.
///
/// Method: the circle meets the plane n . g = 0 where (n . first, n . second) is at right angles to (cos t, sin t).
/// These directions have integer entries, are sorted by exact cross products, and the planes' signs change from arc to
/// arc at known planes only. Cost for p planes: O(p log p) comparisons, and one look at the outcome table an arc.
class CircleCells {
 public:
  CircleCells(OutcomeTable& table, const WrenchDomain& domain, double rho, const CellLimits& limits);

  bool complete() const { return complete_; }
  void retell(const StopToken& stop);
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
  /// Where the circle crosses a plane, if it does, and the plane's sign beyond.
  struct Point {
    Direction at;
    int plane = -1;
    signed char beyond = 0;
  };
  /// A point (from == to) or the open arc between two.
  struct Element {
    double from, to;
    std::size_t changes;  ///< of signs since the element before: from here in `changes_` to those of the next one
  };
  struct Change {
    int plane;
    signed char sign;
  };
  struct Cell {
    double at;  ///< t of a wrench inside
    std::size_t outcome;
  };
  struct Run {
    std::size_t first, last;  ///< elements; in a closed circle last may go past the end
  };

  void add_planes(const std::vector<IntegerVector>& planes);
  std::vector<Point> breakpoints() const;
  static std::vector<std::size_t> places(const std::vector<Point>& points);
  void add_elements(const std::vector<Point>& points);
  void add_cells(const StopToken& stop);
  void add_spread(const StopToken& stop);
  Signs signs_at(const Direction& d) const;
  /// Whether `visit(element, signs)` saw all elements, in their order, before `stop` asked to stop.
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
  std::vector<Direction> planes_;  // n . first, n . second
  std::vector<Element> elements_;
  std::vector<Change> changes_;
  Signs first_signs_;  // of the first element
  bool complete_ = false;
  std::vector<Cell> cells_;
};

}  // namespace pawl::internal
