// SPDX-License-Identifier: MIT
#include "page/page_words.h"

#include <fmt/format.h>

#include <string_view>

namespace pawl::draw::internal {

Page page_in(const Units& units, const std::string& title) {
  Page page;
  page.title = title;
  page.length_unit = units.length_name();
  page.degrees = units.angle == Units::Angle::deg;
  page.energy_unit = units.length == Units::Length::m ? "J" : "N " + page.length_unit;
  return page;
}

void tell_thinning(Page& page, std::size_t stride) {
  if (stride > 1)
    page.notes.push_back(
        fmt::format("To keep this file small only one of {} instants is kept where a run is long.", stride));
}

std::string text_of(const Eigen::Vector3d& wrench, const Units& units) {
  const std::string text = fmt::format("force ({:.4g}, {:.4g}) N, torque {:.4g} N {}", wrench.x() + 0.0,
                                       wrench.y() + 0.0, wrench.z() + 0.0, units.length_name());
  std::string out;  // with minus signs for hyphens
  for (const char c : text) out += c == '-' ? std::string_view("\u2212") : std::string_view(&c, 1);
  return out;
}

}  // namespace pawl::draw::internal
