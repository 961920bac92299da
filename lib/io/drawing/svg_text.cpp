// SPDX-License-Identifier: MIT
#include "io/drawing/svg_text.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/io/drawing.h>

#include <cmath>
#include <numbers>

#include "base/charconv.h"
#include "io/drawing/drawn_number.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

[[noreturn]] void refuse(std::string_view text, std::string message) {
  throw InputError("", printable(text), std::move(message));
}

AffineMap about(const AffineMap& map, const Rational& x, const Rational& y) {
  return shift_map(x, y) * map * shift_map(-x, -y);
}

AffineMap skewed(std::string_view name, double degrees) {
  AffineMap map;
  const Rational slope = rational(std::tan(degrees * (std::numbers::pi / 180)));
  (name == "skewX" ? map.c : map.b) = slope;
  return map;
}

/// nothing: there is no such transform with so many numbers.
std::optional<AffineMap> transform_of(std::string_view name, const std::vector<double>& v, bool& rounded) {
  const auto q = [&](std::size_t k) { return rational(v[k]); };
  if (name == "matrix" && v.size() == 6) return AffineMap{q(0), q(1), q(2), q(3), q(4), q(5)};
  if (name == "translate" && (v.size() == 1 || v.size() == 2)) return shift_map(q(0), v.size() == 2 ? q(1) : 0);
  if (name == "scale" && (v.size() == 1 || v.size() == 2)) return scale_map(q(0), q(v.size() - 1));
  if (name == "rotate" && v.size() == 1) return turn_map(v[0], &rounded);
  if (name == "rotate" && v.size() == 3) return about(turn_map(v[0], &rounded), q(1), q(2));
  if ((name == "skewX" || name == "skewY") && v.size() == 1 && std::fabs(std::fmod(v[0], 180)) != 90) {
    rounded = rounded || v[0] != 0;
    return skewed(name, v[0]);
  }
  return std::nullopt;
}

}  // namespace

void SvgScanner::skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size())); }

void SvgScanner::skip_separator() {
  skip_blanks();
  if (peek() != ',') return;
  rest_.remove_prefix(1);
  skip_blanks();
}

bool SvgScanner::at_end() {
  skip_blanks();
  return rest_.empty();
}

char SvgScanner::take() {
  const char c = peek();
  if (!rest_.empty()) rest_.remove_prefix(1);
  return c;
}

std::optional<double> SvgScanner::number() {
  std::string_view text = rest_;
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::size_t sign = text.starts_with('-') && text.size() == rest_.size() ? 1 : 0;
  if (text.size() <= sign || !((text[sign] >= '0' && text[sign] <= '9') || text[sign] == '.')) return std::nullopt;
  double value = 0;
  auto [end, error] = from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || std::fabs(value) > kLargestLength) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value + 0.0;
}

std::optional<bool> SvgScanner::flag() {
  if (peek() != '0' && peek() != '1') return std::nullopt;
  return take() == '1';
}

std::string_view SvgScanner::word() {
  std::size_t length = 0;
  while (length < rest_.size() && is_letter(rest_[length])) ++length;
  const std::string_view word = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return word;
}

AffineMap svg_transform(const AffineMap& before, std::string_view text, SvgTransforms& done) {
  constexpr int kMostTransforms = 64, kMostOfAll = 200'000;
  AffineMap map = before;
  SvgScanner scanner(text);
  int count = 0;
  while (!scanner.at_end()) {
    const std::string_view from = scanner.rest();
    const std::string_view name = scanner.word();
    scanner.skip_blanks();
    if (scanner.take() != '(') refuse(from, "must be a transform, as translate(1,2)");
    std::vector<double> numbers;
    scanner.skip_blanks();
    while (scanner.peek() != ')') {
      const std::optional<double> number = scanner.number();
      if (!number || numbers.size() == 6) refuse(from, "must be a transform with up to 6 finite numbers");
      numbers.push_back(*number);
      scanner.skip_separator();
    }
    scanner.take();
    const std::optional<AffineMap> one = transform_of(name, numbers, done.rounded);
    if (!one) {
      refuse(from, "is no transform that is read: matrix, translate, scale, rotate, skewX or skewY, with its numbers");
    }
    if (++count > kMostTransforms) refuse(from, fmt::format("is one of more than {} transforms", kMostTransforms));
    if (++done.count > kMostOfAll) refuse(from, fmt::format("is one of more than {} in the drawing", kMostOfAll));
    map = map * *one;
    if (map.shorten()) done.shortened = true;
    scanner.skip_separator();
  }
  return map;
}

std::optional<SvgLength> svg_length(std::string_view text) {
  text = trimmed(text);
  SvgScanner scanner(text);
  const std::optional<double> value = scanner.number();
  if (!value) return std::nullopt;
  return SvgLength{*value, scanner.rest()};
}

std::string small_letters(std::string_view text) {
  std::string small(text);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return small;
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && small_letters(a) == small_letters(b);
}

void for_each_declaration(std::string_view style,
                          const std::function<void(std::string_view name, std::string_view value)>& take) {
  while (!style.empty()) {
    const std::size_t end = style.find(';');
    const std::string_view one = style.substr(0, end);
    style = end == std::string_view::npos ? std::string_view() : style.substr(end + 1);
    const std::size_t colon = one.find(':');
    if (colon != std::string_view::npos) take(trimmed(one.substr(0, colon)), trimmed(one.substr(colon + 1)));
  }
}

std::string_view style_value(std::string_view style, std::string_view name) {
  std::string_view found;
  bool found_important = false;
  for_each_declaration(style, [&](std::string_view key, std::string_view value) {
    if (!same_word(key, name)) return;
    const std::size_t mark = value.rfind('!');
    const bool important = mark != std::string_view::npos && same_word(trimmed(value.substr(mark + 1)), "important");
    if (found_important && !important) return;
    found = important ? trimmed(value.substr(0, mark)) : value;
    found_important = important;
  });
  return found;
}

bool reads_property(std::string_view name) {
  return name == "display" || name == "visibility" || name == "fill" || name == "fill-rule";
}

std::vector<ExactPoint> svg_points(std::string_view text) {
  SvgScanner scanner(text);
  std::vector<ExactPoint> points;
  while (!scanner.at_end()) {
    const std::string_view from = scanner.rest();
    const std::optional<double> x = scanner.number();
    scanner.skip_separator();
    const std::optional<double> y = scanner.number();
    scanner.skip_separator();
    if (!x || !y) refuse(from, "must be points x,y of finite numbers, at most 1e9 in size");
    if (points.size() == kMostVertices + 1) refuse(from, fmt::format("has more than {} points", kMostVertices));
    points.emplace_back(rational(*x), rational(*y));
  }
  return points;
}

}  // namespace pawl::internal
