// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <optional>

#include "support/random_systems.h"

namespace pawl::oracle {

/// Returns a random pile at rest in a tilted bin, with friction 0.5. Discs lie in the valleys of the objects below,
/// boxes lie on the floor and on boxes, and arms press their fingertips on bodies. There are exactly `contacts`
/// contacts, each between touching outlines. No outlines overlap, except those of links, which are above the plane of
/// the other bodies.
Scene random_pile(RandomSystems& random, int contacts);

/// Sets a random velocity at which no contact separates or approaches, `rolling` contacts roll and all other contacts
/// slide. Returns false if the pile allows no such velocity.
bool set_sliding(Scene& scene, RandomSystems& random, int rolling);

}  // namespace pawl::oracle
