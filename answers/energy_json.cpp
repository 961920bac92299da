// SPDX-License-Identifier: MIT
#include "answers/energy_json.h"

#include <cmath>

#include "answers/answer.h"

namespace pawl::answers {
namespace {

Json finite(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json pair_json(const ContactPair& pair, const PlanProblem& problem) {
  Json fixels = Json::array();
  for (const int contact : pair.contacts)
    fixels.push_back(problem.seated.fixels[static_cast<std::size_t>(contact)] + 1);
  return {{"fixels", fixels},
          {"kappa", finite(pair.kappa)},
          {"margin_deg", degrees(pair.margin)},
          {"slip_radius", pair.slip_radius}};
}

}  // namespace

Json energy_json(const EnergyVerdict& verdict, const PlanProblem& problem) {
  Json pairs = Json::array();
  Json wedged = Json::array();
  for (const ContactPair& pair : verdict.pairs) {
    pairs.push_back(pair_json(pair, problem));
    if (!std::isfinite(pair.kappa)) wedged.push_back(*pair_json(pair, problem).members()->front().second.entries());
  }
  return {{"holds", verdict.holds()},
          {"refused", verdict.refused.empty() ? Json(nullptr) : Json(verdict.refused)},
          {"lowest", verdict.lowest},
          {"unheld", verdict.unheld},
          {"unwedged", verdict.unwedged},
          {"wedged", wedged},
          {"kappa", verdict.pairs.empty() ? Json(nullptr) : finite(verdict.kappa)},
          {"pairs", pairs}};
}

}  // namespace pawl::answers
