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

// Files for the workshop that makes a nest: the plate, and a drawing to print.
namespace pawl::answers {

/// Returns the plate of a nest, in mm, with the part in its first pocket.
draw::FixturePlate nest_plate(const ValidTask& task, const Nest& nest);

/// Returns the drawing to print. `results` are those of `pawl nest`.
draw::FixtureSheet nest_sheet(const ValidTask& task, const Nest& nest, const Json& results, const ShopQuestion& question);

/// Returns the requested files, in the order plate, sheet. A file is empty if the part does not fit. Throws InputError at
/// --plate for a name with another ending than .dxf and .svg, and for options without effect.
std::vector<std::optional<std::string>> nest_files(const ValidTask& task, const Nest& nest, const Json& results,
                                                   const ShopQuestion& question);

}  // namespace pawl::answers
