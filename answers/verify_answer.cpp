// SPDX-License-Identifier: MIT
#include "answers/verify_answer.h"

#include <string>

namespace pawl::answers {
namespace {

Json part_json(const CertifiedPart& part) {
  return {{"name", part.name},
          {"digest", part.digest},
          {"mass", part.mass},
          {"center_of_mass", Json::array({part.center_of_mass.x(), part.center_of_mass.y()})},
          {"gyration_radius", part.gyration_radius}};
}

}  // namespace

Answer verify_answer(const AnswerCheck& check, bool partial) {
  const bool right = check.refused.empty(), accepted = right && (partial || check.unchecked.empty());
  Answer answer;
  answer.results["accepted"] = accepted;
  answer.results["checked"] = Json(check.checked);
  answer.results["unchecked"] = Json(check.unchecked);
  answer.results["refused"] = right ? Json(nullptr) : Json(check.refused);
  answer.status = accepted ? kYes : kNo;
  return answer;
}

Answer verify_answer(const CertificateCheck& check, bool of_task) {
  Json checked = Json::array();
  if (check.refused.empty()) {
    if (of_task)
      checked.push_back("it is of the task: outline, fixels, friction, goal, a load that the actuator can give");
    checked.push_back(std::to_string(check.boxes) + " boxes: below the depth nothing rests but at the goal");
    checked.push_back("the component touches no pose that is left out, nor the end of the domain");
  }
  Answer answer;
  const bool accepted = check.refused.empty();
  answer.results = {{"accepted", accepted},
                    {"checked", checked},
                    {"refused", accepted ? Json(nullptr) : Json(check.refused)},
                    {"depth", accepted ? Json(check.depth) : Json(nullptr)},
                    {"part", accepted ? part_json(check.part) : Json(nullptr)}};
  answer.status = accepted ? kYes : kNo;
  return answer;
}

}  // namespace pawl::answers
