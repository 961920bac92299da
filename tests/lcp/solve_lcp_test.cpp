// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/io/read_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <atomic>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "support/count.h"
#include "support/enumerate_lcp.h"
#include "support/exact_judge.h"
#include "support/random_lcp.h"

using namespace pawl;
using Status = LcpAnswer::Status;
using Contact = ContactProblem::Contact;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Lcp one(double M, double q) { return {Eigen::MatrixXd::Constant(1, 1, M), Eigen::VectorXd::Constant(1, q)}; }

template <class Call>
std::string pointer_of(const Call& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.faults().at(0).pointer;
  }
  return "no error";
}

LcpFile read(const std::string& name) {
  std::ifstream file(PAWL_SOURCE_DIR "/tests/data/lcp/" + name + ".txt");
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return read_lcp(text.str());
}

/// One disc of this mass on the floor, pressed down by gravity, sliding as told; radius 1, uniform.
ContactProblem disc(double mass, double mu, int sliding = 0) {
  ContactProblem problem;
  problem.bodies = {{1 / mass, 2 / mass}};
  Contact floor;
  floor.b = 0;
  floor.arm_b = {0, -1};
  floor.friction = mu;
  floor.sliding = sliding;
  floor.normal_bias = -9.81;
  problem.contacts = {floor};
  return problem;
}

/// Discs of unit radius and these masses on top of each other, at rest on the floor.
ContactProblem stack(const std::vector<double>& masses, double mu) {
  ContactProblem problem;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    problem.bodies.push_back({1 / masses[i], 2 / masses[i]});
    Contact contact;
    contact.a = static_cast<int>(i) - 1;
    contact.b = static_cast<int>(i);
    contact.arm_a = i == 0 ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(0, 1);
    contact.arm_b = {0, -1};
    contact.friction = mu;
    contact.normal_bias = i == 0 ? -9.81 : 0;  // all fall alike
    problem.contacts.push_back(contact);
  }
  return problem;
}

/// The forces along the normals, of contacts that all roll.
Eigen::VectorXd normal_forces(const ContactProblem& problem, const LcpAnswer& answer) {
  return answer.z.head(static_cast<Eigen::Index>(problem.contacts.size()));
}

/// Solved by the word of an exact judge.
void check_solved(const Lcp& lcp, const LcpAnswer& answer) {
  REQUIRE(answer.status == Status::solved);
  CHECK(oracle::exact_residual(lcp, answer.z) <= kLcpResidual);
  CHECK(oracle::is_solution(lcp, answer.z));
  CHECK(answer.refutation.empty());
}

/// A solution or a proof, each looked at by others than who found it; true when there is one.
bool check_decided(const Lcp& lcp, const LcpAnswer& answer) {
  if (answer.status == Status::solved) {
    check_solved(lcp, answer);
    return true;
  }
  REQUIRE(answer.status == Status::none);
  CHECK(proves_no_solution(lcp, answer.refutation));
  CHECK(oracle::refutes(lcp, answer.refutation));
  return false;
}

}  // namespace

// Reference cases, with their truth as several other solvers and an exhaustive search have it.
TEST_CASE("reference problems: solved or proved, as known") {
  const std::pair<const char*, Status> known[] = {
      {"acc_002_1_ladder_m1.5", Status::none}, {"acc_016_1_rest_m1.5", Status::solved},
      {"acc_030_0_mix_m0.8", Status::none},    {"acc_030_2_mix_m1.5", Status::none},
      {"acc_050_2_mix_m0.4", Status::solved},  {"acc_050_2_mix_m0.8", Status::none},
      {"acc_090_4_mix_m0.8", Status::none},    {"pv_001_3_m0.4", Status::solved},
      {"pv_001_13_m2.5", Status::solved},      {"pv_001_14_m2.5", Status::none},
      {"st_004_0_m0.4", Status::solved},       {"st_012_1_m0.8", Status::solved},
      {"st_028_2_m0.4", Status::solved},       {"st_048_5_m1.5", Status::solved}};
  for (const auto& [name, status] : known) {
    CAPTURE(name);
    const LcpFile file = read(name);
    CHECK(file.name == name);
    const auto& problem = std::get<ContactProblem>(file.problem);
    const LcpAnswer answer = solve_contact_problem(problem);
    REQUIRE(answer.status == status);
    if (status == Status::solved) check_solved(problem.lcp(), answer);
    if (status == Status::none) CHECK(proves_no_solution(problem, answer.refutation));
  }
}

// The same, by the solver that knows nothing of contacts: the smaller ones.
TEST_CASE("reference problems as matrices") {
  for (const char* name : {"acc_002_1_ladder_m1.5", "acc_016_1_rest_m1.5", "acc_030_0_mix_m0.8", "pv_001_3_m0.4",
                           "pv_001_13_m2.5", "pv_001_14_m2.5", "st_004_0_m0.4", "st_012_1_m0.8", "st_028_2_m0.4"}) {
    CAPTURE(name);
    const auto problem = std::get<ContactProblem>(read(name).problem);
    const Lcp lcp = problem.lcp();
    CHECK(check_decided(lcp, solve_lcp(lcp)) == (solve_contact_problem(problem).status == Status::solved));
  }
}

// The closed forms of the reference's table: M, q and the number of solutions.
TEST_CASE("rods with none, one and two solutions") {
  const std::tuple<const char*, double, double, std::size_t> rods[] = {
      {"pv_001_3_m0.4", 0.884879317457, 0.294882368523, 1},
      {"pv_001_13_m2.5", -1.53669250059, 1.62667353668, 2},
      {"pv_001_14_m2.5", -1.44572191457, -3.49841871669, 0}};
  for (const auto& [name, M, q, count] : rods) {
    CAPTURE(name);
    const auto problem = std::get<ContactProblem>(read(name).problem);
    const Lcp lcp = problem.lcp();
    CHECK(lcp.M(0, 0) == doctest::Approx(M).epsilon(1e-11));
    CHECK(lcp.q[0] == doctest::Approx(q).epsilon(1e-11));
    for (const LcpAnswer& all : {all_contact_solutions(problem), all_lcp_solutions(lcp)}) {
      CHECK(all.complete);
      CHECK(all.solutions.size() == count);
      CHECK((all.status == Status::none) == (count == 0));
    }
  }
}

// One variable: w = M z + q. By hand for every pair of signs, over scales.
TEST_CASE("one variable: all signs") {
  for (const double scale : {1e-6, 1., 1e6, 1e15}) {
    const auto solutions = [&](double M, double q) {
      const Lcp lcp = one(M * scale, q);
      const LcpAnswer all = all_lcp_solutions(lcp);
      CHECK(all.complete);
      CHECK(check_decided(lcp, solve_lcp(lcp)) == !all.solutions.empty());
      for (const Eigen::VectorXd& z : all.solutions) CHECK(oracle::is_solution(lcp, z));
      return all.solutions.size();
    };
    CAPTURE(scale);
    CHECK(solutions(2, 3) == 1);
    CHECK(solutions(2, -3) == 1);
    CHECK(solutions(-2, 3) == 2);
    CHECK(solutions(-2, -3) == 0);
    CHECK(solutions(2, 0) == 1);
    CHECK(solutions(-2, 0) == 1);
    CHECK(solutions(0, 3) == 1);
    CHECK(solutions(0, -3) == 0);
    CHECK(solutions(0, 0) >= 1);  // all z >= 0
  }
}

TEST_CASE("random problems: all solutions are those of the complementary bases") {
  oracle::RandomLcp random(1);
  int many = 0, none = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 6);
    const bool ties = trial % 2 == 0;
    const Lcp lcp{ties ? random.integers(n, n, 2) : random.reals(n, n),
                  ties ? random.integers(n, 1, 2) : random.reals(n, 1)};
    const auto expected = oracle::lcp_solutions(lcp.M, lcp.q);
    const LcpAnswer all = all_lcp_solutions(lcp);
    REQUIRE(all.complete);
    CHECK(check_decided(lcp, all) == check_decided(lcp, solve_lcp(lcp)));
    for (const Eigen::VectorXd& z : all.solutions) CHECK(oracle::is_solution(lcp, z));
    for (const Eigen::VectorXd& z : expected) CHECK(oracle::face_is_listed(lcp, z, all.solutions));
    if (!ties) CHECK(all.solutions.size() == expected.size());
    many += all.solutions.size() > 1;
    none += all.solutions.empty();
  }
  CHECK(many > trials / 20);
  CHECK(none > trials / 20);
}

// Solutions 1e-10 apart are two when that is the problem's own scale.
TEST_CASE("solutions in small units are told apart") {
  Lcp lcp = one(-1e10, 1);
  CHECK(all_lcp_solutions(lcp).solutions.size() == 2);
  lcp = {Eigen::Matrix2d{{-1e12, 0}, {0, 1}}, Eigen::Vector2d(1, -1)};
  CHECK(all_lcp_solutions(lcp).solutions.size() == 2);
}

// w_2 = 1 - 0 z is positive, so z_2 = 0 and w_1 = -1: none, however little z_2 it would take.
TEST_CASE("a small unit is not complementarity") {
  for (const double large : {1., 1e6, 1e12, 1e20, 1e30, 1e60}) {
    CAPTURE(large);
    const Lcp lcp{Eigen::Matrix2d{{0, large}, {0, 0}}, Eigen::Vector2d(-1, 1)};
    const LcpAnswer answer = solve_lcp(lcp);
    CHECK(answer.status != Status::solved);
    CHECK(all_lcp_solutions(lcp).solutions.empty());
    if (large <= 1e12) CHECK(answer.status == Status::none);
  }
}

TEST_CASE("random problems over many scales: never wrong") {
  oracle::RandomLcp random(2);
  int decided = 0;
  const int trials = oracle::count(300);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const Eigen::Index n = random.integer(1, 7);
    Lcp lcp{random.reals(n, n), random.reals(n, 1)};
    Eigen::VectorXd unit(n);
    for (double& u : unit) u = std::pow(10., random.integer(-6, 6));
    lcp.M = unit.asDiagonal() * lcp.M * unit.asDiagonal();
    lcp.q = unit.cwiseProduct(lcp.q);
    for (const LcpAnswer& answer : {solve_lcp(lcp), all_lcp_solutions(lcp)}) {
      decided += answer.status != Status::undecided;
      if (answer.status == Status::solved) CHECK(oracle::is_solution(lcp, answer.z));
      if (answer.status == Status::none) CHECK(oracle::refutes(lcp, answer.refutation));
      for (const Eigen::VectorXd& z : answer.solutions) CHECK(oracle::is_solution(lcp, z));
    }
  }
  MESSAGE(decided << " of " << 2 * trials << " decided");
  CHECK(decided > 2 * trials * .9);
}

namespace {

/// Proofs with branches, and their problems.
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

// Of each change the checker says what the independent one says, and those that take an argument away are refused.
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

TEST_CASE("a proof holds for its problem only") {
  oracle::RandomLcp random(4);
  for (const auto& [lcp, proof] : proofs(oracle::count(40), 5)) {
    // Any other problem that has a solution: w - M z for some complementary w, z.
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

// A proof may come from a file: nothing in it may do harm.
TEST_CASE("texts that are no fractions, and graphs that are no trees") {
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
  // Every node of a chain asks for the next twice: 2^40 leaves, unless it is seen not to be a tree.
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

TEST_CASE("limits end in undecided, not in a guess") {
  const auto problem = std::get<ContactProblem>(read("acc_050_2_mix_m0.8").problem);
  std::atomic<bool> interrupted{true};
  for (const LcpLimits& limits :
       {LcpLimits{StopToken(0)}, LcpLimits{StopToken(1e9, &interrupted)}, LcpLimits{.stop = {}, .pivots = 0},
        LcpLimits{.stop = {}, .pivots = 1}, LcpLimits{.stop = {}, .pivots = 20, .nodes = 0},
        LcpLimits{.stop = {}, .pivots = 20, .nodes = 1}}) {
    const LcpAnswer answer = solve_contact_problem(problem, limits);
    CHECK(answer.status == Status::undecided);
    CHECK(answer.refutation.empty());
    const LcpAnswer dense = solve_lcp(problem.lcp(), limits);
    CHECK(dense.status == Status::undecided);
    CHECK(dense.refutation.empty());
    const LcpAnswer all = all_lcp_solutions(problem.lcp(), limits);
    CHECK(all.status == Status::undecided);
    CHECK_FALSE(all.complete);
  }
}

// What Lemke's method finds at once is not withheld because the search for others was cut short.
TEST_CASE("a list cut short holds a solution where there is one") {
  const auto problem = std::get<ContactProblem>(read("acc_016_1_rest_m1.5").problem);
  const LcpLimits limits{.stop = {}, .nodes = 3};
  for (const LcpAnswer& answer : {all_contact_solutions(problem, limits), all_lcp_solutions(problem.lcp(), limits)}) {
    check_solved(problem.lcp(), answer);
    CHECK_FALSE(answer.complete);
    CHECK(answer.solutions.size() == 1);
  }
}

TEST_CASE("no variables, zero matrices") {
  const Lcp empty{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)};
  for (const LcpAnswer& answer :
       {solve_lcp(empty), all_lcp_solutions(empty), solve_contact_problem({}), all_contact_solutions({})}) {
    CHECK(answer.status == Status::solved);
    CHECK(answer.z.size() == 0);
    CHECK(answer.complete);
  }
  CHECK(all_lcp_solutions(empty).solutions.size() == 1);
  Lcp zero{Eigen::MatrixXd::Zero(3, 3), Eigen::Vector3d(0, 1, 2)};
  CHECK(check_decided(zero, solve_lcp(zero)));
  zero.q[1] = -1e-3;
  CHECK_FALSE(check_decided(zero, solve_lcp(zero)));
  ContactProblem held = disc(1, .5);
  held.bodies[0] = {0, 0};  // nothing moves it
  CHECK(solve_contact_problem(held).status == Status::none);
  held.contacts[0].normal_bias = 0;
  CHECK(solve_contact_problem(held).status == Status::solved);
}

// c_n = m g; without friction and with.
TEST_CASE("a disc on the floor") {
  for (const double mass : {1e-6, 1., 1e6}) {
    for (const double mu : {0., .5}) {
      for (const int sliding : {-1, 0, 1}) {
        const ContactProblem problem = disc(mass, mu, sliding);
        const LcpAnswer answer = solve_contact_problem(problem);
        check_solved(problem.lcp(), answer);
        CHECK(answer.z[0] == doctest::Approx(mass * 9.81).epsilon(1e-12));
        CHECK(all_contact_solutions(problem).complete);
      }
    }
  }
}

// The floor bears all that is above it, whatever the masses; what is heavy may lie on what is light.
TEST_CASE("masses over twelve orders of magnitude") {
  for (const std::vector<double>& masses : {std::vector<double>{1e6, 1e3, 1, 1e-3, 1e-6},
                                            {1e-6, 1e-3, 1, 1e3, 1e6},
                                            {1, 1e-12, 1},
                                            {1e-6, 1e6, 1e-6, 1e6}}) {
    for (const double mu : {0., .3}) {
      CAPTURE(masses.size());
      CAPTURE(mu);
      const ContactProblem problem = stack(masses, mu);
      const LcpAnswer answer = solve_contact_problem(problem);
      REQUIRE(answer.status != Status::none);
      if (answer.status != Status::solved) continue;
      CHECK(oracle::exact_residual(problem.lcp(), answer.z) <= kLcpResidual);
      const Eigen::VectorXd forces = normal_forces(problem, answer);
      double above = 0;
      for (std::size_t i = masses.size(); i-- > 0;) {
        above += masses[i] * 9.81;
        CHECK(forces[static_cast<Eigen::Index>(i)] == doctest::Approx(above).epsilon(1e-6));
      }
    }
  }
}

// A contact named three times: any sharing of the force is right, its sum is m g.
TEST_CASE("duplicated and redundant contacts") {
  for (const double mu : {0., .5}) {
    ContactProblem problem = disc(2, mu);
    problem.contacts.resize(3, problem.contacts[0]);
    for (const LcpAnswer& answer : {solve_contact_problem(problem), all_contact_solutions(problem)}) {
      check_solved(problem.lcp(), answer);
      CHECK(normal_forces(problem, answer).sum() == doctest::Approx(2 * 9.81).epsilon(1e-9));
    }
    // Five points under a block: three equations.
    ContactProblem block = disc(2, mu);
    block.contacts.clear();
    for (int i = -2; i <= 2; ++i) {
      block.contacts.push_back(problem.contacts[0]);
      block.contacts.back().arm_b.x() = .5 * i;
    }
    const LcpAnswer answer = solve_contact_problem(block);
    check_solved(block.lcp(), answer);
    const Eigen::VectorXd forces = normal_forces(block, answer);
    CHECK(forces.sum() == doctest::Approx(2 * 9.81).epsilon(1e-9));
    double moment = 0;
    for (int i = 0; i < 5; ++i) moment += forces[i] * block.contacts[static_cast<std::size_t>(i)].arm_b.x();
    CHECK(std::fabs(moment) < 1e-7);
  }
}

// A disc between two walls whose normals are opposite but for `tilt`, pressed against both by a bias that only a force
// of the order of 1 / tilt can mend, or none where they are exactly opposite.
TEST_CASE("nearly singular contacts: right, or undecided") {
  for (const double tilt : {1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 0.}) {
    CAPTURE(tilt);
    ContactProblem problem = disc(1, 0);
    Contact& left = problem.contacts[0];
    left.normal = {1, 0};
    left.arm_b = {-1, 0};
    left.normal_bias = -1;
    Contact right = left;
    right.normal = {-1, tilt};
    right.arm_b = {1, 0};
    problem.contacts.push_back(right);
    const Lcp lcp = problem.lcp();
    const LcpAnswer answer = solve_contact_problem(problem);
    if (tilt == 0) CHECK(answer.status == Status::none);
    if (tilt > 0) CHECK(answer.status != Status::none);  // forces of 4 / tilt^2 or so
    if (tilt >= 1e-3) CHECK(answer.status == Status::solved);
    if (answer.status == Status::solved) CHECK(oracle::exact_residual(lcp, answer.z) <= kLcpResidual);
    if (answer.status == Status::none) CHECK(proves_no_solution(problem, answer.refutation));
  }
}

TEST_CASE("what is not a problem is refused") {
  Lcp lcp = one(1, kNan);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/q/0");
  CHECK(pointer_of([&] { all_lcp_solutions(lcp); }) == "/q/0");
  CHECK(pointer_of([&] { proves_no_solution(lcp, {}); }) == "/q/0");
  lcp = one(kInfinity, 1);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/M/0/0");
  lcp.q.resize(2);
  CHECK(pointer_of([&] { solve_lcp(lcp); }) == "/M");

  const auto refused = [](const auto& change) {
    ContactProblem problem = disc(1, .5);
    change(problem, problem.contacts[0]);
    const std::string pointer = pointer_of([&] { solve_contact_problem(problem); });
    CHECK(pointer_of([&] { all_contact_solutions(problem); }) == pointer);
    CHECK(pointer_of([&] { proves_no_solution(problem, {}); }) == pointer);
    CHECK(pointer_of([&] { problem.lcp(); }) == pointer);
    return pointer;
  };
  using P = ContactProblem;
  CHECK(refused([](P&, Contact& c) { c.b = 1; }) == "/contacts/0/b");
  CHECK(refused([](P&, Contact& c) { c.a = -2; }) == "/contacts/0/a");
  CHECK(refused([](P&, Contact& c) { c.friction = -.1; }) == "/contacts/0/friction");
  CHECK(refused([](P&, Contact& c) { c.friction = kNan; }) == "/contacts/0/friction");
  CHECK(refused([](P&, Contact& c) { c.sliding = 2; }) == "/contacts/0/sliding");
  CHECK(refused([](P&, Contact& c) { c.normal.x() = kInfinity; }) == "/contacts/0");
  CHECK(refused([](P&, Contact& c) { c.arm_b.y() = kNan; }) == "/contacts/0");
  CHECK(refused([](P&, Contact& c) { c.tangent_bias = kNan; }) == "/contacts/0");
  CHECK(refused([](P& p, Contact&) { p.step = 0; }) == "/step");
  CHECK(refused([](P& p, Contact&) { p.bodies[0].inverse_mass = -1; }) == "/bodies/0/inverse_mass");
  CHECK(refused([](P& p, Contact&) { p.bodies[0].inverse_inertia = kInfinity; }) == "/bodies/0/inverse_inertia");
  CHECK(refused([](P& p, Contact& c) {
          p.level = P::Level::velocity;
          c.sliding = 1;
        }) == "/contacts/0/sliding");
}
