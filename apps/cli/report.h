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

// Imports the names of the folder answers/, which makes the answers for the command line, for Python and for web pages.
namespace pawl::cli {
using namespace answers;
}

namespace pawl::cli {

/// Parses a finite number in decimal notation, such as 12, -0.5, +.5 or 1e-3. Returns nothing for any other text, such
/// as inf, nan, 0x10, 1e400 or a text with blanks.
std::optional<double> plain_number(std::string_view text);

/// Parses a whole number >= 0 of at most 64 bits, written in digits only. Returns nothing for any other text.
std::optional<double> whole_number(std::string_view text);

/// Parses a wrench "fx,fy,tau" in N, N and N times the task's unit of length: three numbers in decimal notation whose
/// absolute values are at most kLargestWrench. Throws InputError at `option`, such as "--wrench".
Eigen::Vector3d parse_wrench(const std::string& text, const std::string& option);

/// Parses a clamp position "EDGE,SHARE": the number of an edge and a fraction of its length. Throws InputError at
/// `--clamp-at`.
GivenPlace parse_place(const std::string& text);

/// A line on standard error with the progress and the remaining time of a long command. It appears after one second at
/// the earliest, only on a terminal, and is erased at the end.
class Progress {
 public:
  Progress(std::string unit, long total);  ///< `unit` is the noun for what is counted, such as "step"
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(long done);

  static void turn_off();  ///< Turns progress lines off in the whole program, for --quiet.

 private:
  using Clock = std::chrono::steady_clock;

  std::string unit_;
  long total_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_, next_;
};

/// A line on standard error for work whose length is unknown. It appears only on a terminal, and is erased at the end.
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

/// Returns a progress line, such as "step 420 of 1000 [########            ] 2 s left". `seconds` is the elapsed time,
/// from which the remaining time is estimated.
std::string progress_line(const std::string& unit, long done, long total, double seconds);

// The options by which all commands control their output: answers, warnings, and faults of the input.

struct ReportOptions {
  std::string out = "-";
  bool pretty = false;
  std::string format;  ///< "json" or "text"; if empty, text on a terminal and JSON otherwise
  bool no_timing = false;
  bool quiet = false;    ///< if true, neither progress nor warnings are shown; an answer in JSON still contains its
                         ///< warnings
  bool verbose = false;  ///< whether to show notes as well as warnings, see is_note()
  std::vector<std::string> no_warn;  ///< codes of the warnings that are not shown
  std::vector<std::string> set;      ///< changes of the task, each as KEY=VALUE
  GivenTask task;                    ///< values of the task that options state; only for commands that read tasks
};

/// Returns whether answers are printed as text for people; if not, they are printed as JSON.
bool as_text(const ReportOptions& options);
/// Returns the style of answers that are written as text for people: that of standard output, without colours if --out
/// names a file.
TextStyle style_of(const ReportOptions& options);

void add_report(CommandLine& command, ReportOptions& options);
/// Adds --quiet, --verbose, --no-warn and --set. A command that prints no answer needs no other report options.
void add_input(CommandLine& command, ReportOptions& options);

/// Prints one line per fault to standard error. The line begins with the file's name, unless the fault is at an option.
void print_faults(const std::string& file, const InputError& error);

/// Calls `run`, which runs a command, and returns its exit status. If `run` throws InputError, prints the faults and
/// returns the exit status for bad input.
int with_faults_printed(const std::string& file, const std::function<int()>& run);

/// Calls `run` for one of several files. If it throws InputError, prints the faults and returns false; otherwise
/// returns true.
bool without_fault(const std::string& file, const std::function<void()>& run);

/// Returns the text of the input `file`, where "-" is standard input. Inserts the values of options and of --set into
/// the text. If the command reads tasks and the file is a drawing, returns the text of a task.
std::string read_input(const std::string& file, const ReportOptions& options);

/// Returns the folder to which the paths inside an input are relative, or "" for the current folder.
std::string folder_of(const std::string& file);

struct AnsweredQuestion {
  Question question;
  Answer answer;
};

/// Returns the document of an answer as it is printed.
Json document_of(const AnsweredQuestion& answered, const ReportOptions& options);

/// Reads a saved answer from a file. Throws InputError if the file cannot be read or is not an answer.
Json read_answer(const std::string& file);

/// Returns the warnings whose codes are not in --no-warn.
Warnings without_silenced(Warnings warnings, const ReportOptions& options);

/// Returns the warnings to show to people: none with --quiet, and notes only with --verbose.
Warnings without_notes(Warnings warnings, const ReportOptions& options);

/// Returns an answer for a text or a picture. It contains only the warnings that without_notes() returns.
Json for_people(Json document, const ReportOptions& options);

/// Prints the warnings that without_notes() returns to standard error, one line per warning.
void print_warnings(const std::string& file, const Warnings& warnings, const ReportOptions& options);

/// Writes the answers, and the additional output files of the first answer, to `outputs`. Then prints the warnings of
/// all answers, and the messages of those with the status kFailed. Returns the highest exit status of all answers.
int print_answers(const std::vector<AnsweredQuestion>& answered, const ReportOptions& options, const Outputs& outputs);

}  // namespace pawl::cli
