// SPDX-License-Identifier: MIT
// Drawings with features that real programs write: small gaps, center lines, layers, several parts, and KiCad boards.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "support/drawing_texts.h"

using namespace pawl;
using namespace pawl::drawings;

namespace {

constexpr double kPi = std::numbers::pi;

std::string file(const std::string& name) {
  return read_text_file(fmt::format("{}/tests/data/drawings/{}", PAWL_SOURCE_DIR, name));
}

DrawnPart part_in_file(const std::string& name, const DrawingOptions& options = {}) {
  return part_in(file(name), options);
}

double area_in(const std::string& name, const DrawingOptions& options = {}) {
  return part_in_file(name, options).properties.area;
}

bool notes(const Drawing& drawing, const std::string& words) {
  return std::any_of(drawing.notes.begin(), drawing.notes.end(), [&](const std::string& n) { return has(n, words); });
}

std::string words_of(const std::vector<DrawingRemedy>& remedy) {
  std::string words;
  for (const DrawingRemedy& one : remedy) words += (words.empty() ? "" : " ") + one.option + "=" + one.value;
  return words;
}

/// Returns the options after one of the proposed remedies, `remedy`, is applied to them.
DrawingOptions applied(const std::vector<DrawingRemedy>& remedy, DrawingOptions options = {}) {
  for (const auto& [option, value] : remedy) {
    if (option == "unit") options.unit = Units::Length::mm;
    if (option == "layer") options.layer = value;
    if (option == "not_layer") options.not_layer = value;
    if (option == "deviation") options.deviation = std::stod(value);
    if (option == "join") options.join = std::stod(value);
    if (option == "loop") options.loop = std::stoi(value);
  }
  return options;
}

}  // namespace

TEST_CASE("lengths in attributes of SVG may have any unit, and percentages refer to the size of the page") {
  const DrawnPart part = part_in_file("own_lengths.svg");
  CHECK(part.unit == Units::Length::mm);
  // The part is a rectangle of 40 x 30 mm minus a disc of radius 5 mm. 1 mm is 96/25.4 px and 1 px is 25.4/96 mm, so
  // that the product is exact.
  CHECK(part.properties.area == doctest::Approx(1200 - 25 * kPi).epsilon(1e-15));
  for (const Eigen::Vector2d& v : std::get<Polygon>(part.outline).vertices) {
    CHECK((v.x() == 10 || v.x() == 50));
    CHECK((v.y() == -10 || v.y() == -40));
  }
  CHECK(std::get<Disc>(part.loops[1].outline).radius == 5);
  const std::string page = R"(width="100mm" height="50mm" viewBox="0 0 200 100")";
  CHECK(part_in(svg("<rect width='50%' height='50%'/>", page)).properties.area == 50 * 25);
  CHECK(part_in(svg("<rect width='1pc' height='2em'/>", "width='1in' height='1in'")).properties.area ==
        doctest::Approx(16. * 32 / 96 / 96).epsilon(1e-15));
  // A percentage that does not belong to one axis refers to the diagonal. Here the diagonal is sqrt((200^2 + 100^2) /
  // 2) units of half a millimeter.
  CHECK(part_in(svg("<circle r='10%'/>", page)).properties.area == doctest::Approx(kPi * 62.5).epsilon(1e-14));
  CHECK(has(faults_of(svg("<rect width='1vw' height='1'/>")), "width: must be a finite length"));
  CHECK(has(faults_of(svg("<g font-size='3'><rect width='1em' height='1'/></g>")), "depends on font sizes"));
}

TEST_CASE("gaps due to rounding are closed by default, and listed; with join 0 no gap is closed") {
  const DrawnPart part = part_in_file("near_closed.dxf");
  CHECK(part.properties.area == doctest::Approx(1200).epsilon(1e-6));
  REQUIRE(part.joined.size() == 4);
  for (const JoinedEnds& joined : part.joined) {
    CHECK_FALSE(joined.by_rounding);
    CHECK(joined.gap > 0);
    CHECK(joined.gap <= kDefaultJoin * 50.001);
  }
  DrawingOptions none;
  none.join = 0;
  CHECK(has(faults_of(file("near_closed.dxf"), none), "the chain of lines is not closed"));
  // The gap is slightly above the limit for joining, which is a millionth of the diameter 50.
  const auto with_gap = [](double gap) {
    return dxf(line(0, 0, 40, 0) + line(40, gap, 40, 30) + line(40, 30, 0, 30) + line(0, 30, 0, 0));
  };
  CHECK(part_in(with_gap(4.9e-5)).joined.size() == 1);
  CHECK(has(faults_of(with_gap(5.1e-5)), "the chain of lines is not closed"));
  // Three ends of lines coincide up to rounding. It is unknown which two of them belong together, so none are joined.
  CHECK(has(faults_of(dxf(line(0, 0, 40, 0) + line(40, 1e-6, 40, 30) + line(40, 30, 0, 30) + line(0, 30, 0, 0) +
                          line(40, 2e-6, 50, 50))),
            "the chain of lines is not closed"));
}

TEST_CASE(
    "the part does not depend on the order and direction of a drawing's curves, or on its position, scale and "
    "mirroring") {
  struct Line {
    double ax, ay, bx, by;
  };
  // The drawing is an L with a square hole. A cross is beside the L.
  const std::vector<Line> lines = {{0, 0, 40, 0},   {40, 0, 40, 10}, {40, 10, 10, 10}, {10, 10, 10, 30},
                                   {10, 30, 0, 30}, {0, 30, 0, 0},   {2, 2, 6, 2},     {6, 2, 6, 6},
                                   {6, 6, 2, 6},    {2, 6, 2, 2},    {50, 20, 54, 20}, {52, 18, 52, 22}};
  constexpr double kArea = 40 * 10 + 10 * 20 - 16;
  for (const double scale : {1e-3, 1 / 25.4, 1., 1e3}) {
    for (const double x : {0., 1e5}) {
      for (const double mirror : {1., -1.}) {
        for (std::size_t first = 0; first < lines.size(); first += 5) {
          std::string text;
          for (std::size_t k = 0; k < lines.size(); ++k) {
            Line one = lines[(first + 7 * k) % lines.size()];
            if ((first + k) % 2 == 1) one = {one.bx, one.by, one.ax, one.ay};
            text += line(mirror * scale * (one.ax + x), scale * one.ay, mirror * scale * (one.bx + x), scale * one.by);
          }
          const DrawnPart part = part_in(dxf(text));
          CHECK(part.properties.area == doctest::Approx(scale * scale * kArea).epsilon(1e-9));
          CHECK(part.loops.size() == 2);
          CHECK(part.open_chains.size() == 2);
          CHECK(part.joined.empty());
        }
      }
    }
  }
}

TEST_CASE("the default limit for joining gaps does not damage a small part on a large sheet") {
  // A stray line makes the drawing so large that the limit for joining is 0.1. But the part has edges of 0.05.
  const auto sheet = [](double gap) {
    return dxf(line(0, 0, 1, 0) + line(1, gap, 1, .05) + line(1, .05, .95, .05) + line(.95, .05, .95, 1) +
               line(.95, 1, 0, 1) + line(0, 1, 0, 0) + line(1e5, 0, 1e5, 3));
  };
  CHECK(part_in(sheet(0)).properties.area == doctest::Approx(.95 + .05 * .05).epsilon(1e-12));
  // The gap is below the limit, but another vertex is equally near. Therefore nothing is joined.
  CHECK(has(faults_of(sheet(.03)), "the chain of lines is not closed"));
  // In the second drawing, a gap of the open polyline is larger than a tenth of an adjacent edge.
  const auto polyline = [](double gap) {
    return dxf(fmt::format("0 LWPOLYLINE 8 A 70 0 10 0 20 0 10 1 20 0 10 1 20 1 10 0 20 1 10 0 20 {} ", gap) +
               line(1e5, 0, 1e5, 3));
  };
  CHECK(part_in(polyline(.05)).joined.size() == 1);
  CHECK(has(faults_of(dxf("0 LWPOLYLINE 8 A 70 0 10 0 20 0 10 .3 20 0 10 .3 20 .3 10 0 20 .3 10 0 20 .05 " +
                          line(1e5, 0, 1e5, 3))),
            "the chain of lines is not closed"));
}

TEST_CASE("parts that touch at a vertex, and outlines that nearly coincide, are refused") {
  const auto square = [](double x, double y) {
    return line(x, y, x + 10, y) + line(x + 10, y, x + 10, y + 10) + line(x + 10, y + 10, x, y + 10) +
           line(x, y + 10, x, y);
  };
  CHECK(has(faults_of(dxf(square(0, 0) + square(10, 10))), "branches"));
  // If a line nearly repeats an edge, it is left out, and the report lists it. If a loop nearly repeats another loop,
  // the drawing is refused.
  const DrawnPart part = part_in(dxf(square(0, 0) + line(0, 1e-9, 10, 1e-9)));
  CHECK(part.properties.area == 100);
  CHECK(part.open_chains.size() == 1);
  CHECK(has(faults_of(dxf(square(0, 0) + square(1e-9, 1e-9))), "loops must not meet"));
  // A circle of four arcs. The second drawing contains each arc twice.
  const std::string arcs =
      "0 ARC 8 A 10 0 20 0 40 5 50 0 51 90 0 ARC 8 A 10 0 20 0 40 5 50 90 51 180 "
      "0 ARC 8 A 10 0 20 0 40 5 50 180 51 270 0 ARC 8 A 10 0 20 0 40 5 50 270 51 360 ";
  CHECK(part_in(dxf(arcs)).properties.area == doctest::Approx(25 * kPi).epsilon(1e-14));
  CHECK(part_in(dxf(arcs + arcs)).duplicates == 4);
}

TEST_CASE("a cusp whose sides touch within rounding is shortened, and listed") {
  // A plate with a step. Its left side ends at the tip (0, 12.2), and continues as an arc of radius 5 that goes back
  // down to a point .2 below the tip. At the tip, line and arc have the direction of the y axis up to rounding.
  // Rounding therefore decides whether they meet again.
  const auto plate = [](double sweep, double turn, double shift) {
    const Eigen::Vector2d tip(0, 12.2), center(-5, 12.2);
    const Eigen::Vector2d low = center + 5 * Eigen::Vector2d(std::cos(sweep), -std::sin(sweep));
    const double bulge = -std::tan((sweep + turn) / 4);
    return dxf(fmt::format(
        "0 LWPOLYLINE 8 A 70 1 10 20 20 0 10 20 20 12 10 {} 20 12 10 {} 20 {} 42 {} 10 {} 20 {} 10 {} 20 0 ", shift,
        tip.x(), tip.y(), bulge, low.x(), low.y(), low.x()));
  };
  const double sweep = 1;
  // If the initial direction of the arc is turned to the right, the arc crosses the line. Here it is turned by 1e-13 of
  // the arc's sweep.
  const std::string touching = plate(sweep, 1e-13, 0);
  DrawingOptions none;
  none.join = 0;
  CHECK(has(faults_of(touching, none), "an outline must not meet itself"));
  const DrawnPart part = part_in(touching);
  REQUIRE(part.joined.size() == 1);
  const double rounding = kDefaultJoin * 30;
  CHECK(part.joined[0].gap > 0);
  CHECK(part.joined[0].gap <= rounding);
  CHECK((part.joined[0].at - Eigen::Vector2d(0, 12.2)).norm() <= rounding);
  REQUIRE(part.notes.size() == 1);
  CHECK(has(part.notes[0], "the cusp at [0,12.2], whose sides touch within rounding, is shortened by"));
  // If line and arc touch, the arc is shortened. Apart from the effect of the shortening, the area must be that of a
  // plate whose line and arc do not touch.
  const DrawnPart apart = part_in(plate(sweep, -1e-9, 0));
  CHECK(apart.joined.empty());
  CHECK(apart.notes.empty());
  CHECK(std::fabs(part.properties.area - apart.properties.area) < 1e-7);
  // If the crossing is wider than rounding errors, it is still a fault. Here the arc crosses the line at an angle of
  // 0.01 rad.
  CHECK(has(faults_of(plate(sweep, 1e-2, 0)), "an outline must not meet itself"));
  CHECK(has(faults_of(plate(sweep, 1e-13, -1e-3)), "an outline must not meet itself"));
}

TEST_CASE("open chains beside closed loops are left out and listed") {
  const DrawnPart part = part_in_file("drill_crosses.dxf");
  CHECK(part.properties.area == doctest::Approx(2400 - 50 * kPi).epsilon(1e-15));
  CHECK(part.loops.size() == 3);
  REQUIRE(part.open_chains.size() == 6);  // six chains: two crosses of two lines each, a center line, and a stray
                                          // segment at a corner
  for (const OpenChain& chain : part.open_chains) {
    CHECK(chain.place.kind == "LINE");
    CHECK(chain.vertices.size() == 2);
    CHECK(chain.bulges.size() == 1);
  }
}

TEST_CASE("an outline with a gap is reported as a fault, and find_remedy closes it or selects another loop") {
  const std::string gap = file("outline_with_gap.dxf");
  CHECK(has(faults_of(gap), "nearly closed: a gap of 0.05"));
  CHECK(words_of(find_remedy(gap)) == "join=0.05");
  CHECK(part_in(gap, applied(find_remedy(gap))).properties.area == doctest::Approx(1200 - 25 * kPi).epsilon(1e-2));
  // A large arc surrounds a hole. The gap between its ends is more than a tenth of its length.
  const std::string ring = dxf("0 ARC 8 A 10 0 20 0 40 20 50 0 51 300 0 CIRCLE 8 A 10 0 20 0 40 5");
  CHECK(has(faults_of(ring), "larger than the largest closed loop"));
  CHECK(words_of(find_remedy(ring)) == "loop=1");
  // The same drawing, with the arc and the hole on different layers.
  const std::string layers = dxf("0 ARC 8 A 10 0 20 0 40 20 50 0 51 300 0 CIRCLE 8 B 10 0 20 0 40 5");
  CHECK(has(faults_of(layers), "larger than the largest closed loop"));
  // First drawing: two half circles with a gap at both ends. Second drawing: a circle with two parallel lines, which
  // enclose no area.
  CHECK(has(faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 1 51 179 0 ARC 8 A 10 0 20 0 40 20 50 181 51 359 "
                          "0 CIRCLE 8 A 10 0 20 0 40 5")),
            "nearly closed"));
  CHECK(part_in(dxf("0 CIRCLE 8 A 10 0 20 0 40 50 " + line(-20, 0, 20, 0) + line(-20, 1, 20, 1))).open_chains.size() ==
        2);
}

TEST_CASE("a spline of Bezier pieces is read if the pieces meet, and refused if it jumps") {
  DrawingOptions options;
  options.deviation = 1e-2;
  const DrawnPart part = part_in_file("bezier_pieces.dxf", options);
  // The circle is four cubic curves. With handles of 4/3 (sqrt 2 - 1) times the radius, they deviate from the circle by
  // at most 2.73e-4 times the radius.
  CHECK(part.properties.area == doctest::Approx(100 * kPi).epsilon(6e-4));
  CHECK(std::get<Path>(part.outline).vertices.size() == 4);  // each cubic curve became one arc
  CHECK(has(faults_of(file("jumping_spline.dxf")), "the curve jumps there"));
}

TEST_CASE("curves are replaced by few arcs within the requested deviation") {
  for (const double deviation : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6}) {
    DrawingOptions options;
    options.deviation = deviation;
    const Drawing ellipse = read_svg(svg("<ellipse rx='20' ry='10'/>"), options);
    CHECK(ellipse.deviation <= deviation);
    const DrawnPart part = part_of(ellipse);
    const double perimeter = 2 * kPi * 20;  // upper bound on the perimeter
    CHECK(std::fabs(part.properties.area - 200 * kPi) <= deviation * perimeter);
    const auto& path = std::get<Path>(part.outline);
    CHECK(path.vertices.size() <= 10 * std::ceil(std::cbrt(1 / deviation)));
    // All vertices must be on the ellipse, and adjacent arcs must have a common tangent.
    for (std::size_t k = 0; k < path.vertices.size(); ++k) {
      const Eigen::Vector2d v = path.vertices[k];
      CHECK(std::hypot(v.x() / 20, v.y() / 10) == doctest::Approx(1).epsilon(1e-12));
      const auto tangent = [&](std::size_t i, double sign) {
        const Eigen::Vector2d d = path.vertices[(i + 1) % path.vertices.size()] - path.vertices[i];
        return std::atan2(d.y(), d.x()) + sign * 2 * std::atan(path.bulges[i]);
      };
      const std::size_t before = (k + path.vertices.size() - 1) % path.vertices.size();
      CHECK(std::fabs(std::remainder(tangent(before, 1) - tangent(k, -1), 2 * kPi)) < 1e-8);
    }
  }
  // Tests cubic curves of every shape: an S, a loop, a cusp, and a nearly straight curve. All points of the curve must
  // be near the outline.
  for (const char* data : {"M 0 0 C 10 0 0 10 10 10 L 0 30 Z", "M 0 0 C 30 20 -20 20 10 0 L 5 -10 Z",
                           "M 0 0 C 10 10 0 10 10 0 L 5 -10 Z", "M 0 0 C 3 .001 6 -.001 9 0 L 5 -10 Z"}) {
    CAPTURE(std::string(data));
    const Drawing drawing = read_svg(svg_path(data));
    CHECK(drawing.deviation <= 1e-3);
    CHECK(drawing.curves[0].vertices.size() < 60);
  }
}

TEST_CASE("deviations of z and of the extrusion direction by rounding are counted, and larger ones are refused") {
  const std::string tilted = file("tilted.dxf");
  const Drawing drawing = read_dxf(tilted);
  CHECK(notes(drawing, "leave the plane by rounding are flattened: 1"));
  CHECK(part_of(drawing).properties.area == doctest::Approx(1200 - 25 * kPi).epsilon(1e-15));
  CHECK(has(faults_of(dxf("0 LINE 8 A 10 0 20 0 30 0 11 40 21 0 31 1e-3 " + line(40, 0, 40, 30))),
            "leaves the plane: its z differ by 0.001"));
  CHECK(has(faults_of(dxf("0 CIRCLE 8 A 10 0 20 0 40 5 210 1e-5 220 0 230 1")), "extrusion direction"));
}

TEST_CASE("a sheet with several parts is refused as one part, and all of its parts can be read") {
  const std::string sheet = file("two_parts.dxf");
  const std::string faults = faults_of(sheet);
  CHECK(has(faults, "begins loop 1, 40 x 30, area 1200. There are 2 outlines. Choose one: loop 1 or loop 3"));
  CHECK(has(faults, "begins loop 3, 20 x 10, area 200. There are 2 outlines"));
  CHECK(words_of(find_remedy(sheet)) == "loop=1");
  const std::vector<DrawnPart> parts = parts_of(read_drawing(sheet));
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].properties.area == doctest::Approx(1200 - 25 * kPi).epsilon(1e-15));
  CHECK(parts[0].holes.size() == 1);
  CHECK(parts[1].properties.area == 200);
  CHECK(parts[1].holes.empty());
}

TEST_CASE("files with small faults in their headers are read, with a note") {
  for (const char* name : {"header_without_end.dxf", "header_ends_twice.dxf"}) {
    const Drawing drawing = read_drawing(file(name));
    CHECK(drawing.unit == Units::Length::mm);
    CHECK(notes(drawing, "the section HEADER"));
    CHECK(part_of(drawing).properties.area == 1200);
  }
  const Drawing metric = read_drawing(file("metric.dxf"));
  CHECK(metric.unit == Units::Length::mm);
  CHECK(notes(metric, "$MEASUREMENT"));
  CHECK(words_of(find_remedy(file("no_unit.dxf"))) == "unit=mm");
  // A file without a header states no unit. mm are then assumed, and a note states this. If the task states a unit, it
  // takes precedence.
  const std::string bare =
      fmt::format("0\nSECTION\n2\nENTITIES\n0\nCIRCLE\n8\nA\n10\n0\n20\n0\n40\n5\n0\nENDSEC\n0\nEOF\n");
  CHECK(read_drawing(bare).unit == Units::Length::mm);
  CHECK(notes(read_drawing(bare), "no HEADER, so no unit: its numbers are assumed to be mm"));
  DrawingOptions task;
  task.unit_if_unstated = Units::Length::in;
  CHECK(read_drawing(bare, task).unit == Units::Length::in);
  CHECK(read_drawing(bare, task).notes.empty());
}

TEST_CASE("more than 20,000 segments are read") {
  std::string lines;
  const int count = 6000;
  for (int k = 0; k < count; ++k) {
    const double a = 2 * kPi * k / count, b = 2 * kPi * (k + 1 == count ? 0 : k + 1) / count;
    for (const double r : {100., 90., 80., 70.}) {
      lines += line(r * std::cos(a), r * std::sin(a), r * std::cos(b), r * std::sin(b));
    }
  }
  DrawingOptions first;
  first.loop = 1;
  const DrawnPart part = part_in(dxf(lines), first);
  CHECK(part.loops.size() == 4);
  CHECK(part.loops[0].properties.area == doctest::Approx(1e4 * kPi).epsilon(1e-6));
}

TEST_CASE("layers are chosen by name; by default, the only layer with closed loops is chosen") {
  for (const char* name : {"bend_lines.dxf", "bend_lines_by_color.dxf", "bend_lines_by_line_type.dxf"}) {
    CAPTURE(std::string(name));
    const DrawnPart part = part_in_file(name);
    CHECK(part.properties.area == 1200);
    CHECK(part.loops.size() == 1);
    REQUIRE(part.open_chains.size() == 1);
    REQUIRE(part.notes.size() == 1);
    CHECK(has(part.notes[0], "closed loops; the open chains"));
  }
  const std::string two = file("two_layers.dxf");
  CHECK(has(faults_of(two), "branches"));
  CHECK(words_of(find_remedy(two)) == "layer=CUT");
  DrawingOptions options;
  options.not_layer = "engrave";
  CHECK(part_in(two, options).properties.area == 1200);
  options.layer = "CUT, ENGRAVE";
  CHECK(part_in(two, options).properties.area == 1200);
  options = {};
  options.layer = "CUT,MISSING";
  CHECK(has(faults_of(two, options), "/layer: MISSING: the drawing has nothing on this layer"));
  options = {};
  options.not_layer = "MISSING";
  CHECK(has(faults_of(two, options), "/not_layer: MISSING"));
  CHECK(words_of(find_remedy(file("solid.dxf"))) == "not_layer=DIMENSIONS");
  options.not_layer = "DIMENSIONS";
  CHECK(part_in_file("solid.dxf", options).properties.area == 1200);
}

TEST_CASE("the hint for an open chain names the layer that has a closed outline") {
  const std::string bend = file("bend_lines.dxf");
  DrawingOptions options;
  options.layer = "BEND";
  CHECK(has(faults_of(bend, options), "the chain of lines is not closed"));
  CHECK(words_of(find_remedy(bend, options)) == "layer=CUT");
  CHECK(part_in(bend, applied(find_remedy(bend, options))).properties.area == 1200);
  // In the first drawing, an open chain is larger than the closed loop, which is on another layer. In the second
  // drawing, a chain is nearly closed.
  CHECK(has(faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 0 51 300 0 CIRCLE 8 B 10 0 20 0 40 5")),
            "Layer \"B\" has a closed outline: try layer \"B\""));
  CHECK(has(faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 1 51 359 0 CIRCLE 8 B 10 0 20 0 40 5")), "nearly closed"));
  CHECK(has(faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 1 51 359 0 CIRCLE 8 B 10 0 20 0 40 5")), "try layer \"B\""));
  // The hint must name another layer than that of the chain. The message contains a hint only if the curves of some
  // layer alone form closed loops.
  CHECK_FALSE(has(faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 0 51 300 0 CIRCLE 8 A 10 0 20 0 40 5")), "try layer"));
  const std::string halves =
      faults_of(dxf("0 ARC 8 A 10 0 20 0 40 20 50 1 51 180 0 ARC 8 B 10 0 20 0 40 20 50 180 51 359"));
  CHECK_FALSE(has(halves, "try layer"));
  CHECK(has(halves, "close the gap with join 0.7 or more"));
}

TEST_CASE("in a file of Illustrator, layers keep their names, and classes define the fill and stroke of curves") {
  const Drawing drawing = read_drawing(file("illustrator.svg"));
  CHECK(drawing.curves[0].place.layer == "Cut lines");
  CHECK(drawing.curves[0].place.color == "#f00");
  CHECK(drawing.curves[2].place.layer == "Bend lines");
  CHECK(drawing.curves[2].place.line_type == "2");
  CHECK(drawing.curves[0].nonzero_fill == 0);  // the path is not filled, so an inner subpath is a hole even if it turns
                                               // in the same sense
  DrawingOptions cut;
  cut.layer = "Cut lines";
  CHECK(area_in("illustrator.svg", cut) == 1100);
  cut.layer = "Cut lines,Engraving";
  CHECK(area_in("illustrator.svg", cut) == 1075);
}

TEST_CASE("polylines with a width are read as their center lines, except donuts") {
  const Drawing drawing = read_drawing(file("wide_polyline.dxf"));
  CHECK(notes(drawing, "polylines with a width are read as their center lines: 1"));
  CHECK(part_of(drawing).properties.area == 1200);
  for (const char* wide :
       {"0 LWPOLYLINE 8 A 70 1 10 0 20 0 40 0 41 .5 10 4 20 0 10 4 20 3",
        "0 POLYLINE 8 A 70 1 40 .5 0 VERTEX 10 0 20 0 0 VERTEX 10 4 20 0 0 VERTEX 10 4 20 3 0 SEQEND",
        "0 POLYLINE 8 A 70 1 0 VERTEX 10 0 20 0 41 2 0 VERTEX 10 4 20 0 0 VERTEX 10 4 20 3 0 SEQEND"}) {
    CHECK(notes(read_drawing(dxf(wide)), "center lines: 1"));
    CHECK(part_in(dxf(wide)).properties.area == 6);
  }
  CHECK(has(faults_of(dxf("0 LWPOLYLINE 8 A 90 2 70 1 43 1 10 0 20 0 42 1 10 4 20 0 42 1")), "is a band"));
}

TEST_CASE("a KiCad board has its edge, its cutouts and its mounting holes") {
  const Drawing drawing = read_drawing(file("board.kicad_pcb"));
  CHECK(drawing.format == "KiCad 20221018");
  CHECK(drawing.left_out.at("gr_line (layer \"F.SilkS\")") == 1);
  const DrawnPart part = part_of(drawing);
  CHECK(part.unit == Units::Length::mm);
  CHECK(part.loops.size() == 6);
  // The board is 60 x 40, with two corners of radius 3. Its holes are a disc, a rectangle, a triangle, a drilled hole,
  // and a slot of 4 x 2.
  const double corners = 2 * (9 - 9 * kPi / 4), holes = 25 * kPi + 50 + 25 + 1.6 * 1.6 * kPi + (2 * 2 + kPi);
  CHECK(part.properties.area == doctest::Approx(2400 - corners - holes).epsilon(1e-9));
  // The footprint is at (120, 130) and is rotated by 90 degrees. The slot is 5 from its origin; because of the
  // rotation, the slot is above it, and its long side is along x.
  const auto slot = std::find_if(part.loops.begin(), part.loops.end(), [](const DrawnLoop& loop) {
    return std::fabs(loop.properties.area - 4 - kPi) < 1e-9;
  });
  REQUIRE(slot != part.loops.end());
  CHECK((slot->properties.centroid - Eigen::Vector2d(120, -125)).norm() < 1e-9);
  CHECK(has(faults_of("(kicad_pcb (gr_line (start 0 0)"), "cut off"));
  CHECK(has(faults_of("(kicad_pcb (gr_line (start 0 x) (end 1 1) (layer \"Edge.Cuts\")))"), "line 1: start"));
  CHECK(has(faults_of("(other)"), "expected kicad_pcb"));
  std::string deep = "(kicad_pcb ";
  for (int k = 0; k < 100'000; ++k) deep += "(a ";
  CHECK(has(faults_of(deep), "more than 64 deep"));
}

TEST_CASE("the options that are found for a refused drawing make it readable") {
  for (const char* name : {"near_closed.dxf", "jumping_spline.dxf", "two_parts.dxf", "no_unit.dxf", "two_layers.dxf",
                           "outline_with_gap.dxf", "solid.dxf", "plate_R12.dxf", "belt_R12.dxf", "illustrator.svg"}) {
    CAPTURE(std::string(name));
    const std::string text = file(name);
    if (faults_of(text) == "no fault") {
      CHECK(find_remedy(text).empty());
      continue;
    }
    const std::vector<DrawingRemedy> remedy = find_remedy(text);
    CHECK(remedy.empty() == (std::string(name) == "jumping_spline.dxf"));
    if (!remedy.empty()) CHECK(faults_of(text, applied(remedy)) == "no fault");
  }
}
