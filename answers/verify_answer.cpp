// SPDX-License-Identifier: MIT
#include "answers/verify_answer.h"

#include <string>

namespace pawl::answers {
namespace {

Json results_json(bool accepted, const Json& checked, const std::string& refused) {
  return {{"accepted", accepted}, {"checked", checked}, {"refused", accepted ? Json(nullptr) : Json(refused)}};
}

}  // namespace

Answer verify_answer(const AnswerCheck& check) {
  Answer answer;
  answer.results = results_json(check.refused.empty(), Json(check.checked), check.refused);
  answer.status = check.refused.empty() ? kYes : kNo;
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
  answer.results = results_json(check.refused.empty(), checked, check.refused);
  answer.results["depth"] = check.refused.empty() ? Json(check.depth) : Json(nullptr);
  answer.status = check.refused.empty() ? kYes : kNo;
  return answer;
}

}  // namespace pawl::answers
