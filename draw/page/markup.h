// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pawl::draw::internal {

/// A text between tags or in an attribute of HTML.
std::string html_text(const std::string& text);

/// A text as a JSON string, quotes and all, that may stand in a <script> element: nothing in it can end the element or
/// start a comment, and U+2028 and U+2029 are escaped.
std::string json_text(const std::string& text);

}  // namespace pawl::draw::internal
