// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/io/contact_list.h>

namespace pawl::internal {

/// How far an arc that is drawn as chords may reach beyond the chord, or the vertex between two, that `feature` is: the
/// chord's sagitta, where both its neighbours are as long as it and turn as much to the same side, by less than
/// kChordTurn. 0: it is no such chord.
double left_out_by_chords(const Outline& outline, const Feature& feature);

}  // namespace pawl::internal
