// SPDX-License-Identifier: MIT
#include "answers/check_answer.h"

#include <pawl/planner/warnings.h>

#include <algorithm>

#include "answers/cone_json.h"
#include "answers/fixture_check_json.h"

namespace pawl::answers {

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

namespace {

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

}  // namespace

Answer check_answer(const ValidTask& task, const std::string& mode, const std::optional<ModeCheck>& found) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["mode"] = mode;
  if (!found) {
    answer.stop();
    return answer;
  }
  const ModeAmbiguity& checked = found->found;
  const bool certified = found->certainty.certified;
  answer.results["feasible"] = found->feasible();
  answer.results["verdict"] = !certified ? kUndecided : found->feasible() ? name_of(checked.verdict) : "infeasible";
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

Answer check_answer(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                    const std::optional<WrenchCheck>& found) {
  const ContactSet& set = task.contacts();
  Answer answer;
  answer.results["wrench"] = to_json(wrench);
  if (!found) {
    answer.stop();
    return answer;
  }
  const WrenchAmbiguity& checked = found->found;
  answer.results["verdict"] = !found->certainty.certified ? kUndecided
                              : checked.determinate()     ? "determinate"
                                                          : "ambiguous";
  answer.results["jam"] = checked.jam;
  answer.results["modes"] = Json::array();
  for (const Mode& one : checked.modes) answer.results["modes"].push_back(one.str());
  answer.results["distance_deg"] = degrees(checked.distance);
  if (set.has_friction_interval()) answer.results["friction"] = "interval";
  answer.status = checked.determinate() && !checked.jam ? kYes : kNo;
  if (mode) {
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

namespace {

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

Answer answer_mode(const ValidTask& task, const std::string& mode, const StopToken& stop) {
  return check_answer(task, mode, check(task, mode, stop));
}

Answer answer_wrench(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                     const StopToken& stop) {
  if (mode) require_mode_fits(*mode, task.contacts(), "--mode");
  return check_answer(task, wrench, mode, check(task, wrench, stop));
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

}  // namespace

Answer answer_check(const ValidTask& task, const CheckQuestion& question, const StopToken& stop) {
  const auto& [mode, wrench, fixture] = question;
  const bool no_mode = !wrench && !mode && task.task().modes.size() != 1;
  Answer answer;
  if (fixture && no_mode) {
    answer = answer_fixture(task, *fixture);
  } else {
    answer = wrench ? answer_wrench(task, *wrench, mode, stop)
                    : answer_mode(task, asked_mode(task.task(), task.contacts(), mode), stop);
    if (fixture) add_fixture_check(check_fixture(task, *fixture), *fixture, task.task().units, answer);
  }
  answer.require_finite();
  return answer;
}

}  // namespace pawl::answers
