// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/energy_flood.h>

#include <array>
#include <limits>
#include <vector>

#include "box_proof.h"
#include "pose_tree.h"

namespace pawl::internal {

/// A binary tree of boxes of poses, its leaves flooded from the goal upwards in potential.
///
/// The level of a leaf is the least height over which it can be reached from the goal: the least over ways through
/// touching leaves of the greatest lower bound of U on the way (Dijkstra's algorithm with max for +). A leaf that is
/// split takes all leaves with it that were flooded later; those flooded before stay, as their levels do not depend on
/// later ones. Splitting only raises levels, so that the others' old ones are lower bounds, and are found again when
/// their turn comes.
class BoxTree {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  enum class Proof : unsigned char { unknown, none, moving, near };
  struct Node : PoseNode {
    Proof proof = Proof::unknown;
    std::array<Eigen::Vector3d, 3> twists;
    std::vector<PossibleContact> contacts;
    double least = 0;       ///< lower bound of U
    double level = kNever;  ///< at which it is reached, or a lower bound
    int parent = -1;        ///< the leaf from which
    int place = -1;         ///< in the order in which leaves were flooded; -1: not yet
  };

  BoxTree(const BoxJudge& judge, const PoseBox& domain, const Eigen::Vector3d& seed);

  const std::vector<Node>& nodes() const { return tree_.nodes(); }
  const Node& node(int k) const { return tree_[k]; }
  const std::vector<int>& flooded() const { return order_; }
  bool on_boundary(int leaf) const;

  /// The largest lower bound of U over the leaves that touch a box: at higher levels all of them are flooded.
  double level_within(const PoseBox& box) const;

  /// Floods on until a leaf comes that is not proved, or is on the domain's boundary, or lies at `enough` or higher:
  /// that leaf, or -1 where there is none left.
  int flood(double enough, const StopToken& stop);
  /// The leaves over which one was reached, it first.
  std::vector<int> way_to(int leaf) const;
  void split(const std::vector<int>& leaves);

 private:
  Node& at(int k) { return tree_[k]; }
  void look(Node& node) const;
  void inherit(const Node& whole, Node& half) const;
  void prove(Node& node) const;
  void reach(int k, double level, int parent);
  void reach_again(int k);
  bool is_reached(int k) const;
  void wait(int k);
  void halve(int k);

  const BoxJudge& judge_;
  PoseBox domain_;
  PoseBox seed_;
  PoseTree<Node> tree_;
  std::vector<int> order_;
  std::vector<std::pair<double, int>> heap_;
};

}  // namespace pawl::internal
