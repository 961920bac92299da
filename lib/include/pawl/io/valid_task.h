// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/contact/contact.h>
#include <pawl/io/task.h>

#include <string>
#include <string_view>
#include <vector>

namespace pawl {

/// Throws InputError with every fault of a task, wherever it comes from: the pointers, values and messages that
/// read_task gives for a file with the same content. In order of the keys in data/schema/task.schema.json; then
/// geometry, contacts and modes, as far as the values allow to look at them.
///
/// A value counts as present where it differs from its default. A task without an outline states its contacts; if there
/// are none either it is a free part (fixels without an outline are a fault: there is nothing they could touch).
void validate(const Task& task);

/// A task without a fault, and its contacts, which are found while it is checked: once for all that is asked of it.
class ValidTask {
 public:
  /// Throws InputError as validate does.
  explicit ValidTask(Task task);

  const Task& task() const { return task_; }
  const ContactSet& contacts() const { return contacts_; }  ///< find_contacts(task())
  /// What was done to the drawing that the part was read from; warnings(*this) has them first.
  const Warnings& of_drawing() const { return of_drawing_; }
  /// Files that the task names and that were read, as paths from the current folder: the drawing of its part.
  const std::vector<std::string>& named_files() const { return named_files_; }

 private:
  friend ValidTask read_valid_task_file(const std::string& path);
  friend ValidTask read_valid_task(std::string_view text);
  friend ValidTask read_valid_task(std::string_view text, const std::string& folder);
  ValidTask(Task task, ContactSet contacts, Warnings of_drawing, std::vector<std::string> named_files)
      : task_(std::move(task)),
        contacts_(std::move(contacts)),
        of_drawing_(std::move(of_drawing)),
        named_files_(std::move(named_files)) {}

  Task task_;
  ContactSet contacts_;
  Warnings of_drawing_;
  std::vector<std::string> named_files_;
};

/// Reads a task as read_task_file does (pawl/io/read_task.h), and keeps the contacts that reading had to find.
ValidTask read_valid_task_file(const std::string& path);
/// The same from a text, as read_task does.
ValidTask read_valid_task(std::string_view text);
ValidTask read_valid_task(std::string_view text, const std::string& folder);

/// find_seat(valid.task()) without another check (pawl/io/task.h).
SeatedTask find_seat(const ValidTask& valid);

}  // namespace pawl
