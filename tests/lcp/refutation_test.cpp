// SPDX-License-Identifier: MIT
// Tests proofs that no solution exists. Among them are changed proofs, proofs for other problems, and texts that are
// not proofs.
#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>

#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/lcp_checks.h"
#include "support/random_lcp.h"

using namespace pawl;
using namespace pawl::oracle;
using Status = LcpAnswer::Status;

namespace {

/// Returns problems without a solution, and their proofs. Each proof has branches.
std::vector<std::pair<Lcp, LcpRefutation>> proofs(int count, unsigned seed) {
  oracle::RandomLcp random(seed);
  std::vector<std::pair<Lcp, LcpRefutation>> found;
  while (static_cast<int>(found.size()) < count) {
    const Eigen::Index n = random.integer(2, 6);
    const Lcp lcp{random.reals(n, n), random.reals(n, 1)};
    LcpAnswer answer = solve_lcp(lcp);
    if (answer.refutation.nodes.size() < 3) continue;
    found.emplace_back(lcp, std::move(answer.refutation));
  }
  return found;
}

}  // namespace

// Changes a proof in many ways. The checker of the library and the independent checker must always agree. If a step is
// removed that the proof needs, both must refuse it.
TEST_CASE("a changed proof is refused") {
  int changes = 0, refused = 0;
  for (const auto& [lcp, proof] : proofs(oracle::count(40), 3)) {
    REQUIRE(proves_no_solution(lcp, proof));
    REQUIRE(oracle::refutes(lcp, proof));
    const auto same = [&, &problem = lcp](const LcpRefutation& changed) {
      const bool holds = proves_no_solution(problem, changed);
      CHECK(holds == oracle::refutes(problem, changed));
      ++changes;
      refused += !holds;
      return holds;
    };
    for (std::size_t k = 0; k < proof.nodes.size(); ++k) {
      LcpRefutation changed = proof;
      LcpRefutation::Node& node = changed.nodes[k];
      const LcpRefutation::Node before = node;
      if (node.branch >= 0) {
        for (const int child : {-1, static_cast<int>(proof.nodes.size()), static_cast<int>(k), 0}) {
          node.z_zero = child;
          CHECK_FALSE(same(changed));
          node = before;
          node.w_zero = child;
          CHECK_FALSE(same(changed));
          node = before;
        }
        std::swap(node.z_zero, node.w_zero);
        same(changed);
        node = before;
        node.branch = static_cast<int>(lcp.size());
        CHECK_FALSE(same(changed));
        node.branch = (before.branch + 1) % static_cast<int>(lcp.size());
        same(changed);
        node.branch = -1;  // a leaf without multipliers
        CHECK_FALSE(same(changed));
        continue;
      }
      for (std::size_t m = 0; m < node.multipliers.size(); ++m) {
        const std::string text = node.multipliers[m].second;
        node.multipliers[m].second = text[0] == '-' ? text.substr(1) : "-" + text;
        same(changed);
        node.multipliers[m].second = "0";
        same(changed);
        node.multipliers[m].second = text;
        for (const int row : {-1, static_cast<int>(lcp.size())}) {
          node.multipliers[m].first = row;
          CHECK_FALSE(same(changed));
        }
        node = before;
      }
      node.multipliers.clear();
      CHECK_FALSE(same(changed));
    }
    LcpRefutation fewer = proof;
    fewer.variables -= 1;
    CHECK_FALSE(same(fewer));
    fewer = proof;
    fewer.nodes.clear();
    CHECK_FALSE(same(fewer));
  }
  MESSAGE(changes << " changes, " << refused << " refused");
  CHECK(refused > changes * 3 / 4);
}

TEST_CASE("a proof is valid only for its own problem") {
  oracle::RandomLcp random(4);
  for (const auto& [lcp, proof] : proofs(oracle::count(40), 5)) {
    // Makes another problem that has a solution: its q is w - M z, where w and z are complementary.
    Lcp other = lcp;
    Eigen::VectorXd z = random.reals(lcp.size(), 1).cwiseMax(0);
    const Eigen::VectorXd w = (z.array() > 0).select(0, random.reals(lcp.size(), 1).cwiseAbs().array());
    other.q = w - other.M * z;
    if (!oracle::refutes(other, proof)) CHECK_FALSE(proves_no_solution(other, proof));
    other.q = lcp.q.cwiseAbs();
    CHECK_FALSE(proves_no_solution(other, proof));
    other = lcp;
    other.M = Eigen::MatrixXd::Identity(lcp.size(), lcp.size());
    CHECK_FALSE(proves_no_solution(other, proof));
    other.M = lcp.M.topLeftCorner(lcp.size() - 1, lcp.size() - 1);
    other.q = lcp.q.head(lcp.size() - 1);
    CHECK_FALSE(proves_no_solution(other, proof));
  }
}

// A proof may come from a file. Its content must not cause harm.
TEST_CASE("invalid fractions and graphs that are not trees are refused") {
  const Lcp lcp = one(-1, -1);
  const auto with = [&](const std::string& text) {
    LcpRefutation proof;
    proof.variables = 1;
    proof.nodes.resize(1);
    proof.nodes[0].multipliers = {{0, text}};
    const bool holds = proves_no_solution(lcp, proof);
    ContactProblem rod = disc(1, 0);
    rod.contacts[0].sliding = 1;
    CHECK_FALSE(proves_no_solution(rod, proof));
    return holds;
  };
  CHECK(with("1"));
  CHECK(with("2/4"));
  CHECK(with("7/3"));
  for (const char* text : {"",    "-",   "a",  "1/0", "0/0",  "1/",  "/1", "1/-2",  "1.5", "1e3", "nan",
                           "inf", "0x1", " 1", "1 ",  "1//2", "--1", "+1", "1/2/3", "-1",  "0"}) {
    CAPTURE(text);
    CHECK_FALSE(with(text));
  }
  // In this chain, both branches of every node lead to the next node, so that it is not a tree. A checker that does not
  // notice this would visit 2^40 leaves.
  const Lcp large{-Eigen::MatrixXd::Identity(40, 40), Eigen::VectorXd::Constant(40, -1)};
  LcpRefutation chain;
  chain.variables = 40;
  chain.nodes.resize(41);
  for (int i = 0; i < 40; ++i) {
    chain.nodes[static_cast<std::size_t>(i)].branch = i;
    chain.nodes[static_cast<std::size_t>(i)].z_zero = chain.nodes[static_cast<std::size_t>(i)].w_zero = i + 1;
  }
  chain.nodes[40].multipliers = {{0, "1"}};
  CHECK_FALSE(proves_no_solution(large, chain));
}
