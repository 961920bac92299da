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

/// Converts an answer of `pawl plan` to the data for its picture. Throws InputError for an answer to another task. If
/// the planning problem of the task has been built already, `known` may point to it, so that it is not built again.
draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known = nullptr);

/// Returns the stretches of the outline in the `edges` of `clamps` or `finger`, at the task's pose.
std::vector<Path> stretches_in(const Task& task, const Json& found);

/// Converts an answer of `pawl fixture` to the data for its picture. Throws InputError for an answer to another task.
draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document);

/// Converts the wrong placements in an answer of `pawl contacts --foolproof` to the data for their picture. It shows
/// the part in each of the first 12 placements or, if there are none, in the near miss.
draw::FixturesFigure foolproof_figure(const ValidTask& task, const Json& document);

/// Converts an answer of `pawl nest` to the data for its picture: the part in its pocket, and in each wrong placement.
draw::FixturesFigure nest_figure(const ValidTask& task, const Json& document);

/// Returns the task with the fixture `/results/fixtures/k` of an answer. Throws InputError if the answer does not
/// belong to this task.
ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k);

/// Converts an answer of `pawl simulate` about trials of a task to the data for its picture. The starts are computed
/// again from the scatter and their numbers. Throws InputError for an answer to another task.
draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document);

/// Converts an answer of --replay to the data for its picture. Runs the trial again, and records each time step. Throws
/// InputError if the trial ends differently.
draw::TraceFigure trace_figure(const ValidTask& task, const Json& document);

/// Returns the picture of an answer of `pawl simulate` to a scene, computed only from its document. Throws InputError
/// for an answer to another scene. `width` is the page width, px.
draw::Picture scene_picture(const Scene& scene, const Json& document, double width);

/// Returns the wrenches of the steps of a plan.
std::vector<Eigen::Vector3d> wrenches_of_steps(const Json& steps);

}  // namespace pawl::answers
