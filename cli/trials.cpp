// SPDX-License-Identifier: MIT
#include "trials.h"

#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>
#include <variant>

#include "answers/trials_answer.h"
#include "progress.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

using FileJson = nlohmann::ordered_json;  // read here alone; answers are made of Json

using Wrenches = std::vector<Eigen::Vector3d>;

[[noreturn]] void refuse_plan(const std::string& file, const std::string& what) {
  throw InputError("/plan", file,
                   what + "; expected {\"steps\": [{\"wrench\": [fx, fy, tau]}, ...]}, or an answer of `pawl plan`");
}

/// The steps of a file: {"steps": ...}, {"plan": {"steps": ...}} or an answer of `pawl plan`, which says its own units;
/// of the others without "pawl" they are the task's.
Wrenches read_plan(const std::string& file, const Units& units) {
  const std::string text = read_text_file(file);
  const FileJson json = FileJson::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object()) refuse_plan(file, "is no JSON object");
  const FileJson& holder = json.contains("results") ? json["results"] : json.contains("plan") ? json["plan"] : json;
  if (!holder.is_object() || !holder.contains("steps") || !holder["steps"].is_array())
    refuse_plan(file, "has no steps");
  const double torque = units_of_text(text).value_or(units).metres() / units.metres();
  Wrenches wrenches;
  for (const FileJson& step : holder["steps"]) {
    const bool has =
        step.is_object() && step.contains("wrench") && step["wrench"].is_array() && step["wrench"].size() == 3;
    if (!has) refuse_plan(file, "has a step without a wrench of three numbers");
    Eigen::Vector3d& wrench = wrenches.emplace_back();
    for (int k = 0; k < 3; ++k) {
      const FileJson& entry = step["wrench"][static_cast<std::size_t>(k)];
      if (!entry.is_number()) refuse_plan(file, "has a wrench that is not of numbers");
      wrench[k] = entry.get<double>();
    }
    wrench.z() *= torque;
  }
  return wrenches;
}

std::size_t starts_of(const Task& task) { return task.scatter ? static_cast<std::size_t>(task.scatter->starts) : 1; }

/// A task and wrenches as the answer says them, and as they are tried, in metres.
struct Tried {
  const ValidTask& given;
  const Wrenches& wrenches;
  Units units = given.task().units;
  TrialTask si = in_si(given, wrenches);
};

Answer answer_replay(const Tried& tried, std::size_t k, const TrialOptions& options, const Outputs::Part& trace) {
  const auto write = [&](double t, const State& state, const StepReport& report) {
    if (trace) trace(trial_trace_line(t, state, report, tried.units));
  };
  const Trial trial = run_trial(tried.si.task, tried.si.wrenches, k, options, write);
  return replay_answer(trial, tried.wrenches, tried.units, options.stop.stop_requested());
}

/// Every start, with its progress.
Answer answer_all(const Tried& tried, TrialOptions options) {
  Progress progress("start", static_cast<long>(starts_of(tried.given.task())));
  options.progress = [&](std::size_t done, std::size_t) { progress.show(static_cast<long>(done)); };
  const TrialReport report = try_plan(tried.si.task, tried.si.wrenches, options);
  return trials_answer(report, tried.wrenches, options, tried.units);
}

void require_both(const TrialCommandOptions& options, const TrialOptions& trials) {
  if (options.replay)
    throw InputError("", "--both", "is of all starts; --replay runs one, with the task's \"solutions\"");
  if (!std::holds_alternative<Coulomb>(trials.step.law)) {
    throw InputError("", "--both", "is of Coulomb's law: the other models have one solution");
  }
}

}  // namespace

Answer answer_trials(const ValidTask& task, const TrialCommandOptions& options, const Outputs::Part& trace) {
  TrialOptions trials = trial_options(task.task());
  trials.stop = interrupt_after();
  const Wrenches wrenches = options.plan ? read_plan(*options.plan, task.task().units) : plan_to_try(task, trials.stop);
  if (!options.plan && wrenches.empty() && trials.stop.stop_requested()) {
    Answer stopped;
    stopped.stop();
    return stopped;
  }
  if (options.replay && (*options.replay < 0 || *options.replay >= static_cast<long>(starts_of(task.task())))) {
    throw InputError("/scatter/starts", std::to_string(*options.replay),
                     "--replay counts starts from 0; there are " + std::to_string(starts_of(task.task())));
  }
  if (options.both) require_both(options, trials);
  const Tried trial{task, wrenches};
  if (options.replay) return answer_replay(trial, static_cast<std::size_t>(*options.replay), trials, trace);
  if (!options.both) return answer_all(trial, trials);
  Answer answer;
  for (const auto& [name, solutions] :
       {std::pair("random", Solutions::random), std::pair("adversarial", Solutions::adversarial)}) {
    trials.step.solutions = solutions;
    Answer one = answer_all(trial, trials);
    answer.results[name] = std::move(one.results);
    answer.status = std::max(answer.status, one.status);
    if (answer.message.empty()) answer.message = one.message;
    if (trials.stop.stop_requested()) break;
  }
  if (trials.stop.stop_requested()) answer.stop();
  return answer;
}

}  // namespace pawl::cli
