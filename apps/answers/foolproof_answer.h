// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/wrong_placements.h>

#include <optional>

#include "answers/answer.h"

namespace pawl::answers {

/// Returns wrong placements, in the task's units, in the format of answers.
Json foolproof_json(const WrongPlacements& found, const Units& units);

/// Returns additional pins in the format of answers.
Json pins_json(const FoolproofPins& pins, const Units& units);

/// Adds the wrong placements of a part to an answer of `contacts`. Sets the status kNo if there is a wrong placement,
/// and kFailed if some may not have been found. `misfit` is the largest misfit of an accepted placement, in the task's
/// unit of length.
void add_foolproof(const ValidTask& task, std::optional<double> misfit, const StopToken& stop, Answer& answer);

}  // namespace pawl::answers
