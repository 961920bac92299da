// SPDX-License-Identifier: MIT
#include <pawl/base/angle.h>
#include <pawl/base/fault.h>
#include <pawl/draw/simulation_page.h>
#include <pawl/draw/task_picture.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/verify_answer.h>
#include <pawl/scenes/scene_setup.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "answers/pictures/answer_picture.h"
#include "answers/pictures/figures.h"
#include "answers/recheck.h"
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

constexpr std::size_t kMostContacts = 8;   ///< a plan with more contacts is not verified, because this would take a
                                           ///< long time
constexpr std::size_t kMostCells = 20000;  ///< limit on the number of cells in the search that finds a saved plan again
constexpr std::size_t kRunAgain = 4;       ///< at most this number of failed trials is run again, and the same number
                                           ///< of other trials
constexpr double kRounding = 1e-9;         ///< tolerance for rounding errors that differ between machines
constexpr double kAngleRounding = 1e-6;    ///< the same for angles, degrees

[[noreturn]] void refuse(const std::string& pointer, const Json& value, const std::string& what) {
  constexpr std::size_t kLongest = 80;
  throw InputError(pointer, value.dump().substr(0, kLongest), what);
}

bool same_number(double a, double b) { return std::abs(a - b) <= kRounding * (1 + std::abs(a)); }

/// Throws InputError unless the saved answer contains all members of `now` with the same values. It may contain further
/// members.
void require_same(const Json& now, const Json& saved, const std::string& pointer, const std::string& command) {
  const auto differs = [&] {
    refuse(pointer, saved,
           "differs from the answer of `pawl " + command + "` to this task; expected " + now.dump().substr(0, 80));
  };
  if (now.members()) {
    if (!saved.members()) differs();
    for (const auto& [key, value] : *now.members()) require_same(value, at(saved, key), pointer + "/" + key, command);
  } else if (now.entries()) {
    if (!saved.entries() || count_of(saved) != count_of(now)) differs();
    for (std::size_t k = 0; k < count_of(now); ++k)
      require_same(at(now, k), at(saved, k), pointer + "/" + std::to_string(k), command);
  } else if (now.number() && saved.number()) {
    if (!same_number(*now.number(), *saved.number())) differs();
  } else if (now.dump() != saved.dump()) {
    differs();
  }
}

void require_text(const Json& value, const std::string& pointer) {
  if (!value.text()) refuse(pointer, value, "must be a text");
}

/// Checks the members "name", "units" and "warnings" of a document. Throws InputError if one of them is present but
/// does not have the type that answer.schema.json states.
void require_frame(const Json& document) {
  const Json &name = at(document, "name"), &warnings = at(document, "warnings"), &units = at(document, "units");
  if (!is_null(name)) require_text(name, "/name");
  if (!is_null(units)) {
    for (const char* key : {"length", "angle"}) require_text(at(units, key), std::string("/units/") + key);
  }
  if (!is_null(warnings) && !warnings.entries()) refuse("/warnings", warnings, "must be a list");
  for (std::size_t k = 0; k < count_of(warnings); ++k) {
    for (const char* key : {"code", "pointer", "message"})
      require_text(at(at(warnings, k), key), "/warnings/" + std::to_string(k) + "/" + key);
  }
}

void add_warning(Json& document, const std::string& message) {
  document["warnings"].push_back({{"code", "saved-answer"}, {"pointer", ""}, {"message", message}});
}

// Plans.

bool holds(const Json& window, double direction) {
  const double low = number_in(at(window, 0)), high = number_in(at(window, 1));
  if (!at(window, 0).number() || !at(window, 1).number() || high < low) return false;
  const double beyond = degrees(direction) - low, turns = std::floor((beyond + kAngleRounding) / 360);
  return beyond - 360 * turns <= high - low + kAngleRounding;
}

void require_sound_step(const Json& step, const std::string& pointer) {
  const Json& wrench = at(step, "wrench");
  for (std::size_t k = 0; k < 3; ++k) {
    if (count_of(wrench) != 3 || !at(wrench, k).number()) refuse(pointer + "/wrench", wrench, "must be three numbers");
  }
  const Eigen::Vector3d w = vector3_in(wrench);
  if (w.isZero()) refuse(pointer + "/wrench", wrench, "must not be zero");
  const Json& margin = at(step, "margin_deg");
  if (!margin.number() || number_in(margin) < 0)
    refuse(pointer + "/margin_deg", margin, "must be a number of at least 0");
  const Json& window = at(step, "window_deg");
  if (!is_null(window) && !holds(window, std::atan2(w.y(), w.x())))
    refuse(pointer + "/window_deg", window, "must contain the direction of the step's wrench");
}

void require_sound_plan(const Json& results) {
  const std::string status = text_in(at(results, "status")), guarantee = text_in(at(results, "guarantee"));
  if (status != "found" && status != "none" && status != "stopped")
    refuse("/results/status", at(results, "status"), "must be \"found\", \"none\" or \"stopped\"");
  const std::optional<bool> found = at(results, "found").boolean();
  if (!found || *found != (status == "found"))
    refuse("/results/found", at(results, "found"), "contradicts the status \"" + status + "\"");
  const std::size_t steps = count_of(at(results, "steps"));
  if ((steps > 0) != *found)
    throw InputError("/results/steps", std::to_string(steps) + " steps",
                     *found ? "a plan that is found must have steps" : "a plan that is not found must have no steps");
  if (*found && guarantee != "at rest" && guarantee != "keeps" && guarantee != "energy")
    refuse("/results/guarantee", at(results, "guarantee"), "must be \"at rest\", \"keeps\" or \"energy\"");
  for (std::size_t k = 0; k < steps; ++k)
    require_sound_step(at(at(results, "steps"), k), "/results/steps/" + std::to_string(k));
}

bool same_steps(const TaskPlan& plan, const Json& steps) {
  if (plan.steps.size() != count_of(steps)) return false;
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const TaskPlan::Step& step = plan.steps[k];
    const Json& saved = at(steps, k);
    const Json &full = at(saved, "margin_full_deg"), &window = at(saved, "window_deg");
    if ((step.wrench - vector3_in(at(saved, "wrench"))).norm() > kRounding) return false;
    if (!same_number(degrees(step.margin), number_in(at(saved, "margin_deg")))) return false;
    if (step.margin_full.has_value() != full.number().has_value()) return false;
    if (step.margin_full && !same_number(degrees(*step.margin_full), number_in(full))) return false;
    if (step.window.has_value() == is_null(window)) return false;
    if (step.window && (!same_number(degrees(step.window->first), number_in(at(window, 0))) ||
                        !same_number(degrees(step.window->second), number_in(at(window, 1)))))
      return false;
    if (Json(step.before).dump() != at(saved, "before").dump() || Json(step.after).dump() != at(saved, "after").dump())
      return false;
    if (step.keeps_contacts != (text_in(at(saved, "impact")) == "keeps")) return false;
  }
  return true;
}

/// Returns whether a search for a plan of the task finds the saved plan, up to rounding. The answer does not state the
/// options --require and --by-graph, so all their values are tried.
bool is_found_again(const ValidTask& task, const Json& results) {
  for (const Guarantee least : {Guarantee::at_rest, Guarantee::keeps, Guarantee::energy}) {
    for (const bool by_energy : {true, false}) {
      if (least == Guarantee::energy && !by_energy) continue;
      PlanRequest request;
      request.least = least;
      request.by_energy = by_energy;
      request.cells = kMostCells;
      const TaskPlan again = plan(task, request);
      if (again.found() && again.guarantee && name_of(*again.guarantee) == text_in(at(results, "guarantee")) &&
          same_steps(again, at(results, "steps")))
        return true;
    }
  }
  return false;
}

[[noreturn]] void refuse_answer(const std::string& refused) {
  const std::size_t end = std::min(refused.find(": "), refused.size());
  throw InputError(refused.substr(0, end), "", "`pawl verify` refuses the answer for this task" + refused.substr(end));
}

/// Checks an answer about rest regions. Proves the regions again.
void check_regions(const ValidTask& task, Json& document) {
  const AnswerCheck check = recheck_answer(task, document.dump());
  if (!check.refused.empty()) refuse_answer(check.refused);
  if (check.checked.empty()) add_warning(document, "this saved answer was not checked, because only a search could do so");
}

void check_plan(const ValidTask& task, Json& document) {
  const Json& results = at(document, "results");
  if (has(results, "start_region")) return check_regions(task, document);
  require_sound_plan(results);
  static constexpr const char* kActuators[] = {"free", "tray", "push", "spring"};
  const auto& actuator = task.task().actuator;
  require_same(Json(kActuators[actuator ? actuator->index() : 0]), at(results, "actuator"), "/results/actuator",
               "plan");
  if (text_in(at(results, "status")) == "stopped") return;
  if (find_seat(task).contacts.size() > kMostContacts)
    return add_warning(document, "this saved answer was not checked against the task; `pawl verify` checks it");
  const AnswerCheck check = verify_plan_answer(task, document.dump());
  if (!check.refused.empty()) refuse_answer(check.refused);
  const bool found = text_in(at(results, "status")) == "found";
  if (found && !is_found_again(task, results))
    add_warning(document, "the steps of this saved answer were confirmed, but not its margins");
}

// Trials.

bool is_good(const std::string& outcome) { return outcome == "seated" || outcome == "rolling"; }

std::vector<Eigen::Vector3d> wrenches_in(const Json& results) {
  std::vector<Eigen::Vector3d> wrenches;
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& wrench = at(at(steps, k), "wrench");
    wrenches.push_back(vector3_in(wrench));
    if (wrenches.back().isZero()) refuse("/results/steps/" + std::to_string(k) + "/wrench", wrench, "must not be zero");
  }
  return wrenches;
}

void run_again(const ValidTask& task, const Json& results, const std::string& pointer, const TrialOptions& options) {
  const TrialTask si = in_si(task, wrenches_in(results));
  const Json& failures = at(results, "failures");
  std::set<std::size_t> failed;
  for (std::size_t k = 0; k < count_of(failures); ++k) failed.insert(whole_in(at(at(failures, k), "replay")));
  const auto starts = whole_in(at(results, "starts"));
  for (std::size_t k = 0; k < std::min(count_of(failures), kRunAgain); ++k) {
    const Json& failure = at(failures, k);
    const Trial trial = run_trial(si.task, si.wrenches, whole_in(at(failure, "replay")), options);
    const std::string place = pointer + "/failures/" + std::to_string(k);
    require_same(Json(name_of(trial.outcome)), at(failure, "outcome"), place + "/outcome", "simulate");
    require_same(si_pose_json(trial.end, task.task().units), at(failure, "end"), place + "/end", "simulate");
  }
  std::size_t run = 0;
  for (std::size_t k = 0; k < starts && run < kRunAgain; ++k) {
    if (failed.count(k) > 0) continue;
    ++run;
    const std::string outcome = name_of(run_trial(si.task, si.wrenches, k, options).outcome);
    if (!is_good(outcome))
      throw InputError(pointer + "/failures", std::to_string(failed.size()) + " failures",
                       "must include start " + std::to_string(k) + ", which fails in this task (" + outcome + ")");
  }
}

void check_trials(const ValidTask& task, const Json& results, const std::string& pointer, TrialOptions options) {
  const std::size_t starts = task.task().scatter ? static_cast<std::size_t>(task.task().scatter->starts) : 1;
  if (is_true(at(results, "stopped"))) return;
  if (!at(results, "starts").number() || number_in(at(results, "starts")) != static_cast<double>(starts))
    refuse(pointer + "/starts", at(results, "starts"),
           "must be " + std::to_string(starts) + ", the number of starts of this task");
  double counted_all = 0, good = 0;
  const Json::Object* outcomes = at(results, "outcomes").members();
  for (std::size_t k = 0; outcomes != nullptr && k < outcomes->size(); ++k) {
    const auto& [name, count] = (*outcomes)[k];
    counted_all += number_in(count);
    if (is_good(name)) good += number_in(count);
  }
  const Json& failures = at(results, "failures");
  if (counted_all != static_cast<double>(starts) || good != number_in(at(results, "seated")) ||
      good + static_cast<double>(count_of(failures)) != counted_all)
    refuse(pointer + "/outcomes", at(results, "outcomes"),
           "must add up to the numbers of starts, seated starts and failures");
  run_again(task, results, pointer, options);
}

void check_simulate(const ValidTask& task, const Json& document) {
  const Json& results = at(document, "results");
  if (at(results, "bodies").entries())
    refuse("/results/bodies", Json("bodies"), "the answer belongs to a scene; expected an answer to a task");
  // A replay is not checked here: its picture is made from a new run of the trial.
  if (at(results, "outcome").text() || is_true(at(document, "stopped"))) return;
  const TrialOptions options = trial_options(task.task());
  if (at(results, "starts").number()) {
    check_trials(task, results, "/results", options);
  } else if (!is_true(at(results, "stopped"))) {
    for (const auto& [name, solutions] :
         {std::pair("random", Solutions::random), std::pair("adversarial", Solutions::adversarial)}) {
      TrialOptions one = options;
      one.step.solutions = solutions;
      check_trials(task, at(results, name), std::string("/results/") + name, one);
    }
  }
}

}  // namespace

void require_answer(const Json& document) {
  const Json& version = at(document, "pawl");
  if (version.dump() != "1") refuse("/pawl", version, "must be 1: answers of other versions cannot be drawn");
  static const std::set<std::string> kDrawn{"check",   "cone",  "contacts", "fixture",
                                            "forward", "modes", "orient",   "plan", "simulate"};
  const Json& command = at(document, "command");
  if (kDrawn.count(text_in(command)) == 0)
    refuse("/command", command,
           "must be check, cone, contacts, fixture, forward, modes, orient, plan or simulate, whose answers can be drawn");
  const Json& results = at(document, "results");
  if (!results.members() && !results.entries()) refuse("/results", results, "must be an object or a list");
  require_frame(document);
}

void check_saved(const ValidTask& task, Json& document) {
  require_answer(document);
  require_same_task(task, document);
  const std::string command = text_in(at(document, "command"));
  const Json& results = at(document, "results");
  const bool stopped = is_true(at(results, "stopped"));
  if (command == "check" && !stopped) require_same(check_again(task, results), results, "/results", command);
  if (command == "cone" && results.entries()) require_same(cone_again(task, results), results, "/results", command);
  if (command == "forward" && !stopped) require_same(forward_again(task, results), results, "/results", command);
  if (command == "plan") check_plan(task, document);
  if (command == "simulate") check_simulate(task, document);
}

namespace {

/// Returns the picture and the player of a task without an answer.
Outputs::Texts rendered_task(const FileOptions& options, const ValidTask& task) {
  const Warnings found = without_notes(without_silenced(warnings(task), options.report), options.report);
  print_warnings(options.file, found, options.report);
  Outputs::Texts texts;
  if (options.pictures.draws()) {
    texts = rendered(draw::task_picture(task, options.pictures.page(), found), options.pictures);
  }
  if (options.pictures.html)
    texts.push_back(page_text(draw::plan_page(task, std::vector<Eigen::Vector3d>()), options.pictures));
  return texts;
}

/// Returns the picture of an answer to a scene. The player shows a new simulation of the scene.
Outputs::Texts rendered_scene(const Scene& scene, const Json& answer, const PictureOptions& options) {
  // Must come before the new simulation, because it throws InputError if the answer belongs to another scene.
  const draw::Picture picture = scene_picture(scene, answer, options.page().x());
  Outputs::Texts texts = rendered(picture, options);
  if (options.html) {
    draw::Page page = draw::play_scene(scene, set_up(scene)).page;
    page.warning = "Saved answer: the scene was simulated again, and the answer was not checked against it.";
    texts.push_back(page_text(std::move(page), options));
  }
  return texts;
}

int run(const FileOptions& options, const DrawQuestion& question) {
  std::vector<std::string> inputs{options.file};
  if (question.answer) inputs.push_back(*question.answer);
  Outputs outputs(inputs);
  if (!options.pictures.any())
    throw InputError("", "", "no output file is given; expected --svg, --png, --pdf or --html FILE");
  add_outputs(options.pictures, outputs);
  warn_of_names(options.pictures, options.report);
  // A scene is drawn only together with an answer.
  std::optional<Scene> scene;
  std::optional<ValidTask> task;
  if (question.answer && options.file != "-" && kind_of_text(read_text_file(options.file)) == TextKind::scene) {
    scene = read_scene(read_input(options.file, options.report));
  } else {
    task = read_task_of_command(options.file, options.report);
    add_named_files(*task, outputs);
  }
  std::optional<Json> answer;
  if (question.answer && !without_fault(*question.answer, [&] { answer = read_answer(*question.answer); }))
    return kBadInput;
  const auto check = [&] {
    require_answer(*answer);
    answer = for_people(std::move(*answer), options.report);  // must precede the checks, which add warnings
    if (task) check_saved(*task, *answer);
  };
  if (answer && !without_fault(*question.answer, check)) return kBadInput;
  outputs.require_places();
  if (scene) {
    outputs.write(rendered_scene(*scene, *answer, options.pictures));
  } else {
    outputs.write(answer ? rendered_answer(*task, *answer, options.pictures, true) : rendered_task(options, *task));
  }
  return kYes;
}

}  // namespace

Command add_draw(Program& program) {
  const auto options = std::make_shared<FileOptions>();
  const auto question = std::make_shared<DrawQuestion>();
  CommandLine line = program.add_command("draw", "Draw a task, or a saved answer to it");
  line.add_option("TASK", options->file, "Task file (JSON), or a drawing (DXF, SVG); - is standard input").required();
  add_given_task(line, options->report.task);
  line.add(parameters(*question));
  add_pictures(line, options->pictures);
  add_input(line, options->report);
  return {line, [=] { return with_faults_printed(options->file, [&] { return run(*options, *question); }); }};
}

}  // namespace pawl::cli
