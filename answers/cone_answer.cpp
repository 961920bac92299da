// SPDX-License-Identifier: MIT
#include "answers/cone_answer.h"

#include <pawl/base/fault.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>

#include <algorithm>

#include "answers/cone_json.h"
#include "answers/json_stream.h"

namespace pawl::answers {
namespace {

Json matrices_json(const ContactSet& set, const Mode& mode) {
  const ContactMatrices m = contact_matrices(set, mode);
  return {{"J", to_json(m.J)}, {"A", to_json(m.A)}, {"B", to_json(m.B)}, {"C", to_json(m.C)},
          {"E", to_json(m.E)}, {"N", to_json(m.N)}, {"R", to_json(m.R)}, {"S", to_json(m.S)},
          {"V", to_json(m.V)}, {"K", to_json(m.K)}, {"P", to_json(m.P)}};
}

}  // namespace

Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConeQuestion& question, Status& status) {
  Json result = {{"mode", cone.mode.str()}, {"feasible", cone.feasible}};
  if (!cone.feasible) {
    status = std::max(status, kNo);
    result["cone"] = nullptr;
    result["excluded"] = Json::array();
  } else {
    const PrintedCone printed = print_cone(cone, set, question.exact);
    const WidestDirection widest = widest_direction(cone.cone, set.radius_of_gyration());
    result["cone"] = printed.cone;
    result["excluded"] = printed.excluded;
    result["widest"] = {{"wrench", to_json(set.to_world(widest.direction))}, {"margin_deg", degrees(widest.margin)}};
  }
  if (question.wrench && cone.feasible) {
    const Eigen::Vector3d g = set.from_world(*question.wrench);
    result["wrench"] = {{"in_cone", cone.cone.contains(g)}, {"consistent", cone.admits(g)}};
  }
  Certainty certainty = certainty_of_cone(set, cone);
  if (cone.feasible && !cone.certified) certainty = {false, {}, "the two routes disagree: a fault of this program"};
  add_certainty(certainty, result);
  if (!certainty.certified) status = kFailed;
  if (question.matrices) result["matrices"] = matrices_json(set, cone.mode);
  if (set.has_friction_interval()) result["friction"] = "interval";
  return result;
}

namespace {

bool is_one_mode(const std::string& pattern) { return pattern.find('*') == std::string::npos; }

StreamedAnswer::End count_modes(const ContactSet& set, const std::vector<std::string>& patterns, const StopToken& stop,
                                JsonStream& json) {
  ModeCount total;
  for (const std::string& pattern : patterns) {
    const ModeCount counted =
        is_one_mode(pattern) ? ModeCount{1, stop.stop_requested()} : count_feasible_modes(set, pattern, stop);
    total.count += counted.count;
    total.stopped = total.stopped || counted.stopped;
  }
  json.value({{"count", total.count}});
  return {kYes, total.stopped};
}

StreamedAnswer::End write_cones(const ContactSet& set, const std::vector<std::string>& patterns,
                                const ConesQuestion& question, JsonStream& json) {
  StreamedAnswer::End end;
  json.begin('[');
  end.stopped = !for_each_cone(set, patterns, question.route, question.stop, [&](const WrenchCone& cone) {
    json.value(cone_answer(set, cone, question.each, end.status));
  });
  json.end(']');
  const bool lists_modes = !std::all_of(patterns.begin(), patterns.end(), is_one_mode);
  if (end.stopped || !lists_modes) return end;
  // Each cone says whether it is certain; only the exit status can say that there may be other modes.
  const Certainty list = certainty_of_modes(set, question.stop);
  if (!list.certified) {
    end.status = kFailed;
    end.message = "the list of modes is not certified: " + list.reason;
  }
  return end;
}

}  // namespace

std::vector<std::string> patterns_of(const Task& task, const ContactSet& set, const std::optional<std::string>& mode,
                                     const char* pointer) {
  if (mode) {
    require_mode_fits(*mode, set, pointer);
    return {*mode};
  }
  if (task.modes.empty()) return {std::string(set.size(), '*')};
  for (const std::string& pattern : task.modes) require_mode_fits(pattern, set);
  return task.modes;
}

bool for_each_cone(const ContactSet& set, const std::vector<std::string>& patterns, Route route, const StopToken& stop,
                   const std::function<void(const WrenchCone&)>& use) {
  for (const std::string& pattern : patterns) {
    if (stop.stop_requested()) return false;
    if (is_one_mode(pattern)) {
      use(wrench_cone(set, Mode(pattern), route));
    } else if (!for_each_wrench_cone(set, use, {pattern, route, stop})) {
      return false;
    }
  }
  return true;
}

StreamedAnswer answer_cones(const ValidTask& task, const ConesQuestion& question) {
  const ContactSet& set = task.contacts();
  const std::vector<std::string> patterns = patterns_of(task.task(), set, question.mode, "--mode");
  if (question.route == Route::enrsv && !has_route_enrsv()) {
    throw InputError("--route", "enrsv", "this build has no cddlib (PAWL_WITH_CDDLIB=OFF); use route sum");
  }
  return {[&set, question, patterns](JsonStream& json) {
    return question.count ? count_modes(set, patterns, question.stop, json)
                          : write_cones(set, patterns, question, json);
  }};
}

}  // namespace pawl::answers
