// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

#include <optional>
#include <string>
#include <string_view>

namespace pawl {

/// Reads a scene from JSON (data/schema/scene.schema.json). Every fault is collected and thrown once as InputError:
/// form first, then what outlines, masses, joints and pins cannot be. Bounds on the text are those of read_task.
Scene read_scene(std::string_view text);

/// The same from a file ("-" is standard input).
Scene read_scene_file(const std::string& path);

/// What a text is meant to be: an object with "bodies" is a scene, one with "part" or "contacts" a task.
enum class TextKind { scene, task, unknown };
TextKind kind_of_text(std::string_view text);

/// The units of an answer, a task or a scene (an object with "pawl"), which are metres and radians where it states
/// none; nothing of other texts. Throws InputError for units that there are not.
std::optional<Units> units_of_text(std::string_view text);

}  // namespace pawl
