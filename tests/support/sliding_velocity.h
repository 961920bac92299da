// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <optional>

#include "support/random_systems.h"

namespace pawl::oracle {

/// Returns a random velocity at which no contact separates or approaches. Of the contacts, `rolling` random ones roll,
/// and all others slide with at least 1 mm/s. Returns nothing if a random search finds no such velocity.
std::optional<Eigen::VectorXd> sliding_velocity(const ContactEquations& equations, RandomSystems& random, int rolling);

}  // namespace pawl::oracle
