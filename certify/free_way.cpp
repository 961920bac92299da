// SPDX-License-Identifier: MIT
#include "free_way.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace pawl::internal {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kHalfTurn = 3.25;     ///< a little over pi; of few binary digits, so that boxes touch exactly
constexpr double kDearer = 1.3;        ///< a mixed box than one twice as large
constexpr double kFreePrice = .05;     ///< against the coarsest mixed box's 1
constexpr int kFinerThanCoarsest = 2;  ///< how much finer than the coarsest of a way a box may be to be split with it
constexpr int kDeepest = 120;          ///< halvings: centres are exact
constexpr double kRim = .01;           ///< of the extent: boxes at its rim are halved down to it

/// All poses up to those that are far away; their middle off the seat, so that boxes are not split along it. Exact.
PoseBox domain_of(double far, bool turns) {
  const double size = std::exp2(std::ceil(std::log2(1.02 * far)));
  PoseBox domain{{0, 0, 0}, {size, size, turns ? kHalfTurn : 0}};
  domain.centre.head<2>() = Eigen::Vector2d(7. / 512, 7. / 512) * size;
  return domain;
}

bool holds(const PoseBox& box, const Eigen::Vector3d& pose) {
  return ((pose - box.centre).cwiseAbs().array() <= box.half.array()).all();
}

}  // namespace

FreeWay::FreeWay(const BoxContacts& contacts, double far, bool turns, std::optional<Eigen::Vector3d> begun)
    : contacts_(contacts), tree_(domain_of(far, turns), turns), begun_(begun) {
  for (const EnergyFixel& fixel : contacts.fixels())
    mean_arm_ += fixel.at.norm() / static_cast<double>(contacts.fixels().size());
  look(tree_[0]);
}

void FreeWay::look(Node& node) const {
  std::vector<PossibleContact> possible;
  node.colliding = contacts_.look(node.box, possible) == BoxContacts::Where::colliding;
  node.free = !node.colliding && possible.empty();
  node.price = node.free ? kFreePrice : std::pow(kDearer, node.depth);
}

void FreeWay::halve(int k) {
  const Eigen::Vector3d& half = tree_[k].box.half;
  int axis = 0;
  Eigen::Vector3d(half.x(), half.y(), half.z() * mean_arm_).maxCoeff(&axis);
  tree_.halve(k, axis, [&](const Node&, Node& made) { look(made); });
}

int FreeWay::leaf_at(const Eigen::Vector3d& pose) const {
  int k = 0;
  while (tree_[k].child >= 0) {
    const int lower = tree_[k].child;
    k = holds(tree_[lower].box, pose) ? lower : lower + 1;
  }
  return k;
}

bool FreeWay::leads_out(int k) const {
  const PoseBox &box = tree_[k].box, &domain = tree_[0].box;
  for (int axis = 0; axis < 2; ++axis) {
    if (std::fabs(box.centre[axis] - domain.centre[axis]) + box.half[axis] >= domain.half[axis]) return true;
  }
  return false;
}

/// The leaf at the domain's end that is cheapest to get to, or -1.
int FreeWay::find_exit() {
  for (int k = 0; k < static_cast<int>(tree_.nodes().size()); ++k) {
    tree_[k].cost = std::numeric_limits<double>::infinity();
    tree_[k].reached = false;
  }
  std::vector<std::pair<double, int>> heap;
  const auto reach = [&](int k, double cost, int from) {
    const double total = cost + tree_[k].price;
    if (tree_[k].colliding || total >= tree_[k].cost) return;
    tree_[k].cost = total;
    tree_[k].from = from;
    heap.emplace_back(total, k);
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  reach(leaf_at({0, 0, 0}), 0, -1);
  if (begun_) reach(leaf_at(*begun_), 0, -1);
  while (!heap.empty()) {
    const double cost = heap.front().first;
    const int k = heap.front().second;
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    if (tree_[k].reached) continue;
    tree_[k].reached = true;
    if (leads_out(k)) return k;
    tree_.for_each_touching(k, [&](int other) { reach(other, cost, k); });
  }
  return -1;
}

FreeWay::End FreeWay::run(std::size_t boxes, const StopToken& stop) {
  while (true) {
    if (tree_[leaf_at({0, 0, 0})].colliding) return End::stopped;  // no seat
    const int exit = find_exit();
    if (exit < 0) return End::closed;
    way_.clear();
    for (int k = exit; k >= 0; k = tree_[k].from) way_.push_back(k);
    std::reverse(way_.begin(), way_.end());
    std::vector<int> mixed;
    int coarsest = kDeepest;
    for (const int k : way_) {
      if (tree_[k].free) continue;
      mixed.push_back(k);
      coarsest = std::min(coarsest, tree_[k].depth);
    }
    const bool begins = begun_ && leaf_at(*begun_) == way_.front();
    if (mixed.empty() && begins) return End::open;
    if (mixed.empty() || coarsest >= kDeepest || tree_.nodes().size() >= boxes || stop.stop_requested())
      return End::stopped;
    for (const int k : mixed) {
      if (tree_[k].depth <= coarsest + kFinerThanCoarsest) halve(k);
    }
  }
}

/// From box to box through the middle of what they share.
std::vector<Eigen::Vector3d> FreeWay::poses() const {
  std::vector<Eigen::Vector3d> poses{*begun_};
  double turned = 0;
  for (std::size_t k = 0; k + 1 < way_.size(); ++k) {
    const PoseBox& here = tree_[way_[k]].box;
    PoseBox next = tree_[way_[k + 1]].box;
    double over = 0;  // to the same poses a whole turn further
    if (std::fabs(next.centre.z() - here.centre.z()) > next.half.z() + here.half.z())
      over = next.centre.z() < here.centre.z() ? kTurn : -kTurn;
    next.centre.z() += over;
    const Eigen::Vector3d low = (here.centre - here.half).cwiseMax(next.centre - next.half);
    const Eigen::Vector3d high = (here.centre + here.half).cwiseMin(next.centre + next.half);
    poses.push_back((low + high) / 2);
    poses.back().z() += turned;
    turned += over;
  }
  const PoseBox &last = tree_[way_.back()].box, &domain = tree_[0].box;
  Eigen::Vector3d end = last.centre;
  for (int axis = 0; axis < 2; ++axis) {
    const double side = last.centre[axis] < domain.centre[axis] ? -1 : 1;
    if (std::fabs(last.centre[axis] - domain.centre[axis]) + last.half[axis] >= domain.half[axis])
      end[axis] += side * last.half[axis];
  }
  poses.push_back(end + Eigen::Vector3d(0, 0, turned));
  return poses;
}

void FreeWay::tighten(std::size_t boxes) {
  for (bool some = true; some && tree_.nodes().size() < boxes;) {
    const auto [from, to] = extent();
    std::vector<int> rim;
    for (int k = 0; k < static_cast<int>(tree_.nodes().size()); ++k) {
      const Node& node = tree_[k];
      if (!node.reached || node.child >= 0 || node.free || node.depth >= kDeepest) continue;
      const Eigen::Array3d low = node.box.centre - node.box.half, high = node.box.centre + node.box.half;
      const Eigen::Array3d wide = node.box.half.array() - kRim * (to - from).array();
      if ((((low <= from.array()) || (high >= to.array())) && wide > 0).any()) rim.push_back(k);
    }
    some = !rim.empty();
    for (const int k : rim) halve(k);
    find_exit();
  }
}

std::array<Eigen::Vector3d, 2> FreeWay::extent() const {
  std::array<Eigen::Vector3d, 2> extent{tree_[0].box.centre + tree_[0].box.half,
                                        tree_[0].box.centre - tree_[0].box.half};
  for (const Node& node : tree_.nodes()) {
    if (!node.reached || node.child >= 0) continue;
    extent[0] = extent[0].cwiseMin(node.box.centre - node.box.half);
    extent[1] = extent[1].cwiseMax(node.box.centre + node.box.half);
  }
  return extent;
}

}  // namespace pawl::internal
