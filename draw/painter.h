// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/draw/render.h>

#include <Eigen/Core>
#include <optional>

namespace pawl::draw::internal {

/// A page on which a picture is painted. Coordinates are in px, with y down. A path begins with the first move() or
/// ring(). The path ends with the stroke() or fill() that draws it.
class Surface {
 public:
  virtual ~Surface() = default;

  virtual void begin_panel(const Panel& panel) = 0;  ///< Begins a panel. If the panel is clipped, sets the clip region.
  virtual void end_panel() = 0;
  /// Begins the labels of all panels and the items that lie directly below these labels. `page` is the size of the
  /// page.
  virtual void begin_labels(const Eigen::Vector2d& page) = 0;
  virtual void end_labels() = 0;

  virtual void move(const Eigen::Vector2d& to) = 0;
  virtual void line(const Eigen::Vector2d& to) = 0;
  /// Adds a cubic Bezier curve to the point `to`. `leaving` is the control point near its start, and `arriving` is the
  /// control point near its end.
  virtual void curve(const Eigen::Vector2d& leaving, const Eigen::Vector2d& arriving, const Eigen::Vector2d& to) = 0;
  /// Adds a line to the first point of an arc, and then the arc. The angles increase from `from` to `to`. They are in
  /// rad, from x towards y.
  virtual void arc(const Eigen::Vector2d& center, double radius, double from, double to) = 0;
  virtual void ring(const Eigen::Vector2d& center, double radius) = 0;  ///< Adds a circle as a closed subpath.
  virtual void rectangle(const Box& box) = 0;                           ///< Adds a rectangle as a closed subpath.
  virtual void close() = 0;

  virtual void stroke(const Pen& pen) = 0;
  virtual void fill(const Fill& fill) = 0;
  virtual void fill_with_background(double opacity) = 0;

  virtual void text(const PlacedLabel& label) = 0;

 protected:
  Surface() = default;
  Surface(const Surface&) = default;
  Surface& operator=(const Surface&) = default;
};

/// The functions below throw InputError for an invalid picture or page size (pawl/draw/render.h).
void require_picture(const Picture& picture);
void require_page_size(const Eigen::Vector2d& size);

/// Paints a picture without its background. `labels` contains the positions of its labels.
void paint(Surface& on, const Picture& picture, const Labels& labels);

}  // namespace pawl::draw::internal
