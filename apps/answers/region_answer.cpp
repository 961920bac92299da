// SPDX-License-Identifier: MIT
#include "answers/region_answer.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/plan_task.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "answers/plan_answer.h"
#include "answers/region_projections.h"
#include "answers/simulate_answer.h"
#include "geometry/outline.h"
#include "io/task_form.h"

namespace pawl::answers {
namespace {

constexpr int kSmallerStarts = 8;                 ///< at most this number of smaller start regions is tried
constexpr double kSmall = 1e-4;  ///< a rest region is tiny if its displacement is at most this fraction of the part's
                                 ///< diameter
constexpr double kCoarse = .05;  ///< relative accuracy of the rest regions that are computed for smaller start regions
constexpr std::size_t kCoarseBoxes = 20000;      ///< limit on the number of boxes per smaller start region
constexpr double kShrink = std::numbers::sqrt2;  ///< each start region is smaller than the one before by this factor

StartRegion start_of(const Task& task, const PlanQuestion& question) {
  if (!question.from) return task.start_region.value_or(StartRegion());
  try {
    return internal::read_start_region(*question.from, task.units);
  } catch (const InputError& error) {
    throw InputError("--from", *question.from,
                     "must be the half-widths T,R of the start region, as in 1mm,2deg, or T,R,E with a kinetic energy in "
                     "J, or a JSON object as in {\"translation\": 1, \"rotation\": 2} (" +
                         std::string(error.what()) + ")");
  }
}

RestOptions options_of(const PlanQuestion& question, const Part& part) {
  RestOptions options;
  options.tolerances = tolerances_of(question, part);
  options.direction_tolerance = question.tolerance_direction.value_or(0) * std::numbers::pi / 180;
  options.center_tolerance = question.tolerance_center.value_or(0);
  options.residual_energy = question.residual_energy;
  options.swept = question.swept;
  if (question.limit_boxes) options.boxes = *question.limit_boxes;
  options.stop = question.stop;
  options.progress = question.box_progress;
  return options;
}

/// Converts wrenches from the world frame to the frame of the contact set. The position of the part has no effect on
/// the result.
std::vector<Eigen::Vector3d> in_part(const ValidTask& task, std::vector<Eigen::Vector3d> wrenches) {
  const ContactSet set = reference_pose(task.task()).task.contacts;
  for (Eigen::Vector3d& wrench : wrenches) wrench = set.from_world(wrench);
  return wrenches;
}

/// Searches for a plan in the graph of contact states. Returns the wrenches of the plan, in the frame of the contact
/// set, or no wrenches if it finds no plan.
std::vector<Eigen::Vector3d> wrenches_by_states(const ValidTask& task, const StopToken& stop) {
  try {
    PlanRequest request;
    request.stop = stop;
    return in_part(task, wrenches_of(plan(task, request)));
  } catch (const InputError&) {
    return {};  // the contacts of the goal cannot all touch
  }
}

void require_combined(const PlanQuestion& question) {
  const auto refuse = [](const char* option, bool given) {
    if (given) throw InputError(option, "", "cannot be combined with a start region (--from or \"start\": {\"region\"})");
  };
  refuse("--require", question.require.has_value());
  refuse("--by-graph", question.by_graph);
  refuse("--friction-limit", question.friction_limit);
  refuse("--certify-depth", question.certify_depth.has_value());
  refuse("--graphviz", question.graphviz.has_value());
  refuse("--loadable", question.loadable);
}

void find_smaller_start(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, FoundRegions& found) {
  RestOptions options = found.options;
  options.certificate = false;
  options.accuracy = std::max(options.accuracy, kCoarse);
  options.boxes = std::min(options.boxes, kCoarseBoxes);
  StartRegion start = found.start;
  double share = 1;
  for (int k = 0; k < kSmallerStarts && !options.stop.stop_requested(); ++k) {
    share /= kShrink;
    start.translation = share * found.start.translation;
    start.rotation = share * found.start.rotation;
    start.energy = share * found.start.energy;
    const RestRegions regions = find_rest_regions(task, wrenches, start, options);
    if (regions.end != RestRegions::End::bounded) continue;
    found.smaller_start = share;
    return;
  }
}

/// Searches for a pose in which the part rests and which is far from the reference pose. Does nothing if the rest
/// region of the last step is not proved, is tiny, or is within the requested bound.
void find_witness(const ValidTask& task, FoundRegions& found) {
  const RestRegions& regions = found.plan.regions;
  const bool asked = found.within && found.plan.found;
  if (asked || regions.end != RestRegions::End::bounded || !regions.refused.empty()) return;
  if (regions.displacement <= kSmall * internal::diameter(*task.task().part.outline)) return;
  try {
    found.witness = find_rest_witness(task, regions, found.options.stop);
  } catch (const InputError&) {
    found.witness.reset();  // the task is not valid for trials
  }
}

/// Proves the rest regions of the given wrenches, which are in the frame of the contact set. If the part may leave,
/// also searches for a smaller start region from which it does not. Otherwise searches for a witness.
void prove_given(const ValidTask& task, const std::vector<Eigen::Vector3d>& wrenches, FoundRegions& found) {
  found.plan.regions = find_rest_regions(task, wrenches, found.start, found.options);
  const RestRegions& regions = found.plan.regions;
  const bool proved = regions.end == RestRegions::End::bounded && regions.refused.empty();
  found.plan.found = proved && (!found.within || regions.displacement <= *found.within);
  found.plan.stopped = regions.end == RestRegions::End::stopped;
  if (regions.end == RestRegions::End::leaves) find_smaller_start(task, wrenches, found);
  find_witness(task, found);
}

}  // namespace

bool asks_regions(const Task& task, const PlanQuestion& question) {
  return question.from || question.within || question.plan || task.start_region;
}

namespace {

FoundRegions find_only_regions(const ValidTask& task, const PlanQuestion& question) {
  FoundRegions found;
  found.start = start_of(task.task(), question);
  if (!question.from && !task.task().start_region) {
    throw InputError("--from", "",
                     "missing: --within and --plan need the start region, as in --from 1mm,2deg or \"start\": {\"region\"}");
  }
  found.within = question.within ? question.within : task.task().goal_tolerance;
  if (found.within && !(*found.within > 0)) throw InputError("--within", fmt::format("{}", *found.within), "must be greater than 0");
  found.options = options_of(question, task.task().part);
  std::vector<Eigen::Vector3d> given;
  if (question.plan) {
    given = in_part(task, wrenches_in(*question.plan, task));
    if (given.empty()) throw InputError("/plan/steps", question.plan->name, "must have at least one step");
  }
  if (given.empty() && !found.within) {
    given = task.task().plan ? in_part(task, *task.task().plan) : wrenches_by_states(task, question.stop);
    found.no_plan = given.empty();
    if (found.no_plan) return found;
  }
  if (!given.empty()) {
    prove_given(task, given, found);
    return found;
  }
  found.searched = true;
  RestSearch search;
  if (task.task().plan) search.first.push_back(in_part(task, *task.task().plan));
  search.first.push_back(wrenches_by_states(task, question.stop));
  RestOptions options = found.options;
  options.progress = {};
  if (question.progress) {
    options.progress = [show = question.progress](std::size_t steps) {
      show(fmt::format("searching: {} steps tried", steps));
    };
  }
  found.plan = find_rest_plan(task, found.start, *found.within, options, search);
  find_witness(task, found);
  return found;
}

}  // namespace

FoundRegions find_regions(const ValidTask& task, const PlanQuestion& question) {
  require_combined(question);
  FoundRegions found = find_only_regions(task, question);
  if (question.advice && !found.plan.found) found.advice = advice_on_regions(task, question, found);
  return found;
}

namespace {

Json step_json(const RestRegion& region, const ContactSet& contacts, const Units& units) {
  const Json extent = box_json(region.bounds, contacts);
  Json json = {{"wrench", to_json(Eigen::Vector3d(contacts.to_world(region.wrench.normalized())))},
               {"displacement", region.displacement},
               {"rest_region", extent},
               {"projections", projections_json(region.cover, extent, contacts)},
               {"boxes", region.boxes},
               {"rest_boxes", region.rest_boxes},
               {"farthest",
                {{"displacement", pose_json(contacts.to_world(region.farthest), units)}, {"fixels", Json::array()}}}};
  for (const int fixel : region.fixels) json["farthest"]["fixels"].push_back(fixel + 1);
  for (const int wall : region.walls) json["farthest"]["walls"].push_back(wall + 1);
  if (region.coarse) json["limited"] = true;
  return json;
}

Json leaves_json(const RestRegions& regions, const Units& units) {
  Json json = {{"step", regions.steps.size() + 1},
               {"displacement", pose_json(regions.reference.contacts.to_world(regions.leaves_over), units)},
               {"fixels", Json::array()},
               {"in_sweep", regions.leaves_in_sweep}};
  for (const int fixel : regions.leaves_fixels) json["fixels"].push_back(fixel + 1);
  for (const int wall : regions.leaves_walls) json["walls"].push_back(wall + 1);
  return json;
}

Json witness_json(const RestWitness& witness, const ContactSet& contacts, const Units& units) {
  Json json = {{"displacement", pose_json(contacts.to_world(witness.displacement), units)},
               {"largest", witness.largest},
               {"fixels", Json::array()},
               {"trials", witness.trials}};
  for (const int fixel : witness.fixels) json["fixels"].push_back(fixel + 1);
  return json;
}

/// Returns one sentence for each assumption of the proof.
Json assumptions(const Task& task, const RestOptions& options, bool swept) {
  Json list = Json::array();
  const std::string unit = task.units.length_name();
  list.push_back(options.residual_energy
                     ? fmt::format("at most {} J of kinetic energy when the next wrench is applied", *options.residual_energy)
                     : "the part comes to rest before the next wrench is applied");
  if (swept) {
    list.push_back(options.swept ? "a wrench changes to the next one through their convex combinations, without going back, at any speed"
                                 : "a wrench changes to the next one at once");
  }
  list.push_back("impacts do not raise the energy");
  const auto tolerance = [&](double value, const std::string& text) {
    if (value > 0) list.push_back(text);
  };
  tolerance(options.direction_tolerance, fmt::format("the direction of the force is off by at most {:.6g} deg",
                                                     degrees(options.direction_tolerance)));
  tolerance(options.center_tolerance,
            fmt::format("the centre of mass is off by at most {} {}", options.center_tolerance, unit));
  tolerance(options.tolerances.friction,
            fmt::format("friction coefficients are larger by at most {}", options.tolerances.friction));
  tolerance(options.tolerances.fixels,
            fmt::format("fixels and walls are off by at most {} {}", options.tolerances.fixels, unit));
  tolerance(options.tolerances.outline,
            fmt::format("points of the outline are off by at most {} {}", options.tolerances.outline, unit));
  if (task.part.tolerance > options.tolerances.outline)
    list.push_back(fmt::format("the part is as stated, because {} is not covered",
                               can_have_tolerance(task.part)
                                   ? fmt::format("its profile tolerance of {} {}", task.part.tolerance, unit)
                                   : fmt::format("the profile tolerance of {} {} of a part with arcs", task.part.tolerance, unit)));
  if (task.simulate.support.law != SimulateOptions::Support::Law::ellipsoid) {
    list.push_back("no friction with the surface below the part");
  } else {
    list.push_back(fmt::format("friction of at most {} with the surface below the part", task.simulate.support.friction));
  }
  return list;
}

Json options_json(const RestOptions& options) {
  return {{"tolerance_friction", options.tolerances.friction},
          {"tolerance_fixels", options.tolerances.fixels},
          {"tolerance_outline", options.tolerances.outline},
          {"tolerance_direction_deg", degrees(options.direction_tolerance)},
          {"tolerance_center", options.center_tolerance},
          {"residual_energy", options.residual_energy ? Json(*options.residual_energy) : Json(nullptr)},
          {"swept", options.swept},
          {"boxes", options.boxes}};
}

std::string reason_of(const FoundRegions& found, const std::string& unit) {
  const RestRegions& regions = found.plan.regions;
  if (found.no_plan) return "no plan of contact states was found; give --within LENGTH to search for wrenches, or --plan FILE";
  if (!regions.refused.empty()) return "nothing is claimed, because pawl verify refuses the certificate: " + regions.refused;
  if (regions.end == RestRegions::End::leaves) {
    if (found.searched) return "every wrench that was tried may let the part leave";
    return fmt::format("the part may leave in step {}", regions.steps.size() + 1);
  }
  if (found.plan.found) {
    return fmt::format("from every start, the part comes to rest with all of its points within {:.4g} {} of their places",
                       regions.displacement, unit);
  }
  if (found.plan.stopped) return "a limit was reached";
  if (!found.within) return "nothing was proved";
  if (regions.end != RestRegions::End::bounded)
    return "it was not proved for any wrench that was tried where the part comes to rest";
  return fmt::format("in the smallest rest region that was found, a point of the part is up to {:.4g} {} from its place, "
                     "more than {:.4g}",
                     regions.displacement, unit, *found.within);
}

}  // namespace

Answer regions_answer(const ValidTask& valid, const FoundRegions& found) {
  const Task& task = valid.task();
  const RestRegions& regions = found.plan.regions;
  const bool bounded = regions.end == RestRegions::End::bounded && regions.refused.empty();
  const bool leaves = regions.end == RestRegions::End::leaves && !found.searched;
  const bool stopped = found.plan.stopped && !found.plan.found;
  Answer answer;
  Json& results = answer.results;
  results["found"] = found.plan.found;
  results["status"] = found.plan.found ? "found" : stopped ? "stopped" : leaves ? "may leave" : "not found";
  results["guarantee"] = found.plan.found ? Json("region") : Json(nullptr);
  results["start_region"] = {{"translation", found.start.translation},
                             {"rotation_deg", degrees(found.start.rotation)},
                             {"energy", found.start.energy}};
  if (found.start.at) results["start_region"]["at"] = pose_json(*found.start.at, task.units);
  results["within"] = found.within ? Json(*found.within) : Json(nullptr);
  results["displacement"] = bounded ? Json(regions.displacement) : Json(nullptr);
  const ContactSet& contacts = regions.reference.contacts;
  results["reference"] = regions.reference.pose ? Json{{"pose", pose_json(*regions.reference.pose, task.units)},
                                                       {"seated", regions.seated}}
                                                : Json(nullptr);
  results["steps"] = Json::array();
  for (const RestRegion& region : regions.steps) results["steps"].push_back(step_json(region, contacts, task.units));
  results["leaves"] = leaves ? leaves_json(regions, task.units) : Json(nullptr);
  if (leaves) results["leaves"]["smaller_start"] = found.smaller_start ? Json(*found.smaller_start) : Json(nullptr);
  if (found.witness) results["witness"] = witness_json(*found.witness, contacts, task.units);
  results["searched"] = found.searched;
  // A step in which the part may leave has no rest region, but its assumptions are also stated.
  const std::size_t steps = regions.steps.size() + (leaves ? 1 : 0);
  results["assumes"] = assumptions(task, found.options, steps > 1);
  results["options"] = options_json(found.options);
  results["force"] = regions.force;
  results["reason"] = reason_of(found, task.units.length_name());
  results["actuator"] = actuator_name(task);
  if (bounded) results["certified"] = true;
  if (found.advice) results["advice"] = advice_json(*found.advice);
  answer.status = found.plan.found ? kYes : stopped || !regions.refused.empty() ? kFailed : kNo;
  answer.message = "stopped: a limit was reached before the rest regions were known (raise --limit or --limit-boxes)";
  if (!regions.refused.empty()) answer.message = text_in(results["reason"]);
  answer.require_finite();
  return answer;
}

std::optional<std::string> certificate_of(const FoundRegions& found) {
  if (found.plan.regions.certificate.empty()) return std::nullopt;
  return found.plan.regions.certificate;
}

Answer regions_answer_again(const ValidTask& task, const Json& results, const StopToken& stop) {
  const Json& stated = at(results, "options");
  const Json& region = at(results, "start_region");
  FoundRegions found;
  const double radian = std::numbers::pi / 180;
  found.start.translation = number_in(at(region, "translation"));
  found.start.rotation = number_in(at(region, "rotation_deg")) * radian;
  found.start.energy = number_in(at(region, "energy"));
  if (has(region, "at")) {
    found.start.at = vector3_in(at(region, "at"));
    if (task.task().units.angle == Units::Angle::deg) found.start.at->z() *= radian;
  }
  found.within = at(results, "within").number();
  found.options.tolerances = {number_in(at(stated, "tolerance_friction")), number_in(at(stated, "tolerance_fixels")),
                              number_in(at(stated, "tolerance_outline"))};
  found.options.direction_tolerance = number_in(at(stated, "tolerance_direction_deg")) * radian;
  found.options.center_tolerance = number_in(at(stated, "tolerance_center"));
  found.options.residual_energy = at(stated, "residual_energy").number();
  found.options.swept = is_true(at(stated, "swept"));
  found.options.boxes = static_cast<std::size_t>(std::clamp(number_in(at(stated, "boxes")), 0., 1e8));
  found.options.stop = stop;
  found.searched = is_true(at(results, "searched"));
  std::vector<Eigen::Vector3d> wrenches;
  const Json& steps = at(results, "steps");
  for (std::size_t k = 0; k < count_of(steps); ++k) wrenches.push_back(vector3_in(at(at(steps, k), "wrench")));
  prove_given(task, in_part(task, std::move(wrenches)), found);
  return regions_answer(task, found);
}

}  // namespace pawl::answers
