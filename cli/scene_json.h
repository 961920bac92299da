// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/scenes/run_scene.h>

#include <string>

#include "answer.h"

namespace pawl::cli {

/// In the scene's units.
Json results_json(const Units& units, const SceneSetup& setup, const SceneResult& result);

/// The first line of a trace: the outlines, each in its body's coordinates, where they start, and the units.
std::string trace_head(const Scene& scene, const SceneSetup& setup);

/// The line of one step.
std::string trace_line(const Units& units, const SceneSetup& setup, const SceneStep& step);

}  // namespace pawl::cli
