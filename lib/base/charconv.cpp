// SPDX-License-Identifier: MIT
#include "base/charconv.h"

#ifndef __cpp_lib_to_chars

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

namespace pawl::internal::inline base {
namespace {

const char* after_digits(const char* at, const char* last) {
  return std::find_if(at, last, [](char c) { return c < '0' || c > '9'; });
}

/// Returns the end of the longest number at the start of a text, or `first` if the text does not start with a number. A
/// leading blank, a leading plus sign and hexadecimal digits are not accepted.
const char* end_of_number(const char* first, const char* last) {
  const char* at = first;
  if (at < last && *at == '-') ++at;
  const char* whole = after_digits(at, last);
  const char* end = whole < last && *whole == '.' ? after_digits(whole + 1, last) : whole;
  if (end - at == 0 || (end - at == 1 && *at == '.')) return first;
  if (end < last && (*end == 'e' || *end == 'E')) {
    const char* exponent = end + 1;
    if (exponent < last && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (const char* rest = after_digits(exponent, last); rest > exponent) end = rest;
  }
  return end;
}

bool is_zero(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
}

}  // namespace

std::from_chars_result from_chars(const char* first, const char* last, double& value) {
  const char* end = end_of_number(first, last);
  if (end == first) return {first, std::errc::invalid_argument};
  const std::string text(first, end);
  const double read = std::strtod(text.c_str(), nullptr);
  if (std::isinf(read) || (read == 0 && !is_zero(text))) return {end, std::errc::result_out_of_range};
  value = read;
  return {end, std::errc()};
}

std::to_chars_result to_scientific(char* first, char* last, double value) {
  const std::string text = fmt::format("{}", std::fabs(value));
  std::string digits;
  int exponent = 0;
  bool fraction = false;
  for (const char* at = text.c_str(); *at != '\0'; ++at) {
    if (*at == 'e') {
      exponent += std::atoi(at + 1);
      break;
    }
    if (*at == '.') {
      fraction = true;
      continue;
    }
    if (digits == "0") digits.clear();
    digits += *at;
    if (fraction) --exponent;
  }
  exponent += digits == "0" ? 0 : static_cast<int>(digits.size()) - 1;
  if (digits == "0") exponent = 0;
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.empty()) digits = "0";
  if (digits.size() > 1) digits.insert(1, ".");
  const std::string result = fmt::format("{}{}e{:+03}", std::signbit(value) ? "-" : "", digits, exponent);
  if (last - first < static_cast<long>(result.size())) return {last, std::errc::value_too_large};
  return {std::copy(result.begin(), result.end(), first), std::errc()};
}

}  // namespace pawl::internal::inline base

#endif
