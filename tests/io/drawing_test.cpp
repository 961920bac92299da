// SPDX-License-Identifier: MIT
// Drawings as parts: files of several programs, areas and moments against closed forms, joins, and what cannot be a
// part.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>
#include <pawl/io/read_task.h>

#include <cmath>
#include <numbers>
#include <random>

using namespace pawl;

namespace {

constexpr double kPi = std::numbers::pi;

std::string file(const std::string& name) {
  return read_text_file(fmt::format("{}/tests/data/drawings/{}", PAWL_SOURCE_DIR, name));
}

DrawnPart part_in(const std::string& name, DrawingOptions options = {}) {
  return part_of(read_drawing(file(name), options), options);
}

/// A DXF file of these groups, a word each, as its entities; `header` before.
std::string dxf(const std::string& entities, const std::string& header = "9 $INSUNITS 70 4",
                const std::string& more = "") {
  std::string text =
      "0 SECTION 2 HEADER " + header + " 0 ENDSEC " + more + " 0 SECTION 2 ENTITIES " + entities + " 0 ENDSEC 0 EOF ";
  for (char& c : text) c = c == ' ' ? '\n' : c;
  std::string once;
  for (const char c : text) {
    if (c != '\n' || (!once.empty() && once.back() != '\n')) once += c;
  }
  return once;
}

std::string line(double ax, double ay, double bx, double by, const std::string& layer = "A") {
  return fmt::format("0 LINE 8 {} 10 {} 20 {} 11 {} 21 {} ", layer, ax, ay, bx, by);
}

DrawnPart part_of_text(const std::string& text, const DrawingOptions& options = {}) {
  return part_of(read_drawing(text, options), options);
}

/// The messages of all faults, a line each.
std::string faults_of(const std::string& text, const DrawingOptions& options = {}) {
  try {
    part_of_text(text, options);
  } catch (const InputError& error) {
    std::string lines;
    for (const Fault& fault : error.faults()) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
    return lines;
  }
  return "no fault";
}

bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

struct Moments {
  long double area = 0, x = 0, y = 0, polar = 0;  ///< about the origin

  void add(long double sign, const Moments& m) {
    area += sign * m.area;
    x += sign * m.x;
    y += sign * m.y;
    polar += sign * m.polar;
  }
};

/// A figure whose moments about its own centre are known, moved there.
Moments moved(long double area, long double polar, long double cx, long double cy) {
  return {area, area * cx, area * cy, polar + area * (cx * cx + cy * cy)};
}

/// A rectangle with round corners: less four corner squares, with their quarter discs again. A quarter disc about its
/// centre q has area pi r^2 / 4, first moments r^3 / 3 and polar moment pi r^4 / 8.
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

/// 60 by 40 with corners of radius 5, less a disc of radius 4 and a slot 16 by 6 with round ends.
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

DrawingOptions in_mm() {
  DrawingOptions options;
  options.unit = Units::Length::mm;
  return options;
}

}  // namespace

TEST_CASE("a plate with holes has its exact area, centroid and inertia in every version of DXF") {
  for (const char* name : {"plate_R12.dxf", "plate_R2000.dxf", "plate_R2010.dxf", "plate_R2018.dxf"}) {
    CAPTURE(std::string(name));
    const DrawnPart part = part_in(name, std::string(name) == "plate_R12.dxf" ? in_mm() : DrawingOptions());
    CHECK(part.unit == Units::Length::mm);
    CHECK(part.has_holes);
    REQUIRE(part.loops.size() == 3);
    check_moments(part.properties, plate());
    CHECK(part.properties.area == doctest::Approx(2240).epsilon(1e-14));  // the pieces with pi cancel
    // Corners by quarters: their ends are exact, nothing had to be joined, and all arcs are arcs.
    CHECK(part.joined.empty());
    const auto& path = std::get<Path>(part.outline);
    CHECK(path.vertices.size() == 8);
    CHECK(std::count(path.bulges.begin(), path.bulges.end(), std::tan(kPi / 8)) == 4);
    CHECK(part.loops[0].places[0].layer == "OUTLINE");
  }
}

TEST_CASE("a plate as FreeCAD, LibreCAD and Inkscape write it is the same plate") {
  for (const char* name : {"plate_freecad.dxf", "plate_librecad.dxf"}) {
    const DrawnPart part = part_in(name);
    CHECK(part.unit == Units::Length::mm);
    check_moments(part.properties, plate());
  }
  // Inkscape's y points down, and is turned up.
  const DrawnPart shapes = part_in("plate_inkscape.svg");
  check_moments(shapes.properties, plate(-20));
  CHECK(shapes.unit == Units::Length::mm);
  CHECK(std::holds_alternative<Disc>(shapes.loops[1].outline));
  CHECK(part_in("bracket_freecad.svg").properties.area == doctest::Approx(50 * 12.5 + 27.5 * 12.5).epsilon(1e-15));
}

TEST_CASE("shapes that Inkscape turned into paths are as near as the Bezier curves that it wrote") {
  DrawingOptions options;
  options.deviation = 1e-4;
  const Drawing drawing = read_drawing(file("plate_inkscape_paths.svg"), options);
  CHECK(drawing.deviation > 0);
  CHECK(drawing.deviation <= 1e-4);
  const DrawnPart part = part_of(drawing, options);
  // Corners of radius 5 by cubics with handles of 2.77 instead of 2.7614: they bulge by 1e-3 of the radius.
  check_moments(part.properties, plate(-20), 2e-3);
}

TEST_CASE("a belt whose arcs end at computed angles is joined within rounding, and says so") {
  for (const char* name : {"belt_R12.dxf", "belt_R2010.dxf", "belt_librecad.dxf"}) {
    const DrawnPart part = part_in(name, in_mm());
    CHECK(part.loops.size() == 1);
    CHECK_FALSE(part.joined.empty());
    for (const JoinedEnds& joined : part.joined) {
      CHECK(joined.by_rounding);
      CHECK(joined.gap < 1e-12);
      CHECK(joined.kept.kind == "LINE");
      CHECK(joined.moved.kind == "ARC");
    }
    // Green's formulas along the belt, by Simpson's rule on arcs from the discs themselves.
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
        const long double turn = x * r * c + y * r * s;  // x dy - y dx
        sum.add(w, {turn / 2, x * turn / 3, y * turn / 3, (x * x + y * y) * turn / 4});
      }
    }
    check_moments(part.properties, sum);
  }
}

TEST_CASE("blocks in blocks are put in their places by quarter turns and mirrors, exactly") {
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
  // A quadrant: a square less a triangle, and the piece of a circle on the chord (10, 3), (3, 10) with bulge 1/2: half
  // its sweep is p = 2 atan(1/2), sin p = 4/5, cos p = 3/5, r = |d| / (2 sin p), area r^2 (p - sin p cos p).
  const double p = 2 * std::atan(.5), square = 98 / 2.56;
  CHECK(part.properties.area == doctest::Approx(4 * (100 - 24.5 + square * (p - .48))).epsilon(1e-14));
  CHECK((part.properties.centroid - Eigen::Vector2d(100, 50)).norm() < 1e-13);
  CHECK(part.loops[0].places[0].layer == "OUTLINE");  // of the insert: in the block it is on layer 0
}

TEST_CASE("rows and columns of a block are turned with it, and under unequal scales its circles become chords") {
  const std::string block = "0 SECTION 2 BLOCKS 0 BLOCK 2 B 10 1 20 1 0 CIRCLE 8 0 10 1 20 1 40 .5 0 ENDBLK 0 ENDSEC";
  const Drawing drawing =
      read_dxf(dxf("0 INSERT 8 A 2 b 10 10 20 20 50 90 70 3 71 2 44 5 45 7 ", "9 $INSUNITS 70 4", block));
  REQUIRE(drawing.curves.size() == 6);
  for (int k = 0; k < 6; ++k) {
    CHECK(drawing.curves[k].disc->center == Eigen::Vector2d(10 - 7 * (k / 3), 20 + 5 * (k % 3)));
    CHECK(drawing.curves[k].disc->radius == .5);
  }
  const Drawing ellipse = read_dxf(dxf("0 INSERT 8 A 2 B 10 0 20 0 41 4 42 2 50 30 ", "9 $INSUNITS 70 4", block));
  CHECK(ellipse.deviation > 0);
  CHECK(ellipse.deviation <= 1e-3);
  CHECK(part_of(ellipse).properties.area == doctest::Approx(2 * kPi).epsilon(2e-3));
  REQUIRE(ellipse.notes.size() == 1);
  CHECK(has(ellipse.notes[0], "no quarter turns"));
}

TEST_CASE("what cannot be read in a block is no fault as long as the block is not inserted, as arrow heads are") {
  const std::string arrow = "0 SECTION 2 BLOCKS 0 BLOCK 2 *D1 0 SOLID 8 A 0 ARC 8 A 10 x 0 ENDBLK 0 ENDSEC";
  CHECK(part_of_text(dxf("0 CIRCLE 8 A 10 0 20 0 40 1 ", "9 $INSUNITS 70 4", arrow)).loops.size() == 1);
  CHECK(has(faults_of(dxf("0 INSERT 8 A 2 *D1 10 0 20 0 ", "9 $INSUNITS 70 4", arrow)),
            "line 19: SOLID: is an entity that is not read"));
  CHECK(has(faults_of(dxf("0 INSERT 8 A 2 *D1 10 0 20 0 ", "9 $INSUNITS 70 4", arrow)),
            "line 27: x: group 10 of ARC: must be a finite number"));
}

TEST_CASE("splines and ellipses become chords within the deviation that is asked for, and it is said") {
  double before = 10;
  for (const double deviation : {.1, 1e-3, 1e-5}) {
    DrawingOptions options;
    options.deviation = deviation;
    const Drawing drawing = read_drawing(file("curves_R2000.dxf"), options);
    CHECK(drawing.deviation <= deviation);
    CHECK(drawing.deviation > deviation / 10);
    const DrawnPart part = part_of(drawing, options);
    // Half an ellipse with axes 15 and 7.5 above y = 0. Below it the cubic Bezier curve of four points whose x are
    // equally far apart, so x = 30 t and y = 3 t (1-t)^2 (-8) + 3 t^2 (1-t) 8 = -24 t (1-t) (1-2t), which is odd about
    // t = 1/2: it encloses as much above as below.
    const double area = kPi * 15 * 7.5 / 2;
    CHECK(std::fabs(part.properties.area - area) <= deviation * 90);
    CHECK(std::fabs(part.properties.area - area) < before);
    before = std::fabs(part.properties.area - area);
    // Vertices lie on the ellipse and on the spline.
    const Outline outline = part.outline;
    for (const Eigen::Vector2d& v : std::get<Polygon>(outline).vertices) {
      const double ellipse = std::pow((v.x() - 15) / 15, 2) + std::pow(v.y() / 7.5, 2) - 1;
      const double t = v.x() / 30;  // the points' x are 0, 10, 20, 30: linear in t
      const double spline = v.y() + 24 * t * (1 - t) * (1 - 2 * t);
      CHECK(std::min(std::fabs(ellipse), std::fabs(spline)) < 1e-12);
    }
  }
}

TEST_CASE("a rational spline that is a circle stays within the deviation of it") {
  // A circle of radius 1 by nine points (Piegl and Tiller): weights 1 and sqrt(1/2).
  std::string text = "0 SPLINE 8 A 70 12 71 2 72 12 73 9 ";
  for (const double knot : {0., 0., 0., 1., 1., 2., 2., 3., 3., 4., 4., 4.}) text += fmt::format("40 {} ", knot);
  const double corners[9][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}, {1, 0}};
  for (int k = 0; k < 9; ++k) {
    text += fmt::format("41 {} 10 {} 20 {} ", k % 2 == 0 ? 1 : std::sqrt(.5), corners[k][0], corners[k][1]);
  }
  DrawingOptions options;
  options.deviation = 1e-6;
  const DrawnPart part = part_of_text(dxf(text), options);
  for (const Eigen::Vector2d& v : std::get<Polygon>(part.outline).vertices) CHECK(std::fabs(v.norm() - 1) < 1e-14);
  CHECK(part.properties.area < kPi);
  CHECK(part.properties.area > kPi - 2 * kPi * 1e-6);
}

TEST_CASE(
    "random plates with fillets, their lines and arcs in any order and direction, have the area that they should") {
  // A convex polygon whose corners are rounded with radius r, each by an arc that touches both sides: a corner where
  // the outline turns by t loses r^2 (tan(t / 2) - t / 2).
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
    const DrawnPart part = part_of_text(dxf(all));
    CHECK(part.loops.size() == 1);
    const double tolerance = full ? 1e-12 * area + 1e-13 * far * size : 4e-8 * (size + 1) * corners;
    CHECK(std::fabs(part.properties.area - area) <= tolerance);
    joined += static_cast<int>(part.joined.size());
  }
  CHECK(joined > 1000);
}

TEST_CASE("numbers stay as they stand in the file") {
  const DrawnPart part = part_of_text(dxf(line(.1, .2, .3, .2) + line(.3, .2, .3, 1e-3) + line(.3, 1e-3, .1, .2)));
  const auto& vertices = std::get<Polygon>(part.outline).vertices;
  // Counterclockwise about the first entity's start.
  CHECK(vertices == std::vector<Eigen::Vector2d>{{.1, .2}, {.3, 1e-3}, {.3, .2}});
}

TEST_CASE(
    "ends are joined where they are equal, within rounding where computed, else as far as asked for, and listed") {
  const std::string gap = line(0, 0, 10, 0) + line(10, 0, 10, 5) + line(10.005, 5.0, 0, 5) + line(0, 5, 0, 0);
  CHECK(has(faults_of(dxf(gap)),
            "line 27: LINE on layer \"A\" (line 27): the chain is open: its end at [10,5] meets no other "
            "end; the nearest open end is 0.005 away, of LINE on layer \"A\" (line 39)"));
  DrawingOptions options;
  options.join = .004;
  CHECK(has(faults_of(dxf(gap), options), "the chain is open"));
  options.join = .01;
  const DrawnPart part = part_of_text(dxf(gap), options);
  REQUIRE(part.joined.size() == 1);
  CHECK(part.joined[0].at == Eigen::Vector2d(10, 5));
  CHECK(part.joined[0].gap == doctest::Approx(.005));
  CHECK_FALSE(part.joined[0].by_rounding);
  CHECK(part.joined[0].moved.line == 39);
  CHECK(part.properties.area == 50);
  // So wide that three ends are within reach of each other.
  options.join = 6;
  CHECK(has(faults_of(dxf(line(0, 0, 10, 0) + line(10, 1, 20, 1) + line(10, 2, 20, 9)), options), "is unknown"));
  // Short printed angles are not taken for rounding: 0.005 degrees at radius 100 are 9 micrometres.
  const std::string arc = "0 ARC 8 A 10 0 20 0 40 100 50 0 51 36.87 ";
  CHECK(has(faults_of(dxf(arc + line(100, 0, 0, 0) + line(0, 0, 80, 60))), "the chain is open"));
  const std::string finer = "0 ARC 8 A 10 0 20 0 40 100 50 0 51 36.869898 ";
  CHECK(part_of_text(dxf(finer + line(100, 0, 0, 0) + line(0, 0, 80, 60))).joined.size() == 1);
}

TEST_CASE("what is drawn twice or without length is dropped and counted") {
  const std::string box = line(0, 0, 4, 0) + line(4, 0, 4, 3) + line(4, 3, 0, 3) + line(0, 3, 0, 0);
  const DrawnPart part = part_of_text(dxf(box + line(4, 3, 4, 0) + line(2, 2, 2, 2) + "0 CIRCLE 8 A 10 1 20 1 40 0.5 " +
                                          "0 CIRCLE 8 A 10 1 20 1 40 0.5 "));
  CHECK(part.duplicates == 2);
  CHECK(part.zero_length == 1);
  CHECK(part.loops.size() == 2);
  CHECK(part.properties.area == doctest::Approx(12 - kPi / 4).epsilon(1e-15));
}

TEST_CASE("what is no part is refused with the entity, its layer and its line") {
  const std::string box = line(0, 0, 4, 0) + line(4, 0, 4, 3) + line(4, 3, 0, 3) + line(0, 3, 0, 0);
  CHECK(has(faults_of(dxf(box + line(4, 3, 9, 9, "B"))),
            "the outline branches at [4,3], where 3 lines or arcs end, this one and"));
  CHECK(has(faults_of(dxf(box + line(4, 3, 9, 9, "B"))), "LINE on layer \"B\" (line 63)"));
  const std::string several = faults_of(dxf(box + "0 CIRCLE 8 B 10 9 20 9 40 1 "));
  CHECK(has(several, "begins loop 1, one of 2 that lie in no other"));
  CHECK(has(several, "CIRCLE on layer \"B\" (line 63): begins loop 2"));
  const std::string meeting = faults_of(dxf(box + "0 CIRCLE 8 B 10 4 20 1 40 0.5 "));
  CHECK(has(meeting, "meets CIRCLE on layer \"B\" (line 63)"));
  CHECK(has(meeting, "loops must not meet"));
  CHECK(has(faults_of(dxf(box + "0 CIRCLE 8 B 10 3 20 1 40 1 ")), "loops must not meet"));  // touches from inside
  const std::string bow = line(0, 0, 4, 4) + line(4, 4, 4, 0) + line(4, 0, 0, 4) + line(0, 4, 0, 0);
  CHECK(has(faults_of(dxf(bow)),
            "LINE on layer \"A\" (line 15): from [0,0] to [4,4]: meets LINE on layer \"A\" (line 39)"));
  CHECK(has(faults_of(dxf(box + "0 CIRCLE 8 A 10 2 20 1.5 40 1 0 CIRCLE 8 A 10 2 20 1.5 40 0.5 ")),
            "begins loop 3, which lies in a hole"));
  CHECK(has(faults_of(dxf("0 TEXT 8 A 10 0 20 0 ")),
            "no closed curve that could be a part; not read: TEXT (no outline): 1"));
}

TEST_CASE("a loop can be chosen, and is the part with the holes in it") {
  const std::string two =
      dxf("0 CIRCLE 8 A 10 0 20 0 40 1 0 CIRCLE 8 A 10 9 20 0 40 3 0 CIRCLE 8 A 10 9 20 0 40 2 "
          "0 CIRCLE 8 A 10 9 20 0 40 1 ");
  DrawingOptions options;
  options.loop = 2;
  const DrawnPart part = part_of_text(two, options);
  CHECK(std::get<Disc>(part.outline).radius == 3);
  CHECK(part.properties.area == doctest::Approx(5 * kPi).epsilon(1e-15));
  CHECK(part.loops[0].kind == DrawnLoop::Kind::other);
  CHECK(part.loops[2].kind == DrawnLoop::Kind::hole);
  CHECK(part.loops[3].kind == DrawnLoop::Kind::other);
  options.loop = 5;
  CHECK(has(faults_of(two, options), "/loop: 5: the drawing has 4 loops"));
}

TEST_CASE("layers are chosen without regard to capitals, and frozen ones and those that are off are left out") {
  const std::string table =
      "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Off 70 0 62 -7 0 LAYER 2 Cold 70 1 62 7 0 ENDTAB 0 ENDSEC";
  const std::string all = "0 CIRCLE 8 A 10 0 20 0 40 1 0 CIRCLE 8 OFF 10 0 20 0 40 2 0 CIRCLE 8 COLD 10 0 20 0 40 3 ";
  const Drawing drawing = read_dxf(dxf(all, "9 $INSUNITS 70 4", table));
  CHECK(drawing.curves.size() == 1);
  CHECK(drawing.left_out.at("CIRCLE (layer \"OFF\" is hidden)") == 1);
  CHECK(drawing.left_out.at("CIRCLE (layer \"COLD\" is hidden)") == 1);
  DrawingOptions options;
  options.layer = "off";
  CHECK(std::get<Disc>(part_of_text(dxf(all, "9 $INSUNITS 70 4", table), options).outline).radius == 2);
  options.layer = "outline";
  CHECK(has(faults_of(dxf(all), options),
            "/layer: outline: the drawing has nothing on this layer; it has CIRCLE (layer \"A\"): 1"));
}

TEST_CASE("a drawing without a unit needs one, and one that is asked for goes before the file's, which is said") {
  const std::string circle = "0 CIRCLE 8 A 10 0 20 0 40 1 ";
  CHECK(has(faults_of(dxf(circle, "9 $ACADVER 1 AC1009")), "/unit: : the drawing does not say its unit"));
  CHECK(has(faults_of(dxf(circle, "9 $INSUNITS 70 0")), "/unit: : the drawing does not say its unit"));
  CHECK(has(faults_of(dxf(circle, "9 $INSUNITS 70 2")), "/unit: feet: is the drawing's unit, and none of tasks"));
  CHECK(part_of_text(dxf(circle, "9 $INSUNITS 70 1")).unit == Units::Length::in);
  const Drawing drawing = read_dxf(dxf(circle, "9 $INSUNITS 70 1"), in_mm());
  CHECK(drawing.unit == Units::Length::mm);
  REQUIRE(drawing.notes.size() == 1);
  CHECK(has(drawing.notes[0], "says that it is in in; its numbers are taken as mm"));
}

TEST_CASE("a task takes its outline from a drawing in its folder, and is the task that states it") {
  const std::string folder = fmt::format("{}/tests/data/drawings", PAWL_SOURCE_DIR);
  const Task drawn =
      read_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "plate_R2010.dxf"}})", folder);
  const DrawnPart part = part_in("plate_R2010.dxf");
  const auto &a = std::get<Path>(*drawn.part.outline), &b = std::get<Path>(part.outline);
  CHECK(a.vertices == b.vertices);
  CHECK(a.bulges == b.bulges);
  // 1 kg/m^2 are 1e-6 kg/mm^2, less the holes.
  CHECK(*drawn.part.mass == doctest::Approx(2240e-6).epsilon(1e-14));
  CHECK(*drawn.part.inertia == *drawn.part.mass * part.properties.gyration_squared);
  CHECK(*drawn.part.center_of_mass == part.properties.centroid);
  const Task stated = read_task(
      R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "plate_R12.dxf", "layer": "outline", "mass": 2}})",
      folder);
  CHECK(*stated.part.mass == 2);
  CHECK_FALSE(stated.part.inertia.has_value());  // of the outline: the holes are on another layer
}

TEST_CASE("a task says what is wrong with its drawing, and opens none when it is no file itself") {
  const std::string folder = fmt::format("{}/tests/data/drawings", PAWL_SOURCE_DIR);
  const auto wrong = [&](const std::string& part, bool with_folder = true) -> std::string {
    const std::string text = R"({"pawl": 1, "units": {"length": "mm"}, "part": )" + part + "}";
    try {
      with_folder ? read_task(text, folder) : read_task(text);
    } catch (const InputError& error) {
      return error.faults()[0].pointer + ": " + error.faults()[0].value + ": " + error.faults()[0].message;
    }
    return "no fault";
  };
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf"})", false),
            "/part/drawing: \"plate_R2010.dxf\": is a file, and this text is of none"));
  CHECK(has(wrong(R"({"drawing": "missing.dxf"})"), "/part/drawing: \"missing.dxf\": the file cannot be opened"));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "layer": "X"})"),
            "/part/layer: X: the drawing has nothing on this layer"));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "outline": {"disc": {"radius": 1}}})"),
            "/part/outline: {\"disc\":{\"radius\":1}}: cannot stand beside"));
  CHECK(has(wrong(R"({"outline": {"disc": {"radius": 1}}, "layer": "X"})"),
            "/part/layer: \"X\": says nothing without \"drawing\""));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "deviation": 0})"), "/part/deviation: 0: must be greater than 0"));
  try {
    read_task(R"({"pawl": 1, "part": {"drawing": "plate_R2010.dxf"}})", folder);
    FAIL("millimetres were taken for metres");
  } catch (const InputError& error) {
    CHECK(has(error.faults()[0].message, "the drawing is in mm, the task in m"));
  }
}
