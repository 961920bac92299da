// SPDX-License-Identifier: MIT
#include "io/units.h"

#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/write_task.h>
#include <pawl/scenes/run_scene.h>

#include <cmath>
#include <numbers>
#include <string>

using namespace pawl;
using Length = Units::Length;

namespace {

ValidTask task_of(const std::string& text) { return ValidTask(read_task(text)); }

constexpr const char* kMillimetres = R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.2,
  "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}, "mass": 0.5}, "pose": [1, 2, 30],
  "fixels": [{"at": [-30, 0], "radius": 3}], "actuator": {"push": {"at": [10, 10], "directions": [-120, -60]}},
  "twist": [1, 2, 90], "plan": {"steps": [{"wrench": [1, 2, 30]}]}, "simulate": {"tray": {"tilt": 10}},
  "scatter": {"translation": 0.2, "rotation": 1}})";

}  // namespace

TEST_CASE("a decimal in millimetres stays the same decimal in metres") {
  CHECK(internal::in_metres(12.7, Length::mm) == .0127);
  CHECK(internal::in_metres(-3.3e-7, Length::cm) == -3.3e-9);
  CHECK(internal::in_metres(2.5, Length::in) == .0635);
  CHECK(internal::in_metres(1, Length::in, 2) == .00064516);
  CHECK(internal::in_metres(1000, Length::mm, 2) == .001);
  CHECK(internal::in_metres(.001, Length::mm, -1) == 1);
  CHECK(internal::in_metres(9.81, Length::mm, -1) == 9810);
  CHECK(internal::in_metres(123456789012345., Length::mm) == 123456789012.345);
  CHECK(internal::in_metres(7, Length::m, 2) == 7);
  CHECK(internal::in_metres(0, Length::mm) == 0);
  CHECK(internal::in_metres(1, Length::in, -1) == doctest::Approx(1 / .0254).epsilon(1e-15));
  for (int k = 1; k < 3000; ++k) {  // lengths from .1 mm to 30 cm, as in usual drawings
    const double millimetres = k / 10.;
    CHECK(internal::in_metres(millimetres, Length::mm) == std::stod(std::to_string(k) + "e-4"));
  }
  const double third = 1. / 3;  // this double has too many digits to stand for a decimal
  CHECK(internal::in_metres(third, Length::mm) == doctest::Approx(third / 1000).epsilon(1e-15));
}

TEST_CASE(
    "a task in millimetres and degrees keeps its lengths, gets its angles in radians, and gets defaults in "
    "millimetres") {
  const Task task = read_task(kMillimetres);
  constexpr double kDegree = std::numbers::pi / 180;
  CHECK(task.units == Units{Length::mm, Units::Angle::deg});
  CHECK(std::get<Polygon>(*task.part.outline).vertices[1] == Eigen::Vector2d(60, 0));
  CHECK(task.pose == Eigen::Vector3d(1, 2, 30 * kDegree));
  CHECK(task.contact_tolerance == 1e-3);
  CHECK(task.part.density == 1e-6);
  CHECK(task.simulate.rest.speed == 1e-5);
  CHECK(task.simulate.tray->tilt == 10 * kDegree);
  CHECK(task.simulate.tray->gravity == 9810);
  CHECK(task.scatter->rotation == kDegree);
  CHECK(task.twist.z() == 90 * kDegree);
  CHECK(std::get<PushActuator>(*task.actuator).from == -120 * kDegree);
  CHECK(read_task(R"({"pawl": 1, "units": {"angle": "deg"}, "contacts": []})").contact_tolerance == 1e-6);
}

TEST_CASE("a number with a unit of its own is converted to the units of the file") {
  const Units metres{Length::m, Units::Angle::rad}, millimetres{Length::mm, Units::Angle::deg};
  const auto length = [](const char* text, const Units& units) {
    return internal::measured(text, internal::Quantity::length, units);
  };
  CHECK(length("6 mm", metres) == .006);
  CHECK(length("6mm", millimetres) == 6);
  CHECK(length("-12.7 cm", millimetres) == -127);
  CHECK(length("+.25 in", millimetres) == 6.35);
  CHECK(length("1e-1   m", millimetres) == 100);
  CHECK(length("0.1234567890123 mm", metres) == .0001234567890123);
  for (const char* text :
       {"", " ", "mm", "6", "6 ft", "6 MM", "6 mm ", "nan mm", "inf mm", "1e999 mm", "+-6 mm", "0x6 mm", "6 deg"}) {
    CAPTURE(std::string(text));
    CHECK(!length(text, metres));
  }
  const auto angle = [](const char* text, const Units& units) {
    return internal::measured(text, internal::Quantity::angle, units);
  };
  CHECK(angle("15 deg", metres) == 15 * (std::numbers::pi / 180));
  CHECK(angle("15\u00b0", millimetres) == 15);
  CHECK(angle("0.5 rad", metres) == .5);
  CHECK(*angle("0.5 rad", millimetres) * (std::numbers::pi / 180) == .5);
  CHECK(internal::measured("240 g", internal::Quantity::mass, metres) == .24);
  CHECK(internal::measured(".24kg", internal::Quantity::mass, metres) == .24);
  CHECK(!internal::measured("240 lb", internal::Quantity::mass, metres));
}

TEST_CASE("a task written in shorthand equals the same task written out") {
  const Task brief = read_task(R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.2,
    "part": {"outline": {"polygon": [[0, 0], ["6 cm", 0], [60, 40], [0, "0.04 m"]]}, "mass": "500 g"},
    "pose": ["0.1 cm", 2, "0.5 rad"], "fixels": [[-30, "-1 cm"], {"at": [90, 0], "diameter": "6 mm"}], "actuator": "tray",
    "scatter": {"translation": "20e-5 m", "rotation": "1 deg"}})");
  const Task written = read_task(R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": 0.2,
    "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}, "mass": 0.5},
    "pose": [1, 2, 28.64788975654116], "fixels": [{"at": [-30, -10]}, {"at": [90, 0], "radius": 3}], "actuator": {"tray": {}},
    "scatter": {"translation": 0.2, "rotation": 1}})");
  CHECK(write_task(brief) == write_task(written));
}

TEST_CASE("a material's density times the thickness is the density of the part") {
  const auto density = [](const char* length, const char* material, const char* thickness) {
    return read_task(std::string(R"({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}, "density": ")") +
                     material + R"(", "thickness": )" + thickness + R"(}, "units": {"length": ")" + length + R"("}})")
        .part.density;
  };
  CHECK(density("m", "7850 kg/m3", "0.01") == 78.5);
  CHECK(density("mm", "7.85 g/cm3", "10") == 7.85e-5);  // 7.85e-6 kg/mm^3 times the thickness of 10 mm, in kg/mm^2
  CHECK(density("mm", "7.85 kg/dm\u00b3", R"("1 cm")") == 7.85e-5);
  CHECK(density("in", "1 g/cm^3", "1") ==
        doctest::Approx(.016387064).epsilon(1e-11));  // mass of a cubic inch of water, kg
}

TEST_CASE("an answer of pawl part is a valid task: the keys of its report are ignored, other unknown keys are not") {
  const std::string begin =
      R"({"pawl": 1, "command": "part", "part": {"outline": {"disc": {"radius": 1}}}, "units": {"length": "mm"},)";
  CHECK(read_task(begin + R"("report": {"loops": [1]}, "elapsed_ms": 3})").units.length == Length::mm);
  CHECK_THROWS_AS(read_task(begin + R"("results": {}})"), InputError);
}

TEST_CASE("stated contacts without an inertia have 1 kg m^2 in every unit") {
  for (const auto& [unit, inertia] : {std::pair("m", 1.), std::pair("mm", 1e6), std::pair("cm", 1e4)}) {
    const ValidTask task =
        task_of(std::string(R"({"pawl": 1, "friction": 0, "contacts": [], "units": {"length": ")") + unit + R"("}})");
    const double metres = task.task().units.metres();
    CHECK(task.contacts().inertia == doctest::Approx(inertia * metres).epsilon(1e-15));
    CHECK(find_contacts(in_si(task.task())).inertia == 1);
  }
}

TEST_CASE("the default units are metres and radians, and a plan without a task has no units") {
  CHECK(units_of_text(R"({"pawl": 1, "units": {"length": "in", "angle": "deg"}})") ==
        Units{Length::in, Units::Angle::deg});
  CHECK(units_of_text(R"({"pawl": 1})") == Units{});
  CHECK(!units_of_text(R"({"steps": []})"));
  CHECK_THROWS_AS(units_of_text(R"({"pawl": 1, "units": {"length": "ft"}})"), InputError);
  CHECK_THROWS_AS(units_of_text(R"({"pawl": 1, "units": {"angle": 3}})"), InputError);
}

TEST_CASE("masses are scaled so that a force in newtons gives an acceleration in the length unit") {
  // 1 N accelerates .5 kg by 2 m/s^2 = 2000 mm/s^2. In N s^2/mm, the mass is therefore .0005.
  const ContactSet set = task_of(kMillimetres).contacts();
  CHECK(set.mass == .0005);
  CHECK(set.inertia / set.mass ==
        doctest::Approx((60. * 60 + 40 * 40) / 12).epsilon(1e-14));  // inertia divided by mass, mm^2
}

TEST_CASE("a task converted to SI units is the same task in metres") {
  const Task si = in_si(read_task(kMillimetres));
  CHECK(si.units == Units{Length::m, Units::Angle::deg});
  CHECK(std::get<Polygon>(*si.part.outline).vertices[2] == Eigen::Vector2d(.06, .04));
  CHECK(si.pose.head<2>() == Eigen::Vector2d(.001, .002));
  CHECK(si.fixels[0].at == Eigen::Vector2d(-.03, 0));
  CHECK(si.fixels[0].radius == .003);
  CHECK(si.contact_tolerance == 1e-6);
  CHECK(si.part.density == 1);
  CHECK(si.twist.head<2>() == Eigen::Vector2d(.001, .002));
  CHECK((*si.plan)[0] == Eigen::Vector3d(1, 2, .03));
  CHECK(si.simulate.rest.speed == 1e-8);
  CHECK(si.simulate.tray->gravity == 9.81);
  CHECK(si.scatter->translation == 2e-4);
  CHECK(std::get<PushActuator>(*si.actuator).at == Eigen::Vector2d(.01, .01));
  CHECK(find_contacts(si).mass == .5);
}

TEST_CASE("the keys of a fixture search are converted to metres") {
  const FixtureOptions fixture = *in_si(read_task(R"({"pawl": 1, "units": {"length": "mm"},
    "part": {"outline": {"polygon": [[0, 0], [30, 0], [0, 20]]}, "tolerance": 0.5},
    "fixture": {"candidates": {"points": {"pitch": 5, "pin_radius": 1}}, "keep_out": [[[0, 0], [3, 0], [0, 3]]],
                "least_distance": 4, "least_material": 2, "hole_clearance": 0.05, "tolerance": 0.02, "points_of_interest": [[10, 1]], "wrenches": [[1, 2, 30]],
                "thresholds": {"pose_error": 3, "point_error": 0.1, "depth": 2, "edge_length": 7, "clearance": 3, "zone_displacement": 5}}})"))
                                      .fixture;
  const auto& points = std::get<FixtureOptions::Points>(fixture.candidates);
  CHECK(points.pitch == .005);
  CHECK(points.pin_radius == .001);
  CHECK(fixture.keep_out[0].vertices[1] == Eigen::Vector2d(.003, 0));
  CHECK(fixture.least_distance == .004);
  CHECK(fixture.least_material == .002);
  CHECK(fixture.hole_clearance == .00005);
  CHECK(fixture.tolerance == .00002);
  CHECK(fixture.points_of_interest[0] == Eigen::Vector2d(.01, .001));
  CHECK(fixture.wrenches[0] == Eigen::Vector3d(1, 2, .03));
  CHECK(fixture.thresholds.pose_error == 3);
  CHECK(fixture.thresholds.point_error == .0001);
  CHECK(fixture.thresholds.depth == .002);
  CHECK(fixture.thresholds.edge_length == .007);
  CHECK(fixture.thresholds.clearance == .003);
  CHECK(fixture.thresholds.zone_displacement == .005);
}

TEST_CASE("the sizes of a nest are converted to metres") {
  const NestOptions nest = *in_si(read_task(R"({"pawl": 1, "units": {"length": "mm"}, "part": {"outline": {"polygon": [[0, 0], [30, 0], [0, 20]]}},
    "nest": {"clearance": 0.2, "margin": 4, "plate_size": [60, 50], "pitch": [40, 30]}})"))
                               .nest;
  CHECK(nest.clearance == .0002);
  CHECK(nest.margin == .004);
  CHECK(nest.plate_size == Eigen::Vector2d(.06, .05));
  CHECK(nest.pitch == Eigen::Vector2d(.04, .03));
}

TEST_CASE("parallel edges stay exactly parallel in millimetres and in metres") {
  // Two sides of the part are parallel and slanted. In millimetres, their vertices are decimals. The pins touch only
  // these sides, so that the part can slide along them.
  const Task task = read_task(R"({"pawl": 1, "units": {"length": "mm"}, "friction": 0,
    "part": {"outline": {"polygon": [[0, 0], [30.3, 10.1], [27.3, 19.1], [-3, 9]]}},
    "fixels": [{"at": [3, 1]}, {"at": [27, 9]}, {"at": [24.3, 18.1]}]})");
  CHECK(list_contacts(ValidTask(task)).rank == 2);
  CHECK(list_contacts(ValidTask(in_si(task))).rank == 2);
}

TEST_CASE("faults give lengths in the file's unit") {
  const std::string text = R"({"pawl": 1, "units": {"length": "mm"}, "friction": 0,
    "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]]}}, "fixels": [{"at": [20, 1]}]})";
  try {
    read_task(text);
    FAIL("a pin inside the part");
  } catch (const InputError& error) {
    CHECK(error.faults()[0].message ==
          "the fixel is 1 mm inside the part, deeper than the contact tolerance of 0.001 mm");
  }
  for (const char* wrong : {R"({"length": "ft"})", R"({"angle": "grad"})", R"({"Length": "mm"})", R"("mm")"}) {
    CHECK_THROWS_AS(read_task(R"({"pawl": 1, "contacts": [], "units": )" + std::string(wrong) + "}"), InputError);
  }
}

TEST_CASE("a scene in millimetres and degrees moves as it does in metres and radians") {
  const auto end_of = [](const char* text) {
    const Scene scene = read_scene(text);
    const SceneSetup setup = set_up(scene);
    return run(setup).state;
  };
  // A rotating box of 100 mm falls by 20 mm onto the ground. The numbers of this scene can be converted without
  // rounding.
  const State si = end_of(R"({"pawl": 1, "duration": 0.2, "bodies": [
    {"outline": {"polygon": [[-1, -0.1], [1, -0.1], [1, 0], [-1, 0]]}, "fixed": true, "friction": 0.3},
    {"outline": {"polygon": [[-0.05, -0.05], [0.05, -0.05], [0.05, 0.05], [-0.05, 0.05]]}, "pose": [0, 0.07, 0],
     "twist": [0.1, 0, 0], "friction": 0.3, "wrench": [0, 0, 0.002]}], "simulate": {"step": 0.01}})");
  const State mm = end_of(R"({"pawl": 1, "duration": 0.2, "units": {"length": "mm", "angle": "deg"}, "bodies": [
    {"outline": {"polygon": [[-1000, -100], [1000, -100], [1000, 0], [-1000, 0]]}, "fixed": true, "friction": 0.3},
    {"outline": {"polygon": [[-50, -50], [50, -50], [50, 50], [-50, 50]]}, "pose": [0, 70, 0],
     "twist": [100, 0, 0], "friction": 0.3, "wrench": [0, 0, 2]}], "simulate": {"step": 0.01}})");
  CHECK(si.q == mm.q);
  CHECK(si.u == mm.u);
}

// Stiffness is force per length, or torque per angle. Damping is stiffness times time.
TEST_CASE("stiffness and damping of pins, joints, stops and pairs are converted from the units of the scene") {
  const Scene scene = in_si(read_scene(R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"},
      "bodies": [{"outline": {"disc": {"radius": 10}}}, {"outline": {"disc": {"radius": 10}}}, {"outline": {"disc": {"radius": 10}}}],
      "joints": [{"kind": "revolute", "limits": [0, 90], "stops": {"stiffness": 5000, "damping": 20},
                  "spring": {"stiffness": 7000, "damping": 30, "rest": 90}},
                 {"kind": "prismatic", "limits": [0, 50], "stops": {"stiffness": 5, "damping": 0.02},
                  "spring": {"stiffness": 6, "damping": 0.03, "rest": 50}}],
      "pins": [{"a": "ground", "b": "body 1", "at_a": [0, 0], "at_b": [0, 0], "stiffness": 20, "damping": 0.5}],
      "contacts": [{"a": "body 1", "b": "body 2", "stiffness": 7, "damping": 0.03},
                   {"a": "body 1", "b": "body 3", "modulus": 2000, "radius": 5}]})"));
  CHECK(*scene.pins[0].stiffness == 20000);
  CHECK(*scene.pins[0].damping == 500);
  CHECK(scene.joints[0].stops->stiffness == 5);
  CHECK(scene.joints[0].stops->damping == .02);
  CHECK(scene.joints[1].stops->stiffness == 5000);
  CHECK(scene.joints[0].spring->stiffness == 7);
  CHECK(scene.joints[0].spring->damping == .03);
  CHECK(scene.joints[0].spring->rest == doctest::Approx(std::numbers::pi / 2).epsilon(1e-15));
  CHECK(scene.joints[1].spring->stiffness == 6000);
  CHECK(scene.joints[1].spring->damping == 30);
  CHECK(scene.joints[1].spring->rest == .05);
  REQUIRE(scene.contacts.size() == 2);
  CHECK(*scene.contacts[0].stiffness == 7000);
  CHECK(*scene.contacts[0].damping == 30);
  CHECK(*scene.contacts[1].modulus == doctest::Approx(2e9));
  CHECK(*scene.contacts[1].radius == .005);
  CHECK(scene.joints[1].stops->damping == 20);
}
