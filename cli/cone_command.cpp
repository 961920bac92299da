// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>

#include "answer_again.h"
#include "answers/cone_answer.h"
#include "answers/json_stream.h"
#include "answers/text/words.h"
#include "commands.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct ConeOptions {
  TaskOptions task;
  std::optional<std::string> mode;  ///< letters and `*`, instead of the task's list
  std::optional<std::string> wrench_text;
  std::string route = "sum";
  ConeQuestion asked;
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
  const auto write = [&](const WrenchCone& cone) { json.value(cone_answer(set, cone, options.asked, end.status)); };
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
  options.asked.wrench = parse_wrench(options.wrench_text);
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
    again.push_back(cone_answer(task.contacts(), wrench_cone(task.contacts(), Mode(mode)), {}, status));
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
  line.add_flag("--matrices", options->asked.matrices, "Add the matrices J A B C E N R S V K P");
  line.add_flag("--exact", options->asked.exact, "Add the unrounded integer vectors, as strings");
  add_list(line, options->list);
  add_wrench(line, options->wrench_text, "Also say whether wrench fx,fy,tau is consistent with each mode");
  return {line, [options] { return with_faults_printed(options->task.file(), [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
