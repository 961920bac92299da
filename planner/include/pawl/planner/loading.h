// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <vector>

namespace pawl {

/// Whether a seated part can leave its fixture within the plane, so that it can be loaded and unloaded [MODEL section
/// 7].
struct Loading {
  enum class End {
    leaves,    ///< the part can leave along `path`
    caged,     ///< it is proved that no motion takes the part out of `extent`
    undecided  ///< a limit ended the search before a path or a proof was found
  };
  End end = End::undecided;
  /// Poses of the part in the world, beginning with the seat. At the last pose, a straight line separates the part from
  /// all fixels and walls. Between two poses the centre of mass moves on a straight line while the part turns at a
  /// constant rate.
  std::vector<Eigen::Vector3d> path;
  /// Smallest gap between the part and a fixel or wall along `path`, m. It is at least -contact_tolerance, because the
  /// part touches its fixels at the seat.
  double least_gap = 0;
  /// Lower and upper bounds on the displacement of the centre of mass and on the rotation from the seat, in the frame
  /// of the seat. Set if the part is caged.
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  /// Bound on the displacement of any point of the part from the seat, m. Set only if the part is caged.
  double displacement = 0;
  std::size_t boxes = 0;  ///< number of boxes that were examined
};

struct LoadingOptions {
  std::size_t boxes = 200000;  ///< largest number of boxes
  /// If false, find_loading() computes only the verdict, which takes much less time. In this case `path` and
  /// `least_gap` are not set, and `extent` is wider.
  bool path = true;
  /// If true, the bounds on the displacement of a caged part are always refined. If false, they are refined only if the
  /// part may have little play.
  bool play = false;
  int threads = 0;  ///< largest number of threads; 0 means one per core. It does not affect the result.
  StopToken stop;
};

/// Finds a way out of the fixture, or proves that none exists. Tries straight paths first. Then covers all free poses
/// around the seat by boxes. A box is mixed if it may contain both free and colliding poses. Mixed boxes on a possible
/// way out are halved. The search ends when a path through entirely free boxes is found, or when no path exists even
/// through mixed boxes. The result is deterministic if only limits on numbers, and not a stop token, end the search.
/// Throws InputError at /part/outline for a task without an outline.
Loading find_loading(const ValidTask& task, const SeatedTask& seated, const LoadingOptions& options = {});

}  // namespace pawl
