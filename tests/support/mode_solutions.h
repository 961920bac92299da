// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <vector>

namespace pawl::oracle {

/// Finds every solution of the contact laws by trying all modes. In a mode, every contact separates, sticks, or slides
/// along a combination of ends of its tangents. Each mode is one linear system in the motion, the contact forces and
/// the forces of the bilateral constraints, not a complementarity problem. If a mode has infinitely many solutions,
/// only the solution of least norm is used, and only if it satisfies the sign conditions. Returns distinct motions
/// only.
std::vector<SystemMotion> solutions_by_modes(const MotionProblem& problem);

}  // namespace pawl::oracle
