// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

namespace pawl::bench {

/// Returns discs of random radii from 80 to 105 mm, mass 100 r^2 kg and friction .5. They fall into a box of fixed
/// walls in rows, at least 50 mm apart, and pack.
Scene falling_discs(int count, int columns, double duration);

/// Returns discs of the same kind at rest between two walls: a row on the floor, in which each disc touches the next,
/// and others in the hollows of the row.
Scene settled_discs(int count, double duration);

}  // namespace pawl::bench
