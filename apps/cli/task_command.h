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

/// These functions compute a saved answer of `check`, `cone` or `forward` again, for the question that the answer
/// states. They throw InputError if the question does not apply to the task.
Json check_again(const ValidTask& task, const Json& results);
Json cone_again(const ValidTask& task, const Json& results);  ///< Computes the cones of the modes that `results`
                                                              ///< contains.
Json forward_again(const ValidTask& task, const Json& results);

// Options for the picture of an answer.

struct PictureOptions {
  std::optional<std::string> svg, png, pdf;  ///< output files of the picture
  std::optional<std::string> html;           ///< output file of the player
  std::optional<std::string> theme;
  std::string size = "1280x800";

  bool draws() const { return svg || png || pdf; }
  bool any() const { return draws() || html; }
  Eigen::Vector2d page() const;  ///< Returns the page size, px. Throws InputError for an invalid size.
};

void add_pictures(CommandLine& command, PictureOptions& options);
/// Adds the same options without --html, for a command whose answer has no player.
void add_still_pictures(CommandLine& command, PictureOptions& options);

/// add_outputs() adds the requested files to the outputs, the player last. rendered() returns the texts of these files
/// in the same order, without the player.
void add_outputs(const PictureOptions& options, Outputs& outputs);
Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options);

/// Warns of a file name whose ending belongs to another format, as in --png part.jpg.
void warn_of_names(const PictureOptions& pictures, const ReportOptions& report);

/// Adds the files for the workshop to the outputs, in the order of shop_files (answers/shop_files.h).
void add_outputs(const answers::ShopQuestion& question, Outputs& outputs);

/// Returns the text of a player in the colours of the theme. The theme `print` has the light colours. Without a theme,
/// the browser's preference selects light or dark.
std::string page_text(draw::Page page, const PictureOptions& options);

/// Returns the texts of the requested picture and player of an answer, in the order of add_outputs(). `saved` states
/// whether the answer comes from a file; the player states this.
Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options,
                               bool saved = false);

// Functions and types for all commands that read tasks and print one answer per task.

struct TaskOptions {
  std::vector<std::string> files;
  std::vector<std::string> passed_over;  ///< keys of a task file that the command ignores
  std::optional<std::string> task_out;   ///< output file of the task after all options were applied
  ReportOptions report;
  PictureOptions pictures;

  std::string file() const { return files.size() == 1 ? files[0] : ""; }  ///< returns the input file if there is
                                                                          ///< exactly one, otherwise ""
};

/// The name and the description of a command's input in the help.
struct Input {
  const char* name = "TASK";
  const char* help =
      "Task file (JSON), or a drawing (DXF, SVG); - is standard input. Several files: one line of JSON per file, with its "
      "\"file\"";
  bool task_out = true;  ///< whether to add the usual option --task-out; `pawl fixture` has its own option of this name
};
void add_task(CommandLine& command, TaskOptions& options, const Input& input = {});

/// If --task-out is given, writes the task to its file. The written task contains the values of all options, and an
/// outline in place of a drawing.
void write_asked(const ValidTask& task, const TaskOptions& options);

/// The options of a command that reads one file, but does not answer a question about a task. For commands that do, see
/// TaskOptions.
struct FileOptions {
  std::string file;
  ReportOptions report;
  PictureOptions pictures;
};

/// Adds a command that reads tasks and answers one question about each of them. Adds the command's input, the options
/// for reports and pictures, and the parameters of the question (answers/questions.h).
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

/// Throws InputError if several tasks are given and `given` is true: the option `option` writes a single file.
void require_one_task(const TaskOptions& options, const char* option, bool given);

/// Returns a token that stops when the user interrupts the command or when `seconds` are over.
StopToken interrupt_after(const std::optional<double>& seconds = std::nullopt);

/// Reads a task without its keys `passed_over`. If the file is a scene, throws InputError with a single fault that
/// states this.
ValidTask read_task_of_command(const std::string& file, const ReportOptions& options,
                               const std::vector<std::string>& passed_over = {});

/// Adds the files to which a task refers to the inputs. Throws InputError if an output would overwrite one of these
/// files.
void add_named_files(const ValidTask& task, Outputs& outputs);

/// Returns the outputs for --out and for the pictures. All inputs must be known before the call. Throws InputError for
/// an invalid output.
Outputs outputs_of(const TaskOptions& options);

/// Inserts the texts of the requested pictures before the other output files of an answer.
void add_picture(const ValidTask& task, const PictureOptions& options, const ReportOptions& report,
                 AnsweredQuestion& answered);

/// Reads all tasks, computes their answers, and prints the answers in the order of the tasks. An interrupt that arrives
/// after the reading ends the computation. If some tasks have faults, prints the faults and returns the exit status for
/// bad input.
int run_task(const char* command, const TaskOptions& options, Outputs outputs,
             const std::function<Answer(const ValidTask&)>& answer);

/// Does the same as run_task(), for answers that are written while the search runs.
int run_streamed_task(const char* command, const TaskOptions& options, Outputs outputs,
                      const std::function<StreamedAnswer(const ValidTask&)>& answer);

/// Throws InputError unless the document is an answer of this version of Pawl, from a command whose answers have a
/// picture.
void require_answer(const Json& document);

/// Checks a saved answer against its task before it is drawn. Computes an answer of `check`, `cone` or `forward` again.
/// If the goal of a plan has at most 8 contacts, verifies the plan in the same way as `pawl verify`, and searches for
/// it again. Runs some of the trials again. Throws InputError if the answer is broken or belongs to another task. Adds
/// a warning if a plan was not checked, or if its margins were not found again.
void check_saved(const ValidTask& task, Json& document);

}  // namespace pawl::cli
