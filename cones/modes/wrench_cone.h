// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "contact/contact_rows.h"
#include "exact/conic_hull.h"

namespace pawl::internal::inline modes {

/// The closed cone of the accelerations of one mode, by generators: {v' : the mode's rows, strict ones relaxed}.
///
/// Contact i has the accelerations a_n = [n; p x n] . v' and a_t = [t; p x t] . v', and its letter asks for
///
///     a: a_n < 0   s: a_n > 0 (across a gap a_n >= 0)   l: a_n = 0, a_t > 0   r: a_n = 0, a_t < 0   n: a_n = a_t = 0.
///
/// The closed cone is the polar of the hull of the rows, each turned outward, so that one hull gives its generators.
/// Its interior satisfies all strict rows, or none of it does: the mode is feasible when each strict row is strict on
/// some ray. O(n log n) for n contacts.
class MotionCone {
 public:
  /// `pool` filled by `directions`. Returns whether the mode is feasible, its strict rows strict.
  bool build(DirectionPool& pool, const ContactDirections& directions, std::string_view letters, const ContactSet& set);

  const DualGenerators& generators() const { return generators_; }
  /// Rows that the mode asks to be strictly negative (pool identifiers; the polar's own rays).
  const std::vector<int>& strict_rows() const { return strict_; }

 private:
  bool strictly_feasible(DirectionPool& pool) const;

  std::vector<int> polar_lines_, polar_rays_;
  std::vector<int> strict_;
  ConicHull polar_;
  ConicHullSolver hulls_;
  DualGenerators generators_;
};

/// An extreme contact force d = n + slope t, by the wrench -[d; p x d] that balances it.
struct ForceEdge {
  int id;  ///< in the pool
  int contact;
  double slope;  ///< s mu
};

/// The extreme forces of a contact set's modes, as directions of a pool.
///
/// Coulomb's law ties a contact's force c_n n + c_t t to its letter: none for `a` and `s`; c_t = -mu c_n for `l`, which
/// slides to the left, and +mu c_n for `r`; |c_t| <= mu c_n for `n`. So a mode's forces are spanned by edges n + s mu
/// t: one a sliding contact, both of a rolling one. Of a friction interval sliding has the edges of both ends (any mu
/// in between is spanned by them), rolling those of the high end.
class ForceEdges {
 public:
  /// Adds all contacts' edges to the pool that `directions` filled. Refers to `set` until the next call.
  void add(DirectionPool& pool, const ContactDirections& directions, const ContactSet& set);

  /// The edges that span the forces a mode allows; replaces `edges`.
  void of_mode(std::string_view letters, std::vector<ForceEdge>& edges) const;

 private:
  ForceEdge edge(std::size_t contact, int sign, bool high) const;

  const ContactSet* set_ = nullptr;
  std::vector<int> ids_;  // 4 a contact: left high, right high, left low, right low
};

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
/// strict rows, and so is the cone; which of its faces the mode has then is decided by excluded_faces().
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

}  // namespace pawl::internal::inline modes
