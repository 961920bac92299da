// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "energy/box_contacts.h"
#include "energy/pose_tree.h"

namespace pawl::internal::inline planner {

/// A box of poses in which a part may start, and the largest total energy of the part at these poses, N m for a load of
/// 1 N.
struct EnergySource {
  PoseBox box;
  double energy = 0;
};

/// A binary tree of boxes of poses. It finds the leaves that a part can reach from sources without rising above its
/// energy [MODEL section 12]. The height of a leaf is a lower bound on the potential over its box. The part can move
/// from a reached leaf to a touching leaf if the height of the touching leaf is at most the energy with which the
/// reached leaf was reached.
///
/// Sources are processed in the order of decreasing energy, so that each leaf gets the largest energy with which it can
/// be reached. Touching leaves that are both reached have the same energy.
class ReachTree {
 public:
  enum class Proof : unsigned char { unknown, none, moving };
  struct Node : PoseNode {
    double height = 0;
    /// Largest energy, N m, with which the part reaches the leaf; kOutside if it does not reach the leaf.
    double energy = kOutside;
    int from = -1;   ///< touching leaf from which the part comes; -1 if a source touches this leaf
    int source = 0;  ///< index of the source from which the part comes
    Proof proof = Proof::unknown;
    Eigen::Vector3d twist{0, 0, 0};
    std::vector<PossibleContact> contacts;

    bool inside() const { return energy > kOutside; }
  };
  /// The potential as two functions: a lower bound over a box, and the value at a pose.
  struct Potential {
    std::function<double(const PoseBox& box)> least;
    std::function<double(const Eigen::Vector3d& pose)> at;
  };

  ReachTree(const BoxContacts& contacts, const PoseBox& domain, std::vector<EnergySource> sources);

  const PoseBox& domain() const { return tree_[0].box; }
  const std::vector<Node>& nodes() const { return tree_.nodes(); }
  Node& node(int k) { return tree_[k]; }
  const Node& node(int k) const { return tree_[k]; }
  const std::vector<EnergySource>& sources() const { return sources_; }

  void set_potential(Potential potential);

  /// Finds the leaves that the part can reach, and returns them in the order in which they were found.
  const std::vector<int>& flood();
  /// Returns the leaves that the last call of flood() found.
  const std::vector<int>& inside() const { return inside_; }
  bool on_boundary(int leaf) const;

  /// A way from a source to a leaf.
  struct Way {
    std::vector<int> leaves;  ///< leaves of the way, from its end back to the source
    /// Leaves in which a sampled pose of the polyline collides or has a potential above the energy of the leaf.
    std::vector<int> closed;
  };
  /// Returns a way from a source to a leaf. Samples poses of the polyline through the centres of the boxes and of the
  /// faces in which they touch.
  Way way_to(int leaf) const;

  /// Returns the largest of the three half-sizes of a leaf's box, m. The half-size of the angle is multiplied by the
  /// largest distance of the part's points from its origin.
  double size(int leaf) const;
  bool can_halve(int leaf) const { return node(leaf).depth < kDeepest; }
  /// Halves leaves, on at most `threads` threads; 0 means one per core. Calls inherit(whole, half) for every half.
  void halve(const std::vector<int>& leaves, int threads, const std::function<void(const Node&, Node&)>& inherit = {});

 private:
  static constexpr double kOutside = -std::numeric_limits<double>::infinity();
  static constexpr int kDeepest = 90;

  void look(Node& node) const;
  void reach(int k, double energy, int from, int source);
  template <class Visit>
  void for_each_leaf_touching(const PoseBox& box, const Visit& visit) const;
  bool is_free(const Eigen::Vector3d& pose, double energy) const;
  bool passable(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double energy) const;
  Eigen::Vector3d end_of(int leaf) const;

  const BoxContacts& contacts_;
  PoseTree<Node> tree_;
  Potential potential_;
  std::vector<EnergySource> sources_;
  std::vector<int> inside_;
};

}  // namespace pawl::internal::inline planner
