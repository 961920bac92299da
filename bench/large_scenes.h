// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

namespace pawl::bench {

/// Discs of random radii, 80 to 105 mm, mass 100 r^2 kg, friction .5, that fall into a box of fixed walls in rows, 50
/// mm apart or more, and pack.
Scene falling_discs(int count, int columns, double duration);

/// Such discs at rest between two walls: a row on the floor, each against the next, and others in hollows of it.
Scene settled_discs(int count, double duration);

}  // namespace pawl::bench
