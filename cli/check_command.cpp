// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/closure.h>

#include <algorithm>

#include "commands.h"
#include "cone_json.h"

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

/// The mode asked for: --mode, or the only one of the task.
std::string asked_mode(const Task& task, const ContactSet& set, const CheckOptions& options) {
  if (!options.mode && set.size() == 0) {
    throw InputError(task.part.outline ? "/fixels" : "/contacts", "",
                     "none given, so there is no mode to check; --wrench is answered for a free part");
  }
  if (!options.mode && task.modes.size() != 1) {
    throw InputError("--mode", "",
                     "check needs one desired mode (or --wrench); the task lists " + std::to_string(task.modes.size()));
  }
  const std::string& mode = options.mode ? *options.mode : task.modes[0];
  require_mode_fits(mode, set, options.mode ? "--mode" : "/modes/0");
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

Json safe_json(const std::vector<SafePiece>& safe, const ContactSet& set) {
  Json list = Json::array();
  for (const SafePiece& piece : safe) {
    list.push_back({{"cone", print_cone(piece.cone, set)},
                    {"wrench", to_json(set.to_world(piece.wrench))},
                    {"margin_deg", degrees(piece.margin)}});
  }
  return list;
}

Answer answer_mode(const ContactSet& set, const std::string& mode, const StopToken& stop) {
  Answer answer;
  answer.results["mode"] = mode;
  const Ambiguity ambiguity(set, stop);
  const std::optional<ModeAmbiguity> found =
      ambiguity.complete() ? ambiguity.of_mode(mode, stop) : std::optional<ModeAmbiguity>();
  if (!found) {
    answer.stop();
    return answer;
  }
  const ModeAmbiguity& checked = *found;
  answer.results["feasible"] = !checked.desired.empty();
  answer.results["verdict"] = name_of(checked.verdict);
  answer.results["cone"] = nullptr;
  if (checked.desired.size() == 1) answer.results["cone"] = print_cone(checked.desired[0].cone, set);
  if (mode.find('*') != std::string::npos) {
    answer.results["desired"] = Json::array();
    for (const WrenchCone& one : checked.desired) {
      answer.results["desired"].push_back({{"mode", one.mode.str()}, {"cone", print_cone(one.cone, set)}});
    }
  }
  answer.results["rivals"] = rivals_json(checked.rivals);
  answer.results["safe"] = safe_json(checked.safe, set);
  const Closure held = closure(set);
  add_closure(held, answer.results);
  if (set.has_friction_interval()) answer.results["friction"] = "interval";
  answer.status = checked.verdict == Verdict::determinate ? kYes : kNo;
  answer.certify(certainty_of_mode(set, mode, checked, held));
  return answer;
}

Answer answer_wrench(const ContactSet& set, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                     const StopToken& stop) {
  Answer answer;
  answer.results["wrench"] = to_json(wrench);
  const Ambiguity ambiguity(set, stop);
  if (!ambiguity.complete()) {
    answer.stop();
    return answer;
  }
  const WrenchAmbiguity checked = ambiguity.of_wrench(set.from_world(wrench));
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
  answer.certify(certainty_of_wrench(set, set.from_world(wrench), checked));
  return answer;
}

}  // namespace

Answer answer_check(const Task& task, const CheckOptions& options) {
  const ContactSet set = find_contacts(task);
  if (options.wrench) return answer_wrench(set, *options.wrench, options.mode, options.stop);
  return answer_mode(set, asked_mode(task, set, options), options.stop);
}

}  // namespace pawl::cli
