// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>
#include <pawl/scenes/forward_scene.h>
#include <pawl/scenes/scene_setup.h>

#include "answers/answer.h"

namespace pawl::answers {

/// Returns the answer of `pawl forward` for a scene, in the scene's units.
Answer scene_forward_answer(const Scene& scene, const SceneSetup& setup, const SceneForward& found, bool quasistatic);

}  // namespace pawl::answers
