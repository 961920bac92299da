// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/valid_task.h>
#include <pawl/simulation/step.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// How trials are run: by the dynamic model, with the part's outline and the fixels as they are drawn.
struct TrialOptions {
  StepOptions step;             ///< of its random choices the seed is the scatter's, and the trial each one's number
  double h = 1e-3;              ///< s, of a step
  double max_time = 10;         ///< s, of each wrench
  std::optional<double> force;  ///< N, |(fx, fy, tau / rho)| of each wrench; default: the part's weight, 9.81 m/s^2
  /// A tray under the part, tilted towards each wrench in turn: in place of `force`, the part's weight along it pushes.
  std::optional<SimulateOptions::Tray> tray;
  SimulateOptions::Support support;  ///< friction of the part on what lies under it, a level table without a tray
  double restitution = 0;            ///< of every contact, in [0, 1]
  double rest_speed = 1e-8;          ///< m/s, of the centre of mass and of a point at the radius of gyration
  double rest_hold = 0.05;           ///< s, for which a part that rests is that slow
  double escape = 2;         ///< of the outline's diameter: how far from its seat the centre of mass has escaped
  double confidence = 0.95;  ///< of the interval, in (0, 1)
  int threads = 0;           ///< at most; 0: one a core. The answer does not depend on it
  StopToken stop;            ///< trials not begun are left out, the last ones are ended
  std::function<void(std::size_t done, std::size_t all)> progress;  ///< called by one thread at a time
};

/// How a trial ended.
enum class Outcome {
  seated,     ///< at rest, every fixel of the goal touches, and no point is farther from its seat than seat_distance
  rolling,    ///< every fixel of the goal touches, the centre of mass rests, and the part (a disc) turns on
  jammed,     ///< at rest elsewhere
  bounced,    ///< was at the goal under the last wrench, and left it for good
  escaped,    ///< farther from its seat than TrialOptions::escape
  timed_out,  ///< still moving after max_time
  unsolved    ///< a step could not be solved: nothing is known
};
inline constexpr std::size_t kOutcomes = 7;
const char* name_of(Outcome outcome);  ///< "seated", "rolling", "jammed", "bounced", "escaped", "timed out", "unsolved"

/// What is drawn for one trial: the part's pose (of its body frame), and the fixture as it is built this time.
struct TrialStart {
  Eigen::Vector3d pose{0, 0, 0};
  Outline outline;
  Eigen::Vector2d center_of_mass{0, 0};
  std::vector<Fixel> fixels;  ///< with the friction drawn
  int redrawn = 0;            ///< starts drawn before that overlap a fixel
};

/// A wrench of the plan as it was applied: scaled to its size.
struct TrialWrench {
  double from = 0;                  ///< when it began, s
  Eigen::Vector3d wrench{0, 0, 0};  ///< N, N, N m
};

struct [[nodiscard]] Trial {
  std::size_t index = 0;  ///< draws it again: `--replay`
  Outcome outcome = Outcome::unsolved;
  TrialStart start;
  Eigen::Vector3d end{0, 0, 0};       ///< pose of the body frame
  std::vector<int> touching;          ///< fixels at the end, from 0
  std::size_t steps_done = 0;         ///< wrenches that were applied to the end
  std::vector<TrialWrench> wrenches;  ///< all that were applied, the last one perhaps not to the end
  double time = 0;                    ///< s
  long steps = 0;
  long choices = 0;  ///< of its steps, as StepReport counts them
  long unseen = 0;
  std::string why;  ///< for people: what kept the part from its seat
};

struct [[nodiscard]] TrialReport {
  std::size_t starts = 0;                         ///< trials finished
  std::array<std::size_t, kOutcomes> outcomes{};  ///< number of trials by Outcome; see count()
  double fraction = 0;                            ///< seated (or rolling) of the starts
  std::array<double, 2> interval{0, 1};           ///< Clopper and Pearson's, of the chance to be seated
  std::size_t redrawn = 0;
  long choices = 0, unseen = 0;  ///< of all trials
  std::vector<Trial> failures;   ///< not seated nor rolling, in order of index
  bool stopped = false;

  /// Number of trials with this outcome.
  [[nodiscard]] std::size_t count(Outcome outcome) const { return outcomes[static_cast<std::size_t>(outcome)]; }
};

/// The k-th start of a task's scatter round its seat, the same on every platform and in any order: numbers are drawn by
/// counter (Philox [Salmon et al. 2011]). Poses: the part's centre of mass is displaced in x and y and the part turned,
/// by numbers from a box (half-widths) or normal (standard deviations); friction of each fixel from its interval, with
/// the scatter's; fixels, vertices and centre of mass displaced in x and y. What overlaps a fixel is drawn again, 10000
/// times at most. Throws InputError for a task with faults, without outline, fixels or seat, or not in metres
/// (pawl/io/in_si.h), and where no start is free.
TrialStart draw_start(const ValidTask& task, std::size_t k);

/// One trial of wrenches (fx, fy, tau), world frame, about the centre of mass, as the task's actuator applies them: a
/// free actuator and a tray a wrench that stays as it is, a push a force at a point of the part, a spring a pull of one
/// size towards its anchor. Each is applied until the part rests: slow for a while, and held still by a solution of the
/// forward problem (pawl/modes/forward.h), or without any velocity by the friction of its support. `seen` is told of
/// every state.
Trial run_trial(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options = {},
                const std::function<void(double time, const State& state, const StepReport& report)>& seen = {});

/// A plan on trial from as many starts as the task's scatter says (one, at the seat's own pose, without a scatter).
/// Throws InputError as draw_start does, for options out of their bounds, for a plan without wrenches or with one that
/// is zero or not finite, for a wrench that a tray cannot give (a torque) or a tray beside a force, a push or a spring,
/// and for a wrench that is held by the friction of the support alone: it moves nothing.
TrialReport try_plan(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options = {});

/// The interval of Clopper and Pearson (1934) for the chance of a success, from so many successes in so many trials.
/// Throws InputError unless successes <= trials and 0 < confidence < 1. Without trials: [0, 1].
std::array<double, 2> success_interval(std::size_t successes, std::size_t trials, double confidence);

}  // namespace pawl
