// SPDX-License-Identifier: MIT
// SVG: shapes, path data, transforms and units, against the same figures by hand.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>

#include <cmath>
#include <numbers>

#include "support/drawing_texts.h"

using namespace pawl;
using namespace pawl::drawings;

namespace {

constexpr double kPi = std::numbers::pi;

std::vector<Eigen::Vector2d> polygon(const std::string& text) {
  return std::get<Polygon>(part_in(text).outline).vertices;
}

using Points = std::vector<Eigen::Vector2d>;

}  // namespace

TEST_CASE("relative commands are added up as decimals: an outline that closes on paper closes") {
  // .1 + .7 - .7 is not .1 in doubles, nor is 1.1 + 2.2 + ... ; in decimals it is.
  const Points expected{{.1, -.2}, {.1, -.5}, {.8, -.5}, {.8, -.2}};
  CHECK(polygon(svg_path("m .1 .2 l .7 0 0 .3 -.7 0 0 -.3")) == expected);  // no z: the last point is the first
  CHECK(polygon(svg_path("M.1.2h.7v.3h-.7z")) == expected);
  CHECK(polygon(svg_path("M.1,.2 H.8 V.5 H.1 Z")) == expected);
  CHECK(polygon(svg_path("M.1,.2.8.2.8.5.1.5Z")) == expected);
  CHECK(polygon(svg("<polygon points='.1,.2 .8,.2 .8,.5 .1,.5'/>")) == expected);
  CHECK(polygon(svg("<polyline points='.1 .2 .8 .2 .8 .5 .1 .5 .1 .2'/>")) == expected);
  CHECK(polygon(svg("<rect x='.1' y='.2' width='.7' height='.3'/>")) == expected);
  CHECK(polygon(svg("<line x1='.1' y1='.2' x2='.8' y2='.2'/><line x1='.8' y1='.2' x2='.8' y2='.5'/>"
                    "<line x1='.1' y1='.5' x2='.8' y2='.5'/><line x1='.1' y1='.5' x2='.1' y2='.2'/>")) == expected);
}

TEST_CASE("arcs of circles are arcs: a half circle has bulge 1, whichever way it goes") {
  // y is turned up, so that what turns clockwise on the screen does so here.
  const auto outline = std::get<Path>(part_in(svg_path("M 0 0 H 4 A 2 2 0 0 1 4 4 H 0 A 2 2 0 0 1 0 0 Z")).outline);
  CHECK(outline.vertices == Points{{0, 0}, {0, -4}, {4, -4}, {4, 0}});
  CHECK(outline.bulges == std::vector<double>{1, 0, 1, 0});
  const DrawnPart hollow = part_in(svg_path("M 0 0 H 9 A 2 2 0 0 0 9 4 H 0 A 2 2 0 0 0 0 0 Z"));
  CHECK(hollow.properties.area == doctest::Approx(36 - 4 * kPi).epsilon(1e-15));
  const DrawnPart most = part_in(svg_path("M 3 0 A 3 3 0 1 1 0 -3 L 0 0 z"));  // three quarters of a disc
  CHECK(most.properties.area == doctest::Approx(.75 * 9 * kPi).epsilon(1e-14));
  CHECK(part_in(svg_path("M 0 0 A 5 5 0 1 0 10 0 A 5 5 0 1 0 0 0")).properties.area ==
        doctest::Approx(25 * kPi).epsilon(1e-15));
  // A radius that does not reach is enlarged, says SVG; by more than rounding it is noted.
  const Drawing wide = read_svg(svg_path("M 0 0 A 1 1 0 0 1 4 0 Z"));
  CHECK(part_of(wide).properties.area == doctest::Approx(2 * kPi).epsilon(1e-15));
  CHECK(has(wide.notes.back(), "enlarged"));
  CHECK(read_svg(svg_path("M 0 0 A 1.9999999 2 0 0 1 4 0 Z")).notes.size() == 1);
}

TEST_CASE("ellipses, and circles under what is no similarity, become chords within the deviation") {
  for (const char* shape :
       {"<ellipse cx='50' cy='50' rx='30' ry='10'/>", "<circle r='10' transform='translate(50 50) scale(3 1)'/>",
        "<path d='M 20 50 a 30 10 0 0 1 60 0 a 30 10 0 0 1 -60 0 z'/>",
        "<path d='M 40 50 a 10 30 90 1 1 0 1e-9 z' transform='translate(20 0) translate(40 50) rotate(0) translate(-40 "
        "-50)'/>"}) {
    CAPTURE(std::string(shape));
    const Drawing drawing = read_svg(svg(shape));
    CHECK(drawing.deviation <= 1e-3);
    CHECK(drawing.deviation > 1e-4);
    const DrawnPart drawn = part_of(drawing);
    CHECK(drawn.properties.area < 300 * kPi);
    CHECK(drawn.properties.area > 300 * kPi - 140e-3);  // the circumference times the deviation
  }
}

TEST_CASE("Bezier curves, also the short forms, stay within the deviation") {
  // y = x (1 - x) by a quadratic curve: the area under it is 1/6.
  DrawingOptions options;
  options.deviation = 1e-6;
  for (const char* data : {"M 0 0 Q .5 1 1 0 Z", "m 0 0 q .5 1 1 0 z",
                           "M 0 0 C 0.33333333333333333 .66666666666666667 "
                           ".66666666666666667 .66666666666666667 1 0 Z"}) {
    CHECK(std::fabs(part_in(svg_path(data), options).properties.area - 2. / 6) < 1e-6);
  }
  // Mirrored handles: a wave of two such arches, closed far below.
  for (const char* data : {"M 0 0 Q .5 1 1 0 T 2 0 V 9 H 0 Z", "M 0 0 C 0.2 .5 .8 .5 1 0 S 1.8 -.5 2 0 V 9 H 0 Z"}) {
    CHECK(std::fabs(part_in(svg_path(data), options).properties.area - 18) < 1e-5);
  }
}

TEST_CASE("transforms are put together exactly: quarter turns, mirrors and decimal shifts round nothing") {
  const Points expected{{10.3, -20.2}, {10.3, -20.4}, {10.4, -20.4}, {10.4, -20.2}};
  CHECK(polygon(svg("<g transform='translate(10.2 20.1)'><rect x='.1' y='.1' width='.1' height='.2'/></g>")) ==
        expected);
  CHECK(polygon(svg("<g transform='translate(10,20) scale(.1)'><rect x='3' y='2' width='1' height='2'/></g>")) ==
        expected);
  const Points turned = polygon(svg("<rect x='20.2' y='-10.4' width='.2' height='.1' transform='rotate(90)'/>"));
  for (const Eigen::Vector2d& v : turned) {
    CHECK(std::find(expected.begin(), expected.end(), v) != expected.end());
  }
  const DrawnPart mirrored = part_in(svg_path("M 0 0 H 4 A 2 2 0 0 1 4 4 H 0 Z", "transform='matrix(0 -1 -1 0 5 5)'"));
  CHECK(mirrored.properties.area == doctest::Approx(16 + 2 * kPi).epsilon(1e-15));
  CHECK(std::holds_alternative<Path>(mirrored.outline));
  const Drawing slanted = read_svg(svg("<circle r='2' transform='rotate(30 1 1) scale(1.5)'/>"));
  CHECK(slanted.curves[0].disc->radius == doctest::Approx(3).epsilon(1e-15));
  CHECK(has(slanted.notes.back(), "points are rounded"));
}

TEST_CASE("rounded rectangles have arcs in their corners, at most as large as there is room for") {
  CHECK(part_in(svg("<rect width='60' height='40' rx='5'/>")).properties.area ==
        doctest::Approx(2400 - (4 - kPi) * 25).epsilon(1e-15));
  CHECK(part_in(svg("<rect width='60' height='40' ry='50' rx='20'/>")).properties.area ==
        doctest::Approx(2400 - (4 - kPi) * 400).epsilon(1e-15));
  const double ellipses = part_in(svg("<rect width='60' height='40' rx='10' ry='5'/>")).properties.area;
  CHECK(ellipses < 2400 - (4 - kPi) * 50);
  CHECK(ellipses > 2400 - (4 - kPi) * 50 - .1);
}

TEST_CASE("width, height and viewBox say the unit, and the numbers are scaled where they have to be, which is said") {
  const std::string box = "<rect width='10' height='20'/>";
  CHECK(part_in(svg(box, "width='10cm' height='20cm' viewBox='0 0 10 20'")).unit == Units::Length::cm);
  const Drawing half = read_svg(svg(box, "width='50mm' height='100mm' viewBox='0 0 100 200'"));
  CHECK(part_of(half).properties.area == 50);
  CHECK(has(half.notes[0], "coordinates are 0.5 times the numbers of the file"));
  const Drawing pixels = read_svg(svg(box, "width='2in' height='4in'"));
  CHECK(pixels.unit == Units::Length::in);
  CHECK(part_of(pixels).properties.area == doctest::Approx(200. / 96 / 96).epsilon(1e-15));
  CHECK(has(faults_of(svg(box, "width='100' height='200'")), "/unit: : the drawing does not say its unit"));
  CHECK(
      has(faults_of(svg(box, "width='100px' height='200px' viewBox='0 0 1 2'")), "the drawing does not say its unit"));
  DrawingOptions options;
  options.unit = Units::Length::mm;
  CHECK(part_in(svg(box, "width='50mm' height='100mm' viewBox='0 0 100 200'"), options).properties.area ==
        200);  // as they stand
  CHECK(has(faults_of(svg(box, "width='5mm' height='5mm' viewBox='0 0 10 20' preserveAspectRatio='none'")),
            "only meet is read"));
}

TEST_CASE("layers are the groups that Inkscape marks, or the outermost groups with an id") {
  const std::string text =
      svg("<g id='a'><g id='inner'><circle r='1'/></g></g><g id='g2' inkscape:groupmode='layer' "
          "inkscape:label='Outline &amp; more'><circle r='2'/></g>",
          "xmlns:inkscape='x' width='9mm' height='9mm' viewBox='0 0 9 9'");
  DrawingOptions options;
  options.layer = "a";
  CHECK(part_in(text, options).properties.area == doctest::Approx(kPi));
  options.layer = "Outline & more";
  const Drawing drawing = read_svg(text, options);
  CHECK(part_of(drawing).properties.area == doctest::Approx(4 * kPi));
  CHECK(drawing.left_out.at("circle (layer \"a\")") == 1);
  options.layer = "b";
  CHECK(has(faults_of(text, options),
            "/layer: b: the drawing has nothing on this layer; it has circle (layer \"Outline & more\"): 1"));
}

TEST_CASE("what is not drawn is left out and counted, what cannot be read is refused with its line") {
  const Drawing drawing =
      read_svg(svg("<defs><circle r='9'/></defs><title>t</title><text>words</text><g style='display:none'>"
                   "<circle r='8'/></g><circle r='7' visibility='hidden'/><circle r='1'/>"));
  CHECK(drawing.curves.size() == 1);
  CHECK(drawing.left_out ==
        std::map<std::string, int>{{"circle (hidden)", 1}, {"g (hidden)", 1}, {"text (no outline)", 1}});
  CHECK(has(faults_of(svg("\n<use href='#a'/>")), "line 3: use: is an element that is not read"));
  CHECK(has(faults_of(svg("<g clip-path='url(#c)'><circle r='1'/></g>")), "line 2: g: has a clip-path"));
  CHECK(has(faults_of(svg("<g style='transform: scale(2)'><circle r='1'/></g>")), "has a transform in its style"));
  CHECK(has(faults_of(svg("<circle r='1%'/>")), "r: must be a finite number"));
  CHECK(has(faults_of(svg("<g><svg/></g>")), "line 2: svg: is an element that is not read"));
  CHECK(has(faults_of("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("<circle r='1'/>")), "declares entities of its own"));
}
