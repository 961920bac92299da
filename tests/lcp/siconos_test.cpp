// SPDX-License-Identifier: MIT
// The lexicographic Lemke method of Siconos numerics as an oracle. It gives an independent value of z if z is unique,
// and an independent value of w if only w is unique.
#include <doctest/doctest.h>
#include <pawl/friction/contact_lcp.h>
#include <pawl/lcp/lemke.h>
#include <pawl/lcp/principal_pivoting.h>
#include <pawl/lcp/solve_lcp.h>

#include <Eigen/SVD>

#include "base/dense_algebra.h"
#include "peer_siconos.h"
#include "support/count.h"
#include "support/exact_judge.h"
#include "support/random_lcp.h"
#include "support/single_part.h"

using namespace pawl;

namespace {

/// Returns the z that Siconos found, or an empty vector if Pawl's check rejects this z.
Eigen::VectorXd peers_solution(const Lcp& lcp) {
  const peer::SiconosAnswer answer = peer::siconos_lemke(lcp, {1});
  if (!answer.success || !(lcp_residual(lcp, answer.z) <= kLcpResidual)) return {};
  return answer.z;
}

bool same(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).cwiseAbs().maxCoeff() <= 1e-7 * (1 + b.cwiseAbs().maxCoeff());
}

/// Returns whether the problem certainly has one solution only. The list of solutions must be complete and have one
/// entry. This solution must be strictly complementary, and its basis must not be singular.
bool is_unique(const Lcp& lcp, const LcpAnswer& all) {
  if (!all.complete || all.solutions.size() != 1) return false;
  const Eigen::VectorXd& z = all.solutions[0];
  const Eigen::VectorXd w = lcp.M * z + lcp.q;
  std::vector<Eigen::Index> basic;
  for (Eigen::Index i = 0; i < lcp.size(); ++i) {
    if (std::max(z[i], w[i]) < 1e-4) return false;
    if (z[i] > w[i]) basic.push_back(i);
  }
  if (basic.empty()) return true;
  const Eigen::MatrixXd block = lcp.M(basic, basic);
  const Eigen::VectorXd stretches = Eigen::JacobiSVD<Eigen::MatrixXd>(block).singularValues();
  return stretches.minCoeff() > 1e-6 * stretches.maxCoeff();
}

/// Checks that Siconos finds either z or no solution. Returns whether it finds z.
bool check_agrees(const Lcp& lcp, const Eigen::VectorXd& z) {
  const Eigen::VectorXd peers = peers_solution(lcp);
  if (peers.size() == 0) return false;
  CHECK(same(z, peers));
  return true;
}

}  // namespace

TEST_CASE("for P-matrices Siconos finds the same z") {
  oracle::RandomLcp random(1);
  int agreed = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = trial % 20 == 0 ? random.integer(20, 60) : random.integer(1, 12);
    const Lcp lcp{random.p_matrix(n), random.reals(n, 1)};
    const LcpSolution ours = lemke(lcp);
    REQUIRE(ours.status == LcpSolution::Status::solved);
    CHECK(same(principal_pivoting(lcp).z, ours.z));
    CHECK(same(solve_lcp(lcp).z, ours.z));
    agreed += check_agrees(lcp, ours.z);
  }
  MESSAGE("Siconos agrees on " << agreed << " of " << trials);
  CHECK(agreed > trials * .95);
}

// The matrices are symmetric and positive semidefinite. All solutions therefore have the same w.
TEST_CASE("for symmetric positive semidefinite matrices Siconos finds the same w") {
  oracle::RandomLcp random(2);
  int agreed = 0, solvable = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 10);
    const Eigen::MatrixXd half = random.reals(n, (n + 1) / 2);
    const Lcp lcp{half * half.transpose(), half * random.reals((n + 1) / 2, 1) + .1 * random.reals(n, 1).cwiseAbs()};
    const LcpAnswer ours = solve_lcp(lcp);
    const Eigen::VectorXd peers = peers_solution(lcp);
    if (ours.status == LcpAnswer::Status::none) CHECK(peers.size() == 0);
    if (ours.status != LcpAnswer::Status::solved) continue;
    ++solvable;
    if (peers.size() == 0) continue;
    ++agreed;
    CHECK(same(lcp.M * ours.z + lcp.q, lcp.M * peers + lcp.q));
  }
  MESSAGE("Siconos agrees on " << agreed << " of " << solvable);
  CHECK(agreed > trials / 2);
}

TEST_CASE(
    "for any matrix Siconos finds the same z if the solution is unique, and nothing if there is a proof of no "
    "solution") {
  oracle::RandomLcp random(3);
  int unique = 0, agreed = 0, none = 0;
  for (int trial = 0; trial < oracle::count(600); ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 7);
    const Lcp lcp{random.reals(n, n), random.reals(n, 1)};
    const LcpAnswer all = all_lcp_solutions(lcp);
    if (all.status == LcpAnswer::Status::none) {
      ++none;
      CHECK(peers_solution(lcp).size() == 0);
    }
    if (!is_unique(lcp, all)) continue;
    ++unique;
    CHECK(same(solve_lcp(lcp).z, all.solutions[0]));
    agreed += check_agrees(lcp, all.solutions[0]);
  }
  MESSAGE("Siconos agrees on " << agreed << " of " << unique << " with one solution; " << none << " with none");
  CHECK(agreed > unique / 3);
  CHECK(none > 0);
}

TEST_CASE("for a part against fixels Siconos finds the same z if the solution is unique") {
  oracle::RandomSystems random(4);
  int unique = 0, agreed = 0;
  for (int trial = 0; trial < oracle::count(300); ++trial) {
    CAPTURE(trial);
    const ContactSet set = oracle::random_part(random);
    const bool moves = trial % 2 == 1 && set.size() < 3;
    const Eigen::Vector3d twist = moves ? oracle::sliding_twist(set, random) : Eigen::Vector3d::Zero();
    const Eigen::Vector3d wrench(random.real(-3, 3), random.real(-3, 3), random.real(-3, 3));
    const ContactLcp form =
        contact_lcp(acceleration_problem(equations_of_motion(oracle::as_scene(set, wrench, twist))));
    const Lcp lcp{form.M, form.q};
    const LcpAnswer all = all_lcp_solutions(lcp);
    if (all.status == LcpAnswer::Status::none) CHECK(peers_solution(lcp).size() == 0);
    if (!is_unique(lcp, all)) continue;
    ++unique;
    agreed += check_agrees(lcp, all.solutions[0]);
  }
  MESSAGE("Siconos agrees on " << agreed << " of " << unique << " with one solution");
  CHECK(unique > 20);
  CHECK(agreed > unique / 2);
}
