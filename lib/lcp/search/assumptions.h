// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pawl::internal {

/// Which variable of a complementary pair (z_i, w_i), z_i >= 0, w_i >= 0, z_i w_i = 0, is assumed to be zero.
enum class Side { z, w };

inline Side other(Side side) { return side == Side::z ? Side::w : Side::z; }

/// An assumption "z_i = 0" or "w_i = 0" as a number: 2 i or 2 i + 1.
inline int assumption(int pair, Side side) { return 2 * pair + static_cast<int>(side); }

/// A set of assumptions.
class Assumptions {
 public:
  void clear(int pairs) { bits_.assign((static_cast<std::size_t>(pairs) * 2 + 63) / 64, 0); }
  bool has(int assumption) const { return (word(assumption) & bit(assumption)) != 0; }
  void add(int assumption) { bits_[static_cast<std::size_t>(assumption) / 64] |= bit(assumption); }
  void remove(int assumption) { bits_[static_cast<std::size_t>(assumption) / 64] &= ~bit(assumption); }
  void add(const Assumptions& others) {
    for (std::size_t k = 0; k < bits_.size(); ++k) bits_[k] |= others.bits_[k];
  }
  /// Whether something is assumed of the pair.
  bool decides(int pair) const { return has(assumption(pair, Side::z)) || has(assumption(pair, Side::w)); }

 private:
  std::uint64_t word(int assumption) const { return bits_[static_cast<std::size_t>(assumption) / 64]; }
  static std::uint64_t bit(int assumption) { return std::uint64_t{1} << (static_cast<unsigned>(assumption) % 64); }
  std::vector<std::uint64_t> bits_;
};

}  // namespace pawl::internal
