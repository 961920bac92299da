// SPDX-License-Identifier: MIT
#include "font.h"

#include <cairo-ft.h>
#include <ft2build.h>
#include <pawl/base/assert.h>
#include FT_FREETYPE_H

#include <map>
#include <string>
#include <vector>

#include "text.h"

namespace pawl::draw::internal {
namespace {

struct Font {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  cairo_font_face_t* cairo = nullptr;
  std::map<char32_t, unsigned> glyphs;
};

/// Never freed: Cairo keeps faces in caches of its own.
Font* make_font() {
  Font* font = new Font;
  PAWL_ASSERT(FT_Init_FreeType(&font->library) == 0);
  PAWL_ASSERT(FT_New_Memory_Face(font->library, reinterpret_cast<const FT_Byte*>(kFont.data()),
                                 static_cast<FT_Long>(kFont.size()), 0, &font->face) == 0);
  FT_UInt index = 0;
  for (FT_ULong c = FT_Get_First_Char(font->face, &index); index != 0; c = FT_Get_Next_Char(font->face, c, &index)) {
    font->glyphs[static_cast<char32_t>(c)] = index;
  }
  font->cairo = cairo_ft_font_face_create_for_ft_face(font->face, FT_LOAD_NO_HINTING);
  return font;
}

const Font& font() {
  static const Font* const font = make_font();
  return *font;
}

unsigned glyph(char32_t character) {
  const auto found = font().glyphs.find(character);
  return found != font().glyphs.end() ? found->second : font().glyphs.at(0xfffd);
}

struct Run {
  std::vector<cairo_glyph_t> glyphs;
  std::vector<cairo_text_cluster_t> clusters;  ///< which bytes each glyph stands for: PDF text is copied by them
};

Run run_of(std::string_view text, double x, double y, double size) {
  Run run;
  for (const char32_t character : characters(text)) {
    std::string bytes;
    append_utf8(character, bytes);
    run.glyphs.push_back({glyph(character), x, y});
    run.clusters.push_back({static_cast<int>(bytes.size()), 1});
    x += advance_of(character) * size;
  }
  return run;
}

void select(cairo_t* to, double size) {
  cairo_set_font_face(to, font().cairo);
  cairo_set_font_size(to, size);
}

}  // namespace

std::mutex& font_mutex() {
  static std::mutex mutex;
  return mutex;
}

void show_text(cairo_t* to, std::string_view text, double x, double y, double size) {
  const Run run = run_of(text, x, y, size);
  select(to, size);
  cairo_show_text_glyphs(to, text.data(), static_cast<int>(text.size()), run.glyphs.data(),
                         static_cast<int>(run.glyphs.size()), run.clusters.data(),
                         static_cast<int>(run.clusters.size()), cairo_text_cluster_flags_t{});
}

}  // namespace pawl::draw::internal
