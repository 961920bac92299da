// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// Whether a seated part can leave its fixture within the plane, and so be loaded and unloaded [MODEL section 7].
struct Loading {
  enum class End {
    leaves,    ///< along `path`
    caged,     ///< proved: no motion takes it out of `extent`
    undecided  ///< a limit was reached before either was proved: the path is very narrow, or none exists
  };
  End end = End::undecided;
  /// Poses of the part in the world, starting with the seat; from the last one, a straight line separates the part from
  /// all fixels. Between poses the centre of mass moves straight while the part turns evenly.
  std::vector<Eigen::Vector3d> path;
  /// Smallest gap along `path`, m; at least -contact_tolerance, as the part touches its fixels at the seat.
  double least_gap = 0;
  /// If caged: bounds on displacements of the centre of mass and rotations from the seat, frame of the seat.
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  std::size_t boxes = 0;  ///< number of boxes examined
};

struct LoadingOptions {
  std::size_t boxes = 200000;  ///< at most
  StopToken stop;
};

/// Finds a way out of the fixture, or proves that no way exists. Tries straight paths first. Then it covers all free
/// poses around the seat by boxes, and halves those that a way out leads through and that may contain both free poses
/// and others. It ends when a path through free boxes alone is found, or when no path exists even through all boxes
/// that do not collide as a whole. Deterministic for limits by count. Throws InputError at /part/outline for a task
/// without one.
Loading find_loading(const ValidTask& task, const SeatedTask& seated, const LoadingOptions& options = {});

}  // namespace pawl
