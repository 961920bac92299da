// SPDX-License-Identifier: MIT
// How every command reports: what is wrong with its input, and its answer.
#pragma once

#include <pawl/base/fault.h>

#include <chrono>
#include <functional>
#include <string>

#include "answer.h"
#include "command_line.h"
#include "output.h"

namespace pawl::cli {

struct ReportOptions {
  std::string out = "-";
  bool pretty = false;
};

void add_report(CommandLine& command, ReportOptions& options);

/// A line a fault, on standard error. Those of an option do not name the file.
void print_faults(const std::string& file, const InputError& error);

/// Runs a command; prints the faults of a bad input, and returns its exit status.
int with_faults_printed(const std::string& file, const std::function<int()>& run);

using Time = std::chrono::steady_clock::time_point;
double milliseconds_since(Time start);

/// What an answer belongs to.
struct Question {
  const char* command;
  std::string name;       ///< of the task or problem
  Time start;             ///< of the command's time
  std::string file = {};  ///< that the notes of the answer are about
};

/// Writes an answer and, where one was asked for, its graph; returns the exit status.
int print_answer(const Question& question, const Answer& answer, const ReportOptions& options, const Outputs& outputs);

}  // namespace pawl::cli
