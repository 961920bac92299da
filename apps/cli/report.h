// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/io/units.h>

#include <Eigen/Core>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "answers/answer.h"
#include "answers/parameter.h"
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/given_task.h"
#include "cli/output.h"

// The names of answers/, which makes the answers for all front ends, are imported into this namespace.
namespace pawl::cli {
using namespace answers;
}

namespace pawl::cli {

/// Returns a finite number in plain notation: 12, -0.5, +.5, 1e-3. Returns nothing for other texts (inf, nan, 0x10,
/// 1e400, blanks).
std::optional<double> plain_number(std::string_view text);

/// Returns a whole number >= 0, written in digits only, within 64 bits. Returns nothing for other texts.
std::optional<double> whole_number(std::string_view text);

/// Parses a wrench "fx,fy,tau": three plain numbers of at most kLargestWrench in absolute value (N, N, N m). Throws
/// InputError at `option`, such as "--wrench".
Eigen::Vector3d parse_wrench(const std::string& text, const std::string& option);

/// Parses a clamp position "EDGE,SHARE": the edge, and a fraction of its length, both as plain numbers. Throws
/// InputError at `--clamp-at`.
GivenPlace parse_place(const std::string& text);

/// A line on standard error with the progress and remaining time of a long command. Appears only on a terminal, after
/// at least one second, and is erased at the end.
class Progress {
 public:
  Progress(std::string unit, long total);  ///< `unit` is the counted noun, such as "step"
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(long done);

  static void turn_off();  ///< Turns progress lines off for the whole program (--quiet).

 private:
  using Clock = std::chrono::steady_clock;

  std::string unit_;
  long total_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_, next_;
};

/// A line on standard error for work of unknown length. It appears only on a terminal, and is erased at the end.
class StatusLine {
 public:
  StatusLine() = default;
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void show(const std::string& text);

 private:
  bool shown_ = false;
};

/// Returns the line, at most 79 characters: "step 420 of 1000 [########            ] 2 s left".
std::string progress_line(const std::string& unit, long done, long total, double seconds);

// The options of all commands that control the output: faults of the input, warnings, and answers.

struct ReportOptions {
  std::string out = "-";
  bool pretty = false;
  std::string format;  ///< "json", "text", or empty for text on a terminal
  bool no_timing = false;
  bool quiet = false;    ///< if true, progress is not shown, and neither are warnings in texts, in pictures and on
                         ///< standard error
  bool verbose = false;  ///< whether to show notes too, see is_note()
  std::vector<std::string> no_warn;  ///< codes of the warnings that are not shown
  std::vector<std::string> set;      ///< changes of the task, each as KEY=VALUE
  GivenTask task;                    ///< values of the task given as options; only for commands that read tasks
};

/// Returns whether answers are written as text for people (not as JSON).
bool as_text(const ReportOptions& options);
/// Returns the style of answers that are written as text for people.
TextStyle style_of(const ReportOptions& options);

void add_report(CommandLine& command, ReportOptions& options);
/// Adds only --quiet, --verbose, --no-warn and --set, for a command that prints no answer.
void add_input(CommandLine& command, ReportOptions& options);

/// Prints one line per fault to standard error. Lines for faults of an option do not contain the file name.
void print_faults(const std::string& file, const InputError& error);

/// Runs a command and returns its exit status. Prints the faults of a bad input.
int with_faults_printed(const std::string& file, const std::function<int()>& run);

/// Runs a function for one of several files and prints the faults of a bad input. Returns true if there were no faults.
bool without_fault(const std::string& file, const std::function<void()>& run);

/// Returns the text of an input ("-" is standard input), into which the values given as options and those of --set are
/// inserted. For a command that reads tasks, a drawing becomes the text of a task.
std::string read_input(const std::string& file, const ReportOptions& options);

/// Returns the folder to which the paths in an input are relative. "" means the current folder.
std::string folder_of(const std::string& file);

struct AnsweredQuestion {
  Question question;
  Answer answer;
};

/// Returns the complete document of an answer, as it is printed.
Json document_of(const AnsweredQuestion& answered, const ReportOptions& options);

/// Reads a saved answer. Throws InputError if the file cannot be read or is not an answer.
Json read_answer(const std::string& file);

/// Returns the warnings not listed in --no-warn.
Warnings without_silenced(Warnings warnings, const ReportOptions& options);

/// Returns the warnings for people. With --quiet, there are none. Notes are included only with --verbose.
Warnings without_notes(Warnings warnings, const ReportOptions& options);

/// Returns an answer for a text or a picture, with only the warnings of without_notes().
Json for_people(Json document, const ReportOptions& options);

/// Prints one line per warning of without_notes() to standard error.
void print_warnings(const std::string& file, const Warnings& warnings, const ReportOptions& options);

/// Writes answers and, for a single answer, additional files if requested. Returns the highest exit status.
int print_answers(const std::vector<AnsweredQuestion>& answered, const ReportOptions& options, const Outputs& outputs);

}  // namespace pawl::cli
