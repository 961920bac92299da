// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/io/task.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace pawl {

/// Bounds on a text that is read: size, 64 MiB, and nesting depth.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;
inline constexpr int kDeepestNesting = 64;

/// Reads a task from JSON. Every fault of the text is collected and thrown once as InputError: form (unknown and
/// duplicate keys, types, bounds, non-finite numbers), then geometry, contacts and modes, as far as the form permits
/// these checks. A text that refers to a drawing of its part ("drawing") is a fault, because a text has no folder; no
/// file is opened.
Task read_task(std::string_view text);

/// Does the same, but reads drawings, with paths relative to `folder` ("" is the current one).
Task read_task(std::string_view text, const std::string& folder);

/// Does the same for a file ("-" is standard input, in the current folder), with the paths of drawings relative to its
/// folder. Takes less memory than read_task(read_text_file(path)).
Task read_task_file(const std::string& path);

/// Read all of a stream, or of a file ("-" is standard input), up to kLargestText bytes. Throw InputError if it cannot
/// be read or is larger; nothing beyond the bound is kept in memory.
std::string read_text(std::istream& input);
std::string read_text_file(const std::string& path);

}  // namespace pawl
