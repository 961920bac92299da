// SPDX-License-Identifier: MIT
#pragma once

namespace pawl {
/// Prints what promise of ours was broken, where, and aborts.
[[noreturn]] void assertion_failed(const char* promise, const char* file, int line);
}  // namespace pawl

/// A promise of the library to itself; always on. Never for input.
#define PAWL_ASSERT(promise) ((promise) ? static_cast<void>(0) : ::pawl::assertion_failed(#promise, __FILE__, __LINE__))
