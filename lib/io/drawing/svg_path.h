// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "io/drawing/curve_pen.h"

namespace pawl::internal {

/// Draws the path data of SVG (all commands; relative ones are added up in rationals). Each subpath is a chain: `take`
/// gets its pen, and whether it is closed. Numbers as they stand, y down. Throws InputError (empty pointer) for what is
/// no path data, with the text from there on as its value.
///
/// An arc of a circle from a to b with radius r has half its sweep s / 2 with sin(s / 2) = d / (2 r), d = |b - a|, so
///
///     bulge = tan(s / 4) = d / (2 r + sqrt(4 r^2 - d^2)), or with - for the longer arc,
///
/// the root of a rational rounded once. Radii that are too small to reach are enlarged, as SVG asks; more than by
/// rounding is noted.
class SvgPath {
 public:
  using Take = std::function<void(CurvePen& pen, bool closed)>;

  SvgPath(const AffineMap& map, double deviation, Take take);
  /// `commands`: how many the drawing has had so far, which is bounded.
  void draw(std::string_view data, int& commands);
  bool enlarged() const { return enlarged_; }

 private:
  class Data;
  void begin(const ExactPoint& p);
  void end(bool closed);
  void command(char letter, Data& data);
  void curve(char letter, Data& data);
  void arc(bool relative, Data& data);

  const AffineMap& map_;
  double deviation_;
  Take take_;
  CurvePen pen_;
  bool open_ = false;      ///< a subpath with at least one segment
  ExactPoint start_, at_;  ///< of the subpath; the current point
  ExactPoint handle_;      ///< the control point before, for S and T
  char before_ = '\0';     ///< the command before, as a capital
  bool enlarged_ = false;
};

}  // namespace pawl::internal
