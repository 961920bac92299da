// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include "io/parse_json.h"
#include "io/task_form.h"

namespace pawl {

namespace {

JsonValue read_document(std::string_view text, FaultList& faults) {
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  std::optional<JsonValue> root = parse_json(text, faults);
  if (!root) throw InputError(faults.take());
  return std::move(*root);
}

Task task_of(JsonValue root, FaultList faults) {
  Task task = read_task_form(root, faults);
  if (root.is(JsonValue::Kind::object)) check_task_meaning(task, faults);
  if (!faults.empty()) throw InputError(faults.take());
  return task;
}

}  // namespace

Task read_task(std::string_view text) {
  FaultList faults;
  JsonValue root = read_document(text, faults);
  return task_of(std::move(root), std::move(faults));
}

Task read_task_file(const std::string& path) {
  FaultList faults;
  JsonValue root = read_document(read_text_file(path), faults);  // the text goes before the task is built
  return task_of(std::move(root), std::move(faults));
}

}  // namespace pawl
