// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <functional>
#include <optional>
#include <vector>

#include "outcome_table.h"

namespace pawl {

/// The arrangement of planes on a circle (or an arc) of wrenches cos(t) first + sin(t) second, in the order of t:
/// points where it crosses planes, and the arcs between them. Only arcs are cells; points stay what they are, thin.
class CircleCells {
 public:
  CircleCells(OutcomeTable& table, const WrenchDomain& domain, double rho);

  std::size_t count() const { return cells_.size(); }
  std::size_t outcome_of(std::size_t cell) const { return cells_[cell].outcome; }
  Eigen::Vector3d wrench_in(std::size_t cell) const;
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted) const;

 private:
  using Signs = std::vector<signed char>;
  using Wanted = std::function<bool(const std::vector<StepResult>&)>;
  struct Direction {
    Integer x, y;
  };
  /// A point (from == to) or the open arc between two.
  struct Element {
    double from, to;
    Signs signs;
  };
  struct Cell {
    double at;  ///< t of a wrench inside
    std::size_t outcome;
  };
  struct Run {
    std::size_t first, last;  ///< elements; in a closed circle last may go past the end
  };

  void add_planes(const std::vector<IntegerVector>& planes);
  std::vector<Direction> breakpoints() const;
  void add_elements(std::vector<Direction> points);
  void add_cells();
  void add_spread();
  Signs signs_at(const Direction& d) const;
  const Element& element(std::size_t k) const { return elements_[k % elements_.size()]; }
  double turns(std::size_t k) const;
  std::vector<Run> runs(const Wanted& wanted) const;
  CellCentre centre_of(const Run& run) const;
  std::optional<CellCentre> round_spread(const Wanted& wanted) const;
  Eigen::Vector3d wrench_at(double t) const;
  double angle(double t, double s) const;

  OutcomeTable& table_;
  WrenchDomain domain_;
  double rho_;
  bool closed_;
  std::vector<Direction> planes_;  // n . first, n . second
  std::vector<Element> elements_;
  std::vector<Cell> cells_;
};

}  // namespace pawl
