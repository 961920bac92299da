// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/orient.h>

#include <cstddef>
#include <vector>

namespace pawl::internal::inline planner {

/// A direction counts as a tie if |f'| / f is at most this value. At a tie, rounding or the part's tolerances may
/// decide whether the part still turns.
inline constexpr double kTieSlope = 1e-9;

/// A bound on the directions after one step, for all directions of a cell. If `identity` is true, each direction stays
/// unchanged. If it is false, all directions end at `value`.
struct Image {
  bool identity = false;
  double value = 0;  ///< direction at which all directions end, rad; unused if `identity` is true
  bool operator==(const Image&) const = default;
};

/// An interval of directions, with a lower and an upper bound on the directions after one step. Both bounds apply to
/// all directions of the cell.
struct Cell {
  double begin = 0, end = 0;  ///< ends of the interval, rad
  Image low, high;
  bool excluded = false;  ///< true if the cell is within kOrientMargin of a maximum of the width or of the distance from the
                          ///< fence
};

/// Monotone bounds of the transfer function F, which maps a direction to the direction after one step: low(phi) <=
/// F(phi) <= high(phi), with F(phi + period) = F(phi) + period. `cells` are contiguous and cover one period. cell(k)
/// accepts every integer k. It returns the cell with the index k modulo the number of cells, moved by a multiple of the
/// period.
struct Transfer {
  double period = 0;
  std::vector<Cell> cells;

  long count() const { return static_cast<long>(cells.size()); }
  Cell cell(long k) const;
  long cell_at(double phi) const;  ///< Returns the index of the cell that contains phi or begins at phi.

  /// below(limit) returns the largest y such that high(phi) < limit for all phi < y. above(limit) returns the smallest
  /// x such that low(phi) > limit for all phi > x.
  double below(double limit) const;
  double above(double limit) const;

  /// high_before(y) is the limit of high(phi) as phi increases to y. low_after(x) is the limit of low(phi) as phi
  /// decreases to x.
  double high_before(double y) const;
  double low_after(double x) const;
};

/// How ties are treated. A tie occurs for a flush edge if the opposite contact is exactly above the end of the edge,
/// within kTieSlope. The part may stop at a tie or pass it. `passed` assumes that it passes, `stopped` assumes that it
/// stops, and `bounded` permits both.
enum class Ties { bounded, passed, stopped };

/// Returns the transfer function of frictionless contacts.
///
/// Directions with |f'| / f of at most kTieSlope form components. Between two components the part turns in one sense.
/// There are three kinds of components. A component that contains a minimum: the part turns towards it from both sides.
/// A component that contains a maximum: the part turns away from it to both sides. A tie: the part turns past it in one
/// sense, or stops there. With Ties::bounded, the result is valid in both cases of a tie.
Transfer frictionless_transfer(const DirectionFunction& f, Ties ties);

/// Returns the transfer function with friction mu > 0. The part stops at a direction if f'/f >= -mu just above the
/// direction and f'/f <= mu just below it. From all other directions, the part turns in the sense in which f decreases,
/// to the next direction at which it stops. An edge that becomes flush stops the part if the part would stick on the
/// next piece.
Transfer friction_transfer(const DirectionFunction& f, double mu);

/// Returns bounds that are valid for both of the given transfer functions.
Transfer combined(const Transfer& a, const Transfer& b);

/// Returns whether every direction is mapped to itself.
bool is_identity(const Transfer& transfer);

/// Returns the number of cells after which a transfer function repeats, with the tolerance kOrientMargin. It is a
/// divisor of the number of cells.
long cells_per_symmetry(const Transfer& transfer);

/// Returns the intervals of a transfer function. Directions are exact where the pieces of f have exact directions.
std::vector<TransferStep> steps_of(const Transfer& transfer, const DirectionFunction& f);

/// Returns whether the minima and maxima of f repeat exactly after period / `parts`. f must be a function of a polygon.
bool repeats_exactly(const std::vector<TransferStep>& steps, long parts);

}  // namespace pawl::internal::inline planner
