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
  /// Number of items of the stage: candidates to plan, to refine or to measure. For Stage::candidates it is 1000, and
  /// `done` is an estimate in thousandths.
  std::size_t total = 0;
};

/// A candidate and its result in the search.
struct DesignedCandidate {
  enum class End {
    not_located,  ///< the locators do not locate the part
    no_clamp,     ///< no position exists for the requested clamp
    /// Another candidate with the same pins has a better clamp, with a larger force on its least loaded locator.
    worse_clamp,
    repeated,  ///< the pins and the clamp touch the part at the same points as an earlier candidate's pins and clamp
    /// The candidate is the image of an earlier one under a rotation or reflection that maps the part onto itself.
    mirrored,
    no_plan,  ///< it is proved that no plan with the task's actuator seats the part
    /// The candidate has no one-step plan with the guarantee `energy`. Other plans were not searched for, or the search
    /// for them ended without a result.
    not_planned,
    not_certified,  ///< rounding may change a measure of the candidate, or whether a plan exists
    missed,         ///< the candidate does not satisfy a threshold
    dominated,      ///< another fixture dominates the candidate
    /// The full measures were not computed: at least `depth_for` other candidates came first, `most_kept` was reached,
    /// or the stop token ended the search.
    not_measured,
    kept  ///< the candidate is a member of the Pareto set
  };
  End end = End::kept;
  std::optional<std::size_t> threshold;  ///< index of the threshold that is violated most; empty if none is violated
  FixtureCandidate candidate;
  FixtureScore score;
  bool measured = false;  ///< true if the full measures were computed; otherwise some values of `score` are unknown
  /// For a ranked candidate, `worst` is the objective in which the largest number of other ranked candidates are
  /// better, and `better` is this number. For a dominated candidate, `loses` is the number of a candidate that
  /// dominates it.
  FixtureObjective worst = FixtureObjective::pose_error;
  std::size_t better = 0;
  std::optional<std::size_t> loses;
  /// Number of candidates with a plan that are images of this candidate under the symmetries of the part, including the
  /// candidate itself.
  std::size_t multiplicity = 1;
  std::string why;  ///< explanation for people; may be ""

  /// Set if the candidate's locators were moved along their edges to minimize the pose error
  /// (pawl/planner/fixture_refinement.h).
  struct Refined {
    std::size_t from = 0;  ///< number of the original candidate
    /// Lower bound on the pose error for all positions of the locators on the same edges, in the unit of the pose
    /// error.
    double bound = 0;
    bool complete = false;  ///< true if the pose error and the bound differ by at most 1/1000 of the pose error
  };
  std::optional<Refined> refined;
};
/// Returns the name of a result, such as "not located" or "no clamp".
std::string_view name_of(DesignedCandidate::End end);

/// One of the best fixtures.
struct RankedFixture {
  DesignedCandidate place;
  /// Indices, counted from 0, of the edges on which one clamp without friction can press within the permitted range.
  std::vector<std::size_t> clamp_edges;
  std::optional<FixtureMeasures> measures;  ///< full measures; empty if they were not computed
};

/// The best value of a measure for three pins that satisfy the options, as far as it was found, and a proved bound on
/// this value (optimal_fixture() in pawl/planner/fixture_refinement.h).
struct OptimalFixture {
  FixtureObjective measure = FixtureObjective::pose_error;  ///< the measure: pose_error, point_error or margin
  /// The pins with the best value that was found; they locate the part, but a plan need not exist.
  FixtureCandidate best;
  double value = 0;  ///< value of the measure for `best`, in the unit of FixtureScore; a margin is in degrees
  double bound = 0;  ///< proved bound in the same unit: no three pins on the edges that carry points are better
  /// True if `bound` and `value` differ by at most 1 %; false if a limit ended the search earlier.
  bool complete = false;
  /// True if `best` has a one-step plan with the guarantee `energy`; it is then also a candidate.
  bool planned = false;
};

/// A fixture in the comparison of pins in holes with pins on edges.
struct ComparedFixture {
  /// Index in FixtureDesigns::fixtures; set for a fixture with pins only on edges.
  std::optional<std::size_t> fixture;
  std::optional<HoleFixture> in_holes;  ///< the fixture; set for a fixture with pins in holes
  /// Upper bounds on the displacements of the part's points (see HoleFixture); `play` is 0 for pins on edges.
  PlacementError play, locator_errors, total;
  /// The point of the part with the largest total displacement, body frame.
  Eigen::Vector2d point{0, 0};
};

/// A comparison of fixtures with pins in holes and fixtures with pins only on edges, by the displacement of the point
/// that moves most.
struct FixtureComparison {
  /// Largest error of a pin's position, in the task's unit of length. For a pin on an edge: along the edge's normal.
  double tolerance = 0;
  std::vector<ComparedFixture> fixtures;  ///< best fixtures of each kind, sorted by their largest total displacement
  std::string no_two_holes;  ///< reason why no fixture has a round pin and a diamond pin; "" if such fixtures exist
};

struct FixtureDesigns {
  enum class Status {
    found,
    none,     ///< no candidate satisfies the requirements
    stopped,  ///< the stop token ended the search; `fixtures` contains the best candidates examined until then
    /// No fixture was found, but some candidates that might satisfy the requirements were not examined because `plans`,
    /// `depth_for` or `most_kept` was too small.
    undecided
  };
  Status status = Status::none;
  std::string reason;  ///< explanation of the status for people
  /// For candidates at points: the options that were used, with every default replaced by its value, and the number of
  /// points.
  std::optional<FixtureOptions::Points> points;
  std::size_t point_count = 0;

  // The numbers of candidates that passed the tests of the search. Each test is applied only to candidates that passed
  // all earlier tests.
  std::size_t candidates = 0;  ///< number of candidates examined
  std::size_t located = 0;     ///< number of candidates that locate the part
  /// Number of located candidates that have a position for the requested clamp; equal to `located` if no clamp is
  /// requested.
  std::size_t clamped = 0;
  /// Number of clamped candidates for which some wrench of the actuator loads all locators.
  std::size_t holdable = 0;
  std::size_t planned = 0;  ///< number of clamped candidates that have a plan
  std::size_t met = 0;      ///< number of planned candidates that satisfy the thresholds on the quick measures
  /// Number of refined candidates, which are made from the best candidates. The numbers above do not include them.
  std::size_t refined = 0;
  /// Number of requested refinements that were not made. Either the candidate is from a lattice, or its one-step plan
  /// with the guarantee `energy` is lost when its locators are moved.
  std::size_t not_refined = 0;
  std::size_t measured = 0;  ///< number of candidates for which the full measures were computed
  /// Size of the Pareto set of those measured candidates that satisfy all thresholds. If fixtures are chosen by the
  /// quick measures alone (`depth_for` is 0, or the search was stopped early), size of the Pareto set of the unmeasured
  /// candidates.
  std::size_t kept = 0;

  // The numbers of candidates with each of these results.
  std::size_t worse_clamp = 0, repeated = 0, mirrored = 0, no_plan = 0, not_planned = 0, not_certified = 0,
              not_measured = 0;
  /// Part of `not_certified`: candidates for which rounding decides whether a plan exists.
  std::size_t plans_not_certified = 0;
  /// Best value of the requested measure. Empty if none is requested, if no candidate with three pins has a value, or
  /// if the search was stopped before.
  std::optional<OptimalFixture> optimal;
  /// Number of lattice fixtures that were left out (CandidateSource::touching_twice()).
  std::size_t touching_twice = 0;
  std::vector<FixtureThreshold> thresholds;
  /// For each threshold, number of candidates that violate it more than all other thresholds.
  std::vector<std::size_t> missed;
  /// For each objective, number of dominated candidates for which it is the worst measure.
  std::array<std::size_t, kObjectiveCount> dominated = {};

  /// Best fixtures of the Pareto set, at most `top` of them, sorted from best to worst.
  std::vector<RankedFixture> fixtures;

  std::optional<FixtureComparison> comparison;  ///< set only for a part with holes

  /// Set if no candidate satisfies the thresholds: the candidate that comes nearest to them (ThresholdReport::nearest),
  /// and a list of thresholds. The list `only_missed` contains each threshold that is the only violated threshold of
  /// some candidate.
  std::optional<DesignedCandidate> nearest;
  struct OnlyMissed {
    std::size_t threshold = 0;  ///< index of the threshold in `thresholds`
    /// Value of the threshold's measure for `candidate`; a threshold with this bound accepts `candidate`.
    double best = 0;
    std::size_t alone = 0;  ///< number of candidates that violate only this threshold
    /// Among the candidates that violate only this threshold, number of the one with the best value.
    std::size_t candidate = 0;
  };
  std::vector<OnlyMissed> only_missed;

  /// Set if a threshold requires a foolproof fixture and no fixture is foolproof. Contains the best fixture that
  /// satisfies all other thresholds and becomes foolproof with additional pins, and these pins (find_foolproof_pins()
  /// in pawl/planner/wrong_placements.h).
  struct WithPins {
    DesignedCandidate place;
    FoolproofPins pins;
  };
  std::optional<WithPins> with_pins;
};

/// Returns the largest number of candidates for which the full measures are computed. This is `depth_for` if it is
/// given. By default, it is 20 for a lattice and for points with `per_edge` or `pitch`, and 4 otherwise.
std::size_t most_measured(const FixtureOptions& options);

struct DesignRequest {
  /// Largest number of candidates for which a plan is searched for in the graph of contact states. Only candidates
  /// without a one-step plan with the guarantee `energy` are considered, in the order of their pose errors. Such a
  /// search takes a thousand times as long as checking the energy conditions.
  ///
  /// The default is 500. For points without `per_edge` and `pitch`, the default is 0 if at least `depth_for` candidates
  /// have a one-step plan with the guarantee `energy`, and 100 otherwise. If a threshold requires the guarantee
  /// `energy`, no plan is searched for in the graph, whatever the value of `plans`.
  std::optional<std::size_t> plans;
  /// Number of best candidates at points that are refined. A refinement moves the locators along their edges to
  /// minimize the pose error. The refined candidates compete with the other candidates.
  std::size_t refine = 0;
  /// Measure for which the best value is found and proved, over all pins that satisfy the options: pose_error,
  /// point_error, or margin. The margin requires a tray. If empty, no such value is searched for.
  std::optional<FixtureObjective> optimal;
  /// Largest number of candidates in memory that have a one-step plan with the guarantee `energy`. A candidate takes
  /// about 1.5 kB. When this number is reached, the half with the worse quick measures is dropped and counted as not
  /// measured. The number of candidates without such a plan is limited by `plans`.
  std::size_t most_kept = 50000;
  FixtureMeasureOptions measures;  ///< options of the full measures; their stop token is replaced by `stop`
  StopToken stop;
  int threads = 0;  ///< largest number of threads; 0 means one per core
  std::function<void(const DesignProgress&)> progress;
  /// Called once per candidate. For a rejected candidate, the call comes when the candidate is rejected. For the other
  /// candidates, the calls come at the end, in the order of their rank.
  std::function<void(const DesignedCandidate&)> each;
};

/// Finds fixtures for a part that has an outline [MODEL section 7]. Filters the candidates
/// (pawl/planner/fixture_candidates.h) with quick tests (pawl/planner/quick_measures.h). For candidates that do not
/// satisfy the energy conditions, searches for plans in the graph of contact states. Runs the full measures on the best
/// `depth_for` candidates, and returns their Pareto set for the objectives (pawl/planner/fixture_ranking.h).
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
/// Throws the same InputErrors as fixture_candidates(). Also throws InputError at /part/outline for a task without an
/// outline and, if `optimal` is set, at /fixture/candidates for a lattice, at /fixture/pins for a number of pins other
/// than 3, at /fixture/tolerance for a point error without a tolerance, and at /actuator for a margin without a tray.
FixtureDesigns design_fixtures(const ValidTask& task, const DesignRequest& request = {});

}  // namespace pawl
