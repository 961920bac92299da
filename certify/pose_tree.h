// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "box_contacts.h"

namespace pawl::internal {

/// A box of a tree that is halved again and again.
struct PoseNode {
  PoseBox box;
  int child = -1;  ///< of two that follow each other, the lower one first; -1: a leaf
  int axis = 0;    ///< along which it is halved
  int depth = 0;
  bool colliding = false;
  std::vector<int> touching;  ///< a leaf's: others that are not colliding; some may be split by now
};

/// A binary tree of boxes of poses whose leaves know which others they touch. Nodes derive from PoseNode.
template <class Node>
class PoseTree {
 public:
  /// `turns`: poses a whole turn apart are the same, and the root holds more than one turn.
  explicit PoseTree(const PoseBox& root, bool turns = false) : turns_(turns) {
    nodes_.emplace_back();
    nodes_[0].box = root;
  }

  const std::vector<Node>& nodes() const { return nodes_; }
  Node& operator[](int k) { return nodes_[static_cast<std::size_t>(k)]; }
  const Node& operator[](int k) const { return nodes_[static_cast<std::size_t>(k)]; }

  bool touch(const PoseBox& a, const PoseBox& b) const {
    const Eigen::Array3d apart = (a.centre - b.centre).cwiseAbs(), reach = a.half + b.half;
    if (apart.x() > reach.x() || apart.y() > reach.y()) return false;
    return apart.z() <= reach.z() || (turns_ && std::fabs(apart.z() - 2 * std::numbers::pi) <= reach.z() + 1e-12);
  }

  /// Those that a leaf touches; drops those that are split.
  template <class Visit>
  void for_each_touching(int k, const Visit& visit) {
    std::vector<int>& others = (*this)[k].touching;
    std::erase_if(others, [&](int other) { return (*this)[other].child >= 0; });
    for (const int other : others) visit(other);
  }

  /// Halves a leaf along an axis; `make(half)` is called for both, and says what collides. The first half's number.
  template <class Make>
  int halve(int k, int axis, const Make& make) {
    const int first = static_cast<int>(nodes_.size());
    for (const double side : {-1., 1.}) {
      Node half;
      half.box = (*this)[k].box;
      half.box.half[axis] /= 2;
      half.box.centre[axis] += side * half.box.half[axis];
      half.depth = (*this)[k].depth + 1;
      make((*this)[k], half);
      nodes_.push_back(std::move(half));
    }
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

 private:
  void meet(int a, int b) {
    if ((*this)[a].colliding || (*this)[b].colliding || !touch((*this)[a].box, (*this)[b].box)) return;
    (*this)[a].touching.push_back(b);
    (*this)[b].touching.push_back(a);
  }

  std::vector<Node> nodes_;
  bool turns_;
};

}  // namespace pawl::internal
