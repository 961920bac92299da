// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace pawl::cli {

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

}  // namespace pawl::cli
