// SPDX-License-Identifier: MIT
#include "io/token_bound.h"

namespace pawl::internal {

std::optional<std::size_t> overlong_token(std::string_view text, std::size_t most) {
  constexpr std::string_view kStructure = "[]{},: \t\r\n";
  std::size_t start = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;  // whatever is escaped does not end the string
    } else if (c == '"') {
      if (!in_string) start = i;
      in_string = !in_string;
    } else if (!in_string && kStructure.find(c) != std::string_view::npos) {
      start = i + 1;
    }
    if (i >= start && i - start > most) return start;
  }
  return std::nullopt;
}

}  // namespace pawl::internal
