// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/parallel.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>
#include <vector>

namespace pawl::internal::inline planner {

/// The closed box of the poses (x, y, theta) whose distance from `centre` is at most `half` in each coordinate.
struct PoseBox {
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};
};

/// Returns the largest displacement of a point with a lever arm of length `arm` that rotates by at most `angle`, rad.
inline double chord(double arm, double angle) { return 2 * arm * std::sin(std::min(angle, std::numbers::pi) / 2); }
/// Takes a point at the distance `arm` from the origin of the part's frame. Returns a bound on the distance between its
/// positions at the box's centre and at any other pose of the box.
inline double reach(const PoseBox& box, double arm) {
  return std::hypot(box.half.x(), box.half.y()) + chord(arm, box.half.z());
}

/// Returns the axis (0, 1 or 2) along which a box is longest. The half-size of the angle is multiplied by the length
/// `arm`.
inline int longest_axis(const PoseBox& box, double arm) {
  int axis = 0;
  Eigen::Vector3d(box.half.x(), box.half.y(), arm * box.half.z()).maxCoeff(&axis);
  return axis;
}

/// Calls examine(i) for each i < boxes. Uses at most `threads` threads; 0 means one per core. If there are few boxes,
/// uses one thread.
template <class Examine>
void for_each_box(std::size_t boxes, const Examine& examine, int threads) {
  constexpr std::size_t kMany = 16;  // with fewer boxes than this, starting threads takes longer than it saves
  if (threads == 1 || boxes < kMany) {
    for (std::size_t i = 0; i < boxes; ++i) examine(i);
  } else {
    parallel_for_each_index(boxes, examine, threads);
  }
}

/// A node of a tree of boxes that are halved repeatedly.
struct PoseNode {
  PoseBox box;
  int child = -1;  ///< index of the first of two consecutive children, the lower half first; -1 for a leaf
  int axis = 0;    ///< axis along which the node is halved
  int depth = 0;
  bool colliding = false;
  /// For a leaf: the leaves that touch it and do not collide. The list may contain nodes that were split after they
  /// were listed.
  std::vector<int> touching;
};

/// A binary tree of boxes of poses. It also stores which leaves touch each other. The type Node must derive from
/// PoseNode.
template <class Node>
class PoseTree {
 public:
  /// `turns` is true if poses that differ by a full turn are equal; the root then spans more than one turn.
  explicit PoseTree(const PoseBox& root, bool turns = false) : turns_(turns) {
    nodes_.emplace_back();
    nodes_[0].box = root;
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  Node& operator[](int k) { return nodes_[k]; }
  const Node& operator[](int k) const { return nodes_[k]; }

  bool touch(const PoseBox& a, const PoseBox& b) const {
    const Eigen::Array3d apart = (a.centre - b.centre).cwiseAbs(), reach = a.half + b.half;
    if (apart.x() > reach.x() || apart.y() > reach.y()) return false;
    return apart.z() <= reach.z() || (turns_ && std::fabs(apart.z() - 2 * std::numbers::pi) <= reach.z() + 1e-12);
  }

  /// Calls visit() for the leaves that touch leaf k. Before, removes from the list of leaf k the nodes that were split
  /// after they were listed.
  template <class Visit>
  void for_each_touching(int k, const Visit& visit) {
    std::vector<int>& others = (*this)[k].touching;
    std::erase_if(others, [&](int other) { return (*this)[other].child >= 0; });
    for (const int other : others) visit(other);
  }

  /// Halves leaf k along an axis. Calls make(leaf, half) for both halves; this function must decide whether the half
  /// collides. Returns the index of the first half.
  template <class Make>
  int halve(int k, int axis, const Make& make) {
    return add(k, axis, halves(k, axis, make));
  }

  /// Halves several leaves, each along the axis axis(leaf). Calls make(leaf, half) for all halves, on at most `threads`
  /// threads; 0 means one per core. The result does not depend on the number of threads.
  template <class Axis, class Make>
  void halve(const std::vector<int>& leaves, const Axis& axis, const Make& make, int threads) {
    std::vector<Halves> made(leaves.size());
    for_each_box(
        leaves.size(), [&](std::size_t i) { made[i] = halves(leaves[i], axis((*this)[leaves[i]]), make); }, threads);
    for (std::size_t i = 0; i < leaves.size(); ++i) add(leaves[i], axis((*this)[leaves[i]]), std::move(made[i]));
  }

 private:
  using Halves = std::array<Node, 2>;

  template <class Make>
  Halves halves(int k, int axis, const Make& make) const {
    Halves made;
    for (std::size_t side = 0; side < 2; ++side) {
      Node& half = made[side];
      half.box = (*this)[k].box;
      half.box.half[axis] /= 2;
      half.box.centre[axis] += (side == 0 ? -1 : 1) * half.box.half[axis];
      half.depth = (*this)[k].depth + 1;
      make((*this)[k], half);
    }
    return made;
  }

  /// Adds the two halves of leaf k to the tree. Returns the index of the first half.
  int add(int k, int axis, Halves made) {
    const int first = static_cast<int>(nodes_.size());
    for (Node& half : made) nodes_.push_back(std::move(half));
    (*this)[k].child = first;
    (*this)[k].axis = axis;
    const std::vector<int> touching = std::move((*this)[k].touching);
    meet(first, first + 1);
    for (const int other : touching) {
      if ((*this)[other].child >= 0) continue;
      meet(first, other);
      meet(first + 1, other);
    }
    return first;
  }

  void meet(int a, int b) {
    if ((*this)[a].colliding || (*this)[b].colliding || !touch((*this)[a].box, (*this)[b].box)) return;
    (*this)[a].touching.push_back(b);
    (*this)[b].touching.push_back(a);
  }

  std::vector<Node> nodes_;
  bool turns_;
};

}  // namespace pawl::internal::inline planner
