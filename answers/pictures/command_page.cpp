// SPDX-License-Identifier: MIT
#include <pawl/draw/simulation_page.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>

#include "answers/pictures/answer_notes.h"
#include "answers/pictures/answer_picture.h"
#include "answers/pictures/command_picture.h"
#include "answers/pictures/fixtures_figure.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

std::vector<Eigen::Vector3d> wrenches_in(const Json& steps) {
  std::vector<Eigen::Vector3d> wrenches;
  for (std::size_t k = 0; k < count_of(steps); ++k) wrenches.push_back(vector3_in(at(at(steps, k), "wrench")));
  return wrenches;
}

/// The task as it stands, and why nothing is played.
draw::Page still(const ValidTask& task, const std::string& why) {
  draw::Page page = draw::plan_page(task, std::vector<Eigen::Vector3d>());
  if (!why.empty()) page.notes = {why + " The task as it stands; nothing moves."};
  return page;
}

/// Only what is proved and certified is called proved.
std::string no_plan(const Json& results) {
  const std::string reason = text_in(at(results, "reason"));
  const std::string status = text_in(at(results, "status"));
  if (status == "stopped") return "Not known, stopped: " + reason + ".";
  if (status == "none" && at(results, "certified").boolean().value_or(true))
    return "No plan: proved, for this model. " + reason + ".";
  return "Not known, not certified: " + text_in(at(at(results, "uncertain"), "reason")) + ".";
}

draw::Page of_plan(const ValidTask& task, const Json& results, const StopToken& stop) {
  if (!is_true(at(results, "found"))) return still(task, no_plan(results));
  return draw::plan_page(task, wrenches_in(at(results, "steps")), stop);
}

/// The best fixture, its plan played.
draw::Page of_fixture(const ValidTask& task, const Json& document, const StopToken& stop) {
  const Json& results = at(document, "results");
  if (count_of(at(results, "fixtures")) == 0) return still(task, "No fixture: " + text_in(at(results, "reason")) + ".");
  const ValidTask fixed = fixed_task(task, document, 0);
  const Json& steps = at(at(at(at(results, "fixtures"), 0), "plan"), "steps");
  if (count_of(steps) == 0) return still(fixed, "The plan of the best fixture was not made before the limit.");
  return draw::plan_page(fixed, wrenches_in(steps), stop);
}

/// What was played must end as the answer says: starts are drawn again, from the task.
void require_end(const draw::PagePlay& play, bool as_said, const char* pointer) {
  if (!as_said) throw InputError(pointer, play.name, "ends otherwise in this task: the answer is of another task");
}

draw::Page of_trials(const ValidTask& task, const Json& results, const StopToken& stop) {
  const std::vector<Eigen::Vector3d> wrenches = wrenches_in(at(results, "steps"));
  if (is_true(at(results, "stopped"))) return still(task, "The trials were interrupted.");
  if (wrenches.empty()) return still(task, "The answer has no wrenches that could be played.");
  TrialOptions options = trial_options(task.task());
  options.stop = stop;
  if (at(results, "outcome").text()) {
    draw::Page page = draw::trial_page(task, wrenches, options, whole_in(at(results, "replay")));
    require_end(page.plays[0], page.plays[0].outcome == text_in(at(results, "outcome")), "/results/outcome");
    return page;
  }
  std::vector<std::size_t> failed;
  const Json& failures = at(results, "failures");
  for (std::size_t k = 0; k < count_of(failures); ++k) failed.push_back(whole_in(at(at(failures, k), "replay")));
  draw::Page page = draw::trials_page(task, wrenches, options, whole_in(at(results, "starts")), failed);
  for (std::size_t i = 0; i < page.plays.size(); ++i) {
    const bool fails = i < std::min(failed.size(), draw::kMostPlays - 1);
    require_end(page.plays[i], page.plays[i].good != fails, "/results/failures");
  }
  return page;
}

/// What is not known of a saved answer, which has been held against its task (saved_answer.h).
std::string doubts(const ValidTask& task, const Json& document) {
  const Json& warnings = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(warnings); ++k) {
    if (text_in(at(at(warnings, k), "code")) == "saved-answer") {
      return "Not all is known, " + text_in(at(at(warnings, k), "message")) + ".";
    }
  }
  const Json& results = at(document, "results");
  if (status_of_answer(document) == kFailed) return "Of a saved answer that was cut short or could not be certified.";
  const bool tried = text_in(at(document, "command")) == "simulate" && count_of(at(results, "steps")) > 0;
  if (!tried || !task.task().scatter) return "";
  return "Of a saved answer: its starts were drawn again from this task's scatter, and those played here run again.";
}

}  // namespace

draw::Page command_page(const ValidTask& task, const Json& document, bool saved, const StopToken& stop) {
  require_same_task(task, document);
  const std::string command = text_in(at(document, "command"));
  const Json& results = at(document, "results");
  draw::Page page = command == "plan"       ? of_plan(task, results, stop)
                    : command == "fixture"  ? of_fixture(task, document, stop)
                    : command == "simulate" ? of_trials(task, results, stop)
                                            : still(task, "");
  if (saved) page.warning = doubts(task, document);
  return page;
}

}  // namespace pawl::answers
