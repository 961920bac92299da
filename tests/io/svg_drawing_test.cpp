// SPDX-License-Identifier: MIT
// Compares SVG shapes, path data, transforms and units with values computed by hand.
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

TEST_CASE(
    "relative commands are added as decimals, so an outline that is closed in decimals is closed when it is read") {
  // In doubles, .1 + .7 - .7 is not .1, and sums such as 1.1 + 2.2 are rounded. In decimals, all sums are exact.
  const Points expected{{.1, -.2}, {.1, -.5}, {.8, -.5}, {.8, -.2}};
  CHECK(polygon(svg_path("m .1 .2 l .7 0 0 .3 -.7 0 0 -.3")) ==
        expected);  // without the command z, the path is closed because its last point is its first point
  CHECK(polygon(svg_path("M.1.2h.7v.3h-.7z")) == expected);
  CHECK(polygon(svg_path("M.1,.2 H.8 V.5 H.1 Z")) == expected);
  CHECK(polygon(svg_path("M.1,.2.8.2.8.5.1.5Z")) == expected);
  CHECK(polygon(svg("<polygon points='.1,.2 .8,.2 .8,.5 .1,.5'/>")) == expected);
  CHECK(polygon(svg("<polyline points='.1 .2 .8 .2 .8 .5 .1 .5 .1 .2'/>")) == expected);
  CHECK(polygon(svg("<rect x='.1' y='.2' width='.7' height='.3'/>")) == expected);
  CHECK(polygon(svg("<line x1='.1' y1='.2' x2='.8' y2='.2'/><line x1='.8' y1='.2' x2='.8' y2='.5'/>"
                    "<line x1='.1' y1='.5' x2='.8' y2='.5'/><line x1='.1' y1='.5' x2='.1' y2='.2'/>")) == expected);
}

TEST_CASE("circular arcs stay arcs: a half circle has bulge 1, in either direction") {
  // The reader makes the y axis point up. An arc that is clockwise on the screen therefore stays clockwise in the part.
  const auto outline = std::get<Path>(part_in(svg_path("M 0 0 H 4 A 2 2 0 0 1 4 4 H 0 A 2 2 0 0 1 0 0 Z")).outline);
  CHECK(outline.vertices == Points{{0, 0}, {0, -4}, {4, -4}, {4, 0}});
  CHECK(outline.bulges == std::vector<double>{1, 0, 1, 0});
  const DrawnPart hollow = part_in(svg_path("M 0 0 H 9 A 2 2 0 0 0 9 4 H 0 A 2 2 0 0 0 0 0 Z"));
  CHECK(hollow.properties.area == doctest::Approx(36 - 4 * kPi).epsilon(1e-15));
  const DrawnPart most = part_in(svg_path("M 3 0 A 3 3 0 1 1 0 -3 L 0 0 z"));  // the part is three quarters of a disc
  CHECK(most.properties.area == doctest::Approx(.75 * 9 * kPi).epsilon(1e-14));
  CHECK(part_in(svg_path("M 0 0 A 5 5 0 1 0 10 0 A 5 5 0 1 0 0 0")).properties.area ==
        doctest::Approx(25 * kPi).epsilon(1e-15));
  // If the radius of an arc is too small to connect its end points, SVG enlarges the radius. If the radius is enlarged
  // by more than a rounding error, the drawing gets a note.
  const Drawing wide = read_svg(svg_path("M 0 0 A 1 1 0 0 1 4 0 Z"));
  CHECK(part_of(wide).properties.area == doctest::Approx(2 * kPi).epsilon(1e-15));
  CHECK(has(wide.notes.back(), "enlarged"));
  CHECK(read_svg(svg_path("M 0 0 A 1.9999999 2 0 0 1 4 0 Z")).notes.size() == 1);
}

TEST_CASE("ellipses, and circles under a transform that is not a similarity, become chords within the deviation") {
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
    CHECK(drawn.properties.area > 300 * kPi - 140e-3);  // at most .14 less: the deviation of the chords from the
                                                        // circle, times the circumference
  }
}

TEST_CASE("Bezier curves, including their short forms, become chords within the deviation") {
  // The quadratic curve is y = x (1 - x). The area below it is 1/6.
  DrawingOptions options;
  options.deviation = 1e-6;
  for (const char* data : {"M 0 0 Q .5 1 1 0 Z", "m 0 0 q .5 1 1 0 z",
                           "M 0 0 C 0.33333333333333333 .66666666666666667 "
                           ".66666666666666667 .66666666666666667 1 0 Z"}) {
    CHECK(std::fabs(part_in(svg_path(data), options).properties.area - 2. / 6) < 1e-6);
  }
  // The handles of the curve are mirrored to continue it, which gives a wave of two such arches. Lines far below the
  // wave close the outline.
  for (const char* data : {"M 0 0 Q .5 1 1 0 T 2 0 V 9 H 0 Z", "M 0 0 C 0.2 .5 .8 .5 1 0 S 1.8 -.5 2 0 V 9 H 0 Z"}) {
    CHECK(std::fabs(part_in(svg_path(data), options).properties.area - 18) < 1e-5);
  }
}

TEST_CASE("transforms are combined exactly: quarter turns, mirrors and decimal shifts cause no rounding") {
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

TEST_CASE("the corners of rounded rectangles are arcs, whose radius is at most half a side") {
  CHECK(part_in(svg("<rect width='60' height='40' rx='5'/>")).properties.area ==
        doctest::Approx(2400 - (4 - kPi) * 25).epsilon(1e-15));
  CHECK(part_in(svg("<rect width='60' height='40' ry='50' rx='20'/>")).properties.area ==
        doctest::Approx(2400 - (4 - kPi) * 400).epsilon(1e-15));
  const double ellipses = part_in(svg("<rect width='60' height='40' rx='10' ry='5'/>")).properties.area;
  CHECK(ellipses < 2400 - (4 - kPi) * 50);
  CHECK(ellipses > 2400 - (4 - kPi) * 50 - .1);
}

TEST_CASE("width, height and viewBox determine the unit, and any scaling is reported") {
  const std::string box = "<rect width='10' height='20'/>";
  CHECK(part_in(svg(box, "width='10cm' height='20cm' viewBox='0 0 10 20'")).unit == Units::Length::cm);
  const Drawing half = read_svg(svg(box, "width='50mm' height='100mm' viewBox='0 0 100 200'"));
  CHECK(part_of(half).properties.area == 50);
  CHECK(has(half.notes[0], "coordinates are 0.5 times the numbers of the file"));
  const Drawing pixels = read_svg(svg(box, "width='2in' height='4in'"));
  CHECK(pixels.unit == Units::Length::in);
  CHECK(part_of(pixels).properties.area == doctest::Approx(200. / 96 / 96).epsilon(1e-15));
  CHECK(has(faults_of(svg(box, "width='100' height='200'")), "/unit: : the drawing states no unit"));
  CHECK(
      has(faults_of(svg(box, "width='100px' height='200px' viewBox='0 0 1 2'")), "the drawing states no unit"));
  DrawingOptions options;
  options.unit = Units::Length::mm;
  CHECK(part_in(svg(box, "width='50mm' height='100mm' viewBox='0 0 100 200'"), options).properties.area == 50);
  CHECK(part_in(svg(box, "width='100px' height='200px' viewBox='0 0 1 2'"), options).properties.area == 200);
  CHECK(has(faults_of(svg(box, "width='5mm' height='5mm' viewBox='0 0 10 20' preserveAspectRatio='none'")),
            "only meet is read"));
}

TEST_CASE("layers are the groups that Inkscape marks as layers, or the outermost groups with an id") {
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

TEST_CASE("elements that are not drawn are counted, and elements that cannot be read are refused with their line") {
  const Drawing drawing =
      read_svg(svg("<defs><circle r='9'/></defs><title>t</title><text>words</text><g style='display:none'>"
                   "<circle r='8'/></g><circle r='7' visibility='hidden'/><circle r='1'/>"));
  CHECK(drawing.curves.size() == 1);
  CHECK(drawing.left_out ==
        std::map<std::string, int>{{"circle (hidden)", 1}, {"g (hidden)", 1}, {"text (no outline)", 1}});
  CHECK(has(faults_of(svg("\n<use href='#a'/>")), "line 3: use: is an element that is not read"));
  CHECK(has(faults_of(svg("<g clip-path='url(#c)'><circle r='1'/></g>")), "line 2: g: has a clip-path"));
  CHECK(has(faults_of(svg("<g style='transform: scale(2)'><circle r='1'/></g>")), "has a transform in its style"));
  CHECK(has(faults_of(svg("<circle r='one'/>")), "r: must be a finite length"));
  CHECK(has(faults_of(svg("<g><svg/></g>")), "line 2: svg: is an element that is not read"));
  CHECK(has(faults_of("<!DOCTYPE svg [<!ENTITY a 'b'>]>" + svg("<circle r='1'/>")), "declares entities of its own"));
}

TEST_CASE("a requested unit converts the lengths that the file states, and keeps the file's scale") {
  DrawingOptions options;
  const std::string box = "<rect width='72' height='144'/>",
                    inch = "width='720pt' height='720pt' viewBox='0 0 720 720'";
  options.unit = Units::Length::in;
  CHECK(part_in(svg(box, inch), options).properties.area == 2);
  options.unit = Units::Length::mm;
  const Drawing converted = read_svg(svg(box, inch), options);
  CHECK(part_of(converted).properties.area == doctest::Approx(2 * 25.4 * 25.4).epsilon(1e-15));
  CHECK(has(converted.notes[0], "states the unit pt; its lengths are converted to mm, as requested"));
  options.unit.reset();
  options.unit_if_unstated = Units::Length::m;  // mm are the default, except for a task in metres
  for (const char* size : {"width='10cm' height='100mm' viewBox='0 0 100 100'", "width='10cm' viewBox='0 0 10 10'",
                           "width='10CM' height='10Cm' viewBox='0 0 10 10'", "height='10cm' viewBox='0 0 10 10'",
                           "width='100%' height='10cm' viewBox='0 0 10 10'"}) {
    CAPTURE(std::string(size));
    CHECK(read_svg(svg("<circle r='1'/>", size), options).unit == Units::Length::cm);
  }
  CHECK(part_in(svg("<rect width='10' height='10'/>", "width='10cm' height='100mm' viewBox='0 0 100 100'"))
            .properties.area == 1);
  CHECK(has(faults_of(svg(box, "width='10furlong' height='9mm'")), "width: must be a length"));
  CHECK_FALSE(has(faults_of(svg(box, "width='10furlong'")), "/unit"));
}

TEST_CASE(
    "properties that move, shape or hide something are refused where they are not supported, also on the svg "
    "element") {
  const std::string circle = "<circle r='1'/>", size = "width='9mm' height='9mm' viewBox='0 0 9 9' ";
  for (const char* style : {"r:8", "width:40px;rx:2px", "d:none", "X : 2", "scale:2; rotate:30deg", "translate:1px",
                            "transform-origin:1px 1px", "-webkit-transform:scale(2)"}) {
    CAPTURE(std::string(style));
    CHECK(has(faults_of(svg(fmt::format("<circle r='1' style='{}'/>", style))), "in its style, which is not read"));
    CHECK(has(faults_of(svg(circle, size + fmt::format("style='{}'", style))), "in its style, which is not read"));
  }
  CHECK(has(faults_of(svg("<circle r='1' transform-origin='1 1'/>")), "has a transform-origin"));
  CHECK(has(faults_of(svg(circle, size + "transform='scale(2)'")), "has a transform, which is supported only for the elements in it"));
  CHECK(has(faults_of(svg(circle, size + "clip-path='url(#a)'")), "svg: has a clip-path"));
  CHECK(has(faults_of(svg(circle, size + "style='display:none'")), "not read: svg (hidden): 1"));
  CHECK(has(faults_of(svg("<circle r='1' style='dis\\70lay:none'/>")), "comments or escapes"));
  CHECK(faults_of(svg("<circle r='1' style='fill:none;stroke-width:2;clip-path:none'/>")) == "no fault");
}

TEST_CASE("every spelling that hides an element is recognized, and style sheets that may hide one are refused") {
  for (const char* hidden : {"style='display:none !important'", "style='display:none!important;display:inline'",
                             "display='NONE'", "style='DISPLAY:None'", "visibility='collapse'"}) {
    CAPTURE(std::string(hidden));
    CHECK(read_svg(svg(fmt::format("<circle r='9'/><circle r='1' {}/>", hidden))).curves.size() == 1);
  }
  const Drawing shown = read_svg(svg("<g visibility='hidden'><circle r='1'/><circle r='2' visibility='visible'/></g>"));
  REQUIRE(shown.curves.size() == 1);
  CHECK(shown.curves[0].disc->radius == 2);
  CHECK(shown.left_out.at("circle (hidden)") == 1);
  const auto sheet = [](const std::string& rules) { return svg("<style>" + rules + "</style><circle r='1'/>"); };
  CHECK(has(faults_of(sheet(".st0{display:none}")), "style: has rules for display"));
  CHECK(has(faults_of(sheet("<![CDATA[@media print{.a{fill:red; R : 3}}]]>")), "has rules for r,"));
  CHECK(has(faults_of(sheet("@import 'a.css';")), "imports another sheet"));
  CHECK(has(faults_of("<?xml-stylesheet href='a.css'?>" + svg("<circle r='1'/>")), "is a style sheet in another file"));
  CHECK(has(read_svg(sheet(".st0{fill:none;stroke:#000}")).notes.back(), "style sheets: only fill, fill-rule, stroke"));
}

TEST_CASE("a nested subpath is a hole only if the fill rule leaves it unfilled") {
  const std::string same = "M0 0H9V9H0Z M2 2H4V4H2Z", turned = "M0 0H9V9H0Z M2 2V4H4V2Z";
  CHECK(part_in(svg_path(turned)).properties.area == 77);
  CHECK(has(faults_of(svg_path(same)), "a subpath in another that turns the same way"));
  CHECK(part_in(svg_path(same, "fill-rule='evenodd'")).properties.area == 77);
  CHECK(part_in(svg("<g style='fill-rule:evenodd'><path d='" + same + "'/></g>")).properties.area == 77);
  CHECK(part_in(svg_path(same, "style='fill:none'")).properties.area ==
        77);  // a shape without a fill is a line to be cut, so that the inner shape is a hole
  CHECK(part_in(svg("<path d='M0 0H9V9H0Z'/><path d='M2 2H4V4H2Z'/>")).properties.area == 77);
}

TEST_CASE("text that is not valid XML, and SVG elements under another name, are reported") {
  CHECK(has(faults_of(svg("<circle r='1'/>") + svg("<circle r='2'/>")), "is a second outermost element"));
  CHECK(has(faults_of(svg("<circle r='1' r='2'/>")), "line 2: circle: has the attribute r twice"));
  CHECK(has(faults_of(svg("<circle r='1'/><x:circle xmlns:x='http://www.w3.org/2000/svg' r='2'/>")),
            "gives SVG's name space the prefix x"));
  CHECK(read_svg(svg("<circle r='1'/><circle xmlns='urn:else' r='2'/>")).left_out.at("circle (no SVG)") == 1);
  CHECK(has(faults_of(std::string("\xff\xfe<\0s\0", 6)), "the text is in UTF-16"));
  CHECK(has(faults_of(svg("<rect id='rect2' width='9' height='9' rx='-1'/>")), "rect (id rect2, line 2)"));
}

TEST_CASE("nested rotations and millions of commands are read quickly, with bounds on digits and commands") {
  std::string turns, groups, ends;
  for (int k = 0; k < 64; ++k) turns += "rotate(0.1234567) ";
  for (int k = 0; k < 60; ++k) groups += "<g transform='" + turns + "'>", ends += "</g>";
  const Drawing drawing = read_svg(svg(groups + "<circle r='2'/>" + ends));
  CHECK(drawing.curves[0].disc->radius == doctest::Approx(2).epsilon(1e-12));
  CHECK(has(drawing.notes[1], "hundreds of digits"));
  std::string moves;
  for (int k = 0; k < 1'000'001; ++k) moves += "M0 0";
  CHECK(has(faults_of(svg_path(moves)), "beyond the millionth command"));
}
