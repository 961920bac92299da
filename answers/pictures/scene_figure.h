// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>
#include <pawl/io/scene.h>

#include "answers/answer.h"

namespace pawl::answers {

/// The picture of an answer of `pawl simulate` to a scene, from its document alone. Throws InputError for one that is
/// of another scene. `width`: of the page, px.
draw::Picture scene_picture(const Scene& scene, const Json& document, double width);

}  // namespace pawl::answers
