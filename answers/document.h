// SPDX-License-Identifier: MIT
// An answer as the contract has it: what was asked, its results, its units, and its warnings.
#pragma once

#include <pawl/base/warning.h>
#include <pawl/io/units.h>

#include <chrono>
#include <optional>
#include <string>

#include "answers/answer.h"

namespace pawl::answers {

using Time = std::chrono::steady_clock::time_point;
double milliseconds_since(Time start);

/// What an answer belongs to.
struct Question {
  const char* command;
  std::string name;  ///< of the task or problem
  Time start;        ///< of the command's time
  std::string file = {};
  std::optional<Units> units = std::nullopt;  ///< of the answer; none: it has no lengths
  bool one_of_several = false;                ///< the answer then names its file
};

/// Of an answer's document, what stands before its results and behind them.
Json head_of(const Question& question);
Json tail_of(const Question& question, const Warnings& warnings, bool timing);

/// The whole of an answer. `timing`: with how long it took.
Json document_of(const Question& question, const Json& results, const Warnings& warnings, bool timing);

/// The same of an answer that is written while it is found.
StreamedAnswer::End write_document(const Question& question, const StreamedAnswer& answer, const Warnings& warnings,
                                   bool timing, JsonStream& json);

}  // namespace pawl::answers
