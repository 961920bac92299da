// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/task.h>

#include <atomic>
#include <functional>
#include <optional>

#include "answer.h"
#include "json_stream.h"

namespace pawl::cli {

/// What the answer of a command means for the exit status.
enum Status { kYes = 0, kNo = 1, kBadInput = 2, kFailed = 3 };

struct Answer {
  Json results;
  Status status = kYes;
  std::optional<std::string> graph;                          ///< the text of --graphviz, where asked for
  std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  std::vector<std::string> warnings;                         ///< for standard error

  /// Says that the command was ended before its answer was known.
  void stop();
  /// Adds "certified" to the results; an answer that is not fails.
  void certify(const Certainty& certainty);
};

/// An answer that may be too long to keep in memory: its results are written while they are found.
struct StreamedAnswer {
  struct End {
    Status status = kYes;
    bool stopped = false;                                      ///< before the last result
    std::string message = "an answer could not be certified";  ///< for standard error, when the status is kFailed
  };
  std::function<End(JsonStream&)> write;  ///< the value of "results"; throws no InputError
};

/// What ends a list of modes early, and whether they are counted only.
struct ModeListOptions {
  bool count = false;
  std::optional<double> seconds;
  const std::atomic<bool>* interrupted = nullptr;  ///< outlives the answer
};

StopToken stop_of(const ModeListOptions& options);

struct ConeOptions {
  std::optional<std::string> mode;        ///< letters and `*`, instead of the task's list
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  std::string route = "sum";
  bool matrices = false;
  bool exact = false;
  ModeListOptions list;
};

struct CheckOptions {
  std::optional<std::string> mode;
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  StopToken stop;
};

struct ForwardOptions {
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  StopToken stop;
};

struct PlanCommandOptions {
  std::string require;  ///< the least kind of guarantee: "keeps"; empty: any
  bool friction_limit = false;
  std::optional<double> seconds;
  std::optional<std::size_t> cells;
  std::optional<std::string> graphviz;      ///< file for Answer::graph
  const std::atomic<bool>* stop = nullptr;  ///< ends the command when it is set
};

Answer answer_check(const Task& task, const CheckOptions& options);
StreamedAnswer answer_cone(const Task& task, const ConeOptions& options);
Answer answer_forward(const Task& task, const ForwardOptions& options);
StreamedAnswer answer_modes(const Task& task, const ModeListOptions& options);
Answer answer_plan(const Task& task, const PlanCommandOptions& options);

}  // namespace pawl::cli
