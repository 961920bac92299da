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
#include "answers/text/answer_text.h"
#include "cli/command_line.h"
#include "cli/output.h"

// Answers, which answers/ makes for everybody who hands them out: the command speaks of them by their short names.
namespace pawl::cli {
using namespace answers;
}

namespace pawl::cli {

/// A finite number as people write it: 12, -0.5, +.5, 1e-3. Nothing for anything else (inf, nan, 0x10, 1e400, blanks).
std::optional<double> plain_number(std::string_view text);

/// "fx,fy,tau": plain numbers within kLargestWrench (N, N, N m). Throws InputError with pointer `--wrench`.
Eigen::Vector3d parse_wrench(const std::string& text);

/// What is wrong with the seconds of an option, or "": they are a plain number from 0.
std::string wrong_seconds(const std::string& text);

/// What is wrong with the size of an option (a depth, a length, a coefficient), or "": it is a plain number from 0.
std::string wrong_size(const std::string& text);

/// What is wrong with the count of an option, or "": it is a whole number from 0, digits alone, within 64 bits.
std::string wrong_count(const std::string& text);

/// What is wrong with the least guarantee that a plan is to have, or "".
std::string wrong_guarantee(const std::string& text);

/// A line on standard error that says how far a long command is and how long it may still take. Only on a terminal, and
/// not before a second has passed; it is wiped out at the end.
class Progress {
 public:
  Progress(std::string unit, long total);  ///< what is counted, as "step"
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(long done);

  static void turn_off();  ///< for the whole program: --quiet

 private:
  using Clock = std::chrono::steady_clock;

  std::string unit_;
  long total_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_, next_;
};

/// A line on standard error, only on a terminal, for what has no known end; wiped out at the end.
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

/// The line itself, of at most 79 characters: "step 420 of 1000 [########            ] 2 s left".
std::string progress_line(const std::string& unit, long done, long total, double seconds);

// How every command reports: what is wrong with its input, its warnings, and its answer.

struct ReportOptions {
  std::string out = "-";
  bool pretty = false;
  std::string format;  ///< "json", "text", or none: text on a terminal
  bool no_timing = false;
  bool quiet = false;
  std::vector<std::string> no_warn;  ///< codes
  std::vector<std::string> set;      ///< KEY=VALUE
};

/// Whether answers are texts for people, and how those look.
bool as_text(const ReportOptions& options);
TextStyle style_of(const ReportOptions& options);

void add_report(CommandLine& command, ReportOptions& options);
/// Of these, the ones of a command that prints no answer: --quiet, --no-warn and --set.
void add_input(CommandLine& command, ReportOptions& options);

/// A line a fault, on standard error. Those of an option do not name the file.
void print_faults(const std::string& file, const InputError& error);

/// Runs a command; prints the faults of a bad input, and returns its exit status.
int with_faults_printed(const std::string& file, const std::function<int()>& run);

/// Does something for one file of several; prints the faults of a bad input. Whether there were none.
bool without_fault(const std::string& file, const std::function<void()>& run);

/// The text of an input ("-" is standard input), with the values of --set in it.
std::string read_input(const std::string& file, const ReportOptions& options);

/// The folder that paths in an input are found from; "" is the current one.
std::string folder_of(const std::string& file);

struct AnsweredQuestion {
  Question question;
  Answer answer;
};

/// The whole of an answer, as it is printed.
Json document_of(const AnsweredQuestion& answered, const ReportOptions& options);

/// A saved answer. Throws InputError for a file that cannot be read or is no answer.
Json read_answer(const std::string& file);

/// Without those of --no-warn.
Warnings without_silenced(Warnings warnings, const ReportOptions& options);

/// A line a warning on standard error, unless --quiet is given.
void print_warnings(const std::string& file, const Warnings& warnings, const ReportOptions& options);

/// Writes answers, and where they were asked for further files (of one answer); returns the exit status, the highest.
int print_answers(const std::vector<AnsweredQuestion>& answered, const ReportOptions& options, const Outputs& outputs);

}  // namespace pawl::cli
