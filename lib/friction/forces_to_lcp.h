// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <vector>

namespace pawl::internal {

/// A vector z for given forces, and which of its entries are meant to be basic.
struct LcpGuess {
  Eigen::VectorXd z;
  std::vector<char> basis;
};

/// The vector of the problem's LCP that stands for these normal and tangential forces of its contacts (one tangent).
LcpGuess forces_to_lcp(const ContactProblem& problem, const Lcp& lcp, const std::vector<double>& normal,
                       const std::vector<double>& tangent);

}  // namespace pawl::internal
