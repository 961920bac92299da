// SPDX-License-Identifier: MIT
// Every function of pawl/contact must refuse invalid arguments, and the fault must have a pointer to the invalid value.
#include <doctest/doctest.h>
#include <pawl/contact/contact.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/contact/mode.h>
#include <pawl/contact/seated_pose.h>

#include <functional>
#include <limits>

#include "support/faults.h"

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

const Outline kSquare = Polygon{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
const Outline kBowTie = Polygon{{{0, 0}, {1, 1}, {1, 0}, {0, 1}}};
const Eigen::Vector3d kOrigin(0, 0, 0);

/// Returns a fixel without a radius below the square.
Fixel fixel_at(double x) {
  Fixel fixel;
  fixel.at = {x, 0};
  return fixel;
}

/// Returns the faults that find_contacts reports for a square on one fixel. `change` has changed this fixel.
std::string found(const std::function<void(Fixel&)>& change) {
  Fixel fixel = fixel_at(.5);
  change(fixel);
  return pointers_of_faults([&] { find_contacts(kSquare, kOrigin, {{fixel}}); });
}

std::string seated(const std::function<void(SeatProblem&)>& change) {
  const std::vector<Fixel> fixels{fixel_at(.3), fixel_at(.7)};
  SeatProblem problem{kSquare, kOrigin, fixels, {}, 1e-6, {0, 1}, {}};
  change(problem);
  return pointers_of_faults([&] { find_seat(problem); });
}

ContactSet two_contacts() {
  ContactSet set;
  set.contacts = {{{-.5, 0}, {0, 1}, .3}, {{.5, 0}, {0, 1}, .3}};
  return set;
}

std::string of_set(const std::function<void(ContactSet&)>& change) {
  ContactSet set = two_contacts();
  change(set);
  const std::string faults = pointers_of_faults([&] { set.validate(); });
  CHECK(pointers_of_faults([&] { contact_jacobian(set); }) == faults);
  CHECK(pointers_of_faults([&] { locates(set, {}); }) == faults);
  return faults;
}

}  // namespace

TEST_CASE("an invalid contact set is refused by every function that takes one") {
  CHECK(of_set([](ContactSet&) {}) == "no fault");
  CHECK(of_set([](ContactSet& set) { set.contacts.clear(); }) == "no fault");  // without contacts, the part is free
  CHECK(of_set([](ContactSet& set) { set.mass = -1; }) == "/part/mass");
  CHECK(of_set([](ContactSet& set) { set.mass = kInfinity; }) == "/part/mass");
  CHECK(of_set([](ContactSet& set) { set.inertia = 0; }) == "/part/inertia");
  CHECK(of_set([](ContactSet& set) { set.mass = 1e300, set.inertia = 1e-300; }) == "/part/inertia");
  CHECK(of_set([](ContactSet& set) { set.angle = kNan; }) == "/pose/2");
  CHECK(of_set([](ContactSet& set) { set.center_of_mass.y() = kNan; }) == "/part/center_of_mass/1");
  CHECK(of_set([](ContactSet& set) { set.contacts[1].point.x() = kInfinity; }) == "/contacts/1/point/0");
  CHECK(of_set([](ContactSet& set) { set.contacts[1].normal = {0, 0}; }) == "/contacts/1/normal");
  CHECK(of_set([](ContactSet& set) { set.contacts[1].normal.y() = kNan; }) == "/contacts/1/normal/1");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].gap = kNan; }) == "/contacts/0/gap");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].friction = -.1; }) == "/contacts/0/friction");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].friction = {.3, .1}; }) == "/contacts/0/friction");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].friction = {0, kInfinity}; }) == "/contacts/0/friction");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].fixel_radius = -1; }) == "/contacts/0");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].fixel_radius = kInfinity; }) ==
        "/contacts/0");  // part and fixel must not both be straight at a contact
  CHECK(of_set([](ContactSet& set) { set.contacts[0].part_radius = kNan; }) == "/contacts/0");
  CHECK(of_set([](ContactSet& set) { set.contacts[0].error.angle = -1; }) == "/contacts/0/error");
}

TEST_CASE("a normal whose components are near the smallest or largest double is normalized correctly") {
  for (const double length : {5e-324, 1e-320, 1.7e308}) {
    ContactSet set = two_contacts();
    set.contacts[0].normal = {length, length};
    CHECK((contact_jacobian(set).col(0).head<2>() - Eigen::Vector2d(1, 1).normalized()).norm() < 1e-15);
  }
}

TEST_CASE("a contact number that does not exist is refused") {
  const ContactSet set = two_contacts();
  const int places[] = {-1, 2, 99};
  for (const int place : places) {
    CHECK(pointers_of_faults([&] { locates(set, {{place}}); }) == "/contacts");
  }
}

TEST_CASE("fixels are checked before the search for contacts") {
  CHECK(found([](Fixel&) {}) == "no fault");
  CHECK(found([](Fixel& fixel) { fixel.at.x() = kNan; }) == "/fixels/0/at/0");
  CHECK(found([](Fixel& fixel) { fixel.at.y() = -1e10; }) == "/fixels/0/at/1");
  CHECK(found([](Fixel& fixel) { fixel.radius = -1; }) == "/fixels/0/radius");
  CHECK(found([](Fixel& fixel) { fixel.radius = kInfinity; }) == "/fixels/0/radius");
  CHECK(found([](Fixel& fixel) { fixel.friction = -1.; }) == "/fixels/0/friction");
  CHECK(found([](Fixel& fixel) { fixel.normal = Eigen::Vector2d(0, 0); }) == "/fixels/0/normal");
  CHECK(found([](Fixel& fixel) { fixel.normal = Eigen::Vector2d(kNan, 1); }) == "/fixels/0/normal/0");
}

TEST_CASE("invalid outlines, poses, friction and tolerances are refused") {
  const std::vector<Fixel> one{fixel_at(.5)};
  const auto faults = [&](const Outline& outline, const Eigen::Vector3d& pose, Friction friction, double tolerance) {
    return pointers_of_faults([&] { find_contacts(outline, pose, one, friction, tolerance); });
  };
  CHECK(faults(kSquare, kOrigin, .3, 1e-6) == "no fault");
  CHECK(faults(Polygon{}, kOrigin, .3, 1e-6) == "/outline");
  CHECK(faults(kBowTie, kOrigin, .3, 1e-6) == "/outline");
  CHECK(faults(kSquare, {0, kNan, 0}, .3, 1e-6) == "/pose/1");
  CHECK(faults(kSquare, {0, 0, kInfinity}, .3, 1e-6) == "/pose/2");
  CHECK(faults(kSquare, kOrigin, {-1, 1}, 1e-6) == "/friction");
  CHECK(faults(kSquare, kOrigin, .3, -1e-6) == "/contact_tolerance");
  CHECK(faults(kSquare, kOrigin, kNan, kNan) == "/friction /contact_tolerance");
}

TEST_CASE("invalid arguments are refused before the search for a seat") {
  CHECK(seated([](SeatProblem&) {}) == "no fault");
  CHECK(seated([](SeatProblem& problem) { problem.goal = {}; }) == "/goal");
  CHECK(seated([](SeatProblem& problem) { problem.goal = {99}; }) == "/goal/0");
  CHECK(seated([](SeatProblem& problem) { problem.goal = {-1, 2}; }) == "/goal/0 /goal/1");
  CHECK(seated([](SeatProblem& problem) { problem.goal = {1, 0}; }) == "/goal/1");
  CHECK(seated([](SeatProblem& problem) { problem.goal = {1, 1}; }) == "/goal/1");
  CHECK(seated([](SeatProblem& problem) { problem.pose.x() = kNan; }) == "/pose/0");
  CHECK(seated([](SeatProblem& problem) { problem.contact_tolerance = -1; }) == "/contact_tolerance");
  CHECK(seated([](SeatProblem& problem) { problem.seat_distance = kNan; }) == "/seat_distance");
  CHECK(seated([](SeatProblem& problem) { problem.fixels = {}; }) == "/goal/0 /goal/1");
  const std::vector<Fixel> fixels{fixel_at(.3)};
  CHECK(pointers_of_faults([&] { find_seat({kBowTie, kOrigin, fixels, {}, 1e-6, {0}, {}}); }) == "/outline");
}

TEST_CASE(
    "a mode with a character that is not a mode letter is refused, and so is the index of a letter that does not "
    "exist") {
  CHECK(pointers_of_faults([] { Mode("lx"); }) == "-");
  CHECK(pointers_of_faults([] { Mode("*"); }) == "-");
  CHECK(pointers_of_faults([] { return Mode("ls")[2]; }) == "-");
  CHECK(pointers_of_faults([] { return Mode()[0]; }) == "-");
  CHECK(Mode("ls")[1] == 's');
}

TEST_CASE("a pattern is refused if no mode of its size matches") {
  CHECK(matches(Mode("ls"), "*s"));
  CHECK_FALSE(matches(Mode("ls"), "**") == false);
  CHECK_FALSE(matches(Mode("ls"), "rs"));
  for (const char* pattern : {"", "l", "lss", "lx", "x*"}) {
    CHECK(pointers_of_faults([&] { matches(Mode("ls"), pattern); }) == "-");
  }
}
