// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/page.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/fixture_check.h>

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/fixture_answer.h"
#include "cli/command_line.h"
#include "cli/output.h"
#include "cli/report.h"

namespace pawl::cli {

/// What a command says now of what a saved answer of it says it was asked. Throw InputError for what cannot be asked of
/// this task.
Json check_again(const ValidTask& task, const Json& results);
Json cone_again(const ValidTask& task, const Json& results);  ///< of the modes that are listed
Json forward_again(const ValidTask& task, const Json& results);

// The options with which a command also draws its answer.

struct PictureOptions {
  std::optional<std::string> svg, png, pdf;  ///< files
  std::optional<std::string> html;           ///< file for a page
  std::optional<std::string> theme;
  std::string size = "1280x800";

  bool draws() const { return svg || png || pdf; }
  bool any() const { return draws() || html; }
  Eigen::Vector2d page() const;  ///< px; throws InputError for a size that is none
};

void add_pictures(CommandLine& command, PictureOptions& options);
/// Without --html, of a command that has nothing to play.
void add_still_pictures(CommandLine& command, PictureOptions& options);

/// The files, as the next outputs, that of the page last; rendered: texts of the others in the same order.
void add_outputs(const PictureOptions& options, Outputs& outputs);
Outputs::Texts rendered(const draw::Picture& picture, const PictureOptions& options);

/// A page in the theme's colours: its reader's without a theme, light ones for paper.
std::string page_text(draw::Page page, const PictureOptions& options);

/// An answer's picture and its page, as far as files are asked for, in the order of add_outputs.
/// `saved`: of a saved answer, which the page then says.
Outputs::Texts rendered_answer(const ValidTask& task, const Json& document, const PictureOptions& options,
                               bool saved = false);

// --tolerance, --clamp and --clamp-at: how precise the fixture of a task is, and where and how hard a clamp holds it.

struct FixtureQuestionOptions {
  std::optional<std::string> tolerance;
  bool clamps = false;
  std::vector<std::string> places;  ///< "EDGE,SHARE"

  bool any() const { return tolerance || clamps || !places.empty(); }
};

void add_fixture_question(CommandLine& command, FixtureQuestionOptions& options);

/// Nothing where nothing is asked. Throws InputError with pointers `--tolerance` and `--clamp-at`; `wrench`: the only
/// one that clamps are held against.
std::optional<FixtureQuestion> question_of(const FixtureQuestionOptions& options, const Task& task,
                                           const std::optional<Eigen::Vector3d>& wrench = std::nullopt);

// What the commands share that read one task and print one answer.

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

/// That a document is an answer of this version, of a command whose answers are drawn. Throws InputError.
void require_answer(const Json& document);

/// Holds a saved answer against its task before it is drawn. Of `check`, `cone` and `forward` the question is asked
/// again; a plan is verified, as `pawl verify` does it, and looked for again; of trials some starts are run again.
/// Throws InputError for an answer that is broken or of another task; a plan whose margins are not found
/// again gets a warning.
void check_saved(const ValidTask& task, Json& document);

}  // namespace pawl::cli
