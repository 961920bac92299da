// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <vector>

namespace pawl::oracle {

/// Finds every solution of the contact laws by trying all modes. In a mode, every contact separates, sticks, or slides
/// along a combination of ends of its tangents. Each mode is one linear system in (x, c, lambda), without a
/// complementarity problem. If a mode has a continuum of solutions, its solution of least norm is taken, or none if
/// this solution violates a sign. Returns distinct motions only.
std::vector<SystemMotion> solutions_by_modes(const MotionProblem& problem);

}  // namespace pawl::oracle
