// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/check_task.h>

#include <optional>
#include <string>

#include "answers/answer.h"

namespace pawl::answers {

const char* name_of(Verdict verdict);
const char* name_of(Covers covers);

/// What `pawl check` says of a mode (letters and `*`); nothing found: it was stopped.
Answer check_answer(const ValidTask& task, const std::string& mode, const std::optional<ModeCheck>& found);

/// The same of a wrench (world frame), and with a mode whether it gives that mode alone.
Answer check_answer(const ValidTask& task, const Eigen::Vector3d& wrench, const std::optional<std::string>& mode,
                    const std::optional<WrenchCheck>& found);

}  // namespace pawl::answers
