// SPDX-License-Identifier: MIT
#include "io/drawing/drawing_checks.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <cmath>

namespace pawl {
namespace internal {

void check_drawing_input(std::string_view text, const DrawingOptions& options) {
  Validator faults;
  if (text.size() > kLargestText) {
    faults.add("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  if (text.empty()) faults.add("line 1", "", "the drawing is empty");
  faults.positive("/deviation", options.deviation);
  faults.not_negative("/join", options.join);
  if (options.loop < 0) faults.add("/loop", options.loop, "must be a whole number of at least 0");
  faults.finish();
}

void check_unit(Drawing& drawing, const DrawingOptions& options, Validator& faults) {
  const bool states_other = !drawing.stated_unit.empty() && !drawing.unit;
  if (options.unit) {
    if (!drawing.stated_unit.empty() && options.unit != drawing.unit) {
      Units units;
      units.length = *options.unit;
      drawing.notes.push_back(
          fmt::format("the drawing says that it is in {}; its numbers are taken as {}, as was asked",
                      drawing.stated_unit, units.length_name()));
    }
    drawing.unit = options.unit;
    return;
  }
  if (!drawing.unit && !states_other) drawing.unit = options.unit_if_unstated;
  if (drawing.unit) return;
  faults.add("/unit", drawing.stated_unit,
             states_other ? "is the drawing's unit, and none of tasks: say what its numbers are in: m, mm, cm or in"
                          : "the drawing does not say its unit: say what its numbers are in: m, mm, cm or in");
}

std::string list_of(const std::map<std::string, int>& counts) {
  constexpr int kMostNamed = 20;
  std::string text;
  int named = 0;
  for (const auto& [name, count] : counts) {
    if (named++ == kMostNamed) return text + ", ...";
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", name, count);
  }
  return text;
}

}  // namespace internal

std::string text_of(const DrawingPlace& place) {
  std::string text = place.kind;
  if (!place.layer.empty()) text += fmt::format(" on layer \"{}\"", place.layer);
  // Elements of SVG are in small letters, and have ids.
  const bool element = !place.kind.empty() && place.kind[0] >= 'a' && place.kind[0] <= 'z';
  text += place.handle.empty() ? fmt::format(" (line {})", place.line)
                               : fmt::format(" ({} {}, line {})", element ? "id" : "handle", place.handle, place.line);
  if (!place.block.empty()) text += " of block " + place.block;
  return text;
}

Drawing read_drawing(std::string_view text, const DrawingOptions& options) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  std::string_view start = text.substr(0, 4096);
  if (start.starts_with("\xff\xfe") || start.starts_with("\xfe\xff") || start.starts_with(std::string_view("<\0", 2)) ||
      start.starts_with(std::string_view("\0<", 2))) {
    throw InputError("line 1", "", "the text is in UTF-16; expected UTF-8: save the drawing so");
  }
  if (start.starts_with(kMark)) start.remove_prefix(kMark.size());
  const std::size_t first = start.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && start[first] == '<' ? read_svg(text, options) : read_dxf(text, options);
}

}  // namespace pawl
