// SPDX-License-Identifier: MIT
// Tests the comparison of fixtures. Pareto sets are compared with the results of a pairwise comparison, and threshold
// reports with values computed by hand. PAWL_TEST_COUNT sets the number of random lists.
#include "fixtures/fixture_ranking.h"

#include <doctest/doctest.h>
#include <pawl/planner/fixture_ranking.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/count.h"

using namespace pawl;
using internal::Costs;
using internal::dominating_rows;
using Objective = FixtureObjective;

namespace {

bool dominates(const std::vector<double>& a, const std::vector<double>& b) {
  bool as_good = true;
  for (std::size_t k = 0; k < a.size(); ++k) as_good = as_good && a[k] <= b[k];
  return as_good && a != b;
}

/// Returns random costs. They are whole numbers from 0 to `values`, so that many entries of a column are equal. If
/// `values` is 0, all costs are different.
Costs random_costs(std::mt19937& random, std::size_t rows, std::size_t columns, int values) {
  Costs costs(rows, std::vector<double>(columns));
  for (std::vector<double>& row : costs) {
    for (double& cost : row) {
      cost = values > 0 ? std::uniform_int_distribution(0, values)(random) : std::uniform_real_distribution()(random);
    }
  }
  return costs;
}

void check_against_pairs(const Costs& rows) {
  const auto dominating = dominating_rows(rows);
  REQUIRE(dominating.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool dominated =
        std::any_of(rows.begin(), rows.end(), [&](const auto& other) { return dominates(other, rows[i]); });
    CHECK(dominating[i].has_value() == dominated);
    if (!dominating[i]) continue;
    CHECK(dominates(rows[*dominating[i]], rows[i]));
    CHECK_FALSE(dominating[*dominating[i]].has_value());
  }
}

FixtureScore score(std::size_t candidate, double pose_error, double margin, double steps = 1) {
  FixtureScore result;
  result.candidate = candidate;
  result[Objective::pose_error] = pose_error;
  result[Objective::margin] = margin;
  result[Objective::steps] = steps;
  return result;
}

}  // namespace

TEST_CASE("the Pareto set equals the result of comparing each pair of rows, with and without equal costs") {
  std::mt19937 random(17);
  for (int round = 0; round < oracle::count(60); ++round) {
    for (std::size_t columns = 1; columns <= 6; ++columns) {
      for (const int values : {0, 1, 3, 20}) {
        const auto rows = static_cast<std::size_t>(std::uniform_int_distribution(0, 120)(random));
        check_against_pairs(random_costs(random, rows, columns, values));
      }
    }
  }
}

TEST_CASE("the Pareto set is right for lists without dominated rows, with infinite costs, and without rows") {
  CHECK(dominating_rows({}).empty());
  Costs rows;
  for (int k = 0; k < 3000; ++k) rows.push_back({1. * k, -1. * k, .5, 1. * (k % 7)});
  const auto dominating = dominating_rows(rows);
  CHECK(std::all_of(dominating.begin(), dominating.end(), [](const auto& winner) { return !winner; }));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  check_against_pairs({{kInfinity, 1}, {kInfinity, 2}, {-kInfinity, 3}, {kInfinity, 1}, {0, kInfinity}});
}

TEST_CASE("fixtures are ranked by the number of others that are better in the fixture's worst measure") {
  const std::vector<FixtureScore> scores{score(1, 2, 20), score(2, 3, 40), score(3, 5, 60), score(4, 6, 30)};
  // The number of other fixtures with a better pose error is 0, 1, 2 and 3 for the four fixtures. The number with a
  // better margin is 3, 1, 0 and 2. The second and the third fixture dominate the fourth.
  const FixtureRanking ranking = rank_fixtures(scores, {Objective::pose_error, Objective::margin});
  CHECK(ranking.front == 3);
  CHECK(ranking.order == std::vector<std::size_t>{1, 2, 0, 3});
  CHECK(ranking.better == std::vector<std::size_t>{3, 1, 2, 3});
  CHECK(ranking.worst ==
        std::vector{Objective::margin, Objective::pose_error, Objective::pose_error, Objective::pose_error});
  REQUIRE(ranking.loses[3].has_value());
  CHECK((*ranking.loses[3] == 1 || *ranking.loses[3] == 2));

  SUBCASE("with one objective, the set contains the best fixture and its equals") {
    std::vector<FixtureScore> more = scores;
    more.push_back(score(5, 2, 0));
    const FixtureRanking by_error = rank_fixtures(more, {Objective::pose_error});
    CHECK(by_error.front == 2);
    CHECK(by_error.order == std::vector<std::size_t>{0, 4, 1, 2, 3});
  }
  SUBCASE("equal fixtures keep the order of their candidates") {
    const FixtureRanking ranked = rank_fixtures({score(9, 1, 1), score(4, 1, 1)}, {Objective::pose_error});
    CHECK(ranked.order == std::vector<std::size_t>{1, 0});
    CHECK(ranked.front == 2);
  }
  SUBCASE("an unknown value is worse than any known one") {
    const FixtureRanking ranked = rank_fixtures({score(1, 1, FixtureScore::kUnknown), score(2, 1, 0)},
                                                {Objective::pose_error, Objective::margin});
    CHECK(ranked.front == 1);
    CHECK(ranked.order[0] == 1);
    CHECK(ranked.worst[0] == Objective::margin);
  }
}

TEST_CASE("fixtures that differ only by rounding are both in the Pareto set, in either order") {
  const std::vector<Objective> objectives{Objective::pose_error, Objective::margin};
  std::mt19937 random(72);
  std::uniform_real_distribution<double> values(.1, 10), noise(-1e-12, 1e-12);
  int alike = 0;
  for (int k = 0; k < oracle::count(200); ++k) {
    const double error = values(random), margin = values(random);
    const auto near = [&](std::size_t number) {
      return score(number, error * (1 + noise(random)), margin * (1 + noise(random)));
    };
    const std::vector<FixtureScore> scores{near(1), near(2)};
    alike += rank_fixtures(scores, objectives).front == 2;
    CHECK(rank_fixtures({scores[0], score(3, error * .999, margin)}, objectives).front == 1);
  }
  CHECK(alike >= oracle::count(200) - 1);  // two values may be exactly at the boundary between equal and different
}

TEST_CASE("for every objective, the better of two values is recognized") {
  for (const auto& [objective, better, worse] :
       {std::tuple(Objective::pose_error, 1., 2.), std::tuple(Objective::point_error, 1., 2.),
        std::tuple(Objective::margin, 2., 1.), std::tuple(Objective::margin_full, 2., 1.),
        std::tuple(Objective::friction_limit, 2., 1.), std::tuple(Objective::depth, 2., 1.),
        std::tuple(Objective::steps, 1., 2.), std::tuple(Objective::kappa, 1., 2.),
        std::tuple(Objective::edge_length, 2., 1.), std::tuple(Objective::clearance, 2., 1.),
        std::tuple(Objective::loadable, 1., 0.), std::tuple(Objective::strongly_stable, 2., 1.),
        std::tuple(Objective::zone_displacement, 1., 2.)}) {
    const std::string name(name_of(objective));
    CAPTURE(name);
    FixtureScore good, bad;
    good[objective] = better;
    bad[objective] = worse;
    const FixtureRanking ranking = rank_fixtures({bad, good}, {objective});
    CHECK(ranking.order[0] == 1);
    CHECK(ranking.front == 1);
  }
}

TEST_CASE(
    "the threshold report lists the fixtures that meet all thresholds, and for each threshold the bound that would "
    "admit a fixture that misses it alone") {
  FixtureOptions options;
  options.thresholds.pose_error = 4;
  options.thresholds.margin_deg = 20;
  const std::vector<FixtureThreshold> thresholds = thresholds_of(options);
  REQUIRE(thresholds.size() == 2);
  CHECK(thresholds[0].name() == "pose_error");
  CHECK(thresholds[1].name() == "margin_deg");

  // The first two fixtures violate only the threshold on the margin, by 1/2 and by 1/4. The third violates only the
  // threshold on the error, by 1/5. The fourth violates both: the error by 1/2, and the margin by 1/4.
  std::vector<FixtureScore> scores{score(1, 3, 10), score(2, 4, 15), score(3, 5, 60), score(4, 8, 15)};
  ThresholdReport report = check_thresholds(scores, thresholds);
  CHECK(report.met.empty());
  using Places = std::vector<std::optional<std::size_t>>;
  CHECK(report.worst_missed == Places{1, 1, 0, 0});
  CHECK(report.nearest == 2);
  REQUIRE(report.only_missed.size() == 2);
  CHECK(report.only_missed[0].threshold == 0);
  CHECK(report.only_missed[0].best == 5);
  CHECK(report.only_missed[0].score == 2);
  CHECK(report.only_missed[0].alone == 1);
  CHECK(report.only_missed[1].best == 15);
  CHECK(report.only_missed[1].score == 1);
  CHECK(report.only_missed[1].alone == 2);

  scores.push_back(score(5, 4, 20));
  report = check_thresholds(scores, thresholds);
  CHECK(report.met == std::vector<std::size_t>{4});
  CHECK_FALSE(report.nearest.has_value());
  CHECK_FALSE(report.worst_missed[4].has_value());
}

TEST_CASE(
    "the threshold `loads` becomes a bound on the clearance, or requires that the part can be loaded in the plane") {
  FixtureOptions options;
  FixtureOptions::Thresholds& given = options.thresholds;
  const auto only = [&] {
    const std::vector<FixtureThreshold> thresholds = thresholds_of(options);
    REQUIRE(thresholds.size() == 1);
    return thresholds[0];
  };
  given.loads = FixtureOptions::Loads::above;
  CHECK(only().objective == Objective::clearance);
  CHECK(only().bound == 0);
  FixtureScore from_above = score(1, 1, 1), unknown = from_above;
  from_above[Objective::clearance] = .1;
  unknown[Objective::clearance] = std::numeric_limits<double>::quiet_NaN();
  CHECK(only().met_by(from_above));
  CHECK_FALSE(only().met_by(unknown));
  given.clearance = .2;
  CHECK(only().bound == .2);
  CHECK_FALSE(only().met_by(from_above));
  given.clearance.reset();
  given.loads = FixtureOptions::Loads::plane;
  CHECK(only().objective == Objective::loadable);
  CHECK(only().bound == 1);
}

TEST_CASE("every threshold can be set, and a bound that is rounded from a value is met by this value") {
  FixtureOptions options;
  FixtureOptions::Thresholds& all = options.thresholds;
  all.guarantee = Guarantee::keeps;
  all.pose_error = all.point_error = all.margin_deg = all.margin_full_deg = all.friction_limit = all.depth = 1;
  all.steps = 1;
  all.kappa = all.edge_length = all.clearance = 1;
  all.loadable = 1;
  all.strongly_stable_deg = all.zone_displacement = 1;
  all.foolproof = true;
  const std::vector<FixtureThreshold> thresholds = thresholds_of(options);
  CHECK(thresholds.size() == kObjectiveCount + 1);
  FixtureOptions changed = options;
  for (FixtureThreshold threshold : thresholds) {
    CAPTURE(threshold.name());
    FixtureScore one = score(1, 1, 1);
    one.guarantee = Guarantee::energy;
    if (threshold.objective) one[*threshold.objective] = 2.33333333;
    threshold.bound = threshold.rounded_bound(threshold.value_of(one));
    CHECK(threshold.met_by(one));
    threshold.bound = threshold.objective ? 3 : static_cast<double>(Guarantee::energy);
    set_threshold(changed.thresholds, threshold);
  }
  const std::vector<FixtureThreshold> set = thresholds_of(changed);
  REQUIRE(set.size() == thresholds.size());
  for (std::size_t k = 0; k < set.size(); ++k) {
    CAPTURE(set[k].name());
    CHECK(set[k].name() == thresholds[k].name());
    const bool flag = set[k].objective == Objective::foolproof;  // the value of this threshold is true or false
    CHECK(set[k].bound == (flag ? 1 : set[k].objective ? 3 : static_cast<double>(Guarantee::energy)));
  }
}

TEST_CASE("an unknown value misses its threshold, and so does a guarantee below the required one") {
  FixtureOptions options;
  options.thresholds.guarantee = Guarantee::keeps;
  options.thresholds.depth = 0;
  const std::vector<FixtureThreshold> thresholds = thresholds_of(options);
  REQUIRE(thresholds.size() == 2);
  CHECK(thresholds[0].name() == "guarantee");
  FixtureScore one = score(1, 1, 1);
  one[Objective::depth] = 0;
  CHECK(check_thresholds({one}, thresholds).met.empty());
  one.guarantee = Guarantee::energy;
  CHECK(check_thresholds({one}, thresholds).met.size() == 1);
  one[Objective::depth] = FixtureScore::kUnknown;
  const ThresholdReport report = check_thresholds({one}, thresholds);
  CHECK(report.met.empty());
  CHECK(report.worst_missed[0] == 1);
  CHECK(report.only_missed.empty());
}
