// SPDX-License-Identifier: MIT
#include "io/drawing/svg_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/drawing/drawn_number.h"
#include "io/drawing/svg_text.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

/// The unit of a length as a task has it, and how many of these it is.
struct SvgUnit {
  std::string_view name;
  Units::Length length;
  int over;  ///< so many make one of `length`
};
constexpr SvgUnit kUnits[] = {{"mm", Units::Length::mm, 1},  {"cm", Units::Length::cm, 1}, {"in", Units::Length::in, 1},
                              {"pt", Units::Length::in, 72}, {"pc", Units::Length::in, 6}, {"Q", Units::Length::mm, 4}};
constexpr SvgUnit kPixel = {"px", Units::Length::in, 96};
/// What these are depends on fonts and windows.
constexpr std::string_view kOfSurroundings[] = {"%", "em", "ex", "ch", "rem", "vw", "vh", "vmin", "vmax"};

Rational metres(Units::Length unit) {
  switch (unit) {
    case Units::Length::mm:
      return Rational(1) / 1000;
    case Units::Length::cm:
      return Rational(1) / 100;
    case Units::Length::in:
      return Rational(254) / 10000;
    default:
      return 1;
  }
}

const char* name_of(Units::Length unit) {
  Units units;
  units.length = unit;
  return units.length_name();
}

struct Given {
  double value;
  const SvgUnit* unit;

  Rational in(Units::Length target) const {
    return rational(value) * metres(unit->length) / unit->over / metres(target);
  }
};

std::optional<Given> given(const char* key, std::string_view text) {
  text = trimmed(text);
  if (text.empty() || same_word(text, "auto")) return std::nullopt;
  const std::optional<SvgLength> length = svg_length(text);
  if (length) {
    if (length->unit.empty() || same_word(length->unit, "px")) return Given{length->value, &kPixel};
    const auto same = [&](std::string_view name) { return same_word(length->unit, name); };
    const auto* unit =
        std::find_if(std::begin(kUnits), std::end(kUnits), [&](const SvgUnit& one) { return same(one.name); });
    if (unit != std::end(kUnits)) return Given{length->value, unit};
    if (std::any_of(std::begin(kOfSurroundings), std::end(kOfSurroundings), same)) return std::nullopt;
  }
  throw InputError("", printable(text), fmt::format("{}: must be a length, as 100mm or 4in", key));
}

bool states_length(const std::optional<Given>& one) { return one && one->unit != &kPixel; }

std::optional<std::array<double, 4>> view_box(std::string_view text) {
  SvgScanner scanner(text);
  std::array<double, 4> box{};
  for (double& number : box) {
    scanner.skip_separator();
    const std::optional<double> value = scanner.number();
    if (!value) return std::nullopt;
    number = *value;
  }
  return scanner.at_end() ? std::optional(box) : std::nullopt;
}

Rational factor_of(const SvgSizeText& text, const std::optional<Given>& width, const std::optional<Given>& height,
                   Units::Length unit) {
  if (trimmed(text.view_box).empty()) return Given{1, &kPixel}.in(unit);
  const std::optional<std::array<double, 4>> box = view_box(text.view_box);
  const auto positive = [](const std::optional<Given>& one) { return !one || one->value > 0; };
  if (!box || !((*box)[2] > 0) || !((*box)[3] > 0) || !positive(width) || !positive(height)) {
    throw InputError("", printable(text.view_box),
                     "must be a viewBox of four numbers, its width and height, and those of svg, greater than 0");
  }
  std::optional<Rational> x, y;
  if (width) x = width->in(unit) / rational((*box)[2]);
  if (height) y = height->in(unit) / rational((*box)[3]);
  if (!x || !y) return x ? *x : *y;
  if (*x != *y && (text.fit.find("none") != text.fit.npos || text.fit.find("slice") != text.fit.npos)) {
    throw InputError("", printable(text.fit), "preserveAspectRatio: only meet is read");
  }
  return *x < *y ? *x : *y;
}

}  // namespace

SvgSize svg_size(const SvgSizeText& text, const DrawingOptions& options) {
  SvgSize size;
  const std::optional<Given> width = given("width", text.width), height = given("height", text.height);
  if (!states_length(width) && !states_length(height)) {
    const std::optional<Units::Length> taken = options.unit ? options.unit : options.unit_if_unstated;
    if (taken) {
      size.notes.push_back(
          fmt::format("width and height state no length: the drawing's numbers are taken as {}", name_of(*taken)));
    }
    return size;
  }
  const SvgUnit& stated = states_length(width) ? *width->unit : *height->unit;
  size.stated_unit = stated.name;
  size.unit = options.unit.value_or(stated.length);
  if (*size.unit != stated.length) {
    size.notes.push_back(fmt::format("the drawing says that it is in {}; its lengths are converted to {}, as was asked",
                                     size.stated_unit, name_of(*size.unit)));
  }
  size.factor = factor_of(text, width, height, *size.unit);
  if (size.factor != 1) {
    size.notes.push_back(
        fmt::format("coordinates are {:.12g} times the numbers of the file, by its width, height and viewBox",
                    rounded(size.factor)));
  }
  return size;
}

}  // namespace pawl::internal
