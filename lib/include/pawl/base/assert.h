// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {
/// Prints the violated assertion and its location, and aborts.
[[noreturn]] void assertion_failed(const char* promise, const char* file, int line);
}  // namespace pawl

/// Asserts an internal invariant of the library. All builds check the assertion. Do not use this macro to check input.
#define PAWL_ASSERT(promise) ((promise) ? static_cast<void>(0) : ::pawl::assertion_failed(#promise, __FILE__, __LINE__))
