// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/simulation/step.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// Options of trials. A trial simulates the part among fixels and walls whose parameters are drawn at random for this
/// trial.
struct TrialOptions {
  StepOptions step;      ///< options of the time steps; trials replace `seed` by the seed of the scatter, and `trial`
                         ///< by the number of the trial
  double h = 1e-3;       ///< step size, s
  double max_time = 10;  ///< time limit of each wrench, s
  std::optional<double>
      force;  ///< size |(fx, fy, tau / rho)| of each wrench, N; the default is the part's weight at 9.81 m/s^2
  /// A tray under the part. It is tilted in the direction of each wrench of the plan, one after the other. The size of
  /// the wrench is then the component of the part's weight along the tray, and `force` is unused.
  std::optional<SimulateOptions::Tray> tray;
  SimulateOptions::Support
      support;             ///< friction between the part and the surface under it: the tray, or else a level table
  double restitution = 0;  ///< restitution of every contact, in [0, 1]
  /// Largest speed at which the part counts as slow, m/s: of its centre of mass, and of a point at the radius of
  /// gyration.
  double rest_speed = 1e-8;
  double rest_hold = 0.05;  ///< time for which the part must have been slow before it can count as resting, s
  double escape =
      2;  ///< distance of the centre of mass from its seat at which the part has escaped, in diameters of the outline
  double confidence = 0.95;  ///< confidence level of TrialReport::interval, in (0, 1)
  int threads = 0;           ///< limit on the number of threads, which does not affect the result; 0 means one per core
  StopToken stop;            ///< a stop request to this token ends the running trials and prevents further trials
  /// Function that is called with the number of finished trials and of all trials, by one thread at a time.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// The result of a trial.
enum class Outcome {
  /// The part rests, all fixels of the goal touch it, and all its points are within seat_distance of their positions at
  /// the seat. For a task without a seat: the part rests, and all its points are within goal_tolerance of their
  /// positions at the task's pose.
  seated,
  rolling,    ///< the part is a disc that keeps turning; all fixels of the goal touch, and the centre rests
  jammed,     ///< the part rests, but not at the goal
  bounced,    ///< the part reached the goal under the last wrench, and left it permanently
  escaped,    ///< the part is farther from its seat than TrialOptions::escape
  timed_out,  ///< the part still moves after max_time
  unsolved    ///< a step could not be solved: the result is unknown
};
inline constexpr std::size_t kOutcomes = 7;
/// The percentages of trials for which TrialReport::displacements states the largest displacement.
inline constexpr std::array<int, 4> kDisplacementShares{50, 90, 99, 100};
const char* name_of(Outcome outcome);  ///< Returns "seated", "rolling", "jammed", "bounced", "escaped", "timed out" or
                                       ///< "unsolved".

/// The random draws of one trial: the pose of the part's body frame, and the fixture as it was built for this trial.
struct TrialStart {
  Eigen::Vector3d pose{0, 0, 0};
  Outline outline;
  std::vector<Outline> holes;
  Eigen::Vector2d center_of_mass{0, 0};
  std::vector<Fixel> fixels;  ///< fixels with the drawn friction
  std::vector<Wall> walls;    ///< walls with the drawn friction, world
  int redrawn = 0;            ///< number of earlier draws that were rejected because the part overlapped something

  Loops loops() const { return {outline, holes}; }
};

/// A wrench of the plan, in the size with which it was applied.
struct TrialWrench {
  double from = 0;                  ///< start time, s
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench (fx, fy, tau), N and N m
};

struct [[nodiscard]] Trial {
  std::size_t index = 0;  ///< number of the trial, which the option `--replay` takes to draw the same trial again
  Outcome outcome = Outcome::unsolved;
  TrialStart start;
  Eigen::Vector3d end{0, 0, 0};       ///< pose of the body frame at the end
  double displacement = 0;            ///< largest distance between a point of the part at the end of the trial and the
                                      ///< same point at the seat, m
  std::vector<int> touching;          ///< numbers of the contacts that touch at the end, from 0
  std::size_t steps_done = 0;         ///< number of wrenches that were applied until the part rested
  std::vector<TrialWrench> wrenches;  ///< all applied wrenches; the last one may have been cut short
  double time = 0;                    ///< duration of the trial, s
  long steps = 0;
  long choices = 0;  ///< `choices` and `not_enumerated` are sums over the time steps of the trial, see StepReport
  long not_enumerated = 0;
  std::string why;  ///< explanation for people: why the part did not reach its seat
};

struct [[nodiscard]] TrialReport {
  std::size_t starts = 0;                         ///< number of trials finished
  std::array<std::size_t, kOutcomes> outcomes{};  ///< number of trials by Outcome; see count()
  double fraction = 0;                            ///< fraction of starts that are seated or rolling
  std::array<double, 2> interval{0, 1};           ///< Clopper-Pearson interval for the probability of being seated
  /// Displacements that 50, 90, 99 and 100 % of the trials do not exceed (quantiles of Trial::displacement), m.
  std::array<double, 4> displacements{};
  std::size_t within = 0;  ///< number of trials whose displacement is at most the task's goal_tolerance, if it has one
  std::size_t redrawn = 0;
  long choices = 0, not_enumerated = 0;  ///< sums, over all trials, of the members of Trial with the same names
  std::vector<Trial> failures;           ///< trials that ended neither seated nor rolling, in order of index
  bool stopped = false;

  /// Returns the number of trials with this outcome.
  [[nodiscard]] std::size_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// Returns the pose around which the starts of a task's trials are scattered, and in which the trials should end: the
/// seat, or the task's pose if the task has neither a seat nor a stated goal. Throws InputError for a task without a
/// seat that states a goal or has no goal_tolerance.
ReferencePose trial_reference(const ValidTask& task);

/// Returns the k-th start of a task's scatter around its seat. The result is the same on every platform and for any
/// order of calls, because the random numbers come from a counter-based generator (Philox [Salmon et al. 2011]). For
/// the pose, the part's centre of mass is displaced in x and y, and the part is rotated. The displacements are uniform
/// (the scatter states half-widths) or normal (it states standard deviations). The friction of each fixel and wall is
/// drawn from its interval. Then the scatter of friction is added; if the sum is negative, it is replaced by 0. Fixels,
/// walls, vertices and centre of mass are displaced in x and y. A start that overlaps a fixel is drawn again, at most
/// 10000 times. Throws InputError for a task with faults, without an outline, without a seat and a goal_tolerance, or
/// not in metres (pawl/io/in_si.h), and if no draw is free of overlaps.
TrialStart draw_start(const ValidTask& task, std::size_t k);

/// Runs one trial of wrenches (fx, fy, tau), world frame, about the centre of mass. The task's actuator determines how
/// the wrenches are applied. A free actuator and a tray apply a constant wrench; a push applies a force at a point of
/// the part; a spring applies a pull of constant size towards its anchor. Each wrench acts until the part rests. The
/// part rests if it has been slow for a while and one of two further conditions holds: a solution of the forward
/// problem has zero acceleration (pawl/modes/forward.h), or the friction of the support holds the part at zero
/// velocity. Calls `seen` with every state.
Trial run_trial(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options = {},
                const std::function<void(double time, const State& state, const StepReport& report)>& seen = {});

/// Runs one trial that starts at rest in a pose of the body frame, with the part and the fixture as the task states
/// them, and with the largest friction of each fixel and wall. Ignores the scatter of the task. Returns nothing if the
/// part overlaps something in this pose. Throws InputError in the cases of run_trial().
std::optional<Trial> run_trial_from(const ValidTask& task, const Eigen::Vector3d& pose,
                                    const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options = {});

/// Runs trials of a plan, as many as the task's scatter states. Without a scatter, runs one trial that starts at the
/// seat's own pose. Throws InputError in the cases of draw_start(), for options out of their bounds, and for a plan
/// without wrenches or with a wrench that is zero or not finite. Throws InputError also for a wrench that a tray cannot
/// apply (a torque), for a tray combined with a force, a push or a spring, and for a wrench that cannot overcome the
/// friction of the support.
TrialReport try_plan(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options = {});

/// Returns the Clopper-Pearson interval (1934) for the probability of success, given `successes` in `trials` trials.
/// For 0 trials, the interval is [0, 1]. Throws InputError unless successes <= trials and 0 < confidence < 1.
std::array<double, 2> success_interval(std::size_t successes, std::size_t trials, double confidence);

}  // namespace pawl
