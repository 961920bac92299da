// SPDX-License-Identifier: MIT
// A task that a program builds in memory must obey the rules for files: it must have the same faults as a file with the
// same content.
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <filesystem>
#include <functional>
#include <limits>

#include "io/task_documents.h"

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string lines_of(const std::vector<Fault>& faults) {
  std::string lines;
  for (const Fault& fault : faults) lines += fault.pointer + ": " + fault.value + ": " + fault.message + "\n";
  return lines;
}

template <class Call>
std::string complaints_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return lines_of(error.faults());
  }
  return "";
}

std::string complaints(const Task& task) {
  return complaints_of([&] { validate(task); });
}

struct Case {
  const char* text;  ///< text of the keys that are added to those of the square
  std::function<void(Task&)> change;
};

/// A unit square on three fixels as text. square() returns the same task.
const std::string kSquareText =
    R"("part": {"outline": {"polygon": [[0,0],[1,0],[1,1],[0,1]]}}, "fixels": [{"at": [0.2,0]}, {"at": [0.8,0]}, {"at": [1,0.5]}])";

Task square() {
  Task task;
  task.part.outline = Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  for (const auto& [x, y] : {std::pair(.2, 0.), std::pair(.8, 0.), std::pair(1., .5)}) {
    task.fixels.push_back({{x, y}, {}, 0, {}});
  }
  return task;
}

Polygon& polygon(Task& task) { return std::get<Polygon>(*task.part.outline); }

void compare(const std::string& text, const Task& task) {
  const std::string expected = complaints_of([&] { read_task("{\"pawl\": 1, " + text + "}"); });
  CAPTURE(text);
  CHECK(complaints(task) == expected);
  CHECK_FALSE(expected.empty());
  CHECK_THROWS_AS(find_contacts(task), InputError);
  CHECK_THROWS_AS(find_seat(task), InputError);
  CHECK_THROWS_AS(ValidTask{task}, InputError);
}

}  // namespace

TEST_CASE("faults outside the part have the messages that a file with them would give") {
  const Case cases[] = {
      {R"("pose": [0, 2000000000, 0])", [](Task& t) { t.pose.y() = 2e9; }},
      {R"("friction": -1)", [](Task& t) { t.friction = -1; }},
      {R"("friction": [0.3, 0.1])",
       [](Task& t) {
         t.friction = {.3, .1};
       }},
      {R"("friction": [-0.3, 0.1])",
       [](Task& t) {
         t.friction = {-.3, .1};
       }},
      {R"("contact_tolerance": -1)", [](Task& t) { t.contact_tolerance = -1; }},
      {R"("seat_distance": 10000000000)", [](Task& t) { t.seat_distance = 1e10; }},
      {R"("modes": ["nnn", "x", "nn", "naa", "\"a\u0007"])",
       [](Task& t) {
         t.modes = {"nnn", "x", "nn", "naa", "\"a\a"};
       }},
      {R"("twist": [0, 10000000000, -10000000000])",
       [](Task& t) {
         t.twist = {0, 1e10, -1e10};
       }},
      {R"("start": {"states": [[1], [4], [1, 1], [0]]})",
       [](Task& t) {
         t.start = {{1}, {4}, {1, 1}, {0}};
       }},
      {R"("goal": [99])", [](Task& t) { t.goal = {99}; }},
      {R"("goal": [])", [](Task& t) { t.goal.emplace(); }},
      {R"("goal": [2, 2, -1, 3])",
       [](Task& t) {
         t.goal = {2, 2, -1, 3};
       }},
      {R"("plan": {"steps": [{"wrench": [0, 0, 1]}, {"wrench": [2e+100, 0, -1e+101]}]})",
       [](Task& t) {
         t.plan = {{0, 0, 1}, {2e100, 0, -1e101}};
       }},
      {R"("scatter": {"starts": 0, "seed": -1, "translation": -1, "rotation": -0.5, "friction": -2})",
       [](Task& t) {
         t.scatter = {0, -1, -1, -.5, -2};
       }},
      {R"("fixture": {"candidates": {"points": {"per_edge": 0, "pin_radius": -1}}, "pins": 5, "keep_out": [[[0, 0], [1, 1], [1, 0], [0, 1]], [[0, 0]]],
                      "forbidden_edges": [0, 2, 2, 9], "required_edges": [2, 4],
                      "least_distance": -1, "edge_range": [0.5, 0.25], "tolerance": -1,
                      "points_of_interest": [[0, 2000000000]], "wrenches": [[0, 0, 1e+101]],
                      "objectives": ["depth", "depth"],
                      "thresholds": {"pose_error": -1, "margin_deg": 200, "steps": 0}, "depth_for": -1, "top": 0})",
       [](Task& t) {
         FixtureOptions& f = t.fixture.emplace();
         f.candidates = FixtureOptions::Points{0, {}, -1};
         f.pins = 5;
         f.least_distance = -1;
         f.edge_range = {.5, .25};
         f.keep_out = {{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}}, {{{0, 0}}}};
         f.forbidden_edges = {0, 2, 2, 9};
         f.required_edges = {2, 4};
         f.tolerance = -1;
         f.points_of_interest = {{0, 2e9}};
         f.wrenches = {{0, 0, 1e101}};
         f.objectives = {FixtureOptions::Objective::depth, FixtureOptions::Objective::depth};
         f.thresholds.pose_error = -1;
         f.thresholds.margin_deg = 200;
         f.thresholds.steps = 0;
         f.depth_for = -1;
         f.top = 0;
       }},
      {R"("fixture": {"candidates": {"lattice": {"pitch": -1}}, "pins": 4, "required_edges": [1, 2, 3, 4],
                      "objectives": ["margin", "point_error"]})",
       [](Task& t) {
         FixtureOptions& f = t.fixture.emplace();
         f.candidates = FixtureOptions::Lattice{-1, 0};
         f.pins = 4;
         f.required_edges = {1, 2, 3, 4};
         f.objectives = {FixtureOptions::Objective::margin, FixtureOptions::Objective::point_error};
       }},
      {R"("actuator": {"push": {"at": [2000000000, 0], "directions": [0, 1]}})",
       [](Task& t) {
         t.actuator = PushActuator{{2e9, 0}, 0, 1};
       }},
      {R"("actuator": {"spring": {"at": [1, 0], "anchor": [1, 0.5], "anchor_tolerance": 1}})",
       [](Task& t) {
         t.actuator = SpringActuator{{1, 0}, {1, .5}, 1};
       }},
      {R"("actuator": {"spring": {"at": [1, 0], "anchor": [-2000000000, 0], "anchor_tolerance": -1}})",
       [](Task& t) {
         t.actuator = SpringActuator{{1, 0}, {-2e9, 0}, -1};
       }},
      {R"("contacts": [{"point": [0, 0], "normal": [0, 1]}])",
       [](Task& t) {
         t.contacts = {{{0, 0}, {0, 1}, {}, 0, true}};
       }},
      {R"("friction": -1, "modes": ["aaa"], "twist": [1e+300, 0, 0], "goal": [7])",
       [](Task& t) {
         t.friction = -1;
         t.goal = {7};
         t.twist.x() = 1e300;
         t.modes = {"aaa"};
       }},
  };
  for (const Case& one : cases) {
    Task task = square();
    one.change(task);
    compare(kSquareText + ", " + one.text, task);
  }
}

TEST_CASE("faults of parts and fixels have the messages that a file with them would give") {
  const auto with = [](const char* outline, const char* fixels) {
    return std::string(R"("part": {"outline": )") + outline + "}, \"fixels\": " + fixels;
  };
  const char* three = R"([{"at": [0.2,0]}, {"at": [0.8,0]}, {"at": [1,0.5]}])";
  const char* sides = R"({"polygon": [[0,0],[1,0],[1,1],[0,1]]})";
  const std::pair<std::string, std::function<void(Task&)>> cases[] = {
      {with(R"({"polygon": []})", three), [](Task& t) { polygon(t).vertices.clear(); }},
      {with(R"({"polygon": [[0,0],[1,0]]})", three),
       [](Task& t) {
         polygon(t).vertices = {{0, 0}, {1, 0}};
       }},
      {with(R"({"polygon": [[0,0],[1,1],[1,0],[0,1]]})", three),
       [](Task& t) {
         polygon(t).vertices = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
       }},
      {with(R"({"polygon": [[0,0],[1,0],[1,0],[0,1]]})", three),
       [](Task& t) {
         polygon(t).vertices[2] = {1, 0};
       }},
      {with(R"({"polygon": [[0,0],[1,0],[2000000000,1],[0,1]]})", three),
       [](Task& t) { polygon(t).vertices[2].x() = 2e9; }},
      {with(R"({"disc": {"center": [0.5, 0.5], "radius": 0}})", three),
       [](Task& t) {
         t.part.outline = Disc{{.5, .5}, 0};
       }},
      {with(R"({"disc": {"radius": -1}})", three),
       [](Task& t) {
         t.part.outline = Disc{{0, 0}, -1};
       }},
      {with(sides, R"([{"at": [0.2,0]}, {"at": [0.8,0.25]}, {"at": [1,0]}])"),
       [](Task& t) { t.fixels[1].at.y() = .25, t.fixels[2].at.y() = 0; }},
      {with(sides,
            R"([{"at": [0.2,0], "friction": -1}, {"at": [0.8,0], "radius": -1}, {"at": [1,0.5], "normal": [0,0]}])"),
       [](Task& t) { t.fixels[0].friction = -1, t.fixels[1].radius = -1, t.fixels[2].normal.emplace(0, 0); }},
      {with(sides, R"([{"at": [0.2,0], "friction": [0.5, 0.2]}, {"at": [0.8,0]}, {"at": [1,0.5], "normal": [1,0]}])"),
       [](Task& t) {
         t.fixels[0].friction = Friction(.5, .2), t.fixels[2].normal = {1, 0};
       }},
      {with(sides, R"([{"at": [0.2,0]}, {"at": [0.8,0]}, {"at": [1,0.5], "normal": [1,0]}])"),
       [](Task& t) {
         t.fixels[2].normal = {1, 0};
       }},
      {R"("part": {"outline": {"polygon": [[0,0],[1,0],[1,1],[0,1]]}, "density": 0, "mass": -1, "inertia": -2, "center_of_mass": [0, -2000000000]}, "fixels": )" +
           std::string(three),
       [](Task& t) {
         t.part.density = 0, t.part.mass = -1, t.part.inertia = -2;
         t.part.center_of_mass = {0, -2e9};
       }},
      {R"("part": {"outline": {"polygon": [[0,0],[1,0],[1,1],[0,1]]}, "mass": 1e+308, "inertia": 1e-308}, "fixels": )" +
           std::string(three),
       [](Task& t) { t.part.mass = 1e308, t.part.inertia = 1e-308; }},
      {R"("part": {}, "fixels": )" + std::string(three), [](Task& t) { t.part.outline.reset(); }},
  };
  for (const auto& [text, change] : cases) {
    Task task = square();
    change(task);
    compare(text, task);
  }
}

TEST_CASE("faults of stated contacts have the messages that a file with them would give") {
  const std::pair<const char*, std::function<void(Task&)>> cases[] = {
      {R"("contacts": [{"point": [0, 0], "normal": [0, 0]}])", [](Task& t) { t.contacts[0].normal.setZero(); }},
      {R"("contacts": [{"point": [0, 2000000000], "normal": [0, 1], "friction": [-1, 0], "gap": -1}])",
       [](Task& t) {
         t.contacts[0].point.y() = 2e9;
         t.contacts[0].gap = -1;
         t.contacts[0].friction = {-1, 0};
       }},
      {R"("contacts": [{"point": [0, 0], "normal": [0, 1]}], "fixels": [{"at": [0, 1], "friction": [0.1, 0.2], "radius": 2, "normal": [1, 0]}], "pose": [0, 0, 1], "part": {"density": 2, "outline": {"disc": {"center": [0, 1], "radius": 1}}})",
       [](Task& t) {
         t.fixels = {{{0, 1}, Friction(.1, .2), 2, Eigen::Vector2d(1, 0)}};
         t.pose.z() = 1;
         t.part.density = 2;
         t.part.outline = Disc{{0, 1}, 1};
       }},
      {R"("contacts": [{"point": [0, 0], "normal": [0, 1]}], "modes": ["a", "n"], "part": {"mass": -1})",
       [](Task& t) {
         t.modes = {"a", "n"};
         t.part.mass = -1;
       }},
  };
  for (const auto& [text, change] : cases) {
    Task task;
    task.contacts = {{{0, 0}, {0, 1}, {}, 0, true}};
    change(task);
    compare(text, task);
  }
}

TEST_CASE("numbers that no file can contain are refused too, each with its place") {
  const std::pair<const char*, std::function<void(Task&)>> cases[] = {
      {"/part/outline/polygon/1/0: nan: must be a finite number\n", [](Task& t) { polygon(t).vertices[1].x() = kNan; }},
      {"/pose/2: inf: must be a finite number\n", [](Task& t) { t.pose.z() = kInfinity; }},
      {"/fixels/0/at/1: nan: must be a finite number\n", [](Task& t) { t.fixels[0].at.y() = kNan; }},
      {"/fixels/0/normal/1: nan: must be a finite number\n",
       [](Task& t) {
         t.fixels[0].normal = {0, kNan};
       }},
      {"/friction/0: nan: must be a finite number\n/friction/1: nan: must be a finite number\n",
       [](Task& t) { t.friction = kNan; }},
      {"/friction: inf: must be a finite number\n", [](Task& t) { t.friction = kInfinity; }},
      {"/part/density: nan: must be a finite number\n", [](Task& t) { t.part.density = kNan; }},
      {"/twist/0: -inf: must be a finite number\n", [](Task& t) { t.twist.x() = -kInfinity; }},
      {"/start/displacements/0/2: nan: must be a finite number\n",
       [](Task& t) {
         t.start_displacements = {{0, 1, kNan}};
       }},
      {"/actuator/push/directions/1: nan: must be a finite number\n",
       [](Task& t) {
         t.actuator = PushActuator{{0, 0}, 0, kNan};
       }},
      {"/scatter/rotation: inf: must be a finite number\n",
       [](Task& t) {
         t.scatter = {1, 1, 0, kInfinity, 0};
       }},
  };
  for (const auto& [expected, change] : cases) {
    Task task = square();
    change(task);
    CHECK(complaints(task) == expected);
    CHECK_THROWS_AS(find_contacts(task), InputError);
    CHECK_THROWS_AS(find_seat(task), InputError);
  }
  Task stated;
  stated.contacts = {{{0, 0}, {0, 1}, {}, 0, true}};
  stated.contacts[0].error.angle = -1;
  CHECK(complaints(stated) == "/contacts/0/error: -1: must be finite and at least 0\n");
}

TEST_CASE("valid tasks are accepted, whether a program builds them in memory or reads them from a file") {
  CHECK(complaints(square()).empty());
  CHECK(complaints(Task()).empty());  // a part without fixels is valid
  CHECK(find_contacts(Task()).size() == 0);
  CHECK_THROWS_AS(find_seat(Task()), InputError);
  for (const char* text : documents::kGood) {
    CAPTURE(std::string(text));
    CHECK(complaints(read_task(text)).empty());
  }
  for (const char* folder : {"/data/tasks", "/tests/data/tasks"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PAWL_SOURCE_DIR) + folder)) {
      CAPTURE(entry.path().string());
      const ValidTask read = read_valid_task_file(entry.path().string());
      CHECK(complaints(read.task()).empty());
      CHECK(find_contacts(read.task()).size() == read.contacts().size());
    }
  }
}
