// SPDX-License-Identifier: MIT
#include "io/part_drawing.h"

#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include <filesystem>

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

DrawnPart read(const PartDrawing& drawing, const std::string& folder, const Units& units) {
  DrawingOptions options;
  options.layer = drawing.layer;
  options.join = drawing.join;
  options.deviation = drawing.deviation;
  options.loop = drawing.loop;
  options.unit_if_unstated = units.length;
  const Drawing read = read_drawing(
      read_text_file((std::filesystem::path(folder.empty() ? "." : folder) / *drawing.drawing).string()), options);
  require_unit(read, units);
  return part_of(read, options);
}

}  // namespace

void read_part_drawing(const PartDrawing& drawing, const std::optional<std::string>& folder, Task& task,
                       Validator& faults) {
  if (!drawing.drawing || faults.any_under("/part") || faults.any_under("/units")) return;
  if (!folder) {
    faults.add("/part/drawing", quoted(json_of(*drawing.drawing)),
               "is a file, and this text is of none: say in which folder it is, or read the task from its file");
    return;
  }
  try {
    put_into(task.part, read(drawing, *folder, task.units));
  } catch (const InputError& error) {
    for (const Fault& fault : error.faults()) {
      const Fault moved = fault_of_task(fault, *drawing.drawing);
      faults.add(moved.pointer, moved.value, moved.message);
    }
  }
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
