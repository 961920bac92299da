// SPDX-License-Identifier: MIT
#include "drawing/read_drawing.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <cmath>

#include "base/charconv.h"
#include "base/sha256.h"
#include "io/json.h"

namespace pawl::internal::inline drawing {
namespace {

constexpr int kRoundedDecimals = 6;

std::string_view without_plus(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

/// Returns half a unit of the last decimal place of a number in a text, or 0 for a number with few decimals.
double half_unit_of(std::string_view text) {
  const std::size_t point = text.find('.'), exponent_at = text.find_first_of("eE");
  const std::size_t end = exponent_at == std::string_view::npos ? text.size() : exponent_at;
  long decimals = point == std::string_view::npos ? 0 : static_cast<long>(end - point - 1);
  int exponent = 0;
  if (end < text.size()) {
    std::string_view digits = text.substr(end + 1);
    if (!digits.empty() && digits[0] == '+') digits.remove_prefix(1);
    from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  if (decimals == 0) return 0;
  decimals -= exponent;
  return decimals < kRoundedDecimals ? 0 : .5 * std::pow(10., -static_cast<double>(decimals));
}

template <class Number>
bool parse(std::string_view text, Number& number) {
  const auto [rest, error] = from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && rest == text.data() + text.size();
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::optional<DrawnNumber> drawn_number(std::string_view text) {
  text = without_plus(text);
  DrawnNumber number;
  if (!parse(text, number.value) || !std::isfinite(number.value)) return std::nullopt;
  number.half_unit = half_unit_of(text);
  return number;
}

std::optional<int> drawn_integer(std::string_view text) {
  int number = 0;
  return parse(without_plus(text), number) ? std::optional(number) : std::nullopt;
}

LayerChoice::LayerChoice(const DrawingOptions& options, std::string (*name_of)(std::string_view)) : name_of_(name_of) {
  add("/layer", options.layer, taken_);
  add("/not_layer", options.not_layer, left_);
}

void LayerChoice::add(const char* pointer, const std::string& text, std::vector<Name>& names) {
  if (text.empty()) return;
  names.push_back({pointer, text, name_of_(text), false});
  if (text.find(',') == std::string::npos) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view one = trimmed(std::string_view(text).substr(begin, end - begin));
    if (!one.empty()) names.push_back({pointer, std::string(one), name_of_(one), false});
    begin = end + 1;
  }
}

bool LayerChoice::find(std::string_view layer, std::vector<Name>& names) {
  bool found = false;
  const std::string name = name_of_(layer);
  for (Name& one : names) {
    if (one.name != name) continue;
    one.found = found = true;
  }
  return found;
}

bool LayerChoice::names(std::string_view layer) { return find(layer, taken_); }

bool LayerChoice::takes(std::string_view layer) {
  const bool left = find(layer, left_);
  return (taken_.empty() || names(layer)) && !left;
}

void LayerChoice::check(const std::map<std::string, int>& left_out, Validator& faults) const {
  for (const std::vector<Name>* names : {&taken_, &left_}) {
    // true if the whole text, including its commas, is the name of one layer
    const bool whole = !names->empty() && names->front().found;
    for (std::size_t k = names->size() > 1 ? 1 : 0; k < names->size() && !whole; ++k) {
      const Name& one = (*names)[k];
      if (one.found) continue;
      faults.add(one.pointer, one.text,
                 left_out.empty() ? "the drawing has nothing on this layer or on any other"
                                  : "the drawing has nothing on this layer; it has " + list_of(left_out));
    }
  }
}

}  // namespace pawl::internal::inline drawing

namespace pawl {
namespace internal::inline drawing {

void check_drawing_input(std::string_view text, const DrawingOptions& options) {
  Validator faults;
  if (text.size() > kLargestText) {
    faults.add("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  if (text.empty()) faults.add("line 1", "", "the drawing is empty");
  faults.positive("/deviation", options.deviation);
  if (options.join) faults.not_negative("/join", *options.join);
  if (options.loop < 0) faults.add("/loop", options.loop, "must be a whole number of at least 0");
  faults.finish();
}

void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults) {
  const bool states_other = !drawing.stated_unit.empty() && !drawing.unit;
  if (options.unit) {
    if (!drawing.stated_unit.empty() && options.unit != drawing.unit) {
      Units units;
      units.length = *options.unit;
      drawing.notes.push_back(fmt::format("the drawing states the unit {}; its numbers are taken as {}, as requested",
                                          drawing.stated_unit, units.length_name()));
    }
    drawing.unit = options.unit;
    return;
  }
  if (!drawing.unit && !states_other) drawing.unit = options.unit_if_unstated;
  if (drawing.unit) return;
  faults.add("/unit", drawing.stated_unit,
             states_other
                 ? "the drawing's unit is not a unit of tasks; expected the unit of its numbers: m, mm, cm or in"
                 : "the drawing states no unit; expected the unit of its numbers: m, mm, cm or in");
}

}  // namespace internal::inline drawing

std::string text_of(const DrawingPlace& place) {
  std::string text = place.kind;
  if (!place.layer.empty()) text += fmt::format(" on layer \"{}\"", place.layer);
  // SVG elements have names that begin with a lower-case letter, and ids as handles.
  const bool element = !place.kind.empty() && place.kind[0] >= 'a' && place.kind[0] <= 'z';
  text += place.handle.empty() ? fmt::format(" (line {})", place.line)
                               : fmt::format(" ({} {}, line {})", element ? "id" : "handle", place.handle, place.line);
  if (!place.block.empty()) text += " of block " + place.block;
  return text;
}

std::string drawing_digest(std::string_view text) { return "sha256:" + internal::sha256(text); }

Drawing read_drawing(std::string_view text, const DrawingOptions& options) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  std::string_view start = text.substr(0, 4096);
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff") || start.starts_with(std::string_view("<\0", 2)) ||
      start.starts_with(std::string_view("\0<", 2))) {
    throw InputError("line 1", "", "the text is in UTF-16; expected UTF-8: save the drawing in UTF-8");
  }
  if (start.starts_with(kMark)) start.remove_prefix(kMark.size());
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  const char mark = first == std::string_view::npos ? ' ' : start[first];
  Drawing drawing = mark == '(' ? read_kicad(text, options) : mark == '<' ? read_svg(text, options) : read_dxf(text, options);
  drawing.digest = drawing_digest(text);
  return drawing;
}

}  // namespace pawl
