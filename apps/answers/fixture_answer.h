// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/drawing.h>
#include <pawl/io/task.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/fixture_check.h>
#include <pawl/planner/fixture_clamps.h>

#include <optional>
#include <string>

#include "answers/answer.h"

namespace pawl::answers {

/// An outline as a task file has it.
Json outline_json(const Outline& outline);

/// "part" of a task: the outline, and mass, inertia and centre of mass where it states them.
Json part_json(const Part& part);

/// What was read, what was done to it, and the loops that there are.
Json drawing_report(const Drawing& drawing, const DrawnPart& part);

/// What people ask of a drawing, as the options of `pawl part` say it.
struct PartOptions {
  std::string layer;                      ///< only this one
  std::optional<std::string> unit;        ///< "m", "mm", "cm" or "in"
  std::optional<double> join, deviation;  ///< lengths, in it
  long loop = 0;                          ///< which is the part, from 1; 0: the outer one
};
/// Throws InputError at /unit.
DrawingOptions drawing_options(const PartOptions& options);

/// The document that `pawl part` prints, without its time.
Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn);

/// JSON as people write it: what fits stands on one line, members one a line else, entries of lists as many as fit.
std::string readable(const Json& value);

/// Where --clamp-at puts a clamp: an edge, from 1, and a share of its length. Throws InputError at --clamp-at, which
/// quotes `text`.
ClampPlace clamp_place(double edge, double along, const std::string& text, const Task& task);

/// Adds what was asked to the results: `tolerance`, `clamps`, `clamp_forces`. An answer that rests on rounding fails.
/// Returns false where no edge takes a clamp that was asked for, or the part has no seat.
bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer);

/// Each entry of the first three for an error of 1 of each locator in turn.
Json pose_error_json(const PoseError& error, const Units& units);
/// A share of 1 is the whole edge; edges count from 1. Edges without an interval are left out.
Json clamps_json(const ClampEdges& clamps);
Json window_json(const ClampWindow& window);
Json point_error_json(const PointError& point);

/// The results of `pawl fixture`.
Json designs_json(const FixtureDesigns& designs, const Task& task);

/// What `pawl fixture` says.
Answer fixture_answer(const FixtureDesigns& designs, const Task& task);

/// What became of one candidate: a line of --all.
Json candidate_json(const DesignedCandidate& candidate, const std::vector<FixtureThreshold>& thresholds,
                    const Units& units);

/// A task file made into that of a fixture: with its pose, fixels and actuator, and without what speaks of others.
/// `document`: the file's own.
Json fixed_task_json(const Json& document, const Task& task, const FixtureCandidate& candidate);

}  // namespace pawl::answers
