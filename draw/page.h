// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/io/units.h>

#include <string>

namespace pawl::draw::internal {

/// A text, cleaned (clean_text, pawl/draw/render.h), as a JSON string, quotes and all, that may stand in a <script>
/// element: nothing in it can end the element or start a comment. Elsewhere in a page: escaped() (text.h).
std::string json_text(const std::string& text);

/// An empty page in these units.
Page page_in(const Units& units, const std::string& title);

/// Says on the page that of its longest plays only one of so many instants is kept; nothing where all are.
void tell_thinning(Page& page, std::size_t stride);

/// "force (0.3, −0.95) N, torque −0.013 N m": a wrench in these units.
std::string text_of(const Eigen::Vector3d& wrench, const Units& units);

}  // namespace pawl::draw::internal
