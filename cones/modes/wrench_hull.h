// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "modes/force_edges.h"
#include "modes/motion_cone.h"

namespace pawl::internal {

/// Where a wrench lies to the closed wrench cone of a mode.
enum class WrenchPlace {
  outside,
  boundary,  ///< on the boundary, or in a cone without interior: whether the mode has it depends on its strict rows
  inside     ///< in the interior: the mode has it
};

/// The closed cone of the wrenches that are consistent with a mode, as the hull of exact directions.
///
/// A part at rest obeys M v' = J c + g: v' its acceleration, c the contact forces, g the external wrench. A mode allows
/// a convex cone A of accelerations (MotionCone) and a convex cone F of forces (ForceEdges), and does not tie one to
/// the other: what complementarity demands is in the letters. So
///
///     g is consistent  <=>  g = M v' - J c for some v' in A and c in F  <=>  g in M A + (-J F),
///
/// a cone that M times A's generators and the wrenches -J c of F's edges span together. [BTG02, section 5] come to the
/// same cone by two conversions in up to 4n dimensions (route `enrsv`); here all is in R^3. A is closed by relaxing the
/// strict rows, and so is the cone; which of its faces the mode has then is decided by excluded_faces (mode_set.h).
///
/// Cost: two planar hulls, of the mode's rows and of the sum, O(n log n) for n contacts. Keeps its memory.
class WrenchHull {
 public:
  /// `set` must be valid and outlive the use.
  void set(const ContactSet& set);
  /// `set` is that of the last set() but for which contacts touch (and must outlive the use, as that one must). From
  /// then on the wrenches M v' of all modes stay in the pool, each once: what is computed of them can be kept.
  void touch(const ContactSet& set);

  /// Builds the cone of a mode, one letter a contact. False where no acceleration satisfies the mode's rows, strict
  /// ones strictly: then there is no hull.
  bool build(std::string_view letters);
  /// -J F alone, of any mode.
  void build_forces(std::string_view letters);
  /// -J F for these forces alone.
  void build_forces(const std::vector<ForceEdge>& edges);

  /// Of the cone last built.
  const ConicHull& hull() const { return hull_; }
  /// M A alone, of the mode last built.
  ConicHull momenta();
  WrenchPlace place(const Eigen::Vector3d& wrench);

  const MotionCone& motion() const { return motion_; }                  ///< A, of the mode last built
  std::span<const int> motion_wrenches() const;                         ///< M times each of A's rays, in the pool
  const std::vector<ForceEdge>& force_edges() const { return edges_; }  ///< of F, of the mode last built

  const ContactSet& contacts() const { return *set_; }
  DirectionPool& pool() { return pool_; }

 private:
  int wrench(CrossPair acceleration);
  int add_wrench(CrossPair acceleration);
  void gather_motions();
  void gather_forces(const std::vector<ForceEdge>& edges);

  const ContactSet* set_ = nullptr;
  ContactDirections directions_;
  DirectionPool pool_;
  ForceEdges forces_;
  int base_ = 0;                                 // the pool's size with what all modes share
  bool keeps_ = false;                           // whether wrenches stay in the pool
  std::unordered_map<std::uint64_t, int> kept_;  // by the two directions whose cross product the acceleration is

  MotionCone motion_;
  std::vector<ForceEdge> edges_;
  std::vector<int> lines_, rays_;  // that span the cone; M times A's rays come first
  ConicHullSolver hulls_;
  ConicHull hull_;
  DualGenerators faces_;
};

}  // namespace pawl::internal
