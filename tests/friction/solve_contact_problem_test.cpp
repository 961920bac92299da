// SPDX-License-Identifier: MIT
// Contact problems with known answers: reference files, discs, stacks, redundant and nearly singular contacts.
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

LcpFile read(const std::string& name) { return oracle::read(PAWL_SOURCE_DIR, name); }

}  // namespace

// The normal force c_n must be m g, with friction and without it.
TEST_CASE("the floor carries a disc with the force m g") {
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

// The floor must carry the total weight, even if a heavy disc lies on a light one.
TEST_CASE("the floor carries stacks whose masses range over twelve orders of magnitude") {
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

// With three copies of a contact, the force may be divided among the copies in any way. The sum must be m g.
TEST_CASE("duplicated and redundant contacts share the weight") {
  for (const double mu : {0., .5}) {
    ContactProblem problem = disc(2, mu);
    problem.contacts.resize(3, problem.contacts[0]);
    for (const LcpAnswer& answer : {solve_contact_problem(problem), all_contact_solutions(problem)}) {
      check_solved(problem.lcp(), answer);
      CHECK(normal_forces(problem, answer).sum() == doctest::Approx(2 * 9.81).epsilon(1e-9));
    }
    // Five points below a block have only three independent equations.
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

// A bias presses a disc against two walls. `tilt` is the angle between one wall's normal and the opposite of the
// other's. The solution has forces that grow as 1 / tilt^2. For tilt = 0, no solution exists.
TEST_CASE("nearly singular contacts are solved correctly or left undecided") {
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
    if (tilt > 0) CHECK(answer.status != Status::none);  // the solution has forces of about 4 / tilt^2
    if (tilt >= 1e-3) CHECK(answer.status == Status::solved);
    if (answer.status == Status::solved) CHECK(oracle::exact_residual(lcp, answer.z) <= kLcpResidual);
    if (answer.status == Status::none) CHECK(proves_no_solution(problem, answer.refutation));
  }
}

// Several other solvers and an exhaustive search have confirmed the answers to these problems.
TEST_CASE("reference problems are solved, or proved to have no solution, in agreement with the known answers") {
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

// Compares M, q and the number of solutions with the formulas in the table of the reference.
TEST_CASE("rods have 0, 1 or 2 solutions, as in the reference's table") {
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
