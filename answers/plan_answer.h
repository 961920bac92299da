// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/loading.h>
#include <pawl/certify/plan_depth.h>
#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/plan_task.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/answer.h"

namespace pawl::answers {

/// What is asked of a plan, and beside it.
struct PlanQuestion {
  PlanRequest request;
  bool depth = false;           ///< how deep a plan by energy is, and from how far displaced it holds
  EnergyTolerances tolerances;  ///< of the depth
  EnergyFloodOptions flood;     ///< of the depth; its stop is the request's
  bool loadable = false;        ///< whether the part can leave its fixture
  LoadingOptions loading;       ///< its stop is the request's
  bool friction_limit = false;
};

struct FoundPlan {
  TaskPlan plan;
  Guarantee least = Guarantee::at_rest;  ///< that was asked for
  bool by_energy = true;                 ///< whether plans by energy were looked for
  bool asked_depth = false;
  std::optional<PlanDepth> depth;                         ///< of a plan by energy, where it was asked
  std::vector<std::optional<DisplacementRadius>> radius;  ///< of each step, where the depth was asked
  std::optional<Loading> loading;
  std::optional<FrictionLimit> limit;
};

const char* name_of(InsertionPlan::Status status);
const char* actuator_name(const Task& task);

/// A plan and all that is asked of it, as far as it is not stopped.
FoundPlan find_plan(const ValidTask& task, const PlanQuestion& question);

/// What `pawl plan` says of it.
Answer plan_answer(const ValidTask& task, const FoundPlan& found);

/// The proof of the depth, as a file; nothing where there is none.
std::optional<std::string> certificate_of(const FoundPlan& found);

/// The states that are reached under the first wrench, or the obstacle's, for Graphviz; nothing of a graph that is not
/// complete.
std::optional<std::string> graph_of(const TaskPlan& plan);

}  // namespace pawl::answers
