// SPDX-License-Identifier: MIT
// Tests of the conversion of a drawing's lines and arcs to a part, and of its faults: ends, holes, layers, units,
// tasks.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>
#include <sys/stat.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "support/drawing_texts.h"

using namespace pawl;
using namespace pawl::drawings;

namespace {

constexpr double kPi = std::numbers::pi;

}  // namespace

TEST_CASE("numbers are read with all the digits in the file") {
  const DrawnPart part = part_in(dxf(line(.1, .2, .3, .2) + line(.3, .2, .3, 1e-3) + line(.3, 1e-3, .1, .2)));
  const auto& vertices = std::get<Polygon>(part.outline).vertices;
  // The outline is counterclockwise. Its first vertex is that of the first entity.
  CHECK(vertices == std::vector<Eigen::Vector2d>{{.1, .2}, {.3, 1e-3}, {.3, .2}});
}

TEST_CASE(
    "ends of curves are joined if they are equal, computed and equal up to rounding, or within the requested distance; "
    "joins are listed") {
  const std::string gap = line(0, 0, 10, 0) + line(10, 0, 10, 5) + line(10.005, 5.0, 0, 5) + line(0, 5, 0, 0);
  CHECK(
      has(faults_of(dxf(gap)),
          "line 27: LINE on layer \"A\" (line 27): the chain of lines is not closed: its end at [10,5] meets no other "
          "end; the nearest open end is 0.005 away, on LINE on layer \"A\" (line 39). Close the gap with join 0.005 or "
          "more"));
  DrawingOptions options;
  options.join = .004;
  CHECK(has(faults_of(dxf(gap), options), "the chain of lines is not closed"));
  options.join = .01;
  const DrawnPart part = part_in(dxf(gap), options);
  REQUIRE(part.joined.size() == 1);
  CHECK(part.joined[0].at == Eigen::Vector2d(10, 5));
  CHECK(part.joined[0].gap == doctest::Approx(.005));
  CHECK_FALSE(part.joined[0].by_rounding);
  CHECK(part.joined[0].moved.line == 39);
  CHECK(part.properties.area == 50);
  // The limit for joining is so large that each of the three ends is near both others.
  options.join = 6;
  CHECK(has(faults_of(dxf(line(0, 0, 10, 0) + line(10, 1, 20, 1) + line(10, 2, 20, 9)), options), "is unknown"));
  // An angle that is printed with few digits causes an error above rounding errors: 0.005 degrees at the radius 100 mm
  // are 9 micrometres.
  const std::string arc = "0 ARC 8 A 10 0 20 0 40 100 50 0 51 36.87 ";
  CHECK(has(faults_of(dxf(arc + line(100, 0, 0, 0) + line(0, 0, 80, 60))), "the chain of lines is not closed"));
  const std::string finer = "0 ARC 8 A 10 0 20 0 40 100 50 0 51 36.869898 ";
  CHECK(part_in(dxf(finer + line(100, 0, 0, 0) + line(0, 0, 80, 60))).joined.size() == 1);
}

TEST_CASE("a gap is not closed if another entity has a vertex equally near") {
  const std::string gap = line(0, 0, 10, 0) + line(10.01, 0, 10, 10) + line(10, 10, 0, 0);
  DrawingOptions options;
  options.join = .02;
  CHECK(part_in(dxf(gap), options).joined.size() == 1);
  const std::string other = "0 LWPOLYLINE 8 A 70 1 10 10.005 20 0.001 10 20 20 0 10 20 20 5 ";
  CHECK(has(faults_of(dxf(gap + other), options), "but also [10.005,0.001] of LWPOLYLINE"));
}

TEST_CASE("loops whose written numbers touch are refused, even if the rounded numbers do not touch") {
  const std::string box = line(0, 0, .8, 0) + line(.8, 0, .8, 1) + line(.8, 1, 0, 1) + line(0, 1, 0, 0);
  CHECK(has(faults_of(dxf(box + "0 CIRCLE 8 A 10 0.7 20 0.5 40 0.1 ")), "loops must not meet"));
  CHECK(part_in(dxf(box + "0 CIRCLE 8 A 10 0.7 20 0.5 40 0.0999999999999 ")).loops.size() == 2);
  for (const char* radius : {"5.0000000000000009", "4.999999999999999", "5.000000000000002"}) {
    CHECK(has(faults_of(dxf(fmt::format("0 CIRCLE 8 A 10 .1 20 .3 40 5 0 CIRCLE 8 A 10 .1 20 .3 40 {} ", radius))),
              "is within rounding of CIRCLE"));
  }
  // Whether two circles touch is also decided exactly: in decimals, 0.1 + 0.2 = 0.3.
  CHECK(has(faults_of(dxf("0 CIRCLE 8 A 10 0 20 0 40 .1 0 CIRCLE 8 A 10 .3 20 0 40 .2 ")), "loops must not meet"));
  CHECK(has(faults_of(dxf("0 CIRCLE 8 A 10 0 20 0 40 5 0 CIRCLE 8 A 10 1.2 20 1.6 40 3 ")), "loops must not meet"));
}

TEST_CASE("a point at which thousands of lines end is a single fault, which names five of them") {
  std::string star;
  for (int k = 0; k < 1000; ++k) star += line(0, 0, 1 + k, 1) + line(1 + k, 1, 1.5 + k, 1) + line(1.5 + k, 1, 0, 0);
  const std::string faults = faults_of(dxf(star));
  CHECK(has(faults, "2000 lines or arcs end"));
  CHECK(faults.substr(0, faults.find('\n')).size() < 600);
}

TEST_CASE("duplicate entities and entities without length are dropped and counted") {
  const std::string box = line(0, 0, 4, 0) + line(4, 0, 4, 3) + line(4, 3, 0, 3) + line(0, 3, 0, 0);
  const DrawnPart part = part_in(dxf(box + line(4, 3, 4, 0) + line(2, 2, 2, 2) + "0 CIRCLE 8 A 10 1 20 1 40 0.5 " +
                                     "0 CIRCLE 8 A 10 1 20 1 40 0.5 "));
  CHECK(part.duplicates == 2);
  CHECK(part.zero_length == 1);
  CHECK(part.loops.size() == 2);
  CHECK(part.properties.area == doctest::Approx(12 - kPi / 4).epsilon(1e-15));
}

TEST_CASE("loops that do not form one part are refused, and the fault names the entity, its layer and its line") {
  const std::string box = line(0, 0, 4, 0) + line(4, 0, 4, 3) + line(4, 3, 0, 3) + line(0, 3, 0, 0);
  CHECK(has(faults_of(dxf(box + line(4, 3, 0, 0))),
            "the outline branches at [4,3], where 3 lines or arcs end, this one and"));
  CHECK(has(faults_of(dxf(box + line(4, 3, 0, 0))), "LINE on layer \"A\" (line 63)"));
  CHECK(part_in(dxf(box + line(4, 3, 9, 9, "A"))).open_chains.size() == 1);  // the added curve is an open chain, and
                                                                             // encloses no area
  const std::string several = faults_of(dxf(box + "0 CIRCLE 8 B 10 9 20 9 40 1 "));
  CHECK(has(several, "There are 2 outlines. Choose one: loop 1 or loop 2"));
  CHECK(has(several, "CIRCLE on layer \"B\" (line 63): begins loop 2"));
  const std::string meeting = faults_of(dxf(box + "0 CIRCLE 8 B 10 4 20 1 40 0.5 "));
  CHECK(has(meeting, "meets CIRCLE on layer \"B\" (line 63)"));
  CHECK(has(meeting, "loops must not meet"));
  // this circle touches the outline from inside
  CHECK(has(faults_of(dxf(box + "0 CIRCLE 8 B 10 3 20 1 40 1 ")), "loops must not meet"));
  const std::string bow = line(0, 0, 4, 4) + line(4, 4, 4, 0) + line(4, 0, 0, 4) + line(0, 4, 0, 0);
  CHECK(has(faults_of(dxf(bow)),
            "LINE on layer \"A\" (line 15): from [0,0] to [4,4]: meets LINE on layer \"A\" (line 39)"));
  CHECK(has(faults_of(dxf(box + "0 CIRCLE 8 A 10 2 20 1.5 40 1 0 CIRCLE 8 A 10 2 20 1.5 40 0.5 ")),
            "This loop lies in a hole, so it may be another part"));
  CHECK(has(faults_of(dxf("0 TEXT 8 A 10 0 20 0 ")),
            "no closed curve that could be a part; not read: TEXT (no outline): 1"));
}

TEST_CASE("a chosen loop becomes the part, together with the holes in it") {
  const std::string two =
      dxf("0 CIRCLE 8 A 10 0 20 0 40 1 0 CIRCLE 8 A 10 9 20 0 40 3 0 CIRCLE 8 A 10 9 20 0 40 2 "
          "0 CIRCLE 8 A 10 9 20 0 40 1 ");
  DrawingOptions options;
  options.loop = 2;
  const DrawnPart part = part_in(two, options);
  CHECK(std::get<Disc>(part.outline).radius == 3);
  CHECK(part.properties.area == doctest::Approx(5 * kPi).epsilon(1e-15));
  CHECK(part.loops[0].kind == DrawnLoop::Kind::other);
  CHECK(part.loops[2].kind == DrawnLoop::Kind::hole);
  CHECK(part.loops[3].kind == DrawnLoop::Kind::other);
  options.loop = 5;
  CHECK(has(faults_of(two, options), "/loop: 5: the drawing has 4 loops"));
}

TEST_CASE("layer names ignore case, and layers that are frozen or off are left out") {
  const std::string table =
      "0 SECTION 2 TABLES 0 TABLE 2 LAYER 0 LAYER 2 Off 70 0 62 -7 0 LAYER 2 Cold 70 1 62 7 0 ENDTAB 0 ENDSEC";
  const std::string all = "0 CIRCLE 8 A 10 0 20 0 40 1 0 CIRCLE 8 OFF 10 0 20 0 40 2 0 CIRCLE 8 COLD 10 0 20 0 40 3 ";
  const Drawing drawing = read_dxf(dxf(all, table));
  CHECK(drawing.curves.size() == 1);
  CHECK(drawing.left_out.at("CIRCLE (layer \"OFF\" is hidden)") == 1);
  CHECK(drawing.left_out.at("CIRCLE (layer \"COLD\" is hidden)") == 1);
  DrawingOptions options;
  options.layer = "off";
  CHECK(std::get<Disc>(part_in(dxf(all, table), options).outline).radius == 2);
  options.layer = "outline";
  CHECK(has(faults_of(dxf(all), options),
            "/layer: outline: the drawing has nothing on this layer; it has CIRCLE (layer \"A\"): 1"));
}

TEST_CASE(
    "a drawing without a unit requires the option for the unit; if this option overrides a file's unit, a note states "
    "this") {
  const std::string circle = "0 CIRCLE 8 A 10 0 20 0 40 1 ";
  CHECK(has(faults_of(dxf(circle, "", "9 $ACADVER 1 AC1009")), "/unit: : the drawing states no unit"));
  CHECK(has(faults_of(dxf(circle, "", "9 $INSUNITS 70 0")), "/unit: : the drawing states no unit"));
  CHECK(has(faults_of(dxf(circle, "", "9 $INSUNITS 70 2")), "/unit: feet: the drawing's unit is not a unit of tasks"));
  CHECK(part_in(dxf(circle, "", "9 $INSUNITS 70 1")).unit == Units::Length::in);
  const Drawing drawing = read_dxf(dxf(circle, "", "9 $INSUNITS 70 1"), in_mm());
  CHECK(drawing.unit == Units::Length::mm);
  REQUIRE(drawing.notes.size() == 1);
  CHECK(has(drawing.notes[0], "states the unit in; its numbers are taken as mm"));
}

TEST_CASE("a task whose outline is a drawing in its folder equals the task with that outline written out") {
  const std::string folder = fmt::format("{}/tests/data/drawings", PAWL_SOURCE_DIR);
  const Task drawn =
      read_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "plate_R2010.dxf"}})", folder);
  const DrawnPart part = part_in(read_text_file(folder + "/plate_R2010.dxf"));
  const auto &a = std::get<Path>(*drawn.part.outline), &b = std::get<Path>(part.outline);
  CHECK(a.vertices == b.vertices);
  CHECK(a.bulges == b.bulges);
  // 1 kg/m^2 is 1e-6 kg/mm^2. The area is that of the outline minus the holes.
  CHECK(drawn.part.holes.size() == 2);
  CHECK_FALSE(drawn.part.mass.has_value());
  const ValidTask valid(drawn);
  CHECK(valid.mass() == doctest::Approx(2240e-6).epsilon(1e-14));
  CHECK(valid.contacts().radius_of_gyration() ==
        doctest::Approx(std::sqrt(part.properties.gyration_squared)).epsilon(1e-14));
  CHECK(valid.contacts().center_of_mass == part.properties.centroid);
  CHECK(write_task(read_task(write_task(drawn))) == write_task(drawn));
  const Task stated = read_task(
      R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": "plate_R12.dxf", "layer": "outline", "mass": 2}})",
      folder);
  CHECK(*stated.part.mass == 2);
  CHECK(stated.part.holes.empty());  // the holes are on a layer that is not read
}

TEST_CASE("a task reports the faults of its drawing, and a task that is not a file opens no drawing") {
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
            "/part/drawing: \"plate_R2010.dxf\": is a path, but this task was not read from a file"));
  CHECK(has(wrong(R"({"drawing": "missing.dxf"})"), "/part/drawing: \"missing.dxf\": the file cannot be opened"));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "layer": "X"})"),
            "/part/layer: X: the drawing has nothing on this layer"));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "outline": {"disc": {"radius": 1}}})"),
            "/part/outline: {\"disc\":{\"radius\":1}}: cannot be combined with"));
  CHECK(has(wrong(R"({"outline": {"disc": {"radius": 1}}, "layer": "X"})"),
            "/part/layer: \"X\": has no effect without \"drawing\""));
  CHECK(has(wrong(R"({"drawing": "plate_R2010.dxf", "deviation": 0})"), "/part/deviation: 0: must be greater than 0"));
  // In a task, "-" is the name of a file and not standard input. This also applies if the task is in the current
  // folder.
  try {
    read_task(R"({"pawl": 1, "part": {"drawing": "-"}})", "");
    FAIL("standard input was read");
  } catch (const InputError& error) {
    CHECK(has(error.faults()[0].message, "the file cannot be opened"));
  }
  try {
    read_task(R"({"pawl": 1, "part": {"drawing": "plate_R2010.dxf"}})", folder);
    FAIL("millimetres were taken for metres");
  } catch (const InputError& error) {
    CHECK(has(error.faults()[0].message, "the drawing is in mm, the task in m: give the task these units"));
  }
}

TEST_CASE("changes made while reading a task's drawing become warnings of the task") {
  const std::string folder = (std::filesystem::temp_directory_path() / "pawl_drawn_XXXXXX").string();
  std::string made = folder;
  REQUIRE(mkdtemp(made.data()) != nullptr);
  std::ofstream(made + "/gap.dxf") << dxf(line(0, 0, 10, 0) + line(10, 0, 10, 5) + line(10.005, 5, 0, 5) +
                                          line(0, 5, 0, 0) + line(2, 2, 2, 2) + "0 TEXT 8 A 10 0 20 0 ");
  std::ofstream(made + "/half.svg") << svg("<rect width='10' height='20'/>",
                                           "width='50mm' height='100mm' viewBox='0 0 100 200'");
  const auto read = [&](const std::string& part) {
    return read_valid_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"drawing": )" + part + "}}", made);
  };
  const Warnings gap = read(R"("gap.dxf", "join": 0.01)").of_drawing();
  REQUIRE(gap.size() == 3);
  CHECK(gap[0] == Warning{"drawing-left-out", "/part/drawing", "not in the part: TEXT (no outline): 1"});
  CHECK(gap[1].code == "drawing-joined");
  CHECK(has(gap[1].message,
            "1 pairs of line ends were joined, 0 of them within rounding; the widest gap is 0.005 at [10,5]"));
  CHECK(gap[2].code == "drawing-dropped");
  const Warnings half = read(R"("half.svg")").of_drawing();
  REQUIRE(half.size() == 2);
  CHECK(half[0].code == "drawing-note");
  CHECK(has(half[0].message, "coordinates are 0.5 times"));
#ifndef __EMSCRIPTEN__
  // The reader must not open a pipe: if nothing writes to the pipe, it would wait forever.
  REQUIRE(mkfifo((made + "/pipe").c_str(), 0600) == 0);
#endif
  const auto refused = [&](const std::string& part) -> std::string {
    try {
      read(part);
    } catch (const InputError& error) {
      return error.faults()[0].message;
    }
    return "no fault";
  };
#ifndef __EMSCRIPTEN__
  CHECK(has(refused(R"("pipe")"), "is not a regular file"));
#endif
  CHECK(has(refused(R"("")"), "must be the path of a file"));
  CHECK(has(refused(R"("gap.dxf\u0000x")"), "must be the path of a file"));
  CHECK(has(refused(R"(".")"), "is a directory"));
  std::filesystem::remove_all(made);
}
