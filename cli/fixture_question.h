// SPDX-License-Identifier: MIT
// --tolerance, --clamp and --clamp-at: how precise the fixture of a task is, and where and how hard a clamp holds it.
#pragma once

#include <pawl/planner/fixture_check.h>

#include <optional>
#include <string>
#include <vector>

#include "answer.h"
#include "command_line.h"

namespace pawl::cli {

struct FixtureQuestionOptions {
  std::optional<std::string> tolerance;
  bool clamps = false;
  std::vector<std::string> places;  ///< "EDGE,SHARE"

  bool any() const { return tolerance || clamps || !places.empty(); }
};

void add_fixture_question(CommandLine& command, FixtureQuestionOptions& options);

/// Throws InputError with pointers `--tolerance` and `--clamp-at`; `wrench`: the only one that clamps are held against.
FixtureQuestion question_of(const FixtureQuestionOptions& options, const Task& task,
                            const std::optional<Eigen::Vector3d>& wrench = std::nullopt);

/// Adds what was asked to the results: `tolerance`, `clamps`, `clamp_forces`. An answer that rests on rounding fails.
/// Returns false where no edge takes a clamp that was asked for, or the part has no seat.
bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer);

/// Each entry of the first three for an error of 1 of each locator in turn.
Json pose_error_json(const PoseError& error, const Units& units);
/// A share of 1 is the whole edge; edges count from 1. Edges without an interval are left out.
Json clamps_json(const ClampEdges& clamps);
Json window_json(const ClampWindow& window);
Json point_error_json(const PointError& point);

}  // namespace pawl::cli
