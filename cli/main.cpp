// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <iostream>
#include <limits>
#include <optional>
#include <sstream>

#include "commands.h"
#include "interrupt.h"
#include "lcp_command.h"
#include "option_values.h"
#include "output.h"
#include "unknown_command.h"

#ifndef PAWL_VERSION
#error "the build defines PAWL_VERSION"
#endif

namespace pawl::cli {
namespace {

struct CommonOptions {
  std::string task;
  std::string out = "-";
  bool pretty = false;
};

void add_output(CLI::App& command, CommonOptions& options) {
  command.add_flag("--pretty", options.pretty, "Indented output for people");
  command
      .add_option("--out", options.out,
                  "Write the answer to this file, put in place when it is whole; - is standard output")
      ->capture_default_str();
}

void add_common(CLI::App& command, CommonOptions& options) {
  command.add_option("TASK", options.task, "Task file (JSON); - reads standard input")->required();
  add_output(command, options);
}

void add_mode(CLI::App& command, std::optional<std::string>& mode, const char* description) {
  command.add_option("--mode", mode, description);
}

void add_wrench(CLI::App& command, std::optional<std::string>& wrench, const char* description) {
  command.add_option("--wrench", wrench, description);
}

void add_list(CLI::App& command, ModeListOptions& options) {
  command.add_flag("--count", options.count, "Say only how many modes there are");
  command.add_option("--limit", options.seconds, "Stop after so many seconds, with what there is until then")
      ->check(wrong_seconds, "SECONDS");
  options.interrupted = &interrupted_flag();
}

void print_faults(const std::string& file, const InputError& error) {
  for (const Fault& fault : error.faults()) {
    std::string line = fault.pointer.rfind("--", 0) == 0 ? "" : file;  // an option is no part of the file
    for (const std::string* part : {&fault.pointer, &fault.value, &fault.message}) {
      if (!part->empty()) line += (line.empty() ? "" : ": ") + *part;
    }
    std::fprintf(stderr, "%s\n", line.c_str());
  }
}

using Clock = std::chrono::steady_clock;

/// Writes the answer and, where one was asked for, the graph.
int print(const char* command, const std::string& name, const Answer& given, const CommonOptions& common,
          const Outputs& outputs, Clock::time_point start) {
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  const Json document = {
      {"pawl", 1}, {"command", command}, {"name", name}, {"results", given.results}, {"elapsed_ms", elapsed.count()}};
  std::vector<std::string> texts = {text_of(document, common.pretty)};
  if (given.graph) texts.push_back(*given.graph);
  outputs.write(texts);
  for (const std::string& warning : given.warnings) std::fprintf(stderr, "pawl: warning: %s\n", warning.c_str());
  if (given.status == kFailed) std::fprintf(stderr, "pawl: %s\n", given.message.c_str());
  return given.status;
}

/// Reads the task, answers, prints.
int run(const char* command, const CommonOptions& common, const Outputs& outputs,
        const std::function<Answer(const Task&)>& answer) {
  const auto start = Clock::now();
  const Task task = read_task_file(common.task);
  outputs.require_places();
  return print(command, task.name, answer(task), common, outputs, start);
}

/// Reads the task and writes the answer while it is found.
int run_streamed(const char* command, const CommonOptions& common, const Outputs& outputs,
                 const std::function<StreamedAnswer(const Task&)>& answer) {
  const auto start = Clock::now();
  const Task task = read_task_file(common.task);
  outputs.require_places();
  catch_interrupts();
  const StreamedAnswer streamed = answer(task);
  StreamedAnswer::End end;
  outputs.write_in_parts([&](const Outputs::Part& write) {
    JsonStream json(write, common.pretty);
    json.begin('{');
    json.member("pawl", 1);
    json.member("command", command);
    json.member("name", task.name);
    json.key("results");
    end = streamed.write(json);
    if (end.stopped) json.member("stopped", true);
    json.member("elapsed_ms", std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    json.end('}');
    json.finish();
  });
  if (end.stopped) {
    std::fprintf(stderr, "pawl: stopped: %s before the last mode\n",
                 interrupted_flag() ? "interrupted" : "the limit was reached");
  }
  if (end.status == kFailed) std::fprintf(stderr, "pawl: %s\n", end.message.c_str());
  return end.stopped ? kFailed : end.status;
}

/// Reads all problems before it answers any: a bad file among them means no answer at all.
int run_lcp(const std::vector<std::string>& paths, const CommonOptions& common, const Outputs& outputs,
            const LcpCommandOptions& options) {
  const auto start = Clock::now();
  std::vector<NamedLcp> problems;
  for (const std::string& path : paths) {
    try {
      problems.push_back({path, read_lcp(read_text_file(path))});
    } catch (const InputError& error) {
      print_faults(path, error);
    }
  }
  if (problems.size() < paths.size()) return kBadInput;
  outputs.require_places();
  const std::string name = problems.size() == 1 ? problems[0].file.name : "";
  catch_interrupts();  // not before: while files are read nothing looks at the flag
  return print("lcp", name, answer_lcp(problems, options), common, outputs, start);
}

/// Whether the first word is a command, or an option of no command; says what is wrong with any other.
bool is_command(const CLI::App& app, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return true;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (std::find(names.begin(), names.end(), argv[1]) != names.end()) return true;
  std::fprintf(stderr, "pawl: %s\n", unknown_command(argv[1], names).c_str());
  return false;
}

/// The exit status where the command line asks for no answer: help, the version, or a fault.
std::optional<Status> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return std::nullopt;
  } catch (const CLI::ParseError& error) {
    std::ostringstream text;
    if (app.exit(error, text, std::cerr) != 0) return kBadInput;
    write_standard_output(text.str());
    return kYes;
  }
}

int main_command(int argc, char** argv) {
  CLI::App app("Wrench cones, modes and plans for a rigid part against point contacts in the plane.", "pawl");
  app.set_version_flag("--version", "pawl " PAWL_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Exit status: 0 answered; 1 answered no; 2 bad input or command line; 3 not certified, cut short, or not "
      "written.");
  CommonOptions common;
  ConeOptions cone;
  std::optional<std::string> mode;
  std::optional<std::string> wrench;

  CLI::App* cone_command = app.add_subcommand("cone", "The cone of external wrenches consistent with each asked mode");
  add_common(*cone_command, common);
  add_mode(*cone_command, mode, "Mode instead of the task's list: letters a l n r s, or * for any");
  cone_command->add_option("--route", cone.route, "sum (in R^3), or enrsv (the published matrices, by exact cddlib)")
      ->check(CLI::IsMember({"sum", "enrsv"}))
      ->capture_default_str();
  cone_command->add_flag("--matrices", cone.matrices, "Add the matrices J A B C E N R S V K P");
  cone_command->add_flag("--exact", cone.exact, "Add the unrounded integer vectors, as strings");
  add_list(*cone_command, cone.list);
  add_wrench(*cone_command, wrench, "Also say whether wrench fx,fy,tau is consistent with each mode");

  CLI::App* check_command = app.add_subcommand("check", "Whether a mode, or a wrench, is ambiguous or jams");
  add_common(*check_command, common);
  add_mode(*check_command, mode, "Desired mode, instead of the task's only one: letters a l n r s, * for any");
  add_wrench(*check_command, wrench, "Check this wrench fx,fy,tau; with --mode: whether it gives that mode alone");

  CLI::App* forward_command =
      app.add_subcommand("forward", "Every solution of the forward problem: accelerations, contact forces, modes");
  add_common(*forward_command, common);
  add_wrench(*forward_command, wrench, "The external wrench fx,fy,tau");

  PlanCommandOptions plan;
  CLI::App* plan_command =
      app.add_subcommand("plan", "A sensorless insertion plan, or a proof that the model has none");
  add_common(*plan_command, common);
  plan_command
      ->add_option("--require", plan.require,
                   "Only plans that promise at least this: keeps (no impact at a gain takes a contact away)")
      ->check(wrong_guarantee, "keeps");
  plan_command->add_flag_callback(
      "--require-impact-safe", [&plan] { plan.require = "keeps"; }, "As --require keeps");
  plan_command->add_flag("--friction-limit", plan.friction_limit,
                         "Also how far friction may be from its nominal value, for this plan and for any");
  plan_command->add_option("--limit", plan.seconds, "Stop after so many seconds")->check(wrong_seconds, "SECONDS");
  plan_command->add_option("--limit-cells", plan.cells, "Stop after so many cells of wrenches")
      ->check(wrong_count, "COUNT");
  plan_command->add_option(
      "--graphviz", plan.graphviz,
      "Write the states reached under the first wrench (or the obstacle's) to this file; - is standard output");

  std::vector<std::string> files;
  LcpCommandOptions lcp;
  CLI::App* lcp_command =
      app.add_subcommand("lcp", "Solves complementarity problems w = M z + q, or proves that they have no solution");
  lcp_command->add_option("FILE", files, "JSON with M and q, or a contact problem (pc1); - reads standard input")
      ->required();
  add_output(*lcp_command, common);
  lcp_command->add_flag("--all", lcp.all, "List every solution");
  lcp_command->add_flag("--proof", lcp.proof,
                        "Print the proof where there is no solution: a tree with Farkas multipliers");
  lcp_command->add_option("--limit", lcp.seconds, "Stop after so many seconds a file")->check(wrong_seconds, "SECONDS");

  CLI::App* modes_command = app.add_subcommand("modes", "Every feasible mode, each with an acceleration that shows it");
  add_common(*modes_command, common);
  ModeListOptions modes;
  add_list(*modes_command, modes);

  try {
    if (!is_command(app, argc, argv)) return kBadInput;
    if (const std::optional<Status> ended = parse(app, argc, argv)) return *ended;
    Outputs outputs(lcp_command->parsed() ? files : std::vector<std::string>{common.task});
    outputs.add("--out", common.out);
    if (plan.graphviz) outputs.add("--graphviz", *plan.graphviz);
    lcp.interrupted = &interrupted_flag();
    if (lcp_command->parsed()) return run_lcp(files, common, outputs, lcp);
    if (modes_command->parsed()) {
      return run_streamed("modes", common, outputs, [&](const Task& task) { return answer_modes(task, modes); });
    }
    const std::optional<Eigen::Vector3d> g = wrench ? std::optional(parse_wrench(*wrench)) : std::nullopt;
    const StopToken interrupt(std::numeric_limits<double>::infinity(), &interrupted_flag());
    if (check_command->parsed()) {
      return run("check", common, outputs, [&](const Task& task) {
        catch_interrupts();
        return answer_check(task, {mode, g, interrupt});
      });
    }
    if (forward_command->parsed()) {
      return run("forward", common, outputs, [&](const Task& task) {
        catch_interrupts();
        return answer_forward(task, {g, interrupt});
      });
    }
    if (plan_command->parsed()) {
      plan.stop = &interrupted_flag();
      return run("plan", common, outputs, [&](const Task& task) {
        catch_interrupts();  // not before: while the task is read nothing looks at the flag
        return answer_plan(task, plan);
      });
    }
    cone.mode = mode;
    cone.wrench = g;
    return run_streamed("cone", common, outputs, [&](const Task& task) { return answer_cone(task, cone); });
  } catch (const InputError& error) {
    print_faults(common.task, error);
    return kBadInput;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "pawl: %s\n", error.what());
    return kFailed;
  }
}

}  // namespace
}  // namespace pawl::cli

int main(int argc, char** argv) {
  // A reader that went away and a file that may not grow are failed writes, with their own exit status.
  for (const int number : {SIGPIPE, SIGXFSZ}) std::signal(number, SIG_IGN);
  return pawl::cli::main_command(argc, argv);
}
