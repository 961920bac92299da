// SPDX-License-Identifier: MIT
#include <pawl/io/read_lcp.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <chrono>

#include "answers/mode_answers.h"
#include "answers/recheck.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/task_command.h"

namespace pawl::cli {
namespace {

struct LcpInput {
  std::vector<std::string> files;
  ReportOptions report;
};

struct NamedLcp {
  std::string path;  ///< path as given on the command line
  LcpFile file;
};

Json problem_json(const NamedLcp& problem, const LcpQuestion& question, bool timing, Status& status) {
  LcpLimits limits;
  constexpr double kUsualSeconds = 20;
  limits.stop = StopToken(question.limit.value_or(kUsualSeconds), &interrupted_flag());
  const auto start = std::chrono::steady_clock::now();
  const FoundLcp found = find_lcp(problem.file, limits, question);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  const auto microseconds = timing ? std::optional(elapsed.count()) : std::nullopt;
  return lcp_answer(problem.path, problem.file, found, question, microseconds, status);
}

Answer answer_lcp(const std::vector<NamedLcp>& problems, const LcpQuestion& question, bool timing) {
  Answer answer;
  answer.results = Json::array();
  answer.message = question.method == "interior-point" ? "the interior point method leaves at least one problem undecided"
                                                       : "at least one problem is undecided (raise --limit)";
  Progress progress("problem", static_cast<long>(problems.size()));
  long done = 0;
  for (const NamedLcp& problem : problems) {
    answer.results.push_back(problem_json(problem, question, timing, answer.status));
    progress.show(++done);
  }
  return answer;
}

/// Reads the problems of all files first. Then solves each problem whose file had no faults.
int run_lcp(const LcpInput& options, const LcpQuestion& question) {
  Outputs outputs(options.files);
  outputs.add("--out", options.report.out);
  const auto start = std::chrono::steady_clock::now();
  std::vector<NamedLcp> problems;
  for (const std::string& path : options.files) {
    without_fault(path, [&] {
      const std::string text = read_input(path, options.report);
      try {
        problems.push_back({path, read_lcp(text)});
      } catch (const InputError&) {
        if (kind_of_text(text) == TextKind::unknown) throw;
        throw InputError("", "", "this is a task or a scene; expected JSON with M and q, or a contact problem (pc1)");
      }
    });
  }
  if (problems.empty()) return kBadInput;
  outputs.require_places();
  const std::string name = problems.size() == 1 ? problems[0].file.name : "";
  catch_interrupts();  // must follow the reading of files: the interrupt flag is not polled while a file is read
  const Answer answer = answer_lcp(problems, question, !options.report.no_timing);
  const int status = print_answers({{{"lcp", name, start}, answer}}, options.report, outputs);
  return problems.size() < options.files.size() ? kBadInput : status;
}

}  // namespace

Command add_lcp(Program& program) {
  const auto input = std::make_shared<LcpInput>();
  const auto question = std::make_shared<LcpQuestion>();
  CommandLine line = program.add_command(
      "lcp", "Solve linear complementarity problems w = M z + q, or prove that they have no solution");
  line.add_option("FILE", input->files, "JSON with M and q, or a contact problem (pc1); - is standard input")
      .required();
  add_report(line, input->report);
  line.add(parameters(*question));
  return {line, [=] { return with_faults_printed("", [&] { return run_lcp(*input, *question); }); }};
}

namespace {

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

Answer verify(const FileOptions& options, const VerifyQuestion& question, Outputs& outputs) {
  const std::string text = read_text_file(options.file);
  if (!question.task && !options.report.set.empty()) {
    throw InputError("--set", "", "needs --task, because it changes values of the task");
  }
  if (!question.task) return verify_answer(verify_certificate(text), false);
  if (is_certificate(text)) {
    return verify_answer(verify_certificate(text, read_task_beside(*question.task, options.report, outputs)), true);
  }
  return verify_answer(check_answer(*question.task, text, options.report, outputs), question.partial);
}

int run_verify(const FileOptions& options, const VerifyQuestion& question) {
  const Time start = std::chrono::steady_clock::now();
  std::vector<std::string> inputs{options.file};
  if (question.task) inputs.push_back(*question.task);
  Outputs outputs(inputs);
  outputs.add("--out", options.report.out);
  outputs.require_places();
  const Answer answer = verify(options, question, outputs);
  return print_answers({{{"verify", options.file, start, options.file}, answer}}, options.report, outputs);
}

}  // namespace

Command add_verify(Program& program) {
  const auto options = std::make_shared<FileOptions>();
  const auto question = std::make_shared<VerifyQuestion>();
  CommandLine line =
      program.add_command("verify", "Check a certificate, or with --task a saved answer, field by field");
  line.add_option("file", options->file, "Energy certificate or answer; - is standard input").required();
  line.add(parameters(*question));
  add_report(line, options->report);
  return {line, [=] { return with_faults_printed(options->file, [&] { return run_verify(*options, *question); }); }};
}

}  // namespace pawl::cli
