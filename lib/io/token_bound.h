// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace pawl::internal {

/// The offset of the first string, number or other run without structure that is longer than `most` bytes. A parser
/// would copy it several times before it could refuse it; this looks and keeps nothing. Any bytes at all are accepted.
std::optional<std::size_t> overlong_token(std::string_view text, std::size_t most);

}  // namespace pawl::internal
