// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/fixture_plate.h>
#include <pawl/draw/fixture_sheet.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/nest.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"
#include "answers/questions.h"

// The files from which a workshop makes a nest: the outline of the plate, and a sheet to print.
namespace pawl::answers {

/// Returns the plate of a nest, in mm, with the part in its first pocket.
draw::FixturePlate nest_plate(const ValidTask& task, const Nest& nest);

/// Returns the drawing to print. `results` are those of `pawl nest`.
draw::FixtureSheet nest_sheet(const ValidTask& task, const Nest& nest, const Json& results, const ShopQuestion& question);

/// Returns the requested files: first the plate, then the sheet. A file is empty if the part does not fit. Throws
/// InputError at --plate if the name ends neither in .dxf nor in .svg, and at any option that would have no effect.
std::vector<std::optional<std::string>> nest_files(const ValidTask& task, const Nest& nest, const Json& results,
                                                   const ShopQuestion& question);

}  // namespace pawl::answers
