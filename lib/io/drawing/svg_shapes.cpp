// SPDX-License-Identifier: MIT
#include "io/drawing/svg_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/drawing/svg_path.h"
#include "io/drawing/svg_text.h"
#include "io/json_value.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

double length(const SvgShapes::Attributes& node, const char* name, double otherwise = 0) {
  const std::string_view text = node(name);
  if (text.empty()) return otherwise;
  const std::optional<SvgLength> value = svg_length(text);
  if (value && (value->unit.empty() || value->unit == "px")) return value->value;
  throw InputError("", printable(text),
                   fmt::format("{}: must be a finite number of the drawing's own units, at most 1e9 in size", name));
}

}  // namespace

void SvgShapes::draw(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  const std::string& name = place.kind;
  if (name == "path") return path(node, map, place);
  if (name == "rect") return rectangle(node, map, place);
  if (name == "circle" || name == "ellipse") return ellipse(node, name == "circle", map, place);
  std::vector<ExactPoint> points;
  if (name == "line") {
    points = {ExactPoint(Vector(length(node, "x1"), length(node, "y1"))),
              ExactPoint(Vector(length(node, "x2"), length(node, "y2")))};
  } else {
    points = svg_points(node("points"));
  }
  if (points.empty()) return;
  CurvePen pen(map, options_.deviation);
  pen.start(points[0]);
  for (std::size_t k = 1; k < points.size(); ++k) pen.line(points[k]);
  add(pen, place, name == "polygon");
}

void SvgShapes::add(CurvePen& pen, const DrawingPlace& place, bool closed) {
  drawing_.deviation = std::max(drawing_.deviation, pen.reached());
  add(pen.finish(place, closed));
}

void SvgShapes::add(DrawingCurve curve) {
  vertices_ += curve.vertices.size();
  drawing_.curves.push_back(std::move(curve));
  if (drawing_.curves.size() <= kMostCurves && vertices_ <= kMostDrawnVertices) return;
  throw InputError(
      "", "",
      fmt::format("more than {} curves or {} vertices, the most that is read", kMostCurves, kMostDrawnVertices));
}

void SvgShapes::path(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  SvgPath path(map, options_.deviation, [&](CurvePen& pen, bool closed) { add(pen, place, closed); });
  path.draw(node("d"), commands_);
  enlarged_ = enlarged_ || path.enlarged();
}

void SvgShapes::ellipse(const Attributes& node, bool circle, const AffineMap& map, const DrawingPlace& place) {
  const Vector center(length(node, "cx"), length(node, "cy"));
  const double rx = length(node, circle ? "r" : "rx"), ry = circle ? rx : length(node, "ry");
  if (rx < 0 || ry < 0) throw InputError("", "", "a radius must be at least 0");
  if (rx == 0 || ry == 0) return;  // not drawn, says SVG
  if (rx == ry) {
    double reached = 0;
    add(circle_curve(place, center, rx, map, options_.deviation, reached));
    drawing_.deviation = std::max(drawing_.deviation, reached);
    return;
  }
  const ExactPoint start = ExactPoint(center) + ExactPoint(rational(rx), 0);
  CurvePen pen(map, options_.deviation);
  pen.start(start);
  pen.ellipse({center, {rx, 0}, {0, ry}, 0, 2 * std::acos(-1.)}, start);
  add(pen, place, true);
}

/// Its corners are quarters of an ellipse, at most half as wide and high as the rectangle.
void SvgShapes::rectangle(const Attributes& node, const AffineMap& map, const DrawingPlace& place) {
  const double width = length(node, "width"), height = length(node, "height");
  if (width < 0 || height < 0) throw InputError("", "", "width and height must be at least 0");
  if (width == 0 || height == 0) return;
  const bool has_x = !node("rx").empty() && node("rx") != "auto";
  const bool has_y = !node("ry").empty() && node("ry") != "auto";
  double rx = has_x ? length(node, "rx") : 0, ry = has_y ? length(node, "ry") : 0;
  if (rx < 0 || ry < 0) throw InputError("", "", "a radius must be at least 0");
  if (!has_x) rx = ry;
  if (!has_y) ry = rx;
  const Rational qx = std::min(rational(rx), rational(width) / 2), qy = std::min(rational(ry), rational(height) / 2);
  const Rational left = rational(length(node, "x")), top = rational(length(node, "y"));
  const Rational right = left + rational(width), bottom = top + rational(height);
  CurvePen pen(map, options_.deviation);
  pen.start(ExactPoint(left + qx, top));
  const bool round = qx > 0 && qy > 0;
  const auto corner = [&](const Rational& cx, const Rational& cy, int quarter, const ExactPoint& to) {
    if (!round) return;
    if (qx == qy) return pen.arc(to, 0.414213562373095049);  // tan(90 degrees / 4)
    const double from = quarter * std::acos(0.);
    pen.ellipse({{rounded(cx), rounded(cy)}, {rounded(qx), 0}, {0, rounded(qy)}, from, from + std::acos(0.)}, to);
  };
  const Rational inset_x = round ? qx : 0, inset_y = round ? qy : 0;
  pen.line({right - inset_x, top});
  corner(right - qx, top + qy, 3, {right, top + qy});
  pen.line({right, bottom - inset_y});
  corner(right - qx, bottom - qy, 0, {right - qx, bottom});
  pen.line({left + inset_x, bottom});
  corner(left + qx, bottom - qy, 1, {left, bottom - qy});
  pen.line({left, top + inset_y});
  corner(left + qx, top + qy, 2, {left + qx, top});
  add(pen, place, true);
}

}  // namespace pawl::internal
