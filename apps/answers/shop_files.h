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

// The files from which a workshop makes a fixture: the plate, the list of holes, and a sheet to print. Any task with
// fixels has these files.
namespace pawl::answers {

/// Returns the requested files of a task's fixture: the plate, the holes and the sheet, in this order. The part is
/// seated on its pins. `clamp` is the clamp of a fixture on a lattice, because a task cannot state such a clamp. The
/// sheet contains the plan, the certificate and the accuracy, computed in the same way as by `pawl plan --certify` and
/// `pawl contacts --tolerance`. Throws InputError for a task without outline or fixels, for a pin without a radius, and
/// for an option that does not fit the part.
std::vector<std::optional<std::string>> shop_files(const ValidTask& task, const ShopQuestion& question,
                                                   const std::optional<LatticeClamp>& clamp = std::nullopt,
                                                   const StopToken& stop = {});

double mm_per(Units::Length length);  ///< Returns the length of a unit in mm.
/// Returns an outline with all lengths multiplied by a factor.
Outline scaled(Outline outline, double factor);
/// Returns the text of a plate: SVG if the name `file` ends in .svg, otherwise DXF.
std::string plate_text(const draw::FixturePlate& plate, const std::string& file);
/// Returns the paper that the question states, or nothing if it states none.
std::optional<draw::Paper> paper_of(const ShopQuestion& question);
/// Returns a number with at most `digits` decimals and without trailing zeros.
std::string decimal(double value, int digits);

/// These functions return the contents of the plate and of the sheet. shop_files() writes them to files, and tests call
/// them directly.
draw::FixturePlate fixture_plate(const ValidTask& task, const ShopQuestion& question,
                                 const std::optional<LatticeClamp>& clamp = std::nullopt);
draw::FixtureSheet fixture_sheet(const ValidTask& task, const ShopQuestion& question, const draw::FixturePlate& plate,
                                 const StopToken& stop = {});

}  // namespace pawl::answers
