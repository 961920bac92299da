// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/wrong_placements.h>

#include <optional>

#include "answers/answer.h"

namespace pawl::answers {

/// Returns wrong placements in the format of answers and in the task's units.
Json foolproof_json(const WrongPlacements& found, const Units& units);

/// Returns the pins to add in the format of answers.
Json pins_json(const FoolproofPins& pins, const Units& units);

/// Adds the wrong placements of a part to an answer of `contacts`. A placement is accepted if its misfit is at most
/// `misfit`, in the task's unit of length. Sets the status kNo if there is a wrong placement, and kFailed if some may
/// not have been found.
void add_foolproof(const ValidTask& task, std::optional<double> misfit, const StopToken& stop, Answer& answer);

}  // namespace pawl::answers
