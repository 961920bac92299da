// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/stop_token.h>
#include <pawl/draw/fixture_plate.h>
#include <pawl/draw/fixture_sheet.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/design_fixtures.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/questions.h"

// Files for the workshop that makes a fixture: the plate, the list of holes, and the drawing on paper. They can be made
// from any task with fixels.
namespace pawl::answers {

/// Returns the requested files of a task's fixture, in the order plate, holes, sheet. The part is seated on its pins.
/// `clamp` is the clamp of a fixture on a lattice, which a task cannot state. The sheet contains the plan, the
/// certificate and the accuracy of the task. This function computes them in the same way as `pawl plan --certify` and
/// `pawl contacts --tolerance`. Throws InputError for a task without outline or fixels, for pins without a radius, and
/// for options that do not fit the part.
std::vector<std::optional<std::string>> shop_files(const ValidTask& task, const ShopQuestion& question,
                                                   const std::optional<LatticeClamp>& clamp = std::nullopt,
                                                   const StopToken& stop = {});

/// Functions that return the data from which shop_files() writes the plate and the sheet. Tests call them directly.
draw::FixturePlate fixture_plate(const ValidTask& task, const ShopQuestion& question,
                                 const std::optional<LatticeClamp>& clamp = std::nullopt);
draw::FixtureSheet fixture_sheet(const ValidTask& task, const ShopQuestion& question, const draw::FixturePlate& plate,
                                 const StopToken& stop = {});

}  // namespace pawl::answers
