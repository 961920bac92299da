// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/friction/motion_problem.h>

#include <vector>

namespace pawl::oracle {

/// Every solution of the contact laws by trying all modes: each contact parts, sticks, or slides along each combination
/// of ends of its tangents; one linear system each in (x, c, lambda), no complementarity problem. A mode with a
/// continuum of solutions gives one of them, or none where the least one breaks a sign. Distinct motions only.
std::vector<SystemMotion> solutions_by_modes(const MotionProblem& problem);

}  // namespace pawl::oracle
