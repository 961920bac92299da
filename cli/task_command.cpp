// SPDX-License-Identifier: MIT
#include "task_command.h"

#include <pawl/base/fault.h>
#include <pawl/io/edit_document.h>
#include <pawl/io/read_scene.h>
#include <pawl/io/read_task.h>
#include <pawl/io/warnings.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "answers/json_stream.h"
#include "answers/text/answer_text.h"
#include "interrupt.h"
#include "option_values.h"
#include "picture_options.h"
#include "progress.h"

namespace pawl::cli {
namespace {

struct ReadTask {
  Question question;
  ValidTask task;
};

/// A scene has nearly nothing that a task has: one fault says so better than all of them.
[[noreturn]] void refuse(const std::string& file, const InputError& error) {
  if (file != "-" && kind_of_text(read_text_file(file)) == TextKind::scene) {
    throw InputError("/bodies", "", "this is a scene, which pawl simulate takes; expected a task, with a \"part\"");
  }
  throw error;
}

ReadTask read(const char* command, const std::string& file, const TaskOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  ValidTask task = read_task_of_command(file, options.report, options.passed_over);
  Question question{command, task.task().name, start, file, task.task().units, options.files.size() > 1};
  return {std::move(question), std::move(task)};
}

/// All tasks; nothing where one of them has faults, which are printed.
std::vector<ReadTask> read_all(const char* command, const TaskOptions& options, Outputs& outputs) {
  std::vector<ReadTask> tasks;
  bool bad = false;
  for (const std::string& file : options.files) {
    const bool sound = without_fault(file, [&] { tasks.push_back(read(command, file, options)); });
    bad = bad || !sound;
  }
  if (bad) return {};
  for (const ReadTask& read : tasks) add_named_files(read.task, outputs);
  outputs.require_places();
  catch_interrupts();  // not before: while tasks are read nothing looks at the flag
  return tasks;
}

}  // namespace

ValidTask read_task_of_command(const std::string& file, const ReportOptions& options,
                               const std::vector<std::string>& passed_over) {
  try {
    if (!passed_over.empty())
      return read_valid_task(without_members(read_input(file, options), passed_over), folder_of(file));
    return options.set.empty() ? read_valid_task_file(file)
                               : read_valid_task(read_input(file, options), folder_of(file));
  } catch (const InputError& error) {
    refuse(file, error);
  }
}

void add_named_files(const ValidTask& task, Outputs& outputs) {
  for (const std::string& file : task.named_files()) outputs.add_input(file);
}

void add_task(CommandLine& command, TaskOptions& options) {
  command
      .add_option("TASK", options.files,
                  "Task file (JSON); - reads standard input. Several: a line of JSON each, with its \"file\"")
      .required();
  add_report(command, options.report);
  add_pictures(command, options.pictures);
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
  require_one_task(options, "--svg, --png, --pdf and --html", options.pictures.any());
  Outputs outputs(options.files);
  outputs.add("--out", options.report.out);
  add_outputs(options.pictures, outputs);
  return outputs;
}

void require_one_task(const TaskOptions& options, const char* option, bool given) {
  if (given && options.files.size() > 1) throw InputError(option, "", "is for one task, and there are several");
}

void add_picture(const ValidTask& task, const PictureOptions& options, const ReportOptions& report,
                 AnsweredQuestion& answered) {
  if (!options.any()) return;
  const Outputs::Texts texts = rendered_answer(task, document_of(answered, report), options);
  answered.answer.files.insert(answered.answer.files.begin(), texts.begin(), texts.end());
}

int run_task(const char* command, const TaskOptions& options, Outputs outputs,
             const std::function<Answer(const ValidTask&)>& answer) {
  const std::vector<ReadTask> tasks = read_all(command, options, outputs);
  std::vector<AnsweredQuestion> answered;
  bool bad = tasks.empty();
  Progress progress("task", static_cast<long>(tasks.size()));
  for (const auto& [question, task] : tasks) {
    const bool sound = without_fault(question.file, [&, &question = question, &task = task] {
      Answer found = answer(task);
      const Warnings of_task = warnings(task, command);
      found.warnings.insert(found.warnings.begin(), of_task.begin(), of_task.end());
      answered.push_back({question, std::move(found)});
      add_picture(task, options.pictures, options.report, answered.back());
    });
    bad = bad || !sound;
    if (tasks.size() > 1) progress.show(static_cast<long>(answered.size()));
  }
  return bad ? kBadInput : print_answers(answered, options.report, outputs);
}

namespace {

struct Streamed {
  const ReadTask& read;
  StreamedAnswer answer;
  StreamedAnswer::End end = {};
  Warnings warnings = {};
};

void write_streamed(Streamed& streamed, const ReportOptions& options, JsonStream& json) {
  streamed.end = write_document(streamed.read.question, streamed.answer, streamed.warnings, !options.no_timing, json);
}

int status_of(const Streamed& streamed, const ReportOptions& options) {
  print_warnings(streamed.read.question.file, streamed.warnings, options);
  if (streamed.end.stopped) {
    write_message(std::string("pawl: stopped: ") + (interrupted_flag() ? "interrupted" : "the limit was reached") +
                  " before the last mode");
  }
  if (streamed.end.status == kFailed) write_message("pawl: " + streamed.end.message);
  return streamed.end.stopped ? kFailed : streamed.end.status;
}

}  // namespace

namespace {

/// An answer of which there is a picture is kept in memory; the text is that of the stream.
void write_drawn(Streamed& streamed, const TaskOptions& options, const Outputs& outputs) {
  Json document;
  JsonStream json(document, std::numeric_limits<std::size_t>::max());
  write_streamed(streamed, options.report, json);
  const Status status = streamed.end.stopped ? kFailed : streamed.end.status;
  Outputs::Texts texts = {as_text(options.report) ? text_for_people(document, status, style_of(options.report))
                                                  : text_of(document, options.report.pretty)};
  for (std::optional<std::string>& text : rendered_answer(streamed.read.task, document, options.pictures)) {
    texts.push_back(std::move(text));
  }
  outputs.write(texts);
}

}  // namespace

int run_streamed_task(const char* command, const TaskOptions& options, Outputs outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer) {
  const std::vector<ReadTask> tasks = read_all(command, options, outputs);
  std::vector<Streamed> all;
  bool bad = tasks.empty();
  for (const ReadTask& read : tasks) {
    const bool sound = without_fault(read.question.file, [&] {
      StreamedAnswer streamed = answer(read.task);
      all.push_back({read, std::move(streamed)});
      all.back().warnings = without_silenced(warnings(read.task, command), options.report);
    });
    bad = bad || !sound;
  }
  if (bad) return kBadInput;
  if (options.pictures.any()) {
    write_drawn(all[0], options, outputs);
    return status_of(all[0], options.report);
  }
  outputs.write_in_parts([&](const Outputs::Part& write) {
    for (Streamed& streamed : all) {
      if (!as_text(options.report)) {
        JsonStream json(write, options.report.pretty);
        write_streamed(streamed, options.report, json);
        continue;
      }
      constexpr std::size_t kMostShown = 1000;
      Json document;
      JsonStream json(document, kMostShown);
      write_streamed(streamed, options.report, json);
      write(text_for_people(document, streamed.end.stopped ? kFailed : streamed.end.status, style_of(options.report)));
    }
  });
  int status = kYes;
  for (const Streamed& streamed : all) status = std::max(status, status_of(streamed, options.report));
  return status;
}

}  // namespace pawl::cli
