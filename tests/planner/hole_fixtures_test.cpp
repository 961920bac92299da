// SPDX-License-Identifier: MIT
// Tests fixtures with pins in holes. Compares their errors with closed forms, and with random poses that the pins
// permit.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/in_si.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/hole_fixtures.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"

using namespace pawl;
using Vector = Eigen::Vector2d;

namespace {

/// Returns a plate with two holes of diameter 10. Their centres are (15, 20) and (65, 20).
Task plate() {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = Polygon{{{0, 0}, {80, 0}, {80, 40}, {0, 40}}};
  task.part.holes = {Disc{{15, 20}, 5}, Disc{{65, 20}, 5}};
  task.friction = {.1, .2};
  task.actuator = TrayActuator();
  task.fixture.emplace().hole_clearance = .1;
  return task;
}

HoleFixtures found(const Task& task, double tolerance, std::size_t most = 3) {
  return find_hole_fixtures(ValidTask(task), *task.fixture, tolerance, most);
}

/// A motion of the part: the translation of the first hole's centre, and the rotation about this centre.
struct Motion {
  Vector first{0, 0};
  double turn = 0;

  Vector of(const Vector& point, const Vector& center) const {
    return first + Eigen::Rotation2Dd(turn) * (point - center) - (point - center);
  }
};

}  // namespace

TEST_CASE("a round pin and a diamond pin allow the motions of the closed form") {
  Task task = plate();
  // Each clearance is 0.1 in diameter. The first hole's centre moves by at most 0.05. The second hole's centre moves by
  // at most 0.05 along the line through both holes, and by at most 0.05 across it. Terms of second order are below 1e-3
  // of these motions.
  task.fixture->points_of_interest = {{15, 20}};
  CHECK(found(task, 0).two_holes.at(0).play.worst == doctest::Approx(.05).epsilon(1e-3));
  task.fixture->points_of_interest = {{65, 20}, {15, 20}};
  const HoleFixture fixture = found(task, 0).two_holes.at(0);
  CHECK(fixture.play.worst == doctest::Approx(.05 * std::sqrt(2)).epsilon(1e-3));
  CHECK(fixture.play.rss == doctest::Approx(.05 * std::sqrt(2)).epsilon(1e-9));
  CHECK(fixture.locator_errors.worst == 0);
  CHECK(fixture.total.worst == fixture.play.worst);
  for (const double clearance : fixture.clearances) CHECK(clearance == doctest::Approx(.1).epsilon(1e-12));

  // A point far above the middle moves sideways for two reasons: the motion of the first hole, and the rotation, which
  // is at most (0.05 + 0.05) / 50.
  task.fixture->points_of_interest = {{40, 1020}};
  const double far = found(task, 0).two_holes.at(0).play.worst;
  CHECK(far >= 1000 * .1 / 50);
  CHECK(far <= 1000 * .1 / 50 + 2 * .05);
}

TEST_CASE("no pose that a round pin and a diamond pin allow exceeds the bound, and some come near") {
  std::mt19937_64 random(39);
  std::uniform_real_distribution<double> share(-1, 1);
  Task task = plate();
  constexpr double kTolerance = .02;
  const HoleFixture fixture = found(task, kTolerance).two_holes.at(0);
  const Vector first = std::get<Disc>(task.part.holes[fixture.holes[0]]).center,
               second = std::get<Disc>(task.part.holes[fixture.holes[1]]).center;
  CHECK(fixture.total.worst > fixture.play.worst);
  double largest = 0, largest_play = 0;
  int allowed = 0;
  for (int k = 0; k < std::max(200000, oracle::count(200000)); ++k) {
    const bool exact_pins = k % 2 == 0;
    const Vector off_first = exact_pins ? Vector(0, 0) : Vector(share(random), share(random)) * kTolerance,
                 off_second = exact_pins ? Vector(0, 0) : Vector(share(random), share(random)) * kTolerance;
    if (off_first.norm() > kTolerance || off_second.norm() > kTolerance) continue;
    Motion motion{Vector(share(random), share(random)) * .08, share(random) * .004};
    if (k % 4 < 2) {  // in half of the cases, a motion at the limits of the clearances
      constexpr double kLimit = .04999;
      const double angle = std::numbers::pi * share(random);
      motion.first = off_first + kLimit * Vector(std::cos(angle), std::sin(angle));
      motion.turn = ((share(random) > 0 ? kLimit : -kLimit) + off_second.y() - motion.first.y()) / 50 *
                    (second.x() > first.x() ? 1 : -1);
    }
    if ((motion.first - off_first).norm() > .05) continue;
    // The diamond pin must be inside its hole: every point of its round faces must be within the radius of the hole.
    const Fixel& diamond = fixture.fixels[1];
    const Vector hole = second + motion.of(second, first), across(-diamond.diamond->y(), diamond.diamond->x());
    bool inside = true;
    const double half = std::asin(diamond.diamond_width / 2 / diamond.radius);
    for (int side = -1; side <= 1; side += 2) {
      for (int i = -8; i <= 8; ++i) {
        const double angle = half * i / 8;
        const Vector face = diamond.at + off_second +
                            diamond.radius * (std::sin(angle) * *diamond.diamond + side * std::cos(angle) * across);
        inside = inside && (face - hole).norm() <= 5;
      }
    }
    if (!inside) continue;
    ++allowed;
    for (const Vector& corner : std::get<Polygon>(*task.part.outline).vertices) {
      const double moved = motion.of(corner, first).norm();
      CHECK(moved <= fixture.total.worst);
      largest = std::max(largest, moved);
    }
    if (exact_pins) largest_play = std::max(largest_play, motion.of(fixture.point, first).norm());
  }
  CHECK(allowed > 2000);
  CHECK(largest_play <= fixture.play.worst);
  // The bound assumes that the diamond pin can always move across the line by its whole clearance, even if it also
  // moves along the line. In fact, the corners of the pin may restrict this motion to two thirds of the clearance.
  CHECK(largest_play >= .85 * fixture.play.worst);
  CHECK(largest >= .8 * fixture.total.worst);
}

/// The clearance of a pin in its hole, which is a difference of diameters, and the tolerance of the pin's position.
struct Looseness {
  double clearance = 0, tolerance = 0;
};

TEST_CASE("no pose that a pin in a hole and a pin on an edge allow exceeds the bound, and some come near") {
  std::mt19937_64 random(39);
  std::uniform_real_distribution<double> share(-1, 1);
  // For the second pair, terms of second order are a few per cent of the displacement.
  for (const auto& [clearance, tolerance] : {Looseness{.1, .02}, Looseness{1.6, .1}}) {
    CAPTURE(clearance);
    Task task = plate();
    task.fixture->hole_clearance = clearance;
    const HoleFixtures all = found(task, tolerance);
    REQUIRE(!all.hole_and_edge.empty());
    for (const HoleFixture& fixture : all.hole_and_edge) {
      const Vector first = std::get<Disc>(task.part.holes[fixture.holes[0]]).center;
      const Vector point = fixture.locator->point, normal = fixture.locator->normal.normalized();
      const double most = clearance / 2 + tolerance;
      double largest = 0;
      for (int k = 0; k < std::max(20000, oracle::count(20000)); ++k) {
        Motion motion{Vector(share(random), share(random)) * most, 0};
        double off = share(random) * tolerance;
        if (k % 2 == 0) {  // in half of the cases, a motion at the limits of clearance and tolerance
          motion.first = most * motion.first.normalized();
          off = off < 0 ? -tolerance : tolerance;
        }
        if (motion.first.norm() > most * (1 + 1e-12)) continue;
        // Newton's method finds the rotation at which the distance of the pin's centre from the line of the moved edge
        // is the pin's radius.
        const auto gap = [&](double turn) {
          const Eigen::Rotation2Dd rotation(turn);
          const Vector now = first + motion.first + rotation * (point - first);
          return (rotation * normal).dot(now - (point + off * normal));
        };
        for (int i = 0; i < 50; ++i) {
          constexpr double kStep = 1e-6;
          motion.turn -= gap(motion.turn) * 2 * kStep / (gap(motion.turn + kStep) - gap(motion.turn - kStep));
        }
        REQUIRE(std::fabs(gap(motion.turn)) <= 1e-12);
        for (const Vector& corner : std::get<Polygon>(*task.part.outline).vertices) {
          const double moved = motion.of(corner, first).norm();
          CHECK(moved <= fixture.total.worst);
          largest = std::max(largest, moved);
        }
      }
      CHECK(largest >= .9 * fixture.total.worst);
    }
  }
}

TEST_CASE("the errors of a fixture stay the same if the part is turned or the unit of length is changed") {
  const HoleFixture here = found(plate(), .01).two_holes.at(0);
  Task turned = plate();
  turned.pose = {3, -7, 2};
  const HoleFixture there = found(turned, .01).two_holes.at(0);
  CHECK(there.total.worst == here.total.worst);
  CHECK((there.fixels[0].at - (Eigen::Rotation2Dd(2) * here.fixels[0].at + Vector(3, -7))).norm() < 1e-12);
  const Task metres = in_si(plate());
  CHECK(found(metres, .01e-3).two_holes.at(0).total.worst == doctest::Approx(here.total.worst * 1e-3));
}

TEST_CASE("pins in holes obey the least distance and the regions to be kept free, or the reason is given") {
  Task task = plate();
  CHECK(found(task, .01).no_two_holes.empty());
  task.fixture->least_material = 41;  // the surfaces of the two pins are 50 - 9.9 apart
  CHECK(found(task, .01).two_holes.empty());
  CHECK(found(task, .01).no_two_holes.find("least_material") != std::string::npos);
  task.fixture->least_material = 40;
  CHECK(found(task, .01).two_holes.size() == 2);
  task.fixture->keep_out = {Polygon{{{60, 15}, {70, 15}, {70, 25}, {60, 25}}}};
  CHECK(found(task, .01).two_holes.empty());
  CHECK(found(task, .01).no_two_holes.find("only one of the 2") != std::string::npos);
  task.fixture->keep_out.clear();
  task.fixture->hole_clearance = 10;
  CHECK(found(task, .01).no_two_holes.find("none of the 2") != std::string::npos);
  task = plate();
  task.part.holes.pop_back();
  CHECK(found(task, .01).no_two_holes.find("the part has one") != std::string::npos);
  CHECK(!found(task, .01).hole_and_edge.empty());
  task.part.holes = {Polygon{{{10, 10}, {20, 10}, {15, 20}}}};
  CHECK(found(task, .01).no_two_holes.find("the part has none") != std::string::npos);
  CHECK(found(task, .01).hole_and_edge.empty());
  task.part.outline.reset();
  CHECK_THROWS_AS((void)find_hole_fixtures(ValidTask(task), *task.fixture, .01, 1), InputError);
}

TEST_CASE("a pin can be placed in a hole that consists of several arcs of one circle") {
  Task task = plate();
  Path circle;  // the circle consists of two half circles
  circle.vertices = {{10, 20}, {20, 20}};
  circle.bulges = {1, 1};
  task.part.holes[0] = circle;
  const HoleFixture fixture = found(task, .01).two_holes.at(0);
  CHECK(fixture.total.worst == doctest::Approx(found(plate(), .01).two_holes.at(0).total.worst));
}

TEST_CASE("the search compares fixtures with and without pins in holes") {
  Task task = plate();
  const FixtureDesigns designs = design_fixtures(ValidTask(task));
  REQUIRE(designs.comparison);
  int kinds[3] = {0, 0, 0};
  double before = 0;
  for (const ComparedFixture& one : designs.comparison->fixtures) {
    ++kinds[one.in_holes ? one.in_holes->holes.size() : 0];
    CHECK(one.total.worst >= before);
    CHECK(one.total.worst <=
          (one.play.worst + one.locator_errors.worst) * 1.002);  // the factor 1.002 allows for terms of second order
    before = one.total.worst;
    if (one.fixture) CHECK(one.play.worst == 0);
    if (!one.fixture) continue;
    // For a fixture with pins on edges, the error must be that of the full measures, times the tolerance.
    CHECK(one.total.worst ==
          doctest::Approx(.01 * designs.fixtures.at(*one.fixture).measures->pose_error->worst).epsilon(1e-9));
  }
  for (const int kind : kinds) CHECK(kind > 0);

  task.fixture->thresholds.pins_in_holes = 2;
  const FixtureDesigns in_holes = design_fixtures(ValidTask(task));
  CHECK(in_holes.status == FixtureDesigns::Status::found);
  CHECK(in_holes.fixtures.empty());
  CHECK(in_holes.comparison->fixtures.size() == 2);
  for (const ComparedFixture& one : in_holes.comparison->fixtures) CHECK(one.in_holes->holes.size() == 2);

  task.part.outline = Disc{{40, 20}, 40};  // pins on edges cannot locate a disc
  task.fixture->thresholds.pins_in_holes.reset();
  const FixtureDesigns round = design_fixtures(ValidTask(task));
  CHECK(round.status == FixtureDesigns::Status::found);
  CHECK(round.located == 0);
  task.fixture->thresholds.pins_in_holes = 2;
  const FixtureDesigns asked = design_fixtures(ValidTask(task));
  CHECK(asked.status == FixtureDesigns::Status::found);
  REQUIRE(round.comparison->fixtures.size() == asked.comparison->fixtures.size());
  for (std::size_t k = 0; k < asked.comparison->fixtures.size(); ++k) {
    CHECK(round.comparison->fixtures[k].in_holes->holes == asked.comparison->fixtures[k].in_holes->holes);
    CHECK(round.comparison->fixtures[k].total.worst == asked.comparison->fixtures[k].total.worst);
  }

  task.part.holes.clear();
  const FixtureDesigns none = design_fixtures(ValidTask(task));
  CHECK(none.status == FixtureDesigns::Status::none);
  CHECK(none.reason == "the part has no holes");
}

TEST_CASE(
    "the task that is written for a fixture with pins in holes is valid, and each pin in a hole has the expected gap") {
  for (const double angle : {0., .7}) {
    Task task = plate();
    task.pose = {1, 2, angle};
    const ValidTask valid(task);
    const HoleFixtures all = find_hole_fixtures(valid, *task.fixture, .01, 3);
    for (const auto& list : {all.two_holes, all.hole_and_edge}) {
      for (const HoleFixture& fixture : list) {
        const ValidTask made = with_fixture(valid, candidate_of(valid, fixture));
        const ContactSet contacts = made.contacts();
        REQUIRE(contacts.size() == 2);
        // In the middle of its hole, a pin has a gap of half the clearance. The part is displaced by a quarter of the
        // clearance, so the gap is a quarter of the clearance. An edge still touches its pin.
        CHECK(contacts.contacts[0].gap == doctest::Approx(.025).epsilon(1e-6));
        CHECK(contacts.contacts[1].gap == doctest::Approx(fixture.locator ? 0 : .025).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("the play of a part on two pins contains all poses, and a plan proves where the part comes to rest") {
  Task task = plate();
  task.pose = {1, 2, .3};
  task.actuator = TrayActuator();
  const ValidTask valid(task);
  const HoleFixtures all = find_hole_fixtures(valid, *task.fixture, .01, 1);
  REQUIRE(all.two_holes.size() == 1);
  const Task made = with_fixture(task, candidate_of(valid, all.two_holes[0]));
  REQUIRE(made.start_region.has_value());
  // The region must contain all poses in which the centres of both holes are within the clearances. Tests random poses
  // of this kind.
  std::mt19937 engine(1);
  const HoleFixture& fixture = all.two_holes[0];
  const double e = fixture.clearances[0] / 2;
  const auto uniform = [&] { return std::uniform_real_distribution<>(-1, 1)(engine); };
  const Eigen::Vector2d center = valid.contacts().center_of_mass;
  const auto placed = [](const Eigen::Vector3d& pose, const Eigen::Vector2d& p) -> Eigen::Vector2d {
    return pose.head<2>() + Eigen::Rotation2Dd(pose.z()) * p;
  };
  const auto of_part = [&](const Eigen::Vector2d& world) -> Eigen::Vector2d {
    return Eigen::Rotation2Dd(-task.pose.z()) * (world - task.pose.head<2>());
  };
  const Eigen::Vector2d first = of_part(fixture.fixels[0].at), second = of_part(fixture.fixels[1].at);
  const Eigen::Vector2d across = Eigen::Rotation2Dd(std::acos(0.)) * *fixture.fixels[1].diamond;
  int free = 0;
  for (int k = 0; k < 20000; ++k) {
    const double turn = 3 * e / (second - first).norm() * uniform();
    Eigen::Vector3d pose(0, 0, task.pose.z() + turn);
    pose.head<2>() = fixture.fixels[0].at + e * Eigen::Vector2d(uniform(), uniform()) -
                     Eigen::Rotation2Dd(pose.z()) * first;
    if ((placed(pose, first) - fixture.fixels[0].at).norm() > e) continue;
    if (std::fabs((placed(pose, second) - fixture.fixels[1].at).dot(across)) > fixture.clearances[1] / 2) continue;
    ++free;
    CHECK(std::fabs(turn) <= made.start_region->rotation);
    const Eigen::Vector2d moved = placed(pose, center) - placed(task.pose, center);
    CHECK(moved.cwiseAbs().maxCoeff() <= made.start_region->translation);
  }
  CHECK(free > 1000);
}
