// SPDX-License-Identifier: MIT
#include "answers/lcp_answer.h"

#include <algorithm>

namespace pawl::answers {

const char* name_of(LcpAnswer::Status status) {
  switch (status) {
    case LcpAnswer::Status::solved:
      return "solved";
    case LcpAnswer::Status::none:
      return "none";
    case LcpAnswer::Status::undecided:
      break;
  }
  return "undecided";
}

namespace {

Status status_of(const LcpAnswer& answer, bool all) {
  if (answer.status == LcpAnswer::Status::undecided || (all && !answer.complete)) return kFailed;
  return answer.status == LcpAnswer::Status::none ? kNo : kYes;
}

LcpAnswer solve(const Lcp& lcp, const LcpLimits& limits, bool all) {
  return all ? all_lcp_solutions(lcp, limits) : solve_lcp(lcp, limits);
}

LcpAnswer solve(const ContactProblem& problem, const LcpLimits& limits, bool all) {
  return all ? all_contact_solutions(problem, limits) : solve_contact_problem(problem, limits);
}

Eigen::Index variables(const Lcp& lcp) { return lcp.size(); }
Eigen::Index variables(const ContactProblem& problem) {
  const auto contacts = static_cast<Eigen::Index>(problem.contacts.size());
  if (problem.level == ContactProblem::Level::velocity) return 4 * contacts;
  return 3 * contacts - 2 * std::count_if(problem.contacts.begin(), problem.contacts.end(),
                                          [](const auto& contact) { return contact.sliding != 0; });
}

Json proof_json(const LcpRefutation& refutation) {
  Json nodes = Json::array();
  for (const LcpRefutation::Node& node : refutation.nodes) {
    if (node.branch >= 0) {
      nodes.push_back({{"branch", node.branch}, {"z_zero", node.z_zero}, {"w_zero", node.w_zero}});
    } else {
      nodes.push_back({{"multipliers", node.multipliers}});
    }
  }
  return nodes;
}

}  // namespace

LcpAnswer find_lcp(const LcpFile& problem, const LcpLimits& limits, bool all) {
  return std::visit([&](const auto& p) { return solve(p, limits, all); }, problem.problem);
}

Json lcp_answer(const std::string& file, const LcpFile& problem, const LcpAnswer& answer, const LcpQuestion& question,
                std::optional<double> microseconds, Status& status) {
  status = std::max(status, status_of(answer, question.all));
  const bool solved = answer.status == LcpAnswer::Status::solved;
  double residual = answer.residual;
  if (!solved) {
    residual = std::visit([&](const auto& p) { return lcp_residual(p, Eigen::VectorXd::Zero(variables(p))); },
                          problem.problem);
  }
  Json result = {{"file", file},
                 {"status", name_of(answer.status)},
                 {"z", solved ? to_json(answer.z) : Json(nullptr)},
                 {"residual", residual},
                 {"pivots", answer.pivots}};
  if (microseconds) result["elapsed_us"] = *microseconds;
  result["method"] = method_name(answer.method);
  if (question.all) {
    result["solutions"] = Json::array();
    for (const Eigen::VectorXd& z : answer.solutions) result["solutions"].push_back(to_json(z));
    result["complete"] = answer.complete;
  }
  if (question.proof && answer.status == LcpAnswer::Status::none) {
    result["proof"] = proof_json(answer.refutation);
    result["proof_variables"] = answer.refutation.variables;
  }
  return result;
}

}  // namespace pawl::answers
