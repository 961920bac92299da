// SPDX-License-Identifier: MIT
#include "page/json_text.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>

#include <iterator>

namespace pawl::draw::internal {

std::string json_text(const std::string& text) {
  std::string out = "\"";
  for (const char c : clean_text(text)) {
    if (c == '<' || c == '>' || c == '&') {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<int>(c));
    } else {
      if (c == '"' || c == '\\') out += '\\';
      out += c;
    }
  }
  return out + '"';
}

}  // namespace pawl::draw::internal
