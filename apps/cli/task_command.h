// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "answers/questions.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {

/// check_again(), cone_again() and forward_again() answer the question that a saved answer of the command states. They
/// throw InputError if the question does not apply to this task.
Json check_again(const ValidTask& task, const Json& results);
Json cone_again(const ValidTask& task, const Json& results);  ///< Computes the cones of the modes in `results`.
Json forward_again(const ValidTask& task, const Json& results);

// Options for drawing the answer of a command.

struct PictureOptions {
  std::optional<std::string> svg, png, pdf;  ///< output files
  std::optional<std::string> html;           ///< output file for a player
  std::optional<std::string> theme;
  std::string size = "1280x800";

  bool draws() const { return svg || png || pdf; }
  bool any() const { return draws() || html; }
  Eigen::Vector2d page() const;  ///< Returns the page's size, px; throws InputError for an invalid size.
};

void add_pictures(CommandLine& command, PictureOptions& options);
/// Adds all options except --html, for a command whose answer cannot be played.
void add_still_pictures(CommandLine& command, PictureOptions& options);

/// add_outputs() adds the requested files as the next outputs, with the player last. rendered() returns the texts of
/// all files except the player, in the same order.
void add_outputs(const PictureOptions& options, Outputs& outputs);
Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options);

/// Warns of files whose endings belong to another format, such as --png part.jpg.
void warn_of_names(const PictureOptions& pictures, const ReportOptions& report);

/// Adds the files for the workshop as the next outputs, in the order of shop_files (answers/shop_files.h).
void add_outputs(const answers::ShopQuestion& question, Outputs& outputs);

/// Returns a player in the colours of the theme. Without a theme, the colours are those of the reader's system. For the
/// theme `print`, the light colours are used.
std::string page_text(draw::Page page, const PictureOptions& options);

/// Returns the texts of an answer's picture and player for the requested files, in the order of add_outputs. `saved` is
/// true for a saved answer; the player states this.
Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options,
                               bool saved = false);

// Common parts of commands that read tasks and print one answer per task.

struct TaskOptions {
  std::vector<std::string> files;
  std::vector<std::string> passed_over;  ///< keys of a task that the command ignores
  std::optional<std::string> task_out;   ///< output file of the task that was solved
  ReportOptions report;
  PictureOptions pictures;

  std::string file() const { return files.size() == 1 ? files[0] : ""; }  ///< the input file, if there is exactly one
};

/// The name of a command's input in the help, and its help text.
struct Input {
  const char* name = "TASK";
  const char* help =
      "Task file (JSON), or a drawing (DXF, SVG); - is standard input. Several files: one line of JSON per file, with its "
      "\"file\"";
  bool task_out = true;  ///< whether the command has the usual option --task-out; pawl fixture has a different one
};
void add_task(CommandLine& command, TaskOptions& options, const Input& input = {});

/// Writes a task to the file of --task-out, if that option is given. The written task includes the values of options,
/// and contains an outline in place of a drawing.
void write_asked(const ValidTask& task, const TaskOptions& options);

/// Common parts of commands that read one file but do not answer a question about a task (see TaskOptions).
struct FileOptions {
  std::string file;
  ReportOptions report;
  PictureOptions pictures;
};

/// Adds a command that reads tasks and answers one question about each task. Adds its input, its report and picture
/// options, and the question's parameters (answers/questions.h).
template <class Question>
Command add_task_command(Program& program, const char* name, const char* help,
                         int (*run)(const TaskOptions& options, const Question& question), const Input& input = {},
                         Parameters (*list)(Question& question) = parameters) {
  struct Asked {
    TaskOptions task;
    Question question;
  };
  const auto asked = std::make_shared<Asked>();
  CommandLine line = program.add_command(name, help);
  add_task(line, asked->task, input);
  line.add(list(asked->question));
  return {line, [asked, run] {
            return with_faults_printed(asked->task.file(), [&] { return run(asked->task, asked->question); });
          }};
}

/// Throws InputError if several tasks are given together with an option that writes a single file.
void require_one_task(const TaskOptions& options, const char* option, bool given);

/// Returns a token that stops when the user interrupts the command, or after `seconds`.
StopToken interrupt_after(const std::optional<double>& seconds = std::nullopt);

/// Reads a task and ignores its keys `passed_over`. If the file is a scene, throws InputError with a single fault.
ValidTask read_task_of_command(const std::string& file, const ReportOptions& options,
                               const std::vector<std::string>& passed_over = {});

/// Registers the files to which a task refers as inputs. Throws InputError if an output would overwrite one of them.
void add_named_files(const ValidTask& task, Outputs& outputs);

/// Returns the outputs of --out and of the pictures. Must be called after the inputs are known. Throws InputError for
/// invalid outputs.
Outputs outputs_of(const TaskOptions& options);

/// Inserts the requested pictures before the other files of an answer.
void add_picture(const ValidTask& task, const PictureOptions& options, const ReportOptions& report,
                 AnsweredQuestion& answered);

/// Reads all tasks, computes their answers, and prints the answers in the order of the tasks. Once all tasks are read,
/// an interrupt ends the computation. If some tasks have faults, these are printed, and the exit status is that of
/// invalid input.
int run_task(const char* command, const TaskOptions& options, Outputs outputs,
             const std::function<Answer(const ValidTask&)>& answer);

/// Does the same as run_task() for answers that are written during the search.
int run_streamed_task(const char* command, const TaskOptions& options, Outputs outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer);

/// Throws InputError unless a document is an answer of this version, from a command whose answers can be drawn.
void require_answer(const Json& document);

/// Checks a saved answer against its task before it is drawn. For `check`, `cone` and `forward`, computes the answer
/// again. Verifies a plan as `pawl verify` does, and searches for it again. Runs some trials again. Throws InputError
/// for an answer that is broken or belongs to another task. If a plan's margins could not be found again, adds a
/// warning.
void check_saved(const ValidTask& task, Json& document);

}  // namespace pawl::cli
