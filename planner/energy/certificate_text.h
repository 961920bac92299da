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
    /// Tree for the gradual change of the wrench before this step; null if the wrench changes at once.
    const ReachTree* sweep = nullptr;
    double rise = 0;  ///< largest rise of the energy level during the sweep, N m
  };
  PoseBox start;
  double energy = 0;  ///< kinetic energy at the start of the plan, N m for a load of 1 N
  /// Kinetic energy at the start of each later step, N m for a load of 1 N; empty if the part is at rest.
  std::optional<double> residual_energy;
  bool swept = false;
  /// Largest displacement of a point of the part in the last rest region that the certificate claims, m.
  double displacement = 0;
  std::vector<Step> steps;
};

/// Returns the text of a certificate of rest regions. The goal and the load of `problem` are ignored.
std::string region_certificate_text(const std::string& name, const EnergyProblem& problem,
                                    const RegionCertificate& certificate);

}  // namespace pawl::internal::inline planner
