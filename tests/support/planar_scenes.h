// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <optional>

#include "support/random_systems.h"

namespace pawl::oracle {

/// A random pile in a tilted bin: discs in the valleys of what lies there, boxes on floor and boxes, arms whose
/// fingertips press on bodies. Exactly `contacts` contacts, each where two outlines touch and none overlap (links
/// excepted, which are thought above the plane). At rest; friction 0.5.
Scene random_pile(RandomSystems& random, int contacts);

/// Sets a random velocity at which no contact parts or approaches, `rolling` contacts roll and all others slide.
/// Returns false when the pile allows no such velocity.
bool set_sliding(Scene& scene, RandomSystems& random, int rolling);

}  // namespace pawl::oracle
