// SPDX-License-Identifier: MIT
#include "fixture_question.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>

#include <algorithm>
#include <cmath>

#include "option_values.h"

namespace pawl::cli {
namespace {

Json vector_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }  // no negative zero

Json pose_sizes_json(const Eigen::Vector3d& sizes, const Units& units) {
  return Json::array({sizes.x(), sizes.y(), units.angle_of(sizes.z())});
}

/// "3,0.5" of an outline whose edges count from 1.
ClampPlace place_of(const std::string& text, const Task& task) {
  const auto refuse = [&](const std::string& what) -> InputError { return InputError("--clamp-at", text, what); };
  const std::size_t comma = text.find(',');
  const std::optional<double> edge = plain_number(text.substr(0, comma));
  const std::optional<double> along = comma == std::string::npos ? std::nullopt : plain_number(text.substr(comma + 1));
  if (!edge || !along) throw refuse("must be an edge, from 1, and a share of its length, as 3,0.5");
  const bool none = !task.part.outline || std::holds_alternative<Disc>(*task.part.outline);
  if (none) throw refuse("the part has no edges for a clamp to stand on");
  const double count = static_cast<double>(edge_count(*task.part.outline));
  if (!(*edge >= 1 && *edge <= count) || *edge != std::floor(*edge))
    throw refuse(fmt::format("the edge must be a whole number from 1 to {}", count));
  if (!(*along > 0 && *along < 1)) throw refuse("the share must be above 0 and below 1: a corner is no place");
  return {static_cast<std::size_t>(*edge) - 1, *along};
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

void add_fixture_question(CommandLine& command, FixtureQuestionOptions& options) {
  command
      .add_option("--tolerance", options.tolerance,
                  "How far each locator may be off along its normal, in the task's unit of length: adds how far points "
                  "of the part may then be off")
      .check(wrong_size, "LENGTH");
  command.add_flag("--clamp", options.clamps, "Add where on each edge one clamp without friction loads all locators");
  command
      .add_option(
          "--clamp-at", options.places,
          "Add with which force a clamp, with the task's friction, holds the part there: EDGE,SHARE, edges from "
          "1, as 3,0.5 for the middle of the third; may be given again")
      .one_each();
}

FixtureQuestion question_of(const FixtureQuestionOptions& options, const Task& task,
                            const std::optional<Eigen::Vector3d>& wrench) {
  FixtureQuestion question;
  if (options.tolerance) question.tolerance = plain_number(*options.tolerance);
  question.clamps = options.clamps;
  for (const std::string& place : options.places) question.places.push_back(place_of(place, task));
  if (wrench) question.wrenches = {*wrench};
  return question;
}

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

}  // namespace pawl::cli
