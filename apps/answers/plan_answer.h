// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/displacement_radius.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/planner/plan_task.h>

#include <optional>
#include <string>
#include <vector>

#include "answers/advice.h"
#include "answers/answer.h"
#include "answers/questions.h"

namespace pawl::answers {

/// Adds three members to `energy`, the JSON object of a step: its depth, the pose at which its basin spills, and the
/// extent of the basin. If `depth` is null, these members are null.
void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy);

/// Converts a box of displacements from the frame of a contact set to the world frame. Returns {"translation": [[x, x],
/// [y, y]], "rotation_deg": [t, t]}, with the lowest and the highest value of each coordinate. `extent` contains the
/// lowest and the highest (x, y, theta).
Json box_json(const std::array<Eigen::Vector3d, 2>& extent, const ContactSet& contacts);

/// Returns the guarantee of a plan over the profile zone of a task's part. It holds for every part whose boundary
/// points are at most the tolerance away from their stated positions.
Json zone_json(const ZoneGuarantee& zone, const Part& part);
/// Returns the tolerances of certificates that the question states. If certificates can cover the part's profile
/// tolerance, the tolerance of the outline is at least this profile tolerance.
EnergyTolerances tolerances_of(const PlanQuestion& question, const Part& part);
Json radius_json(const std::optional<DisplacementRadius>& radius);

/// Adds whether the part can leave its fixture, and either the path out or the region to which the part is confined.
void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results);

struct FoundPlan {
  TaskPlan plan;
  Guarantee least = Guarantee::at_rest;  ///< weakest guarantee requested
  bool by_energy = true;                 ///< whether one-step plans were searched for by means of the energy conditions
  bool asked_depth = false;
  std::optional<PlanDepth> depth;                         ///< depth of a plan with the guarantee energy, if requested
  std::vector<std::optional<DisplacementRadius>> radius;  ///< displacement radius of each step; set if the depth was
                                                          ///< requested
  std::optional<Loading> loading;
  std::optional<FrictionLimit> limit;
  std::optional<std::vector<Advice>> advice;  ///< changes of the task that make a plan possible; set if they were
                                              ///< requested and no plan exists
};

const char* name_of(InsertionPlan::Status status);
const char* actuator_name(const Task& task);

/// Finds a plan and all other data that the question requests. If the search is stopped, finds only the plan. Throws
/// the same InputErrors as require_consistent.
FoundPlan find_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns the answer of `pawl plan`.
Answer plan_answer(const ValidTask& task, const FoundPlan& found);

/// Returns the energy certificate, in file format. Returns nothing if no depth was proved.
std::optional<std::string> certificate_of(const FoundPlan& found);

/// Returns a graph of contact states in Graphviz format. If `whole` is true, this is the whole graph. If not, it
/// contains the states that are reached under the first wrench of the plan or, without a plan, under the wrench of the
/// obstacle. Returns nothing for a graph that is not complete.
std::optional<std::string> graph_of(const TaskPlan& plan, bool whole);

}  // namespace pawl::answers
