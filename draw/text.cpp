// SPDX-License-Identifier: MIT
#include "text.h"

#include <pawl/draw/render.h>

#include <cstdint>

namespace pawl::draw {
namespace {

constexpr char32_t kReplacement = 0xfffd;

bool is_shown(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool direction = (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f);
  const bool none =
      (c >= 0xd800 && c < 0xe000) || (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c < 0xfdf0) || c > 0x10ffff;
  return !control && !direction && !none && c != 0xfeff;
}

/// Bytes that follow a first byte, or -1.
int followers(unsigned char first) {
  if (first < 0x80) return 0;
  if (first >= 0xc2 && first < 0xe0) return 1;
  if (first >= 0xe0 && first < 0xf0) return 2;
  return first >= 0xf0 && first < 0xf5 ? 3 : -1;
}

/// The character at `at`, which moves behind it; of bad bytes U+FFFD, one a byte.
char32_t next_character(std::string_view text, std::size_t& at) {
  const auto first = static_cast<unsigned char>(text[at++]);
  const int count = followers(first);
  if (count <= 0) return count == 0 ? first : kReplacement;
  char32_t character = first & (0x3f >> count);
  for (int k = 0; k < count; ++k) {
    const std::size_t place = at + static_cast<std::size_t>(k);
    if (place >= text.size() || (static_cast<unsigned char>(text[place]) & 0xc0) != 0x80) return kReplacement;
    character = character << 6 | (static_cast<unsigned char>(text[place]) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0x80, 0x800, 0x10000};
  if (character < kLeast[count]) return kReplacement;
  at += static_cast<std::size_t>(count);
  return character;
}

/// As it is shown.
char32_t next_clean(std::string_view text, std::size_t& at) {
  const char32_t c = next_character(text, at);
  return c == '\t' || c == '\n' || c == '\r' ? ' ' : is_shown(c) ? c : kReplacement;
}

}  // namespace

std::string clean_text(const std::string& text) {
  std::string clean;
  for (std::size_t at = 0; at < text.size();) internal::append_utf8(next_clean(text, at), clean);
  return clean;
}

double text_width(const std::string& text, double size) {
  double width = 0;
  for (std::size_t at = 0; at < text.size();) width += internal::advance_of(next_clean(text, at));
  return width * size;
}

std::string fitted_text(const std::string& text, double size, double width) {
  std::string clean = clean_text(text);
  if (text_width(clean, size) <= width) return clean;
  const double room = width / size - internal::advance_of(U'…');
  std::string fitted;
  double used = 0;
  for (const char32_t c : internal::characters(clean)) {
    used += internal::advance_of(c);
    if (used > room) break;
    internal::append_utf8(c, fitted);
  }
  return fitted + "…";
}

std::vector<std::string> wrapped_text(const std::string& text, double size, double width) {
  std::vector<std::string> lines;
  std::string line;
  const std::string clean = clean_text(text) + " ";
  for (std::size_t from = 0, end; (end = clean.find(' ', from)) != std::string::npos; from = end + 1) {
    const std::string word = clean.substr(from, end - from), longer = line.empty() ? word : line + " " + word;
    if (line.empty() || text_width(longer, size) <= width) {
      line = longer;
    } else {
      lines.push_back(fitted_text(line, size, width));
      line = word;
    }
  }
  if (!line.empty()) lines.push_back(fitted_text(line, size, width));
  return lines;
}

namespace internal {

std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> result;
  for (std::size_t at = 0; at < text.size();) result.push_back(next_character(text, at));
  return result;
}

void append_utf8(char32_t c, std::string& text) {
  const auto follow = [&](int shift) { text += static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xc0 | c >> 6);
    follow(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xe0 | c >> 12);
    follow(6), follow(0);
  } else {
    text += static_cast<char>(0xf0 | c >> 18);
    follow(12), follow(6), follow(0);
  }
}

}  // namespace internal
}  // namespace pawl::draw
