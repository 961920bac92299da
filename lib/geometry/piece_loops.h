// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "geometry/segment_pairs.h"

namespace pawl::internal::inline geometry {

/// A piece of a curve that was cut where it meets other curves, and the number of the feature from which the curve was
/// made.
struct Piece {
  Segment segment;
  std::size_t source = 0;
};

/// Distances below which curves or points count as one, m.
struct PieceTolerance {
  double meet;  ///< largest distance at which two curves count as meeting
  double join;  ///< largest distance between the end of one piece and the start of the next one at which they are
                ///< joined
};

/// Returns the tolerances for curves of a given size, m. The size is the largest coordinate or extent of the curves.
inline PieceTolerance piece_tolerance(double size) { return {1e-10 * size, 1e-8 * size}; }

/// Cuts all curves where they meet. Returns the pieces that are longer than `tolerance.join` and for which kept(middle,
/// curve) is true. Here `middle` is the middle of the piece, and `curve` the number of the curve from which it was cut.
std::vector<Piece> cut_and_keep(const std::vector<Piece>& curves, const PieceTolerance& tolerance,
                                const std::function<bool(const Eigen::Vector2d& middle, std::size_t curve)>& kept);

/// Joins pieces to closed loops. The end of each piece is joined to the nearest start of another piece; end and start
/// then become the same point. Neighbouring pieces of one source that lie on one straight line or one circle become one
/// segment. Repeated pieces count once; pieces that run along each other in opposite directions, short dead ends and
/// very short pieces are left out. Returns nothing if a chain of pieces that is longer than four times `tolerance.join`
/// does not return to its start.
std::optional<std::vector<std::vector<Piece>>> joined_loops(const std::vector<Piece>& pieces, const PieceTolerance& tolerance);

/// Returns twice the signed area of a loop of pieces, positive for a loop that runs counterclockwise.
double doubled_area(const std::vector<Piece>& loop);

/// Returns the path whose segments are the pieces of a loop. Bulges below kSmallestBulge become 0.
Path path_of_pieces(const std::vector<Piece>& loop);

/// Returns the closed path of an outline, without curve numbers; a disc has two segments.
Path closed_path(const Outline& outline);

/// Returns the closed path of an outline, counterclockwise. Segment i of a clockwise path becomes segment (n - 1 - i);
/// vertex 0 stays vertex 0.
Path counterclockwise_path(const Outline& outline);

}  // namespace pawl::internal::inline geometry
