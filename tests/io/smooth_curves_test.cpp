// SPDX-License-Identifier: MIT
// Curves of drawings as edges: an ellipse, a spline or a Bezier curve is one edge, for any number of arcs and chords
// that approximate it. Also tests the key "curve" of task files.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/drawing.h>
#include <pawl/io/fixture_options.h>
#include <pawl/io/read_task.h>
#include <pawl/io/write_task.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "geometry/edge_stretches.h"
#include "support/drawing_texts.h"

using namespace pawl;
using namespace pawl::drawings;

namespace {

DrawnPart part_in_file(const std::string& name) {
  return part_in(read_text_file(fmt::format("{}/tests/data/drawings/{}", PAWL_SOURCE_DIR, name)));
}

/// Returns the outline without its curves. Each segment is then an edge of its own.
Path without_curves(const Outline& outline) {
  Path path = std::get<Path>(outline);
  path.curves.clear();
  return path;
}

std::size_t curves_in(const Outline& outline) {
  const auto* path = std::get_if<Path>(&outline);
  if (path == nullptr || path->curves.empty()) return 0;
  return static_cast<std::size_t>(*std::max_element(path->curves.begin(), path->curves.end()));
}

std::string task_with(const std::string& path) {
  return R"({"pawl": 1, "part": {"outline": {"path": )" + path + "}}, \"fixels\": []}";
}

/// Returns a square of side 2. Its right side is one segment, its upper side three segments, and its left side two.
/// `curves` has the curve of each of these six segments, or "" for none.
std::string square(const std::vector<std::string>& curves) {
  const std::vector<std::string> ends = {"[2, 2]", "[1.5, 2]", "[1, 2]", "[0, 2]", "[0, 1]", "[0, 0]"};
  std::string path = "[[0, 0], [2, 0]";
  for (std::size_t k = 0; k < ends.size(); ++k) {
    path += curves[k].empty() ? ", " + ends[k] : fmt::format(", {{\"to\": {}, \"curve\": {}}}", ends[k], curves[k]);
  }
  return task_with(path + "]");
}

std::string faults_in_task(const std::string& text) {
  try {
    (void)read_task(text);
  } catch (const InputError& error) {
    std::string lines;
    for (const Fault& fault : error.faults()) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
    return lines;
  }
  return "no fault";
}

}  // namespace

TEST_CASE("an ellipse, half an ellipse, a spline, and a rounded corner made of Bezier curves each count as one edge") {
  struct Example {
    const char* file;
    std::size_t edges, curves;
  };
  for (const Example& example : {Example{"ellipse.svg", 1, 1}, Example{"smooth_curves.dxf", 4, 2},
                                 Example{"bezier_corners.svg", 8, 4}}) {
    CAPTURE(example.file);
    const Outline outline = part_in_file(example.file).outline;
    CHECK(edge_count(outline) == example.edges);
    CHECK(curves_in(outline) == example.curves);
    CHECK(outline_faults(outline).empty());
    // Each curve consists of several segments. Without curves, each segment is an edge.
    const Path before = without_curves(outline);
    CHECK(edge_count(before) == before.vertices.size());
    CHECK(edge_count(before) >= example.edges + example.curves);
  }
}

TEST_CASE("without curves nothing changes: lines, arcs and circles have no curve numbers") {
  for (const char* file : {"plate_R2010.dxf", "belt_R2010.dxf", "own_lengths.svg"}) {
    CAPTURE(file);
    DrawingOptions options;
    options.unit_if_unstated = Units::Length::mm;
    const DrawnPart part =
        part_in(read_text_file(fmt::format("{}/tests/data/drawings/{}", PAWL_SOURCE_DIR, file)), options);
    for (const DrawnLoop& loop : part.loops) CHECK(curves_in(loop.outline) == 0);
  }
}

TEST_CASE("adjacent pieces with a common tangent form one curve, which ends at a corner") {
  const auto edges = [](const std::string& data) { return edge_count(part_in(svg_path(data)).outline); };
  // Both outlines have three straight edges. In the first one, two arches meet in a corner. In the second one, two
  // curves have a common tangent and form an S, which is one edge.
  CHECK(edges("M 10 50 C 20 20 40 20 50 50 C 60 20 80 20 90 50 V 95 H 10 Z") == 5);
  CHECK(edges("M 10 50 C 20 20 40 20 50 50 C 60 80 80 80 90 50 V 95 H 10 Z") == 4);
  // A straight segment between two curves is an edge, even if it is written as a Bezier curve.
  CHECK(edges("M 10 50 C 10 30 20 20 40 20 C 50 20 50 20 60 20 C 80 20 90 30 90 50 Z") == 4);
  // Four segments form one closed curve. The result must not depend on the point at which the path begins.
  CHECK(edges("M 90 50 C 90 72 72 90 50 90 C 28 90 10 72 10 50 C 10 28 28 10 50 10 C 72 10 90 28 90 50 Z") == 1);
  // This path begins in the middle of a curve. Its last and its first segment are therefore one edge.
  CHECK(edges("M 50 20 C 70 20 90 30 90 50 H 10 C 10 30 30 20 50 20 Z") == 2);
  // This curve has a corner at the point where it begins and ends.
  CHECK(edges("M 50 90 C 0 40 30 10 50 10 C 70 10 100 40 50 90 Z") == 1);
}

TEST_CASE("a curve that continues from the last segment to the first is edge 1, and its stretches cover it once") {
  const Outline outline = part_in(svg_path("M 50 20 C 70 20 90 30 90 50 H 10 C 10 30 30 20 50 20 Z")).outline;
  const std::vector<std::size_t> numbers = edge_numbers(outline);
  CHECK(numbers.front() == 1);
  CHECK(numbers.back() == 1);
  CHECK(std::count(numbers.begin(), numbers.end(), 2) == 1);
  const auto stretches = internal::edge_stretches(outline);
  double covered = 0;
  std::size_t begins = 0;
  for (const auto& one : stretches) {
    if (one.edge != 1) continue;
    covered += one.to - one.from;
    begins += one.from == 0 ? 1 : 0;
  }
  CHECK(covered == doctest::Approx(1).epsilon(1e-12));
  CHECK(begins == 1);
  CHECK(stretches[0].from > .4);
  CHECK(stretches[0].from < .6);
  for (double share = .005; share < 1; share += .01) {
    const auto [segment, along] = internal::segment_at(stretches, 1, share);
    CHECK(stretches[segment].edge == 1);
    CHECK(stretches[segment].on_edge(along) == doctest::Approx(share).epsilon(1e-8));
  }
}

TEST_CASE("a drawing with curves is written to a task and read again") {
  for (const char* file : {"ellipse.svg", "smooth_curves.dxf", "bezier_corners.svg"}) {
    CAPTURE(file);
    Task task;
    task.units.length = Units::Length::mm;
    task.part = as_part(part_in_file(file));
    const Task again = read_task(write_task(task));
    const Path &path = std::get<Path>(*task.part.outline), &read = std::get<Path>(*again.part.outline);
    CHECK(read.vertices == path.vertices);
    CHECK(read.bulges == path.bulges);
    CHECK(read.curves == path.curves);
    CHECK(write_task(read_task(write_task(again))) == write_task(again));
  }
}

TEST_CASE("the entries of a curve must be adjacent in the list, where the first entry follows the last") {
  CHECK(faults_in_task(square({"", "1", "1", "", "2", "2"})) == "no fault");
  CHECK(faults_in_task(square({"7", "3", "3", "3", "1", "1"})) == "no fault");
  CHECK(faults_in_task(task_with(R"([[0, 0], {"to": [2, 0], "curve": 1}, [2, 2], {"to": [0, 2], "curve": 1},
                                     {"to": [0, 0], "curve": 1}])")) == "no fault");
  CHECK(has(faults_in_task(square({"", "1", "1", "", "1", "1"})),
            "/part/outline/path/6/curve: 1: is the number of the curve that ends with entry 4; expected"));
  CHECK(has(faults_in_task(square({"2", "1", "2", "", "", ""})), "/part/outline/path/4/curve: 2: is the number of"));
  CHECK(has(faults_in_task(square({"0", "", "", "", "", ""})), "/part/outline/path/2/curve: 0: must be a whole number from 1 to 2147483647"));
  CHECK(has(faults_in_task(square({"1.5", "", "", "", "", ""})), "/part/outline/path/2/curve: 1.5"));
}

TEST_CASE(
    "the curve numbers of an outline are checked if a program builds the outline in memory, as they are in a file") {
  Task task;
  Path path{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}, {0, 0, 0, 0}, {1, 0, 1, 0}};
  task.part.outline = path;
  CHECK_THROWS_AS((void)write_task(task), InputError);
  path.curves = {1, 1};
  CHECK(outline_faults(path).front().value == "array of 2 curve numbers");
  path.curves = {-1, 0, 0, 0};
  CHECK(outline_faults(path).front().message == "must be from 1, or 0 for a segment of no curve");
  path.curves = {1, 1, 0, 0};
  CHECK(outline_faults(path).empty());
  CHECK(edge_count(path) == 3);
}

TEST_CASE("rules for edges count a curve as one edge") {
  const auto with = [](const std::string& fixture) {
    std::string text = square({"", "1", "1", "1", "1", ""});
    text.insert(text.size() - 1, ", \"fixture\": " + fixture);
    return faults_in_task(text);
  };
  CHECK(with(R"({"forbidden_edges": [4], "required_edges": [3]})") == "no fault");
  CHECK(has(with(R"({"forbidden_edges": [5]})"), "/fixture/forbidden_edges/0: 5: the outline has only 4 edges"));
}
