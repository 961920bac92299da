// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/insertion.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

using Displacements = std::vector<Eigen::Vector3d>;

Eigen::Vector3d row(const ContactSet& set, std::size_t i) {
  const Contact& c = set.contacts[i];
  const Eigen::Vector2d p = c.point - set.center_of_mass;
  return {c.normal.x(), c.normal.y(), p.x() * c.normal.y() - p.y() * c.normal.x()};
}

/// Random fixtures around a part. Random displacements of the part open all of its gaps.
class Random {
 public:
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  Eigen::Vector3d vector() { return {real(-1, 1), real(-1, 1), real(-1, 1)}; }

  ContactSet fixture(int count) {
    ContactSet set;
    for (int k = 0; k < count; ++k) {
      const double angle = real(-std::numbers::pi, .2);
      const Eigen::Vector2d normal(-std::cos(angle), -std::sin(angle));
      const Eigen::Vector2d lever = real(-.8, .8) * Eigen::Vector2d(-normal.y(), normal.x());
      set.contacts.push_back({-normal + lever, normal, real(0, .5), 0, true});
    }
    set.mass = real(.5, 3);
    set.inertia = real(.1, .8);
    return set;
  }

  Eigen::Vector3d opening(const ContactSet& set) {
    for (int k = 0; k < 10000; ++k) {
      const Eigen::Vector3d d = vector();
      bool opens = true;
      for (std::size_t i = 0; i < set.size(); ++i) opens = opens && row(set, i).dot(d) > .01;
      if (opens) return d;
    }
    return Eigen::Vector3d::Zero();
  }

 private:
  std::mt19937 engine_{77};
};

/// Returns the fixel whose gap closes first. The part starts from the displacement and moves under the wrench. Returns
/// nothing if no gap closes.
std::optional<std::size_t> first_to_close(const ContactSet& set, const Eigen::Vector3d& displacement,
                                          const Eigen::Vector3d& w) {
  const Eigen::Vector3d acceleration(w.x() / set.mass, w.y() / set.mass, w.z() / set.inertia);
  std::optional<std::size_t> first;
  double earliest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < set.size(); ++i) {
    const double closing = -row(set, i).dot(acceleration);
    const double time = row(set, i).dot(displacement) / closing;
    if (closing <= 0 || time >= earliest) continue;
    earliest = time;
    first = i;
  }
  return first;
}

int state_of(const ContactGraph& graph, std::size_t fixel) { return graph.states().closure(FixelSet().set(fixel)); }

std::vector<StateMoves> all_moves(const ContactGraph& graph, const Eigen::Vector3d& w) {
  std::vector<StateMoves> moves;
  for (int state = 0; state < graph.count(); ++state) moves.push_back(graph.moves(state, w));
  return moves;
}

StateSet only(int state) { return StateSet().set(static_cast<std::size_t>(state)); }

}  // namespace

TEST_CASE("from one displacement the part gains exactly the contact whose gap closes first") {
  Random random;
  int escapes = 0;
  for (int k = 0; k < oracle::count(300); ++k) {
    const ContactSet set = random.fixture(2 + k % 3);
    const Eigen::Vector3d d = random.opening(set);
    if (d.isZero()) continue;
    const ContactGraph graph(set, {ContactGraph::Gains::any, {d}});
    REQUIRE(graph.count() == graph.states().count() + 1);
    CHECK(graph.fixels(graph.displaced()).empty());
    for (int s = 0; s < 20; ++s) {
      const Eigen::Vector3d w = random.vector();
      const StateMoves moves = graph.moves(graph.displaced(), w);
      const auto first = first_to_close(set, d, w);
      CHECK_FALSE(moves.rest);
      CHECK(moves.escape == !first.has_value());
      CHECK(moves.successors == (first ? only(state_of(graph, *first)) : StateSet()));
      escapes += moves.escape;
    }
  }
  CHECK(escapes > 0);
}

TEST_CASE(
    "for several displacements, the moves include those from every positive combination, and fewer than for unknown "
    "gaps") {
  Random random;
  int fewer = 0;
  for (int k = 0; k < oracle::count(100); ++k) {
    const ContactSet set = random.fixture(3 + k % 2);
    const Displacements ds{random.opening(set), random.opening(set), random.opening(set)};
    if (ds[0].isZero()) continue;
    const ContactGraph graph(set, {ContactGraph::Gains::any, ds});
    for (int s = 0; s < 10; ++s) {
      const Eigen::Vector3d w = random.vector();
      const StateSet reached = graph.moves(graph.displaced(), w).successors;
      const StateSet unknown = graph.moves(0, w).successors;
      CHECK((reached & ~unknown).none());
      fewer += reached != unknown;
      for (int t = 0; t < 20; ++t) {
        const Eigen::Vector3d d = random.real(0, 1) * ds[0] + random.real(0, 1) * ds[1] + random.real(0, 1) * ds[2];
        if (const auto first = first_to_close(set, d, w))
          CHECK(reached[static_cast<std::size_t>(state_of(graph, *first))]);
      }
    }
  }
  CHECK(fewer > 0);
}

TEST_CASE(
    "the cells of the displaced state list its moves, and plans seat the part from every combination of the "
    "displacements") {
  Random random;
  int plans = 0;
  for (int k = 0; k < oracle::count(12); ++k) {
    const ContactSet set = random.fixture(3);
    const Displacements ds{random.opening(set), random.opening(set)};
    if (ds[0].isZero()) continue;
    const ContactGraph graph(set, {ContactGraph::Gains::any, ds});
    const WrenchCells cells(graph, {});
    for (std::size_t cell = 0; cell < cells.cell_count(); cell += 7) {
      const std::vector<StepResult> results = step_results(all_moves(graph, cells.wrench_in(cell)));
      const std::vector<StepResult>& told = cells.outcomes()[cells.outcome_of(cell)];
      CHECK(results[static_cast<std::size_t>(graph.displaced())] == told[static_cast<std::size_t>(graph.displaced())]);
    }
    PlanOptions options;
    options.start = only(graph.displaced());
    const InsertionPlan plan = plan_insertion(graph, options);
    if (plan.status != InsertionPlan::Status::found) continue;
    ++plans;
    std::vector<Eigen::Vector3d> wrenches;
    for (const PlanStep& step : plan.steps) wrenches.push_back(step.wrench);
    CHECK(plan_succeeds(graph, *options.start, graph.states().seated(), wrenches));
    const std::vector<StepResult> after = step_results(all_moves(graph, wrenches[0]));
    for (int t = 0; t < 50; ++t) {
      const auto first = first_to_close(set, random.real(0, 1) * ds[0] + random.real(0, 1) * ds[1], wrenches[0]);
      REQUIRE(first.has_value());
      const StepResult& result = after[static_cast<std::size_t>(state_of(graph, *first))];
      CHECK(result.safe);
      CHECK((result.rests & ~plan.steps[0].after).none());
    }
  }
  CHECK(plans > 0);
}

TEST_CASE(
    "the gaps of two coinciding fixels close at the same time; displacements that leave a gap closed are refused") {
  ContactSet twice;
  for (int k = 0; k < 2; ++k) twice.contacts.push_back({{0, -1}, {0, 1}, .2, 0, true});
  const ContactGraph graph(twice, {ContactGraph::Gains::any, {{0, 1, 0}}});
  CHECK(graph.moves(graph.displaced(), {0, -1, 0}).successors == only(graph.states().seated()));
  CHECK(graph.moves(graph.displaced(), {0, 0, 0}).rest);
  CHECK(graph.moves(graph.displaced(), {0, 1, 0}).escape);

  const auto refused = [&](const Eigen::Vector3d& d) {
    CHECK_THROWS_AS(ContactGraph(twice, {ContactGraph::Gains::any, {{0, 1, 0}, d}}), InputError);
  };
  refused({0, -1, 0});
  refused({1, 0, 0});  // this displacement opens no gap
  refused({0, std::numeric_limits<double>::quiet_NaN(), 0});
  refused({0, std::numeric_limits<double>::infinity(), 0});
  CHECK_THROWS_WITH(ContactGraph(twice, {ContactGraph::Gains::any, {{1, 0, 0}}}),
                    doctest::Contains("/start/displacements/0: [1, 0, 0]: must open the gap of every fixel"));
}

TEST_CASE("if a plan has the largest number of contact states, a displaced start is refused, because it adds a state") {
  ContactSet round;  // each row of the Jacobian is (cos, sin, 1), so that every fixel bounds the cone of displacements
  for (int k = 0; k < kMostFixels; ++k) {
    const double angle = 2 * std::numbers::pi * k / kMostFixels;
    const Eigen::Vector2d n(std::cos(angle), std::sin(angle));
    round.contacts.push_back({{n.y(), -n.x()}, n, .2, 0, true});
  }
  CHECK_THROWS_WITH(ContactGraph(round, {ContactGraph::Gains::any, {{0, 0, 1}}}),
                    doctest::Contains("too many contact states"));
}
