// SPDX-License-Identifier: MIT
#include "answers/contacts_answer.h"

namespace pawl::answers {
namespace {

Json point_json(const Eigen::Vector2d& v) { return Json::array({v.x() + 0.0, v.y() + 0.0}); }  // no negative zero

Json contact_json(const ListedContact& contact) {
  return {{"fixel", contact.fixel},
          {"state", contact.touching ? "touching" : "apart"},
          {"point", point_json(contact.point)},
          {"normal", point_json(contact.normal)},
          {"gap", contact.gap + 0.0},
          {"feature", text_of(contact.feature)},
          {"friction", friction_json(contact.friction)}};
}

/// Each entry for an error of 1 of each fixel of the goal in turn.
Json pose_error_json(const PoseError& error, const Units& units) {
  Json result = {{"dx", Json::array()}, {"dy", Json::array()}, {"dtheta", Json::array()}};
  for (const Eigen::Vector3d& motion : error.of_fixel) {
    result["dx"].push_back(motion.x() + 0.0);
    result["dy"].push_back(motion.y() + 0.0);
    result["dtheta"].push_back(units.angle_of(motion.z()) + 0.0);
  }
  result["worst"] = error.worst;
  result["rms"] = error.rms;
  return result;
}

}  // namespace

Answer contacts_answer(const ContactList& list, const Units& units) {
  Answer answer;
  answer.results["contacts"] = Json::array();
  for (const ListedContact& contact : list.contacts) answer.results["contacts"].push_back(contact_json(contact));
  answer.results["rank"] = list.rank;
  answer.results["located"] = list.located;
  answer.results["gyration_radius"] = list.gyration_radius;
  answer.results["pose_error"] = list.pose_error ? pose_error_json(*list.pose_error, units) : Json(nullptr);
  answer.results["seated_pose"] = list.seated_pose ? pose_json(*list.seated_pose, units) : Json(nullptr);
  return answer;
}

}  // namespace pawl::answers
