// SPDX-License-Identifier: MIT
#include "answers/contacts_answer.h"

#include "answers/fixture_check_json.h"

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

Certainty certainty_of(const ContactList& list) {
  if (list.rank == list.greatest_rank) return {};
  return {false, {}, "whether the goal locates the part is within the rounding of where its contacts are"};
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
  answer.certify(certainty_of(list));
  return answer;
}

Answer answer_contacts(const ValidTask& task, const std::optional<FixtureQuestion>& fixture) {
  const Units& units = task.task().units;
  Answer answer = contacts_answer(list_contacts(task), units);
  if (fixture) add_fixture_check(check_fixture(task, *fixture), *fixture, units, answer);
  answer.require_finite();
  return answer;
}

}  // namespace pawl::answers
