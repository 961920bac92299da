// SPDX-License-Identifier: MIT
#include "answers/certify_json.h"

#include "answers/answer.h"

namespace pawl::answers {
namespace {

const char* name_of(EnergyDepth::End end) {
  switch (end) {
    case EnergyDepth::End::spills:
      return "spills";
    case EnergyDepth::End::caged:
      return "caged";
    case EnergyDepth::End::enough:
      return "enough";
    case EnergyDepth::End::stopped:
      return "stopped";
    case EnergyDepth::End::unproved:
      break;
  }
  return "unproved";
}

/// Displacements of the seat's frame in the world: the hull of the corners.
Json basin_json(const std::array<Eigen::Vector3d, 2>& extent, const ContactSet& contacts) {
  Eigen::Vector3d low = Eigen::Vector3d::Constant(INFINITY), high = -low;
  for (const int x : {0, 1}) {
    for (const int y : {0, 1}) {
      for (const int t : {0, 1}) {
        const auto at = [&](int k) { return extent[static_cast<std::size_t>(k)]; };
        const Eigen::Vector3d corner = contacts.to_world({at(x).x(), at(y).y(), at(t).z()});
        low = low.cwiseMin(corner);
        high = high.cwiseMax(corner);
      }
    }
  }
  const auto range = [](double from, double to) { return Json::array({from, to}); };
  return {{"translation", Json::array({range(low.x(), high.x()), range(low.y(), high.y())})},
          {"rotation_deg", range(degrees(low.z()), degrees(high.z()))}};
}

Json spill_json(const EnergyDepth& found, const ContactSet& contacts, const Units& units) {
  Json fixels = Json::array();
  for (const int fixel : found.spill_fixels) fixels.push_back(fixel + 1);
  return {
      {"displacement", pose_json(contacts.to_world(found.spill), units)}, {"fixels", fixels}, {"leaves", found.leaves}};
}

}  // namespace

void add_depth(const PlanDepth* depth, const ContactSet& contacts, const Units& units, Json& energy) {
  const bool found = depth != nullptr && depth->found.depth > 0;
  const bool spills = depth != nullptr && depth->found.end == EnergyDepth::End::spills;
  energy["depth"] = found ? Json(depth->found.depth) : Json(nullptr);
  energy["basin"] = found ? basin_json(depth->found.extent, contacts) : Json(nullptr);
  energy["boxes"] = found ? Json(depth->found.boxes) : Json(nullptr);
  if (depth == nullptr) return;
  energy["end"] = name_of(depth->found.end);
  energy["spill"] = spills ? spill_json(depth->found, contacts, units) : Json(nullptr);
  energy["depth_at_most"] = spills ? Json(depth->found.depth_at_most) : Json(nullptr);  // else the way out is not known
  energy["depth_fraction"] = depth->fraction;
  energy["force"] = depth->force;
  energy["speed"] = depth->speed;
}

Json radius_json(const std::optional<DisplacementRadius>& radius) {
  if (!radius) return nullptr;
  return {{"displacement", radius->displacement}, {"rotation_deg", degrees(radius->rotation)}};
}

void add_loading(const Loading& loading, const ContactSet& contacts, const Units& units, Json& results) {
  const bool leaves = loading.end == Loading::End::leaves, caged = loading.end == Loading::End::caged;
  results["loadable"] = leaves ? Json(true) : caged ? Json(false) : Json(nullptr);
  Json path = Json::array();
  for (const Eigen::Vector3d& pose : loading.path) path.push_back(pose_json(pose, units));
  results["loading"] = {{"path", leaves ? path : Json(nullptr)},
                        {"least_gap", leaves ? Json(loading.least_gap) : Json(nullptr)},
                        {"cage", caged ? basin_json(loading.extent, contacts) : Json(nullptr)},
                        {"boxes", loading.boxes}};
}

}  // namespace pawl::answers
