// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pawl::draw::internal {

/// A number to a hundredth, as short as it is: 12, -.5, 0. For px: what is beyond 1e12 is written as that.
void append_hundredths(double number, std::string& text);

/// A number as JSON has it, from which it is read again exactly.
std::string exact_text(double number);

}  // namespace pawl::draw::internal
