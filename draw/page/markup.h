// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pawl::draw::internal {

/// Texts are cleaned first (clean_text, pawl/draw/render.h): no control characters, none of U+2028, all of it UTF-8.

/// A text between tags or in an attribute of HTML.
std::string html_text(const std::string& text);

/// A text as a JSON string, quotes and all, that may stand in a <script> element: nothing in it can end the element or
/// start a comment.
std::string json_text(const std::string& text);

}  // namespace pawl::draw::internal
