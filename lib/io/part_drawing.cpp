// SPDX-License-Identifier: MIT
#include "io/part_drawing.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>

#include "io/units.h"
#include "io/value_checks.h"

namespace pawl {
namespace internal::inline io {
namespace {

/// Converts a fault of a drawing to a fault of the task. `body` is the pointer of the body that has this drawing. A
/// JSON pointer in the fault is appended to `body`, except that a fault at /unit is reported at the key "drawing". Any
/// other place, such as "line 12", becomes a part of the message.
Fault fault_of_task(const Fault& fault, const std::string& body, const std::string& file) {
  if (fault.pointer.starts_with('/')) {
    if (fault.pointer == "/unit") return {body + "/drawing", quoted(json_of(file)), fault.value + " " + fault.message};
    return {body + fault.pointer, fault.value, fault.message};
  }
  std::string message = fault.pointer;
  for (const std::string* part : {&fault.value, &fault.message}) {
    if (!part->empty()) message += (message.empty() ? "" : ": ") + *part;
  }
  return {body + "/drawing", quoted(json_of(file)), message};
}

/// Throws InputError if the drawing states another unit than the task. The numbers of the drawing are used unchanged,
/// so both units must agree.
void require_unit(const Drawing& drawing, const Units& units) {
  if (!drawing.unit || *drawing.unit == units.length) return;
  throw InputError("", "",
                   fmt::format("the drawing is in {0}, the task in {1}: give the task these units, or write \"unit\": "
                               "\"{1}\" beside \"drawing\" if its numbers are in {1}",
                               drawing.stated_unit, units.length_name()));
}

/// Returns the path of a drawing. Throws InputError if `drawing` is empty or contains a zero byte, or if the path
/// exists and is not a regular file. This is checked before the file is opened, because opening a pipe would block.
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
                                                           : "is not a regular file; expected a drawing");
  }
  return path.string();
}

std::string places_of(const JoinedEnds& ends) {
  return fmt::format("{:.3g} at [{},{}], of {} and {}", ends.gap, ends.at.x(), ends.at.y(), text_of(ends.kept),
                     text_of(ends.moved));
}

Warning joined_warning(const std::vector<JoinedEnds>& joined, const std::string& pointer) {
  const auto by_gap = [](const JoinedEnds& a, const JoinedEnds& b) { return a.gap < b.gap; };
  const auto by_rounding =
      std::count_if(joined.begin(), joined.end(), [](const JoinedEnds& j) { return j.by_rounding; });
  const bool all_by_rounding = by_rounding == static_cast<std::ptrdiff_t>(joined.size());
  return {
      all_by_rounding ? "drawing-rounded" : "drawing-joined", pointer,
      fmt::format(
          "{} pairs of line ends were joined, {} of them within rounding; the widest gap is {}; pawl part lists all",
          joined.size(), by_rounding, places_of(*std::max_element(joined.begin(), joined.end(), by_gap)))};
}

/// Returns warnings about parts of the drawing that were left out or changed, as `pawl part` reports them. `pointer` is
/// the pointer of the drawing.
Warnings warnings_of(const Drawing& drawing, const DrawnPart& part, const std::string& pointer) {
  Warnings found;
  if (!drawing.left_out.empty()) {
    found.push_back({"drawing-left-out", pointer, "not in the part: " + list_of(drawing.left_out)});
  }
  if (!part.open_chains.empty()) {
    std::map<std::string, int> chains;
    for (const OpenChain& one : part.open_chains) {
      ++chains[fmt::format("{} (layer \"{}\")", one.place.kind, one.place.layer)];
    }
    found.push_back(
        {"drawing-left-out", pointer, "open chains are not in the part: " + list_of(chains) + "; pawl part lists all"});
  }
  if (!part.joined.empty()) found.push_back(joined_warning(part.joined, pointer));
  if (part.duplicates + part.zero_length > 0) {
    found.push_back(
        {"drawing-dropped", pointer,
         fmt::format("dropped {} duplicate segments and {} segments of length 0", part.duplicates, part.zero_length)});
  }
  for (const std::string& note : part.notes) found.push_back({"drawing-note", pointer, note});
  for (const std::string& note : drawing.notes)
    found.push_back({note.rfind("y is turned up", 0) == 0 ? "drawing-turned" : "drawing-note", pointer, note});
  return found;
}

/// A part or a wall of a task whose outline is read from a drawing.
struct DrawnBody {
  std::string pointer;  ///< pointer of the body, "/part" or "/walls/0"
  const Units& units;
  Part& part;  ///< body that receives the outline and the holes
};

ReadDrawing read(const std::string& text, const std::string& path, const DrawingOptions& options, DrawnBody& body) {
  const Drawing read = read_drawing(text, options);
  require_unit(read, body.units);
  const DrawnPart part = part_of(read, options);
  const std::string stated = body.part.drawing_digest;
  if (!stated.empty() && stated != part.digest)
    throw InputError("/drawing_digest", quoted(json_of(stated)),
                     "differs from the digest of the drawing file, " + part.digest);
  put_into(body.part, part);
  return {warnings_of(read, part, body.pointer + "/drawing"),
          {std::filesystem::path(path).lexically_normal().string()}};
}

ReadDrawing read(const PartDrawing& drawing, const std::string& folder, DrawnBody& body) {
  DrawingOptions options;
  options.unit = drawing.unit;
  options.layer = drawing.layer;
  options.not_layer = drawing.not_layer;
  options.join = drawing.join;
  options.deviation = drawing.deviation;
  options.loop = drawing.loop;
  options.unit_if_unstated = body.units.length;
  const std::string path = path_of(*drawing.drawing, folder);
  const std::string text = read_text_file(path);
  try {
    return read(text, path, options, body);
  } catch (const InputError& error) {
    std::vector<Fault> faults = error.faults();
    const std::vector<DrawingRemedy> remedy = find_remedy(text, options);
    const bool of_task =
        std::none_of(remedy.begin(), remedy.end(), [](const DrawingRemedy& r) { return r.option == "unit"; });
    if (of_task && !remedy.empty()) faults.push_back({"", "", remedy_words(remedy)});
    throw InputError(std::move(faults));
  }
}

ReadDrawing read(const PartDrawing& drawing, const std::optional<std::string>& folder, DrawnBody body,
                 Validator& faults) {
  if (!drawing.drawing || faults.any_under(body.pointer) || faults.any_under("/units")) return {};
  if (drawing.unit && *drawing.unit != body.units.length) {
    faults.add(body.pointer + "/unit", quoted(json_of(std::string(Units{*drawing.unit}.length_name()))),
               fmt::format("must be the task's unit of length, {}", body.units.length_name()));
    return {};
  }
  if (!folder) {
    faults.add(body.pointer + "/drawing", quoted(json_of(*drawing.drawing)),
               "is a path, but this task was not read from a file: give the folder of the drawing, or read the task "
               "from a file");
    return {};
  }
  try {
    return read(drawing, *folder, body);
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) {
      const Fault moved = fault_of_task(fault, body.pointer, *drawing.drawing);
      faults.add(moved.pointer, moved.value, moved.message);
    }
  }
  return {};
}

}  // namespace

ReadDrawing read_drawings(const TaskDrawings& drawings, const std::optional<std::string>& folder, Task& task,
                          Validator& faults) {
  ReadDrawing all = read(drawings.part, folder, {"/part", task.units, task.part}, faults);
  for (std::size_t k = 0; k < drawings.walls.size(); ++k) {
    if (!drawings.walls[k].drawing) continue;
    Part body;
    ReadDrawing one = read(drawings.walls[k], folder, {fmt::format("/walls/{}", k), task.units, body}, faults);
    if (body.outline) task.walls[k].outline = std::move(*body.outline);
    task.walls[k].holes = std::move(body.holes);
    std::move(one.warnings.begin(), one.warnings.end(), std::back_inserter(all.warnings));
    std::move(one.files.begin(), one.files.end(), std::back_inserter(all.files));
  }
  return all;
}

}  // namespace internal::inline io

void put_into(Part& part, const DrawnPart& drawn) {
  part.drawing_digest = drawn.digest;
  part.outline = drawn.outline;
  part.holes = drawn.holes;
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
