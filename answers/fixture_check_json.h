// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/fixture_check.h>

#include "answers/answer.h"

namespace pawl::answers {

/// Adds what was asked to the results: `tolerance`, `clamps`, `clamp_forces`. An answer that rests on rounding fails.
/// Returns false where no edge takes a clamp that was asked for, or the part has no seat.
bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer);

/// Each entry of the first three for an error of 1 of each locator in turn.
Json pose_error_json(const PoseError& error, const Units& units);
/// A share of 1 is the whole edge; edges count from 1. Edges without an interval are left out.
Json clamps_json(const ClampEdges& clamps);
Json window_json(const ClampWindow& window);
Json point_error_json(const PointError& point);

}  // namespace pawl::answers
