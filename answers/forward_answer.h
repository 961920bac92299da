// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/valid_task.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/certainty.h>

#include "answers/answer.h"

namespace pawl::answers {

const char* name_of(SolutionCount count);

struct FoundForward {
  Eigen::Vector3d wrench{0, 0, 0};  ///< world frame
  ForwardSolutions found;           ///< frame of the task's contacts
  Certainty certainty;              ///< not asked where it was stopped
};

/// Every solution of the forward problem of a task under a wrench (world frame).
FoundForward find_forward(const ValidTask& task, const Eigen::Vector3d& wrench, const StopToken& stop);

/// The answer of `pawl forward`. Throws InputError at --wrench without one.
Answer answer_forward(const ValidTask& task, const std::optional<Eigen::Vector3d>& wrench, const StopToken& stop);

/// What `pawl forward` says of it.
Answer forward_answer(const ValidTask& task, const FoundForward& forward);

}  // namespace pawl::answers
