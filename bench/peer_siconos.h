// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

#include "timing.h"

namespace pawl::peer {

/// The result that Siconos numerics reports, without a check.
struct SiconosAnswer {
  bool success = false;
  Eigen::VectorXd z;
  double microseconds = 0;  ///< time of the solver alone
};

/// A problem with friction in the plane: a = M c + q, with the normal and tangential entries contact by contact.
struct PlanarFriction {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<double> friction;
};

enum class FrictionMethod { lemke, nsgs };

/// Applies Lemke's method with a lexicographic rule to the LCP.
SiconosAnswer siconos_lemke(const Lcp& lcp, const Timing& timing);

/// Solves for the contact forces c, which are returned in z. NSGS runs until its own error measure reaches
/// kLcpResidual.
SiconosAnswer siconos_friction(const PlanarFriction& problem, FrictionMethod method, const Timing& timing);

}  // namespace pawl::peer
