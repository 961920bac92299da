// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/modes/wrench_cone.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What is said of a wrench cone beside the cone.
struct ConeQuestion {
  std::optional<Eigen::Vector3d> wrench;  ///< whether this one is in it, world frame
  bool matrices = false;
  bool exact = false;
};

/// What `pawl cone` says of one mode; raises the status where it is not feasible, or not certified.
Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConeQuestion& question, Status& status);

/// What is asked of the cones of a task.
struct ConesQuestion {
  std::optional<std::string> mode;  ///< letters and `*`, instead of the task's list
  Route route = Route::sum;
  bool count = false;  ///< only how many modes there are
  ConeQuestion each;
  StopToken stop;
};

/// The modes that are asked for, feasible or not, and patterns for the feasible modes that match them. Throws
/// InputError, at `pointer` for a mode asked for that does not fit.
std::vector<std::string> patterns_of(const Task& task, const ContactSet& set, const std::optional<std::string>& mode,
                                     const char* pointer);

/// Calls with the cones of such patterns; whether it came to the last.
bool for_each_cone(const ContactSet& set, const std::vector<std::string>& patterns, Route route, const StopToken& stop,
                   const std::function<void(const WrenchCone&)>& use);

/// The answer of `pawl cone`; the task must outlive it. Throws InputError at --mode and --route.
StreamedAnswer answer_cones(const ValidTask& task, const ConesQuestion& question);

}  // namespace pawl::answers
