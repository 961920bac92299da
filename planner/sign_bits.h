// SPDX-License-Identifier: MIT
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>

namespace pawl::internal {

/// The signs of planes in an open cell, one bit each: 1 where positive.
class SignBits {
 public:
  explicit SignBits(std::size_t count = 0) : words_((count + 63) / 64) {}

  bool positive(std::size_t plane) const { return (words_[plane / 64] >> (plane % 64)) & 1; }
  void set(std::size_t plane, bool positive) {
    const std::uint64_t bit = std::uint64_t{1} << (plane % 64);
    words_[plane / 64] = positive ? words_[plane / 64] | bit : words_[plane / 64] & ~bit;
  }

  /// Sets 64 signs at once, from plane 64 * place on.
  void set_word(std::size_t place, std::uint64_t word) { words_[place] = word; }

  using Words = boost::container::small_vector<std::uint64_t, 2>;
  const Words& words() const { return words_; }

  bool operator==(const SignBits&) const = default;

  struct Hash {
    std::size_t operator()(const SignBits& bits) const {
      std::uint64_t hash = 0;
      for (const std::uint64_t word : bits.words_) hash = (hash ^ word) * 0x9e3779b97f4a7c15u + (hash >> 29);
      return static_cast<std::size_t>(hash ^ (hash >> 32));
    }
  };

 private:
  Words words_;
};

}  // namespace pawl::internal
