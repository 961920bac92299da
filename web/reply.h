// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <functional>
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
  /// Of the document, so many px wide; none: as of a saved answer.
  std::function<draw::Picture(const answers::Json&, double)> picture;
  /// Further members, each a text of JSON.
  std::vector<std::pair<std::string, std::string>> further;
};

/// The answer of a command to a task, its warnings with those of the task.
Reply reply_of(const char* command, const ValidTask& task, answers::Answer answer);
Reply reply_of(const char* command, const ValidTask& task, const answers::StreamedAnswer& answer);

/// A list of JSON that is put together of lines of JSON.
class LineList {
 public:
  void add(const std::string& line);
  std::string text() const { return text_ + "]"; }

 private:
  std::string text_ = "[";
};

/// The reply as JSON, of several texts that are JSON: the library's answers are not parsed again.
std::string text_of(const Reply& reply);

}  // namespace pawl::web
