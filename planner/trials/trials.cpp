// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/base/parallel.h>

#include <algorithm>
#include <mutex>

#include "base/validator.h"
#include "trial_problem.h"
#include "trial_support.h"

namespace pawl {
namespace {

/// More steps of one wrench would run for days.
constexpr double kMostSteps = 1e8;
/// Trials are kept in memory until all are done.
constexpr int kMostStarts = 10'000'000;

void require(const Task& task, const std::vector<Eigen::Vector3d>& wrenches, const TrialOptions& options) {
  internal::Validator validator;
  if (options.max_time / options.h > kMostSteps) {
    validator.add("/simulate/step", options.h, "must be at least max_time / 1e8");
  }
  if (options.step.scheme == Scheme::one_stage && options.restitution > 0) {
    validator.add("/simulate/restitution", options.restitution,
                  "must be 0 in the one-stage scheme: only the second stage knows impacts");
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
  if (wrenches.empty()) validator.add("/plan/steps", "[]", "must not be empty: there is nothing to try");
  for (std::size_t i = 0; i < wrenches.size(); ++i) {
    const double largest = wrenches[i].cwiseAbs().maxCoeff();
    if (wrenches[i].allFinite() && largest > 0 && largest <= kLargestWrench) continue;
    validator.add(fmt::format("/plan/steps/{}/wrench", i), largest,
                  "must be finite, not zero, and no entry beyond 1e100");
  }
  validator.finish();
}

TrialReport summary(const std::vector<std::optional<Trial>>& trials, double confidence) {
  TrialReport report;
  for (const std::optional<Trial>& trial : trials) {
    if (!trial) continue;
    ++report.starts;
    ++report.outcomes[static_cast<std::size_t>(trial->outcome)];
    report.redrawn += static_cast<std::size_t>(trial->start.redrawn);
    report.choices += trial->choices;
    report.unseen += trial->unseen;
    if (trial->outcome != Outcome::seated && trial->outcome != Outcome::rolling) report.failures.push_back(*trial);
  }
  const std::size_t good = report.starts - report.failures.size();
  if (report.starts > 0) report.fraction = static_cast<double>(good) / static_cast<double>(report.starts);
  report.interval = success_interval(good, report.starts, confidence);
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
  return internal::run_trial(problem, wrenches, k, options, seen);
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
        Trial trial = internal::run_trial(problem, wrenches, k, options, {});
        if (options.stop.stop_requested()) return;  // it may have been ended
        trials[k] = std::move(trial);
        const std::lock_guard<std::mutex> lock(mutex);
        if (options.progress) options.progress(++done, count);
      },
      options.threads);
  return summary(trials, options.confidence);
}

}  // namespace pawl
