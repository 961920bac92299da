// SPDX-License-Identifier: MIT
#include "answers/find_fixtures.h"

#include <limits>

#include "answers/advice.h"
#include "answers/fixture_answer.h"

namespace pawl::answers {
namespace {

DesignRequest request_of(const DesignQuestion& question) {
  DesignRequest request;
  if (question.limit_plans) request.plans = *question.limit_plans;
  request.refine = question.refine.value_or(0);
  for (const FixtureObjective measure :
       {FixtureObjective::pose_error, FixtureObjective::point_error, FixtureObjective::margin}) {
    if (question.optimal == name_of(measure)) request.optimal = measure;
  }
  request.stop = question.stop;
  request.threads = question.threads;
  request.progress = question.progress;
  return request;
}

}  // namespace

Task task_to_design(const ValidTask& valid, const DesignQuestion& question) {
  Task task = valid.task();
  if (!task.part.outline) return task;  // the fault of a part without an outline is reported by design_fixtures()
  if (!task.fixture) task.fixture.emplace();
  if (question.top) task.fixture->top = static_cast<int>(*question.top);
  return task;
}

FixtureDesigns find_fixtures(const Task& task, const DesignQuestion& question) {
  DesignRequest request = request_of(question);
  const std::vector<FixtureThreshold> thresholds = thresholds_of(task.fixture.value_or(FixtureOptions()));
  if (question.write_candidate) {
    request.each = [&](const DesignedCandidate& candidate) {
      question.write_candidate(candidate_json(candidate, thresholds, task.units).dump() + "\n");
    };
  }
  return design_fixtures(ValidTask(task), request);
}

Answer answer_fixtures(const Task& task, const FixtureDesigns& designs, const DesignQuestion& question) {
  Answer answer = fixture_answer(designs, task);
  if (!question.advice) return answer;
  const auto search = [&](const Task& changed, std::optional<double> seconds) {
    DesignRequest request = request_of(question);
    constexpr double kNever = std::numeric_limits<double>::infinity();
    if (question.more_time) request.stop = question.more_time(seconds ? *seconds : question.limit.value_or(kNever));
    return design_fixtures(ValidTask(changed), request);
  };
  const std::vector<Advice> advice = advice_on_fixtures(task, designs, search, question.limit);
  if (!advice.empty()) answer.results["advice"] = advice_json(advice);
  return answer;
}

std::optional<FixtureCandidate> best_fixture(const ValidTask& task, const FixtureDesigns& designs) {
  if (!designs.fixtures.empty()) return designs.fixtures[0].place.candidate;
  if (!designs.comparison || designs.comparison->fixtures.empty() || designs.status != FixtureDesigns::Status::found)
    return std::nullopt;
  return candidate_of(task, *designs.comparison->fixtures[0].in_holes);
}

}  // namespace pawl::answers
