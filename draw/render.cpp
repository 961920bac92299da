// SPDX-License-Identifier: MIT
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <pawl/base/assert.h>
#include <pawl/draw/render.h>

#include <memory>
#include <mutex>

#include "cairo_surface.h"
#include "font.h"
#include "painter.h"
#include "svg_document.h"

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
  // PDF's unit is 1/72 in, a px 1/96 in.
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
