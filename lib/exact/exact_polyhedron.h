// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "exact/exact.h"

namespace pawl {

/// A plane's or half-space's row (a, b, c, d): a x + b y + c z + d <= 0 (or = 0); also a point (x, y, z, w) / w.
using HomogeneousRow = std::array<Integer, 4>;

/// A convex polyhedron in R^3 by its exact generators, cut by one row at a time (double description in homogeneous
/// coordinates).
class ExactPolyhedron {
 public:
  ExactPolyhedron();  ///< all of R^3

  void cut(const HomogeneousRow& row);          ///< row . (x, 1) <= 0
  void restrict_to(const HomogeneousRow& row);  ///< row . (x, 1) = 0

  bool empty() const;
  /// Whether some point has row . (x, 1) < 0, given that no point has more; false for an empty polyhedron.
  bool reaches_below(const HomogeneousRow& row) const;
  int dimension() const;  ///< -1 when empty
  bool bounded() const;   ///< no line and no ray at infinity
  /// Corners in doubles, each entry within a few units in the last place.
  std::vector<std::array<double, 3>> corners() const;
  /// Directions that lead to infinity, largest entry 1; of a line both. Empty when bounded.
  std::vector<std::array<double, 3>> directions() const;

 private:
  struct Ray {
    HomogeneousRow v;
    std::vector<int> active;  // rows that vanish on it, ascending
  };
  Ray combined(const Ray& above, const Integer& up, const Ray& below, const Integer& down, int row) const;
  bool adjacent(const Ray& a, const Ray& b) const;
  bool pivot_on_line(const HomogeneousRow& row, bool equality, int index);
  void apply(const HomogeneousRow& row, bool equality);

  std::vector<HomogeneousRow> lines_;
  std::vector<Ray> rays_;
  int rows_ = 1;  // row 0: the homogenising coordinate is not negative
};

}  // namespace pawl
