// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_problem.h>

#include <boost/multiprecision/gmp.hpp>
#include <optional>
#include <string_view>
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

/// "p/q" or "p" in decimal digits, p with a minus sign or without, q not zero; nothing for any other text.
std::optional<LcpRational> exact_fraction(std::string_view text);

bool proves_no_solution(const ExactLcp& lcp, const LcpRefutation& refutation, const StopToken& stop = {});

}  // namespace pawl
