// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

#include "timing.h"

namespace pawl::peer {

/// What Siconos numerics made of a problem; its own word, not a judgement.
struct SiconosAnswer {
  bool success = false;
  Eigen::VectorXd z;
  double microseconds = 0;  ///< of the solver alone
};

/// Friction in the plane, a = M c + q with (normal, tangent) of each contact after the other.
struct PlanarFriction {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<double> friction;
};

enum class FrictionMethod { lemke, nsgs };

/// Lemke's method with a lexicographic rule on the LCP.
SiconosAnswer siconos_lemke(const Lcp& lcp, const Timing& timing);

/// z holds the contact forces c. NSGS runs to an error of kLcpResidual, as it measures it.
SiconosAnswer siconos_friction(const PlanarFriction& problem, FrictionMethod method, const Timing& timing);

}  // namespace pawl::peer
