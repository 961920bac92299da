// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "contact/contact_directions.h"
#include "exact/conic_hull.h"

namespace pawl {

/// The closed cone of the accelerations of one mode, by generators: {v' : the mode's rows, strict ones relaxed}.
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

}  // namespace pawl
