// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

namespace pawl::bench {

/// Returns discs of random radii from 80 to 105 mm, mass 100 r^2 kg and friction .5. The discs start in rows, at least
/// 50 mm apart, fall into a box of fixed walls, and pack.
Scene falling_discs(int count, int columns, double duration);

/// Returns discs of the same kind at rest between two walls: a row on the floor, in which each disc touches the next,
/// and a second row of discs that lie in the gaps on top of the first row.
Scene settled_discs(int count, double duration);

}  // namespace pawl::bench
