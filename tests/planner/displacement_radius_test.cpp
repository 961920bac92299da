// SPDX-License-Identifier: MIT
// Displacement radii of plans, compared with the exact modes of displaced parts. PAWL_TEST_COUNT sets the number of
// random fixtures.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/displacement_radius.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "insertion/margins.h"
#include "support/count.h"

using namespace pawl;

namespace {

/// Returns an L-shaped block with a tray or a free actuator. Three points are at random positions on its edges. Returns
/// nothing if the points do not locate the block.
std::optional<Task> random_block(unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  Task task;
  const Polygon ell{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  task.part.outline = ell;
  task.friction = Friction(uniform(.05, .15), uniform(.15, .3));
  if (seed % 2 == 0) task.actuator = TrayActuator();
  for (int i = 0; i < 3; ++i) {
    const auto side = engine() % 6;
    const Eigen::Vector2d from = ell.vertices[side], to = ell.vertices[(side + 1) % 6];
    Fixel fixel;
    fixel.at = from + uniform(.1, .9) * (to - from);
    task.fixels.push_back(fixel);
  }
  try {
    return find_seat(task).located ? std::optional(task) : std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

/// Returns the contacts of a part with straight edges after it has been displaced by delta and rotated by phi from its
/// seat. Each contact point moves along its edge.
ContactSet displaced(const ContactSet& seated, const Eigen::Vector2d& delta, double phi) {
  ContactSet set = seated;
  for (Contact& contact : set.contacts) {
    const Eigen::Vector2d arm = contact.point - set.center_of_mass, t = contact.tangent().normalized();
    const Eigen::Vector2d seen = Eigen::Rotation2Dd(-phi) * Eigen::Vector2d(arm - delta);
    Contact moved;
    moved.normal = contact.normal;
    moved.friction = contact.friction;
    moved.point = contact.point + t.dot(seen - arm) * t;
    contact = moved;
  }
  return set;
}

/// Returns whether a step from rest at this displacement ends as the plan states. Uses exact modes.
bool holds(const ContactSet& set, const PlanStep& step, double phi, bool by_energy) {
  Eigen::Vector3d wrench = step.wrench;
  wrench.head<2>() = Eigen::Rotation2Dd(-phi) * wrench.head<2>();
  const ContactGraph graph(set);
  std::vector<StateMoves> moves;
  for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, wrench));
  if (by_energy) {
    for (int state = 0; state + 1 < graph.count(); ++state) {
      if (moves[static_cast<std::size_t>(state)].rest) return false;
    }
    return moves.back().rest;
  }
  const StepResult result = pawl::step(step_results(moves), step.before);
  return result.safe && (result.rests & ~step.after).none();
}

struct Planned {
  PlanProblem problem;
  InsertionPlan plan;
};
std::optional<Planned> plan_of(const Task& task, bool by_energy) {
  PlanRequest request;
  request.by_energy = by_energy;
  PlanProblem problem = plan_problem(task, request);
  InsertionPlan plan = solve(problem);
  if (plan.status != InsertionPlan::Status::found) return std::nullopt;
  return Planned{std::move(problem), std::move(plan)};
}

}  // namespace

// This test uses closed cones of modes. If normals are parallel, some modes then seem possible although they are not.
TEST_CASE("without displacement, the possible results near the seat are those at the seat") {
  int compared = 0, equal = 0, all = 0;
  for (unsigned seed = 1; compared < oracle::count(20); ++seed) {
    const auto task = random_block(seed);
    if (!task) continue;
    const PlanProblem problem = plan_problem(*task);
    const internal::DisplacedMoves by_none(problem.seated.contacts, 0);
    std::mt19937 engine(seed);
    for (int k = 0; k < 10; ++k) {
      const auto number = [&] { return std::normal_distribution<>()(engine); };
      const Eigen::Vector3d wrench(number(), number(), number());
      const auto wrenches = internal::DisplacedMoves::turned(wrench, {0, 0}, 0);
      for (int state = 0; state < problem.graph.count(); ++state) {
        CAPTURE(seed);
        CAPTURE(state);
        const StateMoves near = by_none.moves(problem.graph, state, wrenches),
                         exact = problem.graph.moves(state, wrench);
        CHECK((near.rest || !exact.rest));
        CHECK((near.escape || !exact.escape));
        CHECK((exact.successors & ~near.successors).none());
        equal += near == exact;
        ++all;
      }
    }
    ++compared;
  }
  CHECK(equal >= .98 * all);
}

TEST_CASE("within its radius a plan has the promised result from rest, and slightly outside it may fail") {
  int plans = 0, steps = 0, tight = 0;
  for (unsigned seed = 1; plans < oracle::count(8); ++seed) {
    REQUIRE(seed < 100000);
    const auto task = random_block(seed);
    if (!task) continue;
    const auto planned = plan_of(*task, seed % 3 == 0);
    if (!planned) continue;
    const bool by_energy = planned->plan.guarantee == Guarantee::energy;
    ++plans;
    for (std::size_t k = 0; k < planned->plan.steps.size(); ++k) {
      CAPTURE(seed);
      CAPTURE(k);
      const PlanStep& step = planned->plan.steps[k];
      const auto radius = displacement_radius(planned->problem, planned->plan, k, Part());
      REQUIRE(radius);
      CHECK(radius->displacement > 0);
      ++steps;
      std::mt19937 engine(seed);
      bool failed = false;
      for (int i = 0; i < 120; ++i) {
        const bool within = i < 40;
        const double size = within ? 1 : 1 + i / 30., angle = std::uniform_real_distribution<>(0, 6.3)(engine);
        const double phi = size * radius->rotation * (i % 2 == 0 ? 1 : -1);
        const Eigen::Vector2d delta = size * radius->displacement * Eigen::Vector2d(std::cos(angle), std::sin(angle));
        const bool held = holds(displaced(planned->problem.seated.contacts, delta, phi), step, phi, by_energy);
        if (within) CHECK(held);
        failed = failed || !held;
      }
      tight += failed;
    }
  }
  MESSAGE(steps << " steps of " << plans << " plans, " << tight << " that fail within five radii");
  CHECK(2 * tight > steps);
}

TEST_CASE("a radius is so small that no fixel comes nearer to another edge") {
  Task task = *random_block(2);
  unsigned seed = 2;
  std::optional<Planned> planned;
  for (; !planned; ++seed) {
    const auto made = random_block(seed);
    if (!made) continue;
    task = *made;
    planned = plan_of(task, true);
  }
  const auto free = displacement_radius(planned->problem, planned->plan, 0, Part());
  const auto bounded = displacement_radius(planned->problem, planned->plan, 0, task.part);
  REQUIRE(free);
  REQUIRE(bounded);
  CHECK(bounded->displacement <= free->displacement * (1 + 1e-3));  // bisection finds both radii to a thousandth
  for (const Contact& contact : planned->problem.seated.contacts.contacts) {
    for (const Eigen::Vector2d& vertex : std::get<Polygon>(*task.part.outline).vertices)
      CHECK(bounded->displacement <= (vertex - contact.point).norm() / 2);
  }
}

TEST_CASE("a radius is returned only for the kinds of plans that have one") {
  const Task tray = read_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/ratchet_pawl_tray.json");
  const auto planned = plan_of(tray, true);
  REQUIRE(planned);
  REQUIRE(planned->plan.steps.size() == 2);
  for (std::size_t k = 0; k < 2; ++k)
    CHECK(displacement_radius(planned->problem, planned->plan, k, tray.part)->displacement > 0);
  CHECK_THROWS_AS(displacement_radius(planned->problem, planned->plan, 2, Part()), InputError);
  const Task spring = read_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/block_spring.json");
  const auto pulled = plan_of(spring, true);
  REQUIRE(pulled);
  CHECK_FALSE(displacement_radius(pulled->problem, pulled->plan, 0, Part()));
}
