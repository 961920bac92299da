// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <optional>
#include <string>

#include "answers/answer.h"

namespace pawl::answers {

struct LcpQuestion {
  bool all = false;    ///< list every solution
  bool proof = false;  ///< print the proof of a "none"
};

const char* name_of(LcpAnswer::Status status);

/// Solves a problem of either kind.
LcpAnswer find_lcp(const LcpFile& problem, const LcpLimits& limits, bool all);

/// What `pawl lcp` says of one problem; raises the status. `microseconds`: how long it took, where that is said.
Json lcp_answer(const std::string& file, const LcpFile& problem, const LcpAnswer& found, const LcpQuestion& question,
                std::optional<double> microseconds, Status& status);

}  // namespace pawl::answers
