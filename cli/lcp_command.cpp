// SPDX-License-Identifier: MIT
#include <pawl/io/read_lcp.h>
#include <pawl/io/read_task.h>
#include <pawl/lcp/solve_lcp.h>

#include <algorithm>
#include <chrono>

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
  bool all = false;               ///< list every solution
  bool proof = false;             ///< print the proof of a "none"
  std::optional<double> seconds;  ///< limit a file, default 20
};

struct NamedLcp {
  std::string path;  ///< as on the command line
  LcpFile file;
};

const char* word_of(LcpAnswer::Status status) {
  switch (status) {
    case LcpAnswer::Status::solved:
      return "solved";
    case LcpAnswer::Status::none:
      return "none";
    case LcpAnswer::Status::undecided:
      break;
  }
  return "undecided";
}

Status status_of(const LcpAnswer& answer, bool all) {
  if (answer.status == LcpAnswer::Status::undecided || (all && !answer.complete)) return kFailed;
  return answer.status == LcpAnswer::Status::none ? kNo : kYes;
}

LcpAnswer solve(const Lcp& lcp, const LcpLimits& limits, bool all) {
  return all ? all_lcp_solutions(lcp, limits) : solve_lcp(lcp, limits);
}

LcpAnswer solve(const ContactProblem& problem, const LcpLimits& limits, bool all) {
  return all ? all_contact_solutions(problem, limits) : solve_contact_problem(problem, limits);
}

Eigen::Index variables(const Lcp& lcp) { return lcp.size(); }
Eigen::Index variables(const ContactProblem& problem) {
  const auto contacts = static_cast<Eigen::Index>(problem.contacts.size());
  if (problem.level == ContactProblem::Level::velocity) return 4 * contacts;
  return 3 * contacts - 2 * std::count_if(problem.contacts.begin(), problem.contacts.end(),
                                          [](const auto& contact) { return contact.sliding != 0; });
}

Json vector_json(const Eigen::VectorXd& v) {
  Json entries = Json::array();
  for (const double entry : v) entries.push_back(entry);
  return entries;
}

Json proof_json(const LcpRefutation& refutation) {
  Json nodes = Json::array();
  for (const LcpRefutation::Node& node : refutation.nodes) {
    if (node.branch >= 0) {
      nodes.push_back({{"branch", node.branch}, {"z_zero", node.z_zero}, {"w_zero", node.w_zero}});
    } else {
      nodes.push_back({{"multipliers", node.multipliers}});
    }
  }
  return nodes;
}

Json problem_json(const NamedLcp& problem, const LcpOptions& options, Status& status) {
  LcpLimits limits;
  constexpr double kUsualSeconds = 20;
  limits.stop = StopToken(options.seconds.value_or(kUsualSeconds), &interrupted_flag());
  const auto start = std::chrono::steady_clock::now();
  const LcpAnswer answer =
      std::visit([&](const auto& p) { return solve(p, limits, options.all); }, problem.file.problem);
  const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - start;
  status = std::max(status, status_of(answer, options.all));
  const bool solved = answer.status == LcpAnswer::Status::solved;
  double residual = answer.residual;
  if (!solved) {
    residual = std::visit([&](const auto& p) { return lcp_residual(p, Eigen::VectorXd::Zero(variables(p))); },
                          problem.file.problem);
  }
  Json result = {{"file", problem.path},
                 {"status", word_of(answer.status)},
                 {"z", solved ? vector_json(answer.z) : Json(nullptr)},
                 {"residual", residual},
                 {"pivots", answer.pivots}};
  if (!options.report.no_timing) result["elapsed_us"] = elapsed.count();
  result["method"] = method_name(answer.method);
  if (options.all) {
    result["solutions"] = Json::array();
    for (const Eigen::VectorXd& z : answer.solutions) result["solutions"].push_back(vector_json(z));
    result["complete"] = answer.complete;
  }
  if (options.proof && answer.status == LcpAnswer::Status::none) {
    result["proof"] = proof_json(answer.refutation);
    result["proof_variables"] = answer.refutation.variables;
  }
  return result;
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
  line.add_flag("--all", options->all, "List every solution");
  line.add_flag("--proof", options->proof,
                "Print the proof where there is no solution: a tree with Farkas multipliers");
  line.add_option("--limit", options->seconds, "Stop after so many seconds a file").check(wrong_seconds, "SECONDS");
  return {line, [options] { return with_faults_printed("", [&] { return run(*options); }); }};
}

}  // namespace pawl::cli
