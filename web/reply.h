// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <string>
#include <utility>
#include <vector>

#include "answers/answer.h"

namespace pawl::web {

/// What is said to a request that has no faults.
struct Reply {
  answers::Json document;  ///< of the command; null: it has none
  answers::Status status = answers::kYes;
  std::string message;  ///< of an answer that failed
  /// Further members, each a text of JSON.
  std::vector<std::pair<std::string, std::string>> further;
};

/// The answer of a command to a task, its warnings with those of the task.
Reply reply_of(const char* command, const ValidTask& task, answers::Answer answer);
Reply reply_of(const char* command, const ValidTask& task, const answers::StreamedAnswer& answer);

/// The reply as JSON, of several texts that are JSON: the library's answers are not parsed again.
std::string text_of(const Reply& reply);

}  // namespace pawl::web
