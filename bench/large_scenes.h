// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/scene.h>

namespace pawl::bench {

/// Returns discs with random radii from 80 to 105 mm, the mass 100 r^2 kg (with r in m) and the friction coefficient
/// .5. At the start the discs are in rows and at least 50 mm apart. They fall into a box of fixed walls and pack.
Scene falling_discs(int count, int columns, double duration);

/// Returns discs of the same kind at rest between two walls. The first row lies on the floor, and each disc touches the
/// next. A second row lies on top of the first, with its discs in the gaps of the first row.
Scene settled_discs(int count, double duration);

}  // namespace pawl::bench
