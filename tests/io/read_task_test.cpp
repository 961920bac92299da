// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>

#include <filesystem>
#include <sstream>

#include "io/task_documents.h"

using namespace pawl;

namespace {

std::vector<Fault> faults_of(const std::string& text) {
  try {
    read_task(text);
  } catch (const InputError& error) {
    return error.faults();
  }
  return {};
}

std::string line_of(const Fault& fault) { return fault.pointer + ": " + fault.value + ": " + fault.message; }

}  // namespace

TEST_CASE("every key of a task is read with its exact value") {
  const Task task = read_task(documents::kWhole);
  CHECK(task.name == "whole");
  CHECK(task.part.mass == 2.0);
  CHECK(task.pose == Eigen::Vector3d(0, 0, 0));
  REQUIRE(task.fixels.size() == 2);
  CHECK(task.fixels[1].friction == Friction(.1, .3));
  CHECK(task.friction == Friction(.2));
  CHECK(task.contact_tolerance == 1e-5);
  CHECK(task.seat_distance == 0.1);
  CHECK(task.modes == std::vector<std::string>{"na", "*a", "k[as]"});
  CHECK(std::holds_alternative<PushActuator>(*task.actuator));
  CHECK(task.start->size() == 2);
  CHECK(*task.goal == std::vector<int>{1, 2});
  CHECK(task.plan->size() == 1);
  CHECK(task.scatter->starts == 10);
  CHECK(task.extensions.at("/x-note") == "{\"by\":[1,null]}");
  CHECK(task.extensions.at("/fixels/0/x-id") == "7");
}

TEST_CASE("valid documents are read") {
  for (const char* text : documents::kGood) {
    CAPTURE(std::string(text));
    CHECK(faults_of(text).empty());
  }
}

TEST_CASE("each bad document is refused with pointer, value and bound") {
  for (const documents::Bad& bad : documents::kBad) {
    const auto faults = faults_of(bad.text);
    std::string lines;
    for (const Fault& fault : faults) lines += line_of(fault) + "\n";
    INFO(std::string(bad.text), "\nexpected ", std::string(bad.expected), "\ngot      ", lines);
    CHECK(faults.size() == 1);
    CHECK(lines.find(bad.expected) == 0);
  }
}

TEST_CASE("all faults of a file are reported together, each of them once") {
  const auto faults = faults_of(R"({"pawl": 1, "fricton": 0.2,
    "part": {"mass": -1, "outline": {"polygon": [[0, 0], [1, 0], [0, 1]]}},
    "fixels": [{"at": [0, "x"]}, {"at": [0, 0], "radius": -1}], "modes": ["q", "nn"],
    "a/b~c": 1, "name": "a", "name": "b"})");
  std::vector<std::string> pointers;
  for (const Fault& fault : faults) pointers.push_back(fault.pointer);
  CHECK(pointers == std::vector<std::string>{"/name", "/fricton", "/part/mass", "/fixels/0/at/1", "/fixels/1/radius",
                                             "/modes/0", "/a~1b~0c"});
}

TEST_CASE("if the form of a document has faults, geometry and modes are still checked as far as possible") {
  const auto faults = faults_of(R"({"pawl": 1, "friction": -1, "part": {"outline": {"disc": {"radius": 1}}},
    "fixels": [{"at": [0, -1]}, {"at": [0.5, 0]}], "modes": ["na"]})");
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].pointer == "/friction");
  CHECK(faults[1].pointer == "/fixels/1");
}

TEST_CASE("text that is not JSON is refused with one fault, which gives the place and the text at this place") {
  const auto line = [](const std::string& text) {
    const auto faults = faults_of(text);
    REQUIRE(faults.size() == 1);
    return line_of(faults[0]);
  };
  CHECK(line("") == ": : the text is empty; expected a JSON object");
  CHECK(line(" \n\t") == ": : the text is empty; expected a JSON object");
  CHECK(line("{").find("not JSON at line 1, column 2: unexpected end of input; expected string literal") !=
        std::string::npos);
  CHECK(line("{\"pawl\": 1,\n \"part\": {\"mass\": nan}}") ==
        "/part/mass: \"mass\": na: not JSON at line 2, column 20: invalid literal; JSON has no such number; expected a "
        "finite one");
  for (const char* text : {"[1, 2", "{\"pawl\": 1,}", "{\"pawl\": NaN}", "{\"pawl\": 1} x", "\xff\xfe", "\"\xc3\x28\"",
                           "tru", "{\"a\" 1}", "[1]]", "\"a", "\"\\u12\"", "\"\x01\"", "{\"pawl\": .5}", "{'pawl': 1}",
                           "-", "[01]", "// 1", "Infinity", "{\"pawl\": -Infinity}"}) {
    CAPTURE(std::string(text));
    CHECK(line(text).find("not JSON at line 1, column") != std::string::npos);
    CHECK(line(text).find("json.exception") == std::string::npos);
  }
  // A message must consist of printable characters, no matter what the file contains.
  for (const char c : line("{\"pawl\": \x1b[31m\x07\xf0}")) CHECK((c >= 0x20 && c < 0x7f));
}

TEST_CASE("a zero byte does not end a task: the text after the byte is read") {
  using namespace std::string_literals;
  const auto faults = faults_of("{\"pawl\": 1, \"contacts\": []}\0{\"fricton\""s);
  REQUIRE(faults.size() == 1);
  CHECK(line_of(faults[0]) == R"(: \x00{"fricton": not JSON: a zero byte at byte 27; expected the end)");
  CHECK(faults_of("{\"pawl\": 1, \"contacts\": []}\0"s).size() == 1);
  CHECK(faults_of("{\"pawl\": 1, \0\"contacts\": []}"s).size() == 1);
  CHECK(faults_of("{\"pawl\": 1, \"contacts\": [], \"name\": \"\0\"}"s).size() == 1);
}

TEST_CASE("a byte order mark and white space around a task are ignored") {
  CHECK(faults_of("\xef\xbb\xbf {\"pawl\": 1, \"contacts\": []}\r\n").empty());
}

TEST_CASE("the depth of nesting is limited") {
  for (const std::size_t depth : {65u, 10000u, 1000000u}) {
    CHECK(faults_of(std::string(depth, '['))[0].message == "nested deeper than 64 levels");
    std::string objects;
    for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
    CHECK(faults_of(objects)[0].message == "nested deeper than 64 levels");
  }
  const auto nested = [](std::size_t depth) {
    return "{\"pawl\": 1, \"contacts\": [], \"x-a\": " + std::string(depth, '[') + std::string(depth, ']') + "}";
  };
  CHECK(faults_of(nested(63)).empty());
  CHECK(faults_of(nested(64)).size() == 1);
}

TEST_CASE("numbers that are not finite are reported at their places, together with the other faults") {
  const auto faults = faults_of(R"({"pawl": 1, "part": {"mass": 1e400, "inertia": -1},
    "contacts": [{"point": [0, -1e999], "normal": [0, 1], "gap": 0.1}], "modes": ["n"]})");
  std::vector<std::string> lines;
  for (const Fault& fault : faults) lines.push_back(line_of(fault));
  CHECK(lines == std::vector<std::string>{
                     "/part/mass: 1e400: must be a finite number: it is beyond the range of doubles",
                     "/contacts/0/point/1: -1e999: must be a finite number: it is beyond the range of doubles",
                     "/part/inertia: -1: must be greater than 0"});
  std::string many = "{\"pawl\": 1, \"x-a\": [1e400";
  for (int i = 0; i < 100; ++i) many += ", 1e400";
  CHECK(faults_of(many + "]}").size() >= 16);
  CHECK(faults_of("{\"pawl\": 1, \"contacts\": [], \"x-tiny\": 1e-400}").empty());
}

TEST_CASE("every duplicate key is a fault, in any object, and many keys are checked quickly") {
  const auto faults = faults_of(R"({"pawl": 1, "pawl": 2, "contacts": [], "x-a": [{"b": 1, "c": 2, "b": 1, "b": 3}]})");
  REQUIRE(faults.size() == 3);
  CHECK(line_of(faults[0]) == "/x-a/0/b: 1: duplicate key; give each key once");
  CHECK(faults[2].pointer == "/pawl");
  std::string text = "{\"pawl\": 1, \"contacts\": [], \"x-a\": {\"k\": 1";
  for (int i = 0; i < 490000; ++i) text += ",\"" + std::to_string(i) + "\":1";
  CHECK(faults_of(text + "}}").empty());
}

TEST_CASE("documents that need much memory are refused: long strings and numbers, many values, many faults") {
  const auto message = [](const std::string& text) { return faults_of(text).at(0).message; };
  CHECK(message("{\"name\": \"" + std::string(2'000'000, 'a') + "\"}") ==
        "the string or number at byte 9 is longer than 1048576 bytes");
  CHECK(message("[" + std::string(2'000'000, '7') + "]").find("at byte 1 is longer") != std::string::npos);
  CHECK(message("\"" + std::string(2'000'000, '\\')).find("longer") != std::string::npos);
  std::string values = "[0";
  for (int i = 0; i < 500'000; ++i) values += ",0";
  CHECK(message(values + "]") == "more than 500000 values");
  std::string fixels = "{\"pawl\": 1, \"part\": {\"outline\": {\"disc\": {\"radius\": 1}}}, \"fixels\": [0";
  for (int i = 0; i < 5000; ++i) fixels += ",0";
  const auto faults = faults_of(fixels + "]}");
  CHECK(faults.size() == 1001);
  CHECK(faults.back().message == "and 4001 more faults");
}

TEST_CASE("a file of more than 64 MiB is refused without being kept in memory") {
  std::istringstream stream(std::string(kLargestText + 1, ' '));
  CHECK_THROWS_AS(read_text(stream), InputError);
  std::istringstream small("abc");
  CHECK(read_text(small) == "abc");
  CHECK_THROWS_AS(read_text_file("/nonexistent/task.json"), InputError);
  CHECK_THROWS_AS(read_text_file(PAWL_SOURCE_DIR), InputError);
  CHECK_THROWS_AS(read_text_file("/dev/zero"), InputError);
  CHECK(read_text_file("/dev/null").empty());
}

TEST_CASE("quoted values and pointers have at most 80 bytes, whole characters and visible control characters") {
  const auto faults = faults_of("{\"pawl\": 1, \"contacts\": [], \"name\": [\"" + std::string(500, 'x') + "\"], \"" +
                                std::string(500, 'y') + "\": \"\\u001b\\n" +
                                [] {
                                  std::string e;
                                  for (int i = 0; i < 100; ++i) e += "\xc3\xa9";
                                  return e;
                                }() +
                                "\"}");
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].value.size() == 80);
  CHECK(faults[1].pointer.size() == 80);
  CHECK(faults[1].value.size() <= 80);
  CHECK(faults[1].value.substr(0, 15) == "\"\\u001b\\u000a\xc3\xa9");
  CHECK(faults[1].value.substr(faults[1].value.size() - 5) == "\xc3\xa9...");
}

TEST_CASE("extra keys of a task are kept, and their pointers escape ~ and /") {
  const Task task = read_task(R"({"pawl": 1, "contacts": [], "x-a/b~c": {"d": [1.50, "\n\"\\é", true, null]}})");
  CHECK(task.extensions.size() == 1);
  const Task controls = read_task("{\"pawl\": 1, \"contacts\": [], \"x-a\": \"\\u0001\\u001f\\u0009\\/\x7f\"}");
  CHECK(controls.extensions.at("/x-a") == "\"\\u0001\\u001f\\t/\x7f\"");
  CHECK(task.extensions.at("/x-a~1b~0c") == R"({"d":[1.50,"\n\"\\é",true,null]})");
}

TEST_CASE("whole numbers may be written as 1.0 or 1e3") {
  const Task task = read_task(R"({"pawl": 1.0, "contacts": [], "scatter": {"starts": 1e3}})");
  CHECK(task.scatter->starts == 1000);
  CHECK(task.scatter->seed == 1);
}

TEST_CASE("stated contacts have their own friction or that of the task, and a contact with a gap of 0 touches") {
  const Task task = read_task(R"({"pawl": 1, "friction": [0.1, 0.2], "contacts": [
    {"point": [1, 2], "normal": [0, 3]}, {"point": [0, 0], "normal": [1, 0], "gap": 1e-300, "friction": 0.5}]})");
  const ContactSet set = find_contacts(task);
  CHECK(set.mass == 1);
  CHECK(set.inertia == 1);
  CHECK(set.center_of_mass == Eigen::Vector2d(0, 0));
  CHECK(set.angle == 0);
  CHECK(set.contacts[0].friction == Friction(.1, .2));
  CHECK(set.contacts[0].normal == Eigen::Vector2d(0, 3));
  CHECK(set.contacts[0].touching);
  CHECK(set.contacts[1].friction == Friction(.5));
  CHECK_FALSE(set.contacts[1].touching);
}

TEST_CASE("all example tasks can be read") {
  int count = 0;
  for (const char* folder : {"/data/tasks", "/tests/data/tasks"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PAWL_SOURCE_DIR) + folder)) {
      CAPTURE(entry.path().string());
      CHECK_NOTHROW(find_contacts(read_task_file(entry.path().string())));
      ++count;
    }
  }
  CHECK(count >= 12);
}

TEST_CASE("the keys of a fixture search are read, and missing keys get their defaults") {
  const FixtureOptions fixture = *read_task(documents::kFixture).fixture;
  const auto& points = std::get<FixtureOptions::Points>(fixture.candidates);
  CHECK(points.pitch == .5);
  CHECK(points.pin_radius == .1);
  CHECK(fixture.pins == 4);
  CHECK_FALSE(fixture.clamp);
  CHECK(fixture.keep_out[0].vertices[2] == Eigen::Vector2d(0, 1));
  CHECK(fixture.forbidden_edges == std::vector{2});
  CHECK(fixture.required_edges == std::vector{1, 3});
  CHECK(fixture.least_distance == .5);
  CHECK(fixture.least_material == .2);
  CHECK(fixture.hole_clearance == .1);
  CHECK(fixture.thresholds.edge_length == .7);
  CHECK(fixture.thresholds.loads == FixtureOptions::Loads::above);
  CHECK(fixture.thresholds.zone_displacement == .6);
  CHECK(fixture.thresholds.foolproof);
  CHECK(fixture.thresholds.pins_in_holes == 1);
  CHECK(fixture.edge_range == std::pair(.1, .75));
  CHECK(fixture.tolerance == .02);
  CHECK(fixture.points_of_interest[1] == Eigen::Vector2d(2, 0));
  CHECK(fixture.wrenches[0] == Eigen::Vector3d(1, 0, 0));
  using Objective = FixtureOptions::Objective;
  CHECK(fixture.objectives == std::vector{Objective::pose_error, Objective::point_error, Objective::kappa});
  CHECK(fixture.thresholds.guarantee == Guarantee::keeps);
  CHECK(fixture.thresholds.margin_deg == 5);
  CHECK(fixture.thresholds.steps == 2);
  CHECK(fixture.depth_for == 0);
  CHECK(fixture.top == 3);

  const FixtureOptions bare =
      *read_task(R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixture": {}})").fixture;
  CHECK(std::get<FixtureOptions::Points>(bare.candidates).by_total());
  CHECK(std::get<FixtureOptions::Points>(bare.candidates).total == 40);
  CHECK(bare.pins == 3);
  CHECK(bare.objectives == FixtureOptions().objectives);
  CHECK_FALSE(bare.tolerance);
  CHECK_FALSE(bare.datums);
  CHECK_FALSE(bare.least_material);
  CHECK_FALSE(read_task(R"({"pawl": 1, "contacts": []})").fixture);
  CHECK(read_task(R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixture": {"clamp": true}})")
            .fixture->clamp);
}
