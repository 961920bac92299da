// SPDX-License-Identifier: MIT
// Diamond pins: their contacts compared with those of round pins and with closed forms, faults, and task files.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/io/task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

using namespace pawl;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPin = .003, kHole = .00305, kClearance = kHole - kPin;

/// A plate with a round hole whose centre is the origin.
struct Plate {
  Outline outline = Polygon{{{-.02, -.02}, {.02, -.02}, {.02, .02}, {-.02, .02}}};
  std::vector<Outline> holes{Disc{{0, 0}, kHole}};
  Loops loops() const { return {outline, holes}; }
};

Fixel pin(const Vector& at, double radius = kPin) {
  Fixel fixel;
  fixel.at = at;
  fixel.radius = radius;
  return fixel;
}
Fixel diamond(const Vector& at, const Vector& direction = {1, 0}, double width = .001) {
  Fixel fixel = pin(at);
  fixel.diamond = direction;
  fixel.diamond_width = width;
  return fixel;
}

Contact contact_of(const Fixel& fixel, const Eigen::Vector3d& pose = {0, 0, 0}) {
  const Plate plate;
  return find_contacts(plate.loops(), pose, std::vector{fixel}).at(0);
}

std::string fault_of(const Fixel& fixel) {
  try {
    contact_of(fixel);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a diamond pin that touches with a round face has the contact of a round pin") {
  for (const double turn : {0., std::numbers::pi / 2, .3, -2.}) {
    const Eigen::Rotation2Dd rotation(turn);
    for (const double sign : {1., -1.}) {
      const Vector at = rotation * Vector(5e-6, sign * std::sqrt(kClearance * kClearance - 2.5e-11));
      const Contact round = contact_of(pin(at)), cut = contact_of(diamond(at, 7 * (rotation * Vector(1, 0))));
      CAPTURE(turn);
      CHECK((round.point - cut.point).norm() < 1e-14);
      CHECK((round.normal.normalized() - cut.normal.normalized()).norm() < 1e-11);
      CHECK(std::fabs(round.gap - cut.gap) < 1e-14);
      CHECK(cut.touching);
      CHECK(cut.fixel_radius == doctest::Approx(kPin));
      CHECK(cut.part_radius == doctest::Approx(-kHole));
    }
  }
}

TEST_CASE("a diamond pin leaves room along its direction, up to the corners of its flats") {
  // The pin is displaced by .2 mm perpendicular to its flats, which is four times the clearance of a round pin. A round
  // pin would overlap the part here.
  CHECK(fault_of(pin({2e-4, 0})).find("inside the part") != std::string::npos);
  const double half = 5e-4, high = std::sqrt(kPin * kPin - half * half);
  const Fixel off = diamond({2e-4, -5e-6});
  // The lower right corner of the pin is nearest to the edge of the hole.
  const Contact contact = contact_of(off);
  const Vector corner = off.at + Vector(half, -high);
  CHECK(contact.gap == doctest::Approx(kHole - corner.norm()).epsilon(1e-9));
  CHECK((contact.normal.normalized() - corner.normalized()).norm() < 1e-9);
  CHECK(contact.fixel_radius == 0);
  // If the pin is displaced further, this corner overlaps the part.
  CHECK(fault_of(diamond({3e-4, -5e-6})).find("the diamond pin overlaps the part") != std::string::npos);
}

TEST_CASE("a stated normal selects one of two places that are equally close to a diamond pin") {
  Fixel middle = diamond({1e-5, 0});
  CHECK(fault_of(middle).find("are equally close to the diamond pin, so its normal is not unique") !=
        std::string::npos);
  middle.normal = Vector(.2, -1);
  const Contact below = contact_of(middle);
  CHECK(below.normal.normalized().y() < -.9);
  middle.normal = Vector(0, 1);
  CHECK(contact_of(middle).normal.normalized().y() > .9);
  CHECK(contact_of(middle).gap == doctest::Approx(below.gap));
}

TEST_CASE("a flat of a diamond pin along an edge of the part is a fault, also with a stated normal") {
  // The left edge of the plate is at x = -.02.
  const auto fault = [](Fixel fixel, const Eigen::Vector3d& pose, bool with_normal) -> std::string {
    Plate plate;
    const Eigen::Rotation2Dd turn(pose.z());
    fixel.at = pose.head<2>() + turn * fixel.at;
    fixel.diamond = turn * *fixel.diamond;
    if (with_normal) fixel.normal = turn * Vector(1, 0);
    try {
      return find_contacts(plate.loops(), pose, std::vector{fixel}).at(0).touching ? "touching" : "apart";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const double flat = -.02 - 5e-4;  // x coordinate of a pin whose flat lies on the left edge
  for (const Eigen::Vector3d& pose : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(.1, -.2, 2), Eigen::Vector3d(0, 0, -.7)}) {
    CAPTURE(pose.z());
    for (const bool with_normal : {false, true}) {
      const auto lies_along = [&](const Fixel& fixel) {
        return fault(fixel, pose, with_normal).find("a flat of the diamond pin lies along ") != std::string::npos;
      };
      CHECK(lies_along(diamond({flat, .001})));
      CHECK(lies_along(diamond({flat, .019})));                       // this pin extends beyond the corner of the plate
      CHECK(lies_along(diamond({flat - 1e-3, .001})));                // this pin has a gap to the edge
      CHECK(lies_along(diamond({flat - 1e-7, .001}, {1, 1e-5})));     // this flat is tilted by less than the tolerance
      CHECK_FALSE(lies_along(diamond({-.02 - kPin, .001}, {0, 1})));  // this pin touches the edge with a round face
      CHECK_FALSE(lies_along(diamond({flat - .002, .001}, {1, .3})));
    }
    CHECK(fault(diamond({-.02 - kPin, .001}, {0, 1}), pose, false) == "touching");
    CHECK(fault(diamond({flat - .002, .001}, {1, .3}), pose, false) == "apart");
  }
}

TEST_CASE("invalid sizes and directions of a diamond pin are faults") {
  CHECK(fault_of(diamond({0, 4e-5}, {1, 0}, .006)).find("to below the diameter, 0.006") !=
        std::string::npos);
  CHECK(fault_of(diamond({0, 4e-5}, {1, 0}, 0)).find("/fixels/0/diamond_width") == 0);
  CHECK(fault_of(diamond({0, 4e-5}, {0, 0})).find("must not be the zero vector") != std::string::npos);
  CHECK(fault_of(diamond({0, 4e-5}, {NAN, 0})).find("/fixels/0/diamond/0") == 0);
  Fixel point = diamond({0, 4e-5});
  point.radius = 0;
  CHECK(fault_of(point).find("a diamond pin needs a radius or diameter above 0") != std::string::npos);
  CHECK(fault_of(diamond({0, 4e-5}, {1, 0}, 1e-12)).find("from a millionth of the pin's diameter") != std::string::npos);
  Fixel round = pin({0, kClearance});
  round.diamond_width = .001;
  CHECK(fault_of(round).find("needs \"diamond\"") != std::string::npos);
}

TEST_CASE("a task with invalid numbers of a diamond pin has a fault at each of them") {
  Task task;
  const Plate plate;
  task.part.outline = plate.outline;
  task.part.holes = plate.holes;
  task.fixels = {diamond({0, 4e-5}, {1, 0}, .007), pin({0, .03}), diamond({0, -.04}), diamond({.05, 0})};
  task.fixels[1].diamond_width = .001;
  task.fixels[2].radius = 0;
  task.fixels[3].diamond_width = -1;
  try {
    const ValidTask valid(task);
    FAIL("accepted");
  } catch (const InputError& error) {
    std::vector<std::string> pointers;
    for (const Fault& fault : error.faults()) pointers.push_back(fault.pointer);
    CHECK(pointers == std::vector<std::string>{"/fixels/3/diamond_width", "/fixels/0/diamond_width",
                                               "/fixels/1/diamond_width", "/fixels/2/radius"});
  }
}

TEST_CASE("a diamond pin of a task file is seated, and is written as it was read") {
  const std::string text = R"({"pawl": 1, "units": {"length": "mm", "angle": "deg"},
    "part": {"outline": {"polygon": [[0, 0], [60, 0], [60, 40], [0, 40]],
      "holes": [{"disc": {"center": [10, 20], "radius": 3.05}}, {"disc": {"center": [50, 20], "radius": 3.05}}]},
      "density": 2.7e-5},
    "friction": 0.1, "frame": "part",
    "fixels": [{"at": [10, 20.03], "diameter": 6}, {"at": [50.2, 20.02], "diameter": 6, "diamond": [1, 0], "diamond_width": 0.4},
      {"at": [-3, 30], "diameter": 6}],
    "goal": [1, 2, 3], "actuator": {"tray": {}}})";
  for (const std::string pose : {"[0, 0, 0]", "[5, 3, 90]", "[5, 3, -37]"}) {
    std::string placed = text;
    placed.insert(placed.find("\"friction\""), "\"pose\": " + pose + ", ");
    const ValidTask valid(read_task(placed));
    CAPTURE(pose);
    const SeatedTask& seat = valid.seat();
    REQUIRE(seat.contacts.size() == 3);
    CHECK(seat.located);
    for (const Contact& contact : seat.contacts.contacts) CHECK(contact.touching);
    // The diamond pin is displaced by .2 mm perpendicular to its flats. It must not displace the part in this
    // direction.
    const Contact& on_diamond = seat.contacts.contacts[1];
    CHECK(std::fabs(on_diamond.normal.normalized().x()) < .15);
    const Task again = read_task(write_task(valid.task()));
    REQUIRE(again.fixels[1].diamond);
    CHECK(*again.fixels[1].diamond == *valid.task().fixels[1].diamond);
    CHECK(again.fixels[1].diamond_width == valid.task().fixels[1].diamond_width);
    const Task metres = in_units(valid.task(), Units());
    CHECK(metres.fixels[1].diamond_width == doctest::Approx(.0004));
  }
}
