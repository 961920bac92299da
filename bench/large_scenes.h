// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

namespace pawl::bench {

/// Returns discs that fall into a box of fixed walls. Their radii are random, from 80 to 105 mm; the mass of a disc is
/// 100 r^2 kg for the radius r in m, and the friction coefficient is .5. At the start the discs are in rows, and their
/// gaps are at least 15 mm.
Scene falling_discs(int count, int columns, double duration);

/// Returns discs of the same kind that lie at rest between two walls. The lower row is on the floor, and each disc
/// touches the next. The discs of the upper row lie in gaps of the lower row and do not touch each other; some gaps
/// remain free.
Scene settled_discs(int count, double duration);

}  // namespace pawl::bench
