// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/io/write_task.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/task_documents.h"

using namespace pawl;
using Json = nlohmann::json;

namespace {

/// Reads a task, and writes it again. The written task omits values that equal their defaults.
Json written(const std::string& text) { return Json::parse(write_task(read_task(text))); }

/// A task with an outline that contains every key. No value is the default of its key, and the units are not metres and
/// radians.
constexpr const char* kAllKeys = R"({
  "pawl": 1, "name": "all \u00e9", "units": {"length": "mm", "angle": "deg"},
  "part": {"outline": {"path": [[0, 0], [40, 0], {"to": [40, 20], "bulge": 0.1}, {"to": [0, 20], "x-edge": "top"}]},
           "density": 2e-6, "mass": 0.3, "inertia": 12.5, "center_of_mass": [19, 9.5], "tolerance": 0.1,
           "drawing_digest": "sha256:0f"},
  "pose": [1, -2, 30], "friction": [0.1, 0.2], "frame": "part",
  "fixels": [{"at": [10, 0]}, {"at": [30, -2], "radius": 2, "friction": 0.4}, {"at": [0, 10], "normal": [2, 0]}],
  "contact_tolerance": 0.004, "seat_distance": 3, "modes": ["n**"], "twist": [0, 0, 17.3],
  "actuator": {"push": {"at": [40, 10], "directions": [-100, 33.3]}},
  "start": {"states": [[1], [2, 3]], "displacements": [[0, 0.5, -0.7]]}, "goal": [1, 2, 3],
  "plan": {"steps": [{"wrench": [-1, -2, 0.5]}]},
  "scatter": {"starts": 7, "seed": 3, "translation": 0.5, "rotation": 1.1, "friction": 0.05, "shape": 0.01,
              "fixels": 0.02, "center_of_mass": 0.1, "distribution": "normal"},
  "simulate": {"model": "compliant", "scheme": "one-stage", "step": 0.01, "max_time": 5, "force": 2,
               "tray": {"tilt": -3, "gravity": 9810},
               "support": {"law": "viscous", "friction": 0.1, "moment_radius": 2},
               "restitution": 0.5, "solutions": "random", "confidence": 0.9, "rest": {"speed": 2e-5, "hold": 0.1},
               "escape": 3, "viscosity": 1, "stiffness": 100, "damping": 2, "tangent_damping": 3, "route": "published",
               "modulus": 1e9, "radius": 0.5,
               "tolerance": 1e-5, "max_push": 4, "coulomb_iterations": 20},
  "fixture": {"candidates": {"lattice": {"pitch": 5, "pin_radius": 1}}, "clamp": true,
              "keep_out": [[[0, 0], [1, 0], [0, 1]]], "forbidden_edges": [2], "required_edges": [1, 3],
              "least_distance": 0.5, "least_material": 0.2, "hole_clearance": 0.1, "edge_range": [0.1, 0.75], "tolerance": 0.02,
              "points_of_interest": [[1, 1], [2, 0]], "wrenches": [[1, 0, 0]], "objectives": ["kappa", "point_error"],
              "thresholds": {"guarantee": "keeps", "pose_error": 20, "point_error": 0.5, "margin_deg": 5,
                             "margin_full_deg": 180, "friction_limit": 0.2, "depth": 1, "steps": 2, "kappa": 4,
                             "edge_length": 0.7, "loads": "above", "clearance": 0.3, "loadable": 1, "strongly_stable_deg": 4, "zone_displacement": 0.6, "foolproof": true, "pins_in_holes": 1},
              "depth_for": 0, "top": 3},
  "x-note": {"a/b~": [1, null, "two"]}
})";

}  // namespace

TEST_CASE("every key of a task is written as it was read") {
  CHECK(written(kAllKeys) == Json::parse(kAllKeys));
  const std::string datums = R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [3, 0], [0, 2]]}},
                               "fixture": {"datums": {"A": 3, "B": 1, "C": 2}}})";
  CHECK(written(datums) == Json::parse(datums));
  const std::string nest = R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [3, 0], [0, 2]]}},
                               "nest": {"accuracy": 0.05, "cutter_radius": 0.1, "relief": "tbone", "open_side": "top", "margin": 0.4, "plate_size": [20, 15], "lead_in": 0.2,
                                        "notches": [{"edge": 1, "at": 0.25, "width": 0.3, "depth": 0.4}], "tilt_deg": -90,
                                        "array": [3, 1], "pitch": [5, 4], "foolproof": true}})";
  CHECK(written(nest) == Json::parse(nest));
  Json expected = Json::parse(documents::kFixture);
  for (const char* usual : {"/fixture/clamp"})
    expected = expected.patch(Json::array({{{"op", "remove"}, {"path", usual}}}));
  CHECK(written(documents::kFixture) == expected);
}

TEST_CASE("values that equal their defaults are left out, except for a stated friction") {
  const std::string disc = R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [{"at": [0, -1]}])";
  CHECK(written(disc + R"(, "pose": [0, 0, 0], "friction": 0, "modes": []})") ==
        Json::parse(disc + R"(, "friction": 0})"));
  CHECK(written(disc + "}") == Json::parse(disc + "}"));
  CHECK(read_task(write_task(read_task(disc + "}"))).friction_defaulted);
  const std::string stated = R"({"pawl": 1, "contacts": [{"point": [0, 0], "normal": [0, 3], "gap": 0.1}])";
  CHECK(written(stated + "}") == Json::parse(stated + "}"));
  const Json frictions = written(stated + R"(, "friction": [0, 2]})");
  CHECK(frictions["contacts"][0]["friction"] == Json::array({0, 2}));
  const Json split = written(stated + R"(, "friction": {"static": [0.2, 2], "kinetic": 0.2}})");
  CHECK(split["contacts"][0]["friction"] == Json::parse(R"({"static": [0.2, 2], "kinetic": 0.2})"));
  const Json alike = written(stated + R"(, "friction": {"static": 0.2, "kinetic": 0.2}})");
  CHECK(alike["contacts"][0]["friction"] == 0.2);
}

TEST_CASE("written tasks are read back as the same tasks, with equal numbers") {
  int count = 0;
  const auto check = [&](const Task& task) {
    ++count;
    const std::string text = write_task(task);
    const Task again = read_task(text);
    CHECK(write_task(again) == text);
    CHECK(again.pose == task.pose);
    CHECK(again.twist == task.twist);
    CHECK(again.friction_defaulted == task.friction_defaulted);
    CHECK(again.extensions == task.extensions);
    const ContactSet contacts = find_contacts(task), others = find_contacts(again);
    CHECK(contacts.mass == others.mass);
    CHECK(contacts.inertia == others.inertia);
    CHECK(contacts.center_of_mass == others.center_of_mass);
    REQUIRE(contacts.size() == others.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      CHECK(contacts.contacts[i].point == others.contacts[i].point);
      CHECK(contacts.contacts[i].normal == others.contacts[i].normal);
      CHECK(contacts.contacts[i].friction == others.contacts[i].friction);
      CHECK(contacts.contacts[i].gap == others.contacts[i].gap);
      CHECK(contacts.contacts[i].error == others.contacts[i].error);
    }
  };
  for (const char* text : documents::kGood) check(read_task(text));
  for (const char* folder : {"/data/tasks", "/tests/data/tasks"}) {
    for (const auto& entry : std::filesystem::directory_iterator(std::string(PAWL_SOURCE_DIR) + folder)) {
      CAPTURE(entry.path().string());
      check(read_task_file(entry.path().string()));
    }
  }
  CHECK(count >= 12 + static_cast<int>(std::size(documents::kGood)));
}

TEST_CASE("an angle in degrees is written as the number of degrees that was read") {
  for (const char* angle : {"0", "90", "30", "0.1", "-179.9", "33.333333", "1e-9", "12.3456789012345"}) {
    const std::string text = fmt::format(R"({{"pawl": 1, "units": {{"angle": "deg"}}, "pose": [0, 0.5, {}],)", angle) +
                             R"("part": {"outline": {"disc": {"radius": 1}}}})";
    CHECK(written(text)["pose"][2].get<double>() == Json::parse(angle).get<double>());
  }
}

TEST_CASE("a task with faults is not written") {
  Task task = read_task(documents::kWhole);
  task.fixels[0].radius = -1;
  CHECK_THROWS_AS(static_cast<void>(write_task(task)), InputError);
  task = read_task(documents::kWhole);
  task.extensions["/x-broken"] = "{";
  CHECK_THROWS_AS(static_cast<void>(write_task(task)), InputError);
  for (const char* pointer : {"", "x-a", "/name", "/name/x-a", "/fixels/x-a", "/fixels/9/x-a", "/pose/0/x-a"}) {
    CAPTURE(pointer);
    task.extensions = {{pointer, "1"}};
    CHECK_THROWS_AS(static_cast<void>(write_task(task)), InputError);
  }
  task.extensions = {{"/fixels/0/x-a", "1"}, {"/x-b/c/x-d", "2"}};
  CHECK(read_task(write_task(task)).extensions.count("/fixels/0/x-a") == 1);
}
