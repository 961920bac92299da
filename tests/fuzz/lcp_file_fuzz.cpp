// SPDX-License-Identifier: MIT
// Reads any bytes as a complementarity problem (JSON or pc1). The reader must return a valid problem or throw
// InputError with at least one fault. A small problem is then solved. The status `solved` requires a small residual,
// and `none` requires a proof. All listed solutions must be solutions.
#include <pawl/friction/contact_problem.h>
#include <pawl/io/read_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include "fuzz_input.h"

namespace {

using pawl::fuzz::require;

constexpr Eigen::Index kMostVariables = 12;
constexpr std::size_t kMostContacts = 5;

pawl::LcpLimits limits() {
  pawl::LcpLimits limits;
  limits.pivots = 3000;
  limits.nodes = 1000;
  return limits;
}

/// `lcp` is the LCP of a contact problem, or `problem` itself if it is an LCP.
template <class Problem>
void check(const Problem& problem, const pawl::Lcp& lcp, const pawl::LcpAnswer& answer) {
  const auto solves = [&](const Eigen::VectorXd& z) { return pawl::lcp_residual(lcp, z) <= pawl::kLcpResidual; };
  if (answer.status == pawl::LcpAnswer::Status::solved) require(solves(answer.z));
  if (answer.status == pawl::LcpAnswer::Status::none) require(pawl::proves_no_solution(problem, answer.refutation));
  for (const Eigen::VectorXd& z : answer.solutions) require(solves(z));
}

void solve(const pawl::Lcp& lcp) {
  lcp.validate();
  if (lcp.size() > kMostVariables) return;
  check(lcp, lcp, pawl::solve_lcp(lcp, limits()));
  check(lcp, lcp, pawl::all_lcp_solutions(lcp, limits()));
}

void solve(const pawl::ContactProblem& problem) {
  problem.validate();
  if (problem.contacts.size() > kMostContacts) return;
  check(problem, problem.lcp(), pawl::solve_contact_problem(problem, limits()));
  check(problem, problem.lcp(), pawl::all_contact_solutions(problem, limits()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const pawl::LcpFile file = pawl::read_lcp({reinterpret_cast<const char*>(data), size});
    std::visit([](const auto& problem) { solve(problem); }, file.problem);
  } catch (const pawl::InputError& error) {
    pawl::fuzz::require_faults(error);
  }
  return 0;
}
