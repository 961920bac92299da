// SPDX-License-Identifier: MIT
#include "base/sha256.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pawl::internal::inline base {
namespace {

using Words = std::array<std::uint32_t, 8>;

constexpr std::size_t kBlock = 64;  ///< size of a block, bytes
constexpr std::size_t kIterationLimits = 64;

/// Returns the first 64 primes. The constants of SHA-256 are the fractional parts of the square and cube roots of
/// primes.
std::array<int, kIterationLimits> first_primes() {
  std::array<int, kIterationLimits> primes{};
  std::size_t count = 0;
  for (int n = 2; count < kIterationLimits; ++n) {
    bool prime = true;
    for (std::size_t k = 0; k < count && prime; ++k) prime = n % primes[k] != 0;
    if (prime) primes[count++] = n;
  }
  return primes;
}

__extension__ typedef unsigned __int128 Wide;

/// Returns the first 32 bits of the fractional part of a root of n. Let r be the largest integer with r^degree <= n
/// 2^(32 degree). It is the integer part of the root times 2^32, and is found bit by bit. All roots are below 2^5, so
/// no power exceeds 128 bits.
std::uint32_t root_fraction(int n, int degree) {
  const Wide bound = Wide(static_cast<unsigned>(n)) << (32 * degree);
  std::uint64_t root = 0;
  for (int bit = 36; bit >= 0; --bit) {
    const std::uint64_t more = root | (std::uint64_t(1) << bit);
    const Wide power = degree == 2 ? Wide(more) * more : Wide(more) * more * more;
    if (power <= bound) root = more;
  }
  return static_cast<std::uint32_t>(root);
}

struct Constants {
  Words start{};
  std::array<std::uint32_t, kIterationLimits> rounds{};

  Constants() {
    const std::array<int, kIterationLimits> primes = first_primes();
    for (std::size_t k = 0; k < start.size(); ++k) start[k] = root_fraction(primes[k], 2);
    for (std::size_t k = 0; k < kIterationLimits; ++k) rounds[k] = root_fraction(primes[k], 3);
  }
};

const Constants& constants() {
  static const Constants made;
  return made;
}

void add_block(const char* block, Words& state) {
  std::array<std::uint32_t, kIterationLimits> w{};
  for (std::size_t t = 0; t < 16; ++t) {
    for (std::size_t k = 0; k < 4; ++k) w[t] = w[t] << 8 | static_cast<unsigned char>(block[4 * t + k]);
  }
  for (std::size_t t = 16; t < kIterationLimits; ++t) {
    const std::uint32_t a = w[t - 15], b = w[t - 2];
    const std::uint32_t s0 = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
    const std::uint32_t s1 = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < kIterationLimits; ++t) {
    const std::uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25), choice = (e & f) ^ (~e & g);
    const std::uint32_t one = h + s1 + choice + constants().rounds[t] + w[t];
    const std::uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22), most = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = d + one;
    d = c;
    c = b;
    b = a;
    a = one + s0 + most;
  }
  const Words more{a, b, c, d, e, f, g, h};
  for (std::size_t k = 0; k < state.size(); ++k) state[k] += more[k];
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::string padded(bytes);
  padded += '\x80';
  while (padded.size() % kBlock != kBlock - 8) padded += '\0';
  const std::uint64_t bits = 8 * std::uint64_t(bytes.size());
  for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(bits >> shift & 0xff);
  Words state = constants().start;
  for (std::size_t at = 0; at < padded.size(); at += kBlock) add_block(padded.data() + at, state);
  std::string digest;
  for (const std::uint32_t word : state) digest += fmt::format("{:08x}", word);
  return digest;
}

}  // namespace pawl::internal::inline base
