// SPDX-License-Identifier: MIT
#include "part_command.h"

#include <pawl/draw/drawing_picture.h>
#include <pawl/draw/strokes.h>

#include <algorithm>
#include <limits>

#include "answers/part_json.h"
#include "options.h"

namespace pawl::web {
namespace {

Drawing drawing_of(const std::string& text, const std::optional<std::string>& kind, const DrawingOptions& options) {
  if (!kind) return read_drawing(text, options);
  return *kind == "svg" ? read_svg(text, options) : read_dxf(text, options);
}

/// Faults of what is asked are said of the request.
InputError of_request(const InputError& error) {
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.pointer.starts_with('/')) fault.pointer = "/part" + fault.pointer;
  }
  return InputError(std::move(faults));
}

}  // namespace

Reply part_reply(const Request& request) {
  Options given(request.part, "/part");
  answers::PartOptions asked;
  const std::optional<std::string> text = given.text("drawing");
  if (!text) given.refuse("drawing", nullptr, "is missing; expected the text of a DXF or SVG file");
  const std::optional<std::string> kind = given.one_of("kind", {"dxf", "svg"});
  asked.layer = given.text("layer").value_or("");
  asked.unit = given.one_of("unit", {"m", "mm", "cm", "in"});
  asked.join = given.size("join");
  asked.deviation = given.size("deviation");
  constexpr std::uint64_t kLargest = std::numeric_limits<int>::max();
  asked.loop = static_cast<long>(std::min(given.count("loop").value_or(0), kLargest));
  given.finish();
  Options(request.options, "/options").finish();
  try {
    const DrawingOptions options = drawing_options(asked);
    const Drawing drawing = drawing_of(*text, kind, options);
    Reply reply;
    const DrawnPart drawn = part_of(drawing, options);
    reply.document = answers::part_document(request.name, drawing, drawn);
    if (request.picture) {
      const draw::Picture picture = draw::drawing_picture(request.name, drawn, request.picture->size);
      reply.further.emplace_back("picture", draw::strokes(picture));
    }
    return reply;
  } catch (const InputError& error) {
    throw of_request(error);
  }
}

}  // namespace pawl::web
