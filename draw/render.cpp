// SPDX-License-Identifier: MIT
#include "draw/render.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>
#include <ft2build.h>
#include <pawl/base/assert.h>
#include <pawl/draw/render.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <string>
#include <string_view>

#include "draw/painter.h"
#include "draw/text.h"

namespace pawl::draw::internal {

/// A surface that paints with Cairo in the colours of a theme. The caller must hold font_mutex() while text is drawn.
class CairoSurface final : public Surface {
 public:
  /// `size` is the size of the page, px.
  CairoSurface(cairo_t* to, const Eigen::Vector2d& size, Theme theme) : to_(to), size_(size), theme_(theme) {}

  void paint_background();

  void begin_panel(const Panel& panel) override;
  void end_panel() override;
  void begin_labels(const Eigen::Vector2d&) override {}
  void end_labels() override {}
  void move(const Eigen::Vector2d& to) override;
  void line(const Eigen::Vector2d& to) override;
  void curve(const Eigen::Vector2d& leaving, const Eigen::Vector2d& arriving, const Eigen::Vector2d& to) override;
  void arc(const Eigen::Vector2d& center, double radius, double from, double to) override;
  void ring(const Eigen::Vector2d& center, double radius) override;
  void rectangle(const Box& box) override;
  void close() override;
  void stroke(const Pen& pen) override;
  void fill(const Fill& fill) override;
  void fill_with_background(double opacity) override;
  void text(const PlacedLabel& placed) override;

 private:
  void source(const Color& color, double opacity = 1);
  void take(const Pen& pen);
  void hatch(const Fill& fill, const Box& box);

  cairo_t* to_;
  Eigen::Vector2d size_;
  Theme theme_;
};

/// Completes the SVG that Cairo wrote for a picture. Adds titles, descriptions and searchable text, and renames the ids
/// so that they are unique among all pictures of a page.
std::string with_text(const std::string& by_cairo, const Picture& picture, const Labels& labels);

}  // namespace pawl::draw::internal

namespace pawl::draw {
namespace {

struct Destroy {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, Destroy>;
using Context = std::unique_ptr<cairo_t, Destroy>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned length) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), length);
  return CAIRO_STATUS_SUCCESS;
}

void draw_on(cairo_surface_t* surface, const Picture& picture, const Labels& labels, Theme theme, double scale = 1) {
  const Context context(cairo_create(surface));
  const std::unique_ptr<cairo_font_options_t, void (*)(cairo_font_options_t*)> options(cairo_font_options_create(),
                                                                                       cairo_font_options_destroy);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(context.get(), options.get());
  cairo_scale(context.get(), scale, scale);
  internal::CairoSurface page(context.get(), picture.size, theme);
  page.paint_background();
  internal::paint(page, picture, labels);
  PAWL_ASSERT(cairo_status(context.get()) == CAIRO_STATUS_SUCCESS);
}

}  // namespace

std::string svg(const Picture& picture, Theme theme) {
  internal::require_picture(picture);
  const Labels labels = place_labels(picture);
  std::string bytes;
  {
    const std::lock_guard<std::mutex> lock(internal::font_mutex());
    const Surface surface(cairo_svg_surface_create_for_stream(append, &bytes, picture.size.x(), picture.size.y()));
    cairo_svg_surface_set_document_unit(surface.get(), CAIRO_SVG_UNIT_PX);
    draw_on(surface.get(), picture, labels, theme);
    cairo_surface_finish(surface.get());
  }
  return internal::with_text(bytes, picture, labels);
}

std::string pdf(const Picture& picture, Theme theme) {
  internal::require_picture(picture);
  const Labels labels = place_labels(picture);
  std::string bytes;
  const std::lock_guard<std::mutex> lock(internal::font_mutex());
  // The unit of PDF is 1/72 in, and a px is 1/96 in.
  constexpr double kPoints = .75;
  const Eigen::Vector2d size = picture.size * kPoints;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, size.x(), size.y()));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, clean_text(picture.title).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT, clean_text(picture.description).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  draw_on(surface.get(), picture, labels, theme, kPoints);
  cairo_surface_finish(surface.get());
  return bytes;
}

std::string pdf(const std::vector<Picture>& pages, Theme theme) {
  // Width and height of A4 in points, and number of points per px.
  constexpr double kAcross = 595, kDown = 842, kPoints = .75;
  for (const Picture& page : pages) internal::require_picture(page);
  std::string bytes;
  const std::lock_guard<std::mutex> lock(internal::font_mutex());
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &bytes, kAcross, kDown));
  if (!pages.empty())
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, clean_text(pages[0].title).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  for (const Picture& page : pages) {
    const double scale = std::min({kPoints, kAcross / page.size.x(), kDown / page.size.y()});
    draw_on(surface.get(), page, place_labels(page), theme, scale);
    cairo_surface_show_page(surface.get());
  }
  cairo_surface_finish(surface.get());
  return bytes;
}

std::string png(const Picture& picture, Theme theme, double scale) {
  internal::require_picture(picture);
  internal::require_page_size(picture.size * scale);
  const Labels labels = place_labels(picture);
  const Eigen::Vector2i pixels = (picture.size * scale).array().ceil().cast<int>();
  const std::lock_guard<std::mutex> lock(internal::font_mutex());
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels.x(), pixels.y()));
  draw_on(surface.get(), picture, labels, theme, scale);
  std::string bytes;
  PAWL_ASSERT(cairo_surface_write_to_png_stream(surface.get(), append, &bytes) == CAIRO_STATUS_SUCCESS);
  return bytes;
}

}  // namespace pawl::draw

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kHatchStep = 7;  ///< distance between hatch lines, px

}  // namespace

void CairoSurface::paint_background() {
  source(background_of(theme_));
  cairo_paint(to_);
}

void CairoSurface::begin_panel(const Panel& panel) {
  cairo_save(to_);
  if (!panel.clip) return;
  rectangle(panel.page);
  cairo_clip(to_);
}

void CairoSurface::end_panel() { cairo_restore(to_); }

void CairoSurface::move(const Vector2d& to) { cairo_move_to(to_, to.x(), to.y()); }
void CairoSurface::line(const Vector2d& to) { cairo_line_to(to_, to.x(), to.y()); }

void CairoSurface::curve(const Vector2d& leaving, const Vector2d& arriving, const Vector2d& to) {
  cairo_curve_to(to_, leaving.x(), leaving.y(), arriving.x(), arriving.y(), to.x(), to.y());
}

void CairoSurface::arc(const Vector2d& center, double radius, double from, double to) {
  cairo_arc(to_, center.x(), center.y(), radius, from, to);
}

void CairoSurface::ring(const Vector2d& center, double radius) {
  cairo_new_sub_path(to_);
  cairo_arc(to_, center.x(), center.y(), radius, 0, 2 * std::numbers::pi);
  cairo_close_path(to_);
}

void CairoSurface::rectangle(const Box& box) {
  cairo_rectangle(to_, box.least.x(), box.least.y(), box.size.x(), box.size.y());
}

void CairoSurface::close() { cairo_close_path(to_); }

void CairoSurface::stroke(const Pen& pen) {
  take(pen);
  cairo_stroke(to_);
}

void CairoSurface::fill(const Fill& fill) {
  source(color_of(fill.ink, theme_), fill.opacity);
  if (fill.hatch == Hatch::none) return cairo_fill(to_);
  cairo_fill_preserve(to_);
  cairo_save(to_);
  double left, top, right, bottom;
  cairo_path_extents(to_, &left, &top, &right, &bottom);
  cairo_clip(to_);
  const Vector2d least = Vector2d(left, top).cwiseMax(Vector2d::Zero());
  hatch(fill, {least, (Vector2d(right, bottom).cwiseMin(size_) - least).cwiseMax(Vector2d::Zero())});
  cairo_restore(to_);
}

void CairoSurface::fill_with_background(double opacity) {
  source(background_of(theme_), opacity);
  cairo_fill(to_);
}

void CairoSurface::text(const PlacedLabel& placed) {
  const Label& label = placed.label;
  cairo_save(to_);
  if (label.turn == 0) {
    cairo_translate(to_, placed.box.least.x(), placed.box.least.y() + kAscent * label.size);
  } else {
    cairo_translate(to_, placed.box.least.x() + kAscent * label.size, placed.box.most().y());
    cairo_rotate(to_, -std::numbers::pi / 2);
  }
  source(color_of(label.ink, theme_));
  show_text(to_, label.text, 0, 0, label.size);
  cairo_restore(to_);
}

void CairoSurface::source(const Color& color, double opacity) {
  cairo_set_source_rgba(to_, color.red, color.green, color.blue, opacity);
}

void CairoSurface::take(const Pen& pen) {
  static constexpr double kDashed[] = {6, 4}, kDotted[] = {1, 3.5}, kDashDot[] = {8, 3, 1.5, 3};
  source(color_of(pen.ink, theme_));
  cairo_set_line_width(to_, pen.width);
  cairo_set_line_join(to_, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(to_, pen.dash == Dash::dotted ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT);
  switch (pen.dash) {
    case Dash::solid:
      return cairo_set_dash(to_, nullptr, 0, 0);
    case Dash::dashed:
      return cairo_set_dash(to_, kDashed, 2, 0);
    case Dash::dotted:
      return cairo_set_dash(to_, kDotted, 2, 0);
    case Dash::dash_dot:
      return cairo_set_dash(to_, kDashDot, 4, 0);
  }
}

void CairoSurface::hatch(const Fill& fill, const Box& box) {
  take({fill.ink, .8, fill.hatch == Hatch::dots ? Dash::dotted : Dash::solid});
  const Vector2d a = box.least, b = box.most();
  // The lines are those with y + x = k step and y - x = k step in page coordinates, for integers k. The hatches of
  // adjacent areas are therefore aligned.
  if (fill.hatch != Hatch::falling) {
    for (double k = std::ceil((a.x() + a.y()) / kHatchStep) * kHatchStep; k < b.x() + b.y(); k += kHatchStep) {
      move({k - b.y(), b.y()}), line({k - a.y(), a.y()});
    }
  }
  if (fill.hatch == Hatch::falling || fill.hatch == Hatch::crossed) {
    for (double k = std::ceil((a.y() - b.x()) / kHatchStep) * kHatchStep; k < b.y() - a.x(); k += kHatchStep) {
      move({a.y() - k, a.y()}), line({b.y() - k, b.y()});
    }
  }
  cairo_stroke(to_);
}

}  // namespace pawl::draw::internal

#include FT_FREETYPE_H

#include <map>
#include <string>
#include <vector>

#include "draw/text.h"

namespace pawl::draw::internal {
namespace {

struct Font {
  FT_Library library = nullptr;
  FT_Face face = nullptr;
  cairo_font_face_t* cairo = nullptr;
  std::map<char32_t, unsigned> glyphs;
};

/// The font is never freed, because Cairo keeps faces in its own caches.
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
  /// Map from glyphs to bytes of the text, which readers use to copy text from a PDF.
  std::vector<cairo_text_cluster_t> clusters;
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

namespace {

/// Returns the FNV-1a hash of a text, 32 bits.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  return hash;
}

/// Returns Cairo's SVG with other ids. Cairo numbers some ids per process, but two pictures on one page must not have
/// equal ids. Each id is replaced by `mark`, a hash of the picture, and a number in the order of appearance.
std::string renamed(const std::string& svg, const std::string& mark) {
  static constexpr std::array<std::string_view, 3> kBefore = {"id=\"", "href=\"#", "url(#"};
  std::map<std::string, std::string, std::less<>> names;
  std::string result;
  result.reserve(svg.size());
  for (std::size_t at = 0; at < svg.size();) {
    std::size_t nearest = std::string::npos, length = 0;
    for (const std::string_view before : kBefore) {
      const std::size_t found = svg.find(before, at);
      if (found < nearest) nearest = found, length = before.size();
    }
    if (nearest == std::string::npos) return result + svg.substr(at);
    const std::size_t name = nearest + length, end = svg.find_first_of("\")", name);
    const auto [entry, is_new] = names.try_emplace(svg.substr(name, end - name));
    if (is_new) entry->second = fmt::format("{}{}", mark, names.size());
    result += svg.substr(at, name - at) + entry->second;
    at = end;
  }
  return result;
}

std::string title_and_description(const std::string& title, const std::string& description) {
  std::string text;
  if (!title.empty()) text += "<title>" + escaped(title) + "</title>\n";
  if (!description.empty()) text += "<desc>" + escaped(description) + "</desc>\n";
  return text;
}

/// Returns invisible rectangles with the titles and descriptions of the panels. They are below all other items.
std::string named_panels(const Picture& picture) {
  std::string text;
  for (const Panel& panel : picture.panels) {
    if (panel.title.empty() && panel.description.empty()) continue;
    text += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"none\" pointer-events=\"all\">\n",
        panel.page.least.x(), panel.page.least.y(), panel.page.size.x(), panel.page.size.y());
    text += title_and_description(panel.title, panel.description) + "</rect>\n";
  }
  return text;
}

std::string searchable(const Labels& labels) {
  std::string text =
      "<g fill=\"none\" stroke=\"none\" pointer-events=\"none\" font-family=\"DejaVu Sans, sans-serif\">\n";
  for (const PlacedLabel& placed : labels.placed) {
    if (placed.label.turn != 0) continue;
    text += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" textLength=\"{:.1f}\" "
        "lengthAdjust=\"spacingAndGlyphs\">{}</text>\n",
        placed.box.least.x(), placed.box.least.y() + kAscent * placed.label.size, placed.label.size,
        placed.box.size.x(), escaped(placed.label.text));
  }
  return text + "</g>\n";
}

}  // namespace

std::string with_text(const std::string& by_cairo, const Picture& picture, const Labels& labels) {
  const std::string own = title_and_description(picture.title, picture.description);
  std::string svg = renamed(by_cairo, fmt::format("p{:08x}-", hash_of(own) ^ hash_of(searchable(labels))));
  const std::size_t open = svg.find("<svg "), end = svg.find(">\n", open), close = svg.rfind("</svg>");
  PAWL_ASSERT(open != std::string::npos && end != std::string::npos && close != std::string::npos);
  svg.insert(close, searchable(labels));
  svg.insert(end + 2, own + named_panels(picture));
  svg.insert(open + 5, "role=\"img\" ");
  return svg;
}

}  // namespace pawl::draw::internal
