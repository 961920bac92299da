// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"

namespace pawl::cli {

struct LcpCommandOptions {
  bool all = false;               ///< list every solution
  bool proof = false;             ///< print the proof of a "none"
  std::optional<double> seconds;  ///< limit a file, default 20
  /// Ends it: what is left is undecided. Must outlive the command.
  const std::atomic<bool>* interrupted = nullptr;
};

struct NamedLcp {
  std::string path;  ///< as on the command line
  LcpFile file;
};

Answer answer_lcp(const std::vector<NamedLcp>& problems, const LcpCommandOptions& options);

}  // namespace pawl::cli
