// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>

#include <array>
#include <optional>
#include <vector>

#include "pose_tree.h"

namespace pawl::internal {

/// A way out of a fixture by approximate cell decomposition [Brooks and Lozano-Perez 1985]: a tree of boxes of poses,
/// each free as a whole, colliding as a whole, or mixed. The cheapest way over touching boxes from the seat to the end
/// of the domain, where a line parts the part from all fixels, is found by Dijkstra's algorithm; mixed boxes cost, the
/// more the finer they are. The mixed ones on it are halved, until none is on it, or there is no way: then the boxes
/// that are reached are all that the part ever gets to, and closed by colliding ones.
///
/// As the part touches its fixels at the seat, the boxes there stay mixed; `begun` is a pose that it is known to get to
/// from there, where a way may begin, too.
class FreeWay {
 public:
  FreeWay(const BoxContacts& contacts, double far, bool turns, std::optional<Eigen::Vector3d> begun);

  enum class End { open, closed, stopped };
  End run(std::size_t boxes, const StopToken& stop);
  std::size_t boxes() const { return tree_.nodes().size(); }
  /// Of an open way: from `begun` on, so that the straight motions between them are free.
  std::vector<Eigen::Vector3d> poses() const;
  /// Halves boxes of a closed one where it reaches furthest, and may not.
  void tighten(std::size_t boxes);
  /// Of a closed one: from, to.
  std::array<Eigen::Vector3d, 2> extent() const;

 private:
  struct Node : PoseNode {
    bool free = false;
    double price = 0;
    double cost = 0;  ///< of a way that ends in it
    int from = -1;    ///< the leaf before it; -1: the way begins in it
    bool reached = false;
  };

  void look(Node& node) const;
  void halve(int k);
  int leaf_at(const Eigen::Vector3d& pose) const;
  bool leads_out(int k) const;
  int find_exit();

  const BoxContacts& contacts_;
  PoseTree<Node> tree_;
  std::optional<Eigen::Vector3d> begun_;
  double mean_arm_ = 0;
  std::vector<int> way_;  ///< leaves, the first one first
};

}  // namespace pawl::internal
