// SPDX-License-Identifier: MIT
#include "trials/trials.h"

#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>
#include <pawl/io/in_si.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/trials.h>
#include <pawl/scenes/model_options.h>
#include <pawl/scenes/scene_setup.h>
#include <pawl/scenes/support_options.h>
#include <pawl/simulation/support.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <mutex>
#include <numbers>
#include <vector>

#include "base/faults.h"
#include "base/philox.h"
#include "contact/contact.h"
#include "contact/diamond_pin.h"
#include "contact/wall_contacts.h"
#include "exact/orientation.h"
#include "geometry/outline.h"
#include "simulation/world.h"

namespace pawl::internal::inline planner {

/// The data that all trials of one task have in common: its seat, its inertia, and its goal.
struct TrialProblem {
  const Task& task;
  const ContactSet& contacts;     ///< contacts of the task, with mass, inertia and centre of mass, in the body frame
  Eigen::Vector3d seat{0, 0, 0};  ///< seated pose of the body frame (x and y in m, angle in rad); the task's pose if
                                  ///< the part has no seat
  std::vector<int> goal;          ///< indices of the goal's contacts, counted from 0; empty if the part has no seat
  const std::vector<WallContact>& wall_contacts;  ///< contacts with walls, which are numbered after the fixels
  double diameter = 0;            ///< diameter of the outline, m
  /// The part counts as near the seat if the distance of each point of the outline from its position at `seat` is at
  /// most this length, m. near_seat() adds an allowance for the scatter of fixels and shape.
  double within = 0;
};

/// Throws InputError for a task that does not permit trials (see draw_start()).
TrialProblem trial_problem(const ValidTask& task);

/// Does the same as the public function draw_start(), without its checks.
TrialStart draw_start(const TrialProblem& problem, std::size_t k);

/// Returns the start in which the body frame has the given pose. Fixels, shape and centre of mass are not displaced,
/// and friction coefficients are the largest of their intervals.
TrialStart stated_start(const TrialProblem& problem, const Eigen::Vector3d& pose);

bool is_free(const TrialProblem& problem, const TrialStart& start);

/// A start as a system of one body among fixels, which belong to the ground. The body's frame is at the drawn centre of
/// mass. Shape 0 is the part, and shape 1 + i is fixel i. The shapes of the walls follow those of the fixels.
struct TrialSystem {
  System system;
  State state;
};
TrialSystem system_of(const TrialProblem& problem, const TrialStart& start, double restitution);

/// Does the same as the public function run_trial() for the given start, without its checks.
Trial run_trial(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches, TrialStart start,
                std::size_t k, const TrialOptions& options,
                const std::function<void(double, const State&, const StepReport&)>& seen);

/// Returns the size |(fx, fy, tau / rho)|, N, to which every wrench of the plan is scaled.
double force_of(const TrialProblem& problem, const TrialOptions& options);

/// Returns the friction between the part and the surface below it.
Support support_of(const TrialProblem& problem, const TrialOptions& options, const Loops& loops,
                   const Eigen::Vector2d& center_of_mass);

/// Throws an InputError that lists all faults of a tray or support with which trials are not possible (see try_plan()).
void require_support(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options);

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace {

/// Largest number of time steps for one wrench. More steps would take days.
constexpr double kMostSteps = 1e8;
/// Largest number of trials. All trials stay in memory until the last one ends.
constexpr int kMostStarts = 10'000'000;

/// Adds a fault if static and kinetic friction of a fixel or wall differ and the options do not support this.
void require_friction(const Task& task, const StepOptions& options, internal::Validator& validator) {
  const std::string wrong = one_friction_only(options);
  if (wrong.empty()) return;
  bool common = false;  // whether the friction of the task applies to some fixel or wall
  const auto check = [&](const std::string& pointer, const Friction& friction) {
    if (friction.split) validator.add(pointer, internal::text_of(friction), wrong);
  };
  const auto check_all = [&](const char* list, const auto& owners) {
    for (std::size_t i = 0; i < owners.size(); ++i) {
      if (owners[i].friction) check(fmt::format("/{}/{}/friction", list, i), *owners[i].friction);
      common = common || !owners[i].friction;
    }
  };
  check_all("fixels", task.fixels);
  check_all("walls", task.walls);
  if (common) check("/friction", task.friction);
}

void require(const Task& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options) {
  internal::Validator validator;
  require_friction(task, options.step, validator);
  if (options.max_time / options.h > kMostSteps) {
    validator.add("/simulate/step", options.h, "must be at least max_time / 1e8");
  }
  if (options.step.scheme == Scheme::one_stage && options.restitution > 0) {
    validator.add("/simulate/restitution", options.restitution,
                  "must be 0 in the one-stage scheme, which does not model impacts; use the two-stage scheme");
  }
  if (task.scatter && task.scatter->starts > kMostStarts) {
    validator.add("/scatter/starts", task.scatter->starts, "must be at most 10000000");
  }
  validator.positive("/simulate/step", options.h);
  validator.positive("/simulate/max_time", options.max_time);
  if (options.force) validator.positive("/simulate/force", *options.force);
  validator.positive("/simulate/rest/speed", options.rest_speed);
  validator.not_negative("/simulate/rest/hold", options.rest_hold);
  validator.positive("/simulate/escape", options.escape);
  if (!(options.restitution >= 0 && options.restitution <= 1)) {
    validator.add("/simulate/restitution", options.restitution, "must be from 0 to 1");
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    validator.add("/simulate/confidence", options.confidence, "must be between 0 and 1");
  }
  if (wrenches.empty()) validator.add("/plan/steps", "[]", "must contain at least one wrench");
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const double largest = wrenches[i].cwiseAbs().maxCoeff();
    if (wrenches[i].allFinite() && largest > 0 && largest <= kLargestWrench) continue;
    validator.add(fmt::format("/plan/steps/{}/wrench", i), largest,
                  "must be finite, not zero, and no entry beyond 1e100");
  }
  validator.finish();
}

/// Returns one quantile of the values per share in kDisplacementShares. The quantile is the smallest of the values that
/// at least this share of the values does not exceed.
std::array<double, kDisplacementShares.size()> quantiles(std::vector<double> values) {
  std::array<double, kDisplacementShares.size()> found{};
  std::sort(values.begin(), values.end());
  for (std::size_t i = 0; i < found.size() && !values.empty(); ++i) {
    const std::size_t rank = (values.size() * static_cast<std::size_t>(kDisplacementShares[i]) + 99) / 100;
    found[i] = values[std::max<std::size_t>(rank, 1) - 1];
  }
  return found;
}

TrialReport summary(const std::vector<std::optional<Trial>>& trials, const std::optional<double>& tolerance,
                    double confidence) {
  TrialReport report;
  std::vector<double> displacements;
  for (const std::optional<Trial>& trial : trials) {
    if (!trial) continue;
    ++report.starts;
    ++report.outcomes[static_cast<std::size_t>(trial->outcome)];
    displacements.push_back(trial->displacement);
    report.within += static_cast<std::size_t>(tolerance && trial->displacement <= *tolerance);
    report.redrawn += static_cast<std::size_t>(trial->start.redrawn);
    report.choices += trial->choices;
    report.not_enumerated += trial->not_enumerated;
    report.cone.add(trial->cone);
    if (trial->outcome != Outcome::seated && trial->outcome != Outcome::rolling) report.failures.push_back(*trial);
  }
  const std::size_t good = report.starts - report.failures.size();
  if (report.starts > 0) report.fraction = static_cast<double>(good) / static_cast<double>(report.starts);
  report.interval = success_interval(good, report.starts, confidence);
  report.displacements = quantiles(std::move(displacements));
  report.stopped = report.starts < trials.size();
  return report;
}

}  // namespace

const char* name_of(Outcome outcome) {
  static constexpr const char* kNames[] = {"seated",  "rolling",   "jammed",  "bounced",
                                           "escaped", "timed out", "unsolved"};
  return kNames[static_cast<std::size_t>(outcome)];
}

Trial run_trial(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, std::size_t k,
                const TrialOptions& options, const std::function<void(double, const State&, const StepReport&)>& seen) {
  require(task.task(), wrenches, options);
  const internal::TrialProblem problem = internal::trial_problem(task);
  internal::require_support(problem, wrenches, options);
  return internal::run_trial(problem, wrenches, internal::draw_start(problem, k), k, options, seen);
}

std::optional<Trial> run_trial_from(const ValidTask& task, const Eigen::Vector3d& pose,
                                    const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options) {
  require(task.task(), wrenches, options);
  const internal::TrialProblem problem = internal::trial_problem(task);
  internal::require_support(problem, wrenches, options);
  TrialStart start = internal::stated_start(problem, pose);
  if (!internal::is_free(problem, start)) return std::nullopt;
  return internal::run_trial(problem, wrenches, std::move(start), 0, options, {});
}

TrialReport try_plan(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options) {
  require(task.task(), wrenches, options);
  const internal::TrialProblem problem = internal::trial_problem(task);
  internal::require_support(problem, wrenches, options);
  const std::size_t count = task.task().scatter ? static_cast<std::size_t>(task.task().scatter->starts) : 1;
  std::vector<std::optional<Trial>> trials(count);
  std::mutex mutex;
  std::size_t done = 0;
  parallel_for_each_index(
      count,
      [&](std::size_t k) {
        if (options.stop.stop_requested()) return;
        Trial trial = internal::run_trial(problem, wrenches, internal::draw_start(problem, k), k, options, {});
        if (options.stop.stop_requested()) return;  // the trial may have been interrupted
        trials[k] = std::move(trial);
        const std::lock_guard<std::mutex> lock(mutex);
        if (options.progress) options.progress(++done, count);
      },
      options.threads);
  return summary(trials, task.task().goal_tolerance, options.confidence);
}

TrialOptions trial_options(const Task& task) {
  const SimulateOptions given = in_si(task).simulate;
  require_model(given);
  TrialOptions options;
  options.step = step_options(given);
  options.h = given.step;
  options.max_time = given.max_time;
  options.force = given.force;
  options.tray = given.tray;
  options.support = given.support;
  options.restitution = given.restitution;
  options.rest_speed = given.rest.speed;
  options.rest_hold = given.rest.hold;
  options.escape = given.escape;
  options.confidence = given.confidence;
  return options;
}

TrialTask in_si(const ValidTask& task, std::vector<Eigen::Vector3d> wrenches) {
  const double metres = task.task().units.metres();
  if (metres == 1) return {task, std::move(wrenches)};
  for (Eigen::Vector3d& wrench : wrenches) wrench.z() *= metres;
  return {ValidTask(in_si(task.task())), std::move(wrenches)};
}

std::vector<Eigen::Vector3d> plan_to_try(const ValidTask& task, const StopToken& stop) {
  if (task.task().plan) return *task.task().plan;
  PlanRequest request;
  request.stop = stop;
  const PlanProblem problem = plan_problem(task, request);
  const InsertionPlan found = solve(problem);
  if (stop.stop_requested()) return {};
  if (found.status != InsertionPlan::Status::found || found.steps.empty()) {
    throw InputError("/plan", "", "no plan to test: the task states none, and none was found (" + found.reason +
                                  "); pawl plan lists changes that help");
  }
  std::vector<Eigen::Vector3d> wrenches;
  for (const PlanStep& step : found.steps) wrenches.push_back(problem.seated.contacts.to_world(step.wrench));
  return wrenches;
}

TrialReport simulate(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches) {
  const TrialTask tried = in_si(task, wrenches);
  return try_plan(tried.task, tried.wrenches, trial_options(task.task()));
}

TrialReport simulate(const ValidTask& task, const TaskPlan& plan) { return simulate(task, wrenches_of(plan)); }

TrialReport simulate(const ValidTask& task) { return simulate(task, plan_to_try(task)); }

std::array<double, 2> success_interval(std::size_t successes, std::size_t trials, double confidence) {
  if (successes > trials) {
    throw InputError("/successes", fmt::format("{}", successes), fmt::format("must be at most {}, the trials", trials));
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw InputError("/confidence", fmt::format("{}", confidence), "must be between 0 and 1");
  }
  if (trials == 0) return {0, 1};
  const double tail = (1 - confidence) / 2, s = static_cast<double>(successes), n = static_cast<double>(trials);
  return {successes == 0 ? 0. : boost::math::ibeta_inv(s, n - s + 1, tail),
          successes == trials ? 1. : boost::math::ibeta_inv(s + 1, n - s, 1 - tail)};
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

using Vector = Eigen::Vector2d;

/// The allowance of near_seat() for scatter, as a multiple of the sum of the scatter of fixels and the scatter of the
/// shape.
constexpr double kLoose = 10;
constexpr double kNoSlip = 1e6;     ///< friction coefficient that practically prevents sliding
constexpr double kTouching = 1e-8;  ///< a contact may hold the part only if its gap is at most this length, m

/// The execution of one trial.
class TrialRun {
 public:
  TrialRun(const TrialProblem& problem, TrialStart start, std::size_t k, const TrialOptions& options,
           const std::function<void(double, const State&, const StepReport&)>& seen)
      : problem_(problem), options_(options), seen_(seen), gyration_(problem.contacts.radius_of_gyration()) {
    trial_.index = k;
    trial_.start = std::move(start);
    drawn_ = system_of(problem, trial_.start, options.restitution);
    StepOptions step = options.step;
    step.seed = static_cast<std::uint32_t>(problem.task.scatter.value_or(Scatter()).seed);
    step.trial = k;
    stepper_.emplace(drawn_.system, step);
    support_ = support_of(problem, options, trial_.start.loops(), trial_.start.center_of_mass);
    if (!trial_.start.walls.empty()) {
      walls_.emplace(trial_.start.loops(), trial_.start.walls, Friction(), problem.task.contact_tolerance);
    }
  }

  Trial run(const std::vector<Eigen::Vector3d>& wrenches) {
    trial_.outcome = Outcome::jammed;
    for (const Eigen::Vector3d& wrench : wrenches) {
      wrench_ = scaled(wrench);
      trial_.wrenches.push_back({trial_.time, wrench_});
      const std::optional<Outcome> ended = apply();
      if (ended) {
        trial_.outcome = *ended;
        break;
      }
      ++trial_.steps_done;
    }
    if (trial_.steps_done == wrenches.size()) trial_.outcome = at_goal() ? Outcome::seated : Outcome::jammed;
    finish(wrenches.size());
    return std::move(trial_);
  }

 private:
  Eigen::Vector3d scaled(const Eigen::Vector3d& wrench) const {
    const double size = Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / gyration_).norm();
    return force_of(problem_, options_) / size * wrench;
  }

  /// Converts a point of the world, which the task states for its own pose, to the frame of this trial's body, whose
  /// origin is the drawn centre of mass.
  Vector body_point(const Vector& at) const {
    const Eigen::Vector3d& pose = problem_.task.pose;
    return turned(at - pose.head<2>(), -pose[2]) - trial_.start.center_of_mass;
  }

  Actuation actuation() const {
    Actuation result;
    const Task& task = problem_.task;
    const PushActuator* push = task.actuator ? std::get_if<PushActuator>(&*task.actuator) : nullptr;
    const SpringActuator* spring = task.actuator ? std::get_if<SpringActuator>(&*task.actuator) : nullptr;
    if (push != nullptr) {
      result.forces.push_back({0, body_point(push->at), wrench_.head<2>(), 0});
    } else if (spring != nullptr) {
      result.springs.push_back({0, body_point(spring->at), spring->anchor, wrench_.head<2>().norm(), 0});
    } else {
      result.loads.body_wrenches = {wrench_};
    }
    if (options_.support.law != SimulateOptions::Support::Law::none) result.supports = {support_};
    return result;
  }

  /// Applies one wrench. Returns nothing when the part comes to rest. If the trial ends in another way, returns its
  /// outcome.
  std::optional<Outcome> apply() {
    const Actuation pushes = actuation();
    const long most = std::lround(options_.max_time / options_.h);
    double slow = 0;
    bool was_at_goal = false;
    for (long i = 0; i < most; ++i) {
      if (i % 64 == 0 && options_.stop.stop_requested()) return Outcome::timed_out;
      const StepReport& report = stepper_->step(drawn_.state, options_.h, pushes);
      trial_.cone.add(report.cone);
      if (!report.solved) return Outcome::unsolved;
      ++trial_.steps;
      trial_.choices += report.choices;
      trial_.not_enumerated += report.not_enumerated;
      trial_.time += options_.h;
      if (seen_) seen_(trial_.time, drawn_.state, report);
      slow = is_slow() ? slow + options_.h : 0;
      if (slow >= options_.rest_hold && (is_stuck() || holds_still(report))) return std::nullopt;
      was_at_goal = was_at_goal || (i % 16 == 0 && at_goal());
      if (i % 16 == 0 && has_escaped()) return Outcome::escaped;
    }
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    const bool rolls =
        twist.head<2>().norm() <= options_.rest_speed && gyration_ * std::fabs(twist[2]) > options_.rest_speed;
    if (at_goal() && rolls) return Outcome::rolling;
    return was_at_goal && !at_goal() ? Outcome::bounced : Outcome::timed_out;
  }

  bool is_slow() const {
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    return twist.head<2>().norm() + gyration_ * std::fabs(twist[2]) <= options_.rest_speed;
  }

  /// Returns whether the friction of the support, together with the contacts, holds the part. It does if the velocity
  /// of the centre of mass is exactly 0 and, for a support that resists torques, the angular velocity is exactly 0 too.
  bool is_stuck() const {
    const Eigen::Vector3d twist = drawn_.state.twist(0);
    if (support_.law != Support::Law::ellipsoid || support_.strength == 0) return false;
    return support_.moment_radius > 0 ? twist.isZero(0) : twist.head<2>().isZero(0);
  }

  /// Returns whether the forward problem with the present contacts has a solution with zero acceleration.
  bool holds_still(const StepReport& report) const {
    ContactSet set;
    set.mass = problem_.contacts.mass;
    set.inertia = problem_.contacts.inertia;
    set.center_of_mass = drawn_.state.pose(0).head<2>();
    for (const StepContact& touch : report.contacts) {
      if (touch.gap > kTouching) continue;
      const bool part_is_a = touch.shape_a == 0;
      Contact contact;
      contact.point = touch.point;
      contact.normal = part_is_a ? Vector(-touch.normal) : touch.normal;
      const std::size_t fixel = (part_is_a ? touch.shape_b : touch.shape_a) - 1;
      contact.friction = friction_at_rest(fixel);
      set.contacts.push_back(contact);
    }
    const Eigen::Vector3d wrench = wrench_now();
    const ForwardSolutions found = forward(set, wrench);
    const double least = 1e-9 * wrench.norm() / set.mass;
    return std::any_of(found.solutions.begin(), found.solutions.end(), [&](const ForwardSolution& one) {
      return std::any_of(one.acceleration_corners.begin(), one.acceleration_corners.end(),
                         [&](const Eigen::Vector3d& corner) { return corner.norm() <= least; });
    });
  }

  /// Returns the friction coefficient with which a contact may hold a resting part under the contact law. It is 0 for
  /// laws that only damp sliding. The index `fixel` counts the walls after the fixels.
  double friction_at_rest(std::size_t fixel) const {
    const bool damps =
        std::holds_alternative<Viscous>(options_.step.law) || std::holds_alternative<Compliant>(options_.step.law);
    if (damps) return 0;
    if (std::holds_alternative<NoSlip>(options_.step.law)) return kNoSlip;
    const std::size_t pins = trial_.start.fixels.size();
    return (fixel < pins ? trial_.start.fixels[fixel].friction : trial_.start.walls[fixel - pins].friction)->high;
  }

  Eigen::Vector3d wrench_now() const {
    const Actuation pushes = actuation();
    if (!pushes.loads.body_wrenches.empty()) return pushes.loads.body_wrenches[0];
    const Eigen::Vector3d pose = drawn_.state.pose(0);
    const bool spring = !pushes.springs.empty();
    const Vector arm = turned(spring ? pushes.springs[0].at : pushes.forces[0].at, pose[2]);
    Vector force = spring ? Vector(pushes.springs[0].anchor - pose.head<2>() - arm) : pushes.forces[0].force;
    if (spring && force.norm() > 0) force *= pushes.springs[0].tension / force.norm();
    return {force.x(), force.y(), arm.x() * force.y() - arm.y() * force.x()};
  }

  Eigen::Vector3d body_pose() const {
    const Eigen::Vector3d pose = drawn_.state.pose(0);
    Eigen::Vector3d result;
    result << pose.head<2>() - turned(trial_.start.center_of_mass, pose[2]), pose[2];
    return result;
  }

  /// Returns the gap of a contact with a fixel or a wall, m.
  double gap_of(std::size_t fixel) const {
    const Eigen::Vector3d pose = body_pose();
    if (fixel >= trial_.start.fixels.size()) {
      return walls_->contact(problem_.wall_contacts[fixel - trial_.start.fixels.size()], {pose}).gap;
    }
    const Fixel& pin = trial_.start.fixels[fixel];
    if (pin.diamond) return gap_of_diamond(pin, pose);
    const Vector from = turned(pin.at - pose.head<2>(), -pose[2]);
    return unchecked_closest_points(trial_.start.loops(), from).front().distance - pin.radius;
  }

  /// Returns the gap of a diamond pin, m. Returns 0 if the part overlaps the pin, or if several points of the part are
  /// equally close to it. In a trial, several points are equally close only if the part touches the pin.
  double gap_of_diamond(const Fixel& pin, const Eigen::Vector3d& pose) const {
    Fixel any = pin;
    // Normal that is used if several points are equally close.
    any.normal = Vector(-pin.diamond->y(), pin.diamond->x());
    try {
      const internal::DiamondPin diamond(trial_.start.loops(), any, Friction(), problem_.task.contact_tolerance);
      return diamond.nearest({pose}, 0).contact.gap;
    } catch (const InputError&) {
      return 0;
    }
  }

  bool touches(std::size_t fixel) const { return gap_of(fixel) <= problem_.task.contact_tolerance; }

  /// Returns whether every fixel of the goal touches and the part is near the seat. (The part may touch all of these
  /// fixels at other poses too.)
  bool at_goal() const {
    return near_seat() && std::all_of(problem_.goal.begin(), problem_.goal.end(),
                                      [&](int fixel) { return touches(static_cast<std::size_t>(fixel)); });
  }

  /// Returns whether the part is near the seat: the distance of each point of the outline from its position at the seat
  /// is at most TrialProblem::within plus an allowance for the scatter of fixels and shape. The rotation of a disc is
  /// ignored.
  bool near_seat() const {
    const Task& task = problem_.task;
    const double loose = task.scatter ? kLoose * (task.scatter->fixels + task.scatter->shape) : 0;
    return farthest() <= problem_.within + loose;
  }

  /// Returns the largest distance of a point of the outline from its position at the seat, m. The rotation of a disc is
  /// ignored.
  double farthest() const {
    const Disc* disc = std::get_if<Disc>(&trial_.start.outline);
    if (disc != nullptr) return moved(disc->center);
    double farthest = 0;
    for (const Vector& point : extent_points(trial_.start.outline)) farthest = std::max(farthest, moved(point));
    return farthest;
  }

  /// Returns the distance of a point of the body frame from its position at the seat, m.
  double moved(const Vector& point) const {
    const Eigen::Vector3d pose = body_pose();
    return (pose.head<2>() + turned(point, pose[2]) - problem_.seat.head<2>() - turned(point, problem_.seat[2])).norm();
  }

  bool has_escaped() const { return moved(trial_.start.center_of_mass) > options_.escape * problem_.diameter; }

  void finish(std::size_t wrenches) {
    trial_.end = body_pose();
    trial_.displacement = farthest();
    // Away from the seat, the measured gap of a contact with a wall may be that of an edge's line beyond the ends of
    // the edge, so contacts with walls are not counted.
    const std::size_t walls = near_seat() ? problem_.wall_contacts.size() : 0;
    for (std::size_t i = 0; i < trial_.start.fixels.size() + walls; ++i) {
      if (touches(i)) trial_.touching.push_back(static_cast<int>(i));
    }
    if (trial_.outcome == Outcome::seated || trial_.outcome == Outcome::rolling) return;
    trial_.why = fmt::format("{} under wrench {} of {} after {:.3g} s", name_of(trial_.outcome),
                             std::min(trial_.steps_done + 1, wrenches), wrenches, trial_.time);
  }

  const TrialProblem& problem_;
  const TrialOptions& options_;
  const std::function<void(double, const State&, const StepReport&)>& seen_;
  double gyration_;
  Trial trial_;
  TrialSystem drawn_;
  std::optional<Stepper> stepper_;
  Support support_;
  std::optional<WallContacts> walls_;
  Eigen::Vector3d wrench_{0, 0, 0};
};

}  // namespace

Trial run_trial(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches, TrialStart start,
                std::size_t k, const TrialOptions& options,
                const std::function<void(double, const State&, const StepReport&)>& seen) {
  return TrialRun(problem, std::move(start), k, options, seen).run(wrenches);
}

namespace {

using Tray = SimulateOptions::Tray;

void check_tray(const Task& task, const TrialOptions& options, Validator& validator) {
  if (!options.tray) return;
  const double tilt = options.tray->tilt;
  if (!(tilt > 0 && tilt < std::numbers::pi / 2)) {
    validator.add("/simulate/tray/tilt", task.units.angle_of(tilt),
                  "must be greater than 0 and below a quarter turn, because a level tray does not move the part");
  }
  validator.positive("/simulate/tray/gravity", options.tray->gravity);
  if (options.force) {
    validator.add("/simulate/force", *options.force,
                  "cannot be combined with a tray, whose force is the part's weight");
  }
  const bool by_weight = !task.actuator || (!std::holds_alternative<PushActuator>(*task.actuator) &&
                                            !std::holds_alternative<SpringActuator>(*task.actuator));
  if (!by_weight) validator.add("/actuator", "", "must be a tray, or free, if \"simulate\" has a tray");
}

void check_numbers(const SimulateOptions::Support& support, Validator& validator) {
  validator.not_negative("/simulate/support/friction", support.friction);
  if (support.moment_radius) validator.not_negative("/simulate/support/moment_radius", *support.moment_radius);
}

}  // namespace

double force_of(const TrialProblem& problem, const TrialOptions& options) {
  const double mass = problem.contacts.mass;
  if (options.tray) return mass * options.tray->gravity * std::sin(options.tray->tilt);
  return options.force.value_or(9.81 * mass);
}

Support support_of(const TrialProblem& problem, const TrialOptions& options, const Loops& loops,
                   const Eigen::Vector2d& center_of_mass) {
  const Tray tray = options.tray.value_or(Tray());
  const double weight = problem.contacts.mass * tray.gravity * std::cos(tray.tilt);
  return pawl::support_of(options.support, weight, loops, center_of_mass);
}

void require_support(const TrialProblem& problem, const std::vector<Eigen::Vector3d>& wrenches,
                     const TrialOptions& options) {
  Validator validator;
  check_tray(problem.task, options, validator);
  check_numbers(options.support, validator);
  validator.finish();
  const Support support = support_of(problem, options, problem.task.part.loops(), problem.contacts.center_of_mass);
  const double gyration = problem.contacts.radius_of_gyration(), force = force_of(problem, options);
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const Eigen::Vector3d& wrench = wrenches[i];
    const double size = Eigen::Vector3d(wrench.x(), wrench.y(), wrench.z() / gyration).norm();
    if (options.tray && std::fabs(wrench.z()) > 1e-9 * gyration * size) {
      validator.add(fmt::format("/plan/steps/{}/wrench/2", i), wrench.z(),
                    "must be 0, because a tray applies no torque");
    }
    if (support.law != Support::Law::ellipsoid) continue;
    const double torque = std::fabs(wrench.z()) / size * force;
    // The ratio is infinite if the torque is nonzero and the support resists no torque.
    const double turning =
        torque == 0 ? 0 : torque / support.moment_radius;
    if (std::hypot(wrench.head<2>().norm() / size * force, turning) > support.strength) continue;
    const std::string remedy =
        options.tray ? fmt::format("tilt the tray by more than {:.4g} deg",
                                   std::atan(options.support.friction) * 180 / std::numbers::pi)
                     : fmt::format("expected a \"force\" of more than {:.6g} N", support.strength);
    validator.add(fmt::format("/plan/steps/{}/wrench", i), "",
                  fmt::format("moves nothing: the friction of the support, up to {:.6g} N, holds the part; {}",
                              support.strength, remedy));
  }
  validator.finish();
}

}  // namespace pawl::internal::inline planner

namespace pawl {
namespace internal::inline planner {
namespace {

constexpr int kMostDraws = 10000;

/// Draws random numbers with the distribution of a scatter.
class ScatterDraw {
 public:
  ScatterDraw(const Scatter& scatter, std::size_t k, int attempt)
      : draw_(static_cast<std::uint32_t>(scatter.seed), k, static_cast<std::uint32_t>(attempt)),
        normal_(scatter.distribution == Scatter::Distribution::normal) {}

  double offset(double size) { return size * (normal_ ? draw_.normal() : draw_.box()); }
  Vector displacement(double size) {
    const double x = offset(size);
    return {x, offset(size)};
  }
  double uniform() { return draw_.uniform(); }

 private:
  Draw draw_;
  bool normal_;
};

Outline displaced(const Outline& outline, double size, ScatterDraw& draw) {
  Outline result = outline;
  if (auto* polygon = std::get_if<Polygon>(&result)) {
    for (Vector& vertex : polygon->vertices) vertex += draw.displacement(size);
  } else if (auto* path = std::get_if<Path>(&result)) {
    for (Vector& vertex : path->vertices) vertex += draw.displacement(size);
  } else {
    std::get<Disc>(result).radius += draw.offset(size);
  }
  return result;
}

/// Draws a coefficient from the interval of `friction`, and adds the scatter of friction. If static and kinetic
/// friction differ, draws both with the same random numbers, so that the kinetic coefficient is never larger than the
/// static coefficient.
Friction drawn_friction(const Friction& friction, double size, ScatterDraw& draw) {
  const double part = draw.uniform(), offset = draw.offset(size);
  const auto drawn = [&](const Friction& one) { return std::max(0., one.low + (one.high - one.low) * part + offset); };
  const double at_rest = drawn(friction.at_rest());
  return Friction::of_static_and_kinetic(at_rest, std::min(at_rest, drawn(friction.sliding())));
}

/// Returns the friction with the largest static coefficient and the largest kinetic coefficient of the intervals.
Friction largest_coefficients(const Friction& friction) {
  return Friction::of_static_and_kinetic(friction.at_rest().high, friction.sliding().high);
}

TrialStart draw_once(const TrialProblem& problem, const Scatter& scatter, std::size_t k, int attempt) {
  ScatterDraw draw(scatter, k, attempt);
  TrialStart start;
  const Vector shift = draw.displacement(scatter.translation);
  const double turn = draw.offset(scatter.rotation);
  const Vector arm = turned(problem.contacts.center_of_mass, problem.seat[2]);
  const Vector center = problem.seat.head<2>() + arm + shift;
  start.pose << center - turned(problem.contacts.center_of_mass, problem.seat[2] + turn), problem.seat[2] + turn;
  for (std::size_t i = 0; i < problem.task.fixels.size(); ++i) {
    Fixel drawn = fixel_in_world(problem.task, i);
    drawn.friction = drawn_friction(drawn.friction.value_or(problem.task.friction), scatter.friction, draw);
    drawn.at += draw.displacement(scatter.fixels);
    start.fixels.push_back(drawn);
  }
  for (std::size_t i = 0; i < problem.task.walls.size(); ++i) {
    Wall drawn = wall_in_world(problem.task, i);
    drawn.friction = drawn_friction(drawn.friction.value_or(problem.task.friction), scatter.friction, draw);
    drawn.pose.head<2>() += draw.displacement(scatter.fixels);
    start.walls.push_back(std::move(drawn));
  }
  start.center_of_mass = problem.contacts.center_of_mass + draw.displacement(scatter.center_of_mass);
  start.outline = *problem.task.part.outline;
  start.holes = problem.task.part.holes;
  if (scatter.shape > 0) {
    start.outline = displaced(start.outline, scatter.shape, draw);
    for (Outline& hole : start.holes) hole = displaced(hole, scatter.shape, draw);
  }
  return start;
}

}  // namespace

TrialStart stated_start(const TrialProblem& problem, const Eigen::Vector3d& pose) {
  TrialStart start = draw_once(problem, Scatter{1}, 0, 0);
  start.pose = pose;
  for (std::size_t i = 0; i < start.fixels.size(); ++i)
    start.fixels[i].friction = largest_coefficients(problem.task.fixels[i].friction.value_or(problem.task.friction));
  for (std::size_t i = 0; i < start.walls.size(); ++i)
    start.walls[i].friction = largest_coefficients(problem.task.walls[i].friction.value_or(problem.task.friction));
  return start;
}

bool is_free(const TrialProblem& problem, const TrialStart& start) {
  const bool reshaped = problem.task.scatter && problem.task.scatter->shape > 0;
  if (reshaped && !(outline_faults(start.outline).empty() && hole_faults(start.loops()).empty())) return false;
  const TrialSystem trial = system_of(problem, start, 0);
  const std::vector<Placement> places{Placement(Eigen::Vector3d(trial.state.pose(0)))};
  return overlaps(World(trial.system), places, false).empty();
}

namespace {

/// Sets the friction of a shape to coefficients that were drawn for a start.
void set_friction(const Friction& drawn, Shape& shape) {
  shape.friction = drawn.high;
  if (drawn.split) shape.kinetic_friction = drawn.low;
}

}  // namespace

TrialProblem trial_problem(const ValidTask& valid) {
  const Task& task = valid.task();
  if (!task.part.outline) {
    throw InputError("/part/outline", "", "missing: trials need the part's outline, not stated contacts");
  }
  if (task.units.length != Units::Length::m) {
    throw InputError("/units/length", task.units.length_name(),
                     "must be m in trials; in_si(task) is the task in metres");
  }
  const double size = diameter(*task.part.outline);
  const auto [seated, has_seat] = trial_reference(valid);
  TrialProblem problem{task, valid.contacts(), seated.pose.value_or(task.pose), {}, valid.wall_contacts(), size,
                       has_seat ? task.seat_distance.value_or(kSeatDistance * size) : *task.goal_tolerance};
  std::vector<std::string> letters;
  if (task.goal_mode) letters = letters_in_pattern(*task.goal_mode);
  for (const int fixel : seated.fixels) {
    const bool optional = !letters.empty() && letters.at(static_cast<std::size_t>(fixel)).find('s') != std::string::npos;
    const bool named = !task.goal || std::find(task.goal->begin(), task.goal->end(), fixel + 1) != task.goal->end();
    if (named && !optional) problem.goal.push_back(fixel);
  }
  return problem;
}

TrialSystem system_of(const TrialProblem& problem, const TrialStart& start, double restitution) {
  TrialSystem trial;
  trial.system.bodies.push_back({problem.contacts.mass, problem.contacts.inertia});
  Shape part{Solid::body(0), start.outline};
  part.pose.head<2>() = -start.center_of_mass;
  part.restitution = restitution;
  part.holes = start.holes;
  trial.system.shapes.push_back(part);
  for (const Fixel& fixel : start.fixels) {
    Shape shape{Solid::ground(), outline_of(fixel)};
    set_friction(*fixel.friction, shape);
    trial.system.shapes.push_back(std::move(shape));
  }
  for (const Wall& wall : start.walls) {
    Shape shape{Solid::ground(), wall.outline, wall.pose};
    set_friction(*wall.friction, shape);
    shape.holes = wall.holes;
    trial.system.shapes.push_back(std::move(shape));
  }
  trial.state = State(trial.system);
  const Vector center = start.pose.head<2>() + turned(start.center_of_mass, start.pose[2]);
  trial.state.pose(0) << center.x(), center.y(), start.pose[2];
  return trial;
}

TrialStart draw_start(const TrialProblem& problem, std::size_t k) {
  const Scatter scatter = problem.task.scatter.value_or(Scatter{1});
  for (int attempt = 0; attempt < kMostDraws; ++attempt) {
    TrialStart start = draw_once(problem, scatter, k, attempt);
    start.redrawn = attempt;
    if (is_free(problem, start)) return start;
  }
  throw InputError("/scatter", fmt::format("start {}", k),
                   fmt::format("overlaps {} in each of {} draws; make the scatter wider",
                               problem.task.walls.empty() ? "a fixel" : "a fixel or a wall", kMostDraws));
}

}  // namespace internal::inline planner

ReferencePose trial_reference(const ValidTask& valid) {
  const Task& task = valid.task();
  try {
    return {find_seat(valid), true};
  } catch (const InputError&) {
    if (!task.goal_tolerance || task.goal || task.goal_mode) throw;
  }
  SeatedTask unseated;
  unseated.contacts = valid.contacts();
  unseated.pose = task.pose;
  return {unseated, false};
}

TrialStart draw_start(const ValidTask& task, std::size_t k) {
  return internal::draw_start(internal::trial_problem(task), k);
}

}  // namespace pawl

namespace pawl::internal::inline planner {
namespace {

double polynomial(const double* coefficients, int count, double x) {
  double value = 0;
  for (int k = count - 1; k >= 0; --k) value = value * x + coefficients[k];
  return value;
}

/// Returns the quantile of the normal distribution at p, with a relative error below 1.2e-9: Acklam's rational
/// functions (2003), one for the middle of the distribution and one for its tails.
double normal_quantile(double p) {
  constexpr double a[] = {2.506628277459239e+00,  -3.066479806614716e+01, 1.383577518672690e+02,
                          -2.759285104469687e+02, 2.209460984245205e+02,  -3.969683028665376e+01};
  constexpr double b[] = {1,
                          -1.328068155288572e+01,
                          6.680131188771972e+01,
                          -1.556989798598866e+02,
                          1.615858368580409e+02,
                          -5.447609879822406e+01};
  constexpr double c[] = {2.938163982698783e+00,  4.374664141464968e+00,  -2.549732539343734e+00,
                          -2.400758277161838e+00, -3.223964580411365e-01, -7.784894002430293e-03};
  constexpr double d[] = {1, 3.754408661907416e+00, 2.445134137142996e+00, 3.224671290700398e-01,
                          7.784695709041462e-03};
  constexpr double tail = 0.02425;
  if (p > 1 - tail) return -normal_quantile(1 - p);
  if (p < tail) {
    const double q = std::sqrt(-2 * std::log(p));
    return polynomial(c, 6, q) / polynomial(d, 5, q);
  }
  const double q = p - 0.5, r = q * q;
  return q * polynomial(a, 6, r) / polynomial(b, 6, r);
}

}  // namespace

double Draw::uniform() {
  return uniform_at({static_cast<std::uint32_t>(trial_), static_cast<std::uint32_t>(trial_ >> 32), attempt_, next_++},
                    {seed_, 0x7061776cU});
}

double Draw::normal() { return normal_quantile(uniform()); }

}  // namespace pawl::internal::inline planner
