// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

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

}  // namespace pawl
