// SPDX-License-Identifier: MIT
#include "page/markup.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>

#include <iterator>

namespace pawl::draw::internal {

std::string html_text(const std::string& text) {
  std::string out;
  for (const char c : clean_text(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string json_text(const std::string& text) {
  const std::string clean = clean_text(text);
  std::string out = "\"";
  for (std::size_t i = 0; i < clean.size(); ++i) {
    const auto byte = static_cast<unsigned char>(clean[i]);
    const bool separator = clean.compare(i, 3, "\u2028") == 0 || clean.compare(i, 3, "\u2029") == 0;
    if (separator) {
      out += clean[i + 2] == '\xa8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else if (byte < 0x20 || byte == 0x7f || clean[i] == '<' || clean[i] == '>' || clean[i] == '&') {
      fmt::format_to(std::back_inserter(out), "\\u{:04x}", byte);
    } else {
      if (clean[i] == '"' || clean[i] == '\\') out += '\\';
      out += clean[i];
    }
  }
  return out + '"';
}

}  // namespace pawl::draw::internal
