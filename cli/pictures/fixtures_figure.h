// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/fixtures_picture.h>
#include <pawl/io/valid_task.h>

#include <vector>

#include "answer.h"

namespace pawl::cli {

/// An answer of `pawl fixture` as its picture shows it. Throws InputError for one that is of another task.
draw::FixturesFigure fixtures_figure(const ValidTask& task, const Json& document);

/// The task with a fixture of an answer, `/results/fixtures/k`. Throws InputError where that is none of this task's.
ValidTask fixed_task(const ValidTask& task, const Json& document, std::size_t k);

}  // namespace pawl::cli
