// SPDX-License-Identifier: MIT
#include <pawl/base/fault.h>
#include <pawl/cones/contact_matrices.h>
#include <pawl/cones/wrench_cone.h>
#include <pawl/contact/feasible_modes.h>

#include <algorithm>

#include "commands.h"
#include "cone_json.h"

namespace pawl::cli {
namespace {

std::vector<Mode> asked_modes(const Task& task, const ContactSet& set, const ConeOptions& options) {
  std::vector<std::string> patterns = task.modes;
  if (options.mode) {
    require_mode_fits(*options.mode, set, "--mode");
    patterns = {*options.mode};
  }
  if (patterns.empty()) patterns = {std::string(set.size(), '*')};
  std::vector<Mode> modes;
  for (const std::string& pattern : patterns) {
    if (pattern.find('*') == std::string::npos) {
      modes.emplace_back(pattern);
    } else {
      const std::vector<Mode> expanded = expand_modes(set, pattern);
      modes.insert(modes.end(), expanded.begin(), expanded.end());
    }
  }
  return modes;
}

Json matrices_json(const ContactSet& set, const Mode& mode) {
  const ContactMatrices m = contact_matrices(set, mode);
  return {{"J", to_json(m.J)}, {"A", to_json(m.A)}, {"B", to_json(m.B)}, {"C", to_json(m.C)},
          {"E", to_json(m.E)}, {"N", to_json(m.N)}, {"R", to_json(m.R)}, {"S", to_json(m.S)},
          {"V", to_json(m.V)}, {"K", to_json(m.K)}, {"P", to_json(m.P)}};
}

Json mode_json(const ContactSet& set, const Mode& mode, const ConeOptions& options, Status& status) {
  const WrenchCone cone = wrench_cone(set, mode, options.route == "enrsv" ? Route::enrsv : Route::sum);
  Json result = {{"mode", mode.str()}, {"feasible", cone.feasible}};
  if (!cone.feasible) {
    status = std::max(status, kNo);
    result["cone"] = nullptr;
    result["excluded"] = Json::array();
  } else {
    const PrintedCone printed = print_cone(cone, set, options.exact);
    const WidestDirection widest = widest_direction(cone.cone, set.radius_of_gyration());
    result["cone"] = printed.cone;
    result["excluded"] = printed.excluded;
    result["widest"] = {{"wrench", to_json(set.to_world(widest.direction))}, {"margin_deg", degrees(widest.margin)}};
  }
  if (options.wrench && cone.feasible) {
    const Eigen::Vector3d g = set.from_world(*options.wrench);
    result["wrench"] = {{"in_cone", cone.cone.contains(g)}, {"consistent", cone.admits(g)}};
  }
  Certainty certainty = certainty_of_cone(set, cone);
  if (cone.feasible && !cone.certified) certainty = {false, {}, "the two routes disagree: a fault of this program"};
  add_certainty(certainty, result);
  if (!certainty.certified) status = kFailed;
  if (options.matrices) result["matrices"] = matrices_json(set, mode);
  if (set.has_friction_interval()) result["friction"] = "interval";
  return result;
}

}  // namespace

Answer answer_cone(const Task& task, const ConeOptions& options) {
  const ContactSet set = find_contacts(task);
  Answer answer;
  answer.results = Json::array();
  for (const Mode& mode : asked_modes(task, set, options)) {
    answer.results.push_back(mode_json(set, mode, options, answer.status));
  }
  return answer;
}

Answer answer_modes(const Task& task) {
  const ContactSet set = find_contacts(task);
  Json modes = Json::array();
  for (const FeasibleMode& feasible : feasible_modes(set)) {
    modes.push_back({{"mode", feasible.mode.str()},
                     {"acceleration", to_json(set.to_world(feasible.acceleration))},
                     {"motion_dimension", feasible.motion_dimension}});
  }
  Answer answer;
  answer.results["count"] = modes.size();
  answer.results["modes"] = std::move(modes);
  answer.certify(certainty_of_modes(set));
  return answer;
}

}  // namespace pawl::cli
