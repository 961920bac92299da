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
#include "answers/questions.h"

namespace pawl::answers {

/// Returns an outline in the format of a task file.
Json outline_json(const Outline& outline);
/// Reads an outline that outline_json() wrote. Throws InputError for any other value.
Outline outline_in(const Json& json);

/// Returns "part" in the format of a task file: the outline and, if the part states them, the mass, the inertia and the
/// centre of mass.
Json part_json(const Part& part);

/// Returns a report on the drawing: the entities that were read, how they were processed, and the loops that were
/// found.
Json drawing_report(const Drawing& drawing, const DrawnPart& part);

/// Returns the faults of a drawing that could not be read. If other options make the drawing readable, adds a fault
/// that names these options and their values.
InputError with_remedy(const InputError& error, const std::string& text, const DrawingOptions& options);

/// Returns the options for reading a drawing. Throws InputError at /unit.
DrawingOptions drawing_options(const PartQuestion& question);

/// Returns the document that `pawl part` prints, without the elapsed time.
Json part_document(const std::string& name, const Drawing& drawing, const DrawnPart& drawn);

/// Returns JSON text for a human reader. A nested value that fits on one line takes one line. A longer object, and the
/// outermost value, have one line per member; a longer array has as many entries per line as fit.
std::string readable(const Json& value);

/// Returns the requested fixture checks, or nothing if none are requested. If `wrench` is given, clamps must hold the
/// part under this wrench. Throws InputError at --clamp-at.
std::optional<FixtureQuestion> fixture_question(const FixtureChecks& checks, const Task& task,
                                                const std::optional<Eigen::Vector3d>& wrench);

/// Adds the requested checks as the members `tolerance`, `clamps` and `clamp_forces`. Sets the status kFailed if a
/// result is not certified. Returns false if a requested clamp cannot press on any edge, or if the part has no seat.
bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer);

/// Returns a pose error as JSON. Each of the lists "dx", "dy" and "dtheta" has one entry per locator: the displacement
/// of the part per unit of error of this locator.
Json pose_error_json(const PoseError& error, const Units& units);
/// Returns, for each edge, the intervals in which a clamp may press. An interval is given by fractions of the edge's
/// length. Edges are counted from 1; edges without an interval are omitted.
Json clamps_json(const ClampEdges& clamps);
Json window_json(const ClampWindow& window);
Json point_error_json(const PointError& point);

/// Returns the member "results" of an answer of `pawl fixture`.
Json designs_json(const FixtureDesigns& designs, const Task& task);

/// Returns the answer of `pawl fixture`.
Answer fixture_answer(const FixtureDesigns& designs, const Task& task);

/// Returns the outcome of one candidate, which `--all` prints as one line.
Json candidate_json(const DesignedCandidate& candidate, const std::vector<FixtureThreshold>& thresholds,
                    const Units& units);

/// Returns the task file for one fixture: the file `document` with the pose, fixels and actuator of this fixture, and
/// without the members that apply to another fixture only.
Json fixed_task_json(const Json& document, const Task& task, const FixtureCandidate& candidate);

}  // namespace pawl::answers
