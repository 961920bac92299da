// SPDX-License-Identifier: MIT
#include "answers/pictures/answer_picture.h"

#include <pawl/base/fault.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/draw/task_picture.h>
#include <pawl/planner/simulate_task.h>

#include <algorithm>

#include "answers/orient_answer.h"
#include "answers/pictures/figures.h"
#include "answers/text/answer_text.h"

namespace pawl::answers {
namespace {

bool is_missing_depth(const Json& results) {
  const Json& steps = at(results, "steps");
  if (count_of(steps) == 0) return false;
  const Json& energy = at(at(steps, 0), "energy");
  return at(energy, "boxes").number() == std::nullopt && at(at(steps, 0), "radius").members() != nullptr;
}

bool is_failed_trial(const Json& results) {
  const std::string outcome = text_in(at(results, "outcome"));
  return count_of(at(results, "failures")) > 0 || (!outcome.empty() && outcome != "seated" && outcome != "rolling");
}

bool has_unsolved(const Json& results) {
  return number_in(at(results, "unsolved")) > 0 || number_in(at(at(results, "outcomes"), "unsolved")) > 0 ||
         text_in(at(results, "outcome")) == "unsolved" || is_true(at(results, "stopped"));
}

bool is_no(const std::string& command, const Json& results) {
  if (command == "check") {
    const std::optional<bool> desired = at(results, "desired").boolean();
    if (desired) return !*desired;
    return text_in(at(results, "verdict")) != "determinate" || is_true(at(results, "jam"));
  }
  if (command == "plan") return !is_true(at(results, "found")) || is_missing_depth(results);
  if (command == "nest") {
    const bool wrong = is_true(at(results, "foolproof_required")) && count_of(at(at(results, "foolproof"), "wrong")) > 0;
    return !is_true(at(results, "found")) || wrong;
  }
  if (command == "contacts") return at(at(results, "foolproof"), "foolproof").boolean() == false;
  if (command == "forward") return text_in(at(results, "verdict")) == "none";
  if (command == "orient") return text_in(at(results, "status")) == "none";
  if (command == "simulate") {
    return is_failed_trial(results) || is_failed_trial(at(results, "random")) ||
           is_failed_trial(at(results, "adversarial"));
  }
  return false;
}

bool is_failed(const Json& document, const Json& results) {
  return is_true(at(document, "stopped")) || !at(results, "certified").boolean().value_or(true) ||
         text_in(at(results, "status")) == "stopped" ||
         (has(results, "foolproof") && is_null(at(at(results, "foolproof"), "foolproof"))) || has_unsolved(results) || has_unsolved(at(results, "random")) ||
         has_unsolved(at(results, "adversarial"));
}

/// Returns the colour of the headline. If several motions are possible, it is the colour of a warning, although the
/// status is kYes.
draw::Ink ink_of(const Json& document, Status status) {
  if (status == kYes && text_in(at(at(document, "results"), "verdict")) == "many") return draw::Ink::warning;
  return status == kYes ? draw::Ink::seated : status == kNo ? draw::Ink::failed : draw::Ink::warning;
}

}  // namespace

Status status_of_answer(const Json& document) {
  const Json& results = at(document, "results");
  if (is_failed(document, results)) return kFailed;
  return is_no(text_in(at(document, "command")), results) ? kNo : kYes;
}

std::vector<draw::Note> answer_notes(const Json& document, const std::vector<std::string>& shown) {
  using Kind = TextPage::Statement::Kind;
  const Status status = status_of_answer(document);
  const TextPage page = page_for_people(document, status, {});
  std::vector<draw::Note> notes;
  bool left_out = false;
  for (const TextPage::Statement& said : page.statements()) {
    if (said.kind == Kind::field && !said.label.empty())
      left_out = std::find(shown.begin(), shown.end(), said.label) != shown.end();
    if (said.kind != Kind::field) left_out = false;
    if (left_out) continue;
    const draw::Ink ink = said.kind == Kind::headline  ? ink_of(document, status)
                          : said.kind == Kind::warning ? draw::Ink::warning
                                                       : draw::Ink::note;
    notes.push_back({(said.label.empty() ? "" : said.label + ": ") + said.text, ink});
  }
  return notes;
}

void add_note(std::vector<draw::Note>& notes, const std::string& text, draw::Ink ink) { notes.push_back({text, ink}); }

std::string title_of(const Json& document) {
  const std::string name = text_in(at(document, "name"));
  return name.empty() ? "pawl " + text_in(at(document, "command")) : name;
}

void require_same_task(const ValidTask& valid, const Json& document) {
  const Task& task = valid.task();
  if (text_in(at(document, "name")) != task.name)
    throw InputError("/name", at(document, "name").dump(),
                     "the answer belongs to another task; expected " + Json(task.name).dump());
  const Json& units = at(document, "units");
  if (!units.members()) return;
  if (text_in(at(units, "length")) != task.units.length_name() ||
      text_in(at(units, "angle")) != task.units.angle_name())
    throw InputError("/units", units.dump(),
                     std::string("the answer has other units than the task; expected ") + task.units.length_name() +
                         " and " + task.units.angle_name());
}

std::optional<draw::Picture> answer_picture(const ValidTask& task, const Json& document, double width) {
  const std::string command = text_in(at(document, "command"));
  const Json& results = at(document, "results");
  require_same_task(task, document);
  if (command == "contacts" && has(results, "foolproof")) {
    draw::FixturesFigure figure = foolproof_figure(task, document);
    if (!figure.fixtures.empty()) return draw::draw(figure, width);
  }
  if (command == "nest") return draw::draw(nest_figure(task, document), width);
  if (command == "plan") return draw::draw(plan_figure(task, document), width);
  if (command == "fixture") return draw::draw(fixtures_figure(task, document), width);
  if (command == "check") return draw::draw(check_figure(task, document), width);
  if (command == "forward") return draw::draw(forward_figure(task, document), width);
  if (command == "modes") return draw::draw(modes_figure(task, document), width);
  if (command == "orient") return draw::draw(orient_figure(task, document), width);
  if (command != "simulate") return std::nullopt;
  if (at(results, "outcome").text()) return draw::draw(trace_figure(task, document), width);
  return draw::draw(trials_figure(task, document), width);
}

namespace {

Warnings warnings_in(const Json& document) {
  Warnings warnings;
  const Json& list = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(list); ++k) {
    const Json& warning = at(list, k);
    warnings.push_back(
        {text_in(at(warning, "code")), text_in(at(warning, "pointer")), text_in(at(warning, "message"))});
  }
  return warnings;
}

}  // namespace

draw::Picture command_picture(const ValidTask& task, const Json& document, const Eigen::Vector2d& size) {
  if (std::optional<draw::Picture> own = answer_picture(task, document, size.x())) return std::move(*own);
  if (text_in(at(document, "command")) == "cone") {
    if (count_of(at(document, "results")) > 0) return draw::cone_picture(task, cone_figure(task, document), size);
  }
  const Json& finger = at(at(document, "results"), "finger");
  if (!finger.members() || !task.task().part.outline) return draw::task_picture(task, size, warnings_in(document));
  return draw::task_picture(task, size, warnings_in(document),
                            {stretches_in(task.task(), finger), "finger: " + text_in(at(finger, "effect"))});
}

std::vector<Eigen::Vector3d> wrenches_of_steps(const Json& steps) {
  std::vector<Eigen::Vector3d> wrenches;
  for (std::size_t k = 0; k < count_of(steps); ++k) wrenches.push_back(vector3_in(at(at(steps, k), "wrench")));
  return wrenches;
}

namespace {

/// Returns a page that shows the task without motion, and states why nothing moves.
draw::Page still(const ValidTask& task, const std::string& why) {
  draw::Page page = draw::plan_page(task, std::vector<Eigen::Vector3d>());
  if (!why.empty()) page.notes = {why + " The task is shown at rest."};
  return page;
}

/// Returns the reason why no plan was found. Contains the word "proved" only if the absence of a plan is proved and
/// certified.
std::string no_plan(const Json& results) {
  const std::string reason = text_in(at(results, "reason"));
  const std::string status = text_in(at(results, "status"));
  if (status == "stopped") return "Not known: the search was stopped: " + reason + ".";
  if (status == "none" && at(results, "certified").boolean().value_or(true))
    return "No plan exists: proved for this model. " + reason + ".";
  return "Not known: not certified: " + text_in(at(at(results, "uncertain"), "reason")) + ".";
}

draw::Page of_plan(const ValidTask& task, const Json& results, const StopToken& stop) {
  if (!is_true(at(results, "found"))) return still(task, no_plan(results));
  return draw::plan_page(task, wrenches_of_steps(at(results, "steps")), stop);
}

/// Returns the page of the best fixture. The page plays the fixture's plan.
draw::Page of_fixture(const ValidTask& task, const Json& document, const StopToken& stop) {
  const Json& results = at(document, "results");
  if (count_of(at(results, "fixtures")) == 0) return still(task, "No fixture: " + text_in(at(results, "reason")) + ".");
  const ValidTask fixed = fixed_task(task, document, 0);
  const Json& steps = at(at(at(at(results, "fixtures"), 0), "plan"), "steps");
  if (count_of(steps) == 0) return still(fixed, "The limit was reached before a plan for the best fixture was found.");
  return draw::plan_page(fixed, wrenches_of_steps(steps), stop);
}

/// Throws InputError if `as_stated` is false: the motion, which was computed again from the task, does not end as the
/// answer states.
void require_end(const draw::PagePlay& play, bool as_stated, const char* pointer) {
  if (!as_stated)
    throw InputError(pointer, play.name, "ends differently in this task, so the answer belongs to another task");
}

draw::Page of_trials(const ValidTask& task, const Json& results, const StopToken& stop) {
  const std::vector<Eigen::Vector3d> wrenches = wrenches_of_steps(at(results, "steps"));
  if (is_true(at(results, "stopped"))) return still(task, "The trials were interrupted.");
  if (wrenches.empty()) return still(task, "The answer has no wrenches to play.");
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

/// Returns a warning about the parts of a saved answer that check_saved() (cli/task_command.h) could not compare with
/// the task.
std::string doubts(const ValidTask& task, const Json& document) {
  const Json& warnings = at(document, "warnings");
  for (std::size_t k = 0; k < count_of(warnings); ++k) {
    if (text_in(at(at(warnings, k), "code")) == "saved-answer") {
      return "Not everything could be checked: " + text_in(at(at(warnings, k), "message")) + ".";
    }
  }
  const Json& results = at(document, "results");
  if (status_of_answer(document) == kFailed) return "This saved answer was cut short or is not certified.";
  const bool tried = text_in(at(document, "command")) == "simulate" && count_of(at(results, "steps")) > 0;
  if (!tried || !task.task().scatter) return "";
  return "Saved answer: its starts were drawn again from this task's scatter, and the trials played here were run "
         "again.";
}

}  // namespace

draw::Page command_page(const ValidTask& task, const Json& document, bool saved, const StopToken& stop) {
  require_same_task(task, document);
  const std::string command = text_in(at(document, "command"));
  const Json& results = at(document, "results");
  draw::Page page = command == "plan"       ? of_plan(task, results, stop)
                    : command == "fixture"  ? of_fixture(task, document, stop)
                    : command == "simulate" ? of_trials(task, results, stop)
                    : command == "orient"   ? draw::orient_page(orient_figure(task, document))
                                            : still(task, "");
  if (saved) page.warning = doubts(task, document);
  return page;
}

}  // namespace pawl::answers
