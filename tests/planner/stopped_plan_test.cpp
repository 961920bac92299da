// SPDX-License-Identifier: MIT
// A call may be stopped at any poll of its stop token. It must then report that it was stopped, and the results that it
// returns must be true.
#include <doctest/doctest.h>
#include <pawl/planner/friction_limit.h>
#include <pawl/planner/insertion.h>

#include <cmath>
#include <numbers>
#include <sstream>

using namespace pawl;

namespace {

/// Returns contacts for which a plan that starts on the third fixel has two steps. The friction coefficients are .5, .2
/// and .2. Each one is an interval of half-width `spread`.
ContactSet corner(double spread) {
  const auto friction = [&](double mu) { return Friction(mu - spread, mu + spread); };
  ContactSet set;
  set.contacts = {{{.25, -1}, {0, 1}, friction(.5), 0, true},
                  {{1, 0}, {-1, 0}, friction(.2), 0, true},
                  {{0, 1}, {0, -1}, friction(.2), 0, true}};
  return set;
}

PlanOptions from_third(const ContactGraph& graph) {
  PlanOptions options;
  options.start = StateSet().set(static_cast<std::size_t>(graph.states().find(FixelSet().set(2)).value()));
  return options;
}

ContactSet wedged_peg() {
  ContactSet peg;
  peg.contacts = {{{1, -.1}, {-1, 0}, .5, 0, true}, {{-1, .1}, {1, 0}, .5, 0, true}, {{0, -2}, {0, 1}, .5, 0, true}};
  return peg;
}

std::string text(const InsertionPlan& plan) {
  std::ostringstream text;
  text << std::hexfloat << static_cast<int>(plan.status) << ' ' << plan.cells << ' ' << plan.outcomes << ' '
       << plan.explored << ' ' << plan.certificate.size() << ' ' << plan.reason;
  for (const PlanStep& step : plan.steps) text << ' ' << step.wrench.transpose() << ' ' << step.margin;
  return text.str();
}

std::vector<Eigen::Vector3d> wrenches(const InsertionPlan& plan) {
  std::vector<Eigen::Vector3d> all;
  for (const PlanStep& step : plan.steps) all.push_back(step.wrench);
  return all;
}

/// Computes a plan many times, together with its contact graph. Each run is stopped at a later poll of the stop token
/// than the run before.
void stop_everywhere(const ContactSet& set, const PlanOptions& asked) {
  const ContactGraph graph(set);
  const InsertionPlan whole = plan_insertion(graph, asked);
  REQUIRE(whole.status != InsertionPlan::Status::stopped);
  const StateSet start = asked.start.value_or(every_contact(graph.states()));
  int stopped = 0;
  int with_steps = 0;
  for (long look = 1;; look += 1 + look / 40) {
    CAPTURE(look);
    REQUIRE(look < 10000000);
    PlanOptions options = asked;
    options.stop = StopToken::at_poll(look);
    const InsertionPlan plan = plan_insertion(ContactGraph(set, {}, options.stop), options);
    if (plan.status != InsertionPlan::Status::stopped) {
      if (plan.reason == whole.reason) CHECK(text(plan) == text(whole));
      if (!options.stop.stop_requested()) break;
      continue;
    }
    ++stopped;
    CHECK_FALSE(plan.reason.empty());
    CHECK(plan.certificate.empty());
    CHECK(plan.guarantee.has_value() == !plan.steps.empty());
    if (plan.steps.empty()) continue;
    ++with_steps;
    CHECK(plan_succeeds(graph, start, graph.states().seated(), wrenches(plan)));
  }
  MESSAGE(stopped << " stopped, " << with_steps << " of them with steps, then: " << whole.reason);
  CHECK(stopped > 20);
}

}  // namespace

TEST_CASE("a plan that is stopped at any poll reports that it was stopped") {
  const ContactGraph graph(corner(0));
  stop_everywhere(corner(0), from_third(graph));
  stop_everywhere(wedged_peg(), {});
  PlanOptions tray;
  tray.domain = {WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, 2 * std::numbers::pi};
  stop_everywhere(wedged_peg(), tray);
  tray.domain = {WrenchDomain::Kind::spread, {1, 0, 0}, {0, 1, 0}, -1.2, -1.1};
  stop_everywhere(wedged_peg(), tray);
}

TEST_CASE("if a stop was requested before the call, each stage of planning ends at once") {
  const ContactSet set = corner(0);
  const StopToken now(0);
  CHECK_FALSE(ContactGraph(set, {}, now).complete());
  const ContactGraph graph(set);
  CHECK(graph.complete());
  CHECK_FALSE(graph.keeping_gains(now).complete());
  const WrenchDomain circle{WrenchDomain::Kind::circle, {1, 0, 0}, {0, 1, 0}, 0, 1};
  for (const WrenchDomain& domain : {WrenchDomain{}, circle}) {
    CHECK_FALSE(WrenchCells(graph, domain, {{}, now, {}}).complete());
    CHECK_FALSE(WrenchCells(ContactGraph(set, {}, now), domain).complete());
    WrenchCells cells(graph, domain);
    CHECK(cells.complete());
    CHECK_FALSE(cells.widest([](const auto&) { return true; }, now).has_value());
    cells.update_outcomes(graph, now);
    CHECK_FALSE(cells.complete());
  }
  CHECK_FALSE(keeps_contacts(graph, every_contact(graph.states()), {0, -1, 0}, now));
}

TEST_CASE("a flag ends planning in the same way as a time limit") {
  std::atomic<bool> flag = true;
  const ContactGraph graph(corner(0));
  PlanOptions options;
  options.stop = StopToken(1e6, &flag);
  CHECK(plan_insertion(graph, options).status == InsertionPlan::Status::stopped);
  flag = false;
  CHECK(plan_insertion(graph, options).status != InsertionPlan::Status::stopped);
}

// An earlier version of the search climbed along a ridge of the distance to the boundary. This took half a minute,
// during which the stop token was not polled.
TEST_CASE("the widest wrench of a narrow step is found with few polls of the stop token") {
  const ContactSet set = corner(.198);
  const ContactGraph graph(set);
  PlanOptions options = from_third(graph);
  options.stop = StopToken::at_poll(1000000);
  const InsertionPlan plan = plan_insertion(graph, options);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  REQUIRE(plan.steps.size() == 2);
  CHECK(plan.steps[0].margin > .00222);  // rad
  CHECK(plan_succeeds(graph, *options.start, graph.states().seated(), wrenches(plan)));
}

TEST_CASE("if the search for a friction limit ends early, this is reported, and its bounds are true") {
  const ContactGraph graph(corner(0));
  PlanOptions options = from_third(graph);
  const InsertionPlan plan = plan_insertion(graph, options);
  const FrictionLimit whole = friction_limit(graph, options, plan);
  REQUIRE(whole.this_plan.exact);
  REQUIRE(whole.any_plan.exact);
  // A plan exists if the friction intervals have the half-width .198469. If they have .2, the second and the third
  // contact may be frictionless.
  CHECK(whole.any_plan.half_width > .198469 * .999);
  CHECK(whole.any_plan.half_width < .201);
  CHECK(whole.any_plan.half_width >= whole.this_plan.half_width * .999);
  int cut_short = 0;
  for (long look = 1;; look += 1 + look / 10) {
    CAPTURE(look);
    REQUIRE(look < 10000000);
    options.stop = StopToken::at_poll(look);
    const FrictionLimit limit = friction_limit(graph, options, plan);
    const auto holds = [&](const FrictionBound& bound, const FrictionBound& true_bound) {
      CHECK(bound.half_width <= true_bound.half_width);
      if (bound.exact) CHECK(bound.half_width == true_bound.half_width);
      cut_short += !bound.exact;
    };
    holds(limit.this_plan, whole.this_plan);
    holds(limit.any_plan, whole.any_plan);
    if (limit.this_plan.exact && limit.any_plan.exact) break;
  }
  CHECK(cut_short > 20);
}

TEST_CASE("a limit on cells also ends the search for a friction limit early") {
  const ContactGraph graph(corner(0));
  PlanOptions options = from_third(graph);
  const InsertionPlan plan = plan_insertion(graph, options);
  options.cells = plan.cells;
  const FrictionLimit limit = friction_limit(graph, options, plan);
  CHECK(limit.this_plan.exact);
  CHECK_FALSE(limit.any_plan.exact);
}

TEST_CASE("a spring's plan must work over the spring's whole spread, also with wider friction intervals") {
  ContactSet block;
  block.contacts = {
      {{-.5, -.5}, {0, 1}, .2, 0, true}, {{.5, -.5}, {0, 1}, .2, 0, true}, {{1, -.25}, {-1, 0}, .2, 0, true}};
  block.inertia = 5. / 12;
  const ContactGraph graph(block);
  PlanOptions options;
  options.start = StateSet().set(static_cast<std::size_t>(graph.states().find(FixelSet(3)).value()));
  options.domain = {WrenchDomain::Kind::spread, {1, 0, 0}, {0, 1, 0}, -1.2, -.9};
  const InsertionPlan plan = plan_insertion(graph, options);
  REQUIRE(plan.status == InsertionPlan::Status::found);
  const FrictionLimit limit = friction_limit(graph, options, plan);
  CHECK(limit.this_plan.half_width <= limit.any_plan.half_width);
}
