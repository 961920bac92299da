// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "exact/exact.h"

namespace pawl::internal {

/// A plane's or half-space's row (a, b, c, d): a x + b y + c z + d <= 0 (or = 0); also a point (x, y, z, w) / w.
using HomogeneousRow = std::array<Integer, 4>;

/// A convex polyhedron in R^3 by its exact generators: corners, directions to infinity, and lines.
///
/// The problem: which accelerations v' satisfy the rows of a mode of a moving part, whose velocity products make the
/// rows affine. A point x is written (x, 1) and a direction (d, 0), so that the polyhedron is a cone in R^4 and its
/// rows are homogeneous. The method is the double description of Motzkin, Raiffa, Thompson and Thrall (1953), as Fukuda
/// and Prodon (1996) state it: a row cuts the generators into those above, on and below its plane; those above go, and
/// each pair of neighbours on either side gives a new one on the plane. Two extreme rays are neighbours when no third
/// lies on every row that both lie on. Integers throughout, common divisors removed.
///
/// Cost: O(rows * rays^3) integer operations in the worst case; modes have some ten rows and few corners.
class ExactPolyhedron {
 public:
  ExactPolyhedron();  ///< all of R^3

  void cut(const HomogeneousRow& row);          ///< row . (x, 1) <= 0
  void restrict_to(const HomogeneousRow& row);  ///< row . (x, 1) = 0

  bool empty() const;
  /// Whether some point has row . (x, 1) < 0, given that no point has more; false for an empty polyhedron.
  bool reaches_below(const HomogeneousRow& row) const;
  int dimension() const;  ///< -1 when empty
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

}  // namespace pawl::internal
