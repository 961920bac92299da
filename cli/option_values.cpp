// SPDX-License-Identifier: MIT
#include "option_values.h"

#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>

#include <charconv>
#include <cmath>
#include <cstdint>

namespace pawl::cli {
namespace {

constexpr std::size_t kLongestQuote = 80;

/// The whole text as a number, by std::from_chars: no blanks, no locale.
template <class Number, class... Format>
std::optional<Number> whole_text(std::string_view text, Format... format) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number, format...);
  return error == std::errc() && rest == end ? std::optional(number) : std::nullopt;
}

}  // namespace

std::optional<double> plain_number(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const std::optional<double> number = whole_text<double>(text.substr(plus ? 1 : 0), std::chars_format::general);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

Eigen::Vector3d parse_wrench(const std::string& text) {
  Eigen::Vector3d wrench;
  std::size_t begin = 0;
  for (int k = 0; k < 3; ++k) {
    const std::size_t end = k < 2 ? text.find(',', begin) : text.size();
    const auto entry = plain_number(end == std::string::npos ? "" : std::string_view(text).substr(begin, end - begin));
    if (!entry) {
      throw InputError("--wrench", text.substr(0, kLongestQuote),
                       "must be three finite numbers fx,fy,tau (N, N, N length)");
    }
    if (std::fabs(*entry) > kLargestWrench) {
      throw InputError("--wrench", text.substr(0, kLongestQuote), "must be from -1e100 to 1e100 (N, N, N length)");
    }
    wrench[k] = *entry;
    begin = end + 1;
  }
  return wrench;
}

std::string wrong_seconds(const std::string& text) {
  const std::optional<double> seconds = plain_number(text);
  return seconds && *seconds >= 0 ? "" : "must be a number of seconds from 0, as 12 or 0.5: " + text;
}

std::string wrong_size(const std::string& text) {
  const std::optional<double> size = plain_number(text);
  return size && *size >= 0 ? "" : "must be a number from 0, as 12 or 0.5: " + text;
}

std::string wrong_count(const std::string& text) {
  return whole_text<std::uint64_t>(text) ? "" : "must be a whole number from 0: " + text;
}

std::string wrong_guarantee(const std::string& text) {
  return text == "keeps" || text == "energy" ? "" : "expected keeps or energy: " + text;
}

}  // namespace pawl::cli
