// SPDX-License-Identifier: MIT
// What the commands share that read one task and print one answer.
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "picture_options.h"
#include "report.h"

namespace pawl::cli {

struct TaskOptions {
  std::vector<std::string> files;
  std::vector<std::string> passed_over;  ///< keys of a task that the command does not read, whatever is in them
  ReportOptions report;
  PictureOptions pictures;

  std::string file() const { return files.size() == 1 ? files[0] : ""; }  ///< where there is one
};

void add_task(CommandLine& command, TaskOptions& options);
void add_mode(CommandLine& command, std::optional<std::string>& mode, const char* description);
void add_wrench(CommandLine& command, std::optional<std::string>& wrench, const char* description);
std::optional<Eigen::Vector3d> parse_wrench(const std::optional<std::string>& text);  ///< world frame

/// Where the modes that a command lists end early, and whether they are counted only.
struct ModeListOptions {
  bool count = false;
  std::optional<double> seconds;
};
void add_list(CommandLine& command, ModeListOptions& options);

/// Throws InputError where an option that writes one file is given for several tasks.
void require_one_task(const TaskOptions& options, const char* option, bool given);

/// Stops when the user interrupts the command, and after so many seconds.
StopToken interrupt_after(const std::optional<double>& seconds = std::nullopt);

/// Reads a task, without some of its keys; one fault for a scene.
ValidTask read_task_of_command(const std::string& file, const ReportOptions& options,
                               const std::vector<std::string>& passed_over = {});

/// Adds the files that a task names to the inputs. Throws InputError if an output would replace one.
void add_named_files(const ValidTask& task, Outputs& outputs);

/// The outputs of --out and of the pictures, after the input is known; bad ones throw InputError.
Outputs outputs_of(const TaskOptions& options);

/// Puts the pictures that were asked for before the other files of an answer.
void add_picture(const ValidTask& task, const PictureOptions& options, const ReportOptions& report,
                 AnsweredQuestion& answered);

/// Reads the tasks, answers all, prints the answers in their order; an interrupt from then on asks the answers to end.
/// What is wrong with any of them means no output at all.
int run_task(const char* command, const TaskOptions& options, Outputs outputs,
             const std::function<Answer(const ValidTask&)>& answer);

/// The same where the answer is written while it is found.
int run_streamed_task(const char* command, const TaskOptions& options, Outputs outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer);

}  // namespace pawl::cli
