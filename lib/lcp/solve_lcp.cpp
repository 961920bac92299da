// SPDX-License-Identifier: MIT
#include <pawl/base/assert.h>
#include <pawl/lcp/solve_lcp.h>

#include "lcp/pivoting/in_units.h"
#include "lcp/portfolio.h"
#include "lcp/search/enumeration.h"

namespace pawl {
namespace {

using namespace internal;
using Status = LcpAnswer::Status;

LcpAnswer empty_problem() {
  LcpAnswer answer;
  answer.status = Status::solved;
  answer.z = Eigen::VectorXd(0);
  answer.residual = 0;
  answer.solutions = {answer.z};
  return answer;
}

LcpAnswer first_solution(const Lcp& lcp, const LcpLimits& limits) {
  LcpAnswer answer;
  Portfolio portfolio(limits, answer);
  portfolio.in_turns(
      lcp, false, [&] { return exact_lcp(lcp); },
      [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
        return zero_in_units(lcp, z) && portfolio.solved(method, z, residual);
      });
  return answer;
}

/// One solution by Lemke's method, for a list that was cut short and is empty.
void add_one(const Lcp& lcp, const LcpLimits& limits, LcpAnswer& answer) {
  LemkeOptions options;
  options.stop = limits.stop;
  LemkeSolver solver;
  Portfolio portfolio(limits, answer);
  portfolio.lemke(solver, lcp, options, [&](LcpMethod method, const Eigen::VectorXd& z, double residual) {
    answer.solutions = {z};
    return portfolio.solved(method, z, residual);
  });
}

}  // namespace

LcpAnswer internal::all_solutions(const Lcp& lcp, const std::function<ExactLcp()>& exact, const LcpLimits& limits) {
  if (lcp.size() == 0) return empty_problem();
  Enumeration enumeration(lcp, exact, limits);
  enumeration.run();
  LcpAnswer answer;
  Portfolio portfolio(limits, answer);
  portfolio.spend(enumeration.pivots());
  answer.method = LcpMethod::branch_and_bound;
  answer.complete = enumeration.complete();
  answer.solutions = enumeration.solutions();
  if (!answer.solutions.empty()) {
    const Eigen::VectorXd& first = answer.solutions.front();
    portfolio.solved(answer.method, first, lcp_residual(lcp, first));
  } else if (answer.complete && proves_no_solution(exact(), enumeration.refutation(), limits.stop)) {
    answer.status = Status::none;
    answer.refutation = printed(enumeration.refutation());
  } else {
    answer.complete = false;
    add_one(lcp, limits, answer);
  }
  return answer;
}

LcpAnswer solve_lcp(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return lcp.size() == 0 ? empty_problem() : first_solution(lcp, limits);
}

LcpAnswer all_lcp_solutions(const Lcp& lcp, const LcpLimits& limits) {
  lcp.validate();
  return all_solutions(
      lcp, [&] { return exact_lcp(lcp); }, limits);
}

const char* method_name(LcpMethod method) {
  switch (method) {
    case LcpMethod::lemke:
      return "lemke";
    case LcpMethod::branch_and_bound:
      return "branch and bound";
    case LcpMethod::closed_form:
      return "closed form";
  }
  PAWL_ASSERT(false);
}

}  // namespace pawl
