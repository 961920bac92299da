// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/insertion.h>

#include <cmath>
#include <numbers>
#include <set>
#include <sstream>
#include <thread>

#include "support/random_contacts.h"

using namespace pawl;

namespace {

Contact contact(double x, double y, double nx, double ny, Friction mu) { return {{x, y}, {nx, ny}, mu, 0, true}; }

/// Returns the contacts of the seated 2 x 1 block: two fixels below it, and a stop beside it at the height h.
ContactSet block(double h, Friction mu = .2) {
  ContactSet set;
  set.contacts = {contact(-.5, -.5, 0, 1, mu), contact(.5, -.5, 0, 1, mu), contact(1, h, -1, 0, mu)};
  set.inertia = 5.0 / 12;
  return set;
}

FixelSet fixels(std::initializer_list<std::size_t> numbers) {
  FixelSet mask;
  for (const std::size_t number : numbers) mask.set(number - 1);
  return mask;
}

StateSet states(const ContactGraph& graph, const std::vector<FixelSet>& masks) {
  StateSet set;
  for (const FixelSet& mask : masks) set.set(static_cast<std::size_t>(graph.states().find(mask).value()));
  return set;
}

/// Returns whether a step with this wrench seats the block. The step starts in the state in which only the two feet
/// touch.
bool seats(const ContactSet& set, const Eigen::Vector3d& g) {
  const ContactGraph graph(set);
  return plan_succeeds(graph, states(graph, {fixels({1, 2})}), graph.states().seated(), {g});
}

const double kDegree = std::numbers::pi / 180;

}  // namespace

TEST_CASE(
    "all subsets of the block's three fixels are realizable states, but only two states if a fourth fixel is above "
    "it") {
  const ContactStates three(block(-.25));
  CHECK(three.count() == 8);
  CHECK(three.mask(0).none());
  CHECK(three.fixels(three.seated()) == std::vector<int>{0, 1, 2});
  ContactSet four = block(-.25);
  four.contacts.push_back(contact(-.2, .5, 0, -1, .2));
  const ContactStates states(four);
  for (int s = 0; s < states.count(); ++s) CHECK(states.closure(states.mask(s)) == s);
  CHECK(states.count() == 2);  // contacts below and above the block permit it only to slide along the floor
  CHECK(states.closure(fixels({3})) == states.seated());
}

TEST_CASE(
    "with a stop at a height h of up to 8/25, (t, -1, m) seats the block in one step exactly for t > 1/5 and "
    "-2/5 < m < 3/5") {
  for (const double h : {.01, .15, 8. / 25}) {
    for (const double t : {.2 + 1e-9, .4, 1.}) {
      for (const double m : {-.4 + 1e-9, 0., .6 - 1e-9}) CHECK(seats(block(h), {t, -1, m}));
    }
    CHECK_FALSE(seats(block(h), {.2 - 1e-9, -1, 0}));
  }
  for (const double t : {.3, 5., 500.}) CHECK(seats(block(8. / 25), {t, -1, 0}));
  const ContactGraph graph(block(.5));
  CHECK_FALSE(seats(block(.5), {5, -1, 0}));
  const int seated = graph.states().seated();
  const std::vector<int> modes = graph.consistent(seated, {5, -1, 0});
  REQUIRE(modes.size() == 1);
  CHECK(graph.modes(seated)[static_cast<std::size_t>(modes[0])].cone.mode.str() == "rsr");
}

TEST_CASE(
    "for friction in [.1, .3] and a stop at the height -1/4, the push (t, -1, 0) seats the block for "
    "3/10 < t < 107/41, but an impact may separate contacts") {
  const ContactSet set = block(-.25, Friction(.1, .3));
  for (const double t : {.3 + 1e-9, 1., 107. / 41 - 1e-9}) CHECK(seats(set, {t, -1, 0}));
  for (const double t : {.3 - 1e-9, 107. / 41 + 1e-9}) CHECK_FALSE(seats(set, {t, -1, 0}));
  const ContactGraph graph(set);
  const StateSet feet = states(graph, {fixels({1, 2})});
  CHECK_FALSE(keeps_contacts(graph, feet, {1, -1, 0}));

  // If a push acts at the center of mass in the direction phi, its wrench is (t, -1, 0) with t = cos phi / -sin phi, up
  // to a factor.
  PlanOptions options;
  options.by_energy = false;
  options.start = feet;
  options.domain = {WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, -std::numbers::pi, std::numbers::pi};
  const InsertionPlan plan = plan_insertion(graph, options);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  REQUIRE(plan.steps.size() == 1);
  REQUIRE(plan.steps[0].window.has_value());
  const auto [from, to] = *plan.steps[0].window;
  CHECK(std::remainder(from - std::atan2(-1, .3), 2 * std::numbers::pi) == doctest::Approx(0).epsilon(1e-12));
  CHECK(std::remainder(to - std::atan2(-1, 107. / 41), 2 * std::numbers::pi) == doctest::Approx(0).epsilon(1e-12));
  CHECK(plan.steps[0].margin == doctest::Approx((to - from) / 2));
  CHECK_FALSE(plan.steps[0].keeps_contacts);
}

TEST_CASE("free wrenches seat the block from every contact state, and replaying each step gives the exact result") {
  const ContactGraph graph(block(.1));
  PlanOptions options;
  options.by_energy = false;
  const InsertionPlan plan = plan_insertion(graph, options);
  MESSAGE(plan.planes << " planes, " << plan.cells << " cells, " << plan.outcomes << " outcomes, " << plan.explored
                      << " beliefs, " << plan.steps.size() << " steps, reason: " << plan.reason);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : plan.steps) {
    wrenches.push_back(step.wrench);
    CHECK(step.margin > 0);
  }
  CHECK(plan_succeeds(graph, every_contact(graph.states()), graph.states().seated(), wrenches));
}

TEST_CASE("the wedging peg has no plan from its walls: the certificate is valid, and the obstacle is the wedge") {
  ContactSet peg;
  peg.contacts = {contact(1, -.1, -1, 0, .5), contact(-1, .1, 1, 0, .5), contact(0, -2, 0, 1, .5)};
  const ContactGraph graph(peg);
  PlanOptions options;
  options.start = states(graph, {fixels({1, 2})});
  const InsertionPlan plan = plan_insertion(graph, options);
  CHECK(plan.status == InsertionPlan::Status::none);
  const WrenchCells cells(graph, options.domain);
  CHECK(proves_no_plan(cells, *options.start, graph.states().seated(), plan.certificate));
  CHECK_FALSE(proves_no_plan(cells, *options.start, graph.states().seated(), {}));
  REQUIRE(plan.obstacle.has_value());
  CHECK(plan.obstacle->rests);
  CHECK(plan.obstacle->modes[0].str() == "nns");
  CHECK(plan.reason.find("nns") != std::string::npos);

  // With less friction, the peg slides into the hole.
  for (Contact& one : peg.contacts) one.friction = .05;
  const ContactGraph loose(peg);
  CHECK(plan_insertion(loose, options).status == InsertionPlan::Status::found);
}

TEST_CASE("a part that starts seated needs only a wrench that holds it") {
  const ContactGraph graph(block(-.25));
  PlanOptions options;
  options.start = StateSet().set(static_cast<std::size_t>(graph.states().seated()));
  const InsertionPlan plan = plan_insertion(graph, options);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  REQUIRE(plan.steps.size() == 1);
  CHECK(plan_succeeds(graph, *options.start, graph.states().seated(), {plan.steps[0].wrench}));
}

TEST_CASE("a step is unsafe if the part may pass through a cycle of contact states forever") {
  ContactSet set;
  set.contacts = {contact(-1.52037, -.67948, -.87633, -.48171, 1), contact(1.04678, .69333, .78933, -.61397, 2),
                  contact(1.07739, .07397, .34103, .94005, .5)};
  set.inertia = .02;
  const ContactGraph graph(set);
  const Eigen::Vector3d w(.52337, -.30768, .06206);
  std::vector<StateMoves> moves;
  for (int s = 0; s < graph.states().count(); ++s) moves.push_back(graph.moves(s, w));
  const std::vector<StepResult> results = step_results(moves);
  int cyclic = 0;
  for (std::size_t s = 0; s < results.size(); ++s) cyclic += !results[s].safe && !moves[s].escape;
  CHECK(cyclic > 0);
}

TEST_CASE(
    "a search that reaches a limit has the status `stopped`, invalid starts are refused, and the graph's drawing names "
    "states and modes") {
  const ContactGraph graph(block(.1));
  PlanOptions options;
  options.by_energy = false;
  options.cells = 10;
  CHECK(plan_insertion(graph, options).status == InsertionPlan::Status::stopped);
  options.cells = 1000000;
  options.stop = StopToken(0);
  CHECK(plan_insertion(graph, options).status == InsertionPlan::Status::stopped);
  options = {};
  options.start = StateSet();
  CHECK_THROWS_AS(plan_insertion(graph, options), InputError);
  std::ostringstream drawing;
  write_graphviz(drawing, graph, {1, -1, 0}, states(graph, {fixels({1, 2})}));
  CHECK(drawing.str().find("{1 2 3}") != std::string::npos);
  CHECK(drawing.str().find("rra") != std::string::npos);
}

TEST_CASE("the whole graph has every state and every move of every wrench") {
  const ContactGraph graph(block(.1));
  std::ostringstream text;
  write_graphviz(text, graph);
  const std::string drawing = text.str();
  for (int state = 0; state < graph.count(); ++state)
    CHECK(drawing.find("label=\"" + graph.name(state) + "\"") != std::string::npos);
  CHECK(drawing.find("escape") != std::string::npos);
  const auto lines = [](const std::string& graphviz, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t at = graphviz.find(word); at != std::string::npos; at = graphviz.find(word, at + 1)) ++count;
    return count;
  };
  std::size_t moves = 0;
  for (int state = 0; state < graph.count(); ++state) {
    std::set<int> next;
    for (const StateMode& mode : graph.modes(state)) {
      if (mode.successors.none()) next.insert(-1);
      for (int other = 0; other < graph.count(); ++other) {
        if (mode.successors[other]) next.insert(other);
      }
    }
    moves += next.size();
  }
  CHECK(lines(drawing, "->") == moves);
  // If no fixel touches, the part rests only under the wrench 0.
  CHECK(lines(drawing, "peripheries=2") == static_cast<std::size_t>(graph.count() - 1));
  // Under a single wrench, only some of the moves are possible.
  std::ostringstream reached;
  write_graphviz(reached, graph, {1, -1, 0}, states(graph, {fixels({1, 2})}));
  CHECK(lines(reached.str(), "->") < moves);
  ContactGraph::Options options;
  CHECK_THROWS_AS(write_graphviz(text, ContactGraph(block(.1), options, StopToken(0))), InputError);
}

TEST_CASE("the plan is the same on every run, on one thread or beside other threads") {
  const ContactSet set = block(-.25, {.1, .3});
  const auto plan = [&] {
    std::ostringstream text;
    const InsertionPlan found = plan_insertion(ContactGraph(set));
    for (const PlanStep& step : found.steps) {
      text << std::hexfloat << step.wrench.transpose() << ' ' << step.margin << ' ' << step.before << ' ' << step.after;
    }
    text << found.planes << ' ' << found.cells << ' ' << found.outcomes << ' ' << found.explored;
    return text.str();
  };
  const std::string alone = plan();
  CHECK(plan() == alone);
  std::vector<std::string> beside(8);
  std::vector<std::thread> threads;
  for (std::string& text : beside) threads.emplace_back([&] { text = plan(); });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : beside) CHECK(text == alone);
}
