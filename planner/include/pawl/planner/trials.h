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

/// Options of trials. A trial simulates the part among fixels and walls. Some parameters of the part, the fixels and
/// the walls are drawn at random for each trial.
struct TrialOptions {
  /// Options of the time steps; trials replace `seed` by the seed of the scatter, and `trial` by the trial's number.
  StepOptions step;
  double h = 1e-3;       ///< size of a time step, s
  double max_time = 10;  ///< time limit of each wrench, s
  std::optional<double>
      force;  ///< size |(fx, fy, tau / rho)| of each wrench, N; if empty, the part's weight at 9.81 m/s^2
  /// A tray under the part, which is tilted in the direction of each wrench of the plan, one after the other. The size
  /// of the wrench is then the component of the part's weight along the tray, and `force` is not used. An empty value
  /// means that no tray is used.
  std::optional<SimulateOptions::Tray> tray;
  /// Friction between the part and the surface below it: the tray or, without a tray, a level table.
  SimulateOptions::Support
      support;
  double restitution = 0;  ///< restitution of every contact, in [0, 1]
  /// The part counts as slow if |v| + rho |omega| is at most this value, m/s. Here v is the velocity of the centre of
  /// mass, omega the angular velocity, and rho the radius of gyration.
  double rest_speed = 1e-8;
  double rest_hold = 0.05;  ///< the part can count as resting only after it has been slow for this time, s
  double escape =
      /// The part has escaped if the distance of its centre of mass from the seat exceeds this number of diameters of
      /// the outline.
      2;
  double confidence = 0.95;  ///< confidence level of TrialReport::interval, in (0, 1)
  int threads = 0;           ///< largest number of threads; 0 means one per core. It does not affect the result.
  StopToken stop;            ///< token whose stop request ends the running trials and prevents further trials
  /// Called with the number of finished trials and the number of all trials, by one thread at a time.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// The result of a trial.
enum class Outcome {
  /// The part rests, all fixels of the goal touch it, and the distance of each of its points from the point's position
  /// at the seat is at most seat_distance. For a task without a seat: the part rests, and the distance of each of its
  /// points from the point's position at the task's pose is at most goal_tolerance.
  seated,
  /// After max_time, the part (in practice a disc) still turns, its centre of mass is slow, and the part is at the
  /// goal.
  rolling,
  jammed,  ///< the part rests, but not at the goal
  /// After max_time, the part still moves and is not at the goal, although it was at the goal earlier under the same
  /// wrench.
  bounced,
  escaped,  ///< the centre of mass is farther from the seat than TrialOptions::escape
  /// The part still moves after TrialOptions::max_time and no other outcome applies, or the stop token ended the trial.
  timed_out,
  unsolved  ///< a time step could not be solved, so the result is unknown
};
inline constexpr std::size_t kOutcomes = 7;
/// TrialReport::displacements states the largest displacements of these percentages of the trials.
inline constexpr std::array<int, 4> kDisplacementShares{50, 90, 99, 100};
/// Returns "seated", "rolling", "jammed", "bounced", "escaped", "timed out" or "unsolved".
const char* name_of(Outcome outcome);

/// The random draws of one trial: the pose of the part's body frame, and the fixture as it is built in this trial.
struct TrialStart {
  Eigen::Vector3d pose{0, 0, 0};
  Outline outline;
  std::vector<Outline> holes;
  Eigen::Vector2d center_of_mass{0, 0};
  std::vector<Fixel> fixels;  ///< fixels with the friction that was drawn
  std::vector<Wall> walls;    ///< walls with the friction that was drawn, in the world frame
  int redrawn = 0;            ///< number of rejected draws before this one, in which the part overlapped something

  Loops loops() const { return {outline, holes}; }
};

/// A wrench of the plan as it was applied.
struct TrialWrench {
  double from = 0;                  ///< time at which the wrench begins, s
  Eigen::Vector3d wrench{0, 0, 0};  ///< wrench (fx, fy, tau) in the world frame, about the centre of mass, N and N m
};

struct [[nodiscard]] Trial {
  std::size_t index = 0;  ///< number of the trial; the option `--replay` with this number repeats the trial
  Outcome outcome = Outcome::unsolved;
  TrialStart start;
  Eigen::Vector3d end{0, 0, 0};  ///< pose of the body frame at the end of the trial
  /// Largest distance of a point of the outline, at the end of the trial, from its position at the seat, m. For a disc,
  /// the distance of its centre.
  double displacement = 0;
  /// Numbers, counted from 0, of the fixels that touch at the end of the trial. If the trial ends near the seat,
  /// followed by the numbers of the touching contacts with walls, which are counted after the fixels.
  std::vector<int> touching;
  std::size_t steps_done = 0;  ///< number of wrenches under which the part came to rest
  /// All applied wrenches; the trial may have ended before the last one was finished.
  std::vector<TrialWrench> wrenches;
  double time = 0;  ///< duration of the trial, s
  long steps = 0;
  long choices = 0;  ///< `choices` and `not_enumerated` are sums over the time steps of the trial (see StepReport).
  long not_enumerated = 0;
  ConeReport cone;  ///< work of the solver for ConeComplementarity, over all time steps
  std::string why;  ///< explanation for people: why the trial ended neither seated nor rolling
};

struct [[nodiscard]] TrialReport {
  std::size_t starts = 0;                         ///< number of finished trials
  std::array<std::size_t, kOutcomes> outcomes{};  ///< number of trials with each Outcome; see count()
  double fraction = 0;                            ///< fraction of the trials that end seated or rolling
  /// Clopper-Pearson interval for the probability that a trial ends seated or rolling.
  std::array<double, 2> interval{0, 1};
  /// Displacements that 50, 90, 99 and 100 % of the trials do not exceed (quantiles of Trial::displacement), m.
  std::array<double, 4> displacements{};
  /// Number of trials whose displacement is at most the task's goal_tolerance; 0 without a goal_tolerance.
  std::size_t within = 0;
  std::size_t redrawn = 0;
  long choices = 0, not_enumerated = 0;  ///< sums, over all trials, of the members of Trial with these names
  ConeReport cone;                       ///< sum of Trial::cone over all trials
  /// Trials that ended neither seated nor rolling, in the order of their numbers.
  std::vector<Trial> failures;
  bool stopped = false;

  /// Returns the number of trials that ended with this outcome.
  [[nodiscard]] std::size_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// Returns the pose around which the starts of a task's trials are scattered, and at which the trials should end. This
/// is the seat, or the task's pose if the task has neither a seat nor a stated goal. Throws InputError if the task has
/// no seat and either states a goal or has no goal_tolerance.
ReferencePose trial_reference(const ValidTask& task);

/// Returns start k of a task's scatter around its seat. The result is the same on every platform and for any order of
/// calls, because the random numbers come from a counter-based generator (Philox [Salmon et al. 2011]).
///
/// For the pose, the part's centre of mass is displaced in x and y, and the part is rotated. The displacements are
/// uniform (the scatter states half-widths) or normal (it states standard deviations). The friction coefficient of each
/// fixel and wall is drawn from its interval. Then the scatter of friction is added; if the sum is negative, it is
/// replaced by 0. Fixels, walls, vertices and centre of mass are displaced in x and y. For a disc, the radius changes
/// instead of vertices. If the part overlaps a fixel or a wall, or the displaced outline is not valid, the start is
/// drawn again, at most 10000 times.
///
/// Throws InputError for a task with faults, without an outline, without a seat and a goal_tolerance, or not in metres
/// (pawl/io/in_si.h), and if every draw overlaps something.
TrialStart draw_start(const ValidTask& task, std::size_t k);

/// Runs trial k with the wrenches (fx, fy, tau), in the world frame, about the centre of mass.
///
/// The task's actuator determines how the wrenches are applied. A free actuator and a tray apply a constant wrench. A
/// push applies a force at a point of the part. A spring applies a pull of constant size towards its anchor. Each
/// wrench acts until the part rests. The part rests if it has been slow for a while and one of two further conditions
/// holds: a solution of the forward problem has zero acceleration (pawl/modes/forward.h), or the friction of the
/// support holds the part at zero velocity. Calls `seen` with every state.
Trial run_trial(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options = {},
                const std::function<void(double time, const State& state, const StepReport& report)>& seen = {});

/// Runs one trial that starts at rest at a pose of the body frame. The part and the fixture are as the task states
/// them, with the largest friction coefficient of each fixel and wall. The scatter of the task is ignored. Returns
/// nothing if the part overlaps something at this pose. Throws the same InputErrors as run_trial().
std::optional<Trial> run_trial_from(const ValidTask& task, const Eigen::Vector3d& pose,
                                    const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options = {});

/// Runs trials of a plan, as many as the task's scatter states. If the task has no scatter, runs one trial that starts
/// at the seat.
///
/// Throws the same InputErrors as draw_start(). Also throws InputError for options out of bounds, for a plan without
/// wrenches or with a wrench that is zero or not finite, for a wrench that a tray cannot apply (a torque), for a tray
/// combined with a force, a push or a spring, and for a wrench that cannot overcome the friction of the support.
TrialReport try_plan(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options = {});

/// Returns the Clopper-Pearson interval (1934) for the probability of success, if `successes` of `trials` trials were
/// successful. For 0 trials, the interval is [0, 1]. Throws InputError unless successes <= trials and 0 < confidence <
/// 1.
std::array<double, 2> success_interval(std::size_t successes, std::size_t trials, double confidence);

}  // namespace pawl
