// SPDX-License-Identifier: MIT
#include "theme_command.h"

#include <fmt/format.h>
#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>

#include <cmath>

namespace pawl::web {
namespace {

answers::Json hex(const draw::Color& color) {
  const auto byte = [](double share) { return static_cast<int>(std::lround(255 * share)); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.red), byte(color.green), byte(color.blue));
}

std::string colours(draw::Theme theme) {
  answers::Json json = answers::Json::object();
  json["background"] = hex(background_of(theme));
  for (int k = 0; k < draw::kInkCount; ++k) {
    const auto ink = static_cast<draw::Ink>(k);
    json[std::string(name_of(ink))] = hex(color_of(ink, theme));
  }
  return json.dump();
}

}  // namespace

Reply theme_reply() {
  Reply reply;
  reply.further = {{"light", colours(draw::Theme::light)},
                   {"dark", colours(draw::Theme::dark)},
                   {"print", colours(draw::Theme::print)}};
  return reply;
}

}  // namespace pawl::web
