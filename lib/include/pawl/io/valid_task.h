// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/contact/contact.h>
#include <pawl/io/task.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

namespace internal::inline io {
struct TaskRecord;  // defined in the internal header io/valid_task.h
}

/// Throws InputError, which lists all faults, if a task is not valid. The task may have been read from a file or
/// created in code. Pointers, values and messages are those of read_task() for a file with the same content. Faults of
/// values come first, in the order of the keys in data/schema/task.schema.json. Then come those faults of geometry,
/// contacts and modes that can be checked despite the faults of values.
///
/// A value counts as present if it differs from its default. A task without an outline states its contacts; if it also
/// has no contacts, it is a free part. Fixels without an outline are a fault, because they cannot touch the part.
void validate(const Task& task);

/// A task without faults, together with the values that follow from it: mass, inertia, contacts and seat. Each of these
/// values is computed once: the contacts while the task is checked, and the seat when it is first needed. Copies share
/// all data, so copying is inexpensive. A ValidTask never changes, and several threads may use the same object at once.
///
/// Functions that take a Task check the task at every call. Functions that take a ValidTask do not check the task
/// again.
class ValidTask {
 public:
  /// Throws InputError as validate(task) does.
  explicit ValidTask(Task task);
  /// Throws InputError as validate(task) does. If `known` has the same outline as `task`, skips the check of the
  /// outline, which costs more than all other checks together. Use this constructor for many tasks of one part, such as
  /// candidates for its fixture.
  ValidTask(Task task, const ValidTask& known);

  const Task& task() const;
  const ContactSet& contacts() const;  ///< find_contacts(task()), including mass, inertia and centre of mass of the
                                       ///< part
  /// Returns the contacts with walls: entry k describes contacts().contacts[task().fixels.size() + k].
  const std::vector<WallContact>& wall_contacts() const;
  double mass() const;  ///< mass of the part, kg, whatever the task's unit of length is
  /// Returns the seat, find_seat(task()). The first call computes it; later calls cost nothing. Every call throws
  /// InputError if find_seat(task()) does.
  const SeatedTask& seat() const;
  /// Returns the warnings about the drawing from which the part was read. The list of warnings(*this) begins with them.
  const Warnings& of_drawing() const;
  /// Returns the paths, from the current folder, of the files that the task names and that were read (the drawing of
  /// its part).
  const std::vector<std::string>& named_files() const;

  explicit ValidTask(
      std::shared_ptr<const internal::TaskRecord> record);  ///< for use by the library only; `record` must not be null

 private:
  std::shared_ptr<const internal::TaskRecord> record_;
};

/// Reads a task as read_task_file() does (pawl/io/read_task.h). Stores the contacts, which the check of the task
/// computes.
ValidTask read_valid_task_file(const std::string& path);
/// Reads a task from a text as read_task() does. Stores the contacts, which the check of the task computes.
ValidTask read_valid_task(std::string_view text);
ValidTask read_valid_task(std::string_view text, const std::string& folder);

/// Returns a copy of valid.seat().
SeatedTask find_seat(const ValidTask& valid);

}  // namespace pawl
