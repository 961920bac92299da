// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>

#include "sheet.h"

namespace pawl::draw {

/// Slices of a basin: (x, y) at the seat's angle, (x, y) at that of the pass where it spills, (x, theta) at the seat's
/// y, the pass marked; and the part with ghosts of the farthest starts within.
void add_basin(Sheet& sheet, const PartFigure& part, const BasinFigure& basin);

}  // namespace pawl::draw
