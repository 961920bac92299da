// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/contact_equations.h>

#include <optional>

#include "support/random_systems.h"

namespace pawl::oracle {

/// A random velocity at which no contact parts or approaches, `rolling` random contacts roll and all others slide, at
/// least 1 mm/s; nothing when chance found none.
std::optional<Eigen::VectorXd> sliding_velocity(const ContactEquations& equations, RandomSystems& random, int rolling);

}  // namespace pawl::oracle
