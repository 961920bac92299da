// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/render.h>

#include <string>

namespace pawl::draw::internal {

/// Cairo's SVG of a picture with what Cairo does not write: titles and descriptions, text that can be searched, and
/// names of parts that no other picture on the same page has.
std::string with_text(const std::string& by_cairo, const Picture& picture, const Labels& labels);

std::string escaped(const std::string& text);  ///< as XML's text or attribute; cleaned

}  // namespace pawl::draw::internal
