// SPDX-License-Identifier: MIT
// Tests the guarantees of plans for all contact states: the states from which a part can come, the states in which
// friction with the support can hold the part, and answers that depend on rounding.
#include <doctest/doctest.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/warnings.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/random_fixtures.h"

using namespace pawl;
using Status = InsertionPlan::Status;

namespace {

using Vector = Eigen::Vector2d;
using Random = std::mt19937;

double real(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

StateSet goal_of(const ContactGraph& graph) {
  return StateSet().set(static_cast<std::size_t>(graph.states().seated()));
}

Task four_pins() {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = Polygon{{{0, 0}, {50, 0}, {50, 18}, {16, 18}, {16, 36}, {0, 36}}};
  task.part.mass = .1;
  task.friction = .2;
  task.actuator = TrayActuator();
  for (const Vector& at : {Vector(12, 0), Vector(26, 18), Vector(16, 22), Vector(0, 9)})
    task.fixels.emplace_back().at = at;
  return task;
}

Vector turned(double angle, const Vector& v) {
  return {std::cos(angle) * v.x() - std::sin(angle) * v.y(), std::sin(angle) * v.x() + std::cos(angle) * v.y()};
}

/// Returns a frictionless block between four round pins. Two pins are on its top, and one is at each end, at the
/// heights `right` and `left`.
Task between_pins(double right, double left, double angle) {
  Task task;
  task.part.outline = Polygon{{{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}};
  task.part.mass = 1;
  task.actuator = TrayActuator();
  task.pose = {0, 0, angle};
  for (const Vector& at : {Vector(1.5, 1.25), Vector(-1.5, 1.25), Vector(2.25, right), Vector(-2.25, left)}) {
    task.fixels.emplace_back().at = turned(angle, at);
    task.fixels.back().radius = .25;
  }
  return task;
}

}  // namespace

TEST_CASE("the start states of a plan include a state other than its goal, unless the stated start is the goal") {
  oracle::RandomFixtures random(81);
  int closed = 0;
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const ContactGraph graph(random.set(3, 7));
    const InsertionPlan plan = plan_insertion(graph);
    if (plan.status == Status::found) CHECK((plan.steps.front().before & ~goal_of(graph)).any());
    if (graph.count() > 1) continue;
    ++closed;
    CHECK(plan.status == Status::none);
    CHECK(plan.reason.find("no displacement opens a gap") != std::string::npos);
    const StateSet start = every_contact(graph.states());
    CHECK(start.none());
    CHECK(proves_no_plan(WrenchCells(graph, {}), start, graph.states().seated(), plan.certificate));
    CHECK(certainty_of_plan(graph, {}, plan).certified);
    PlanOptions there;
    there.start = goal_of(graph);
    const InsertionPlan held = plan_insertion(graph, there);
    if (held.status == Status::found) CHECK(held.reason.find("the part starts at the goal") == 0);
  }
  MESSAGE(closed << " closed");
  CHECK(closed > 0);
}

TEST_CASE("the reason and a warning name form closure, even if the start is the goal") {
  Task task = four_pins();
  const TaskPlan none = plan(task);
  CHECK(none.status == Status::none);
  CHECK(none.certainty.certified);
  CHECK(none.reason.find("form closure") != std::string::npos);
  REQUIRE(warnings(none.problem, none.solution).size() == 1);
  CHECK(warnings(none.problem, none.solution)[0].code == "form-closure");
  task.start = {{1, 2, 3, 4}};
  const TaskPlan held = plan(task);
  CHECK(held.status == Status::found);
  CHECK(held.reason.find("the part starts at the goal") == 0);
  CHECK(warnings(held.problem, held.solution)[0].code == "form-closure");
  task.start.reset();
  task.fixels.pop_back();
  CHECK(warnings(plan(task).problem, plan(task).solution).empty());
}

TEST_CASE(
    "above the least tilt, a tray's friction can hold the part only in states in which the contacts already hold it") {
  Random random(82);
  int steps = 0, several = 0;
  for (int k = 0; several < oracle::count(60) && k < 2000; ++k) {
    CAPTURE(k);
    Task task;
    Polygon triangle;
    for (int corner = 0; corner < 3; ++corner) {
      const double angle = 2 * std::numbers::pi * (corner + real(random, -.25, .25)) / 3;
      triangle.vertices.push_back(real(random, .5, 1) * Vector(std::cos(angle), std::sin(angle)));
    }
    task.part.outline = triangle;
    task.actuator = TrayActuator();
    // Two fixels are on one edge. The first step moves the part onto these two, and the second step moves it along the
    // edge to the third.
    for (const std::size_t edge : {0, 0, 1}) {
      const double share = real(random, .05, .95);
      const Vector at = (1 - share) * triangle.vertices[edge] + share * triangle.vertices[edge + 1];
      task.fixels.emplace_back().at = at;
      task.fixels.back().friction = real(random, 0, .4);
    }
    task.simulate.support.law = SimulateOptions::Support::Law::ellipsoid;
    task.simulate.support.friction = .4;
    const TaskPlan found = plan(task);
    several += found.steps.size() > 1;
    const ContactGraph& graph = found.problem.graph;
    const double rho = graph.contacts().radius_of_gyration();
    // For a part without contacts, tan(tilt) is the size of the tray's wrench divided by the normal force of the
    // support. The least tilt is that for the smallest wrench that exceeds the friction of the support.
    const double share = std::tan(least_tilt(task, std::numbers::pi / 2).value());
    for (std::size_t s = 0; s < found.steps.size(); ++s) {
      ++steps;
      REQUIRE(found.steps[s].least_tilt.has_value());
      const Eigen::Vector3d& wrench = found.solution.steps[s].wrench;
      for (int state = 0; state < graph.states().count(); ++state) {
        CAPTURE(state);
        if (graph.rest_cone(state).contains(wrench)) continue;
        const double angle = std::min(angle_to(graph.rest_cone(state), wrench, rho), std::numbers::pi / 2);
        CHECK(std::tan(*found.steps[s].least_tilt) >= share / std::sin(angle) * (1 - 1e-9));
      }
    }
  }
  MESSAGE(steps << " steps, " << several << " plans of several");
  CHECK(several > 0);
}

TEST_CASE(
    "for a turned part, the answer that no plan has the guarantee `keeps` is certified only if it is true for the "
    "unturned part") {
  int found = 0, turned_none = 0;
  PlanRequest keeps;
  keeps.least = Guarantee::keeps;
  for (const double right : {-.5, 0., .5}) {
    for (const double left : {-.5, 0., .5}) {
      CAPTURE(right);
      CAPTURE(left);
      const TaskPlan straight = plan(between_pins(right, left, 0), keeps);
      CHECK(straight.certainty.certified);
      found += straight.found();
      for (const double angle : {.3, std::numbers::pi / 6, 1., 2.}) {
        CAPTURE(angle);
        const TaskPlan other = plan(between_pins(right, left, angle), keeps);
        if (other.certainty.certified) CHECK(other.status == straight.status);
        turned_none += other.status == Status::none && straight.found();
      }
    }
  }
  MESSAGE(found << " found unturned, " << turned_none << " times none of these turned");
  CHECK(found > 0);
  CHECK(turned_none > 0);
}
