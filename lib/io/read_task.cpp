// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/io/read_task.h>

#include "io/parse_json.h"
#include "io/task_form.h"

namespace pawl {

Task read_task(std::string_view text) {
  FaultList faults;
  if (text.size() > kLargestText) {
    throw InputError("", "", fmt::format("the text has {} bytes, more than {} (64 MiB)", text.size(), kLargestText));
  }
  const std::optional<JsonValue> root = parse_json(text, faults);
  if (!root) throw InputError(faults.take());
  Task task = read_task_form(*root, faults);
  if (root->is(JsonValue::Kind::object)) check_task_meaning(task, faults);
  if (!faults.empty()) throw InputError(faults.take());
  return task;
}

}  // namespace pawl
