// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>

#include <algorithm>
#include <cmath>
#include <string>

using namespace pawl;

namespace {

/// A plate of 60 x 40 mm on pins with a diameter of 3 mm: below it and on its right. This task gives no warnings.
constexpr const char* kPlate = R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.2,
  "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}},
  "fixels": [{"at": [10, -3], "radius": 3}, {"at": [50, -3], "radius": 3}, {"at": [63, 20], "radius": 3}]})";

Warnings warnings_of(const std::string& text) { return warnings(ValidTask(read_task(text))); }

/// Returns all warnings in order, each as "code at pointer".
std::string codes(const Warnings& found) {
  std::string text;
  for (const Warning& warning : found) text += (text.empty() ? "" : "; ") + warning.code + " at " + warning.pointer;
  return text;
}

std::string codes_with(const std::vector<DocumentEdit>& edits) {
  return codes(warnings_of(edit_document(kPlate, edits)));
}

}  // namespace

TEST_CASE("a task without mistakes gives no warning") {
  CHECK(codes(warnings_of(kPlate)) == "");
  CHECK(codes_with({{"pose", "[0, 0, 0]"}, {"actuator", R"({"push": {"at": [30, 40], "directions": [-100, -80]}})"}}) ==
        "");
}

TEST_CASE("a missing value gives a warning if its default affects the answer") {
  CHECK(codes(warnings_of(R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]}},
    "fixels": [{"at": [1, 0], "friction": 0.1}, {"at": [2, 0], "friction": 0.1}, {"at": [0, 0.5]}]})")) ==
        "friction-defaulted at /friction");
  CHECK(codes(warnings_of(R"({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [3, 0], [3, 1], [0, 1]]}},
    "fixels": [{"at": [1, 0], "friction": 0}, {"at": [2, 0], "friction": 0}, {"at": [0, 0.5], "friction": 0}]})")) ==
        "");
  CHECK(codes(warnings_of(R"({"pawl": 1, "friction": 0, "contacts": [{"point": [0, 0], "normal": [0, 1]}]})")) ==
        "inertia-defaulted at /part/inertia; goal-not-located at /contacts");
  CHECK(codes(warnings_of(R"({"pawl": 1, "friction": 0, "contacts": []})")) == "");
}

TEST_CASE("a friction of the task that no fixel uses gives a warning") {
  const std::string each = R"({"at": [10, -3], "radius": 3, "friction": 0.1})";
  CHECK(codes_with({{"fixels", "[" + each + "]"}}).find("friction-unused at /friction") == 0);
  CHECK(codes_with({{"friction", "0"}, {"fixels", "[" + each + "]"}}).find("friction-unused") == std::string::npos);
  CHECK(codes_with({{"fixels", "[" + each + R"(, {"at": [50, -3], "radius": 3}])"}}).find("friction-unused") ==
        std::string::npos);
  CHECK(codes_with({{"fixels", "[]"}}) == "");
  const std::string stated = R"({"pawl": 1, "part": {"inertia": 1}, "friction": 0.3, "contacts": [{"point": [0, 0],
    "normal": [0, 1])";
  CHECK(codes(warnings_of(stated + "}]}")).find("friction-unused") == std::string::npos);
  CHECK(codes(warnings_of(stated + R"(, "friction": 0.2}]})")).find("friction-unused at /friction") == 0);
}

TEST_CASE("trials whose starts are all equal give a warning") {
  const auto scattered = [](const char* scatter, const char* friction) {
    return codes_with({{"friction", friction}, {"scatter", scatter}});
  };
  CHECK(scattered(R"({"starts": 20})", "0.2").find("starts-alike at /scatter") != std::string::npos);
  CHECK(scattered(R"({"starts": 1})", "0.2").find("starts-alike") == std::string::npos);
  CHECK(scattered(R"({"starts": 20})", "[0.1, 0.2]").find("starts-alike") == std::string::npos);
  for (const char* by : {"translation", "rotation", "friction", "shape", "fixels", "center_of_mass"})
    CHECK(scattered(fmt::format(R"({{"starts": 20, "{}": 0.01}})", by).c_str(), "0.2").find("starts-alike") ==
          std::string::npos);
}

TEST_CASE("a range of push directions that contains the x direction is not mistaken for degrees") {
  const auto pushed = [](const char* directions) {
    return codes_with({{"/units/angle", "rad"},
                       {"actuator", fmt::format(R"({{"push": {{"at": [30, 40], "directions": {}}}}})", directions)}});
  };
  CHECK(pushed("[5.5, 6.9]") == "");
  CHECK(pushed("[5, 10]").find("angle-in-degrees at /actuator/push/directions/0") == 0);
  CHECK(pushed("[-60, 6.9]").find("angle-in-degrees at /actuator/push/directions/0") == 0);
  CHECK(pushed("[6.9, 7]").find("angle-in-degrees at /actuator/push/directions/0") == 0);
}

TEST_CASE("an angle that looks like degrees in a file in radians gives a warning, and so does the reverse mistake") {
  const auto in_radians = [](const char* angle) {
    return codes_with({{"/units/angle", "rad"}, {"scatter", fmt::format("{{\"rotation\": {}}}", angle)}});
  };
  CHECK(in_radians("90") == "angle-in-degrees at /scatter/rotation");
  CHECK(in_radians("6.5") == "angle-in-degrees at /scatter/rotation");
  CHECK(in_radians("5") == "angle-in-degrees at /scatter/rotation");
  CHECK(in_radians("1.5") == "angle-in-degrees at /scatter/rotation");
  CHECK(in_radians("0.9") == "");
  CHECK(in_radians("0.02") == "");
  const auto in_degrees = [](const char* angle) {
    return codes_with({{"scatter", fmt::format("{{\"rotation\": {}}}", angle)}});
  };
  CHECK(in_degrees("1.5708") == "angle-in-radians at /scatter/rotation");
  CHECK(in_degrees("0.785398") == "angle-in-radians at /scatter/rotation");
  CHECK(in_degrees("1.5") == "");
  CHECK(in_degrees("90") == "");
  CHECK(in_degrees("2") == "");
}

TEST_CASE("a mass that no material could give the part is reported, and so is a density that a stated mass overrides") {
  // The plate of 60 x 40 mm has the area 2.4e-3 m^2 and the diameter 72 mm. A block of lead with this area, ten times
  // as thick as the plate is wide, would have 20.8 kg. A sheet of foam of .7 mm would have 17 mg.
  const auto mass = [](const char* value) { return codes_with({{"/part/mass", value}}); };
  CHECK(mass("20") == "");
  CHECK(mass("22") == "part-mass at /part/mass");
  CHECK(mass("20e-6") == "");
  CHECK(mass("15e-6") == "part-mass at /part/mass");
  CHECK(codes_with({{"/part/density", "7850"}}) == "part-mass at /part/density");  // kg/mm^2
  CHECK(codes_with({{"/part/density", "7.85e-5"}}) == "");
  CHECK(codes_with({{"/part/density", "7.85e-5"}, {"/part/mass", "0.2"}}) == "mass-and-density at /part/density");
}

TEST_CASE("a coefficient of friction above 2 is reported") {
  CHECK(codes_with({{"friction", "2"}}) == "");
  CHECK(codes_with({{"friction", "[0.1, 20]"}}) == "friction-large at /friction");
  CHECK(codes_with({{"/fixels/1/friction", "15"}}) == "friction-large at /fixels/1/friction");
}

TEST_CASE("a friction coefficient of the support without a friction law gives a warning") {
  CHECK(codes_with({{"simulate", R"({"support": {"friction": 0.2}})"}}) == "support-without-law at /simulate/support");
  CHECK(codes_with({{"simulate", R"({"support": {"friction": 0.2, "law": "ellipsoid"}})"}}) ==
        "not-modelled at /simulate/support");
}

TEST_CASE("a part of an unlikely size gives a warning") {
  CHECK(codes_with({{"/units/length", "m"}}).find("part-size at /part/outline") == 0);
  CHECK(codes_with({{"/units/length", "cm"}}) == "");
}

TEST_CASE("pins that overlap, touch within tolerance, or nearly touch are named") {
  CHECK(codes_with({{"/fixels/1/at", "[15, -3]"}}) == "pins-overlap at /fixels/1");
  CHECK(codes_with({{"/fixels/1/at", "[10, -3]"}}).find("pins-overlap at /fixels/1") == 0);
  CHECK(codes_with({{"/fixels/1/at", "[16, -3]"}}) == "");
  CHECK(codes_with({{"/fixels/2/at", "[63.0005, 20]"}}) == "touches-by-tolerance at /fixels/2");
  CHECK(codes_with({{"/fixels/2/at", "[62.9995, 20]"}}) == "touches-by-tolerance at /fixels/2");
  CHECK(codes_with({{"/fixels/2/at", "[63.5, 20]"}}) == "nearly-touches at /fixels/2");
  CHECK(codes_with({{"/fixels/2/at", "[63.5, 20]"}, {"modes", R"(["rra"])"}}) == "");
  CHECK(codes_with({{"/fixels/2/at", "[70, 20]"}}) == "no-seat at /fixels");
  CHECK(codes_with({{"/fixels/2/at", "[30, -3]"}}) == "goal-not-located at /fixels");
  const Warnings found = warnings_of(edit_document(kPlate, {{"/fixels/2/at", "[63.5, 20]"}}));
  CHECK(found[0].message ==
        "fixel 3 is 0.5 mm off the part and does not count as touching; if it should touch, move it or raise "
        "contact_tolerance (0.001 mm)");
}

TEST_CASE("a pin that would touch an arc but misses the chords that replace the arc gives a warning") {
  // A circle of radius 10 mm is drawn as 48 chords. Their sagitta is 10 (1 - cos(pi / 48)) = .0214 mm. A pin touches
  // the circle where the middle of a chord is.
  std::string vertices;
  constexpr int kChords = 48;
  for (int k = 0; k < kChords; ++k) {
    const double angle = 2 * M_PI * (k - .5) / kChords;
    vertices += fmt::format("{}[{:.9f}, {:.9f}]", k > 0 ? ", " : "", 10 * std::cos(angle), 10 * std::sin(angle));
  }
  const std::string text = fmt::format(
      R"({{"pawl": 1, "units": {{"length": "mm"}}, "friction": 0.2, "part": {{"outline": {{"polygon": [{}]}}}}, "fixels": [{{"at": [10, 0]}}, {{"at": [0, -10.1]}}]}})",
      vertices);
  const Warnings found = warnings_of(text);
  REQUIRE(found.size() >= 2);
  CHECK(found[0].code == "arc-of-chords");
  CHECK(found[0].pointer == "/fixels/0");
  CHECK(found[1].code == "nearly-touches");
}

TEST_CASE("a push or a spring outside the part gives a warning") {
  CHECK(codes_with({{"actuator", R"({"push": {"at": [30, 45], "directions": [-100, -80]}})"}}) ==
        "point-off-part at /actuator/push/at");
  CHECK(codes_with({{"actuator", R"({"spring": {"at": [-5, 20], "anchor": [80, 0]}})"}}) ==
        "point-off-part at /actuator/spring/at");
  CHECK(codes_with({{"actuator", R"({"spring": {"at": [5, 20], "anchor": [80, 0]}})"}}) == "");
}

TEST_CASE("features that a plan does not model give warnings only for plans") {
  const Warnings found = warnings_of(edit_document(
      kPlate, {{"twist", "[1, 0, 0]"}, {"/simulate/restitution", ".5"}, {"/simulate/support/law", "viscous"}}));
  CHECK(codes(found) ==
        "not-modelled at /twist; not-modelled at /simulate/support; not-modelled at /simulate/restitution");
  CHECK(concerns(found[0], "plan"));
  CHECK_FALSE(concerns(found[0], "forward"));
  CHECK(concerns(found[1], "plan"));
  CHECK_FALSE(concerns(found[1], "check"));
}

TEST_CASE("each command gives only the warnings that concern it") {
  const ValidTask task(read_task(edit_document(kPlate, {{"/fixels/2/at", "[63.5, 20]"}, {"goal", "[1, 2]"}})));
  CHECK(codes(warnings(task)) == "nearly-touches at /fixels/2; goal-not-located at /goal");
  CHECK(codes(warnings(task, "cone")) == "nearly-touches at /fixels/2");
  CHECK(codes(warnings(task, "plan")) == "goal-not-located at /goal");
  CHECK(codes(warnings(task, "contacts")) == "nearly-touches at /fixels/2; goal-not-located at /goal");
}

TEST_CASE("every warning code in use is listed, and many fixels give few warnings") {
  std::string fixels;
  for (int k = 0; k < 30; ++k) fixels += fmt::format("{}{{\"at\": [{}, -0.5]}}", k > 0 ? "," : "", 5 + k);
  const Warnings found = warnings_of(edit_document(kPlate, {{"fixels", "[" + fixels + "]"}}));
  CHECK(std::count_if(found.begin(), found.end(), [](const Warning& w) { return w.code == "nearly-touches"; }) == 10);
  for (const Warning& warning : found) {
    CHECK(std::count(warning_codes().begin(), warning_codes().end(), warning.code) == 1);
  }
  CHECK(std::is_sorted(warning_codes().begin(), warning_codes().end()));
}

TEST_CASE("the angles of a scene are checked, too") {
  const Warnings found = warnings(read_scene(R"({"pawl": 1, "bodies": [
    {"outline": {"disc": {"radius": 1}}, "pose": [0, 0, 45]}]})"));
  CHECK(codes(found) == "angle-in-degrees at /bodies/0/pose/2");
}

TEST_CASE("documents are edited by keys and pointers, and the rest of the text stays the same") {
  const std::string text = R"({"pawl":1,"friction":0.20,"fixels":[{"at":[1,2]}],"x-a~b/c":1e0})";
  CHECK(edit_document(text, {}) == text);
  CHECK(edit_document(text, {{"friction", ".3"}}) ==
        R"({"pawl":1,"friction":0.3,"fixels":[{"at":[1,2]}],"x-a~b/c":1e0})");
  CHECK(edit_document(text, {{"/fixels/0/at/1", "-4"}}) ==
        R"({"pawl":1,"friction":0.20,"fixels":[{"at":[1,-4]}],"x-a~b/c":1e0})");
  CHECK(edit_document(text, {{"/x-a~0b~1c", "true"}}) ==
        R"({"pawl":1,"friction":0.20,"fixels":[{"at":[1,2]}],"x-a~b/c":true})");
  CHECK(edit_document("{}", {{"/simulate/model", "viscous"}, {"/simulate/step", "+1e-3"}}) ==
        R"({"simulate":{"model":"viscous","step":0.001}})");
  CHECK(edit_document("{}", {{"goal", "[1,2]"}, {"name", "two words"}}) == R"({"goal":[1,2],"name":"two words"})");
  CHECK(edit_document("{}", {{"name", "\"3\""}}) == R"({"name":"3"})");
}

TEST_CASE("edits that cannot be made are reported as faults with their place") {
  const auto fault_of = [](const DocumentEdit& edit) {
    try {
      edit_document(R"({"pawl":1,"fixels":[{"at":[1,2]}]})", {edit});
    } catch (const InputError& error) {
      return error.faults()[0];
    }
    return Fault{};
  };
  CHECK(fault_of({"/fixels/1/at", "[0,0]"}).pointer == "/fixels/1");
  CHECK(fault_of({"/fixels/1/at", "[0,0]"}).message ==
        "this entry does not exist: the array has 1 entries, counted from 0");
  CHECK(fault_of({"/pawl/x", "1"}).pointer == "/pawl");
  CHECK(fault_of({"goal", "[1,"}).message.find("not valid JSON") == 0);
  CHECK_THROWS_AS(edit_document("{", {}), InputError);
}
