// SPDX-License-Identifier: MIT
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>

#include <filesystem>
#include <optional>

#include "io/part_drawing.h"
#include "io/read_document.h"
#include "io/task_form.h"

namespace pawl {

using internal::JsonValue;
using internal::Validator;

namespace {

struct Read {
  Task task;
  ContactSet contacts;
  internal::ReadDrawing drawing;
};

using Folder = std::optional<std::string>;  ///< that drawings are in

Read task_of(const JsonValue& root, const Folder& folder, Validator faults) {
  internal::PartDrawing drawing;
  Read read{internal::read_task_form(root, faults, &drawing), {}, {}};
  read.drawing = internal::read_part_drawing(drawing, folder, read.task, faults);
  if (root.is(JsonValue::Kind::object)) read.contacts = internal::check_task_meaning(read.task, faults);
  faults.finish();
  return read;
}

std::string folder_of(const std::string& path) {
  return path == "-" ? "" : std::filesystem::path(path).parent_path().string();
}

Read read_file(const std::string& path) {
  Validator faults;
  const JsonValue root =
      internal::read_document(read_text_file(path), faults);  // the text goes before the task is built
  return task_of(root, folder_of(path), std::move(faults));
}

ContactSet checked_contacts(const Task& task) {
  Validator faults;
  internal::check_task_values(task, faults);
  ContactSet contacts = internal::check_task_meaning(task, faults);
  faults.finish();
  return contacts;
}

Read read_text(std::string_view text, const Folder& folder = std::nullopt) {
  Validator faults;
  const JsonValue root = internal::read_document(text, faults);
  return task_of(root, folder, std::move(faults));
}

}  // namespace

Task read_task(std::string_view text) { return read_text(text).task; }

Task read_task(std::string_view text, const std::string& folder) { return read_text(text, folder).task; }

ValidTask read_valid_task(std::string_view text) {
  Read read = read_text(text);
  return {std::move(read.task), std::move(read.contacts), std::move(read.drawing.warnings),
          std::move(read.drawing.files)};
}

ValidTask read_valid_task(std::string_view text, const std::string& folder) {
  Read read = read_text(text, folder);
  return {std::move(read.task), std::move(read.contacts), std::move(read.drawing.warnings),
          std::move(read.drawing.files)};
}

Task read_task_file(const std::string& path) { return read_file(path).task; }

ValidTask read_valid_task_file(const std::string& path) {
  Read read = read_file(path);
  return {std::move(read.task), std::move(read.contacts), std::move(read.drawing.warnings),
          std::move(read.drawing.files)};
}

void validate(const Task& task) { checked_contacts(task); }

ValidTask::ValidTask(Task task) : task_(std::move(task)), contacts_(checked_contacts(task_)) {}

}  // namespace pawl
