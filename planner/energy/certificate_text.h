// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/energy_problem.h>

#include <optional>
#include <string>
#include <vector>

#include "energy/pose_tree.h"
#include "energy/reach_tree.h"

namespace pawl::internal::inline planner {

/// A proof of rest regions. docs/rest-regions.md describes its file format.
struct RegionCertificate {
  struct Step {
    const EnergyLoad* load = nullptr;
    const ReachTree* cover = nullptr;
    const ReachTree* sweep = nullptr;  ///< tree for the gradual change of the wrench; null if the wrench changes at
                                       ///< once
    double rise = 0;                   ///< rise of the level during the sweep, N m
  };
  PoseBox start;
  double energy = 0;                      ///< kinetic energy at the start, N m for a load of 1 N
  std::optional<double> residual_energy;  ///< kinetic energy before each later step, N m for a load of 1 N
  bool swept = false;
  double displacement = 0;  ///< claimed displacement, m
  std::vector<Step> steps;
};

/// Returns the file of a certificate. `problem` is used without its goal and its load.
std::string region_certificate_text(const std::string& name, const EnergyProblem& problem,
                                    const RegionCertificate& certificate);

}  // namespace pawl::internal::inline planner
