// SPDX-License-Identifier: MIT
#include "cairo_surface.h"

#include <cmath>
#include <numbers>

#include "font.h"
#include "text.h"

namespace pawl::draw::internal {
namespace {

using Eigen::Vector2d;

constexpr double kHatchStep = 7;  ///< px between lines

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
  // Lines y + x = k step and y - x = k step, of the page: hatches of neighbours meet.
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
