// SPDX-License-Identifier: MIT
#pragma once

#include <bitset>
#include <cstddef>

namespace pawl::internal {

/// The least place at or after `from` that is set; N when there is none.
template <std::size_t N>
std::size_t set_place(const std::bitset<N>& bits, std::size_t from = 0) {
#ifdef __GLIBCXX__
  return from == 0 ? bits._Find_first() : bits._Find_next(from - 1);
#else
  while (from < N && !bits[from]) ++from;
  return from;
#endif
}

}  // namespace pawl::internal
