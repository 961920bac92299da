// SPDX-License-Identifier: MIT
#include "terminal_style.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "answer.h"
#include "option_values.h"

namespace pawl::cli {
namespace {

constexpr int kLeastWidth = 40, kMostWidth = 100;

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing sets it
  return value != nullptr ? value : "";
}

bool locale_is_utf8() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (locale.empty()) locale = environment(name);
  }
  std::string lower;
  for (const char c : locale) lower += static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
}

}  // namespace

TextStyle style_of_standard_output() {
  TextStyle style;
  style.unicode = locale_is_utf8();
  int width = 0;
  if (isatty(STDOUT_FILENO) != 0) {
    style.colour = environment("NO_COLOR").empty() && environment("TERM") != "dumb" && !environment("TERM").empty();
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) width = size.ws_col;
  }
  if (width == 0) width = static_cast<int>(plain_number(environment("COLUMNS")).value_or(0));
  if (width > 0) style.width = std::clamp(width, kLeastWidth, kMostWidth);
  return style;
}

}  // namespace pawl::cli
