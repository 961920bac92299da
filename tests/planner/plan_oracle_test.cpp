// SPDX-License-Identifier: MIT
// Replays plans against an adversary who chooses any consistent mode and any gain. The adversary solves a linear
// program for each mode string. The test also compares plans with plans made from a dense sample of wrenches.
// PAWL_TEST_COUNT=1000 is the full run.
#include <doctest/doctest.h>
#include <pawl/planner/insertion.h>

#include <algorithm>
#include <map>
#include <set>

#include "support/count.h"
#include "support/mode_oracle.h"
#include "support/random_fixtures.h"

using namespace pawl;
using oracle::RandomFixtures;

namespace {

using Fixels = std::set<int>;

/// Computes the possible outcomes of a step by linear programs alone, in order to refute plans.
class Adversary {
 public:
  explicit Adversary(const ContactSet& seated) : seated_(seated) {
    const int count = static_cast<int>(seated.size());
    for (int mask = 0; mask < 1 << count; ++mask) {
      Fixels fixels;
      for (int i = 0; i < count; ++i) {
        if (mask & (1 << i)) fixels.insert(i);
      }
      if (realizable(fixels)) states_.push_back(fixels);
    }
  }

  const std::vector<Fixels>& states() const { return states_; }

  /// Returns the contact states in which the part may come to rest if it starts in the belief. Returns nothing if the
  /// part may escape or cycle.
  std::optional<std::set<Fixels>> apply(const std::set<Fixels>& belief, const Eigen::Vector3d& g) {
    rests_.clear();
    open_.clear();
    done_.clear();
    for (const Fixels& state : belief) {
      if (!follow(state, g)) return std::nullopt;
    }
    return rests_;
  }

 private:
  ContactSet in_state(const Fixels& fixels) const {
    ContactSet set = seated_;
    for (int i = 0; i < static_cast<int>(set.size()); ++i) {
      set.contacts[static_cast<std::size_t>(i)].touching = fixels.count(i) > 0;
    }
    return set;
  }

  /// Returns whether some displacement keeps exactly these gaps closed. This is so if a mode that keeps exactly these
  /// contacts is feasible.
  bool realizable(const Fixels& fixels) const {
    for (const std::string& letters : oracle::all_mode_strings(seated_)) {
      bool fits = true;
      for (int i = 0; i < static_cast<int>(letters.size()); ++i) {
        fits = fits && (letters[static_cast<std::size_t>(i)] == 's') == (fixels.count(i) == 0);
      }
      if (fits && oracle::feasible(seated_, letters)) return true;
    }
    return false;
  }

  Fixels smallest_state(const Fixels& fixels) const {
    const Fixels* best = nullptr;
    for (const Fixels& state : states_) {
      if (!std::includes(state.begin(), state.end(), fixels.begin(), fixels.end())) continue;
      if (best == nullptr || state.size() < best->size()) best = &state;
    }
    return *best;
  }

  bool follow(const Fixels& state, const Eigen::Vector3d& g) {
    if (done_.count(state)) return true;
    if (!open_.insert(state).second) return false;
    const ContactSet set = in_state(state);
    const bool rests = oracle::holds(set, g);
    if (rests) rests_.insert(state);
    for (const std::string& letters : oracle::all_mode_strings(set)) {
      if (!oracle::consistent(set, letters, g)) continue;
      const bool still = letters.find_first_of("lra") == std::string::npos && kept(letters) == state;
      if (still && rests) continue;
      const Fixels approached = with_letters(letters, "a");
      if (approached.empty()) return false;
      for (const Fixels& gained : subsets(approached)) {
        Fixels next = kept(letters);
        next.insert(gained.begin(), gained.end());
        if (!follow(smallest_state(next), g)) return false;
      }
    }
    open_.erase(state);
    done_.insert(state);
    return true;
  }

  static Fixels with_letters(const std::string& letters, const char* which) {
    Fixels fixels;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (std::string(which).find(letters[i]) != std::string::npos) fixels.insert(static_cast<int>(i));
    }
    return fixels;
  }
  static Fixels kept(const std::string& letters) { return with_letters(letters, "lrn"); }
  static std::vector<Fixels> subsets(const Fixels& of) {
    std::vector<Fixels> all{{}};
    for (const int one : of) {
      const std::size_t count = all.size();
      for (std::size_t k = 0; k < count; ++k) {
        all.push_back(all[k]);
        all.back().insert(one);
      }
    }
    all.erase(all.begin());
    return all;
  }

  ContactSet seated_;
  std::vector<Fixels> states_;
  std::set<Fixels> rests_, open_, done_;
};

Fixels all_fixels(const ContactSet& set) {
  Fixels all;
  for (int i = 0; i < static_cast<int>(set.size()); ++i) all.insert(i);
  return all;
}

}  // namespace

TEST_CASE("no adversary keeps a plan from reaching its goal") {
  RandomFixtures random(51);
  const int fixtures = oracle::count(12);
  std::map<std::size_t, int> found;
  int four = 0;
  for (int k = 0; k < fixtures; ++k) {
    const ContactSet set = random.set(2, k % 4 == 0 ? 4 : 3);
    const ContactGraph graph(set);
    Adversary adversary(set);
    REQUIRE(static_cast<int>(adversary.states().size()) == graph.states().count());
    const InsertionPlan plan = plan_insertion(graph);
    REQUIRE(plan.status != InsertionPlan::Status::stopped);
    if (plan.status != InsertionPlan::Status::found) continue;
    ++found[plan.steps.size()];
    four += set.size() == 4;
    std::set<Fixels> belief(adversary.states().begin(), adversary.states().end());
    belief.erase(Fixels{});
    for (const PlanStep& step : plan.steps) {
      const auto next = adversary.apply(belief, step.wrench);
      REQUIRE(next.has_value());
      belief = *next;
    }
    CHECK(belief == std::set<Fixels>{all_fixels(set)});
  }
  for (const auto& [steps, count] : found) MESSAGE(count << " plans of " << steps << " steps among " << fixtures);
  MESSAGE(four << " of them with four fixels");
  CHECK_FALSE(found.empty());
}

namespace {

/// Returns the smallest number of steps from the start to the goal, if each step has one of the sampled wrenches.
/// Returns 0 if no such sequence of at most 7 steps exists. Searches beliefs in the order of the number of steps.
std::size_t steps_by_sample(const ContactGraph& graph, const std::vector<std::vector<StepResult>>& outcomes) {
  const StateSet goal = StateSet().set(static_cast<std::size_t>(graph.states().seated()));
  const auto less = [](const StateSet& a, const StateSet& b) { return a.to_string() < b.to_string(); };
  std::set<StateSet, decltype(less)> seen(less);
  std::vector<StateSet> layer{every_contact(graph.states())};
  for (std::size_t steps = 1; !layer.empty() && steps < 8; ++steps) {
    std::vector<StateSet> next;
    for (const StateSet& belief : layer) {
      for (const auto& outcome : outcomes) {
        const StepResult result = step(outcome, belief);
        if (!result.safe) continue;
        if (result.rests == goal) return steps;
        if (seen.insert(result.rests).second) next.push_back(result.rests);
      }
    }
    layer = std::move(next);
  }
  return 0;
}

}  // namespace

TEST_CASE("if 20,000 sampled wrenches give a plan, the planner finds a plan that is not longer") {
  RandomFixtures random(52);
  const int fixtures = std::max(4, oracle::count(0) / 10);
  int by_sample = 0;
  for (int k = 0; k < fixtures; ++k) {
    const ContactSet set = random.set(2, 3);
    const ContactGraph graph(set);
    const InsertionPlan plan = plan_insertion(graph);
    std::vector<std::vector<StepResult>> outcomes;
    for (int s = 0; s < 20000; ++s) {
      const Eigen::Vector3d g(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1));
      std::vector<StateMoves> moves;
      for (int state = 0; state < graph.states().count(); ++state) moves.push_back(graph.moves(state, g));
      std::vector<StepResult> results = step_results(moves);
      if (std::find(outcomes.begin(), outcomes.end(), results) == outcomes.end())
        outcomes.push_back(std::move(results));
    }
    const std::size_t sampled = steps_by_sample(graph, outcomes);
    by_sample += sampled > 0;
    if (sampled > 0) {
      REQUIRE(plan.status == InsertionPlan::Status::found);
      CHECK(plan.steps.size() <= sampled);
    }
  }
  MESSAGE(by_sample << " of " << fixtures << " fixtures have sampled plans");
}
