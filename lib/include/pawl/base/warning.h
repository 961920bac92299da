// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace pawl {

/// Something in an input, or in an answer to it, that is no fault but is seldom meant.
struct Warning {
  std::string code;     ///< stable, as "friction-defaulted": what --no-warn takes
  std::string pointer;  ///< JSON pointer into the input, counted from 0; empty: of the whole
  std::string message;  ///< what is so, and what to do
  bool operator==(const Warning&) const = default;
};
using Warnings = std::vector<Warning>;

}  // namespace pawl
