// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// Adds the numbers of whole edges to an answer about a part whose outline has curves (Path::curves). The keys of an
/// answer count the segments of the outline, but people count a curve as one edge. For each key in the first column
/// that occurs anywhere in `results`, adds the key in the second column to the same object:
///
/// | key           | added key           | value                                                              |
/// |---------------|---------------------|--------------------------------------------------------------------|
/// | `edge`        | `whole_edge`        | the edge `edge`; the segment is its stretch from `from` to `to`    |
/// | `clamp_edges` | `whole_clamp_edges` | the numbers of the edges, each once                                |
/// | `uncertain`   | `whole_uncertain`   | the numbers of the edges of uncertain clamps, each once            |
/// | `feature`     | `whole_feature`     | the feature, such as "edge 2", counted from 0 like `feature`       |
///
/// Does nothing for a part without curves.
void add_whole_edges(const Task& task, Json& results);

/// Returns the number of an edge from an object with the key `edge`. This is the number of the whole edge, if the
/// object contains it.
std::size_t whole_edge_in(const Json& place);
/// Returns whether the segment `edge` of the object is only a part of a whole edge.
bool is_part_of_curve(const Json& place);
/// Converts a fraction of the length of the object's segment to a fraction of the length of the whole edge.
double share_of_whole_edge(const Json& place, double along);

}  // namespace pawl::answers
