// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace pawl::draw::internal {

/// draw/page/page.html: template, style and script in one, as draw/page/build.mjs makes it of src/.
extern const std::string_view kPageTemplate;

}  // namespace pawl::draw::internal
