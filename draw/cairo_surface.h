// SPDX-License-Identifier: MIT
#pragma once

#include <cairo.h>

#include "surface.h"

namespace pawl::draw::internal {

/// Paints by Cairo, in the colours of a theme. Text needs font_mutex().
class CairoSurface final : public Surface {
 public:
  /// `size`: of the page, px.
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

}  // namespace pawl::draw::internal
