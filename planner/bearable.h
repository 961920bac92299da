// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/certainty.h>

#include <Eigen/Core>
#include <vector>

namespace pawl::internal {

// Whether an answer holds with contact forces of at most kLargestForce times the wrench (fx, fy, tau / rho); else the
// contacts that bear more.

/// All wrenches of a mode's cone, as far as those show it that need the largest forces: its lines, what lies between
/// rays that are nearly opposite, the widest; in R^3 some in all directions.
Certainty bearable(const ContactSet& set, const WrenchCone& cone);

/// A wrench by each of its solutions. `reference`: its size, that of velocity products among it, N (wrench_size).
Certainty bearable(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolutions& found, double reference);

/// The closures that were found.
Certainty bearable(const ContactSet& set, const Closure& held);

/// What may happen in a state under a wrench; and wherever a plan may come to rest.
Certainty bearable(const ContactGraph& graph, int state, const Eigen::Vector3d& wrench);
Certainty bearable(const ContactGraph& graph, const std::vector<PlanStep>& steps);

/// The size of a wrench and of the velocity products of a moving part, N.
double wrench_size(const ContactSet& set, const Eigen::Vector3d& g, const Eigen::Vector3d& twist);

}  // namespace pawl::internal
