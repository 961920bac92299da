// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/picture.h>

#include <utility>

namespace pawl::draw {

/// A compass rose: directions of a force in the world, counterclockwise from x, rad. `window`: from its first end
/// counterclockwise to its second, at most a whole turn. An arrow points in the direction `best`.
Panel compass(const std::pair<double, double>& window, double best);

}  // namespace pawl::draw
