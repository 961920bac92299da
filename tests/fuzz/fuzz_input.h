// SPDX-License-Identifier: MIT
// Shared code of the fuzz targets: numbers made from the fuzzer's bytes, and checks.
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

/// Aborts unless an InputError has at least one fault and each fault has a message.
inline void require_faults(const InputError& error) {
  require(!error.faults().empty());
  for (const Fault& fault : error.faults()) require(!fault.message.empty());
}

/// Reads numbers from bytes, one after another. When all bytes have been read, all further bytes are 0. A small change
/// of the bytes makes a small change of the problem, which helps the fuzzer.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

  bool empty() const { return data_ == end_; }
  unsigned byte() { return empty() ? 0U : *data_++; }
  bool flag() { return byte() % 2 == 1; }
  /// Returns a whole number in [low, high]; high - low must be less than 256.
  int whole(int low, int high) { return low + static_cast<int>(byte() % static_cast<unsigned>(high - low + 1)); }
  /// Returns one of 65536 evenly spaced numbers in [low, high].
  double between(double low, double high) {
    const unsigned value = byte() << 8U;
    return low + (high - low) * (value + byte()) / 65535.;
  }
  /// Returns one of the given values.
  template <std::size_t N>
  double one_of(const std::array<double, N>& values) {
    return values[byte() % N];
  }
  /// Returns a whole number from -3 to 3 in most calls, because such numbers make problems degenerate. In the other
  /// calls, returns a number from -1 to 1, or the product of such a number and a power of two from 2^-40 to 2^40.
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
