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

/// The closed cone of the accelerations v' that satisfy the rows of one mode, given by generators. In the closed cone,
/// strict rows may be 0.
///
/// Contact i has the accelerations a_n = [n; p x n] . v' and a_t = [t; p x t] . v', and its letter requires
///
///     a: a_n < 0   s: a_n > 0 (across a gap a_n >= 0)   l: a_n = 0, a_t > 0   r: a_n = 0, a_t < 0   n: a_n = a_t = 0.
///
/// The closed cone is the polar of the hull of the rows. The signs of the rows are chosen such that the rows are
/// outward normals. Therefore one hull gives the generators of the cone. Either the whole interior of the cone
/// satisfies all strict rows, or none of it does. The mode is feasible if each strict row is nonzero on some ray. O(n
/// log n) for n contacts.
class MotionCone {
 public:
  /// Builds the cone. `pool` must contain the directions of the contacts (directions.fill(pool)). Returns whether the
  /// mode is feasible, that is, whether the strict rows can hold strictly.
  bool build(DirectionPool& pool, const ContactDirections& directions, std::string_view letters, const ContactSet& set);

  const DualGenerators& generators() const { return generators_; }
  /// Returns the rows that the mode requires to be strictly negative, as indices in the pool.
  const std::vector<int>& strict_rows() const { return strict_; }

 private:
  bool strictly_feasible(DirectionPool& pool) const;

  std::vector<int> polar_lines_, polar_rays_;
  std::vector<int> strict_;
  ConicHull polar_;
  ConicHullSolver hulls_;
  DualGenerators generators_;
};

/// An extreme contact force d = n + slope t. It is stored as the external wrench -[d; p x d], which balances the force.
struct ForceEdge {
  int id;  ///< identifier of the edge's wrench in the pool
  int contact;
  double slope;  ///< s mu, with s = -1 or 1
};

/// The extreme forces of a contact set's modes, as directions of a pool.
///
/// A contact force is c_n n + c_t t. By Coulomb's law it is zero for the letters `a` and `s`, c_t = -mu c_n for `l`
/// (the part slides to the left), c_t = +mu c_n for `r`, and |c_t| <= mu c_n for `n`. Therefore the edges n + s mu t,
/// with s = -1 or 1, span a mode's forces. A sliding contact has one edge, and a rolling contact has two. With a
/// friction interval, a sliding contact has one edge for each end of the interval, and both edges span those for any mu
/// in between. A rolling contact has the edges for the high end. If static and kinetic friction differ, the kinetic
/// interval applies to sliding contacts, and the static interval to rolling contacts.
class ForceEdges {
 public:
  /// Adds the edges of all contacts to `pool`, which must contain the contacts' directions (directions.fill(pool)).
  /// Stores a reference to `set` until the next call.
  void add(DirectionPool& pool, const ContactDirections& directions, const ContactSet& set);

  /// Replaces `edges` by the edges that span the forces of a mode.
  void of_mode(std::string_view letters, std::vector<ForceEdge>& edges) const;

 private:
  ForceEdge edge(std::size_t contact, int sign, FrictionEnd end) const;

  const ContactSet* set_ = nullptr;
  // Indices of the edges in the pool, six per contact: for each FrictionEnd, the edge with s = 1, then the edge with s
  // = -1.
  std::vector<int> ids_;
};

/// The position of a wrench relative to the closed wrench cone of a mode.
enum class WrenchPointer {
  outside,
  boundary,  ///< on the boundary, or in a cone without interior: the mode's strict rows decide about consistency
  inside     ///< in the interior: consistent with the mode
};

/// The closed cone of the wrenches that are consistent with a mode, as the hull of exact directions.
///
/// A part at rest satisfies M v' = J c + g, with its acceleration v', the contact forces c and the external wrench g. A
/// mode permits a convex cone A of accelerations (MotionCone) and a convex cone F of forces (ForceEdges). A and F are
/// independent of each other, because the letters already express complementarity. Therefore
///
///     g is consistent  <=>  g = M v' - J c for some v' in A and c in F  <=>  g in M A + (-J F).
///
/// This is a cone. Its generators are M times A's generators, and the wrenches -J c of F's edges. [BTG02, section 5]
/// obtain the same cone by two conversions in up to 4n dimensions (Route::enrsv). In this class all computations are in
/// R^3. The class permits strict rows to be 0, which closes A and the wrench cone; excluded_faces() then determines the
/// faces that do not belong to the mode.
///
/// The cost is that of two planar hulls, of the mode's rows and of the sum: O(n log n) for n contacts. The class reuses
/// its memory between calls.
class WrenchHull {
 public:
  /// Sets the contacts. `set` must be valid and outlive the use of this object.
  void set(const ContactSet& set);
  /// Replaces the contacts by `set`, which may differ from the set of the last set() only in which contacts touch. Both
  /// sets must outlive the use of this object. After this call, the wrenches M v' of all modes stay in the pool, which
  /// contains each wrench once. Results that are computed from these wrenches therefore remain valid for later modes.
  void touch(const ContactSet& set);

  /// Builds the cone of a mode, given by one letter per contact. Returns false and builds no hull if the mode is not
  /// feasible. A mode is feasible if some acceleration satisfies all its rows, with strict inequality for the strict
  /// rows.
  bool build(std::string_view letters);
  /// Builds only the cone -J F of the given mode, which may be infeasible.
  void build_forces(std::string_view letters);
  /// Builds only the cone -J F, for the given forces.
  void build_forces(const std::vector<ForceEdge>& edges);

  /// Returns the hull of the cone that was built last.
  const ConicHull& hull() const { return hull_; }
  /// Returns only the cone M A, for the mode that was built last.
  ConicHull momenta();
  WrenchPointer place(const Eigen::Vector3d& wrench);

  /// Accelerations A of the mode that was built last.
  const MotionCone& motion() const { return motion_; }
  /// M times each ray of A, as indices in the pool.
  std::span<const int> motion_wrenches() const;
  const std::vector<ForceEdge>& force_edges() const { return edges_; }  ///< edges of F for the mode that was built last

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
  int base_ = 0;        // number of directions in the pool that do not depend on the mode
  bool keeps_ = false;  // whether the wrenches M v' stay in the pool between modes
  // The key combines the indices of the two directions whose cross product is the acceleration v'. The value is the
  // index of the wrench M v' in the pool.
  std::unordered_map<std::uint64_t, int> kept_;

  MotionCone motion_;
  std::vector<ForceEdge> edges_;
  // Generators of the cone as indices in the pool; M times the generators of A come first.
  std::vector<int> lines_, rays_;
  ConicHullSolver hulls_;
  ConicHull hull_;
  DualGenerators faces_;
};

}  // namespace pawl::internal::inline modes
