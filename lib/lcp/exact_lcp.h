// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/lcp/contact_problem.h>

#include <boost/multiprecision/gmp.hpp>
#include <vector>

namespace pawl {

using LcpRational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;

/// A linear complementarity problem in exact numbers.
struct ExactLcp {
  int n = 0;
  std::vector<LcpRational> M;  ///< row-major
  std::vector<LcpRational> q;

  const LcpRational& at(int i, int j) const {
    return M[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) + static_cast<std::size_t>(j)];
  }
};

ExactLcp exact_lcp(const Lcp& lcp);
ExactLcp exact_lcp(const PlanarContactProblem& problem);

bool proves_no_solution(const ExactLcp& lcp, const LcpRefutation& refutation);

}  // namespace pawl
