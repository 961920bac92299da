// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/modes/feasible_modes.h>

#include <functional>
#include <string_view>

#include "modes/force_edges.h"
#include "modes/motion_cone.h"

namespace pawl {

/// The modes of a part at rest whose closed wrench cone holds a wrench; exact.
class RestModes {
 public:
  enum class Place {
    outside,
    boundary,  ///< in the closed cone, on its boundary or the cone flat: strict rows decide
    inside     ///< in the interior: consistent
  };

  /// `set` must be valid and outlive the use.
  void set(const ContactSet& set);

  /// Calls visit(letters, motion_dimension) for each feasible mode, sorted; false when stopped before the last.
  using Visit = std::function<void(std::string_view letters, int motion_dimension)>;
  bool for_each(const Visit& visit, const StopToken& stop);
  Place place(std::string_view letters, const Eigen::Vector3d& wrench);

 private:
  const ContactSet* set_ = nullptr;
  FeasibleModesSolver modes_;
  bool many_ = false;  ///< too many to keep: they are walked over each time
  ContactDirections directions_;
  DirectionPool pool_;
  ForceEdges forces_;
  int base_ = 0;
  MotionCone motion_;
  std::vector<ForceEdge> edges_;
  std::vector<int> lines_, rays_;
  ConicHullSolver hulls_;
  ConicHull hull_;
  DualGenerators faces_;
};

}  // namespace pawl
