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

/// Adds members to `energy`, the JSON object of a step: the depth, the pose at which the basin spills, and the extent
/// of the basin. If `depth` is null, the values of these members are null.
void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy);

/// Converts a box of displacements to the world frame. `extent` contains the lowest and the highest (x, y, theta) in
/// the frame of `contacts`. Returns {"translation": [[x, x], [y, y]], "rotation_deg": [t, t]} with the lowest and the
/// highest value of each coordinate.
Json box_json(const std::array<Eigen::Vector3d, 2>& extent, const ContactSet& contacts);

/// Returns the guarantee of a plan over the profile zone of the part as JSON. The guarantee applies to every part whose
/// boundary points are at most the profile tolerance away from their stated positions.
Json zone_json(const ZoneGuarantee& zone, const Part& part);
/// Returns the tolerances for which certificates are computed: those of the question. If certificates can cover the
/// part's profile tolerance, the tolerance of the outline is at least the profile tolerance.
EnergyTolerances tolerances_of(const PlanQuestion& question, const Part& part);
Json radius_json(const std::optional<DisplacementRadius>& radius);

/// Adds whether the part can leave its fixture. If it can, adds a path out of the fixture; if it cannot, adds the
/// region to which the part is confined.
void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results);

struct FoundPlan {
  TaskPlan plan;
  Guarantee least = Guarantee::at_rest;  ///< weakest guarantee that the question accepts
  bool by_energy = true;                 ///< whether the energy conditions were used to search for one-step plans
  bool asked_depth = false;
  std::optional<PlanDepth> depth;                         ///< depth of the plan; computed if it was requested and the
                                                          ///< plan's guarantee is `energy`
  std::vector<std::optional<DisplacementRadius>> radius;  ///< displacement radius of each step; computed if the depth
                                                          ///< was requested
  std::optional<Loading> loading;
  std::optional<FrictionLimit> limit;
  std::optional<std::vector<Advice>> advice;  ///< changes of the task with which a plan exists; searched for if no plan
                                              ///< exists and advice was requested
};

const char* name_of(InsertionPlan::Status status);
const char* actuator_name(const Task& task);

/// Finds a plan and, unless the search is stopped, all other data that the question requests. Throws the same
/// InputErrors as require_consistent().
FoundPlan find_plan(const ValidTask& task, const PlanQuestion& question);

/// Returns the answer of `pawl plan`.
Answer plan_answer(const ValidTask& task, const FoundPlan& found);

/// Returns the text of the energy certificate, or nothing if no depth was proved.
std::optional<std::string> certificate_of(const FoundPlan& found);

/// Returns a graph of contact states in Graphviz format, or nothing if the graph is not complete. If `whole` is true,
/// the graph has all contact states. Otherwise it has the states that the part can reach under one wrench: the first
/// wrench of the plan or, without a plan, the wrench of the obstacle.
std::optional<std::string> graph_of(const TaskPlan& plan, bool whole);

}  // namespace pawl::answers
