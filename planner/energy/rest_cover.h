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

/// Limits of the search for a cover.
struct CoverOptions {
  double accuracy = .01;  ///< target size of the boxes in which the part may rest, relative to the largest displacement
  double enough = 0;      ///< the search ends when the largest displacement is at most this length, m
  std::size_t boxes = 200000;  ///< limit on the number of boxes
  int threads = 0;  ///< limit on the number of threads, which does not affect the result; 0 means one per core
  StopToken stop;
  std::function<void(std::size_t boxes)> progress = {};
};

enum class CoverEnd {
  bounded,  ///< the part cannot leave the domain, and the cover is as accurate as requested
  coarse,   ///< the part cannot leave the domain; a limit was reached before the requested accuracy
  leaves,   ///< the boxes do not exclude that the part leaves the domain
  stopped   ///< a limit was reached before it was decided whether the part can leave
};

/// Returns a bound on the displacement of any point of the part between the pose (0, 0, 0) and a pose, m.
double displacement_at(const Boundary& part, const Eigen::Vector3d& pose);
/// Returns a bound on the displacement of any point of the part between (0, 0, 0) and any pose of a box, m.
double displacement_in(const Boundary& part, const PoseBox& box);

/// The poses that a part can reach under one load if it starts in one of the sources, and those of these poses in which it may
/// rest [MODEL section 12]. The rest region is covered by the boxes that the part can reach and for which no twist proves that
/// the part cannot rest there.
class RestCover {
 public:
  /// `judge` must outlive the cover.
  RestCover(const BoxJudge& judge, const PoseBox& domain, std::vector<EnergySource> sources, CoverOptions options);

  CoverEnd run();
  const ReachTree& tree() const { return tree_; }
  const std::vector<int>& rests() const { return rests_; }  ///< leaves that cover the rest region
  double displacement() const { return displacement_; }     ///< largest displacement in the rest region, m
  const std::vector<int>& way_out() const {
    return way_out_;
  }  ///< if the part can leave: leaves of a way out, from
     ///< the domain's end to the source

 private:
  void prove_inside();
  std::vector<int> boxes_to_halve();
  std::vector<int> rim(double fine);

  const BoxJudge& judge_;
  CoverOptions options_;
  ReachTree tree_;
  std::vector<int> rests_, way_out_;
  double displacement_ = 0;
  // The extent of the rest region when it last became smaller, and the number of further rounds in which it must become smaller
  // again; otherwise the refinement at the rim ends.
  double rim_displacement_ = 0;
  Eigen::Vector3d rim_width_{0, 0, 0};
  int rim_rounds_ = 0;
};

/// The poses that a part can reach while the load changes from one to another through their convex combinations
/// [MODEL section 12].
class SweepCover {
 public:
  /// `energy` is the largest total energy that the part has in the sources under the load `before`.
  SweepCover(const BoxJudge& before, const BoxJudge& after, const PoseBox& domain, std::vector<PoseBox> sources,
             double energy, CoverOptions options);

  CoverEnd run();
  const ReachTree& tree() const { return tree_; }
  double rise() const {
    return rise_;
  }  ///< bound on how much the potential after the sweep exceeds the potential before the sweep, N
     ///< m
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
