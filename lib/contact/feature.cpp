// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/contact/feature.h>

namespace pawl {

std::string text_of(const Feature& feature) {
  if (feature.hole > 0) {
    const bool whole = feature.kind == Feature::Kind::disc;
    return (whole ? "" : text_of(Feature{feature.kind, feature.index}) + " of ") + fmt::format("hole {}", feature.hole);
  }
  switch (feature.kind) {
    case Feature::Kind::edge:
      return fmt::format("edge {}", feature.index);
    case Feature::Kind::arc:
      return fmt::format("arc {}", feature.index);
    case Feature::Kind::vertex:
      return fmt::format("vertex {}", feature.index);
    case Feature::Kind::disc:
      return "disc";
    case Feature::Kind::stated:
      break;
  }
  return "stated";
}

}  // namespace pawl
