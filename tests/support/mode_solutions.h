// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <vector>

namespace pawl::oracle {

/// Finds the solutions of the contact laws by trying all modes. In a mode, each contact separates, sticks, or slides
/// along one combination of ends of its tangents. A mode is one system of linear equations, in the motion, the contact
/// forces and the forces of the bilateral constraints, instead of a complementarity problem. If the system has
/// infinitely many solutions, only the one of least norm is used, provided that it satisfies the inequalities. Returns
/// each motion once.
std::vector<SystemMotion> solutions_by_modes(const MotionProblem& problem);

}  // namespace pawl::oracle
