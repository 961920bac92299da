// SPDX-License-Identifier: MIT
#include "answers/fixture_check_json.h"

#include <algorithm>
#include <cmath>

namespace pawl::answers {
namespace {

Json vector_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }  // no negative zero

Json pose_sizes_json(const Eigen::Vector3d& sizes, const Units& units) {
  return Json::array({sizes.x(), sizes.y(), units.angle_of(sizes.z())});
}

Json range_json(const ForceRange& range) {
  return Json::array({range.least, std::isinf(range.most) ? Json(nullptr) : Json(range.most)});
}

Json interval_json(const ClampInterval& interval) {
  Json json = {
      {"from", interval.from}, {"to", interval.to}, {"from_open", interval.from_open}, {"to_open", interval.to_open}};
  if (interval.from_exact.empty()) return json;
  json["from_exact"] = interval.from_exact;
  json["to_exact"] = interval.to_exact;
  return json;
}

Json tolerance_json(const FixtureCheck& check, double tolerance, const Units& units) {
  Json json = {{"tolerance", tolerance},
               {"worst_pose", pose_sizes_json(tolerance * check.pose_error->worst_pose, units)},
               {"rms_pose", pose_sizes_json(tolerance * check.pose_error->rms_pose, units)},
               {"points", Json::array()}};
  for (const PointError& point : check.points) json["points"].push_back(point_error_json(point));
  return json;
}

Json forces_json(const FixtureCheck& check) {
  Json json = {{"wrenches", Json::array()}, {"places", Json::array()}};
  for (const Eigen::Vector3d& wrench : check.wrenches) json["wrenches"].push_back(to_json(wrench));
  for (const PlacedClamp& placed : check.placed) {
    Json place = {{"edge", placed.place.edge + 1},
                  {"along", placed.place.along},
                  {"friction", friction_json(placed.contact.friction)},
                  {"windows", Json::array()},
                  {"all", window_json(placed.forces.all)},
                  {"certified", placed.forces.certainty.certified}};
    for (const ClampWindow& window : placed.forces.of_wrench) place["windows"].push_back(window_json(window));
    json["places"].push_back(place);
  }
  return json;
}

}  // namespace

Json pose_error_json(const PoseError& error, const Units& units) {
  Json result = {{"dx", Json::array()}, {"dy", Json::array()}, {"dtheta", Json::array()}};
  for (const Eigen::Vector3d& motion : error.of_fixel) {
    result["dx"].push_back(motion.x() + 0.0);
    result["dy"].push_back(motion.y() + 0.0);
    result["dtheta"].push_back(units.angle_of(motion.z()) + 0.0);
  }
  result["worst"] = error.worst;
  result["rms"] = error.rms;
  result["worst_point"] = vector_json(error.worst_point);
  result["worst_pose"] = pose_sizes_json(error.worst_pose, units);
  result["rms_pose"] = pose_sizes_json(error.rms_pose, units);
  result["singular_values"] = to_json(error.singular_values);
  result["norm"] = error.norm;
  return result;
}

Json clamps_json(const ClampEdges& clamps) {
  Json json = {{"edges", Json::array()}, {"uncertain", Json::array()}, {"certified", clamps.certainty.certified}};
  for (const EdgeClamps& edge : clamps.edges) {
    if (!edge.certain) json["uncertain"].push_back(edge.edge + 1);
    if (edge.intervals.empty()) continue;
    Json entry = {{"edge", edge.edge + 1}, {"kind", edge.arc ? "arc" : "side"}, {"intervals", Json::array()}};
    for (const ClampInterval& interval : edge.intervals) entry["intervals"].push_back(interval_json(interval));
    json["edges"].push_back(entry);
  }
  return json;
}

Json window_json(const ClampWindow& window) {
  Json json = {{"balanced", window.balanced ? range_json(*window.balanced) : Json(nullptr)}, {"holds", Json::array()}};
  for (const ForceRange& range : window.holds) json["holds"].push_back(range_json(range));
  return json;
}

Json point_error_json(const PointError& point) {
  Json json = {{"point", vector_json(point.point)},
               {"of_fixel", Json::array()},
               {"worst", point.worst},
               {"ellipse", {{"semi_axes", vector_json(point.ellipse)}, {"angle_deg", degrees(point.ellipse_angle)}}},
               {"reach", Json::array()}};
  for (const Eigen::Vector2d& motion : point.of_fixel) json["of_fixel"].push_back(vector_json(motion));
  for (const Eigen::Vector2d& corner : point.reach) json["reach"].push_back(vector_json(corner));
  return json;
}

bool add_fixture_check(const FixtureCheck& check, const FixtureQuestion& question, const Units& units, Answer& answer) {
  Json& results = answer.results;
  const bool seated = check.unseated.empty();
  if (!seated) results["unseated"] = check.unseated;
  if (question.tolerance) {
    results["tolerance"] = check.pose_error ? tolerance_json(check, *question.tolerance, units) : Json(nullptr);
  }
  if (question.clamps) results["clamps"] = check.clamps ? clamps_json(*check.clamps) : Json(nullptr);
  if (!question.places.empty() || !check.placed.empty())
    results["clamp_forces"] = seated ? forces_json(check) : Json(nullptr);
  const auto judge = [&](const Certainty& certainty) {
    if (certainty.certified) return;
    answer.status = kFailed;
    answer.message = certainty.reason;
  };
  if (check.clamps) judge(check.clamps->certainty);
  for (const PlacedClamp& placed : check.placed) judge(placed.forces.certainty);
  return seated && (!check.clamps || std::any_of(check.clamps->edges.begin(), check.clamps->edges.end(),
                                                 [](const EdgeClamps& edge) { return !edge.intervals.empty(); }));
}

}  // namespace pawl::answers
