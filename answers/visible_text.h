// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace pawl::answers {

/// Returns the text with every byte that is not part of valid UTF-8 spelled out, as in "caf\xe9".
std::string valid_utf8(std::string_view text);

/// Returns the text as a terminal may show it: also control characters (C0, DEL, C1) and those that change the
/// direction of writing are spelled out, as in "\x1b[2J" and "\u202e". They come from file names and from texts in
/// files, and could change the terminal or disguise what it shows. `keep_lines`: line ends stay.
std::string visible(std::string_view text, bool keep_lines = false);

/// Returns JSON text with DEL, C1 and direction controls as escapes, "\u009b": the same document. Only strings contain
/// them.
std::string escaped_controls(std::string json);

}  // namespace pawl::answers
