// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <optional>

#include "support/random_systems.h"

namespace pawl::oracle {

/// Returns a random pile at rest in a tilted bin, with the friction coefficient 0.5. Discs lie in the gaps of the
/// objects below them. Boxes lie on the floor and on other boxes. Arms press their fingertips on bodies. There are
/// exactly `contacts` contacts, and at each of them two outlines touch. Outlines do not overlap, except those of the
/// arms' links, which are in a plane above the bodies.
Scene random_pile(RandomSystems& random, int contacts);

/// Sets a random velocity at which no contact separates or approaches. Exactly `rolling` contacts roll, and all others
/// slide. Returns false if it finds no such velocity.
bool set_sliding(Scene& scene, RandomSystems& random, int rolling);

}  // namespace pawl::oracle
