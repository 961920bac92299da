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

TEST_CASE("a task with every key is read as it stands") {
  const Task task = read_task(documents::kWhole);
  CHECK(task.name == "whole");
  CHECK(task.part.mass == 2.0);
  CHECK(task.pose == Eigen::Vector3d(0, 0, 0));
  REQUIRE(task.fixels.size() == 2);
  CHECK(task.fixels[1].friction == Friction(.1, .3));
  CHECK(task.friction == Friction(.2));
  CHECK(task.contact_tolerance == 1e-5);
  CHECK(task.modes == std::vector<std::string>{"na", "*a"});
  CHECK(std::holds_alternative<PushActuator>(*task.actuator));
  CHECK(task.start->size() == 2);
  CHECK(*task.goal == std::vector<int>{1, 2});
  CHECK(task.plan->size() == 1);
  CHECK(task.scatter->starts == 10);
  CHECK(task.extensions.at("/x-note") == "{\"by\":[1,null]}");
  CHECK(task.extensions.at("/fixels/0/x-id") == "7");
}

TEST_CASE("good documents are read") {
  for (const char* text : documents::kGood) {
    CAPTURE(text);
    CHECK(faults_of(text).empty());
  }
}

TEST_CASE("each bad document is refused with pointer, value and bound") {
  for (const documents::Bad& bad : documents::kBad) {
    CAPTURE(bad.text);
    const auto faults = faults_of(bad.text);
    REQUIRE(faults.size() == 1);
    CHECK(line_of(faults[0]).find(bad.expected) == 0);
  }
}

TEST_CASE("all faults of a file at once, each once") {
  const auto faults = faults_of(R"({"pawl": 1, "fricton": 0.2, "part": {"mass": -1, "outline": {"polygon": [[0, 0], [1, 0], [0, 1]]}},
    "fixels": [{"at": [0, "x"]}, {"at": [0, 0], "radius": -1}], "modes": ["q", "nn"], "a/b~c": 1, "name": "a", "name": "b"})");
  std::vector<std::string> pointers;
  for (const Fault& fault : faults) pointers.push_back(fault.pointer);
  CHECK(pointers == std::vector<std::string>{"/name", "/fricton", "/part/mass", "/fixels/0/at/1", "/fixels/1/radius",
                                             "/modes/0", "/a~1b~0c"});
}

TEST_CASE("geometry and modes are looked at as far as the form allows") {
  const auto faults = faults_of(R"({"pawl": 1, "friction": -1, "part": {"outline": {"disc": {"radius": 1}}},
    "fixels": [{"at": [0, -1]}, {"at": [0.5, 0]}], "modes": ["na"]})");
  REQUIRE(faults.size() == 2);
  CHECK(faults[0].pointer == "/friction");
  CHECK(faults[1].pointer == "/fixels/1");
}

TEST_CASE("text that is not JSON, or nested too deep, is refused") {
  for (const char* text : {"", " ", "{", "[1, 2", "{\"pawl\": 1,}", "{\"pawl\": nan}", "{\"pawl\": 1} x", "\xff\xfe",
                           "\"\xc3\x28\"", "{\"pawl\": 1e400}", "{\"pawl\": -1e400}", "tru", "{\"a\" 1}"}) {
    CAPTURE(text);
    CHECK(faults_of(text).size() == 1);
  }
  for (const std::size_t depth : {65u, 10000u, 1000000u}) {
    CHECK(faults_of(std::string(depth, '['))[0].message == "nested deeper than 64 levels");
    std::string objects;
    for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
    CHECK(faults_of(objects)[0].message == "nested deeper than 64 levels");
  }
  CHECK(faults_of("{\"pawl\": 1e400}")[0].pointer == "/pawl");
}

TEST_CASE("more than 64 MiB is refused without being kept") {
  std::istringstream stream(std::string(kLargestText + 1, ' '));
  CHECK_THROWS_AS(read_text(stream), InputError);
  CHECK_THROWS_AS(read_text_file("/nonexistent/task.json"), InputError);
  std::istringstream small("abc");
  CHECK(read_text(small) == "abc");
}

TEST_CASE("values are quoted in at most 80 characters") {
  const auto faults = faults_of("{\"pawl\": 1, \"contacts\": [], \"name\": [\"" + std::string(500, 'x') + "\"]}");
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].value.size() <= 80);
}

TEST_CASE("the tasks that ship are read") {
  int count = 0;
  for (const char* folder : {"/data/tasks", "/tests/data/tasks"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PAWL_SOURCE_DIR) + folder)) {
      CAPTURE(entry.path().string());
      CHECK_NOTHROW(find_contacts(read_task(read_text_file(entry.path().string()))));
      ++count;
    }
  }
  CHECK(count >= 12);
}
