// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>

#include <functional>
#include <string_view>

#include "io/drawing/curve_pen.h"

namespace pawl::internal {

/// Draws the shapes of SVG: path, rect, circle, ellipse, polygon, polyline and line. Throws InputError (empty pointer)
/// for attributes that are wrong; what has no size is not drawn, says SVG.
class SvgShapes {
 public:
  /// The value of an attribute; "" where there is none.
  using Attributes = std::function<std::string_view(const char* name)>;

  SvgShapes(const DrawingOptions& options, Drawing& drawing) : options_(options), drawing_(drawing) {}

  /// `place.kind`: the element's name.
  void draw(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  bool enlarged() const { return enlarged_; }  ///< radii of arcs that did not reach their ends

 private:
  void add(CurvePen& pen, const DrawingPlace& place, bool closed);
  void add(DrawingCurve curve);
  void path(const Attributes& node, const AffineMap& map, const DrawingPlace& place);
  void ellipse(const Attributes& node, bool circle, const AffineMap& map, const DrawingPlace& place);
  void rectangle(const Attributes& node, const AffineMap& map, const DrawingPlace& place);

  const DrawingOptions& options_;
  Drawing& drawing_;
  std::size_t vertices_ = 0;
  int commands_ = 0;
  bool enlarged_ = false;
};

}  // namespace pawl::internal
