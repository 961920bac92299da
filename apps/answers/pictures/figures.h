// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/cone_picture.h>
#include <pawl/draw/fixtures_picture.h>
#include <pawl/draw/motions_picture.h>
#include <pawl/draw/picture.h>
#include <pawl/draw/plan_picture.h>
#include <pawl/draw/trials_picture.h>
#include <pawl/io/scene.h>
#include <pawl/io/valid_task.h>
#include <pawl/planner/plan_problem.h>

#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

draw::ConeRows cone_in(const Json& cone);  ///< Converts a cone of an answer; null becomes a cone without rows.

/// Converts an answer of `pawl cone` to the data for its picture.
draw::ConeFigure cone_figure(const ValidTask& task, const Json& document);

/// Functions that convert answers of `pawl check`, `forward` and `modes` to the data for the pictures of these answers.
/// They throw InputError for an answer to another task.
draw::MotionsFigure check_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure forward_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure modes_figure(const ValidTask& task, const Json& document);

/// Converts an answer of `pawl plan` to the data for its picture. `known` may point to the planning problem of the task
/// if it has already been built; otherwise it is built here. Throws InputError for an answer to another task.
draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known = nullptr);

/// Returns stretches of the outline at the task's pose. `found` is the member `clamps` or `finger` of an answer; its
/// `edges` contain the stretches.
std::vector<Path> stretches_in(const Task& task, const Json& found);

/// Converts an answer of `pawl fixture` to the data for its picture. Throws InputError for an answer to another task.
draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document);

/// Converts the wrong placements in an answer of `pawl contacts --foolproof` to the data for their picture. The picture
/// shows the part in each of the first 12 wrong placements. If there are none, it shows the part in the near miss.
draw::FixturesFigure foolproof_figure(const ValidTask& task, const Json& document);

/// Converts an answer of `pawl nest` to the data for its picture, which shows the part in its pocket and in each wrong
/// placement.
draw::FixturesFigure nest_figure(const ValidTask& task, const Json& document);

/// Returns the task with the fixture `/results/fixtures/k` of an answer. Throws InputError if the answer does not
/// belong to this task.
ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k);

/// Converts an answer about trials of a task, by `pawl simulate`, to the data for its picture. The starts are not in
/// the answer: they are computed again from the scatter. Throws InputError for an answer to another task.
draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document);

/// Converts an answer of --replay to the data for its picture. Runs the trial again and records each time step. Throws
/// InputError if the trial does not end as the answer states.
draw::TraceFigure trace_figure(const ValidTask& task, const Json& document);

/// Returns the picture of an answer of `pawl simulate` to a scene. The picture is computed from the document alone,
/// without a new simulation. `width` is the page width, px. Throws InputError for an answer to another scene.
draw::Picture scene_picture(const Scene& scene, const Json& document, double width);

/// Returns the wrench of each step of a plan.
std::vector<Eigen::Vector3d> wrenches_of_steps(const Json& steps);

}  // namespace pawl::answers
