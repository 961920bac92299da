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

/// How deep a goal lies in energy, and the proof [MODEL section 9].
///
/// Claim: released anywhere in the component C of {free poses, U <= depth} that holds the goal, with kinetic energy up
/// to what is left to the depth, the part never leaves C and comes to rest nowhere but at the goal, for any mass, any
/// friction up to what is stated, any restitution that raises no energy, and any order of events. U is the potential of
/// the load, 0 at the goal. That it comes to rest at all needs some damping.
struct EnergyCertificate {
  /// A leaf of the tree of boxes.
  enum class Kind : std::uint8_t {
    split,      ///< no leaf: its two halves follow, the lower one first
    colliding,  ///< no pose of it is free
    above,      ///< U > depth
    beyond,     ///< not reached: it touches no box of the component
    moving,     ///< of the component: the twist proves that the part does not rest there
    near        ///< of the component, round the goal: a twist for each goal contact taken away
  };
  struct Node {
    Kind kind = Kind::beyond;
    std::uint8_t axis = 0;  ///< of a split: x, y, theta
    std::array<Eigen::Vector3d, 3> twists{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};
  };
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};  ///< of the domain
  Eigen::Vector3d seed{0, 0, 0};                   ///< half-sizes round the goal from which C is flooded
  std::vector<Node> nodes;                         ///< the tree in preorder
  double depth = 0;                                ///< h*, N m, for a load of size 1 N
};

struct EnergyFloodOptions {
  double accuracy = .05;  ///< of the depth, relative: refines along the way out until it is known so well
  double enough = std::numeric_limits<double>::infinity();  ///< a depth at which to end, N m
  std::size_t boxes = 200000;                               ///< at most
  StopToken stop;
  std::function<void(std::size_t boxes)> progress = {};  ///< told from time to time how many boxes there are
};

/// A depth, where it spills, and how far the component goes.
struct EnergyDepth {
  enum class End {
    spills,   ///< at the depth there is a pose of rest that is not the goal, or a way out of all that was looked at
    caged,    ///< C is closed by fixels: no pose of it is higher than `depth`, which could be any
    enough,   ///< as deep as was asked for
    stopped,  ///< by a limit: it may be deeper
    unproved  ///< no depth at all could be proved
  };
  End end = End::unproved;
  double depth = 0;          ///< N m for a load of 1 N; 0: none
  double depth_at_most = 0;  ///< an estimate of what more work could show, N m
  std::array<Eigen::Vector3d, 2> extent{Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(0, 0, 0)};  ///< of C: from, to
  Eigen::Vector3d spill{0, 0, 0};  ///< a pose about where C spills
  bool leaves = false;             ///< it spills out of the domain; else at poses that cannot be proved
  std::vector<int> spill_fixels;   ///< that may touch there, from 0
  std::size_t boxes = 0;           ///< of the component
  std::size_t nodes = 0;           ///< of the tree
  EnergyCertificate certificate;   ///< where depth > 0
};

/// Floods upwards in U from the goal. Boxes of poses are split where the way out leads, so that most of space never is.
/// Deterministic for limits by count. The problem must be one of energy_problem().
EnergyDepth energy_depth(const EnergyProblem& problem, const EnergyFloodOptions& options = {});

}  // namespace pawl
