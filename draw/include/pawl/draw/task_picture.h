// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

namespace pawl::draw {

/// The smallest page that the pictures of tasks and answers are laid out for, px.
inline constexpr double kLeastWidth = 300, kLeastHeight = 300;

/// The part among its fixels as the task says: contact frames, friction cones, gaps (those too small to see enlarged,
/// and marked so), centre of mass, actuator, a scale bar; and warnings as text. Positions and lengths are those of the
/// task, but for the enlarged gaps; arrows and cones show directions. Throws InputError for a page smaller than the
/// least.
Picture task_picture(const ValidTask& task, const Eigen::Vector2d& size = {1280, 800}, const Warnings& warnings = {});

}  // namespace pawl::draw
