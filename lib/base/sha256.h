// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pawl::internal::inline base {

/// Returns the SHA-256 digest of some bytes as 64 hexadecimal digits [FIPS 180-4, section 6.2]. O(size).
std::string sha256(std::string_view bytes);

}  // namespace pawl::internal::inline base
