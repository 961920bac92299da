// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "geometry/segment_pairs.h"

namespace pawl::internal::inline geometry {

/// A piece of a curve that was cut where it meets other curves, and the number of the feature that the curve comes
/// from.
struct Piece {
  Segment segment;
  std::size_t source = 0;
};

/// Lengths below which points count as one, m.
struct PieceTolerance {
  double meet;  ///< curves count as meeting at points where their distance is at most this
  double join;  ///< pieces of a loop are joined if the end of one and the start of the next are at most this far apart
};

/// Returns the tolerances for curves of a given size (m): its largest coordinate or extent.
inline PieceTolerance piece_tolerance(double size) { return {1e-10 * size, 1e-8 * size}; }

/// Cuts all curves where they meet. Returns the pieces whose middle satisfies a condition and that are longer than
/// `tolerance.join`. The condition is kept(middle, curve), where `curve` is the number of the curve to which the piece
/// belongs.
std::vector<Piece> cut_and_keep(const std::vector<Piece>& curves, const PieceTolerance& tolerance,
                                const std::function<bool(const Eigen::Vector2d& middle, std::size_t curve)>& kept);

/// Joins pieces to closed loops. The end of each piece is joined to the nearest start of another piece; the two then
/// become the same point. Neighbouring pieces of one straight line or one circle become one segment. Repeated pieces
/// count once, and pieces that run along each other in opposite directions are left out. Returns nothing if a piece
/// that is longer than four times `tolerance.join` has no successor.
std::optional<std::vector<std::vector<Piece>>> joined_loops(const std::vector<Piece>& pieces, const PieceTolerance& tolerance);

/// Returns twice the signed area of a loop of pieces, positive for a loop that runs counterclockwise.
double doubled_area(const std::vector<Piece>& loop);

/// Returns a loop of pieces as a path.
Path path_of_pieces(const std::vector<Piece>& loop);

/// Returns the closed path of an outline, without curve numbers; a disc has two segments.
Path closed_path(const Outline& outline);

/// Returns the closed path of an outline, counterclockwise. Segment i of a path that runs clockwise becomes segment (n -
/// 1 - i); vertex 0 stays the first.
Path counterclockwise_path(const Outline& outline);

}  // namespace pawl::internal::inline geometry
