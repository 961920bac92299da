// SPDX-License-Identifier: MIT
#include <pawl/io/read_lcp.h>
#include <pawl/io/read_task.h>

#include <chrono>

#include "answers/lcp_answer.h"
#include "commands.h"
#include "interrupt.h"
#include "option_values.h"
#include "progress.h"
#include "report.h"

namespace pawl::cli {
namespace {

struct LcpOptions {
  std::vector<std::string> files;
  ReportOptions report;
  LcpQuestion asked;
  std::optional<double> seconds;  ///< limit a file, default 20
};

struct NamedLcp {
  std::string path;  ///< as on the command line
  LcpFile file;
};

Json problem_json(const NamedLcp& problem, const LcpOptions& options, Status& status) {
  LcpLimits limits;
  constexpr double kUsualSeconds = 20;
  limits.stop = StopToken(options.seconds.value_or(kUsualSeconds), &interrupted_flag());
  const auto start = std::chrono::steady_clock::now();
  const LcpAnswer found = find_lcp(problem.file, limits, options.asked.all);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  const auto microseconds = options.report.no_timing ? std::nullopt : std::optional(elapsed.count());
  return lcp_answer(problem.path, problem.file, found, options.asked, microseconds, status);
}

Answer answer_lcp(const std::vector<NamedLcp>& problems, const LcpOptions& options) {
  Answer answer;
  answer.results = Json::array();
  answer.message = "a problem is undecided";
  Progress progress("problem", static_cast<long>(problems.size()));
  long done = 0;
  for (const NamedLcp& problem : problems) {
    answer.results.push_back(problem_json(problem, options, answer.status));
    progress.show(++done);
  }
  return answer;
}

/// Reads all problems before it answers any: a bad file among them means no answer at all.
int run(const LcpOptions& options) {
  Outputs outputs(options.files);
  outputs.add("--out", options.report.out);
  const auto start = std::chrono::steady_clock::now();
  std::vector<NamedLcp> problems;
  for (const std::string& path : options.files) {
    with_faults_printed(path, [&] {
      problems.push_back({path, read_lcp(read_input(path, options.report))});
      return kYes;
    });
  }
  if (problems.size() < options.files.size()) return kBadInput;
  outputs.require_places();
  const std::string name = problems.size() == 1 ? problems[0].file.name : "";
  catch_interrupts();  // not before: while files are read nothing looks at the flag
  const Answer answer = answer_lcp(problems, options);
  return print_answers({{{"lcp", name, start}, answer}}, options.report, outputs);
}

}  // namespace

Command add_lcp(Program& program) {
  const auto options = std::make_shared<LcpOptions>();
  CommandLine line =
      program.add_command("lcp", "Solves complementarity problems w = M z + q, or proves that they have no solution");
  line.add_option("FILE", options->files, "JSON with M and q, or a contact problem (pc1); - reads standard input")
      .required();
  add_report(line, options->report);
  line.add_flag("--all", options->asked.all, "List every solution");
  line.add_flag("--proof", options->asked.proof,
                "Print the proof where there is no solution: a tree with Farkas multipliers");
  line.add_option("--limit", options->seconds, "Stop after so many seconds a file").check(wrong_seconds, "SECONDS");
  return {line, [options] { return with_faults_printed("", [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
