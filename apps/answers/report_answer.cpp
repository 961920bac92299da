// SPDX-License-Identifier: MIT
#include "answers/report_answer.h"

#include <pawl/base/fault.h>
#include <pawl/draw/picture.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/warnings.h>

#include <algorithm>
#include <numbers>

#include "answers/mode_answers.h"
#include "answers/plan_answer.h"
#include "answers/simulate_answer.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

constexpr int kAssumedStarts = 200;
constexpr double kAssumedShare = .02, kAssumedRotation = 2 * std::numbers::pi / 180;

/// Returns the task. If it has an outline but no scatter, adds an assumed scatter.
ValidTask scattered(const ValidTask& task) {
  if (task.task().scatter || !task.task().part.outline) return task;
  const auto bounds = draw::bounds_of(draw::path_of(*task.task().part.outline), true);
  Task changed = task.task();
  changed.scatter.emplace();
  changed.scatter->starts = kAssumedStarts;
  changed.scatter->translation = std::stod(rounded(kAssumedShare * bounds->size.norm()));
  changed.scatter->rotation = kAssumedRotation;
  return ValidTask(changed, task);
}

}  // namespace

TaskReport answer_report(const ValidTask& given, const ReportQuestion& question, const std::string& file,
                         const std::string& drawing_options) {
  if (given.task().fixels.empty() && given.task().walls.empty() && given.task().contacts.empty()) {
    throw InputError("/fixels", "",
                     "none given; find some with `pawl fixture " + shell_word(file) + drawing_options +
                         " --tray --friction 0.1,0.2 --pins 6mm --task-out best.json`, and report best.json");
  }
  TaskReport report{scattered(given), {}};
  const ValidTask& task = report.task;
  Answer& answer = report.answer;
  Json unanswered = Json::array();
  const auto document = [&](const char* command, const Answer& one) {
    const Question asked{command, task.task().name, std::chrono::steady_clock::now(), "", task.task().units};
    return document_of(asked, one.results, one.warnings, false);
  };
  const auto ask = [&](const char* command, const std::function<Answer()>& find) -> std::optional<Answer> {
    try {
      Answer one = find();
      answer.results[command] = document(command, one);
      return one;
    } catch (const InputError& error) {
      answer.results[command] = nullptr;
      unanswered.push_back({{"question", command}, {"reason", error.faults()[0].message}});
      return std::nullopt;
    }
  };
  const auto raise = [&](const std::optional<Answer>& one) {
    if (!one || one->status <= answer.status) return;
    answer.status = one->status;
    answer.message = one->message;
  };
  if (!question.date.value_or("").empty()) answer.results["date"] = *question.date;
  raise(ask("contacts", [&] { return answer_contacts(task, FixtureChecks()); }));
  std::vector<Eigen::Vector3d> wrenches;
  raise(ask("plan", [&] {
    PlanQuestion plan;
    plan.stop = question.stop;
    plan.advice = true;
    FoundPlan found = find_plan(task, plan);
    if (found.plan.found() && found.plan.guarantee == Guarantee::energy) {
      plan.certify = true;
      found = find_plan(task, plan);
    }
    for (const TaskPlan::Step& step : found.plan.steps) wrenches.push_back(step.wrench);
    return plan_answer(task, found);
  }));
  answer.results["checks"] = Json::array();
  for (const Eigen::Vector3d& wrench : wrenches) {
    CheckQuestion check;
    check.wrench = wrench;
    answer.results["checks"].push_back(document("check", answer_check(task, check, question.stop)));
  }
  raise(ask("simulate", [&] {
    TrialsQuestion trials;
    trials.stop = question.stop;
    trials.advice = true;
    return answer_trials(task, trials);
  }));
  if (!given.task().scatter && task.task().scatter) {
    const Scatter& scatter = *task.task().scatter;
    answer.results["assumed_scatter"] = {{"starts", scatter.starts},
                                         {"translation", scatter.translation},
                                         {"rotation", task.task().units.angle_of(scatter.rotation)}};
  }
  answer.results["unanswered"] = unanswered;
  return report;
}

}  // namespace pawl::answers
