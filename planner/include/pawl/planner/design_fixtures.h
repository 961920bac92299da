// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/planner/fixture_candidate.h>
#include <pawl/planner/fixture_measures.h>
#include <pawl/planner/fixture_ranking.h>
#include <pawl/planner/hole_fixtures.h>
#include <pawl/planner/quick_measures.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// Progress of a search for fixtures.
struct DesignProgress {
  enum class Stage { candidates, plans, refinements, measures };
  Stage stage = Stage::candidates;
  std::size_t done = 0;
  std::size_t total = 0;  ///< number of items of the stage. In Stage::candidates, it is always 1000, and `done` is the
                          ///< estimated progress in thousandths
};

/// A candidate and its result.
struct DesignedCandidate {
  enum class End {
    not_located,    ///< the locators do not locate the part
    no_clamp,       ///< no position of the requested clamp was found
    worse_clamp,    ///< another candidate with the same pins has a better clamp position: the force of its least loaded
                    ///< locator is larger
    repeated,       ///< its pins and clamp touch the part at the same points as those of an earlier candidate
    mirrored,       ///< image of an earlier candidate under a rotation or reflection of a symmetric part
    no_plan,        ///< it is proved that no plan with the task's actuator seats the part
    not_planned,    ///< no one-step plan with the guarantee `energy` exists, and plans of several steps were not
                    ///< searched for
    not_certified,  ///< rounding may change one of the candidate's measures, or whether the candidate has a plan
    missed,         ///< a threshold is not met
    dominated,      ///< dominated by another fixture
    not_measured,   ///< full measures were not computed, because at least `depth_for` other candidates came first
    kept            ///< member of the Pareto set
  };
  End end = End::kept;
  std::optional<std::size_t> threshold;  ///< index of the threshold that the candidate misses by most, if any
  FixtureCandidate candidate;
  FixtureScore score;
  bool measured = false;  ///< true if the full measures were computed; if false, some values of `score` are unknown
  /// For a ranked candidate, `worst` is the objective in which the largest number of other ranked candidates are
  /// better, and `better` is the number of these candidates. For a dominated candidate, `loses` is the number of a
  /// candidate that dominates it.
  FixtureObjective worst = FixtureObjective::pose_error;
  std::size_t better = 0;
  std::optional<std::size_t> loses;
  std::size_t multiplicity = 1;  ///< number of candidates with a plan that are images of this candidate under the
                                 ///< symmetries of the part; the candidate itself is counted too
  std::string why;               ///< explanation for people, may be empty

  /// Set if the candidate's locators were moved along their edges to minimize the pose error
  /// (pawl/planner/fixture_refinement.h).
  struct Refined {
    std::size_t from = 0;   ///< number of the original candidate
    double bound = 0;       ///< lower bound on the pose error for all positions of the locators on the same edges, in
                            ///< the unit of the pose error
    bool complete = false;  ///< whether the pose error is at most a thousandth above the bound
  };
  std::optional<Refined> refined;
};
std::string_view name_of(DesignedCandidate::End end);  ///< "not located", "no clamp", ...

/// One of the best fixtures.
struct RankedFixture {
  DesignedCandidate place;
  std::vector<std::size_t> clamp_edges;     ///< indices, from 0, of the edges on which one clamp without friction can
                                            ///< press at a point within the edge's permitted range
  std::optional<FixtureMeasures> measures;  ///< full measures; without a value if they were not computed
};

/// The best value of a measure that three pins can have if they satisfy the options, with a proved bound
/// (optimal_fixture() in pawl/planner/fixture_refinement.h).
struct OptimalFixture {
  FixtureObjective measure = FixtureObjective::pose_error;  ///< pose_error, point_error or margin
  FixtureCandidate best;  ///< the pins with the best value found; they locate the part, but a plan may not exist for
                          ///< them
  double value = 0;       ///< value of the measure for the pins of `best`, in the unit of FixtureScore: a margin is in
                          ///< degrees
  double bound = 0;       ///< proved limit of the measure, in the same unit as `value`: no three pins on the edges that
                          ///< carry points are better than this
  bool complete = false;  ///< true if `bound` and `value` differ by at most 1 %; false if a limit ended the search
                          ///< before
  bool planned = false;   ///< true if the pins of `best` have a one-step plan with the guarantee `energy`; they are
                          ///< then added to the candidates
};

/// An entry of the comparison of fixtures with and without pins in holes.
struct ComparedFixture {
  std::optional<std::size_t> fixture;          ///< index in FixtureDesigns::fixtures, if the fixture has pins on edges
                                               ///< only
  std::optional<HoleFixture> in_holes;         ///< the fixture itself, if it has pins in holes
  PlacementError play, locator_errors, total;  ///< upper bounds on the displacement of the part's points (see
                                               ///< HoleFixture); `play` is 0 for pins on edges
  Eigen::Vector2d point{0, 0};                 ///< the point of the part with the largest total displacement, body
                                               ///< frame
};

/// A comparison of fixtures with and without pins in holes, by the displacement of the point that moves most.
struct FixtureComparison {
  double tolerance = 0;                   ///< largest error of a pin's position, in the task's unit of length; for a
                                          ///< pin on an edge, largest error along the normal
  std::vector<ComparedFixture> fixtures;  ///< the best fixtures of each kind, in the order of their largest total
                                          ///< displacement
  std::string no_two_holes;  ///< the reason why no fixture has a round pin and a diamond pin; empty if some have
};

struct FixtureDesigns {
  enum class Status {
    found,
    none,     ///< no candidate meets the requirements
    stopped,  ///< the stop token ended the search; `fixtures` are the best candidates examined until then
    /// No fixture was found, but candidates that might qualify were not examined, because `plans` or `depth_for` was
    /// too small.
    undecided
  };
  Status status = Status::none;
  std::string reason;  ///< explanation for people
  /// For candidates at points: the options of the points that were used, with every default replaced by its value, and
  /// the number of points.
  std::optional<FixtureOptions::Points> points;
  std::size_t point_count = 0;

  // Numbers of candidates that passed the tests of the search. A test is made only for candidates that passed all
  // earlier tests.
  std::size_t candidates = 0;  ///< number of candidates examined
  std::size_t located = 0;     ///< number of candidates that locate the part
  std::size_t clamped = 0;     ///< number of located candidates for which the requested clamp has a position; if no
                               ///< clamp is requested, number of all located candidates
  std::size_t holdable = 0;    ///< number of clamped candidates with a wrench of the actuator that loads all locators
  std::size_t planned = 0;     ///< number of clamped candidates that have a plan
  std::size_t met = 0;         ///< number of planned candidates that meet the thresholds on the quick measures
  /// Number of refined candidates. They are made from the best candidates, and the fields above do not count them.
  std::size_t refined = 0;
  /// Number of requested refinements that were not made, because the candidate is from a lattice, or because it has no
  /// one-step plan with the guarantee `energy` after its locators were moved.
  std::size_t not_refined = 0;
  std::size_t measured = 0;  ///< number of candidates for which the full measures were computed
  std::size_t kept = 0;      ///< size of the Pareto set of the measured candidates that meet all thresholds

  // Numbers of candidates by result:
  std::size_t worse_clamp = 0, repeated = 0, mirrored = 0, no_plan = 0, not_planned = 0, not_certified = 0,
              not_measured = 0;
  std::size_t plans_not_certified = 0;    ///< how many of the candidates counted by `not_certified` are uncertain
                                          ///< because rounding decides whether a plan exists
  std::optional<OptimalFixture> optimal;  ///< best value of a measure over all pins; set if requested and some
                                          ///< candidate locates the part
  std::size_t touching_twice = 0;         ///< number of lattice fixtures that were left out, see
                                          ///< CandidateSource::touching_twice()
  std::vector<FixtureThreshold> thresholds;
  std::vector<std::size_t> missed;  ///< for each threshold, number of candidates that miss it by more than all other
                                    ///< thresholds
  std::array<std::size_t, kObjectiveCount> dominated = {};  ///< for each objective, number of dominated candidates
                                                            ///< whose worst measure it is

  std::vector<RankedFixture> fixtures;  ///< best fixtures of the Pareto set, best first, at most `top`

  std::optional<FixtureComparison> comparison;  ///< set for a part with holes

  /// If the status is `none`: the candidate that comes nearest to the thresholds, and a list of thresholds. A threshold
  /// is in the list `only_missed` if some candidate misses only this threshold. The entry contains the bound with which
  /// such a candidate would meet it.
  std::optional<DesignedCandidate> nearest;
  struct OnlyMissed {
    std::size_t threshold = 0;  ///< index in `thresholds`
    double best = 0;            ///< bound with which the candidate `candidate` would meet the threshold
    std::size_t alone = 0;      ///< number of candidates that miss only this threshold
    std::size_t candidate = 0;  ///< number of the candidate that has the value `best`
  };
  std::vector<OnlyMissed> only_missed;

  /// Set if no fixture is foolproof although a threshold requires it. Contains the best fixture that becomes foolproof
  /// with additional pins and meets all other thresholds, and these pins (find_foolproof_pins() in
  /// pawl/planner/wrong_placements.h).
  struct WithPins {
    DesignedCandidate place;
    FoolproofPins pins;
  };
  std::optional<WithPins> with_pins;
};

/// Returns the largest number of candidates for which the full measures are computed. This is `depth_for` or, by
/// default, 20 for a lattice and for points with `per_edge` or `pitch`, and 4 otherwise.
std::size_t most_measured(const FixtureOptions& options);

struct DesignRequest {
  /// Limit on the number of candidates for which a plan is searched for in the graph of contact states. Only candidates
  /// without a one-step plan with the guarantee `energy` are considered, in the order of their pose errors. Such a
  /// search takes a thousand times as long as checking the energy conditions. The default is 500. For points without
  /// `per_edge` and `pitch`, the default is 0 if at least `depth_for` candidates have a one-step plan with the
  /// guarantee `energy`, and 100 if fewer have one.
  std::optional<std::size_t> plans;
  /// Number of best candidates at points to refine. A refinement moves the locators along their edges to minimize the
  /// pose error. The refined candidates compete with the others.
  std::size_t refine = 0;
  /// Measure for which the best value over all pins that satisfy the options is found and proved: pose_error,
  /// point_error, or margin. The margin needs a tray.
  std::optional<FixtureObjective> optimal;
  /// Limit on the number of candidates in memory that have a one-step plan with the guarantee `energy`. A candidate takes
  /// about 1.5 kB. When this number is reached, the half with the worse quick measures is dropped and counted as not
  /// measured. Of the candidates without such a plan, only as many are kept as `plans` allows.
  std::size_t most_kept = 50000;
  FixtureMeasureOptions measures;  ///< options for the full measures of the best candidates; their stop token is
                                   ///< replaced by `stop`
  StopToken stop;
  int threads = 0;  ///< limit on the number of threads; 0 means one per core
  std::function<void(const DesignProgress&)> progress;
  /// Called once per candidate. For a rejected candidate, the call comes immediately. For the other candidates, the
  /// calls come at the end, in the order of their rank.
  std::function<void(const DesignedCandidate&)> each;
};

/// Finds fixtures for a part, given its outline [MODEL section 7]. Filters the candidates
/// (pawl/planner/fixture_candidates.h) with quick tests (pawl/planner/quick_measures.h). For candidates that fail the
/// energy conditions, searches for plans in the graph of contact states. Runs the full measures on the best `depth_for`
/// candidates, and returns their Pareto set for the objectives (pawl/planner/fixture_ranking.h).
///
/// For a part with holes, also compares the best of these fixtures with fixtures that have pins in holes
/// (pawl/planner/hole_fixtures.h). If the thresholds require pins in holes, only fixtures with pins in holes are
/// searched, and `fixtures` is empty.
///
/// The expensive objectives and thresholds (friction limit, depth) are computed only for the best candidates, starting
/// with the Pareto set for the other objectives. The options are those of the task's `fixture`, or the defaults. The
/// task's own fixels, goal, start, modes and plan must be valid but are ignored. The result is the same for any number
/// of threads, unless the token stops the search.
///
/// Throws InputError as fixture_candidates does, and at /part/outline for a task without an outline.
FixtureDesigns design_fixtures(const ValidTask& task, const DesignRequest& request = {});

}  // namespace pawl
