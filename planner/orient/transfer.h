// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/orient.h>

#include <cstddef>
#include <vector>

namespace pawl::internal::inline planner {

/// Largest |f'| / f at which rounding, or a part's tolerances, may decide whether the part still turns.
inline constexpr double kTieSlope = 1e-9;

/// A bound on the results of the directions of a cell: each direction stays (identity), or all end at `value`.
struct Image {
  bool identity = false;
  double value = 0;  ///< rad
  bool operator==(const Image&) const = default;
};

/// An interval of directions whose results have bounds of one kind.
struct Cell {
  double begin = 0, end = 0;  ///< rad
  Image low, high;
  bool excluded = false;  ///< true if the cell is within kOrientMargin of a maximum of f
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

  /// below() returns the largest y such that high(phi) < limit for all phi < y. above() returns the least x such that
  /// low(phi) > limit for all phi > x.
  double below(double limit) const;
  double above(double limit) const;

  /// high_before(y) is the limit of high(phi) as phi rises to y. low_after(x) is that of low(phi) as phi falls to x.
  double high_before(double y) const;
  double low_after(double x) const;
};

/// The treatment of ties. A tie is a flush edge at which the opposite contact is exactly above the edge's end, within
/// kTieSlope. A tie may stop the part or not. `bounded` accounts for both possibilities.
enum class Ties { bounded, passed, stopped };

/// Returns the transfer function of frictionless contacts.
///
/// Directions in which |f'| <= kTieSlope f form components. Between two components the part turns in one direction.
/// Therefore a component is approached from both sides (it contains a minimum), left to both sides (it contains a
/// maximum), or passed in one direction (a tie). A tie may stop the part or not; with Ties::bounded, the result is
/// valid in both cases.
Transfer frictionless_transfer(const DirectionFunction& f, Ties ties);

/// Returns the transfer function with friction mu > 0: the part stops at a direction if f'/f >= -mu just above it and
/// f'/f <= mu just below it. Otherwise it turns downhill to the next such direction. An edge that becomes flush stops
/// the part if the part would stick on the next piece.
Transfer friction_transfer(const DirectionFunction& f, double mu);

/// Returns bounds that hold for both transfer functions.
Transfer combined(const Transfer& a, const Transfer& b);

/// Returns whether every direction is mapped to itself.
bool is_identity(const Transfer& transfer);

/// Returns the number of cells after which a transfer function repeats within kOrientMargin. It is a divisor of the
/// number of cells.
long cells_per_symmetry(const Transfer& transfer);

/// Returns the intervals of a transfer function, with exact directions where the pieces of f have them.
std::vector<TransferStep> steps_of(const Transfer& transfer, const DirectionFunction& f);

/// Returns whether minima and maxima of f exactly repeat after period / `parts`. f must belong to a polygon.
bool repeats_exactly(const std::vector<TransferStep>& steps, long parts);

}  // namespace pawl::internal::inline planner
