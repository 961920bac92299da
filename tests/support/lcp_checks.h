// SPDX-License-Identifier: MIT
#pragma once

#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/io/read_lcp.h>
#include <pawl/lcp/solve_lcp.h>

#include <fstream>
#include <sstream>
#include <string>

#include "support/exact_judge.h"
#include "support/pointer_of.h"

namespace pawl::oracle {

using Contact = ContactProblem::Contact;

/// Returns an LCP of one variable.
inline Lcp one(double M, double q) { return {Eigen::MatrixXd::Constant(1, 1, M), Eigen::VectorXd::Constant(1, q)}; }

/// Reads a problem from a file of tests/data/lcp.
inline LcpFile read(const std::string& folder, const std::string& name) {
  std::ifstream file(folder + "/tests/data/lcp/" + name + ".txt");
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  return read_lcp(text.str());
}

/// Returns a uniform disc of radius 1 on the floor under gravity. `sliding` is the direction in which it slides, or 0.
inline ContactProblem disc(double mass, double mu, int sliding = 0) {
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

/// Returns a stack of discs of radius 1 at rest on the floor. `masses` contains their masses, beginning with the lowest
/// disc.
inline ContactProblem stack(const std::vector<double>& masses, double mu) {
  ContactProblem problem;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    problem.bodies.push_back({1 / masses[i], 2 / masses[i]});
    Contact contact;
    contact.a = static_cast<int>(i) - 1;
    contact.b = static_cast<int>(i);
    contact.arm_a = i == 0 ? Eigen::Vector2d(0, 0) : Eigen::Vector2d(0, 1);
    contact.arm_b = {0, -1};
    contact.friction = mu;
    contact.normal_bias = i == 0 ? -9.81 : 0;  // without contact forces, all discs fall at the same rate, so that only
                                               // the gap to the floor closes
    problem.contacts.push_back(contact);
  }
  return problem;
}

/// Returns the normal forces of a problem in which all contacts roll.
inline Eigen::VectorXd normal_forces(const ContactProblem& problem, const LcpAnswer& answer) {
  return answer.z.head(static_cast<Eigen::Index>(problem.contacts.size()));
}

/// Checks that the status is `solved`, that z has at most the permitted residual, that is_solution() accepts z, and
/// that the answer has no refutation.
inline void check_solved(const Lcp& lcp, const LcpAnswer& answer) {
  REQUIRE(answer.status == LcpAnswer::Status::solved);
  CHECK(exact_residual(lcp, answer.z) <= kLcpResidual);
  CHECK(is_solution(lcp, answer.z));
  CHECK(answer.refutation.empty());
}

/// Checks a solution by the exact check, or a proof that no solution exists by the checker of the library and by
/// refutes(). Returns true for a solution and false for a proof.
inline bool check_decided(const Lcp& lcp, const LcpAnswer& answer) {
  if (answer.status == LcpAnswer::Status::solved) {
    check_solved(lcp, answer);
    return true;
  }
  REQUIRE(answer.status == LcpAnswer::Status::none);
  CHECK(proves_no_solution(lcp, answer.refutation));
  CHECK(refutes(lcp, answer.refutation));
  return false;
}

}  // namespace pawl::oracle
