// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>

namespace pawl::draw::internal {

/// What the script of the page reads (draw/page/src/data.ts), as JSON.
std::string page_data(const Page& page);

}  // namespace pawl::draw::internal
