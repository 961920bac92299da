// SPDX-License-Identifier: MIT
#pragma once

// Conversion between numbers and text. Provides the functions of <charconv> for double, also for standard libraries
// that have them only for integers.

#include <charconv>

namespace pawl::internal::inline base {

using std::from_chars;

#ifdef __cpp_lib_to_chars

/// Writes a finite value in the form d.ddde+xx, as the shortest decimal that reads back as the same value.
inline std::to_chars_result to_scientific(char* first, char* last, double value) {
  return std::to_chars(first, last, value, std::chars_format::scientific);
}

#else

std::from_chars_result from_chars(const char* first, const char* last, double& value);
std::to_chars_result to_scientific(char* first, char* last, double value);

#endif

}  // namespace pawl::internal::inline base
