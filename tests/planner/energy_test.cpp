// SPDX-License-Identifier: MIT
// One-step plans under the energy conditions E1 to E3. They are compared with closed forms, and with the same
// conditions evaluated for single wrenches from the cones of rest. PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/energy.h>
#include <pawl/planner/insertion.h>
#include <pawl/planner/least_tilt.h>
#include <pawl/planner/plan_problem.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/count.h"
#include "support/random_fixtures.h"

using namespace pawl;

namespace {

constexpr double kTurn = 2 * std::numbers::pi;
const WrenchDomain kTray{WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, kTurn};

double degrees(double angle) { return angle * 180 / std::numbers::pi; }

Contact contact_at(double x, double y, double nx, double ny, const Friction& friction) {
  Contact contact;
  contact.point = {x, y};
  contact.normal = {nx, ny};
  contact.friction = friction;
  return contact;
}

/// Returns the contacts of the seated 2 x 1 block of uniform density: two below it, and one on its right below the
/// middle.
ContactSet block(const Friction& friction) {
  ContactSet set;
  set.contacts = {contact_at(-.5, -.5, 0, 1, friction), contact_at(.5, -.5, 0, 1, friction),
                  contact_at(1, -.25, -1, 0, friction)};
  set.inertia = 5. / 12;
  return set;
}

/// Returns an L of uniform density with the area 3.75. Its center of mass is in body coordinates.
Task ell(const Friction& friction) {
  Task task;
  task.part.outline = Polygon{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  task.friction = friction;
  task.actuator = TrayActuator();
  return task;
}

Task ell_at(const Friction& friction, const std::vector<Eigen::Vector2d>& places) {
  Task task = ell(friction);
  for (const Eigen::Vector2d& at : places) {
    Fixel fixel;
    fixel.at = at;
    task.fixels.push_back(fixel);
  }
  return task;
}

/// Returns whether the energy conditions are satisfied for w. Checks all cones of wrenches under which the part can
/// rest, and does not compute the arcs of a window.
bool hold_by_rest_cones(const ContactSet& seated, const Eigen::Vector3d& w) {
  ContactSet smooth = seated;
  for (Contact& contact : smooth.contacts) contact.friction = 0;
  const Cone held = rest_cone(smooth);
  bool all = held.dimension() == 3 && held.contains_inside(w);
  for (std::ptrdiff_t i = 0; i < 3; ++i) {
    ContactSet pair = seated;
    pair.contacts.erase(pair.contacts.begin() + i);
    const Cone by_two = rest_cone(pair);
    all = all && !by_two.contains(w) && by_two.lineality() == 0;
  }
  return all;
}

Eigen::Vector3d unit_scaled(const Eigen::Vector3d& w, double rho) {
  return Eigen::Vector3d(w.x(), w.y(), w.z() / rho).normalized();
}

/// Rotates w by an angle in the space (fx, fy, tau / rho). The rotation is towards `across`, or more precisely towards
/// its component perpendicular to w.
Eigen::Vector3d turned(const Eigen::Vector3d& w, double rho, double angle, const Eigen::Vector3d& across) {
  const Eigen::Vector3d u = unit_scaled(w, rho);
  const Eigen::Vector3d side = (across - across.dot(u) * u).normalized();
  const Eigen::Vector3d v = std::cos(angle) * u + std::sin(angle) * side;
  return {v.x(), v.y(), v.z() * rho};
}

}  // namespace

TEST_CASE("the block's tray window ends at the edges of its cones, with and without friction") {
  // For mu = .2, one end of the window is an edge of the cone in which the two feet alone hold the part; its slope is
  // 1/mu = 5. The other end is an edge of the cone in which one foot and the stop hold the part.
  const auto window = energy_window(block(.2), kTray);
  REQUIRE(window.has_value());
  CHECK(degrees(window->window->first) == doctest::Approx(-78.690068).epsilon(1e-8));
  CHECK(degrees(window->window->second) == doctest::Approx(-37.056528).epsilon(1e-8));
  const auto smooth = energy_window(block(0), kTray);
  REQUIRE(smooth.has_value());
  CHECK(degrees(smooth->window->first) == doctest::Approx(-90).epsilon(1e-12));
  CHECK(degrees(smooth->window->second) == doctest::Approx(-26.565051).epsilon(1e-8));
}

TEST_CASE("each pair of contacts of the block has the expected kappa, margin and slip radius") {
  const EnergyVerdict verdict = energy_verdict(block(.2), {.5317933, -.8468741, 0}, kTray);
  REQUIRE(verdict.holds());
  REQUIRE(verdict.pairs.size() == 3);
  CHECK(energy_window(block(.2), kTray)->margin == doctest::Approx(20.817 * std::numbers::pi / 180).epsilon(1e-4));
  CHECK(degrees(verdict.margin) == doctest::Approx(13.878).epsilon(1e-4));
  CHECK(verdict.pairs[2].contacts == std::array{1, 2});
  CHECK(verdict.pairs[2].margin == verdict.margin);
  CHECK(verdict.pairs[0].kappa == doctest::Approx(1));
  CHECK(verdict.pairs[2].kappa == doctest::Approx(1.749).epsilon(1e-3));
  CHECK(verdict.kappa == verdict.pairs[2].kappa);
  CHECK(verdict.pairs[0].slip_radius == doctest::Approx(.1692).epsilon(1e-3));
  CHECK(verdict.pairs[2].slip_radius == doctest::Approx(.0714).epsilon(1e-3));
}

TEST_CASE("kappa grows without bound as two contacts approach wedging") {
  // The contacts have opposite normals, the heights 0 and 1/2, and a distance of 2. Each is inside the other's friction
  // cone if mu >= 1/4.
  ContactSet set = block(.24);
  set.contacts[1] = contact_at(1, .5, -1, 0, .24);
  set.contacts[2] = contact_at(-1, 0, 1, 0, .24);
  const EnergyVerdict loose = energy_verdict(set, {0, -1, 0});
  CHECK(loose.unwedged);
  CHECK(loose.kappa > 50);
  for (Contact& contact : set.contacts) contact.friction = .25;
  const EnergyVerdict wedged = energy_verdict(set, {0, -1, 0});
  CHECK_FALSE(wedged.unwedged);
  CHECK(std::isinf(wedged.pairs[2].kappa));
  CHECK(std::isfinite(wedged.pairs[0].kappa));
  CHECK_FALSE(energy_window(set, {}).has_value());
}

TEST_CASE("the L-part's window is wider than the one found with the graph of contact states") {
  const Task task = ell_at({.1, .2}, {{-1, -.75}, {-.5, 1.25}, {-1.25, -.5}});
  const PlanProblem problem = plan_problem(task);
  const InsertionPlan plan = solve(problem);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  CHECK(plan.guarantee == Guarantee::energy);
  REQUIRE(plan.steps.size() == 1);
  CHECK(degrees(plan.steps[0].window->first) == doctest::Approx(110.136303).epsilon(1e-8));
  CHECK(degrees(plan.steps[0].window->second) + 0 == doctest::Approx(203.574706).epsilon(1e-8));
  CHECK(degrees(plan.steps[0].margin) == doctest::Approx(46.72).epsilon(1e-3));

  PlanOptions by_graph = problem.options;
  by_graph.by_energy = false;
  const InsertionPlan other = plan_insertion(problem.graph, by_graph);
  REQUIRE(other.steps.size() == 1);
  CHECK(other.guarantee != Guarantee::energy);
  CHECK(degrees(other.steps[0].margin) < 46);
  CHECK(other.steps[0].energy.holds());  // the wrench from the graph must also satisfy the energy conditions

  // In the graph of contact states, one step succeeds in windows of directions. The widest window extends from
  // 110.136303 to 176.121 degrees. Each of its ends is 32.99 degrees from its middle.
  const StateSet start = every_contact(problem.graph.states());
  const auto succeeds = [&](double angle) {
    const double turn = angle * std::numbers::pi / 180;
    return plan_succeeds(problem.graph, start, problem.graph.states().seated(), {{std::cos(turn), std::sin(turn), 0}});
  };
  for (const double inside : {110.137, 120., 143.128, 160., 176.120}) CHECK(succeeds(inside));
  for (const double outside : {110.135, 176.122}) CHECK_FALSE(succeeds(outside));
}

TEST_CASE("with more friction two of the L-part's contacts wedge, so no plan has the guarantee `energy`") {
  const Task task = ell_at({.1, .25}, {{-1, -.75}, {-.5, 1.25}, {-1.25, -.5}});
  const InsertionPlan plan = solve(plan_problem(task));
  CHECK(plan.guarantee != Guarantee::energy);
  CHECK(plan.reason.find("contacts that wedge, with friction as given: 1 and 2") != std::string::npos);
  PlanRequest request;
  request.least = Guarantee::energy;
  const InsertionPlan none = solve(plan_problem(task, request));
  CHECK(none.status == InsertionPlan::Status::none);
  CHECK(none.reason.find("1 and 2") != std::string::npos);
}

TEST_CASE(
    "of all triples of 20 points on the L-part, those with a plan of one step have a tray window, or two contacts that "
    "wedge exactly") {
  const Task part = ell({.1, .25});
  const auto& corners = std::get<Polygon>(*part.part.outline).vertices;
  std::vector<Eigen::Vector2d> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Eigen::Vector2d side = corners[(i + 1) % corners.size()] - corners[i];
    const int count = std::max(2, static_cast<int>(std::round(2 * side.norm())));
    for (int k = 0; k < count; ++k) points.emplace_back(corners[i] + (k + .5) / count * side);
  }
  REQUIRE(points.size() == 20);
  int located = 0, one = 0, two = 0, more = 0, by_energy = 0, on_the_edge = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    for (std::size_t j = i + 1; j < 20; ++j) {
      for (std::size_t k = j + 1; k < 20; ++k) {
        const Task task = ell_at({.1, .25}, {points[i], points[j], points[k]});
        const PlanProblem problem = plan_problem(task);
        if (!problem.seated.located) continue;
        ++located;
        const bool window = energy_window(problem.seated.contacts, problem.options.domain).has_value();
        PlanOptions by_graph = problem.options;
        by_graph.by_energy = false;
        const InsertionPlan plan = plan_insertion(problem.graph, by_graph);
        by_energy += window;
        if (plan.steps.size() == 1 && !window) {
          // At the end of the friction interval, two contacts are just wedging. The energy conditions E1 and E2 are
          // satisfied, but not E3, which excludes wedging.
          ++on_the_edge;
          const EnergyVerdict& verdict = plan.steps[0].energy;
          CHECK((verdict.lowest && verdict.unheld && !verdict.unwedged));
        } else {
          CHECK(window == (plan.steps.size() == 1));
        }
        if (plan.status != InsertionPlan::Status::found) continue;
        (plan.steps.size() == 1 ? one : plan.steps.size() == 2 ? two : more) += 1;
      }
    }
  }
  CHECK(located == 768);
  CHECK(by_energy == 285);
  CHECK(on_the_edge == 14);
  CHECK(one == 299);
  CHECK(two == 90);
  CHECK(more == 0);
}

TEST_CASE("tray windows agree with a test of each wrench") {
  oracle::RandomFixtures random(7);
  int windows = 0, located = 0;
  for (int k = 0; k < oracle::count(40); ++k) {
    CAPTURE(k);
    const ContactSet set = random.set(3, 3);
    if (!energy_refusal(set).empty()) continue;
    ++located;
    const auto window = energy_window(set, kTray);
    constexpr int kSteps = 90;
    int longest = 0, run = 0;
    for (int s = 0; s < 2 * kSteps; ++s) {  // goes around twice, because an interval around the first angle would
                                            // otherwise be split into two intervals
      const double t = kTurn * (s + .37) / kSteps;
      run = hold_by_rest_cones(set, {std::cos(t), std::sin(t), 0}) ? run + 1 : 0;
      longest = std::max(longest, run);
    }
    if (!window) {
      CHECK(longest == 0);
      continue;
    }
    ++windows;
    const auto [from, to] = *window->window;
    CHECK(std::abs((to - from) / kTurn * kSteps - longest) <= 1);
    for (const double share : {1e-6, .3, .5, 1 - 1e-6}) {
      const double t = from + share * (to - from);
      CHECK(hold_by_rest_cones(set, {std::cos(t), std::sin(t), 0}));
    }
    for (const double t : {from - 1e-6, to + 1e-6}) CHECK_FALSE(hold_by_rest_cones(set, {std::cos(t), std::sin(t), 0}));
    CHECK(window->margin == doctest::Approx((to - from) / 2));
  }
  MESSAGE(windows << " windows of " << located);
  CHECK(windows > 0);
  CHECK(windows < located);
}

TEST_CASE(
    "for free wrenches the conditions hold up to the margin and not beyond, and no wrench nearby has a wider "
    "margin") {
  oracle::RandomFixtures random(6);
  int windows = 0;
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const ContactSet set = random.set(3, 3);
    if (!energy_refusal(set).empty()) continue;
    const double rho = set.radius_of_gyration();
    const auto window = energy_window(set, {});
    double widest_seen = 0;
    for (int s = 0; s < 40; ++s) {
      const Eigen::Vector3d w(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1) * rho);
      const bool holds = hold_by_rest_cones(set, w);
      const EnergyVerdict verdict = energy_verdict(set, w);
      CHECK(verdict.holds() == holds);
      if (holds) widest_seen = std::max(widest_seen, verdict.margin);
    }
    if (!window) {
      CHECK(widest_seen == 0);
      continue;
    }
    ++windows;
    CHECK(energy_verdict(set, window->wrench).margin == doctest::Approx(window->margin));
    bool some_fails = false;
    for (int s = 0; s < 400; ++s) {
      const Eigen::Vector3d across(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1));
      const double share = s < 40 ? random.real(0, .9999) : .9999;
      CHECK(energy_verdict(set, turned(window->wrench, rho, share * window->margin, across)).holds());
      some_fails =
          some_fails || !energy_verdict(set, turned(window->wrench, rho, 1.05 * window->margin, across)).holds();
    }
    CHECK(some_fails);
    CHECK(window->margin > .999 * widest_seen);
  }
  CHECK(windows > 0);
}

TEST_CASE("a push is limited to its directions, and a spring must work over its whole spread") {
  WrenchDomain push = kTray;
  push.from = -1.2;
  push.to = -1;
  const auto window = energy_window(block(.2), push);
  REQUIRE(window.has_value());
  CHECK(window->window->first == doctest::Approx(-1.2));
  CHECK(window->window->second == doctest::Approx(-1));
  push.from += 3 * kTurn;
  push.to += 3 * kTurn;
  CHECK(energy_window(block(.2), push)->margin == doctest::Approx(window->margin));
  push.from = 0;
  push.to = 1;
  CHECK_FALSE(energy_window(block(.2), push).has_value());

  const double low = std::atan2(-5, 1);  // direction of an edge of the cone in which the two feet hold the block
  WrenchDomain spread{WrenchDomain::Kind::spread, {1, 0, 0}, {0, 1, 0}, low + .01, low + .1};
  REQUIRE(energy_window(block(.2), spread).has_value());
  CHECK(energy_window(block(.2), spread)->margin == doctest::Approx(.01));
  const Eigen::Vector3d middle(std::cos(low + .055), std::sin(low + .055), 0);
  CHECK(energy_verdict(block(.2), middle, spread).margin <= .0101);
  spread.from = low - .01;
  CHECK_FALSE(energy_window(block(.2), spread).has_value());
  CHECK(energy_verdict(block(.2), middle).holds());
  CHECK_FALSE(energy_verdict(block(.2), middle, spread).holds());
}

TEST_CASE("seats to which the conditions do not apply are refused with the reason") {
  ContactSet four = block(.2);
  four.contacts.push_back(contact_at(0, .5, 0, -1, .2));
  CHECK(energy_refusal(four) == "the goal has 4 contacts; the energy conditions need exactly three");
  ContactSet row = block(.2);
  row.contacts[2] = contact_at(0, -.5, 0, 1, .2);
  CHECK(energy_refusal(row) == "the goal's contacts do not locate the part");
  ContactSet corner = block(.2);
  corner.contacts[2].part_radius = 0;
  CHECK(energy_refusal(corner).find("contact 3 is a point at a corner") == 0);
  corner.contacts[2].fixel_radius = .1;  // for a pin with a radius, the gap is a smooth function of the pose
  CHECK(energy_refusal(corner).empty());
  for (const ContactSet& set : {four, row}) {
    CHECK_FALSE(energy_window(set, kTray).has_value());
    CHECK_FALSE(energy_verdict(set, {.5, -1, 0}).holds());
  }
  CHECK_THROWS_AS(energy_verdict(block(.2), {NAN, 0, 0}), InputError);
}

TEST_CASE("the least tilt of a tray against its own friction has its closed form") {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.simulate.support.law = SimulateOptions::Support::Law::ellipsoid;
  const double margin = 13.878 * std::numbers::pi / 180;
  task.simulate.support.friction = .1;
  CHECK(degrees(least_tilt(task, margin).value()) == doctest::Approx(22.633).epsilon(1e-4));
  task.simulate.support.friction = .2;
  CHECK(degrees(least_tilt(task, margin).value()) == doctest::Approx(39.823).epsilon(1e-4));
  CHECK(degrees(least_tilt(task, 0).value()) == doctest::Approx(90));
  task.simulate.support.law = SimulateOptions::Support::Law::viscous;
  CHECK_FALSE(least_tilt(task, margin).has_value());
}
