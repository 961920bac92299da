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

// Files for the workshop that makes a fixture: the plate, the list of holes, and a drawing to print. They can be made
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

double mm_per(Units::Length length);  ///< Returns the length of a unit in mm.
/// Returns an outline with all lengths multiplied by a factor.
Outline scaled(Outline outline, double factor);
/// Returns the text of a plate in the format that the ending of its file selects: SVG, or else DXF.
std::string plate_text(const draw::FixturePlate& plate, const std::string& file);
/// Returns the paper that a question selects, if any.
std::optional<draw::Paper> paper_of(const ShopQuestion& question);
/// Returns a number with at most `digits` decimals and without zeros at its end.
std::string decimal(double value, int digits);

/// These functions return the data from which shop_files() writes the plate and the sheet. Tests call them directly.
draw::FixturePlate fixture_plate(const ValidTask& task, const ShopQuestion& question,
                                 const std::optional<LatticeClamp>& clamp = std::nullopt);
draw::FixtureSheet fixture_sheet(const ValidTask& task, const ShopQuestion& question, const draw::FixturePlate& plate,
                                 const StopToken& stop = {});

}  // namespace pawl::answers
