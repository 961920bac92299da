// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/modes/wrench_cone.h>

#include "answer_again.h"
#include "answers/cone_answer.h"
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

StreamedAnswer answer(const ValidTask& task, const ConeOptions& options) {
  return answer_cones(task, {.mode = options.mode,
                             .route = options.route == "enrsv" ? Route::enrsv : Route::sum,
                             .count = options.list.count,
                             .each = options.asked,
                             .stop = interrupt_after(options.list.seconds)});
}

int run(ConeOptions options) {
  const Outputs outputs = outputs_of(options.task);
  options.asked.wrench = parse_wrench(options.wrench_text);
  return run_streamed_task("cone", options.task, outputs, [&](const ValidTask& task) { return answer(task, options); });
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
