// SPDX-License-Identifier: MIT
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include "answers/recheck/recheck.h"
#include "answers/verify_answer.h"
#include "commands.h"
#include "report.h"
#include "task_command.h"

namespace pawl::cli {
namespace {

struct VerifyOptions {
  std::string file;
  std::optional<std::string> task;
  bool partial = false;
  ReportOptions report;
};

ValidTask read_task_beside(const std::string& file, const ReportOptions& options, Outputs& outputs) {
  ValidTask task = read_valid_task(read_input(file, options), folder_of(file));
  add_named_files(task, outputs);
  return task;
}

AnswerCheck check_answer(const std::string& file, const std::string& text, const ReportOptions& options,
                         Outputs& outputs) {
  const StopToken stop = interrupt_after();
  if (command_of_answer(text) == "lcp") return recheck_answer(read_lcp(read_input(file, options)), text, stop);
  return recheck_answer(read_task_beside(file, options, outputs), text, stop);
}

Answer verify(const VerifyOptions& options, Outputs& outputs) {
  const std::string text = read_text_file(options.file);
  if (!options.task && !options.report.set.empty()) {
    throw InputError("--set", "", "puts values into the task: it needs --task");
  }
  if (!options.task) return verify_answer(verify_certificate(text), false);
  if (is_certificate(text)) {
    return verify_answer(verify_certificate(text, read_task_beside(*options.task, options.report, outputs)), true);
  }
  return verify_answer(check_answer(*options.task, text, options.report, outputs), options.partial);
}

int run(const VerifyOptions& options) {
  const Time start = std::chrono::steady_clock::now();
  std::vector<std::string> inputs{options.file};
  if (options.task) inputs.push_back(*options.task);
  Outputs outputs(inputs);
  outputs.add("--out", options.report.out);
  outputs.require_places();
  const Answer answer = verify(options, outputs);
  return print_answers({{{"verify", options.file, start, options.file}, answer}}, options.report, outputs);
}

}  // namespace

Command add_verify(Program& program) {
  const auto options = std::make_shared<VerifyOptions>();
  CommandLine line = program.add_command(
      "verify",
      "Check an energy certificate (with --task: of that task), or with --task a saved answer, field by field");
  line.add_option("file", options->file, "Certificate or answer; - is standard input").required();
  line.add_option("--task", options->task, "The task (of lcp: the problem) that the answer is to");
  line.add_flag("--partial", options->partial,
                "Accept an answer with fields that cannot be computed again without a search; they are listed");
  add_report(line, options->report);
  return {line, [options] { return with_faults_printed(options->file, [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
