// SPDX-License-Identifier: MIT
#include "answers/trials_question.h"

#include <pawl/base/fault.h>
#include <pawl/io/read_scene.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "answers/text/words.h"
#include "answers/trials_answer.h"

namespace pawl::answers {
namespace {

using Wrenches = std::vector<Eigen::Vector3d>;

[[noreturn]] void refuse_plan(const std::string& file, const std::string& what) {
  throw InputError("/plan", file,
                   what + "; expected {\"steps\": [{\"wrench\": [fx, fy, tau]}, ...]}, or an answer of `pawl plan`");
}

Json json_of_plan(const std::string& text, const std::string& file) {
  try {
    Json json = Json::parse(text);
    if (json.members()) return json;
  } catch (const InputError&) {  // said below
  }
  refuse_plan(file, "is no JSON object");
}

Eigen::Vector3d wrench_in(const Json& step, const std::string& file) {
  const Json& entries = at(step, "wrench");
  if (!entries.entries() || count_of(entries) != 3) refuse_plan(file, "has a step without a wrench of three numbers");
  Eigen::Vector3d wrench;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::optional<double> entry = at(entries, k).number();
    if (!entry) refuse_plan(file, "has a wrench that is not of numbers");
    wrench[static_cast<Eigen::Index>(k)] = *entry;
  }
  return wrench;
}

}  // namespace

Wrenches plan_in(const std::string& text, const std::string& file, const Units& units) {
  const Json json = json_of_plan(text, file);
  const Json& holder = !is_null(at(json, "results")) ? at(json, "results")
                       : !is_null(at(json, "plan"))  ? at(json, "plan")
                                                     : json;
  const Json::Array* steps = at(holder, "steps").entries();
  if (steps == nullptr) refuse_plan(file, "has no steps");
  const double torque = units_of_text(text).value_or(units).metres() / units.metres();
  Wrenches wrenches;
  for (const Json& step : *steps) {
    wrenches.push_back(wrench_in(step, file));
    wrenches.back().z() *= torque;
  }
  return wrenches;
}

std::size_t starts_of(const Task& task) { return task.scatter ? static_cast<std::size_t>(task.scatter->starts) : 1; }

namespace {

/// A task and wrenches as the answer says them, and as they are tried, in metres.
struct Tried {
  const ValidTask& given;
  const Wrenches& wrenches;
  Units units = given.task().units;
  TrialTask si = in_si(given, wrenches);
};

Answer answer_replay(const Tried& tried, std::size_t k, const TrialOptions& options,
                     const std::function<void(const std::string&)>& trace) {
  const auto write = [&](double t, const State& state, const StepReport& report) {
    if (trace) trace(trial_trace_line(t, state, report, tried.units));
  };
  const Trial trial = run_trial(tried.si.task, tried.si.wrenches, k, options, write);
  return replay_answer(trial, tried.wrenches, tried.units, options.stop.stop_requested());
}

/// Every start, with its progress.
Answer answer_all(const Tried& tried, TrialOptions options, const TrialsQuestion& question) {
  if (question.progress) {
    options.progress = [show = question.progress(starts_of(tried.given.task()))](std::size_t done, std::size_t) {
      show(done);
    };
  }
  const TrialReport report = try_plan(tried.si.task, tried.si.wrenches, options);
  return trials_answer(report, tried.wrenches, options, tried.units);
}

void require_both(const TrialsQuestion& question, const TrialOptions& trials) {
  if (question.replay)
    throw InputError("", "--both", "is of all starts; --replay runs one, with the task's \"solutions\"");
  if (!std::holds_alternative<Coulomb>(trials.step.law)) {
    throw InputError("", "--both", "is of Coulomb's law: the other models have one solution");
  }
}

}  // namespace

Answer answer_trials(const ValidTask& task, const TrialsQuestion& question) {
  TrialOptions trials = trial_options(task.task());
  trials.stop = question.stop;
  const Wrenches wrenches = question.plan ? *question.plan : plan_to_try(task, trials.stop);
  if (!question.plan && wrenches.empty() && trials.stop.stop_requested()) {
    Answer stopped;
    stopped.stop();
    return stopped;
  }
  if (question.replay && (*question.replay < 0 || *question.replay >= static_cast<long>(starts_of(task.task())))) {
    throw InputError("/scatter/starts", std::to_string(*question.replay),
                     "--replay counts starts from 0; there are " + std::to_string(starts_of(task.task())));
  }
  if (question.both) require_both(question, trials);
  const Tried trial{task, wrenches};
  if (question.replay) return answer_replay(trial, static_cast<std::size_t>(*question.replay), trials, question.trace);
  if (!question.both) return answer_all(trial, trials, question);
  Answer answer;
  for (const auto& [name, solutions] :
       {std::pair("random", Solutions::random), std::pair("adversarial", Solutions::adversarial)}) {
    trials.step.solutions = solutions;
    Answer one = answer_all(trial, trials, question);
    answer.results[name] = std::move(one.results);
    answer.status = std::max(answer.status, one.status);
    if (answer.message.empty()) answer.message = one.message;
    if (trials.stop.stop_requested()) break;
  }
  if (trials.stop.stop_requested()) answer.stop();
  return answer;
}

}  // namespace pawl::answers
