// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <Eigen/Core>
#include <cstddef>
#include <functional>
#include <vector>

#include "energy/box_proof.h"
#include "energy/reach_tree.h"

namespace pawl::internal::inline planner {

/// The limits of the search for a cover.
struct CoverOptions {
  /// Largest size (twice the half-size) of the boxes in which the part may rest, as a fraction of the largest
  /// displacement.
  double accuracy = .01;
  double enough = 0;           ///< the search ends if the largest displacement is at most this length, m
  std::size_t boxes = 200000;  ///< largest number of boxes
  int threads = 0;             ///< largest number of threads; 0 means one per core. It does not affect the result.
  StopToken stop;
  std::function<void(std::size_t boxes)> progress = {};
};

enum class CoverEnd {
  /// The part cannot leave the domain, and the cover is as accurate as requested or the displacement is at most
  /// `enough`.
  bounded,
  coarse,  ///< the part cannot leave the domain, but a limit ended the search before the requested accuracy
  leaves,  ///< the part may leave the domain: the search found a way out that no box blocks
  stopped  ///< a limit ended the search before it was decided whether the part can leave
};

/// Returns a bound, m, on the displacement of all points of the part between the pose (0, 0, 0) and `pose`.
double displacement_at(const Boundary& part, const Eigen::Vector3d& pose);
/// Returns a bound, m, on the displacement of all points of the part between the pose (0, 0, 0) and any pose of a box.
double displacement_in(const Boundary& part, const PoseBox& box);

/// The poses that a part can reach under one load if it starts in one of the sources, and the subset of these poses in
/// which it may rest [MODEL section 12]. The rest region consists of the boxes that the part can reach and for which no
/// twist proves that the part cannot rest there.
class RestCover {
 public:
  /// `judge` must outlive this object.
  RestCover(const BoxJudge& judge, const PoseBox& domain, std::vector<EnergySource> sources, CoverOptions options);

  CoverEnd run();
  const ReachTree& tree() const { return tree_; }
  const std::vector<int>& rests() const { return rests_; }  ///< leaves of the rest region
  /// Bound on the displacement of the part's points in the rest region, m.
  double displacement() const { return displacement_; }
  const std::vector<int>& way_out() const {
    return way_out_;
  }  ///< if the part can leave: leaves of a way out, from the end of the domain to the source

 private:
  void prove_inside();
  std::vector<int> boxes_to_halve();
  std::vector<int> rim(double fine);

  const BoxJudge& judge_;
  CoverOptions options_;
  ReachTree tree_;
  std::vector<int> rests_, way_out_;
  double displacement_ = 0;
  // The displacement and the width of the rest region when it last became smaller. If it does not become smaller again
  // in rim_rounds_ further rounds, the refinement at its ends stops.
  double rim_displacement_ = 0;
  Eigen::Vector3d rim_width_{0, 0, 0};
  int rim_rounds_ = 0;
};

/// The poses that a part can reach while its load changes gradually. In between, the load is a convex combination of
/// the loads before and after [MODEL section 12].
class SweepCover {
 public:
  /// `energy` is the largest total energy of the part in the sources, under the load `before`.
  SweepCover(const BoxJudge& before, const BoxJudge& after, const PoseBox& domain, std::vector<PoseBox> sources,
             double energy, CoverOptions options);

  CoverEnd run();
  const ReachTree& tree() const { return tree_; }
  double rise() const {
    return rise_;
    /// Upper bound, at all reachable poses, on the potential after the sweep minus the potential before the sweep, N m.
  }
  const std::vector<int>& way_out() const { return way_out_; }

 private:
  double rise_in(const PoseBox& box) const;
  void set_rise(double rise);

  const BoxJudge &before_, &after_;
  CoverOptions options_;
  double rise_ = 0;
  ReachTree tree_;
  std::vector<int> way_out_;
};

}  // namespace pawl::internal::inline planner
