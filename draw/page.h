// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/page.h>
#include <pawl/io/units.h>

#include <string>

namespace pawl::draw::internal {

/// Returns a text as a quoted JSON string that is safe in a <script> element: the string can neither end the element
/// nor start a comment. The text is first passed to clean_text() (pawl/draw/render.h). Outside of <script> elements,
/// use escaped() (text.h).
std::string json_text(const std::string& text);

/// Returns an empty page whose numbers are in `units`.
Page page_in(const Units& units, const std::string& title);

/// If `stride` is larger than 1, adds a note to the page: in the longest plays, only every `stride`-th instant is kept.
void report_thinning(Page& page, std::size_t stride);

/// Returns a wrench in the given units as text: "force (0.3, −0.95) N, torque −0.013 N m".
std::string text_of(const Eigen::Vector3d& wrench, const Units& units);

}  // namespace pawl::draw::internal
