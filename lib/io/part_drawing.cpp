// SPDX-License-Identifier: MIT
#include "io/part_drawing.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <filesystem>

#include "io/drawing/drawing_checks.h"
#include "io/file_units.h"
#include "io/json_of.h"

namespace pawl {
namespace internal {
namespace {

/// A fault of the drawing as one of the task: "line 12" goes into the message.
Fault fault_of_task(const Fault& fault, const std::string& file) {
  if (fault.pointer.starts_with('/')) {
    if (fault.pointer == "/unit") return {"/part/drawing", quoted(json_of(file)), fault.value + " " + fault.message};
    return {"/part" + fault.pointer, fault.value, fault.message};
  }
  std::string message = fault.pointer;
  for (const std::string* part : {&fault.value, &fault.message}) {
    if (!part->empty()) message += (message.empty() ? "" : ": ") + *part;
  }
  return {"/part/drawing", quoted(json_of(file)), message};
}

/// The drawing's numbers are taken as the task's; one that says that it is in another unit is refused.
void require_unit(const Drawing& drawing, const Units& units) {
  if (!drawing.unit || *drawing.unit == units.length) return;
  throw InputError("", "",
                   fmt::format("the drawing is in {}, the task in {}: write the part with pawl part, or give the task "
                               "these units",
                               drawing.stated_unit, units.length_name()));
}

/// Before it is opened: a pipe would be waited for.
std::string path_of(const std::string& drawing, const std::string& folder) {
  if (drawing.empty() || drawing.find('\0') != std::string::npos) {
    throw InputError("", "", "must be the path of a file");
  }
  const std::filesystem::path path = std::filesystem::path(folder.empty() ? "." : folder) / drawing;
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw InputError("", "",
                     std::filesystem::is_directory(status) ? "is a directory; expected a file"
                                                           : "is no regular file; a drawing must be one");
  }
  return path.string();
}

std::string places_of(const JoinedEnds& ends) {
  return fmt::format("{:.3g} at [{},{}], of {} and {}", ends.gap, ends.at.x(), ends.at.y(), text_of(ends.kept),
                     text_of(ends.moved));
}

Warning joined_warning(const std::vector<JoinedEnds>& joined) {
  const auto by_gap = [](const JoinedEnds& a, const JoinedEnds& b) { return a.gap < b.gap; };
  const auto by_rounding =
      std::count_if(joined.begin(), joined.end(), [](const JoinedEnds& j) { return j.by_rounding; });
  return {"drawing-joined", "/part/drawing",
          fmt::format("{} pairs of ends became one, {} of them within rounding; the widest gap is {}; pawl part lists "
                      "all",
                      joined.size(), by_rounding, places_of(*std::max_element(joined.begin(), joined.end(), by_gap)))};
}

/// The report of pawl part, as far as it says what is not in the part, or is elsewhere than in the file.
Warnings warnings_of(const Drawing& drawing, const DrawnPart& part) {
  Warnings found;
  if (!drawing.left_out.empty()) {
    found.push_back({"drawing-left-out", "/part/drawing", "not in the part: " + list_of(drawing.left_out)});
  }
  if (!part.joined.empty()) found.push_back(joined_warning(part.joined));
  if (part.duplicates + part.zero_length > 0) {
    found.push_back({"drawing-dropped", "/part/drawing",
                     fmt::format("dropped: {} segments that are there twice, {} without length", part.duplicates,
                                 part.zero_length)});
  }
  for (const std::string& note : drawing.notes) found.push_back({"drawing-note", "/part/drawing", note});
  return found;
}

ReadDrawing read(const PartDrawing& drawing, const std::string& folder, Task& task) {
  DrawingOptions options;
  options.layer = drawing.layer;
  options.join = drawing.join;
  options.deviation = drawing.deviation;
  options.loop = drawing.loop;
  options.unit_if_unstated = task.units.length;
  const std::string path = path_of(*drawing.drawing, folder);
  const Drawing read = read_drawing(read_text_file(path), options);
  require_unit(read, task.units);
  const DrawnPart part = part_of(read, options);
  put_into(task.part, part);
  return {warnings_of(read, part), {std::filesystem::path(path).lexically_normal().string()}};
}

}  // namespace

ReadDrawing read_part_drawing(const PartDrawing& drawing, const std::optional<std::string>& folder, Task& task,
                              Validator& faults) {
  if (!drawing.drawing || faults.any_under("/part") || faults.any_under("/units")) return {};
  if (!folder) {
    faults.add("/part/drawing", quoted(json_of(*drawing.drawing)),
               "is a file, and this text is of none: say in which folder it is, or read the task from its file");
    return {};
  }
  try {
    return read(drawing, *folder, task);
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) {
      const Fault moved = fault_of_task(fault, *drawing.drawing);
      faults.add(moved.pointer, moved.value, moved.message);
    }
  }
  return {};
}

}  // namespace internal

void put_into(Part& part, const DrawnPart& drawn) {
  part.outline = drawn.outline;
  if (!drawn.has_holes) return;
  part.mass = part.mass.value_or(part.density * drawn.properties.area);
  part.inertia = part.inertia.value_or(*part.mass * drawn.properties.gyration_squared);
  part.center_of_mass = part.center_of_mass.value_or(drawn.properties.centroid);
}

Part as_part(const DrawnPart& drawn) {
  Units units;
  units.length = drawn.unit.value_or(units.length);
  Part part;
  part.density = internal::default_density(units);
  put_into(part, drawn);
  return part;
}

}  // namespace pawl
