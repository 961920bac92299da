// SPDX-License-Identifier: MIT
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>
#include <pawl/base/assert.h>
#include <pawl/base/fault.h>
#include <pawl/draw/render.h>

#include <cmath>
#include <memory>
#include <mutex>

#include "canvas.h"
#include "font.h"
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

void require_page(const Eigen::Vector2d& size) {
  if (size.minCoeff() >= 1 && size.maxCoeff() <= kLargestPage) return;
  throw InputError("/size", fmt::format("[{}, {}]", size.x(), size.y()),
                   fmt::format("a picture is 1 to {} px wide and high", kLargestPage));
}

bool is_window(const Box& box) { return box.least.allFinite() && box.size.allFinite() && box.size.minCoeff() > 0; }

bool is_finite(const Item& item) {
  if (const Mark* mark = std::get_if<Mark>(&item)) return mark->at.allFinite() && std::isfinite(mark->size);
  if (const Label* label = std::get_if<Label>(&item)) return label->at.allFinite() && std::isfinite(label->size);
  const Path& path = std::get<Stroke>(item).path;
  for (const Eigen::Vector2d& vertex : path.vertices) {
    if (!vertex.allFinite()) return false;
  }
  for (const double bulge : path.bulges) {
    if (!std::isfinite(bulge)) return false;
  }
  return true;
}

void require_picture(const Picture& picture) {
  require_page(picture.size);
  for (std::size_t i = 0; i < picture.panels.size(); ++i) {
    const Panel& panel = picture.panels[i];
    const std::string pointer = fmt::format("/panels/{}", i);
    if (!is_window(panel.world))
      throw InputError(pointer + "/world", "", "a panel's world has an extent, in finite numbers");
    if (!is_window(panel.page))
      throw InputError(pointer + "/page", "", "a panel has an extent on the page, in finite numbers");
    for (std::size_t k = 0; k < panel.items.size(); ++k) {
      if (!is_finite(panel.items[k]))
        throw InputError(fmt::format("{}/items/{}", pointer, k), "", "numbers are finite");
    }
  }
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
  internal::paint(context.get(), picture, labels, theme);
  PAWL_ASSERT(cairo_status(context.get()) == CAIRO_STATUS_SUCCESS);
}

}  // namespace

std::string svg(const Picture& picture, Theme theme) {
  require_picture(picture);
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
  require_picture(picture);
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
  require_picture(picture);
  require_page(picture.size * scale);
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
