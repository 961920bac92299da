// SPDX-License-Identifier: MIT
#include "energy/rest_cover.h"

#include <pawl/base/parallel.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>

#include "geometry/plane.h"

namespace pawl::internal::inline planner {
namespace {

/// Boxes in which the part may rest are not halved below this size (ReachTree::size), as a multiple of the part's
/// reach.
constexpr double kFinest = 0x1p-21;
constexpr double kAngleMargin = 1e-9;  ///< margin for rounding errors in a comparison of angles, rad
/// Boxes that block a way out of the domain are not halved below this size, as a multiple of the part's reach.
constexpr double kNarrow = 0x1p-8;
constexpr std::size_t kWays = 6;  ///< number of ways to far poses that are examined in one round
/// A box is far if the bound on its displacement is at least this fraction of the largest bound.
constexpr double kFarthest = .9;
/// Boxes at the end of the rest region are not halved below this size, as a multiple of the size at which halving ends
/// elsewhere.
constexpr double kRim = 1. / 64;
/// Refinement at the ends of the rest region stops after this number of rounds that do not make the region smaller.
constexpr int kRimRounds = 9;
/// If more boxes than this reach farthest in one direction, none of them is halved.
constexpr std::size_t kMostAtRim = 64;
/// In a sweep, a box is halved if its bound on the rise is larger than the rise at its centre by more than this
/// fraction of the present bound on the rise.
constexpr double kRise = .02;

/// Sorts numbers and removes duplicates.
void make_unique(std::vector<int>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

/// Returns the ways to at most kWays leaves, which are evenly spaced in the list.
std::vector<ReachTree::Way> some_ways(const ReachTree& tree, const std::vector<int>& leaves, int threads) {
  const std::size_t count = std::min(leaves.size(), kWays);
  std::vector<ReachTree::Way> ways(count);
  parallel_for_each_index(
      count, [&](std::size_t i) { ways[i] = tree.way_to(leaves[i * leaves.size() / count]); }, threads);
  return ways;
}

/// Examines ways to at most kWays exits. Returns the boxes that block them and that may be halved. If a way has no such
/// box, sets `way_out` to this way and returns an empty list.
std::vector<int> blocking_boxes(const ReachTree& tree, const std::vector<int>& exits, double narrow, int threads,
                                std::vector<int>& way_out) {
  std::vector<int> blocking;
  for (ReachTree::Way& way : some_ways(tree, exits, threads)) {
    std::erase_if(way.closed, [&](int k) { return tree.size(k) <= narrow || !tree.can_halve(k); });
    if (way.closed.empty()) {
      way_out = std::move(way.leaves);
      return {};
    }
    blocking.insert(blocking.end(), way.closed.begin(), way.closed.end());
  }
  make_unique(blocking);
  return blocking;
}

std::vector<int> exits_of(const ReachTree& tree) {
  std::vector<int> exits;
  for (const int k : tree.inside()) {
    if (tree.on_boundary(k)) exits.push_back(k);
  }
  return exits;
}

}  // namespace

double displacement_at(const Boundary& part, const Eigen::Vector3d& pose) {
  const Eigen::Vector2d shift = pose.head<2>();
  const auto moved = [&](const Eigen::Vector2d& p) { return (shift + rotated(p, pose.z()) - p).norm(); };
  // The motion from (0, 0, 0) to the pose is a rotation about a point, its pole. The displacement of a point is
  // proportional to its distance from the pole. On an arc, it is therefore largest at an end, or at the point opposite
  // to the pole. If the displacement of the arc's centre is turned back by half the rotation and by a quarter turn, it
  // has the direction from the pole to the centre.
  const auto is_opposite = [&](const BoundaryEdge& arc) {
    const Eigen::Vector2d of_center = shift + rotated(arc.center, pose.z()) - arc.center;
    const double back = -pose.z() / 2 - std::copysign(std::numbers::pi / 2, std::sin(pose.z() / 2));
    const Eigen::Vector2d away = rotated(of_center, back);
    const double angle = std::atan2(std::fabs(cross(arc.middle, away)), arc.middle.dot(away));
    return angle <= arc.half_sweep + kAngleMargin;
  };
  double most = 0;
  for (const BoundaryEdge& side : part.sides) {
    most = std::max(most, moved(side.start));
    if (!side.straight() && side.radius > 0 && is_opposite(side))
      most = std::max(most, moved(side.center) + chord(side.radius, std::fabs(pose.z())));
  }
  return most;
}

double displacement_in(const Boundary& part, const PoseBox& box) {
  return displacement_at(part, box.centre) + reach(box, part.reach);
}

RestCover::RestCover(const BoxJudge& judge, const PoseBox& domain, std::vector<EnergySource> sources,
                     CoverOptions options)
    : judge_(judge), options_(std::move(options)), tree_(judge.contacts(), domain, std::move(sources)) {
  tree_.set_potential({[&judge](const PoseBox& box) { return judge.least_potential(box); },
                       [&judge](const Eigen::Vector3d& pose) { return judge.potential(pose); }});
}

CoverEnd RestCover::run() {
  while (true) {
    if (options_.progress) options_.progress(tree_.nodes().size());
    tree_.flood();
    const std::vector<int> exits = exits_of(tree_);
    std::vector<int> halved;
    if (exits.empty()) {
      prove_inside();
      if (displacement_ <= options_.enough) return CoverEnd::bounded;
      halved = boxes_to_halve();
      if (halved.empty()) return CoverEnd::bounded;
    } else {
      halved = blocking_boxes(tree_, exits, kNarrow * judge_.contacts().boundary().reach, options_.threads, way_out_);
      if (halved.empty()) return CoverEnd::leaves;
    }
    if (tree_.nodes().size() + 2 * halved.size() > options_.boxes || options_.stop.stop_requested())
      return exits.empty() ? CoverEnd::coarse : CoverEnd::stopped;
    tree_.halve(halved, options_.threads, [&](const ReachTree::Node& whole, ReachTree::Node& half) {
      if (whole.proof != ReachTree::Proof::moving || !judge_.proves(whole.twist, half.box, half.contacts)) return;
      half.proof = whole.proof;
      half.twist = whole.twist;
    });
  }
}

void RestCover::prove_inside() {
  std::vector<int> unknown;
  std::copy_if(tree_.inside().begin(), tree_.inside().end(), std::back_inserter(unknown),
               [&](int k) { return tree_.node(k).proof == ReachTree::Proof::unknown; });
  const auto prove = [&](std::size_t i) {
    ReachTree::Node& leaf = tree_.node(unknown[i]);
    const auto twist = judge_.find_proof(leaf.box, leaf.contacts);
    leaf.proof = twist ? ReachTree::Proof::moving : ReachTree::Proof::none;
    leaf.twist = twist.value_or(Eigen::Vector3d::Zero());
  };
  for_each_box(unknown.size(), prove, options_.threads);
  rests_.clear();
  displacement_ = 0;
  for (const int k : tree_.inside()) {
    const ReachTree::Node& leaf = tree_.node(k);
    if (leaf.proof == ReachTree::Proof::moving) continue;
    rests_.push_back(k);
    displacement_ = std::max(displacement_, displacement_in(judge_.contacts().boundary(), leaf.box));
  }
}

/// Returns the boxes to halve next. These are the boxes in which the part may rest (the rest region) that are larger
/// than the requested accuracy, and the boxes that block the ways to the farthest boxes of the rest region. If there
/// are none, these are the boxes at the ends of the region (rim()).
std::vector<int> RestCover::boxes_to_halve() {
  const Boundary& part = judge_.contacts().boundary();
  const double fine = std::max(options_.accuracy / 2 * displacement_, kFinest * part.reach);
  std::vector<int> halved, farthest;
  for (const int k : rests_) {
    if (tree_.size(k) > fine && tree_.can_halve(k)) halved.push_back(k);
    if (displacement_in(part, tree_.node(k).box) >= kFarthest * displacement_) farthest.push_back(k);
  }
  for (const ReachTree::Way& way : some_ways(tree_, farthest, options_.threads)) {
    for (const int closed : way.closed) {
      if (tree_.size(closed) > fine && tree_.can_halve(closed)) halved.push_back(closed);
    }
  }
  if (halved.empty()) halved = rim(fine);
  make_unique(halved);
  return halved;
}

/// Returns boxes of the rest region (the boxes in which the part may rest) that extend farthest in some direction and
/// are larger than kRim times `fine`. Near strongly curved features, boxes of the size `fine` are too large to prove
/// that the part cannot rest at poses near the end of the region. Returns no boxes if the last kRimRounds calls have
/// not made the region smaller.
std::vector<int> RestCover::rim(double fine) {
  const Boundary& part = judge_.contacts().boundary();
  Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const int k : rests_) {
    const PoseBox& box = tree_.node(k).box;
    low = low.cwiseMin(box.centre - box.half);
    high = high.cwiseMax(box.centre + box.half);
  }
  const Eigen::Vector3d width = high - low;
  const double share = 1 - options_.accuracy / 2;
  const bool shrunk = displacement_ < share * rim_displacement_ || (width.array() < share * rim_width_.array()).any();
  if (shrunk || rim_rounds_ == 0) {
    rim_displacement_ = displacement_;
    rim_width_ = width;
    rim_rounds_ = kRimRounds;
  } else if (--rim_rounds_ == 0) {
    return {};
  }
  std::vector<int> boxes;
  // Adds the boxes that reach farthest in one direction. If there are more than kMostAtRim, the region has a flat end
  // in this direction, and none of them is added.
  const auto add = [&](const auto& reaches) {
    std::vector<int> found;
    for (const int k : rests_) {
      if (reaches(tree_.node(k).box) && tree_.size(k) > kRim * fine && tree_.can_halve(k)) found.push_back(k);
    }
    if (found.size() <= kMostAtRim) boxes.insert(boxes.end(), found.begin(), found.end());
  };
  add([&](const PoseBox& box) { return displacement_in(part, box) >= share * displacement_; });
  for (int axis = 0; axis < 3; ++axis) {
    const double margin = options_.accuracy / 2 * width[axis];
    add([&](const PoseBox& box) { return box.centre[axis] - box.half[axis] <= low[axis] + margin; });
    add([&](const PoseBox& box) { return box.centre[axis] + box.half[axis] >= high[axis] - margin; });
  }
  return boxes;
}

SweepCover::SweepCover(const BoxJudge& before, const BoxJudge& after, const PoseBox& domain,
                       std::vector<PoseBox> sources, double energy, CoverOptions options)
    : before_(before),
      after_(after),
      options_(std::move(options)),
      tree_(before.contacts(), domain, [&] {
        std::vector<EnergySource> all;
        for (const PoseBox& box : sources) all.push_back({box, energy});
        return all;
      }()) {
  double rise = 0;
  for (const PoseBox& box : sources) rise = std::max(rise, rise_in(box));
  set_rise(rise);
}

double SweepCover::rise_in(const PoseBox& box) const { return after_.most_above(before_, box); }

/// In a sweep, the height of a box is a lower bound on min(U1, U2 - rise) over the box. U1 and U2 are the potentials
/// under the loads before and after the sweep.
void SweepCover::set_rise(double rise) {
  rise_ = rise;
  tree_.set_potential({[this, rise](const PoseBox& box) {
                         return std::min(before_.least_potential(box), after_.least_potential(box) - rise);
                       },
                       [this, rise](const Eigen::Vector3d& pose) {
                         return std::min(before_.potential(pose), after_.potential(pose) - rise);
                       }});
}

CoverEnd SweepCover::run() {
  while (true) {
    if (options_.progress) options_.progress(tree_.nodes().size());
    tree_.flood();
    const std::vector<int> exits = exits_of(tree_);
    std::vector<int> halved;
    if (exits.empty()) {
      double rise = rise_;
      const double differ = kRise * std::max(rise_, 0x1p-20 * before_.contacts().boundary().reach);
      for (const int k : tree_.inside()) {
        const PoseBox& box = tree_.node(k).box;
        const double most = rise_in(box);
        if (most <= rise_) continue;
        const double middle = rise_in({box.centre, Eigen::Vector3d::Zero()});
        if (most - middle > differ && tree_.can_halve(k)) {
          halved.push_back(k);
        } else {
          rise = std::max(rise, most);
        }
      }
      if (halved.empty() && rise == rise_) return CoverEnd::bounded;
      if (halved.empty()) set_rise((1 + kRise) * rise);
    } else {
      halved = blocking_boxes(tree_, exits, kNarrow * before_.contacts().boundary().reach, options_.threads, way_out_);
      if (halved.empty()) return CoverEnd::leaves;
    }
    if (tree_.nodes().size() + 2 * halved.size() > options_.boxes || options_.stop.stop_requested())
      return CoverEnd::stopped;
    tree_.halve(halved, options_.threads);
  }
}

}  // namespace pawl::internal::inline planner
