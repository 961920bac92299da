// SPDX-License-Identifier: MIT
// Contacts of fixels with outlines of lines and arcs. PAWL_TEST_COUNT sets the number of random outlines.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/contact/seated_pose.h>
#include <pawl/io/task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/paths.h"

using namespace pawl;
using namespace pawl::test;
using Vector = Eigen::Vector2d;

namespace {

Task task_of(Outline outline, std::vector<Fixel> fixels) {
  Task task;
  task.part.outline = std::move(outline);
  task.friction = .3;
  task.fixels = std::move(fixels);
  return task;
}

Fixel fixel(const Vector& at, double radius = 0) {
  Fixel result;
  result.at = at;
  result.radius = radius;
  return result;
}

std::string complaint(const Task& task) {
  try {
    find_contacts(task);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

bool complains(const Task& task, const std::string& words) { return complaint(task).find(words) != std::string::npos; }

/// Returns each feasible mode with the rays of its cone.
std::string cones_of(const ContactSet& set) {
  std::string text;
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    text += feasible.mode.str();
    const Cone cone = wrench_cone(set, feasible.mode).cone;
    for (const Eigen::Vector3d& ray : cone.rays()) {
      text += fmt::format(" {:.12f} {:.12f} {:.12f}", ray.x() + 0., ray.y() + 0., ray.z() + 0.);
    }
    text += '\n';
  }
  return text;
}

/// Returns a block of 4 by 2 m with a half circle of radius 1 cut out of the middle of its top.
Path block_with_hollow() { return {{{-2, -2}, {2, -2}, {2, 0}, {1, 0}, {-1, 0}, {-2, 0}}, {0, 0, 0, -1, 0, 0}}; }

}  // namespace

TEST_CASE("a disc and a circle of two arcs have the same contacts and cones") {
  const std::vector<std::vector<Fixel>> fixtures = {
      {fixel({0, -1}), fixel({1.0005, 0})},
      {fixel({.6, -.8}), fixel({-1.2, -1.6}, 1), fixel({0, 1.5}, .5)},
      {fixel({-.3, -1}), fixel({.7, -.9}), fixel({1.5, 1.25}, .25)},
  };
  for (const auto& fixels : fixtures) {
    const ContactSet disc = find_contacts(task_of(Disc{{0, 0}, 1}, fixels));
    const ContactSet path = find_contacts(task_of(circle(), fixels));
    CHECK(path.mass == doctest::Approx(disc.mass).epsilon(1e-15));
    CHECK(path.inertia == doctest::Approx(disc.inertia).epsilon(1e-15));
    CHECK(path.center_of_mass == disc.center_of_mass);
    for (std::size_t i = 0; i < fixels.size(); ++i) {
      const Contact& a = disc.contacts[i];
      const Contact& b = path.contacts[i];
      CHECK((a.point - b.point).norm() < 1e-15);
      CHECK(a.normal == b.normal);
      CHECK(a.gap == doctest::Approx(b.gap).epsilon(1e-14));
      CHECK(a.touching == b.touching);
      CHECK(a.part_radius == b.part_radius);
      CHECK(a.error.any() == b.error.any());
    }
    CHECK(cones_of(disc) == cones_of(path));
  }
}

TEST_CASE("a contact on an arc is exact if the coordinates of its point can be represented exactly") {
  const ContactSet set = find_contacts(task_of(stadium(2), {fixel({1.6, .8}), fixel({-1.75, 1}, .25), fixel({1, -1})}));
  CHECK(set.is_exact());
  CHECK(set.contacts[0].point == Vector(1.6, .8));
  CHECK(set.contacts[0].normal.x() * 4 == doctest::Approx(set.contacts[0].normal.y() * 3));
  CHECK(set.contacts[0].gap == 0);
  CHECK(set.contacts[0].part_radius == 1);
  CHECK(set.contacts[1].point == Vector(-1.6, .8));
  CHECK(set.contacts[1].gap == 0);
  CHECK(set.contacts[2].point == Vector(1, -1));  // at this point, an edge continues as an arc without a corner
  CHECK(set.contacts[2].normal == Vector(0, 1));
  CHECK(set.contacts[2].gap == 0);
  // In most directions, the coordinates of the contact point on the arc are rounded, which gives the contact an error.
  // If the radius is not exactly a double, there is an error in every direction.
  CHECK(find_contacts(task_of(stadium(2), {fixel({2, .7})})).contacts[0].error.along_normal > 0);
  const Path lens{{{-1, 0}, {1, 0}}, {.1, .7}};
  const Contact contact = find_contacts(task_of(lens, {fixel({.3, -1})})).contacts[0];
  CHECK(contact.part_radius == doctest::Approx(1.01 / .2).epsilon(1e-15));
  CHECK(contact.error.any());
  CHECK(contact.error.along_normal < 1e-13);
}

TEST_CASE("the contacts are right for pins inside a hollow, pins with the radius of the hollow, and pins at its rims") {
  const Path block = block_with_hollow();
  const ContactSet set = find_contacts(task_of(block, {fixel({.3, -.4}, .5), fixel({0, -.25}, .5), fixel({0, -2})}));
  CHECK(set.is_exact());
  CHECK(set.contacts[0].part_radius == -1);
  CHECK(set.contacts[0].point == Vector(.6, -.8));
  CHECK(set.contacts[0].gap == 0);
  CHECK(set.contacts[0].normal.x() > 0);
  CHECK(set.contacts[1].normal == Vector(0, -1));
  CHECK(set.contacts[1].gap == .25);
  CHECK(std::isinf(set.contacts[2].part_radius));
  CHECK(complains(task_of(block, {fixel({1, 0})}), "touches vertex 4"));
  CHECK(complains(task_of(block, {fixel({0, .5})}), "vertex 4 and vertex 5 of the outline are equally close"));
  CHECK(complains(task_of(block, {fixel({0, 0}, .5)}), "centre of arc 4"));
  CHECK(complains(task_of(block, {fixel({0, 1e-10}, .5)}), "vertex 4 and vertex 5"));
  CHECK(complains(task_of(block, {fixel({0, -1e-10}, .5)}), "centre of arc 4"));
  // The pin touches all points of the hollow at once.
  CHECK(complains(task_of(block, {fixel({0, -5e-7}, 1)}), "centre of arc 4"));
  CHECK(complains(task_of(block, {fixel({0, -1.01})}), "inside the part"));
  Fixel filling = fixel({0, -5e-7}, 1);
  filling.normal = Vector(0, -1);
  CHECK(complains(task_of(block, {filling}), "does not fit into the hollow of arc 4"));
  filling.radius = .25;
  filling.at = {0, -.75};
  CHECK(find_contacts(task_of(block, {filling})).contacts[0].gap == 0);
  // The pin is at the center of the hollow, and all points of the hollow are equally near. The stated normal selects
  // one of them.
  Fixel central = fixel({0, 0}, .25);
  central.normal = Vector(3, -4);
  const Contact meant = find_contacts(task_of(block, {central})).contacts[0];
  CHECK((meant.point - Vector(.6, -.8)).norm() < 1e-15);
  CHECK(meant.gap == .75);
  CHECK(meant.part_radius == -1);
  central.normal = Vector(0, 1);
  CHECK(complains(task_of(block, {central}), "must point into the part at arc 4"));
  filling.normal = Vector(0, 1);
  CHECK(complains(task_of(block, {filling}), "must point into the part at arc 4"));
}

TEST_CASE(
    "a corner between two arcs is found as the nearest point; a fixel is refused if two features are equally near or "
    "if it touches a vertex") {
  // The points of a lens's middle line are equally far from both arcs. Beyond a tip, a corner is the nearest point.
  const Path lens{{{-1, 0}, {1, 0}}, {.5, .5}};
  CHECK(complains(task_of(lens, {fixel({1, 0})}), "touches vertex 2"));
  const Contact tip = find_contacts(task_of(lens, {fixel({2, 0}, .5)})).contacts[0];
  CHECK(tip.part_radius == 0);
  CHECK(tip.gap == .5);
  CHECK(tip.normal == Vector(-1, 0));
  // The points on the axis of a crescent's inner circle are equally far from both tips.
  CHECK(complains(task_of(Path{{{-1, 0}, {1, 0}}, {1, -.5}}, {fixel({0, 3})}), "equally close"));
  Fixel given = fixel({1, 0});
  given.normal = Vector(-1, 0);
  CHECK(find_contacts(task_of(lens, {given})).contacts[0].part_radius == 0);
}

TEST_CASE(
    "a quarter turn of part and pin changes no digit of a contact, another rotation gives it an error, and the order "
    "of the vertices has no effect") {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> place(-2, 2);
  int compared = 0;
  for (int round = 0; round < oracle::count(60); ++round) {
    const Path path = valid_random_path(random);
    const Fixel pin = fixel({std::round(1000 * place(random)) / 1000, std::round(1000 * place(random)) / 1000}, .01);
    const Task task = task_of(path, {pin});
    if (!complaint(task).empty()) continue;
    ++compared;
    const Contact contact = find_contacts(task).contacts[0];
    Task turned = task;
    turned.fixels[0].at = {-pin.at.y(), pin.at.x()};
    turned.pose.z() = std::numbers::pi / 2;
    const Contact again = find_contacts(turned).contacts[0];
    CHECK(again.point == contact.point);
    CHECK(again.normal == contact.normal);
    CHECK(again.gap == contact.gap);
    CHECK(again.error == contact.error);
    for (const Path& same : {reversed(path), shifted(path, 1)}) {
      const Contact other = find_contacts(task_of(same, {pin})).contacts[0];
      CHECK((other.point - contact.point).norm() < 1e-12);
      CHECK((other.normal.normalized() - contact.normal.normalized()).norm() < 1e-9);
      CHECK(other.gap == doctest::Approx(contact.gap).epsilon(1e-9));
      CHECK((other.part_radius == contact.part_radius ||
             other.part_radius == doctest::Approx(contact.part_radius).epsilon(1e-12)));
    }
    turned.fixels[0].at = Eigen::Rotation2Dd(.3) * pin.at;
    turned.pose.z() = .3;
    const Contact rounded = find_contacts(turned).contacts[0];
    CHECK(rounded.error.any());
    CHECK((rounded.point - contact.point).norm() < 1e-9);
    CHECK((rounded.normal.normalized() - contact.normal.normalized()).norm() < 1e-9);
  }
  CHECK(compared > oracle::count(60) / 4);
}

TEST_CASE("a part is seated on its arcs") {
  // Two fixels are below a stadium, and a third one is at its round end. Two of the three have gaps of .001 and .002.
  const std::vector<Fixel> fixels = {fixel({-1, -1}), fixel({.75, -1}), fixel({2, 0})};
  Task task = task_of(stadium(2), fixels);
  task.pose = {-.001, .002, 0};
  const SeatedTask seated = find_seat(task);
  REQUIRE(seated.pose.has_value());
  CHECK(seated.pose->norm() < 1e-12);
  CHECK(seated.contacts.size() == 3);
  CHECK(seated.located);
  CHECK(seated.contacts.contacts[2].part_radius == 1);
}

TEST_CASE("a hollow that slides over a pin needs the force of circular motion") {
  // A part slides over a pin of radius .5 with the velocity v = 3. The pin is in a hollow of the part, of radius 2. The
  // center of the hollow moves on a circle of radius 1.5 about the center of the pin. The pin must therefore push the
  // part with m v^2 / (2 - .5) = 6.
  ContactSet set;
  Contact contact;
  contact.point = {0, -1};
  contact.normal = {0, 1};
  contact.part_radius = -2;
  contact.fixel_radius = .5;
  set.contacts = {contact};
  const ForwardSolutions answer = forward(set, {0, 0, 0}, {3, 0, 0});
  REQUIRE(answer.solutions.size() == 1);
  CHECK(answer.solutions[0].acceleration.y() == doctest::Approx(6));
  set.contacts[0].fixel_radius = 2;
  CHECK_THROWS_AS(set.validate(), InputError);
}
