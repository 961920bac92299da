// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <string>
#include <thread>
#include <vector>

namespace {

using namespace pawl;

Task shipped(const char* name) { return read_task_file(std::string(PAWL_SOURCE_DIR "/data/tasks/") + name + ".json"); }

/// Returns a square on three fixels. One of them has the gap `offset` to the left side.
Task square(double offset) {
  return read_task(
      R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [1, 0], [1, 1], [0, 1]]}, "density": 1}, "friction": 0.1,
          "fixels": [{"at": [0.2, 0]}, {"at": [0.8, 0]}, {"at": [)" +
      std::to_string(-offset) + R"(, 0.5], "normal": [1, 0]}], "seat_distance": 1})");
}

}  // namespace

TEST_CASE("copies of a valid task share the values that are computed from it") {
  const ValidTask task(shipped("ratchet_pawl_tray"));
  const ValidTask copy = task;
  CHECK(&copy.contacts() == &task.contacts());
  CHECK(&copy.seat() == &task.seat());
  CHECK(&task.seat() == &task.seat());
}

TEST_CASE("a valid task has the seat that find_seat returns and the mass of its contacts") {
  for (const char* name : {"ratchet_pawl_tray", "block_stop", "bracket", "plate_corners"}) {
    CAPTURE(name);
    const Task plain = shipped(name);
    const ValidTask task(plain);
    const SeatedTask seated = find_seat(plain);
    CHECK(task.seat().located == seated.located);
    CHECK(task.seat().fixels == seated.fixels);
    REQUIRE(task.seat().pose.has_value() == seated.pose.has_value());
    if (seated.pose) CHECK((*task.seat().pose - *seated.pose).isZero(0));
    CHECK(task.contacts().size() == ValidTask(plain).contacts().size());
    CHECK(task.mass() > 0);
  }
}

#ifndef __EMSCRIPTEN__  // WebAssembly builds have no threads
TEST_CASE("threads that request the seat at the same time get the same one") {
  const ValidTask task(shipped("ratchet_pawl_tray"));
  std::vector<const SeatedTask*> seats(8);
  std::vector<std::thread> threads;
  for (const SeatedTask*& seat : seats) threads.emplace_back([&seat, &task] { seat = &task.seat(); });
  for (std::thread& thread : threads) thread.join();
  for (const SeatedTask* seat : seats) CHECK(seat == &task.seat());
}
#endif

TEST_CASE(
    "the check of a task that reuses the results for an earlier task gives the same values as the check of the task "
    "alone") {
  const ValidTask known(square(0));
  const ValidTask beside(square(.25), known), alone(square(.25));
  CHECK(beside.contacts().center_of_mass == alone.contacts().center_of_mass);
  CHECK(beside.contacts().inertia == alone.contacts().inertia);
  CHECK(beside.mass() == alone.mass());
}

TEST_CASE("the results for an earlier task are not reused if the outline differs") {
  const ValidTask known(square(0));
  Task crossed = square(0);
  crossed.part.outline = Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
  CHECK_THROWS_AS(ValidTask(crossed, known), InputError);
  Task larger = square(0);
  larger.part.outline = Polygon{{{0, 0}, {2, 0}, {2, 2}, {0, 2}}};
  CHECK(ValidTask(larger, known).mass() == ValidTask(larger).mass());
}
