// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/plan_picture.h>

namespace pawl::draw {

/// The graph in layers by the number of touching fixels: states where the part may be are filled, those where it may
/// come to rest have a second ring, arrows are moves with their modes. `aspect`: height by width of its box.
Panel graph_panel(const GraphFigure& figure, double width, double aspect);

}  // namespace pawl::draw
