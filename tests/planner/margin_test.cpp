// SPDX-License-Identifier: MIT
// A margin is the angle to the nearest wrench with which a step may fail. Wrenches at smaller angles must succeed in
// every direction, and a wrench at a slightly larger angle must fail in some direction.
#include <doctest/doctest.h>
#include <pawl/planner/insertion.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "support/count.h"
#include "support/random_fixtures.h"

using namespace pawl;

namespace {

constexpr double kPi = std::numbers::pi;

Contact contact(double x, double y, double nx, double ny, double mu = 0) { return {{x, y}, {nx, ny}, mu, 0, true}; }

/// Returns whether the step `made`, if it is made with this wrench, ends as the plan states.
bool succeeds(const ContactGraph& graph, const PlanStep& made, const Eigen::Vector3d& wrench) {
  std::vector<StateMoves> moves;
  for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, wrench));
  const StepResult result = step(step_results(moves), made.before);
  return result.safe && (result.rests & ~made.after).none();
}

/// Tries `count` wrenches at the angle `angle` from the wrench of a step, measured in (fx, fy, tau / rho). Returns how
/// many of them succeed.
int successes(const ContactGraph& graph, const PlanStep& made, double angle, int count) {
  const double rho = graph.contacts().radius_of_gyration();
  const Eigen::Vector3d u = Eigen::Vector3d(made.wrench.x(), made.wrench.y(), made.wrench.z() / rho).normalized();
  const Eigen::Vector3d v = u.unitOrthogonal();
  int found = 0;
  for (int k = 0; k < count; ++k) {
    const double turn = 2 * kPi * k / count;
    const Eigen::Vector3d side = std::cos(turn) * v + std::sin(turn) * u.cross(v);
    const Eigen::Vector3d d = std::cos(angle) * u + std::sin(angle) * side;
    found += succeeds(graph, made, {d.x(), d.y(), d.z() * rho});
  }
  return found;
}

void check_margins(const ContactGraph& graph, const InsertionPlan& plan) {
  for (const PlanStep& made : plan.steps) {
    CAPTURE(made.margin);
    CHECK(successes(graph, made, .98 * made.margin, 20) == 20);
    if (1.03 * made.margin >= kPi) continue;
    CHECK(successes(graph, made, 1.03 * made.margin, 720) < 720);
  }
}

}  // namespace

TEST_CASE("if the part cannot move at all, no plane bounds the wrenches of the step, and its margin is half a turn") {
  ContactSet held;  // Two pairs of contacts: one pair prevents rotation in one direction, and the other pair prevents
                    // it in the other direction.
  held.contacts = {contact(-1, .5, 1, 0), contact(1, -.5, -1, 0), contact(-.5, -1, 0, 1),
                   contact(.5, 1, 0, -1), contact(-1, -.5, 1, 0), contact(1, .5, -1, 0)};
  const ContactGraph graph(held);
  CHECK(plan_insertion(graph).status == InsertionPlan::Status::none);  // no wrench leads to the seat
  PlanOptions options;
  options.start = StateSet().set(static_cast<std::size_t>(graph.states().seated()));
  const InsertionPlan plan = plan_insertion(graph, options);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  CHECK(plan.reason.find("the part starts at the goal") == 0);
  CHECK(plan.planes == 0);
  CHECK(plan.steps[0].margin == doctest::Approx(kPi));
  check_margins(graph, plan);
}

TEST_CASE("if one plane bounds the wrenches of a step, they form a hemisphere, and the margin is a quarter turn") {
  ContactSet slot;  // the part is between two walls without a gap, so that it can only move up and down
  slot.contacts = {contact(0, -1, 0, 1), contact(-1, .5, 1, 0), contact(-1, -.5, 1, 0), contact(1, 0, -1, 0)};
  const ContactGraph graph(slot);
  const InsertionPlan plan = plan_insertion(graph);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  CHECK(plan.planes == 1);
  CHECK(plan.steps[0].margin == doctest::Approx(kPi / 2));
  check_margins(graph, plan);
}

TEST_CASE("if two perpendicular planes bound the wrenches of a step, the margin is an eighth of a turn") {
  // Two contacts prevent motions of the part's center along y. The other contacts prevent vx > 0 and omega > 0. Modes
  // therefore differ only in the signs of vx and omega, which depend on fx and tau.
  ContactSet hinge;
  hinge.contacts = {contact(1, 0, -1, 0), contact(1, 0, 0, -1), contact(0, 0, 0, -1), contact(0, 0, 0, 1)};
  const ContactGraph graph(hinge);
  const InsertionPlan plan = plan_insertion(graph);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  CHECK(plan.planes == 2);
  CHECK(plan.steps[0].margin == doctest::Approx(kPi / 4));
  check_margins(graph, plan);
}

TEST_CASE("margins of plans for random fixtures agree with the results of nearby wrenches") {
  oracle::RandomFixtures random(61);
  int steps = 0;
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const ContactGraph graph(random.set(2, k % 4 == 0 ? 4 : 3));
    const InsertionPlan plan = plan_insertion(graph);
    steps += static_cast<int>(plan.steps.size());
    check_margins(plan.guarantee == Guarantee::keeps ? graph.keeping_gains() : graph, plan);
  }
  MESSAGE(steps << " steps");
  CHECK(steps > 0);
}
