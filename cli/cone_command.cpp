// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/contact_matrices.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>

#include "answer_again.h"
#include "commands.h"
#include "cone_json.h"
#include "json_stream.h"
#include "task_command.h"
#include "text/words.h"

namespace pawl::cli {
namespace {

struct ConeOptions {
  TaskOptions task;
  std::optional<std::string> mode;  ///< letters and `*`, instead of the task's list
  std::optional<std::string> wrench_text;
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  std::string route = "sum";
  bool matrices = false;
  bool exact = false;
  ModeListOptions list;
};

/// What is asked for: modes, feasible or not, and patterns for the feasible modes that match them.
std::vector<std::string> asked_patterns(const Task& task, const ContactSet& set, const ConeOptions& options) {
  if (options.mode) {
    require_mode_fits(*options.mode, set, "--mode");
    return {*options.mode};
  }
  if (task.modes.empty()) return {std::string(set.size(), '*')};
  return task.modes;
}

bool is_one_mode(const std::string& pattern) { return pattern.find('*') == std::string::npos; }

Json matrices_json(const ContactSet& set, const Mode& mode) {
  const ContactMatrices m = contact_matrices(set, mode);
  return {{"J", to_json(m.J)}, {"A", to_json(m.A)}, {"B", to_json(m.B)}, {"C", to_json(m.C)},
          {"E", to_json(m.E)}, {"N", to_json(m.N)}, {"R", to_json(m.R)}, {"S", to_json(m.S)},
          {"V", to_json(m.V)}, {"K", to_json(m.K)}, {"P", to_json(m.P)}};
}

Json mode_json(const ContactSet& set, const WrenchCone& cone, const ConeOptions& options, Status& status) {
  Json result = {{"mode", cone.mode.str()}, {"feasible", cone.feasible}};
  if (!cone.feasible) {
    status = std::max(status, kNo);
    result["cone"] = nullptr;
    result["excluded"] = Json::array();
  } else {
    const PrintedCone printed = print_cone(cone, set, options.exact);
    const WidestDirection widest = widest_direction(cone.cone, set.radius_of_gyration());
    result["cone"] = printed.cone;
    result["excluded"] = printed.excluded;
    result["widest"] = {{"wrench", to_json(set.to_world(widest.direction))}, {"margin_deg", degrees(widest.margin)}};
  }
  if (options.wrench && cone.feasible) {
    const Eigen::Vector3d g = set.from_world(*options.wrench);
    result["wrench"] = {{"in_cone", cone.cone.contains(g)}, {"consistent", cone.admits(g)}};
  }
  Certainty certainty = certainty_of_cone(set, cone);
  if (cone.feasible && !cone.certified) certainty = {false, {}, "the two routes disagree: a fault of this program"};
  add_certainty(certainty, result);
  if (!certainty.certified) status = kFailed;
  if (options.matrices) result["matrices"] = matrices_json(set, cone.mode);
  if (set.has_friction_interval()) result["friction"] = "interval";
  return result;
}

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
                                const ConeOptions& options, const StopToken& stop, JsonStream& json) {
  StreamedAnswer::End end;
  const Route route = options.route == "enrsv" ? Route::enrsv : Route::sum;
  const auto write = [&](const WrenchCone& cone) { json.value(mode_json(set, cone, options, end.status)); };
  json.begin('[');
  for (const std::string& pattern : patterns) {
    end.stopped = end.stopped || stop.stop_requested();
    if (end.stopped) break;
    if (is_one_mode(pattern)) {
      write(wrench_cone(set, Mode(pattern), route));
    } else {
      end.stopped = !for_each_wrench_cone(set, write, {pattern, route, stop});
    }
  }
  json.end(']');
  return end;
}

StreamedAnswer answer_cone(const ValidTask& task, const ConeOptions& options) {
  const ContactSet& set = task.contacts();
  const std::vector<std::string> patterns = asked_patterns(task.task(), set, options);
  for (const std::string& pattern : patterns) require_mode_fits(pattern, set);
  if (options.route == "enrsv" && !has_route_enrsv()) {
    throw InputError("--route", "enrsv", "this build has no cddlib (PAWL_WITH_CDDLIB=OFF); use route sum");
  }
  const StopToken stop = interrupt_after(options.list.seconds);
  return {[&set, &options, patterns, stop](JsonStream& json) {
    return options.list.count ? count_modes(set, patterns, stop, json)
                              : write_cones(set, patterns, options, stop, json);
  }};
}

int run(ConeOptions options) {
  const Outputs outputs = outputs_of(options.task);
  options.wrench = parse_wrench(options.wrench_text);
  return run_streamed_task("cone", options.task, outputs,
                           [&](const ValidTask& task) { return answer_cone(task, options); });
}

}  // namespace

Json cone_again(const ValidTask& task, const Json& results) {
  Json again = Json::array();
  for (std::size_t k = 0; k < count_of(results); ++k) {
    const std::string mode = text_in(at(at(results, k), "mode"));
    require_mode_fits(mode, task.contacts(), "/results/" + std::to_string(k) + "/mode");
    Status status = kYes;
    again.push_back(mode_json(task.contacts(), wrench_cone(task.contacts(), Mode(mode)), {}, status));
  }
  return again;
}

Command add_cone(Program& program) {
  const auto options = std::make_shared<ConeOptions>();
  CommandLine line = program.add_command("cone", "The cone of external wrenches consistent with each asked mode");
  add_task(line, options->task);
  add_mode(line, options->mode, "Mode instead of the task's list: letters a l n r s, or * for any");
  line.add_option("--route", options->route, "sum (in R^3), or enrsv (the published matrices, by exact cddlib)")
      .one_of({"sum", "enrsv"})
      .show_default();
  line.add_flag("--matrices", options->matrices, "Add the matrices J A B C E N R S V K P");
  line.add_flag("--exact", options->exact, "Add the unrounded integer vectors, as strings");
  add_list(line, options->list);
  add_wrench(line, options->wrench_text, "Also say whether wrench fx,fy,tau is consistent with each mode");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
