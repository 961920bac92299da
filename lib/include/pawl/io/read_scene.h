// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

#include <optional>
#include <string>
#include <string_view>

namespace pawl {

/// Reads a scene from JSON (data/schema/scene.schema.json). Throws one InputError with all faults: first faults of
/// form, then invalid outlines, masses, joints and pins. The bounds on the text are those of read_task.
Scene read_scene(std::string_view text);

/// Reads a scene from a file ("-" is standard input). Throws InputError in the cases of read_scene().
Scene read_scene_file(const std::string& path);

/// The kind of an input text: an object with the key "bodies" is a scene; an object with the key "part" or "contacts"
/// is a task.
enum class TextKind { scene, task, unknown };
TextKind kind_of_text(std::string_view text);

/// Returns the units that an answer, a task or a scene states. Such a text is a JSON object with the key "pawl". If the
/// object states no units, returns metres and radians. Returns nothing for any other JSON text. Throws InputError for a
/// text that is not valid JSON, and for unknown units.
std::optional<Units> units_of_text(std::string_view text);

}  // namespace pawl
