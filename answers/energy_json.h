// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/plan_problem.h>

#include "answers/json.h"

namespace pawl::answers {

/// What the energy conditions say of a step.
Json energy_json(const EnergyVerdict& verdict, const PlanProblem& problem);

}  // namespace pawl::answers
