// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "contact/contact_directions.h"
#include "exact/conic_hull.h"

namespace pawl::internal {

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

}  // namespace pawl::internal
