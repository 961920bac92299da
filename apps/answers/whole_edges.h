// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

#include "answers/answer.h"

namespace pawl::answers {

/// Adds the numbers of whole edges to an answer about a part whose outline has curves (Path::curves). The keys of an
/// answer count the segments of the outline; people count a curve as one edge. Next to each key of the first column
/// that occurs anywhere in `results`, adds the key of the second column:
///
/// | key           | added key           | value                                                              |
/// |---------------|---------------------|--------------------------------------------------------------------|
/// | `edge`        | `whole_edge`        | the edge `edge`; the segment is its stretch from `from` to `to`    |
/// | `clamp_edges` | `whole_clamp_edges` | the numbers of the edges, each once                                |
/// | `uncertain`   | `whole_uncertain`   | the numbers of the edges of uncertain clamps, each once            |
/// | `feature`     | `whole_feature`     | the feature, such as "edge 2", counted from 0 like `feature`       |
///
/// Does nothing for parts without curves.
void add_whole_edges(const Task& task, Json& results);

/// Returns the number of the edge of an object with the key `edge`. If the answer contains the number of the whole
/// edge, returns that number.
std::size_t whole_edge_in(const Json& place);
/// Returns whether the segment `edge` is only a part of its edge.
bool is_part_of_curve(const Json& place);
/// Converts a fraction of the length of the segment `edge` to a fraction of the length of the whole edge.
double share_of_whole_edge(const Json& place, double along);

}  // namespace pawl::answers
