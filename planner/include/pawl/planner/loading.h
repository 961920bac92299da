// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// Whether a seated part can leave its fixture within the plane, as it could be taken out or put in [MODEL section 7].
struct Loading {
  enum class End {
    leaves,    ///< along `path`
    caged,     ///< proved: whatever moves it, it stays within `extent`
    undecided  ///< the limit was reached before either was shown: the way is very narrow, or there is none
  };
  End end = End::undecided;
  /// Poses of the part in the world: the seated one first, at the last one a straight line parts it from all fixels.
  /// From each to the next its centre of mass moves straight while it turns evenly.
  std::vector<Eigen::Vector3d> path;
  /// Of `path`: no gap is ever smaller, m; at least -contact_tolerance, as the part touches its fixels at the seat.
  double least_gap = 0;
  /// Where it is caged: displacements of the centre of mass and turns from the seat, frame of the seat; it is in none
  /// beyond.
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  std::size_t boxes = 0;  ///< looked at
};

struct LoadingOptions {
  std::size_t boxes = 200000;  ///< at most
  StopToken stop;
};

/// Straight ways out are tried first. Else all free poses around the seat are covered by boxes, and those halved that a
/// way out leads through and that may hold both free poses and others, until a way through free boxes alone is found,
/// or there is none through any that do not collide as a whole. Deterministic for limits by count. Throws InputError at
/// /part/outline for a task without one.
Loading find_loading(const ValidTask& task, const SeatedTask& seated, const LoadingOptions& options = {});

}  // namespace pawl
