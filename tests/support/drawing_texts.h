// SPDX-License-Identifier: MIT
// Drawings in the notation of the tests, and the faults of broken drawings.
#pragma once

#include <fmt/format.h>
#include <pawl/io/drawing.h>

#include <string>

namespace pawl::drawings {

/// Returns a DXF file with these entities. Each word of `entities` becomes a line of the file. `before` contains the
/// sections before the entities, and `header` contains the header variables.
inline std::string dxf(const std::string& entities, const std::string& before = "",
                       const std::string& header = "9 $INSUNITS 70 4") {
  const std::string words =
      "0 SECTION 2 HEADER " + header + " 0 ENDSEC " + before + " 0 SECTION 2 ENTITIES " + entities + " 0 ENDSEC 0 EOF ";
  std::string lines;
  for (const char c : words) {
    if (c != ' ') lines += c;
    if (c == ' ' && !lines.empty() && lines.back() != '\n') lines += '\n';
  }
  return lines;
}

/// Returns a LINE entity, which takes 12 lines of the file. With the default arguments of dxf(), the first entity
/// begins at line 15.
inline std::string line(double ax, double ay, double bx, double by, const std::string& layer = "A") {
  return fmt::format("0 LINE 8 {} 10 {} 20 {} 11 {} 21 {} ", layer, ax, ay, bx, by);
}

inline std::string svg(const std::string& inside,
                       const std::string& attributes = R"(width="100mm" height="100mm" viewBox="0 0 100 100")") {
  return fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" {}>\n{}\n</svg>\n", attributes, inside);
}

inline std::string svg_path(const std::string& data, const std::string& more = "") {
  return svg(fmt::format("<path d=\"{}\" {}/>", data, more));
}

inline DrawnPart part_in(const std::string& text, const DrawingOptions& options = {}) {
  return part_of(read_drawing(text, options), options);
}

/// Returns all faults, one per line, or "no fault".
inline std::string faults_of(const std::string& text, const DrawingOptions& options = {}) {
  try {
    part_in(text, options);
  } catch (const InputError& error) {
    std::string lines;
    for (const Fault& fault : error.faults()) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
    return lines;
  }
  return "no fault";
}

inline bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

inline DrawingOptions in_mm() {
  DrawingOptions options;
  options.unit = Units::Length::mm;
  return options;
}

}  // namespace pawl::drawings
