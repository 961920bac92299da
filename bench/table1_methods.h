// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/dynamics/contact_lcp.h>

#include <Eigen/Core>

namespace pawl::bench {

/// What a method says of one problem, and what it cost.
struct Outcome {
  enum class Status { solved, none, undecided };
  Status status = Status::undecided;
  Eigen::VectorXd z;   ///< of the LCP, when solved
  int starts = 1;      ///< Lemke: covering vectors tried
  int iterations = 0;  ///< pivots or Newton steps, of all starts
};

/// The paper's two: Lemke's algorithm, at most ten covering vectors, and the feasible interior point method.
Outcome lemke(const ContactLcp& lcp);
Outcome interior_point(const ContactLcp& lcp);

/// Whatever it takes: solved, or none with a proof that was checked, or undecided.
Outcome complete(const ContactLaws& laws, const ContactLcp& lcp);

}  // namespace pawl::bench
