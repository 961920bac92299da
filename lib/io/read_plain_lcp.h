// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/read_lcp.h>

#include <optional>
#include <string_view>

namespace pawl::internal {

/// A JSON problem that is as it must be, read number by number, so that the largest takes no more memory than its
/// matrix twice. Nothing for any other text: what is wrong with it the reader of documents says.
std::optional<LcpFile> read_plain_lcp(std::string_view text);

}  // namespace pawl::internal
