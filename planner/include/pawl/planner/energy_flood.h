// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/energy_problem.h>

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// A lower bound on the energy depth of a goal, with its proof [MODEL section 9].
///
/// Let U be the potential energy of the load, 0 at the goal. Let C be the component of {free poses, U <= depth} that
/// contains the goal. The certificate proves the following claim. If the part is released anywhere in C with kinetic
/// energy of at most depth - U, it never leaves C and can come to rest only at the goal. The claim holds for any mass,
/// any friction up to the stated coefficients, any restitution that does not increase the energy, and any order of
/// events. Some damping is required for the part to come to rest at all.
struct EnergyCertificate {
  /// The kind of a node in the tree of boxes. All kinds except `split` are leaves.
  enum class Kind : std::uint8_t {
    split,      ///< an inner node; the nodes of its two halves follow, the lower half first
    colliding,  ///< the box contains no free pose
    above,      ///< the potential energy U exceeds `depth` in the whole box
    beyond,     ///< the box is outside of the component C: it touches no box of C
    moving,     ///< the box is in the component C; a twist proves that the part does not rest in this box
    /// The box is in the component C, near the goal. The node has one twist per contact of the goal. Each twist proves
    /// that the part can rest in this box only if it touches at this contact.
    near
  };
  struct Node {
    Kind kind = Kind::beyond;
    std::uint8_t axis = 0;  ///< axis of a split: 0 for x, 1 for y, 2 for theta
    std::array<Eigen::Vector3d, 3> twists{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  };
  /// Centre and half-sizes of the domain, the box of poses (x in m, y in m, theta in rad) that is the root of the tree.
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};
  /// Half-sizes (m, m, rad) of the box around the goal from which the component C is extended.
  Eigen::Vector3d seed{0, 0, 0};
  std::vector<Node> nodes;  ///< nodes of the tree in preorder
  double depth = 0;         ///< energy depth h*, N m, for a load of size 1 N
};

struct EnergyFloodOptions {
  double accuracy = .05;  ///< relative accuracy of the depth; boxes on the way out of C are halved until it is reached
  double enough = std::numeric_limits<double>::infinity();  ///< the search ends if this depth is proved, N m
  /// Largest number of nodes of the tree; one refinement may exceed it.
  std::size_t boxes = 200000;
  StopToken stop;
  std::function<void(std::size_t boxes)> progress =
      {};  ///< called before each refinement of the tree with the present number of its nodes
};

/// The depth of a goal, the pose at which the component C spills, and the extent of C.
struct EnergyDepth {
  enum class End {
    spills,   ///< at this depth the part may come to rest away from the goal, or leave the domain
    caged,    ///< fixels and walls enclose C: no pose in C is higher than `depth`, so every larger depth is proved too
    enough,   ///< the requested depth was proved
    stopped,  ///< a limit ended the search; the depth of the goal may be larger
    unproved  ///< no depth could be proved
  };
  End end = End::unproved;
  double depth = 0;          ///< proved depth, N m for a load of 1 N; 0 if no depth was proved
  double depth_at_most = 0;  ///< estimate of the largest depth that a longer search could prove, N m
  /// Lower and upper bounds on x (m), y (m) and theta (rad) over the component C.
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  Eigen::Vector3d spill{0, 0, 0};  ///< approximate pose (x, y, theta) at which C spills
  /// True if C reaches the boundary of the domain at the spill. False if C spills because no twist proves that the part
  /// moves there.
  bool leaves = false;
  std::vector<int> spill_fixels;  ///< indices of the fixels that may touch at the spill, counted from 0
  std::vector<int> spill_walls;   ///< indices of the walls that may touch at the spill, counted from 0
  std::size_t boxes = 0;          ///< number of boxes that cover the component C
  std::size_t nodes = 0;          ///< number of nodes of the tree
  EnergyCertificate certificate;  ///< certificate of the depth; set only if depth > 0
};

/// Computes the depth by extending the component C from the goal to increasing values of U. Splits only boxes along the
/// way out; most of the pose space is never split. The result is deterministic if only limits on numbers, and not a
/// stop token, end the search. `problem` must come from energy_problem().
EnergyDepth energy_depth(const EnergyProblem& problem, const EnergyFloodOptions& options = {});

}  // namespace pawl
