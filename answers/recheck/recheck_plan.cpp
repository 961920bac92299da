// SPDX-License-Identifier: MIT
#include "answers/recheck/recheck_plan.h"

#include <pawl/planner/displacement_radius.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "answers/certify_json.h"
#include "answers/plan_answer.h"
#include "answers/text/words.h"

namespace pawl::answers {
namespace {

std::optional<Guarantee> guarantee_in(const Json& value) {
  for (const Guarantee guarantee : {Guarantee::at_rest, Guarantee::keeps, Guarantee::energy}) {
    if (text_in(value) == name_of(guarantee)) return guarantee;
  }
  return std::nullopt;
}

Belief belief_in(const Json& list) {
  Belief belief;
  for (std::size_t k = 0; k < count_of(list); ++k) {
    std::vector<int>& fixels = belief.emplace_back();
    for (std::size_t i = 0; i < count_of(at(list, k)); ++i)
      fixels.push_back(static_cast<int>(std::clamp(number_in(at(at(list, k), i)), -1., 1e6)));
  }
  return belief;
}

StatedTaskPlan stated_in(const Json& results) {
  StatedTaskPlan stated;
  stated.guarantee = guarantee_in(at(results, "guarantee"));
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) {
    const Json& step = at(steps, k);
    stated.steps.emplace_back(belief_in(at(step, "before")), belief_in(at(step, "after")));
  }
  const Json& beliefs = at(at(results, "certificate"), "beliefs");
  for (std::size_t k = 0; k < count_of(beliefs); ++k) stated.certificate.push_back(belief_in(at(beliefs, k)));
  return stated;
}

/// The question, as far as the answer depends on it.
PlanRequest request_in(const Json& results, const StopToken& stop) {
  PlanRequest request;
  request.least = guarantee_in(at(results, "require")).value_or(Guarantee::at_rest);
  request.by_energy = !is_true(at(results, "by_graph"));
  request.stop = stop;
  return request;
}

/// Fields that only a search finds: the flood of energies, ways out of the fixture, plans under other friction.
bool needs_search(const std::string& pointer) {
  static constexpr std::array<std::string_view, 3> kResults{"/results/friction_limit", "/results/loadable",
                                                            "/results/loading"};
  static constexpr std::array<std::string_view, 9> kEnergy{"depth",         "basin",          "boxes", "end",  "spill",
                                                           "depth_at_most", "depth_fraction", "force", "speed"};
  if (std::find(kResults.begin(), kResults.end(), pointer) != kResults.end()) return true;
  const std::size_t energy = pointer.find("/energy/");
  if (!pointer.starts_with("/results/steps/") || energy == std::string::npos) return false;
  return std::find(kEnergy.begin(), kEnergy.end(), pointer.substr(energy + 8)) != kEnergy.end();
}

/// The radii of --certify, where the answer has some.
void add_radii(const ValidTask& task, const TaskPlan& plan, const Json& saved, Json& results) {
  const Json& steps = at(saved, "steps");
  for (std::size_t k = 0; k < plan.steps.size(); ++k) {
    const Json::Object* members = at(steps, k).members();
    const bool has = members != nullptr && std::any_of(members->begin(), members->end(),
                                                       [](const auto& member) { return member.first == "radius"; });
    if (!has) continue;
    results["steps"][k]["radius"] =
        radius_json(displacement_radius(plan.problem, plan.solution, k, task.task().part.outline));
  }
}

}  // namespace

SameFields recheck_plan(const ValidTask& task, const Json& results, const StopToken& stop) {
  const PlanRequest request = request_in(results, stop);
  FoundPlan found{
      plan_again(task, request, stated_in(results)), request.least, request.by_energy, false, {}, {}, {}, {}};
  if (found.plan.status == InsertionPlan::Status::stopped) return {"/results: " + found.plan.reason, {}};
  Json again = plan_answer(task, found).results;
  add_radii(task, found.plan, results, again);
  return same_fields(again, results, "/results", needs_search);
}

}  // namespace pawl::answers
