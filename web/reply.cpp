// SPDX-License-Identifier: MIT
#include "reply.h"

#include <pawl/io/warnings.h>

#include <limits>

#include "answers/document.h"
#include "answers/json_stream.h"

namespace pawl::web {
namespace {

using namespace answers;

Question question_of(const char* command, const ValidTask& task) {
  return {command, task.task().name, {}, {}, task.task().units};
}

}  // namespace

Reply reply_of(const char* command, const ValidTask& task, Answer answer) {
  const Warnings of_task = warnings(task, command);
  answer.warnings.insert(answer.warnings.begin(), of_task.begin(), of_task.end());
  Reply reply{
      document_of(question_of(command, task), answer.results, answer.warnings, false), answer.status, {}, {}, {}};
  if (answer.status == kFailed) reply.message = answer.message;
  return reply;
}

Reply reply_of(const char* command, const ValidTask& task, const StreamedAnswer& answer) {
  Reply reply;
  JsonStream json(reply.document, std::numeric_limits<std::size_t>::max());
  const StreamedAnswer::End end =
      write_document(question_of(command, task), answer, warnings(task, command), false, json);
  reply.status = end.stopped ? kFailed : end.status;
  if (end.stopped) {
    reply.message = "stopped: the limit was reached before the last mode";
  } else if (end.status == kFailed) {
    reply.message = end.message;
  }
  return reply;
}

void LineList::add(const std::string& line) {
  if (text_.size() > 1) text_ += ',';
  text_.append(line, 0, line.find_last_not_of('\n') + 1);
}

std::string text_of(const Reply& reply) {
  std::string text = "{\"exit\":" + std::to_string(static_cast<int>(reply.status));
  if (reply.document.members()) text += ",\"answer\":" + reply.document.dump();
  if (!reply.message.empty()) text += ",\"message\":" + Json(reply.message).dump();
  for (const auto& [name, value] : reply.further) text += ",\"" + name + "\":" + value;
  return text + "}";
}

}  // namespace pawl::web
