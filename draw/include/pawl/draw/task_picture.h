// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/warning.h>
#include <pawl/draw/picture.h>
#include <pawl/io/valid_task.h>

#include <string>
#include <vector>

namespace pawl::draw {

/// Minimum page size for pictures of tasks and answers, px.
inline constexpr double kLeastWidth = 300, kLeastHeight = 300;

/// Stretches of the part's boundary that a picture emphasizes by thick lines, world frame.
struct MarkedStretches {
  std::vector<Path> paths = {};
  std::string meaning = {};  ///< text in the legend
};

/// Draws the part among its fixels as the task describes it, with contact frames, friction cones, gaps, centre of mass,
/// actuator and a scale bar. Gaps that are too small to see are enlarged and marked as enlarged. Adds warnings as text.
/// Positions and lengths are true to scale except for enlarged gaps; arrows and cones only show directions. Throws
/// InputError for a page smaller than the minimum.
Picture task_picture(const ValidTask& task, const Eigen::Vector2d& size = {1280, 800}, const Warnings& warnings = {},
                     const MarkedStretches& marked = {});

}  // namespace pawl::draw
