// SPDX-License-Identifier: MIT
// Tests answers that rounding can change. All cases were found by a search for wrong answers. Each answer must be right
// or not certified.
#include <doctest/doctest.h>
#include <pawl/io/task.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/certainty.h>
#include <pawl/planner/plan_task.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "exact/orientation.h"
#include "support/count.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

using Vector = Eigen::Vector2d;

Task part_of(Outline outline) {
  Task task;
  task.part.outline = std::move(outline);
  task.part.mass = 1;
  task.part.inertia = .4;
  return task;
}

const Polygon kBlock{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};

void add(Task& task, const Vector& at, double radius = 0) {
  task.fixels.emplace_back().at = at;
  task.fixels.back().radius = radius;
}

Vector at_angle(double angle, const Vector& v) {
  return {std::cos(angle) * v.x() - std::sin(angle) * v.y(), std::sin(angle) * v.x() + std::cos(angle) * v.y()};
}

Certainty wrench_certainty(const ContactSet& set, const Eigen::Vector3d& g) {
  return certainty_of_wrench(set, g, Ambiguity(set).of_wrench(g));
}

ContactSet stated(std::vector<Contact> contacts) {
  ContactSet set;
  set.contacts = std::move(contacts);
  set.inertia = .1;
  return set;
}

}  // namespace

TEST_CASE("a turned corner that slides on a floor keeps contact if its free acceleration points downwards") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> angles(.1, 1.4), speeds(-3, 3), forces(-6, -1);
  int stays = 0;
  int leaves = 0;
  for (int round = 0; round < oracle::count(100); ++round) {
    Task task = part_of(kBlock);
    task.pose.z() = angles(random);
    const double omega = speeds(random);
    const double fy = forces(random);
    const Vector corner = at_angle(task.pose.z(), {-1, -.5});  // lowest corner of the part, relative to the center of
                                                               // mass
    add(task, corner);
    task.fixels[0].normal = Vector(0, 1);
    const ContactSet set = find_contacts(task);
    // The corner moves horizontally. Let f be the force on the part, m the mass, and p the position of the corner
    // relative to the center of mass. Without contact forces, the acceleration of the corner is f / m - omega^2 p.
    const Eigen::Vector3d twist = set.from_world({.1, -omega * corner.x(), omega});
    const double free = fy - omega * omega * corner.y();
    if (std::fabs(free) < 1e-3 || std::fabs(omega) < .3) continue;
    const Eigen::Vector3d g = set.from_world({0, fy, 0});
    const ForwardSolutions found = forward(set, g, twist);
    if (!certainty_of_forward(set, g, twist, found).certified) continue;
    REQUIRE(found.solutions.size() == 1);
    CHECK((found.solutions[0].mode.str() == "s") == (free > 0));
    (free > 0 ? leaves : stays) += 1;
  }
  CHECK(stays > 5);
  CHECK(leaves > 5);
}

TEST_CASE("a wrench on the edge of a friction cone is certified for an unturned part, and not for a turned one") {
  for (const double mu : {.1, .2, .3, .5}) {
    Task task = part_of(kBlock);
    task.friction = mu;
    task.pose.z() = std::atan(mu);
    for (const double x : {-.5, .5}) add(task, at_angle(task.pose.z(), {x, -.5}));
    const ContactSet set = find_contacts(task);
    CHECK_FALSE(wrench_certainty(set, set.from_world({0, -1, 0})).certified);
    CHECK(wrench_certainty(set, set.from_world({.2, -1, 0})).certified);

    Task still = part_of(kBlock);
    still.friction = mu;
    add(still, {-.5, -.5});
    add(still, {.5, -.5});
    const ContactSet level = find_contacts(still);
    const Eigen::Vector3d edge(mu, -1, 0);
    CHECK(wrench_certainty(level, edge).certified);
    CHECK(Ambiguity(level).of_wrench(edge).modes == std::vector<Mode>{Mode("nn")});
  }
}

TEST_CASE("a seat that is held only to second order is not certified") {
  for (const double off : {1e-5, 4e-6, 2e-6}) {
    Task task = part_of(Polygon{{{0, 0}, {.4, 0}, {.1, .4}}});
    task.friction = .3;
    task.seat_distance = .05;
    task.pose = {8.349823290745628e-09, -6.920962369851081e-09, off};
    add(task, {.01, .04});
    add(task, {.2, -.05}, .05);
    add(task, {.2, 0});
    const SeatedTask seat = find_seat(task);
    const ContactGraph graph(seat.contacts);
    const InsertionPlan plan = plan_insertion(graph);
    CHECK((!seat.located || !certainty_of_plan(graph, PlanOptions(), plan).certified));
  }
}

TEST_CASE("three normals that meet in a point except for rounding do not certainly locate a part") {
  for (const double angle : {.3, 1.234, 2.9, -1.}) {
    Task task = part_of(kBlock);
    task.pose.z() = angle;
    for (const Vector& at : {Vector(0, -.5), Vector(1, 0), Vector(0, .5)}) add(task, at_angle(angle, at));
    const SeatedTask seat = find_seat(task);
    const ContactGraph graph(seat.contacts);
    CHECK((!seat.located || !certainty_of_plan(graph, PlanOptions(), plan_insertion(graph)).certified));
  }
}

TEST_CASE("an answer that depends on a very short lever arm is uncertain") {
  for (const double arm : {1e-7, 1e-8, 1e-10, 1e-13, 1e-15, 1e-16, 1e-20}) {
    const ContactSet pins = stated({{{0, -.5}, {0, 1}, 0., 0, true}, {{arm, .5}, {0, -1}, 0., 0, true}});
    CHECK_FALSE(wrench_certainty(pins, {0, 0, 1}).certified);
    const ForwardSolutions found = forward(pins, {0, 0, 1});
    CHECK_FALSE(certainty_of_forward(pins, {0, 0, 1}, {0, 0, 0}, found).certified);
    const ContactSet wedge = stated({{{0, -.5}, {arm, 1}, 0., 0, true},
                                     {{0, .5}, {0, -1}, 0., 0, true},
                                     {{.3, -.5}, {arm, 1}, 0., 0, true},
                                     {{.3, .5}, {0, -1}, 0., 0, true}});
    CHECK_FALSE(certainty_of_cone(wedge, wrench_cone(wedge, Mode("nnnn"))).certified);
    CHECK_FALSE(wrench_certainty(wedge, {-1, 0, 0}).certified);
  }
}

TEST_CASE("a stated normal through a disc's center is treated as the normal of the disc") {
  Task disc = part_of(Disc{{0, 0}, 1});
  add(disc, {-.40081883401, -.91615733488});
  disc.fixels[0].normal = Vector(7, 16);
  const ContactSet set = find_contacts(disc);
  const Eigen::Vector3d through(-7, -16, 0);
  const WrenchAmbiguity found = Ambiguity(set).of_wrench(through);
  CHECK((found.modes == std::vector<Mode>{Mode("n")} || !certainty_of_wrench(set, through, found).certified));
}

TEST_CASE("ties that depend on a computed center of mass or inertia are not certified") {
  Task triangle;
  triangle.part.outline = Polygon{{{0, 0}, {1, 0}, {0, 2}}};
  add(triangle, {.6, .8});  // the line of this normal passes through (1/3, 2/3)
  const ContactSet set = find_contacts(triangle);
  CHECK_FALSE(wrench_certainty(set, {2, 1, 0}).certified);
  CHECK(wrench_certainty(set, {2, 1, .3}).certified);

  Task plate;
  plate.part.outline = Polygon{{{-.9, -.4}, {.9, -.4}, {.9, .4}, {-.9, .4}}};
  add(plate, {-.1, -.65});
  const ContactSet above = find_contacts(plate);
  const WrenchAmbiguity level = Ambiguity(above).of_wrench({0, 12, 38.8});  // this wrench is equally far from two
                                                                            // boundaries
  CHECK(level.distance >= 0);
  CHECK_FALSE(certainty_of_wrench(above, {0, 12, 38.8}, level).certified);
}

TEST_CASE(
    "a cone that is flat for one value of inertia or center of mass is certified only if these values are "
    "stated") {
  Task task = part_of(Polygon{{{-.04, -.03}, {.04, -.03}, {.04, .03}, {-.04, .03}}});
  task.friction = .5;
  add(task, {.04, -.015});
  add(task, {-.04, -.015});
  const auto certified = [&](double inertia, const Vector& centre, int dimension) {
    task.part.inertia = inertia;
    task.part.center_of_mass = centre;
    const ContactSet set = find_contacts(task);
    const WrenchCone cone = wrench_cone(set, Mode("lr"));
    CHECK(cone.cone.dimension() == dimension);
    const ModeAmbiguity found = Ambiguity(set).of_mode("lr");
    CHECK(certainty_of_mode(set, "lr", found, closure(set)).certified == certainty_of_cone(set, cone).certified);
    return certainty_of_cone(set, cone).certified;
  };
  CHECK(certified(7.5e-5, {0, 0}, 2));
  CHECK_FALSE(certified(7.500000000000001e-5, {0, 0}, 3));
  CHECK_FALSE(certified(7.5e-5, {0, 1.3877787807814457e-17}, 3));
  CHECK(certified(8e-5, {0, 0}, 3));
  CHECK(certified(8.000000000000001e-5, {1e-17 / 3, 1.3877787807814457e-17}, 3));
}

TEST_CASE("a centre of mass that is off the centre of a disc by rounding only does not certify that the disc rolls away") {
  // A frictionless disc on two points rests only if its centre of mass is midway between them.
  for (const double size : {1., 1e-3, 250.}) {
    Task task = part_of(Disc{{0, 0}, size});
    task.part.inertia = .4 * size * size;
    task.actuator = TrayActuator();
    add(task, size * Vector(.6, -.8));
    add(task, size * Vector(-.6, -.8));
    CAPTURE(size);
    const auto planned = [&](const Vector& centre) {
      task.part.center_of_mass = centre;
      return plan(task);
    };
    const auto rests = [&](const Vector& centre) {
      task.part.center_of_mass = centre;
      const ContactSet set = find_contacts(task);
      const WrenchAmbiguity found = Ambiguity(set).of_wrench({0, -1, 0});
      return std::pair(found.modes.size(), certainty_of_wrench(set, {0, -1, 0}, found).certified);
    };
    CHECK(planned({0, 0}).found());
    CHECK(planned({0, 0}).certainty.certified);
    CHECK(rests({0, 0}).second);
    for (const Vector& off : {Vector(1e-17, 0), Vector(1.3877787807814457e-17, -2.7755575615628914e-17)}) {
      CHECK_FALSE(planned(size * off).found());
      CHECK_FALSE(planned(size * off).certainty.certified);
    }
    CHECK_FALSE(rests(size * Vector(1e-17, 0)).second);
    CHECK_FALSE(planned(size * Vector(1e-3, 0)).found());
    CHECK(planned(size * Vector(1e-3, 0)).certainty.certified);
    CHECK(rests(size * Vector(1e-3, 0)).second);
  }
}

TEST_CASE("if a part slides round a pin, the uncertainty of the forces is measured relative to the motion") {
  Task task = part_of(Disc{{.1, .2}, .5});
  task.part.inertia = .1;
  task.part.center_of_mass = Vector(0, .3);
  task.pose = {100.3, -20.7, 4.71238898038469};
  add(task, {99.95, -20.8}, .05);
  task.fixels[0].friction = 2.;
  const ContactSet set = find_contacts(task);
  const Eigen::Vector3d twist = set.from_world({0, -1, 0});
  const Eigen::Vector3d g(0, 0, 0);
  CHECK(certainty_of_forward(set, g, twist, forward(set, g, twist)).certified);
}

TEST_CASE("a contact tolerance of 0 accepts exact contacts, also on slopes and at round pins") {
  const Vector along(.8, .6);
  const Vector outwards(.6, -.8);
  for (const double radius : {0., .05, .1, .35}) {
    for (int k = 1; k < 10; ++k) {
      Task task = part_of(Polygon{{{0, 0}, {.4, .3}, {.1, .7}, {-.3, .4}}});
      task.contact_tolerance = 0;
      const double s = k / 20.;
      add(task,
          {std::round((s * along.x() + radius * outwards.x()) * 1e6) / 1e6,
           std::round((s * along.y() + radius * outwards.y()) * 1e6) / 1e6},
          radius);
      const ContactSet set = find_contacts(task);
      CHECK(set.contacts[0].touching);
      CHECK(set.contacts[0].gap == 0);
    }
  }
}

TEST_CASE("an angle so large that its double has no decimals is not a quarter turn") {
  CHECK_FALSE(quarter_turns(1000000000000002.6).has_value());
  CHECK_FALSE(quarter_turns(std::numeric_limits<double>::infinity()).has_value());
  CHECK(quarter_turns(100 * std::numbers::pi).has_value());
}

TEST_CASE("stated contacts and wrenches with more than 15 digits count as rounded") {
  // Three normals pass through one point. If the coordinates are decimals, the part is not located. If they are
  // computed numbers, rounding errors make the part seem located.
  const auto concurrent = [](const Vector& direction) {
    Task task;
    task.part.inertia = .1;
    task.friction = .2;
    for (const Vector& n : {Vector(0, 1), direction, Vector(-direction.x(), direction.y())})
      task.contacts.push_back({-n, n, .2, 0, true});
    return find_contacts(task);
  };
  CHECK(certainty_of_modes(concurrent({.6, -.8})).certified);
  for (const double angle : {10., 25., 40.}) {
    const double radians = angle * std::numbers::pi / 180;
    const ContactSet set = concurrent({std::cos(radians), -std::sin(radians)});
    CHECK(set.contacts[0].error == ContactError());
    CHECK_FALSE(certainty_of_modes(set).certified);
  }
  // Two normals whose numbers are equal, or exactly opposite, are parallel.
  const Vector normal(std::cos(.3), std::sin(.3)), along(-normal.y(), normal.x());
  Task vise;
  vise.part.inertia = .1;
  for (const double place : {-.5, .25}) {
    vise.contacts.push_back({place * along - normal, normal, .2, 0, true});
    vise.contacts.push_back({(place + .125) * along + normal, -normal, .2, 0, true});
  }
  const ContactSet held = find_contacts(vise);
  CHECK_FALSE(held.is_exact());
  CHECK(certainty_of_modes(held).certified);

  // If two pins have equal coordinates, they are exactly opposite each other, whichever decimal the coordinate stands
  // for. If the coordinates differ, they are not.
  for (const double other : {1. / 3, std::nextafter(1. / 3, 1.)}) {
    Task block = part_of(kBlock);
    block.friction = .2;
    block.pose = {.1, .2, 0};
    add(block, {.1 + 1. / 3, .2 - .5});
    add(block, {.1 + other, .2 + .5});
    CHECK(certainty_of_modes(find_contacts(block)).certified == (.1 + 1. / 3 == .1 + other));
    Task disc = part_of(Disc{{1. / 3, 1. / 7}, 1});
    disc.friction = .2;
    add(disc, {1. / 3, 1. / 7 - 1.25}, .25);
    add(disc, {other, 1. / 7 + 1.25}, .25);
    CHECK(certainty_of_modes(find_contacts(disc)).certified == (other == 1. / 3));
  }

  // Tests wrenches on friction cone edges of a floor.
  Task task = part_of(kBlock);
  task.friction = .5;
  for (const double x : {-.5, .5}) add(task, {x, -.5});
  const ContactSet floor = find_contacts(task);
  CHECK(wrench_certainty(floor, {.5, -1, 0}).certified);
  CHECK_FALSE(wrench_certainty(floor, {.5 / 3, -1. / 3, 0}).certified);
  CHECK(wrench_certainty(floor, {.4 / 3, -1. / 3, 0}).certified);
  CHECK(wrench_certainty(floor, {0, -1, .5}).certified);  // under this wrench, the part tips about a corner
  CHECK_FALSE(wrench_certainty(floor, {0, -1. / 3, .5 / 3}).certified);
}

TEST_CASE("stated contacts with a coordinate that is not finite, or with a zero normal, are faults") {
  Task task;
  task.contacts.push_back({{0, std::numeric_limits<double>::quiet_NaN()}, {0, 1}, .2, 0, true});
  task.contacts.push_back({{0, 0}, {0, 0}, .2, 0, true});
  CHECK_THROWS_AS(find_contacts(task), InputError);
}
