// SPDX-License-Identifier: MIT
#pragma once

// Numbers as text and back: what <charconv> has for double, also where a standard library has it for integers alone.

#include <charconv>

namespace pawl::internal::inline base {

using std::from_chars;

#ifdef __cpp_lib_to_chars

/// The shortest decimal that reads back as a finite value, as d.ddde+xx.
inline std::to_chars_result to_scientific(char* first, char* last, double value) {
  return std::to_chars(first, last, value, std::chars_format::scientific);
}

#else

std::from_chars_result from_chars(const char* first, const char* last, double& value);
std::to_chars_result to_scientific(char* first, char* last, double value);

#endif

}  // namespace pawl::internal::inline base
