// SPDX-License-Identifier: MIT
// What SVG can say that would move or hide something, and is not read: it must not be passed over.
#pragma once

#include <string>
#include <string_view>

#include "io/drawing/xml_tree.h"

namespace pawl::internal {

inline constexpr std::string_view kSvgSpace = "http://www.w3.org/2000/svg";

/// What an element's attributes or style ask for that is not read, as "has a clip-path, ..."; "" where there is none.
std::string wrong_with_element(const XmlNode& node);

/// What is wrong with any node of the document, drawn or not: attributes that are there twice, name spaces, style
/// sheets. "" where nothing is.
std::string wrong_with_node(const XmlNode& node);

/// Whether a style sheet says anything; what it says of place, size or display is a fault.
bool is_style_sheet(const XmlNode& node);

}  // namespace pawl::internal
