// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/lcp.h>

#include <Eigen/Core>
#include <vector>

#include "timing.h"

namespace pawl::peer {

/// The result that Siconos numerics reports. It has not been checked.
struct SiconosAnswer {
  bool success = false;
  Eigen::VectorXd z;
  double microseconds = 0;  ///< time of the solver alone
};

/// A planar friction problem a = M c + q. The entries are ordered by contacts, with the normal entry before the
/// tangential one.
struct PlanarFriction {
  Eigen::MatrixXd M;
  Eigen::VectorXd q;
  std::vector<double> friction;
};

enum class FrictionMethod { lemke, nsgs };

/// Solves the LCP by Lemke's method with a lexicographic pivot rule.
SiconosAnswer siconos_lemke(const Lcp& lcp, const Timing& timing);

/// Solves for the contact forces c, and returns them as z. NSGS stops when its own error measure is at most
/// kLcpResidual.
SiconosAnswer siconos_friction(const PlanarFriction& problem, FrictionMethod method, const Timing& timing);

}  // namespace pawl::peer
