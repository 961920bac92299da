// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pawl {

/// A warning: the input is valid, but probably not what the user intended.
struct Warning {
  std::string code;     ///< name of this kind of warning, e.g. "friction-defaulted"; the argument of --no-warn
  std::string pointer;  ///< JSON pointer into the input, with indices from 0; empty for the whole input
  std::string message;  ///< description of the finding, followed by advice for the user
  bool operator==(const Warning&) const = default;
};
using Warnings = std::vector<Warning>;

}  // namespace pawl
