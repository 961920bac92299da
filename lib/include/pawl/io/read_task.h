// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/io/task.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace pawl {

/// Bounds on a JSON text: its size (64 MiB) and its nesting depth.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;
inline constexpr int kDeepestNesting = 64;

/// Reads a task from JSON. Throws one InputError with all faults of the text. First come faults of form (unknown and
/// duplicate keys, types, bounds, non-finite numbers). Then come those faults of geometry, contacts and modes that can
/// be checked despite the faults of form. A reference to a drawing of the part ("drawing") is a fault, because a text
/// has no folder; no file is opened.
Task read_task(std::string_view text);

/// Reads a task that may refer to drawings. The paths of drawings are relative to `folder` ("" is the current folder).
Task read_task(std::string_view text, const std::string& folder);

/// Reads a task from a file ("-" is standard input). The paths of drawings are relative to the file's folder, or to the
/// current folder for standard input. Takes less memory than read_task(read_text_file(path)).
Task read_task_file(const std::string& path);

/// read_text() and read_text_file() read a whole stream or a whole file ("-" is standard input), up to kLargestText
/// bytes. They throw InputError if the input cannot be read or is larger; memory is bounded in both cases.
std::string read_text(std::istream& input);
std::string read_text_file(const std::string& path);

}  // namespace pawl
