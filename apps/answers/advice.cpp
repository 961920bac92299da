// SPDX-License-Identifier: MIT
#include "answers/advice.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/contact_list.h>
#include <pawl/planner/plan_task.h>
#include <pawl/planner/simulate_task.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "answers/plan_answer.h"
#include "geometry/outline.h"

namespace pawl::answers {
namespace {

constexpr std::size_t kMostAdvice = 3;

/// Returns a positive number rounded down to two significant digits.
double rounded_down(double value) {
  if (!(value > 0)) return 0;
  const double unit = std::pow(10., std::floor(std::log10(value)) - 1);
  return std::stod(fmt::format("{:.2g}", std::floor(value / unit * (1 + 1e-12)) * unit));
}

/// Returns whether the friction of every contact is the task's own.
bool has_one_friction(const Task& task) {
  const auto differs = [&](const Friction& one) { return one.low != task.friction.low || one.high != task.friction.high; };
  return std::none_of(task.fixels.begin(), task.fixels.end(), [](const Fixel& f) { return f.friction.has_value(); }) &&
         std::none_of(task.contacts.begin(), task.contacts.end(), [&](const Contact& c) { return differs(c.friction); });
}

Task with_friction(Task task, const Friction& friction) {
  task.friction = friction;
  for (Contact& contact : task.contacts) contact.friction = friction;
  return task;
}

/// Returns a friction interval cut at `most`.
Friction at_most(const Friction& friction, double most) {
  return Friction(std::min(friction.low, most), std::min(friction.high, most));
}

std::string option_of(const Friction& friction) {
  return friction.low == friction.high ? fmt::format("--friction {}", friction.high)
                                       : fmt::format("--friction {},{}", friction.low, friction.high);
}

/// Computes plans of changed tasks, within the limits of one question.
class PlanAttempts {
 public:
  PlanAttempts(const ValidTask& task, const PlanQuestion& question) : task_(task), question_(question) {
    question_.certify = question_.loadable = question_.friction_limit = question_.advice = false;
    question_.certify_depth.reset();
    question_.certificate.reset();
    question_.graphviz.reset();
  }

  /// Returns the effect of a change, or nothing if it does not give a certified plan.
  std::optional<std::string> effect_of(const Task& changed) const { return effect_of(changed, question_); }
  std::optional<std::string> effect_of(const Task& changed, const PlanQuestion& question) const {
    try {
      const TaskPlan found = find_plan(ValidTask(changed, task_), question).plan;
      if (!found.found() || !found.certainty.certified) return std::nullopt;
      located_ = found.problem.seated.located;
      const bool one = found.steps.size() == 1;
      return fmt::format("{} step{} seat{} it, guarantee {}", found.steps.size(), one ? "" : "s", one ? "s" : "",
                         name_of(*found.guarantee));
    } catch (const InputError&) {  // the changed task is invalid, or plans cannot be searched for it
      return std::nullopt;
    }
  }

  const ValidTask& valid() const { return task_; }
  const Task& task() const { return task_.task(); }
  const PlanQuestion& question() const { return question_; }
  /// Returns whether the goal of the last changed task with a plan locates the part.
  bool located() const { return located_; }

 private:
  const ValidTask& task_;
  PlanQuestion question_;
  mutable bool located_ = false;
};

/// Finds the largest friction, to two digits, for which a plan was found, by bisection from 0.
void add_friction(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr int kBisections = 6;
  const Friction given = attempts.task().friction;
  if (given.high == 0 || !has_one_friction(attempts.task())) return;
  const auto effect = [&](double most) {
    return attempts.effect_of(with_friction(attempts.task(), at_most(given, most)));
  };
  if (!effect(0)) return;
  double works = 0, fails = given.high;
  for (int k = 0; k < kBisections; ++k) {
    const double middle = rounded_down((works + fails) / 2);
    if (middle <= works) break;
    (effect(middle) ? works : fails) = middle;
  }
  advice.push_back({option_of(at_most(given, works)), *effect(works)});
}

/// Returns a coordinate of a pin as it is written into a file, with six digits.
double written(double coordinate) { return std::stod(fmt::format("{:.6g}", coordinate)); }

bool is_free_of_others(const std::vector<Fixel>& fixels, std::size_t k, const Eigen::Vector2d& at) {
  for (std::size_t i = 0; i < fixels.size(); ++i) {
    const double radii = fixels[i].radius + fixels[k].radius;
    if (i != k && (fixels[i].at - at).norm() <= std::max(radii, 0.)) return false;
  }
  return true;
}

/// Moves one pin along its straight edge, the pins one after another, until a plan exists that locates the part.
void add_pin(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr double kShares[] = {.5, .25, .75, .1, .9};  // positions on the edge, as fractions of its length
  constexpr int kMostAttempts = 15;
  const Task& task = attempts.task();
  if (!task.part.outline || task.fixels.empty()) return;
  const bool in_part = task.frame == Task::Frame::part;
  const Eigen::Rotation2D<double> turn(in_part ? 0 : task.pose.z());
  const Eigen::Vector2d shift = in_part ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(task.pose.head<2>());
  int tried = 0;
  for (const ListedContact& contact : contacts_in_world(attempts.valid())) {
    const auto k = static_cast<std::size_t>(contact.fixel) - 1;
    if (contact.wall > 0 || contact.feature.kind != Feature::Kind::edge || contact.feature.hole > 0) continue;
    const Fixel& fixel = task.fixels[k];
    if (fixel.diamond || fixel.normal) continue;
    const auto vertices = internal::vertices_of(*task.part.outline);
    const Eigen::Vector2d from = vertices[contact.feature.index],
                          edge = vertices[(contact.feature.index + 1) % vertices.size()] - from;
    const Eigen::Vector2d out = Eigen::Vector2d(edge.y(), -edge.x()).normalized();
    for (const double share : kShares) {
      const Eigen::Vector2d place = turn * (from + share * edge + fixel.radius * out) + shift;
      const Eigen::Vector2d at(written(place.x()), written(place.y()));
      if (!is_free_of_others(task.fixels, k, at)) continue;
      if (tried++ == kMostAttempts || attempts.question().stop.stop_requested()) return;
      Task changed = task;
      changed.fixels[k].at = at;
      const auto effect = attempts.effect_of(changed);
      if (!effect || !attempts.located()) continue;
      // A file may state a fixel that is only a point as [x, y].
      const bool point = fixel.radius == 0 && !fixel.friction;
      const std::string edit = fmt::format("/fixels/{}{}=[{},{}]", k, point ? "" : "/at", at.x(), at.y());
      advice.push_back(
          {"--set " + shell_word(edit), fmt::format("with fixel {} moved along its edge, {}", k + 1, *effect)});
      return;
    }
  }
}

/// Tries one contact state as the known start.
void add_start(const PlanAttempts& attempts, std::vector<Advice>& advice) {
  constexpr int kMostAttempts = 8;
  const Task& task = attempts.task();
  if (task.start || !task.start_displacements.empty() || task.start_region) return;
  const int count =
      static_cast<int>(task.part.outline ? contacts_in_world(attempts.valid()).size() : task.contacts.size());
  for (int k = 1; k <= std::min(count, kMostAttempts); ++k) {
    if (attempts.question().stop.stop_requested()) return;
    Task changed = task;
    changed.start = std::vector<std::vector<int>>{{k}};
    const auto effect = attempts.effect_of(changed);
    if (!effect) continue;
    advice.push_back(
        {"--set " + shell_word(fmt::format("/start/states=[[{}]]", k)),
         fmt::format("if the part starts against {} alone, {}",
                     task.walls.empty() ? fmt::format("fixel {}", k) : fmt::format("contact {}", k), *effect)});
    return;
  }
}

}  // namespace

std::vector<Advice> advice_on_plan(const ValidTask& task, const PlanQuestion& question) {
  const PlanAttempts attempts(task, question);
  std::vector<Advice> advice;
  if (question.require) {
    PlanQuestion any = attempts.question();
    any.require.reset();
    if (const auto effect = attempts.effect_of(task.task(), any)) advice.push_back({"without --require", *effect});
  }
  add_friction(attempts, advice);
  const bool free = !task.task().actuator || std::holds_alternative<FreeActuator>(*task.task().actuator);
  if (!free) {
    Task changed = task.task();
    changed.actuator = FreeActuator();
    if (const auto effect = attempts.effect_of(changed)) advice.push_back({"--actuator free", *effect});
  }
  if (advice.size() < kMostAdvice) add_pin(attempts, advice);
  if (advice.size() < kMostAdvice) add_start(attempts, advice);
  return advice;
}

std::vector<Advice> advice_on_stop(const ValidTask& task, const PlanQuestion& question) {
  constexpr std::size_t kFactor = 8, kMostCells = 100000;
  if (!question.limit_cells) return {};
  const PlanAttempts attempts(task, question);
  for (std::size_t cells = kFactor * (*question.limit_cells + 1); cells <= kMostCells; cells *= kFactor) {
    if (question.stop.stop_requested()) break;
    PlanQuestion more = attempts.question();
    more.limit_cells = cells;
    if (const auto effect = attempts.effect_of(task.task(), more))
      return {{fmt::format("--limit-cells {}", cells), *effect}};
  }
  return {};
}

namespace {

/// Runs trials of changed tasks from the starts that failed.
class TrialAttempts {
 public:
  TrialAttempts(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options, const TrialReport& report)
      : task_(task), wrenches_(wrenches), options_(options) {
    constexpr std::size_t kMost = 20;
    for (std::size_t k = 0; k < std::min(report.failures.size(), kMost); ++k) failed_.push_back(report.failures[k].index);
  }

  bool seats_failed(const Task& changed) const { return seats(changed, failed_); }
  bool seats_all(const Task& changed) const {
    constexpr int kMost = 100;
    std::vector<std::size_t> starts;
    for (int k = 0; k < std::min(changed.scatter->starts, kMost); ++k) starts.push_back(static_cast<std::size_t>(k));
    return seats(changed, starts);
  }
  std::string tried() const { return fmt::format("{} of the starts that failed end at the goal", failed_.size()); }

  const Task& task() const { return task_.task(); }

 private:
  bool seats(const Task& changed, const std::vector<std::size_t>& starts) const {
    try {
      const ValidTask task(changed, task_);
      TrialOptions options = trial_options(changed);
      options.step.solutions = options_.step.solutions;
      options.stop = options_.stop;
      const TrialTask si = in_si(task, wrenches_(task));
      return std::all_of(starts.begin(), starts.end(), [&](std::size_t k) {
        const Outcome outcome = run_trial(si.task, si.wrenches, k, options).outcome;
        return outcome == Outcome::seated || outcome == Outcome::rolling;
      });
    } catch (const InputError&) {  // the changed task has no plan, or no start
      return false;
    }
  }

  const ValidTask& task_;
  const WrenchesOf& wrenches_;
  const TrialOptions& options_;
  std::vector<std::size_t> failed_;
};

/// Tries a steeper tray, or larger forces.
void add_force(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  constexpr double kSteepest = 60 * std::numbers::pi / 180;
  const Task& task = attempts.task();
  if (!task.simulate.tray && !task.simulate.force) return;
  for (const double factor : {1.25, 1.5, 2., 3.}) {
    Task changed = task;
    std::string option;
    if (task.simulate.tray) {
      const double tilt = std::min(factor * std::fabs(task.simulate.tray->tilt), kSteepest);
      const double written = std::stod(fmt::format("{:.3g}", task.units.angle_of(std::copysign(tilt, task.simulate.tray->tilt))));
      changed.simulate.tray->tilt = task.units.angle == Units::Angle::deg ? written * std::numbers::pi / 180 : written;
      option = fmt::format("--set /simulate/tray/tilt={}", written);
    } else {
      changed.simulate.force = std::stod(fmt::format("{:.3g}", factor * *task.simulate.force));
      option = fmt::format("--set /simulate/force={}", *changed.simulate.force);
    }
    if (!attempts.seats_failed(changed)) continue;
    advice.push_back({option, attempts.tried()});
    return;
  }
}

void add_friction(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  const Task& task = attempts.task();
  if (task.friction.high == 0 || !has_one_friction(task)) return;
  for (const double factor : {.75, .5, .25}) {
    const Friction friction = at_most(task.friction, rounded_down(factor * task.friction.high));
    if (!attempts.seats_failed(with_friction(task, friction))) continue;
    advice.push_back({option_of(friction), attempts.tried()});
    return;
  }
}

void add_scatter(const TrialAttempts& attempts, std::vector<Advice>& advice) {
  const Task& task = attempts.task();
  if (!task.scatter || (task.scatter->translation == 0 && task.scatter->rotation == 0)) return;
  for (double factor = .5; factor > .005; factor /= 2) {
    Task changed = task;
    const double translation = rounded_down(factor * task.scatter->translation);
    const double rotation = rounded_down(factor * task.units.angle_of(task.scatter->rotation));
    changed.scatter->translation = translation;
    changed.scatter->rotation = task.units.angle == Units::Angle::deg ? rotation * std::numbers::pi / 180 : rotation;
    if (!attempts.seats_all(changed)) continue;
    std::string option;
    if (translation > 0) option += fmt::format("--set /scatter/translation={}", translation);
    if (rotation > 0) option += fmt::format("{}--set /scatter/rotation={}", option.empty() ? "" : " ", rotation);
    advice.push_back({option, fmt::format("the first {} starts end at the goal", std::min(changed.scatter->starts, 100))});
    return;
  }
}

}  // namespace

std::vector<Advice> advice_on_trials(const ValidTask& task, const WrenchesOf& wrenches, const TrialOptions& options,
                                     const TrialReport& report) {
  std::vector<Advice> advice;
  if (report.failures.empty()) return advice;
  const TrialAttempts attempts(task, wrenches, options, report);
  for (const auto add : {add_force, static_cast<void (*)(const TrialAttempts&, std::vector<Advice>&)>(add_friction), add_scatter}) {
    if (!options.stop.stop_requested()) add(attempts, advice);
  }
  if (options.stop.stop_requested()) advice.clear();
  return advice;
}

Json advice_json(const std::vector<Advice>& advice) {
  Json list = Json::array();
  for (const Advice& one : advice) list.push_back({{"options", one.options}, {"effect", one.effect}});
  return list;
}

}  // namespace pawl::answers
