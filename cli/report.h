// SPDX-License-Identifier: MIT
// How every command reports: what is wrong with its input, its warnings, and its answer.
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/io/units.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "answers/document.h"
#include "answers/text/text_page.h"
#include "command_line.h"
#include "output.h"

namespace pawl::cli {

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
