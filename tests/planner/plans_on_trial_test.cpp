// SPDX-License-Identifier: MIT
// Compares plans with trials. One-step plans with the guarantee `energy` must seat the part in the dynamic model with
// the real outlines, for every choice among several solutions at the contacts. PAWL_TEST_COUNT sets the number of
// random fixtures, and the numbers of starts are proportional to it. The full count is 200, with 400 starts to find a
// size and 4000 to check it.
#include "support/plans_on_trial.h"

#include <doctest/doctest.h>
#include <pawl/io/read_task.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

#include "support/count.h"

using namespace pawl;
using oracle::TriedPlan;

namespace {

constexpr double kLargest = .02;    // largest distance of a start from the seat, in diameters of the part
constexpr double kSmallest = 1e-5;  // smallest distance of a start that is tried, in diameters of the part

int fixtures() { return oracle::count(4); }
int starts_to_try() { return std::min(400, 10 * fixtures()); }
int starts_to_hold() { return 10 * starts_to_try(); }

std::string text_of(const TrialReport& report) {
  std::string text = std::to_string(report.failures.size()) + " of " + std::to_string(report.starts) + " fail";
  for (const Trial& trial : report.failures) text += "; start " + std::to_string(trial.index) + " " + trial.why;
  return text.substr(0, 400);
}

/// Tries starts of the size kLargest. Halves the size until no start fails, and returns this size. Returns 0 if starts
/// fail at every size.
double size_that_seats(const Task& task, const TriedPlan& plan) {
  for (double size = kLargest; size >= kSmallest; size /= 2) {
    bool all = true;
    for (const Solutions solutions : {Solutions::first, Solutions::random, Solutions::adversarial}) {
      all = all && oracle::try_from(task, plan, size, starts_to_try(), 1, solutions).failures.empty();
    }
    if (all) return size;
  }
  return 0;
}

/// The results for one-step plans that satisfy the energy conditions. If none of 400 starts fails, the share of failing
/// starts is at most .75 % with 95 % confidence. So one of 4000 other starts of this size may still fail. If so, the
/// size counts as refuted, and is halved again.
struct Held {
  static constexpr int kMostRefuted = 3;
  std::map<double, int> plans;  ///< number of plans by the size of their starts
  long starts = 0, choices = 0, not_enumerated = 0;
  int refuted = 0;  ///< number of sizes that were refuted by other starts

  void add(const std::string& name, const Task& task, const TriedPlan& plan) {
    CAPTURE(name);
    double size = size_that_seats(task, plan);
    int halved = 0;
    while (!seats(name, task, plan, size) && halved < kMostRefuted) {
      ++halved;
      size /= 2;
    }
    CHECK(size > 0);
    CHECK(halved < kMostRefuted);
    refuted += halved;
    ++plans[size];
  }

  /// Returns whether every start ends seated, both with random and with adversarial choices.
  bool seats(const std::string& name, const Task& task, const TriedPlan& plan, double size) {
    std::string line = name + ": size " + std::to_string(size);
    bool all = true;
    for (const Solutions solutions : {Solutions::random, Solutions::adversarial}) {
      const TrialReport report = oracle::try_from(task, plan, size, starts_to_hold(), 2, solutions);
      starts += static_cast<long>(report.starts);
      choices += report.choices;
      not_enumerated += report.not_enumerated;
      CHECK(report.outcomes[static_cast<std::size_t>(Outcome::unsolved)] == 0);
      line += ", " + std::to_string(report.choices) + " choices";
      if (!report.failures.empty()) line += ", " + text_of(report);
      all = all && report.failures.empty();
    }
    std::fprintf(stderr, "%s\n", line.c_str());  // printed at once, because a run with the full count takes long
    return all;
  }

  std::string table() const {
    std::string text;
    for (const auto& [size, count] : plans) text += std::to_string(count) + " at " + std::to_string(size) + ", ";
    return text + std::to_string(refuted) + " sizes refuted, " + std::to_string(starts) + " starts, " +
           std::to_string(choices) + " choices, " + std::to_string(not_enumerated) + " unseen";
  }
};

/// The results for all other plans: the fraction of starts that end seated, by size.
struct Fractions {
  int plans = 0;
  std::map<double, double> sums;

  void add(const std::string& name, const Task& task, const TriedPlan& plan) {
    CAPTURE(name);
    ++plans;
    std::string line = name + ": seated";
    for (const double size : {1e-2, 1e-3, 1e-4, 1e-5}) {
      const TrialReport report = oracle::try_from(task, plan, size, starts_to_try(), 1, Solutions::random);
      CHECK(report.outcomes[static_cast<std::size_t>(Outcome::unsolved)] == 0);
      sums[size] += report.fraction;
      line += " " + std::to_string(report.fraction);
    }
    std::fprintf(stderr, "%s\n", line.c_str());
  }

  std::string table() const {
    std::string text = std::to_string(plans) + " plans";
    for (const auto& [size, sum] : sums) text += ", " + std::to_string(sum / plans) + " at " + std::to_string(size);
    return text;
  }
};

/// The results for plans of all kinds. Each kind is tried in its own way.
struct Tried {
  Held held;
  Fractions keeps, at_rest;
  int count = 0, closed = 0;

  /// Tries the plan of a task and stores the result. Skips the plan if the pins leave no free pose besides the seat.
  void add(const std::string& name, const Task& task) {
    const auto plan = oracle::plan_of(ValidTask(task));
    if (!plan) return;
    if (!oracle::has_free_starts(task, kSmallest)) {
      ++closed;
      return;
    }
    ++count;
    if (plan->kind == Guarantee::energy) return held.add(name, task, *plan);
    (plan->kind == Guarantee::keeps ? keeps : at_rest).add(name, task, *plan);
  }

  void print() const {
    MESSAGE("with the energy conditions: ", held.table());
    MESSAGE("keeps: ", keeps.table());
    MESSAGE("at rest: ", at_rest.table());
    MESSAGE("without free starts: ", closed);
  }
};

}  // namespace

TEST_CASE("the plans of the data set seat as guaranteed") {
  Tried tried;
  for (const std::string name : {"block_spring", "block_stop", "ratchet_pawl", "ratchet_pawl_tray"}) {
    Task task = read_task_file(std::string(PAWL_SOURCE_DIR) + "/data/tasks/" + name + ".json");
    tried.add(name, task);
  }
  tried.print();
  CHECK(tried.count == 4);
}

TEST_CASE("one-step plans with the energy conditions seat every start of some size, whichever solutions are taken") {
  Tried tried;
  for (unsigned seed = 1; tried.count < fixtures(); ++seed) {
    REQUIRE(seed < 100U * static_cast<unsigned>(fixtures()));
    const auto task = oracle::random_fixture(seed);
    if (task) tried.add("fixture " + std::to_string(seed), *task);
  }
  tried.print();
  CHECK(!tried.held.plans.empty());
}
