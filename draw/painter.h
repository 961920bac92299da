// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/draw/render.h>

#include <Eigen/Core>
#include <optional>

namespace pawl::draw::internal {

/// What a picture is painted on: a page in px, y down. A path is made of what is between its first point (move, ring)
/// and what draws it (stroke, fill), which ends it.
class Surface {
 public:
  virtual ~Surface() = default;

  virtual void begin_panel(const Panel& panel) = 0;  ///< clipped where the panel is
  virtual void end_panel() = 0;
  virtual void begin_labels(
      const Eigen::Vector2d& page) = 0;  ///< of all panels, and what lies under them; `page`: its size
  virtual void end_labels() = 0;

  virtual void move(const Eigen::Vector2d& to) = 0;
  virtual void line(const Eigen::Vector2d& to) = 0;
  /// A cubic Bezier curve, towards `leaving` and from `arriving`.
  virtual void curve(const Eigen::Vector2d& leaving, const Eigen::Vector2d& arriving, const Eigen::Vector2d& to) = 0;
  /// A line to the arc's first point, and the arc, from an angle to a larger one, rad from x towards y.
  virtual void arc(const Eigen::Vector2d& center, double radius, double from, double to) = 0;
  virtual void ring(const Eigen::Vector2d& center, double radius) = 0;  ///< a closed part of the path
  virtual void rectangle(const Box& box) = 0;                           ///< another
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

/// Throws InputError for a picture that is none (pawl/draw/render.h).
void require_picture(const Picture& picture);
void require_page_size(const Eigen::Vector2d& size);

/// Paints a picture, but its background, with its labels where they were placed.
void paint(Surface& on, const Picture& picture, const Labels& labels);

}  // namespace pawl::draw::internal
