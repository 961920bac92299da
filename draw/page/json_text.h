// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace pawl::draw::internal {

/// A text, cleaned (clean_text, pawl/draw/render.h), as a JSON string, quotes and all, that may stand in a <script>
/// element: nothing in it can end the element or start a comment. Elsewhere in a page: escaped() (svg_document.h).
std::string json_text(const std::string& text);

}  // namespace pawl::draw::internal
