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
/// Claim: let U be the potential energy of the load, 0 at the goal, and let C be the component of {free poses, U <=
/// depth} that contains the goal. If the part is released anywhere in C with kinetic energy of at most depth - U, it
/// never leaves C and can come to rest only at the goal. This holds for any mass, any friction up to the stated
/// coefficients, any restitution that does not increase the energy, and any order of events. Some damping is required
/// for the part to come to rest at all.
struct EnergyCertificate {
  /// The kind of a node in the tree of boxes. All kinds except `split` are leaves.
  enum class Kind : std::uint8_t {
    split,      ///< an inner node; the nodes of its two halves follow, the lower half first
    colliding,  ///< the box contains no free pose
    above,      ///< the potential energy U exceeds `depth` in the whole box
    beyond,     ///< the box is not in the component C, because it touches no box of C
    moving,     ///< the box is in the component C; a twist proves that the part does not rest in this box
    /// The box is in the component C, near the goal. The node has one twist per goal contact. Each twist proves that
    /// the part can rest in this box only if it touches at that contact.
    near
  };
  struct Node {
    Kind kind = Kind::beyond;
    std::uint8_t axis = 0;  ///< axis of a split: 0 x, 1 y, 2 theta
    std::array<Eigen::Vector3d, 3> twists{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  };
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};  ///< centre and half-sizes of the domain
  Eigen::Vector3d seed{0, 0, 0};                   ///< half-sizes of the box around the goal from which the component C
                                                   ///< is built up
  std::vector<Node> nodes;                         ///< the tree in preorder
  double depth = 0;                                ///< energy depth h*, N m, for a load of size 1 N
};

struct EnergyFloodOptions {
  double accuracy = .05;  ///< relative accuracy of the depth; boxes on the way out of C are halved until it is reached
  double enough = std::numeric_limits<double>::infinity();  ///< the search ends when this depth is proved, N m
  std::size_t boxes = 200000;                               ///< limit on the number of boxes
  StopToken stop;
  std::function<void(std::size_t boxes)> progress =
      {};  ///< function that is called from time to time with the number of boxes
};

/// The depth of a goal, the pose at which the component C spills, and the extent of C.
struct EnergyDepth {
  enum class End {
    spills,   ///< at this depth the part may come to rest away from the goal, or leave the domain
    caged,    ///< C is enclosed by fixels and walls: no pose in C is higher than `depth`, so every larger depth is
              ///< proved too
    enough,   ///< the requested depth was reached
    stopped,  ///< a limit was reached; the goal may be deeper
    unproved  ///< no depth at all could be proved
  };
  End end = End::unproved;
  double depth = 0;          ///< proved depth, N m for a load of 1 N; 0 if no depth was proved
  double depth_at_most = 0;  ///< estimate of the depth that more work could prove, N m
  /// Lower and upper bounds of the component C, in x (m), y (m) and theta (rad).
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  Eigen::Vector3d spill{0, 0, 0};  ///< approximate pose at which C spills
  /// True if C reaches the edge of the domain at the spill. False if the reason is that no twist proves that the part
  /// moves there.
  bool leaves = false;
  std::vector<int> spill_fixels;  ///< fixels that may touch at the spill, numbered from 0
  std::vector<int> spill_walls;   ///< walls that may touch at the spill, numbered from 0
  std::size_t boxes = 0;          ///< number of boxes of the component
  std::size_t nodes = 0;          ///< number of nodes of the tree
  EnergyCertificate certificate;  ///< certificate of the depth; set if depth > 0
};

/// Computes the depth by extending the component C from the goal to higher and higher values of U. Splits only boxes
/// along the way out; most of the pose space is never split. The result is deterministic if only limits on counts, and
/// not a stop token, end the search. The problem must come from energy_problem().
EnergyDepth energy_depth(const EnergyProblem& problem, const EnergyFloodOptions& options = {});

}  // namespace pawl
