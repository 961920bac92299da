// SPDX-License-Identifier: MIT
// What fuzz targets share: numbers made of the fuzzer's bytes, and promises.
#pragma once

#include <pawl/base/fault.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

namespace pawl::fuzz {

inline void require(bool promise) {
  if (!promise) std::abort();
}

/// Aborts unless an InputError names at least one fault, and each fault says what is wrong.
inline void require_faults(const InputError& error) {
  require(!error.faults().empty());
  for (const Fault& fault : error.faults()) require(!fault.message.empty());
}

/// Reads numbers from bytes, in order; behind the last byte all are 0. A small change of the bytes is a small change
/// of the problem that is made of them, which is what lets the fuzzer learn.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

  bool empty() const { return data_ == end_; }
  unsigned byte() { return empty() ? 0U : *data_++; }
  bool flag() { return byte() % 2 == 1; }
  /// A whole number in [low, high], which are less than 256 apart.
  int whole(int low, int high) { return low + static_cast<int>(byte() % static_cast<unsigned>(high - low + 1)); }
  /// A number in [low, high], of 65536 evenly spaced ones.
  double between(double low, double high) {
    const unsigned value = byte() << 8U;
    return low + (high - low) * (value + byte()) / 65535.;
  }
  /// One of these.
  template <std::size_t N>
  double one_of(const std::array<double, N>& values) {
    return values[byte() % N];
  }
  /// Mostly a small whole number, which makes problems degenerate; else one of 16 bits, or one of any size within 2^-40
  /// to 2^40.
  double number() {
    const unsigned kind = byte() % 8;
    if (kind < 5) return whole(-3, 3);
    const double value = between(-1, 1);
    return kind < 7 ? value : std::ldexp(value, whole(-40, 40));
  }

 private:
  const std::uint8_t* data_;
  const std::uint8_t* end_;
};

}  // namespace pawl::fuzz
