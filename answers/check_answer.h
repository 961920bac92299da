// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/check_task.h>
#include <pawl/planner/fixture_check.h>

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

/// What is asked of a mode or a wrench, and beside it of the fixture.
struct CheckQuestion {
  std::optional<std::string> mode;        ///< instead of the task's only one
  std::optional<Eigen::Vector3d> wrench;  ///< world frame
  std::optional<FixtureQuestion> fixture;
};

/// The answer of `pawl check`. Throws InputError, at --mode for one that does not fit.
Answer answer_check(const ValidTask& task, const CheckQuestion& question, const StopToken& stop);

}  // namespace pawl::answers
