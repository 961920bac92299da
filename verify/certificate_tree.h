// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/certificate_contacts.h"
#include "verify/certificate_reader.h"

namespace pawl::internal::inline verify {

/// Returns "the box around (x, y, theta) ", for messages.
std::string words_of(const CertificateBox& box);

/// A binary tree of boxes of poses. A certificate states the tree in preorder, with one letter per node. The letters x,
/// y and t state that a box is halved along the axis x, y or theta. All other letters denote leaves.
class CertificateTree {
 public:
  struct Node {
    CertificateBox box;
    char letter;
    int lower = -1, upper = -1;  ///< indices of the two halves in nodes(); -1 for a leaf
    bool inside = false;         ///< true if the node is an inside leaf (see read()) or contains one
  };

  /// `length_rounding` is a bound on the rounding errors of lengths.
  explicit CertificateTree(double length_rounding) : length_rounding_(length_rounding) {}

  /// Reads a tree. A leaf whose letter is one of `inside` is called an inside leaf. For each leaf, calls check(leaf),
  /// which returns the reason to refuse the leaf, or "" to accept it. Returns the first reason that is not "". If the
  /// letters do not describe exactly one tree, returns a message. Returns "" for a tree without faults.
  std::string read(const CertificateBox& domain, const std::string& letters, std::string_view inside,
                   const std::function<std::string(const Node&)>& check);

  const std::vector<Node>& nodes() const { return nodes_; }  ///< all nodes, in preorder
  std::size_t leaves() const { return leaves_; }
  /// Returns whether a box touches the boundary of the domain, up to rounding.
  bool reaches_end(const CertificateBox& box) const;
  /// Returns whether two boxes touch or overlap, up to the rounding of their ends.
  bool touch(const CertificateBox& a, const CertificateBox& b) const {
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(a.centre[k] - b.centre[k]) > a.half[k] + b.half[k] + rounding(k)) return false;
    }
    return true;
  }

  /// Calls visit(a, b) for all pairs of touching leaves in which a is an inside leaf, until visit returns false. Each
  /// pair is visited once. The time is linear in the number of pairs of nodes that touch.
  template <class Visit>
  void each_touching_pair(const Visit& visit) const {
    bool more = !nodes_.empty();
    meet(0, 0, visit, more);
  }
  /// Calls visit(leaf) for all leaves that touch a box, until visit returns false.
  template <class Visit>
  void each_touching(const CertificateBox& box, const Visit& visit) const {
    bool more = !nodes_.empty();
    find(0, box, visit, more);
  }

 private:
  static constexpr int kDeepest = 200;   ///< largest permitted depth of a leaf
  static constexpr double kAngles = 16;  ///< upper bound on the absolute values of the angles of boxes, rad

  /// Returns a bound on the rounding errors of the ends of boxes along an axis: 0 (x), 1 (y) or 2 (theta).
  double rounding(int axis) const { return axis < 2 ? length_rounding_ : kCertificateRounding * kAngles; }
  std::string read_node(const CertificateBox& box, int depth);
  static double size(const Node& node) { return node.box.half[0] * node.box.half[1] * node.box.half[2]; }

  template <class Visit>
  void meet(int a, int b, const Visit& visit, bool& more) const {
    if (!more) return;
    const Node &one = nodes_[a], &other = nodes_[b];
    if (!(one.inside || other.inside) || !touch(one.box, other.box)) return;
    if (a == b) {
      if (one.lower < 0) return;
      meet(one.lower, one.lower, visit, more);
      meet(one.upper, one.upper, visit, more);
      meet(one.lower, one.upper, visit, more);
    } else if (one.lower < 0 && other.lower < 0) {
      more = one.inside ? visit(a, b) : visit(b, a);
    } else if (one.lower >= 0 && (other.lower < 0 || size(one) >= size(other))) {
      meet(one.lower, b, visit, more);
      meet(one.upper, b, visit, more);
    } else {
      meet(a, other.lower, visit, more);
      meet(a, other.upper, visit, more);
    }
  }
  template <class Visit>
  void find(int a, const CertificateBox& box, const Visit& visit, bool& more) const {
    const Node& node = nodes_[a];
    if (!more || !touch(node.box, box)) return;
    if (node.lower < 0) {
      more = visit(a);
      return;
    }
    find(node.lower, box, visit, more);
    find(node.upper, box, visit, more);
  }

  double length_rounding_;
  std::vector<Node> nodes_;
  std::size_t leaves_ = 0;
  // The members below are set only during read().
  const std::string* letters_ = nullptr;
  std::size_t place_ = 0;
  std::string_view inside_;
  const std::function<std::string(const Node&)>* check_ = nullptr;
};

}  // namespace pawl::internal::inline verify
