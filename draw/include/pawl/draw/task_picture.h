// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <string>
#include <vector>

namespace pawl::draw {

/// smallest width and height of pictures of tasks and answers, px
inline constexpr double kLeastWidth = 300, kLeastHeight = 300;

/// Stretches of the part's boundary that a picture marks by thick lines, world frame.
struct MarkedStretches {
  std::vector<Path> paths = {};
  std::string meaning = {};  ///< explanation of the stretches in the legend
};

/// Draws the part among its fixels as the task describes it, with contact frames, friction cones, gaps, centre of mass,
/// actuator and a scale bar. Adds warnings as text.
///
/// Gaps that are too small to see are enlarged and marked as enlarged. All other positions and lengths are true to
/// scale; arrows and cones only show directions. Throws InputError for a page smaller than the minimum.
Picture task_picture(const ValidTask& task, const Eigen::Vector2d& size = {1280, 800}, const Warnings& warnings = {},
                     const MarkedStretches& marked = {});

}  // namespace pawl::draw
