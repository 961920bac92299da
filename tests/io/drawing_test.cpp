// SPDX-License-Identifier: MIT
// Parts from drawings of several programs. Their areas and moments are compared with closed forms.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>

#include <cmath>
#include <numbers>
#include <random>

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

struct Moments {
  long double area = 0, x = 0, y = 0, polar = 0;  ///< area, first moments and polar moment about the origin

  void add(long double sign, const Moments& m) {
    area += sign * m.area;
    x += sign * m.x;
    y += sign * m.y;
    polar += sign * m.polar;
  }
};

/// Returns the moments about the origin of a figure with the center (cx, cy). `area` is its area, and `polar` is its
/// polar moment about its center.
Moments moved(long double area, long double polar, long double cx, long double cy) {
  return {area, area * cx, area * cy, polar + area * (cx * cx + cy * cy)};
}

/// Returns the moments of a rectangle with rounded corners: a rectangle, minus four squares at the corners, plus four
/// quarter discs. About the center of its circle, a quarter disc has the area pi r^2 / 4, the first moments r^3 / 3 and
/// the polar moment pi r^4 / 8.
Moments rounded_rectangle(long double w, long double h, long double r, long double cx, long double cy) {
  const long double pi = std::numbers::pi_v<long double>;
  const long double area = w * h - (4 - pi) * r * r;
  long double polar = w * h * (w * w + h * h) / 12;
  const long double sx = w / 2 - r / 2, sy = h / 2 - r / 2, qx = w / 2 - r, qy = h / 2 - r;
  polar -= 4 * (r * r * (r * r / 6 + sx * sx + sy * sy));
  polar += 4 * (pi * r * r * r * r / 8 + 2 * (qx + qy) * r * r * r / 3 + pi * r * r / 4 * (qx * qx + qy * qy));
  return moved(area, polar, cx, cy);
}

Moments disc(long double r, long double cx, long double cy) {
  const long double area = std::numbers::pi_v<long double> * r * r;
  return moved(area, area * r * r / 2, cx, cy);
}

/// Returns the moments of a plate: a rectangle of 60 x 40 with corners of radius 5, minus a disc of radius 4 and a slot
/// of 16 x 6 with round ends.
Moments plate(double y = 20) {
  Moments sum = rounded_rectangle(60, 40, 5, 30, y);
  sum.add(-1, disc(4, 18, y));
  sum.add(-1, rounded_rectangle(16, 6, 3, 42, y));
  return sum;
}

void check_moments(const AreaProperties& got, const Moments& expected, double tolerance = 1e-12) {
  const long double cx = expected.x / expected.area, cy = expected.y / expected.area;
  const long double gyration = expected.polar / expected.area - cx * cx - cy * cy;
  CHECK(std::fabs(got.area - static_cast<double>(expected.area)) <= tolerance * std::fabs(got.area));
  CHECK(std::fabs(got.centroid.x() - static_cast<double>(cx)) <= tolerance * std::sqrt(got.area));
  CHECK(std::fabs(got.centroid.y() - static_cast<double>(cy)) <= tolerance * std::sqrt(got.area));
  CHECK(std::fabs(got.gyration_squared - static_cast<double>(gyration)) <= tolerance * got.gyration_squared);
}

}  // namespace

TEST_CASE("a plate with holes has its exact area, centroid and inertia in every version of DXF") {
  for (const char* name : {"plate_R12.dxf", "plate_R2000.dxf", "plate_R2010.dxf", "plate_R2018.dxf"}) {
    CAPTURE(std::string(name));
    const DrawnPart part = part_in_file(name, std::string(name) == "plate_R12.dxf" ? in_mm() : DrawingOptions());
    CHECK(part.unit == Units::Length::mm);
    CHECK(part.holes.size() == 2);
    REQUIRE(part.loops.size() == 3);
    check_moments(part.properties, plate());
    CHECK(part.properties.area == doctest::Approx(2240).epsilon(1e-14));  // the terms with pi cancel each other
    // The corners are quarter arcs whose end points are exact. Therefore no ends were joined, and every arc is still an
    // arc.
    CHECK(part.joined.empty());
    const auto& path = std::get<Path>(part.outline);
    CHECK(path.vertices.size() == 8);
    CHECK(std::count(path.bulges.begin(), path.bulges.end(), std::tan(kPi / 8)) == 4);
    CHECK(part.loops[0].places[0].layer == "OUTLINE");
  }
}

TEST_CASE("FreeCAD, LibreCAD and Inkscape files of one plate give the same part") {
  for (const char* name : {"plate_freecad.dxf", "plate_librecad.dxf"}) {
    const DrawnPart part = part_in_file(name);
    CHECK(part.unit == Units::Length::mm);
    check_moments(part.properties, plate());
  }
  // In Inkscape files, y points down. The reader therefore changes the sign of y.
  const DrawnPart shapes = part_in_file("plate_inkscape.svg");
  check_moments(shapes.properties, plate(-20));
  CHECK(shapes.unit == Units::Length::mm);
  CHECK(std::holds_alternative<Disc>(shapes.loops[1].outline));
  CHECK(part_in_file("bracket_freecad.svg").properties.area == doctest::Approx(50 * 12.5 + 27.5 * 12.5).epsilon(1e-15));
}

TEST_CASE("shapes that Inkscape turned into paths are as accurate as its Bezier curves") {
  DrawingOptions options;
  options.deviation = 1e-4;
  const Drawing drawing = read_drawing(file("plate_inkscape_paths.svg"), options);
  CHECK(drawing.deviation > 0);
  CHECK(drawing.deviation <= 1e-4);
  const DrawnPart part = part_of(drawing, options);
  // The corners of radius 5 are cubic curves. Their handles are 2.77 instead of 2.7614 long, so the curves bulge
  // outwards by 1e-3 of the radius.
  check_moments(part.properties, plate(-20), 2e-3);
}

TEST_CASE("the ends of a belt's arcs, at computed angles, are joined within rounding, and the joins are listed") {
  for (const char* name : {"belt_R12.dxf", "belt_R2010.dxf", "belt_librecad.dxf"}) {
    const DrawnPart part = part_in_file(name, in_mm());
    CHECK(part.loops.size() == 1);
    CHECK_FALSE(part.joined.empty());
    for (const JoinedEnds& joined : part.joined) {
      CHECK(joined.by_rounding);
      CHECK(joined.gap < 1e-12);
      CHECK(joined.kept.kind == "LINE");
      CHECK(joined.moved.kind == "ARC");
    }
    // Integrates Green's formulas along the belt. The arcs follow from the discs, and are integrated by Simpson's rule.
    const Eigen::Vector2d centers[] = {{101.3, 50.7}, {131.7, 55.2}, {112.9, 75.4}};
    const double radii[] = {2.1, 3.3, 4.7};
    double angles[3];
    for (int k = 0; k < 3; ++k) {
      const Eigen::Vector2d d = centers[(k + 1) % 3] - centers[k];
      angles[k] = std::atan2(d.y(), d.x()) - std::acos((radii[k] - radii[(k + 1) % 3]) / d.norm());
    }
    Moments sum;
    const auto add = [&](const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
      const long double t = static_cast<long double>(a.x()) * b.y() - static_cast<long double>(a.y()) * b.x();
      sum.add(1, {t / 2, t * (a.x() + b.x()) / 6, t * (a.y() + b.y()) / 6, t * (a.dot(a) + a.dot(b) + b.dot(b)) / 12});
    };
    const auto on = [&](int k, double angle) {
      return Eigen::Vector2d(centers[k] + radii[k] * Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    };
    for (int k = 0; k < 3; ++k) {
      add(on(k, angles[k]), on((k + 1) % 3, angles[k]));
      const double from = angles[(k + 2) % 3];
      double to = angles[k];
      while (to < from) to += 2 * kPi;
      constexpr int kSteps = 4000;
      const long double h = (to - from) / kSteps;
      for (int i = 0; i <= kSteps; ++i) {
        const long double t = from + i * h, c = std::cos(t), s = std::sin(t), r = radii[k];
        const long double x = centers[k].x() + r * c, y = centers[k].y() + r * s;
        const long double w = (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) * h / 3;
        const long double turn = x * r * c + y * r * s;  // x dy - y dx per rad
        sum.add(w, {turn / 2, x * turn / 3, y * turn / 3, (x * x + y * y) * turn / 4});
      }
    }
    check_moments(part.properties, sum);
  }
}

TEST_CASE("nested blocks with quarter turns and mirrors are placed exactly") {
  const Drawing drawing = read_drawing(file("blocks_R2018.dxf"));
  const DrawnPart part = part_of(drawing);
  CHECK(drawing.entities.at("INSERT") == 6);
  CHECK(part.joined.empty());
  const auto& path = std::get<Path>(part.outline);
  CHECK(path.vertices.size() == 12);
  for (const Eigen::Vector2d& v : path.vertices) {
    const Eigen::Vector2d from_center = (v - Eigen::Vector2d(100, 50)).cwiseAbs();
    const bool corner = from_center == Eigen::Vector2d(10, 3) || from_center == Eigen::Vector2d(3, 10) ||
                        from_center == Eigen::Vector2d(0, 10) || from_center == Eigen::Vector2d(10, 0);
    CHECK(corner);
  }
  // A quadrant of the part is a square, minus a triangle, plus a circular segment. The chord of the segment is from
  // (10, 3) to (3, 10), and its bulge is 1/2. Its half-angle is p = 2 atan(1/2), so sin p = 4/5 and cos p = 3/5. With
  // the length d of the chord, its radius is r = d / (2 sin p), and its area is r^2 (p - sin p cos p).
  const double p = 2 * std::atan(.5), square = 98 / 2.56;
  CHECK(part.properties.area == doctest::Approx(4 * (100 - 24.5 + square * (p - .48))).epsilon(1e-14));
  CHECK((part.properties.centroid - Eigen::Vector2d(100, 50)).norm() < 1e-13);
  CHECK(part.loops[0].places[0].layer == "OUTLINE");  // the layer of the insert; inside the block, the circle is on
                                                      // layer 0
}

TEST_CASE("rows and columns of a block turn with the block, and its circles become chords if the scales are unequal") {
  const std::string block = "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 1 20 1 0 CIRCLE 8 0 10 1 20 1 40 .5 0 ENDBLK 0 ENDSEC";
  const Drawing drawing = read_dxf(dxf("0 INSERT 8 A 2 b 10 10 20 20 50 90 70 3 71 2 44 5 45 7 ", block));
  REQUIRE(drawing.curves.size() == 6);
  for (int k = 0; k < 6; ++k) {
    CHECK(drawing.curves[k].disc->center == Eigen::Vector2d(10 - 7 * (k / 3), 20 + 5 * (k % 3)));
    CHECK(drawing.curves[k].disc->radius == .5);
  }
  const Drawing ellipse = read_dxf(dxf("0 INSERT 8 A 2 B 10 0 20 0 41 4 42 2 50 30 ", block));
  CHECK(ellipse.deviation > 0);
  CHECK(ellipse.deviation <= 1e-3);
  CHECK(part_of(ellipse).properties.area == doctest::Approx(2 * kPi).epsilon(2e-3));
  REQUIRE(ellipse.notes.size() == 1);
  CHECK(has(ellipse.notes[0], "other than quarter turns"));
}

TEST_CASE("a turned copy of a disc is the same disc, and the ends of turned lines meet within rounding") {
  const std::string block = "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 CIRCLE 8 0 10 0 20 0 40 5 0 ENDBLK 0 ENDSEC";
  for (const double angle : {15., 30., 33.3, 45., 60., 120.}) {
    const DrawnPart part =
        part_in(dxf("0 INSERT 8 A 2 B 10 0 20 0 " + fmt::format("0 INSERT 8 A 2 B 10 0 20 0 50 {} ", angle), block));
    CHECK(std::get<Disc>(part.outline).radius == 5);
    CHECK(part.duplicates == 1);
    CHECK(part.loops.size() == 1);
  }
  // Each of the two scalings differs in x and y, but their product is a similarity.
  const std::string nested =
      "0 SECTION 2 BLOCKS 0 BLOCK 2 C 0 CIRCLE 10 0 20 0 40 5 0 ENDBLK 0 BLOCK 2 B 0 INSERT 2 C 10 0 20 0 41 6 42 3 "
      "0 ENDBLK 0 ENDSEC";
  CHECK(std::get<Disc>(part_in(dxf("0 INSERT 2 B 10 0 20 0 42 2 ", nested)).outline).radius == 30);
  // The line in the rotated block has a computed end point. Where ends are joined, the point of the other line is used.
  const std::string diagonal =
      "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 0 20 0 0 LINE 8 0 10 0 20 0 11 1.4142135623730951 21 0 0 ENDBLK 0 ENDSEC";
  const std::string rest = "0 LINE 8 A 10 101 20 1 11 101 21 0 0 LINE 8 A 10 101 20 0 11 100 21 0 ";
  const DrawnPart triangle = part_in(dxf("0 INSERT 8 A 2 B 10 100 20 0 50 45 " + rest, diagonal));
  CHECK(triangle.properties.area == doctest::Approx(.5).epsilon(1e-13));
  for (const JoinedEnds& joined : triangle.joined) CHECK(joined.kept.block.empty());
}

TEST_CASE(
    "an insert on a frozen layer is hidden; one on a layer that is off hides only its block's entities on "
    "layer 0") {
  const std::string table =
      "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Off 70 0 62 -7 0 LAYER 2 Cold 70 1 62 7 0 ENDTAB 0 ENDSEC ";
  const std::string block =
      "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 CIRCLE 8 A 10 0 20 0 40 5 0 CIRCLE 8 0 10 0 20 0 40 2 0 ENDBLK 0 ENDSEC";
  const auto radii = [&](const std::string& layer, const std::string& wanted) {
    DrawingOptions options;
    options.layer = wanted;
    std::vector<double> all;
    const Drawing drawing = read_dxf(dxf("0 CIRCLE 8 A 10 0 20 0 40 7 0 CIRCLE 8 COLD 10 0 20 0 40 8 " +
                                             fmt::format("0 INSERT 8 {} 2 B 10 0 20 0 ", layer),
                                         table + block),
                                     options);
    for (const DrawingCurve& curve : drawing.curves) all.push_back(curve.disc->radius);
    return all;
  };
  using Radii = std::vector<double>;
  CHECK(radii("A", "") == Radii{7, 5, 2});
  CHECK(radii("OFF", "") == Radii{7, 5});
  CHECK(radii("COLD", "") == Radii{7});
  CHECK(radii("OFF", "a") == Radii{7, 5});
  CHECK(radii("COLD", "a") == Radii{7});
  CHECK(radii("COLD", "cold") == Radii{8, 2});
}

TEST_CASE("the entities of a block count only where the block is inserted, and a single vertex has no length") {
  const std::string block =
      "0 SECTION 2 BLOCKS 0 BLOCK 2 B 0 TEXT 8 A 0 CIRCLE 8 A 10 0 20 0 30 4 40 5 0 ENDBLK 0 ENDSEC";
  const Drawing none = read_dxf(dxf("0 CIRCLE 8 A 10 0 20 0 40 7 ", block));
  CHECK(none.left_out.empty());
  CHECK(none.notes.empty());
  const Drawing twice =
      read_dxf(dxf("0 INSERT 2 B 10 0 20 0 0 INSERT 2 B 10 9 20 0 66 1 0 ATTRIB 1 x 0 SEQEND ", block));
  CHECK(twice.left_out.at("TEXT (no outline)") == 1);
  REQUIRE(twice.notes.size() == 1);
  CHECK(has(twice.notes[0], "above or below z = 0 are seen from above: 2"));
  const DrawnPart part = part_in(dxf("0 CIRCLE 8 A 10 0 20 0 40 7 0 LWPOLYLINE 8 A 90 1 10 1 20 1 "));
  CHECK(part.zero_length == 1);
}

TEST_CASE("if a fault ends the reading of a drawing, no additional fault about its unit is reported") {
  std::string text = dxf("0 CIRCLE 8 A 10 0 20 0 40 7 ");
  for (char& c : text) c = c == '\n' ? '\r' : c;
  CHECK_FALSE(has(faults_of(text), "/unit"));
  const std::string unit = faults_of(dxf("0 CIRCLE 8 A 10 0 20 0 40 7 ", "", "9 $INSUNITS 70 4.0"));
  CHECK(has(unit, "must be a whole number"));
  CHECK_FALSE(has(unit, "/unit"));
}

TEST_CASE("unreadable entities of a block, such as arrow heads, are faults only if the block is inserted") {
  const std::string arrow = "0 SECTION 2 BLOCKS 0 BLOCK 2 *D1 0 SOLID 8 A 0 ARC 8 A 10 x 0 ENDBLK 0 ENDSEC";
  CHECK(part_in(dxf("0 CIRCLE 8 A 10 0 20 0 40 1 ", arrow)).loops.size() == 1);
  CHECK(has(faults_of(dxf("0 INSERT 8 A 2 *D1 10 0 20 0 ", arrow)), "line 19: SOLID: is an entity that is not read"));
  CHECK(has(faults_of(dxf("0 INSERT 8 A 2 *D1 10 0 20 0 ", arrow)),
            "line 27: x: group 10 of ARC: must be a finite number"));
}

TEST_CASE("splines and ellipses become arcs within the requested deviation, and this is reported") {
  double before = 10;
  for (const double deviation : {.1, 1e-3, 1e-5}) {
    DrawingOptions options;
    options.deviation = deviation;
    const Drawing drawing = read_drawing(file("curves_R2000.dxf"), options);
    CHECK(drawing.deviation <= deviation);
    CHECK(drawing.deviation > 0);
    const DrawnPart part = part_of(drawing, options);
    // The upper half is half an ellipse with the semi-axes 15 and 7.5. The lower half is a cubic Bezier curve. The x of
    // its control points are equally spaced, so that x = 30 t and y = 3 t (1-t)^2 (-8) + 3 t^2 (1-t) 8 = -24 t (1-t)
    // (1-2t). This y is odd about t = 1/2, so the curve encloses as much area above the x axis as below it.
    const double area = kPi * 15 * 7.5 / 2;
    CHECK(std::fabs(part.properties.area - area) <= deviation * 90);
    CHECK(std::fabs(part.properties.area - area) < before);
    before = std::fabs(part.properties.area - area);
    // Each vertex must be on the ellipse or on the spline.
    const Outline outline = part.outline;
    for (const Eigen::Vector2d& v : std::get<Path>(outline).vertices) {
      const double ellipse = std::pow((v.x() - 15) / 15, 2) + std::pow(v.y() / 7.5, 2) - 1;
      const double t = v.x() / 30;  // x is linear in t, because the control points have x = 0, 10, 20, 30
      const double spline = v.y() + 24 * t * (1 - t) * (1 - 2 * t);
      CHECK(std::min(std::fabs(ellipse), std::fabs(spline)) < 1e-12);
    }
  }
}

TEST_CASE("the chords of a rational spline that is a circle stay within the requested deviation") {
  // The drawing is a circle of radius 1 as a spline with nine points (Piegl and Tiller). Their weights are 1 and
  // sqrt(1/2).
  std::string text = "0 SPLINE 8 A 70 12 71 2 72 12 73 9 ";
  for (const double knot : {0., 0., 0., 1., 1., 2., 2., 3., 3., 4., 4., 4.}) text += fmt::format("40 {} ", knot);
  const double corners[9][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  for (int k = 0; k < 9; ++k) {
    text += fmt::format("41 {} 10 {} 20 {} ", k % 2 == 0 ? 1 : std::sqrt(.5), corners[k][0], corners[k][1]);
  }
  DrawingOptions options;
  options.deviation = 1e-6;
  const DrawnPart part = part_in(dxf(text), options);
  // Each quarter of the spline is symmetric. One arc with the tangents of the spline at both ends is therefore exactly
  // a quarter of the circle.
  const auto& path = std::get<Path>(part.outline);
  CHECK(path.vertices.size() == 4);
  for (const Eigen::Vector2d& v : path.vertices) CHECK(std::fabs(v.norm() - 1) < 1e-14);
  CHECK(part.properties.area == doctest::Approx(kPi).epsilon(1e-12));
}

TEST_CASE("random plates with fillets have the expected area, with lines and arcs in any order and direction") {
  // The plate is a convex polygon with rounded corners. Each corner is an arc of radius r that is tangent to both
  // edges. If the outline turns by the angle t at a corner, the rounding removes the area r^2 (tan(t / 2) - t / 2).
  std::mt19937 random(1);
  std::uniform_real_distribution<double> unit(0, 1);
  const auto number = [&](double value, bool full) {
    return full ? fmt::format("{:.17g}", value) : fmt::format("{:.8f}", value);
  };
  int joined = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const bool full = trial % 2 == 0;
    const int corners = 3 + static_cast<int>(unit(random) * 8);
    const double size = std::pow(10, 3 * unit(random) - 1), far = unit(random) * 100;
    std::vector<Eigen::Vector2d> v;
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * kPi * (k + .6 * unit(random)) / corners;
      v.emplace_back(far + size * std::cos(angle), size * std::sin(angle) - far);
    }
    std::vector<double> turns(v.size());
    double radius = HUGE_VAL, area = 0;
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Eigen::Vector2d &a = v[k], &b = v[(k + 1) % v.size()], &c = v[(k + 2) % v.size()];
      const Eigen::Vector2d d = b - a, e = c - b;
      turns[(k + 1) % v.size()] = std::atan2(d.x() * e.y() - d.y() * e.x(), d.dot(e));
      area += ((a - v[0]).x() * (b - v[0]).y() - (a - v[0]).y() * (b - v[0]).x()) / 2;
    }
    for (std::size_t k = 0; k < v.size(); ++k) {
      const double side = (v[(k + 1) % v.size()] - v[k]).norm();
      radius = std::min(radius, .8 * side / (std::tan(turns[k] / 2) + std::tan(turns[(k + 1) % v.size()] / 2)));
    }
    std::vector<std::string> entities;
    for (std::size_t k = 0; k < v.size(); ++k) {
      const Eigen::Vector2d before = (v[k] - v[(k + v.size() - 1) % v.size()]).normalized();
      const Eigen::Vector2d next = v[(k + 1) % v.size()], d = (next - v[k]).normalized();
      const double turn = turns[k], turn_next = turns[(k + 1) % v.size()];
      area -= radius * radius * (std::tan(turn / 2) - turn / 2);
      Eigen::Vector2d from = v[k] + d * (radius * std::tan(turn / 2)),
                      to = next - d * (radius * std::tan(turn_next / 2));
      const Eigen::Vector2d center = from + radius * Eigen::Vector2d(-d.y(), d.x());
      const double degrees = 180 / kPi, start = std::atan2(-before.x(), before.y()) * degrees;
      if (unit(random) < .5) std::swap(from, to);
      entities.push_back(fmt::format("0 LINE 8 A 10 {} 20 {} 11 {} 21 {} ", number(from.x(), full),
                                     number(from.y(), full), number(to.x(), full), number(to.y(), full)));
      entities.push_back(fmt::format("0 ARC 8 A 10 {} 20 {} 40 {} 50 {} 51 {} ", number(center.x(), full),
                                     number(center.y(), full), number(radius, full), number(start, full),
                                     number(start + turn * degrees, full)));
    }
    std::shuffle(entities.begin(), entities.end(), random);
    std::string all;
    for (const std::string& entity : entities) all += entity;
    CAPTURE(all);
    const DrawnPart part = part_in(dxf(all));
    CHECK(part.loops.size() == 1);
    const double tolerance = full ? 1e-12 * area + 1e-13 * far * size : 4e-8 * (size + 1) * corners;
    CHECK(std::fabs(part.properties.area - area) <= tolerance);
    joined += static_cast<int>(part.joined.size());
  }
  CHECK(joined > 1000);
}
