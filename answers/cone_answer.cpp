// SPDX-License-Identifier: MIT
#include "answers/cone_answer.h"

#include <pawl/modes/contact_matrices.h>

#include <algorithm>

#include "answers/cone_json.h"

namespace pawl::answers {
namespace {

Json matrices_json(const ContactSet& set, const Mode& mode) {
  const ContactMatrices m = contact_matrices(set, mode);
  return {{"J", to_json(m.J)}, {"A", to_json(m.A)}, {"B", to_json(m.B)}, {"C", to_json(m.C)},
          {"E", to_json(m.E)}, {"N", to_json(m.N)}, {"R", to_json(m.R)}, {"S", to_json(m.S)},
          {"V", to_json(m.V)}, {"K", to_json(m.K)}, {"P", to_json(m.P)}};
}

}  // namespace

Json cone_answer(const ContactSet& set, const WrenchCone& cone, const ConeQuestion& question, Status& status) {
  Json result = {{"mode", cone.mode.str()}, {"feasible", cone.feasible}};
  if (!cone.feasible) {
    status = std::max(status, kNo);
    result["cone"] = nullptr;
    result["excluded"] = Json::array();
  } else {
    const PrintedCone printed = print_cone(cone, set, question.exact);
    const WidestDirection widest = widest_direction(cone.cone, set.radius_of_gyration());
    result["cone"] = printed.cone;
    result["excluded"] = printed.excluded;
    result["widest"] = {{"wrench", to_json(set.to_world(widest.direction))}, {"margin_deg", degrees(widest.margin)}};
  }
  if (question.wrench && cone.feasible) {
    const Eigen::Vector3d g = set.from_world(*question.wrench);
    result["wrench"] = {{"in_cone", cone.cone.contains(g)}, {"consistent", cone.admits(g)}};
  }
  Certainty certainty = certainty_of_cone(set, cone);
  if (cone.feasible && !cone.certified) certainty = {false, {}, "the two routes disagree: a fault of this program"};
  add_certainty(certainty, result);
  if (!certainty.certified) status = kFailed;
  if (question.matrices) result["matrices"] = matrices_json(set, cone.mode);
  if (set.has_friction_interval()) result["friction"] = "interval";
  return result;
}

}  // namespace pawl::answers
