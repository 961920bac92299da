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

draw::ConeRows cone_in(const Json& cone);  ///< of null: no rows

/// An answer of `pawl cone` as its picture shows it.
draw::ConeFigure cone_figure(const ValidTask& task, const Json& document);

/// Answers of `pawl check`, `forward` and `modes` as their pictures show them. Throw InputError for one that is of
/// another task.
draw::MotionsFigure check_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure forward_figure(const ValidTask& task, const Json& document);
draw::MotionsFigure modes_figure(const ValidTask& task, const Json& document);

/// An answer of `pawl plan` as its picture shows it. Throws InputError for one that is of another task. `known`: the
/// whole problem that it answers, where it need not be made again.
draw::PlanFigure plan_figure(const ValidTask& task, const Json& document, const PlanProblem* known = nullptr);

/// An answer of `pawl fixture` as its picture shows it. Throws InputError for one that is of another task.
draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document);

/// The task with a fixture of an answer, `/results/fixtures/k`. Throws InputError where that is none of this task's.
ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k);

/// An answer of `pawl simulate` to a task as its picture shows it: its starts are drawn again, by number. Throws
/// InputError for one that is of another task.
draw::TrialsFigure trials_figure(const ValidTask& task, const Json& document);

/// The answer of --replay: the trial is run again, step by step. Throws InputError for one that ends elsewhere.
draw::TraceFigure trace_figure(const ValidTask& task, const Json& document);

/// The picture of an answer of `pawl simulate` to a scene, from its document alone. Throws InputError for one that is
/// of another scene. `width`: of the page, px.
draw::Picture scene_picture(const Scene& scene, const Json& document, double width);

}  // namespace pawl::answers
