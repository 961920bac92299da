// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/io/task.h>

#include <iosfwd>
#include <string>
#include <string_view>

namespace pawl {

/// The largest text read, 64 MiB, and the deepest nesting.
inline constexpr std::size_t kLargestText = std::size_t{64} << 20;
inline constexpr int kDeepestNesting = 64;

/// Reads a task from JSON. Every fault of the text is collected and thrown once as InputError: form (unknown and
/// duplicate keys, types, bounds, numbers that are not finite), then geometry, contacts and modes as far as the form
/// allows to look at them.
/// A text is of no file: a drawing that its part is read from ("drawing") is a fault, and nothing is opened.
Task read_task(std::string_view text);

/// The same with drawings, found from this folder ("" is the current one).
Task read_task(std::string_view text, const std::string& folder);

/// The same from a file ("-" is standard input, in the current folder), with drawings found from its folder, and with
/// less memory than read_task(read_text_file(path)) takes.
Task read_task_file(const std::string& path);

/// The whole of a stream, or of a file ("-" is standard input), at most kLargestText bytes. Throws InputError when it
/// cannot be read or is larger; nothing beyond the bound is kept in memory.
std::string read_text(std::istream& input);
std::string read_text_file(const std::string& path);

}  // namespace pawl
