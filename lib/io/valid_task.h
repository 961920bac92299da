// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/base/warning.h>
#include <pawl/geometry/outline.h>
#include <pawl/io/task.h>

#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace pawl::internal::inline io {

/// Data that all copies of a ValidTask share: the task, and results that are needed more than once. The data are
/// constant, except the seat, which the first call of ValidTask::seat() on any thread computes.
struct TaskRecord {
  Task task;
  AreaProperties area;  ///< area properties of the part, without its holes, if it has an outline
  ContactSet contacts;  ///< result of find_contacts(task)
  std::vector<WallContact> wall_contacts;
  double mass = 1;  ///< mass of the part, kg
  Warnings of_drawing;
  std::vector<std::string> named_files;

  mutable std::once_flag seat_sought;
  mutable std::optional<SeatedTask> seat;     ///< the seat; not set if it was not computed yet, or if the part cannot
                                              ///< be seated
  mutable std::optional<InputError> no_seat;  ///< reason why the part cannot be seated; not set if the part can be
                                              ///< seated
};

}  // namespace pawl::internal::inline io
