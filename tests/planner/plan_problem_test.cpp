// SPDX-License-Identifier: MIT
// Tests the library functions that lead from a task to a plan, and the arguments that the planner's public functions
// refuse.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/plan_problem.h>

#include <limits>
#include <sstream>

using namespace pawl;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Task task_file(const char* name) { return read_task_file(fmt::format("{}/data/tasks/{}.json", PAWL_SOURCE_DIR, name)); }

/// Returns a 2 x 1 block on two fixels. A stop beside the block is .01 m away.
Task block() {
  Task task;
  task.part.outline = Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}};
  task.friction = .2;
  for (const auto& [x, y] : {std::pair(-.5, -.5), std::pair(.5, -.5), std::pair(1.01, -.25)}) {
    task.fixels.push_back({{x, y}, {}, 0, {}});
  }
  return task;
}

template <class Call>
std::string complaint(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("plan_problem and solve give the same results as the functions that they combine, called one by one") {
  const Task task = task_file("block_stop");
  const PlanProblem problem = plan_problem(task);
  const InsertionPlan plan = solve(problem);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  CHECK(certainty_of_plan(problem, plan).certified);

  const SeatedTask seated = find_seat(task);
  const ContactGraph graph(seated.contacts);
  PlanOptions options;
  Task at_seat = task;
  at_seat.pose = *seated.pose;
  options.domain = actuator_domain(at_seat, seated.contacts).domain;
  options.start = problem.options.start;
  const InsertionPlan by_hand = plan_insertion(graph, options);
  REQUIRE(by_hand.steps.size() == plan.steps.size());
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    CHECK(by_hand.steps[k].wrench == plan.steps[k].wrench);
    CHECK(by_hand.steps[k].margin == plan.steps[k].margin);
  }
  // The documentation and the tests of the command state this friction limit as 0.190.
  CHECK(friction_limit(problem, plan).this_plan.half_width == doctest::Approx(.190).epsilon(.01));
}

TEST_CASE("a problem uses the task's fixel numbers, even if some fixels are left out") {
  Task task = block();
  Fixel far;
  far.at = {.9, .6};
  task.fixels.insert(task.fixels.begin(), far);
  task.goal = {2, 3, 4};
  const PlanProblem problem = plan_problem(task);
  CHECK(problem.seated.left_out == std::vector<int>{0});
  CHECK(problem.fixels(problem.graph.states().seated()) == std::vector<int>{1, 2, 3});
  CHECK(problem.options.goals == StateSet().set(static_cast<std::size_t>(problem.graph.states().seated())));
}

TEST_CASE("a start given by displacements needs no other start states") {
  Task task = block();
  task.start_displacements = {{-.01, .01, 0}};
  const PlanProblem problem = plan_problem(task);
  REQUIRE(problem.options.start.has_value());
  CHECK(problem.options.start->count() == 1);
  CHECK((*problem.options.start)[static_cast<std::size_t>(problem.graph.displaced())]);
}

TEST_CASE("requests that a plan cannot fulfill are refused, and the fault names the place") {
  const auto with = [](const std::function<void(Task&)>& change, const PlanRequest& request = {}) {
    Task task = block();
    change(task);
    return complaint([&] { plan_problem(task, request); });
  };
  CHECK(with([](Task&) {}).empty());
  CHECK(with([](Task& t) { t.goal = {99}; }) == "/goal/0: 99: there are only 3 fixels");
  CHECK(with([](Task& t) { t.part.mass = -1; }) == "/part/mass: -1: must be greater than 0");
  CHECK(with([](Task& t) { t.part.outline = Polygon(); }) ==
        "/part/outline/polygon: []: a polygon has from 3 to 10000 vertices");
  CHECK(with([](Task& t) { t.part.outline.reset(); }) == "/part/outline: missing");
  CHECK(with([](Task& t) { t.fixels.clear(); }) ==
        "/fixels: none given; a plan needs 1 to 127; state where the pins are, or let `pawl fixture` search for them");
  CHECK(with([](Task& t) { t.goal = {1}, t.start.emplace(1, std::vector<int>{3}); }) ==
        "/start/states/0: [3]: fixel 3 does not touch the seated part");
  CHECK(with([](Task& t) { t.start_displacements = {{0, -1, 0}}; }).find("/start/displacements/0: ") == 0);
  CHECK(complaint([] { plan_problem(Task()); }) == "/contacts: none given; a plan needs 1 to 127");
  PlanRequest energy;
  energy.least = Guarantee::energy;
  CHECK(with([](Task&) {}, energy).empty());
  CHECK(with(
            [](Task& t) {
              t.goal = {1, 2};
            },
            energy) ==
        "/goal: no plan to this goal can have the guarantee \"energy\": the goal has 2 contacts; the energy conditions "
        "need exactly three");
}

TEST_CASE(
    "a problem whose construction was stopped has a solution with the status `stopped`, and queries of its graph are "
    "refused") {
  PlanRequest request;
  request.stop = StopToken(0);
  const PlanProblem problem = plan_problem(block(), request);
  CHECK_FALSE(problem.graph.complete());
  CHECK(solve(problem).status == InsertionPlan::Status::stopped);
  CHECK_THROWS_AS(problem.graph.modes(0), InputError);
  CHECK_THROWS_AS(problem.graph.moves(0, {1, 0, 0}), InputError);
}

TEST_CASE("states, cells, fixels and wrenches that do not exist are refused") {
  const ContactSet set = find_seat(block()).contacts;
  const ContactGraph graph(set);
  const Eigen::Vector3d g(1, -1, 0);
  const Eigen::Vector3d nan(1, kNan, 0);
  StateSet beyond;
  beyond.set(200);
  FixelSet no_fixel;
  no_fixel.set(100);
  for (const int state : {-1, graph.count(), 1000}) {
    CHECK_THROWS_AS(graph.states().mask(state), InputError);
    CHECK_THROWS_AS(graph.states().fixels(state), InputError);
    CHECK_THROWS_AS(graph.fixels(state), InputError);
    CHECK_THROWS_AS(graph.modes(state), InputError);
    CHECK_THROWS_AS(graph.rest_cone(state), InputError);
    CHECK_THROWS_AS(graph.contacts_in(state), InputError);
    CHECK_THROWS_AS(graph.moves(state, g), InputError);
    CHECK_THROWS_AS(graph.consistent(state, g), InputError);
    CHECK_THROWS_AS(plan_succeeds(graph, {}, state, {g}), InputError);
  }
  for (const StateSet& goals : {beyond, StateSet()}) {
    PlanOptions options;
    options.goals = goals;
    CHECK_THROWS_AS(plan_insertion(graph, options), InputError);
    CHECK_THROWS_AS(friction_limit(graph, options, {}), InputError);
    CHECK_THROWS_AS(certainty_of_plan(graph, options, {}), InputError);
  }
  CHECK_THROWS_AS(graph.states().closure(no_fixel), InputError);
  CHECK_THROWS_AS(graph.moves(0, nan), InputError);
  CHECK_THROWS_AS(graph.consistent(0, nan), InputError);
  CHECK_THROWS_AS(keeps_contacts(graph, beyond, g), InputError);
  CHECK_THROWS_AS(keeps_contacts(graph, {}, nan), InputError);
  std::ostringstream text;
  CHECK_THROWS_AS(write_graphviz(text, graph, g, beyond), InputError);
  CHECK_THROWS_AS(write_graphviz(text, graph, nan, {}), InputError);
  CHECK_THROWS_AS(plan_succeeds(graph, beyond, 0, {g}), InputError);
  CHECK_THROWS_AS(plan_succeeds(graph, {}, 0, {nan}), InputError);
  CHECK_THROWS_AS(step({StepResult()}, beyond), InputError);
  CHECK_THROWS_AS(step_results({StateMoves{false, false, beyond}}), InputError);
  CHECK_THROWS_AS(step_results(std::vector<StateMoves>(300)), InputError);
  PlanOptions options;
  options.start = beyond;
  CHECK_THROWS_AS(plan_insertion(graph, options), InputError);
  options.start = StateSet();
  CHECK_THROWS_AS(plan_insertion(graph, options), InputError);
  InsertionPlan plan;
  plan.steps.push_back({nan, 0, {}, {}, {}, false});
  CHECK_THROWS_AS(friction_limit(graph, {}, plan), InputError);
  CHECK_THROWS_AS(certainty_of_plan(graph, {}, plan), InputError);

  const WrenchCells cells(graph, {});
  CHECK_THROWS_AS(cells.outcome_of(cells.cell_count()), InputError);
  CHECK_THROWS_AS(cells.wrench_in(cells.cell_count()), InputError);
  CHECK_THROWS_AS(proves_no_plan(cells, beyond, 0, {}), InputError);
  CHECK_THROWS_AS(proves_no_plan(cells, {}, -1, {}), InputError);
  WrenchCells other(graph, {});
  ContactSet two = set;
  two.contacts.pop_back();
  CHECK_THROWS_AS(other.update_outcomes(ContactGraph(two)), InputError);
  CellLimits stopped;
  stopped.stop = StopToken(0);
  const WrenchCells none(graph, {}, stopped);
  CHECK_THROWS_AS(none.wrench_in(0), InputError);
  CHECK_FALSE(none.widest([](const auto&) { return true; }).has_value());
}

TEST_CASE("an invalid actuator is refused, both for the graph's cells and for a plan") {
  const ContactSet set = find_seat(block()).contacts;
  const ContactGraph graph(set);
  const WrenchDomain domains[] = {
      {WrenchDomain::Kind::circle, {kNan, 0, 0}, {0, 1, 0}, 0, 1},
      {WrenchDomain::Kind::circle, {1, 0, 0}, {0, kNan, 0}, 0, 1},
      {WrenchDomain::Kind::circle, {1, 0, 0}, {2, 0, 0}, 0, 1},
      {WrenchDomain::Kind::circle, {0, 0, 0}, {2, 0, 0}, 0, 1},
      {WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 1, 0},
      {WrenchDomain::Kind::spread, {1, 0, 0}, {0, 1, 0}, 0, kNan},
  };
  for (const WrenchDomain& domain : domains) {
    CHECK_THROWS_AS(WrenchCells(graph, domain), InputError);
    PlanOptions options;
    options.domain = domain;
    CHECK_THROWS_AS(plan_insertion(graph, options), InputError);
    CHECK_THROWS_AS(friction_limit(graph, options, {}), InputError);
  }
  Task task = block();
  task.actuator = SpringActuator{{0, 0}, {0, 1}, 2};
  CHECK_THROWS_AS(actuator_domain(task, set), InputError);
  CHECK_THROWS_AS(plan_problem(task), InputError);
  ContactSet broken = set;
  broken.mass = -1;
  CHECK_THROWS_AS(actuator_domain(block(), broken), InputError);
}

TEST_CASE("invalid contact sets, wrenches and modes are refused by the certainty functions") {
  const ContactSet set = find_seat(block()).contacts;
  ContactSet broken = set;
  broken.contacts[0].normal = {0, kNan};
  const Eigen::Vector3d g(1, -1, 0);
  const Eigen::Vector3d nan(1, kNan, 0);
  const WrenchCone cone = wrench_cone(set, Mode("nnn"));
  const ModeAmbiguity of_mode = Ambiguity(set).of_mode("nnn");
  const WrenchAmbiguity of_wrench = Ambiguity(set).of_wrench(g);
  const ForwardSolutions solutions = forward(set, g);
  CHECK_THROWS_AS(certainty_of_modes(broken), InputError);
  CHECK_THROWS_AS(certainty_of_cone(broken, cone), InputError);
  CHECK_THROWS_AS(certainty_of_mode(broken, "nnn", of_mode, closure(set)), InputError);
  CHECK_THROWS_AS(certainty_of_wrench(broken, g, of_wrench), InputError);
  CHECK_THROWS_AS(certainty_of_forward(broken, g, {0, 0, 0}, solutions), InputError);
  CHECK_THROWS_AS(certainty_of_mode(set, "nn", of_mode, closure(set)), InputError);
  CHECK_THROWS_AS(certainty_of_wrench(set, nan, of_wrench), InputError);
  CHECK_THROWS_AS(certainty_of_forward(set, nan, {0, 0, 0}, solutions), InputError);
  CHECK_THROWS_AS(certainty_of_forward(set, g, nan, solutions), InputError);
  ContactSet two = set;
  two.contacts.pop_back();
  CHECK_THROWS_AS(certainty_of_cone(two, cone), InputError);
  CHECK_THROWS_AS(certainty_of_forward(two, g, {0, 0, 0}, solutions), InputError);
  CHECK_THROWS_AS(ContactStates{broken}, InputError);
  CHECK_THROWS_AS(ContactGraph{broken}, InputError);
  ContactGraph::Options options;
  options.displacements = {{0, kNan, 0}};
  CHECK_THROWS_AS(ContactGraph(set, options), InputError);
}
