// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/planner/check_task.h>
#include <pawl/planner/warnings.h>

#include <algorithm>

#include "answer_again.h"
#include "commands.h"
#include "cone_json.h"
#include "fixture_question.h"
#include "pictures/answer_notes.h"
#include "task_command.h"
#include "text/words.h"

namespace pawl::cli {
namespace {

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::determinate:
      return "determinate";
    case Verdict::partly_ambiguous:
      return "partly ambiguous";
    case Verdict::wholly_ambiguous:
      return "wholly ambiguous";
  }
  return "";
}

const char* name_of(Covers covers) {
  switch (covers) {
    case Covers::all:
      return "all";
    case Covers::part:
      return "part";
    case Covers::boundary:
      return "boundary";
  }
  return "";
}

struct CheckOptions {
  TaskOptions task;
  std::optional<std::string> mode;
  std::optional<std::string> wrench;
  FixtureQuestionOptions fixture;
};

/// The mode asked for: --mode, or the only one of the task.
std::string asked_mode(const Task& task, const ContactSet& set, const std::optional<std::string>& asked) {
  if (!asked && set.size() == 0) {
    throw InputError(task.part.outline ? "/fixels" : "/contacts", "",
                     "none given, so there is no mode to check; --wrench is answered for a free part");
  }
  if (!asked && task.modes.size() != 1) {
    throw InputError("--mode", "",
                     "check needs one desired mode (or --wrench); the task lists " + std::to_string(task.modes.size()));
  }
  const std::string& mode = asked ? *asked : task.modes[0];
  require_mode_fits(mode, set, asked ? "--mode" : "/modes/0");
  return mode;
}

Json from_one(const std::vector<int>& contacts) {
  Json numbers = Json::array();
  for (const int contact : contacts) numbers.push_back(contact + 1);
  return numbers;
}

void add_closure(const Closure& held, Json& results) {
  results["force_closure"] = held.force;
  results["closure_contacts"] = from_one(held.force_contacts);
  results["form_closure"] = held.form;
  results["form_closure_contacts"] = from_one(held.form_contacts);
  results["wedging"] = Json::array();
  for (const auto& [i, j] : held.wedges) results["wedging"].push_back(from_one({i, j}));
}

Json rivals_json(const std::vector<Rival>& rivals) {
  Json list = Json::array();
  for (const Rival& rival : rivals) {
    list.push_back({{"mode", rival.mode.str()}, {"jam", rival.jam}, {"covers", name_of(rival.covers)}});
  }
  return list;
}

Json safe_json(const ModeCheck& checked, const ContactSet& set) {
  Json list = Json::array();
  for (std::size_t k = 0; k < checked.found.safe.size(); ++k) {
    const SafePiece& piece = checked.found.safe[k];
    list.push_back({{"cone", print_cone(piece.cone, set)},
                    {"wrench", to_json(checked.safe_wrenches[k])},
                    {"margin_deg", degrees(piece.margin)}});
  }
  return list;
}

Answer answer_mode(const ValidTask& task, const std::string& mode, const StopToken& stop) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["mode"] = mode;
  const std::optional<ModeCheck> found = check(task, mode, stop);
  if (!found) {
    answer.stop();
    return answer;
  }
  const ModeAmbiguity& checked = found->found;
  answer.results["feasible"] = found->feasible();
  answer.results["verdict"] = found->feasible() ? name_of(checked.verdict) : "infeasible";
  answer.results["cone"] = nullptr;
  if (checked.desired.size() == 1) answer.results["cone"] = print_cone(checked.desired[0].cone, set);
  if (mode.find('*') != std::string::npos) {
    answer.results["desired"] = Json::array();
    for (const WrenchCone& one : checked.desired) {
      answer.results["desired"].push_back({{"mode", one.mode.str()}, {"cone", print_cone(one.cone, set)}});
    }
  }
  answer.results["rivals"] = rivals_json(checked.rivals);
  answer.results["safe"] = safe_json(*found, set);
  add_closure(found->closure, answer.results);
  if (set.has_friction_interval()) answer.results["friction"] = "interval";
  answer.status = found->determinate() ? kYes : kNo;
  answer.warnings = warnings(checked);
  answer.certify(found->certainty);
  return answer;
}

Answer answer_wrench(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                     const StopToken& stop) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["wrench"] = to_json(wrench);
  const std::optional<WrenchCheck> found = check(task, wrench, stop);
  if (!found) {
    answer.stop();
    return answer;
  }
  const WrenchAmbiguity& checked = found->found;
  answer.results["verdict"] = checked.determinate() ? "determinate" : "ambiguous";
  answer.results["jam"] = checked.jam;
  answer.results["modes"] = Json::array();
  for (const Mode& one : checked.modes) answer.results["modes"].push_back(one.str());
  answer.results["distance_deg"] = degrees(checked.distance);
  if (set.has_friction_interval()) answer.results["friction"] = "interval";
  answer.status = checked.determinate() && !checked.jam ? kYes : kNo;
  if (mode) {
    require_mode_fits(*mode, set, "--mode");
    const bool desired =
        std::all_of(checked.modes.begin(), checked.modes.end(), [&](const Mode& one) { return matches(one, *mode); });
    answer.results["mode"] = *mode;
    answer.results["desired"] = desired;
    answer.status = desired ? kYes : kNo;
  }
  answer.warnings = warnings(checked);
  answer.certify(found->certainty);
  return answer;
}

/// What is asked of the fixture alone; an answer "no": no edge takes the clamp that was asked for.
Answer answer_fixture(const ValidTask& task, const FixtureQuestion& question) {
  Answer answer;
  answer.results = Json::object();
  const FixtureCheck found = check_fixture(task, question);
  const bool yes = add_fixture_check(found, question, task.task().units, answer);
  if (answer.status != kFailed) answer.status = yes && (!question.tolerance || found.pose_error) ? kYes : kNo;
  return answer;
}

Answer answer_check(const ValidTask& task, const CheckOptions& options, const std::optional<Eigen::Vector3d>& wrench,
                    const StopToken& stop) {
  const bool no_mode = !wrench && !options.mode && task.task().modes.size() != 1;
  const FixtureQuestion question = question_of(options.fixture, task.task(), wrench);
  if (options.fixture.any() && no_mode) return answer_fixture(task, question);
  Answer answer = wrench ? answer_wrench(task, *wrench, options.mode, stop)
                         : answer_mode(task, asked_mode(task.task(), task.contacts(), options.mode), stop);
  if (options.fixture.any()) add_fixture_check(check_fixture(task, question), question, task.task().units, answer);
  return answer;
}

int run(const CheckOptions& options) {
  const Outputs outputs = outputs_of(options.task);
  const std::optional<Eigen::Vector3d> wrench = parse_wrench(options.wrench);
  const StopToken stop = interrupt_after();
  return run_task("check", options.task, outputs,
                  [&](const ValidTask& task) { return answer_check(task, options, wrench, stop); });
}

}  // namespace

Json check_again(const ValidTask& task, const Json& results) {
  const std::string mode = text_in(at(results, "mode"));
  if (mode.empty() && !at(results, "wrench").entries())
    throw InputError("/results", "", "has no mode and no wrench that was checked");
  if (!mode.empty()) require_mode_fits(mode, task.contacts(), "/results/mode");
  if (!at(results, "wrench").entries()) return answer_mode(task, mode, interrupt_after()).results;
  return answer_wrench(task, vector3_in(at(results, "wrench")), mode.empty() ? std::nullopt : std::optional(mode),
                       interrupt_after())
      .results;
}

Command add_check(Program& program) {
  const auto options = std::make_shared<CheckOptions>();
  CommandLine line = program.add_command("check", "Whether a mode, or a wrench, is ambiguous or jams");
  add_task(line, options->task);
  add_mode(line, options->mode, "Desired mode, instead of the task's only one: letters a l n r s, * for any");
  add_wrench(line, options->wrench, "Check this wrench fx,fy,tau; with --mode: whether it gives that mode alone");
  add_fixture_question(line, options->fixture);
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
