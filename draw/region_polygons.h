// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace pawl::draw {

/// A region of a plane as polygons, by rows of samples: `inside` is asked at the middles of `across` by `across` cells
/// between two corners.
std::vector<std::vector<Eigen::Vector2d>> region_of(const Eigen::Vector2d& least, const Eigen::Vector2d& most,
                                                    int across,
                                                    const std::function<bool(const Eigen::Vector2d&)>& inside);

}  // namespace pawl::draw
