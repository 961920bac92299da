// SPDX-License-Identifier: MIT
#include "base/philox.h"

#include <Random123/philox.h>

namespace pawl::internal::inline base {

double uniform_at(const std::array<std::uint32_t, 4>& counter, const std::array<std::uint32_t, 2>& key) {
  using Philox = r123::Philox4x32;
  const Philox::ctr_type drawn =
      Philox()(Philox::ctr_type{{counter[0], counter[1], counter[2], counter[3]}}, Philox::key_type{{key[0], key[1]}});
  const std::uint64_t bits = (static_cast<std::uint64_t>(drawn[0]) << 32 | drawn[1]) >> 12;  // 52 random bits
  return (2 * static_cast<double>(bits) + 1) * 0x1p-53;
}

}  // namespace pawl::internal::inline base
