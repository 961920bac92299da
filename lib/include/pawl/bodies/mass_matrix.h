// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>

namespace pawl {

/// Returns the mass matrix M(q) of the generalised velocity u, a symmetric matrix of degrees() x degrees() entries. The
/// kinetic energy is u'Mu/2, in J. Validates the system and the state.
Eigen::MatrixXd mass_matrix(const System& system, const State& state);

}  // namespace pawl
