// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/planner/insertion.h>

#include "support/count.h"
#include "support/random_fixtures.h"

using namespace pawl;

namespace {

/// Returns the contacts of a part in a wedge. The part slides along the first contact until it reaches the third. The
/// impact at the third contact opens the first one.
ContactSet corner() {
  ContactSet set;
  set.contacts = {{{0, -2}, {0, 1}, .3, 0, true}, {{2, 0}, {-1, 0}, .5, 0, true}, {{-1, 1}, {1, 1}, .1, 0, true}};
  return set;
}

StateSet only(const ContactGraph& graph, std::size_t fixel) {
  return StateSet().set(static_cast<std::size_t>(graph.states().find(FixelSet().set(fixel - 1)).value()));
}

bool all_keep(const ContactGraph& graph, const InsertionPlan& plan) {
  for (const PlanStep& step : plan.steps) {
    if (!keeps_contacts(graph, step.before, step.wrench)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a wrench whose impact separates a contact has only the guarantee at rest") {
  const ContactGraph graph(corner());
  const Eigen::Vector3d w(.2028, -.5931, .7792);
  const StateSet start = only(graph, 1);
  const int first = graph.states().find(FixelSet().set(0)).value();
  const std::vector<int> modes = graph.consistent(first, w);
  REQUIRE(modes.size() == 1);
  const StateMode& sliding = graph.modes(first)[static_cast<std::size_t>(modes[0])];
  CHECK(sliding.cone.mode.str() == "raa");
  // If the part stops at each contact that it gains, w seats the part. If it keeps its speed at the third contact, it
  // loses the first one.
  CHECK(plan_succeeds(graph, start, graph.states().seated(), {w}));
  CHECK(graph.may_bounce(first, sliding));
  CHECK_FALSE(keeps_contacts(graph, start, w));
  CHECK_FALSE(plan_succeeds(graph.keeping_gains(), start, graph.states().seated(), {w}));
}

TEST_CASE(
    "a plan's guarantee is that of its weakest step, and the stronger kind is preferred among the shortest "
    "plans") {
  oracle::RandomFixtures random(62);
  int kept = 0;
  int at_rest = 0;
  for (int k = 0; k < oracle::count(60); ++k) {
    CAPTURE(k);
    const ContactGraph graph(random.set(2, 3));
    PlanOptions options;
    options.by_energy = false;
    if (k % 2 == 1) options.start = only(graph, 1);
    const InsertionPlan plan = plan_insertion(graph, options);
    if (plan.status != InsertionPlan::Status::found) {
      CHECK_FALSE(plan.guarantee.has_value());
      continue;
    }
    REQUIRE(plan.guarantee.has_value());
    CHECK((*plan.guarantee == Guarantee::at_rest || all_keep(graph, plan)));
    CHECK(plan.reason.find(promise(*plan.guarantee)) == 0);
    (*plan.guarantee == Guarantee::keeps ? kept : at_rest) += 1;

    const InsertionPlan required = plan_insertion(graph.keeping_gains(), options);
    const bool as_short = required.status == InsertionPlan::Status::found && required.steps.size() == plan.steps.size();
    CHECK(as_short == (plan.guarantee == Guarantee::keeps));
    if (required.status == InsertionPlan::Status::found) {
      CHECK(required.guarantee == Guarantee::keeps);
      CHECK(required.steps.size() >= plan.steps.size());
    }
    if (!as_short) continue;
    for (std::size_t s = 0; s < plan.steps.size(); ++s) {
      CHECK(plan.steps[s].wrench == required.steps[s].wrench);
      CHECK(plan.steps[s].margin == required.steps[s].margin);
    }
  }
  MESSAGE(kept << " keep contacts, " << at_rest << " are good from rest");
  CHECK(kept > 0);
  CHECK(at_rest > 0);
}

TEST_CASE("guarantees have names") {
  CHECK(name_of(Guarantee::at_rest) == "at rest");
  CHECK(name_of(Guarantee::keeps) == "keeps");
  CHECK(name_of(Guarantee::energy) == "energy");
  CHECK(Guarantee::at_rest < Guarantee::keeps);
  CHECK(Guarantee::keeps < Guarantee::energy);
}
