// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/cheap_measures.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/fixture_measures.h>
#include <pawl/planner/fixture_ranking.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// How far a search for fixtures is.
struct DesignProgress {
  enum class Stage { candidates, plans, refinements, measures };
  Stage stage = Stage::candidates;
  std::size_t done = 0;
  std::size_t total = 0;  ///< about, of candidates: in thousandths of all
};

/// What became of a candidate.
struct DesignedCandidate {
  enum class End {
    not_located,    ///< its locators do not locate the part
    no_clamp,       ///< no edge takes the clamp that is asked for
    worse_clamp,    ///< on the same pins another clamp of the lattice loads its least loaded locator more
    repeated,       ///< the same pins on the same places of the part as one before, on another part of the lattice
    no_plan,        ///< proved: no plan of the actuator brings the part to it
    not_planned,    ///< it has no one-step plan by energy, and another was not looked for
    not_certified,  ///< whether it has a plan, or a measure of it, changes within rounding
    missed,         ///< a threshold
    dominated,      ///< by another fixture
    not_measured,   ///< its depth was not computed: `depth_for` fixtures of the Pareto set came first
    kept            ///< it is in the Pareto set
  };
  End end = End::kept;
  std::optional<std::size_t> threshold;  ///< of one that missed: the place of the threshold that it misses worst
  FixtureCandidate candidate;
  FixtureScore score;
  bool measured = false;  ///< by what is dear too: before that some values of its score are not known
  /// Of the others: the objective in which the most are better, and how many, among those ranked with it. Of one that
  /// is dominated: the number of one that dominates it.
  FixtureObjective worst = FixtureObjective::pose_error;
  std::size_t better = 0;
  std::optional<std::size_t> loses;
  std::string why;  ///< for people, where it was measured by what is dear

  /// Of one whose locators were moved along their edges to the least pose error (pawl/planner/fixture_refinement.h).
  struct Refined {
    std::size_t from = 0;   ///< number of the candidate that it was
    double bound = 0;       ///< no locators on its edges have less pose error
    bool complete = false;  ///< it is within a thousandth of the bound
  };
  std::optional<Refined> refined;
};
std::string_view name_of(DesignedCandidate::End end);  ///< "not located", "no clamp", ...

/// One of the best.
struct RankedFixture {
  DesignedCandidate place;
  std::vector<std::size_t> clamp_edges;     ///< from 0, that take one clamp without friction inside their range
  std::optional<FixtureMeasures> measures;  ///< nothing where it was not measured by what is dear
};

struct FixtureDesigns {
  enum class Status {
    found,
    none,      ///< no candidate meets what is asked
    stopped,   ///< by the token, or `full`: the fixtures are the best of those looked at until then
    undecided  ///< none was found, but not all that might do was looked at: `plans` or `depth_for` were too few
  };
  Status status = Status::none;
  std::string reason;  ///< for people
  bool full = false;   ///< stopped, as `most_kept` had a place

  // How many of the candidates, each of which is one of those before:
  std::size_t candidates = 0;  ///< looked at
  std::size_t located = 0;
  std::size_t clamped = 0;  ///< take the clamp that is asked for; as located where none is
  std::size_t planned = 0;  ///< have a plan
  std::size_t met = 0;      ///< meet the thresholds as far as they are cheap
  std::size_t refined = 0;  ///< beside these: made of the best, numbered after them
  std::size_t not_refined =
      0;                     ///< of those that were to be: on a lattice, or moved they have no one-step plan by energy
  std::size_t measured = 0;  ///< the best of these, measured by what is dear
  std::size_t kept = 0;      ///< the Pareto set of those that meet all thresholds then

  // Where they ended:
  std::size_t worse_clamp = 0, repeated = 0, no_plan = 0, not_planned = 0, not_certified = 0, not_measured = 0;
  std::size_t plans_not_certified = 0;  ///< part of not_certified: whether they have a plan is not certain
  std::size_t touching_twice = 0;       ///< no candidates: see CandidateSource
  std::vector<FixtureThreshold> thresholds;
  std::vector<std::size_t> missed;                          ///< for each threshold: that it was missed worst
  std::array<std::size_t, kObjectiveCount> dominated = {};  ///< by their worst measure

  std::vector<RankedFixture> fixtures;  ///< the best of those kept, best first, at most `top`

  /// For none: what comes nearest to the thresholds, and for each threshold that alone keeps something out the bound
  /// that would let it in.
  std::optional<DesignedCandidate> nearest;
  struct Mend {
    std::size_t threshold = 0;  ///< place in `thresholds`
    double best = 0;            ///< a bound that one fixture meets
    std::size_t alone = 0;      ///< how many miss no other threshold
    std::size_t candidate = 0;  ///< the number of the one
  };
  std::vector<Mend> mends;
};

struct DesignRequest {
  /// Plans that are searched for at most, of candidates without a one-step plan by energy, in the order of their pose
  /// errors: a plan by the mode graph takes a thousand times as long as the energy conditions.
  std::size_t plans = 500;
  /// So many of the best at points are moved along their edges to the least pose error, and compared with the others.
  std::size_t refine = 0;
  /// Candidates with a one-step plan by energy are kept until the end, some 1.5 kB each. So many end the search. Of the
  /// others only those that may be planned are kept.
  std::size_t most_kept = 200000;
  FixtureMeasureOptions measures;  ///< of the best; its stop is replaced by `stop`
  StopToken stop;
  int threads = 0;  ///< at most, 0: one a core
  std::function<void(const DesignProgress&)> progress;
  /// Told of every candidate once, what is thrown out first as it is, the rest in the order of their rank at the end.
  std::function<void(const DesignedCandidate&)> each;
};

/// Fixtures for a part, from nothing but its outline [MODEL section 7]: candidates (pawl/planner/fixture_candidates.h)
/// by cheap tests first (pawl/planner/cheap_measures.h), plans where the energy conditions fail, then what is dear for
/// the best `depth_for`, and of these the Pareto set of the objectives (pawl/planner/fixture_ranking.h).
///
/// Objectives and thresholds that are dear (friction limit, depth) are of the best only: of those the Pareto set of the
/// others first. Options are those of the task's `fixture`, defaults where it has none; its own fixels, goal, start,
/// modes and plan, which must be valid, are passed over.
/// Deterministic, on any number of threads, but for where the token stops it.
///
/// Throws InputError as fixture_candidates does, and at /part/outline for a task without one.
FixtureDesigns design_fixtures(const ValidTask& task, const DesignRequest& request = {});

}  // namespace pawl
