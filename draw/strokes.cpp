// SPDX-License-Identifier: MIT
#include <pawl/draw/render.h>
#include <pawl/draw/strokes.h>

#include <array>

#include "page/json_text.h"
#include "painter.h"
#include "strokes_surface.h"
#include "strokes_text.h"

namespace pawl::draw {
namespace {

constexpr std::array<std::string_view, kInkCount> kNames = {
    "part",  "ghost", "pin",  "normal", "friction", "gap",  "center_of_mass", "force", "moment", "motion", "wanted",
    "rival", "safe",  "best", "seated", "failed",   "axis", "grid",           "text",  "note",   "warning"};

}  // namespace

std::string_view name_of(Ink ink) { return kNames[static_cast<std::size_t>(ink)]; }

std::string strokes(const Picture& picture) {
  internal::require_picture(picture);
  internal::StrokesSurface page;
  internal::paint(page, picture, place_labels(picture));
  std::string text = "{\"width\":";
  internal::append_hundredths(picture.size.x(), text);
  text += ",\"height\":";
  internal::append_hundredths(picture.size.y(), text);
  return text + ",\"title\":" + internal::json_text(picture.title) +
         ",\"description\":" + internal::json_text(picture.description) + ",\"panels\":[" + page.panels() + "]}";
}

}  // namespace pawl::draw
