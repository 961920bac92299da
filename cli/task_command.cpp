// SPDX-License-Identifier: MIT
#include "task_command.h"

#include <cstdio>
#include <limits>

#include "interrupt.h"
#include "json_stream.h"
#include "option_values.h"

namespace pawl::cli {
namespace {

struct ReadTask {
  std::chrono::steady_clock::time_point start;  ///< of the command's time
  ValidTask task;
};

ReadTask read(const TaskOptions& options, const Outputs& outputs) {
  const auto start = std::chrono::steady_clock::now();
  ReadTask read{start, read_valid_task_file(options.file)};
  outputs.require_places();
  catch_interrupts();  // not before: while the task is read nothing looks at the flag
  return read;
}

}  // namespace

void add_task(CommandLine& command, TaskOptions& options) {
  command.add_option("TASK", options.file, "Task file (JSON); - reads standard input").required();
  add_report(command, options.report);
}

void add_mode(CommandLine& command, std::optional<std::string>& mode, const char* description) {
  command.add_option("--mode", mode, description);
}

void add_wrench(CommandLine& command, std::optional<std::string>& wrench, const char* description) {
  command.add_option("--wrench", wrench, description);
}

std::optional<Eigen::Vector3d> parse_wrench(const std::optional<std::string>& text) {
  return text ? std::optional(parse_wrench(*text)) : std::nullopt;
}

void add_list(CommandLine& command, ModeListOptions& options) {
  command.add_flag("--count", options.count, "Say only how many modes there are");
  command.add_option("--limit", options.seconds, "Stop after so many seconds, with what there is until then")
      .check(wrong_seconds, "SECONDS");
}

StopToken interrupt_after(const std::optional<double>& seconds) {
  return StopToken(seconds.value_or(std::numeric_limits<double>::infinity()), &interrupted_flag());
}

Outputs outputs_of(const TaskOptions& options) {
  Outputs outputs({options.file});
  outputs.add("--out", options.report.out);
  return outputs;
}

int run_task(const char* command, const TaskOptions& options, const Outputs& outputs,
             const std::function<Answer(const ValidTask&)>& answer) {
  const ReadTask input = read(options, outputs);
  return print_answer({command, input.task.task().name, input.start}, answer(input.task), options.report, outputs);
}

int run_streamed_task(const char* command, const TaskOptions& options, const Outputs& outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer) {
  const ReadTask input = read(options, outputs);
  const StreamedAnswer streamed = answer(input.task);
  StreamedAnswer::End end;
  outputs.write_in_parts([&](const Outputs::Part& write) {
    JsonStream json(write, options.report.pretty);
    json.begin('{');
    json.member("pawl", 1);
    json.member("command", command);
    json.member("name", input.task.task().name);
    json.key("results");
    end = streamed.write(json);
    if (end.stopped) json.member("stopped", true);
    json.member("elapsed_ms", milliseconds_since(input.start));
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

}  // namespace pawl::cli
