// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal::inline planner {

/// The poses within `half` of `centre`: (x, y, theta), closed.
struct PoseBox {
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};
};

/// Returns the largest displacement of a point whose lever arm `arm` rotates by up to `angle`, rad.
double chord(double arm, double angle);
/// Returns the largest displacement, between a box's centre and any other pose of the box, of a point at the distance
/// `arm` from the frame's origin.
double reach(const PoseBox& box, double arm);

/// A fixel and a feature of the part that may touch at some pose of a box: an edge (its index), or a corner (its index
/// plus the number of edges).
struct PossibleContact {
  int fixel, feature;
};

/// The possible contacts, over a box of poses, of a part among fixed points and pins.
///
/// Over a box with half-sizes (hx, hy, ht), a fixel at f moves relative to the part by at most r = hypot(hx, hy) + |f -
/// c| 2 sin(ht / 2) from its position at the centre pose c. So a fixel that is deeper in the part than r collides over
/// the whole box, and only features within r of its rim can touch it.
///
/// Rounding: every bound results from fewer than 100 roundings of numbers that are at most the largest length that
/// occurs. Each bound is widened by slack(), 2^-40 of that length. This is about 80 times the error of 100 roundings,
/// 100 * 2^-53 of that length.
class BoxContacts {
 public:
  /// Bounds poses with |x| and |y| at most `domain`. `off`: bound on the sum of position errors of fixels and outline;
  /// `farthest`: largest other length that occurs.
  BoxContacts(const Loops& loops, std::vector<EnergyFixel> fixels, double off, double domain, double farthest = 0);

  const Boundary& boundary() const { return boundary_; }
  const BoundaryVertex& corner(int feature) const { return corners_[feature - sides()]; }
  const std::vector<EnergyFixel>& fixels() const { return fixels_; }
  const EnergyFixel& fixel(int number) const { return fixels_[number]; }
  int sides() const { return static_cast<int>(boundary_.sides.size()); }
  int features() const { return sides() + static_cast<int>(corners_.size()); }
  double off() const { return off_; }
  double size() const { return size_; }    ///< largest length that occurs, m
  double slack() const { return slack_; }  ///< amount by which bounds are widened, m

  enum class Where { colliding, possible };
  /// Finds the contacts that may touch. Returns `colliding` if no pose of the box is free.
  Where look(const PoseBox& box, std::vector<PossibleContact>& possible) const;
  double distance_to(int side, const Eigen::Vector2d& p) const;
  /// Returns the least gap at a pose, m, in doubles; negative if something overlaps.
  double gap(const Eigen::Vector3d& pose) const;

 private:
  double signed_distance(const Eigen::Vector2d& p) const;  ///< signed distance, < 0 inside
  bool may_touch(int feature, const Eigen::Vector2d& p, double radius, double reach) const;

  /// A disc that contains an edge. It saves the distance to edges that are certain to be farther than another one.
  struct Cover {
    Eigen::Vector2d center;
    double radius;

    /// Returns whether the edge is certain to be farther from p than `distance`. If true, the edge also is farther when
    /// its distance is computed in doubles.
    bool beyond(const Eigen::Vector2d& p, double distance) const {
      const double reach = distance + radius;
      return (p - center).squaredNorm() > reach * reach;
    }
  };

  std::vector<EnergyFixel> fixels_;
  Boundary boundary_;
  std::vector<Cover> covers_;            ///< one per edge
  std::vector<BoundaryVertex> corners_;  ///< convex corners
  double off_, size_, slack_;
};

/// A node of a tree of boxes that are halved repeatedly.
struct PoseNode {
  PoseBox box;
  int child = -1;  ///< first of two consecutive children, the lower one first; -1: a leaf
  int axis = 0;    ///< axis along which it is halved
  int depth = 0;
  bool colliding = false;
  /// For a leaf: boxes that touch it and do not collide. Some of them may have been split since.
  std::vector<int> touching;
};

/// A binary tree of boxes of poses, with the adjacency of its leaves. Nodes derive from PoseNode.
template <class Node>
class PoseTree {
 public:
  /// `turns` is true if poses that are a whole turn apart are the same; the root then spans more than one turn.
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

  /// Visits the leaves that a leaf touches. First removes from the leaf's list the boxes that were split after they
  /// were listed.
  template <class Visit>
  void for_each_touching(int k, const Visit& visit) {
    std::vector<int>& others = (*this)[k].touching;
    std::erase_if(others, [&](int other) { return (*this)[other].child >= 0; });
    for (const int other : others) visit(other);
  }

  /// Halves a leaf along an axis. Calls `make(leaf, half)` for both halves, which sets whether they collide. Returns
  /// the index of the first half.
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

/// Proofs that the part cannot rest at any pose of a box [MODEL section 9].
///
/// A twist xi = (v, omega) moves the part's point at f by u = v + omega J (f - c). By Farkas' lemma it proves that no
/// contact forces balance the load over the box if the power of the load over xi is positive and the power of every
/// contact force is nonnegative. A force along d = n + s mu t, s = 1 or -1, on a pin of radius R gives u . d + s omega
/// mu R. Normals of an edge rotate with the part by at most ht. Normals of arcs and corners rotate by at most the angle
/// by which the centre moves as seen from the fixel. All directions e' within an angle delta of a direction e satisfy
///
///   u . e' >= u . e cos(delta) - |u x e| sin(delta).
///
/// Bounds are rounded like those of BoxContacts.
class BoxJudge {
 public:
  explicit BoxJudge(const EnergyProblem& problem, double domain);

  const BoxContacts& contacts() const { return contacts_; }

  /// proves() checks whether xi proves a box. find_proof() finds a twist that proves it, with a linear program at the
  /// centre pose.
  bool proves(const Eigen::Vector3d& xi, const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  std::optional<Eigen::Vector3d> find_proof(const PoseBox& box, const std::vector<PossibleContact>& contacts) const;
  /// For boxes near the goal: per goal contact, one twist proves the box without that contact. find_near_proof() finds
  /// these twists, proves_near() checks them.
  std::optional<std::array<Eigen::Vector3d, 3>> find_near_proof(const PoseBox& box,
                                                                const std::vector<PossibleContact>& contacts) const;
  bool proves_near(const std::array<Eigen::Vector3d, 3>& twists, const PoseBox& box,
                   const std::vector<PossibleContact>& contacts) const;
  /// Returns the half-sizes of poses around the goal within which the goal's three gaps have at most one common zero:
  /// J_n(q) J_n(0)^-1 differs from the identity by less than 1 there.
  const Eigen::Vector3d& near_goal() const { return near_goal_; }
  bool is_near_goal(const PoseBox& box) const;

  double least_potential(const PoseBox& box) const;
  double potential(const Eigen::Vector3d& pose) const;  ///< potential at a pose, with the anchor at its stated position
  double spread(
      const PoseBox& box) const;  ///< bound on how far the potential in the box is below its value at the centre
  bool is_free(const Eigen::Vector3d& pose) const;  ///< whether a pose is free, in doubles, for estimates
  double mean_arm() const { return mean_arm_; }     ///< displacement of a fixel per unit of rotation, m

 private:
  /// The normals of one contact over a box: all directions within `spread` of the unit vector `normal`.
  struct Normals {
    Eigen::Vector2d normal;
    double spread;
  };
  struct Motion;

  std::vector<PossibleContact> without(const std::vector<PossibleContact>& contacts, std::size_t goal) const;
  Normals normals(const PoseBox& box, const PossibleContact& contact) const;
  bool pushes(const Eigen::Vector3d& xi, const PoseBox& box) const;
  bool holds_for(const Eigen::Vector3d& xi, const PoseBox& box, const PossibleContact& contact) const;
  Eigen::Vector2d force_at(const PoseBox& box) const;
  void find_goal_features();
  void find_near_goal();
  bool regular(const Eigen::Vector3d& half) const;

  EnergyProblem problem_;
  BoxContacts contacts_;
  std::vector<PossibleContact> goal_;
  Eigen::Vector3d near_goal_{0, 0, 0};
  double size_, slack_, mean_arm_;
};

}  // namespace pawl::internal::inline planner
