// SPDX-License-Identifier: MIT
// Tests the type ContactProblem: bodies and the mass-matrix blocks that represent them, blocks of any size, driven
// coordinates, two tangents, and invalid problems.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/friction/contact_problem.h>
#include <pawl/friction/solve_motion.h>

#include <Eigen/LU>
#include <functional>
#include <limits>

#include "friction/contact_dynamics.h"
#include "friction/contact_path.h"
#include "friction/contact_problem_lcp.h"
#include "support/count.h"
#include "support/dense_contact_lcp.h"
#include "support/planar_scenes.h"
#include "support/random_contact_problems.h"

using namespace pawl;
using Status = LcpAnswer::Status;

namespace {

const LcpLimits kLimits{.stop = {}, .nodes = 5000};

/// Returns the two rows of a contact in the Jacobian J, restricted to the three columns of one body. The body is b if
/// `b` is true, and a otherwise. Up to the sign, the rows are (d, r x d), where d is the normal or the tangent, and r
/// is the lever arm.
Eigen::MatrixXd planar_rows(const ContactProblem::Contact& contact, bool b) {
  const Eigen::Vector2d& r = b ? contact.arm_b : contact.arm_a;
  Eigen::MatrixXd rows(2, 3);
  const Eigen::Vector2d n = contact.normal;
  rows << n.x(), n.y(), r.x() * n.y() - r.y() * n.x(), -n.y(), n.x(), r.x() * n.x() + r.y() * n.y();
  return b ? rows : Eigen::MatrixXd(-rows);
}

/// Returns the same problem in another form. Each body has its mass matrix in `blocks`, instead of its inverse mass and
/// inverse inertia in `bodies`.
ContactProblem in_blocks(const ContactProblem& problem) {
  ContactProblem same = problem;
  same.bodies.clear();
  for (const ContactProblem::Body& body : problem.bodies) {
    const double mass = 1 / body.inverse_mass;
    same.blocks.push_back({Eigen::Vector3d(mass, mass, 1 / body.inverse_inertia).asDiagonal(), {}, {}});
  }
  for (ContactProblem::Contact& contact : same.contacts) {
    if (contact.a >= 0) contact.rows_a = planar_rows(contact, false);
    if (contact.b >= 0) contact.rows_b = planar_rows(contact, true);
  }
  return same;
}

/// Returns a problem of blocks, each with this number of coordinates. A contact is between two blocks, or between a
/// block and the ground.
ContactProblem random_blocks(unsigned seed, int coordinates, int tangents) {
  std::srand(seed);
  ContactProblem problem;
  problem.tangents = tangents;
  const auto random = [](Eigen::Index rows, Eigen::Index cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::Random(rows, cols));
  };
  for (int k = 0; k < 3; ++k) {
    const Eigen::MatrixXd root = random(coordinates, coordinates);
    problem.blocks.push_back({root * root.transpose() + .1 * Eigen::MatrixXd::Identity(coordinates, coordinates),
                              10 * random(coordinates, 1),
                              {}});
  }
  if (seed % 3 == 0) {
    problem.blocks[0].driven.resize(static_cast<std::size_t>(coordinates));
    problem.blocks[0].driven[0] = .5;
  }
  for (int i = 0; i < 4; ++i) {
    ContactProblem::Contact& contact = problem.contacts.emplace_back();
    contact.a = i - 1;
    contact.b = (i + 1) % 3;
    if (contact.a == contact.b) contact.a = -1;
    if (contact.a >= 0) contact.rows_a = random(1 + tangents, coordinates);
    contact.rows_b = random(1 + tangents, coordinates);
    contact.friction = .4;
    contact.normal_bias = random(1, 1)(0, 0);
    contact.tangent_bias = random(1, 1)(0, 0);
    contact.more_biases.assign(static_cast<std::size_t>(tangents - 1), .25);
    contact.sliding = i == 3 && seed % 2 == 0;
    if (contact.sliding != 0 && tangents == 2) contact.slide = {.6, -.8};
  }
  return problem;
}

void check_refused(const std::string& pointer, const std::function<void(ContactProblem&)>& spoil) {
  ContactProblem problem = random_blocks(1, 2, 1);
  spoil(problem);
  try {
    solve_contact_problem(problem);
    FAIL("accepted");
  } catch (const InputError& error) {
    CAPTURE(error.what());
    CHECK(error.faults()[0].pointer == pointer);
  }
}

}  // namespace

TEST_CASE("bodies have the same solutions as the blocks that represent them") {
  oracle::RandomContactProblems random(7);
  for (int k = 0; k < oracle::count(300); ++k) {
    CAPTURE(k);
    const ContactProblem problem = random(5);
    const ContactProblem same = in_blocks(problem);
    const Lcp a = problem.lcp(), b = same.lcp();
    CHECK((a.M - b.M).cwiseAbs().maxCoeff() <= 1e-13 * (1 + a.M.cwiseAbs().maxCoeff()));
    CHECK(a.q == b.q);
    const LcpAnswer by_bodies = solve_contact_problem(problem, kLimits),
                    by_blocks = solve_contact_problem(same, kLimits);
    CHECK(by_bodies.status == by_blocks.status);
    if (by_blocks.status == Status::solved) CHECK(lcp_residual(b, by_blocks.z) <= kLcpResidual);
    if (by_blocks.status == Status::none) CHECK(proves_no_solution(same, by_blocks.refutation));
  }
}

// Compares with dense matrices. The matrix of the LCP must be step J W J', and its vector J W (r - M p) + J p + o. The
// symbols are those of ContactProblem. In addition, M is the mass matrix, p contains the prescribed motions of the
// driven coordinates, and W is the inverse of that part of M that belongs to the other coordinates.
TEST_CASE("the LCP of blocks equals that of dense algebra, in doubles and exactly") {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    CAPTURE(seed);
    const int n = 1 + static_cast<int>(seed % 5), tangents = 1 + static_cast<int>(seed % 2);
    const ContactProblem problem = random_blocks(seed, n, tangents);
    const internal::ContactDynamics<double> dynamics(problem);
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    Eigen::VectorXd motion = Eigen::VectorXd::Zero(3 * n);
    for (int k = 0; k < 3; ++k) {
      const ContactProblem::Block& block = problem.blocks[static_cast<std::size_t>(k)];
      const int driven = block.driven.empty() ? 0 : 1;
      Eigen::VectorXd p = Eigen::VectorXd::Zero(n);
      if (driven) p[0] = .5;
      const Eigen::MatrixXd loose = block.inertia.bottomRightCorner(n - driven, n - driven);
      Eigen::MatrixXd w = Eigen::MatrixXd::Zero(n, n);
      if (n > driven) w.bottomRightCorner(n - driven, n - driven) = loose.inverse();
      inverse.block(n * k, n * k, n, n) = w;
      motion.segment(n * k, n) = p + w * (block.free_momentum - block.inertia * p);
    }
    const auto row = [&](int contact, int direction) {
      const ContactProblem::Contact& c = problem.contacts[static_cast<std::size_t>(contact)];
      Eigen::RowVectorXd full = Eigen::RowVectorXd::Zero(3 * n);
      if (c.a >= 0) full.segment(n * c.a, n) += c.rows_a.row(direction);
      if (c.b >= 0) full.segment(n * c.b, n) += c.rows_b.row(direction);
      return full;
    };
    for (int i = 0; i < 4; ++i) {
      for (int d = 0; d <= tangents; ++d) {
        const ContactProblem::Contact& c = problem.contacts[static_cast<std::size_t>(i)];
        const double offset = d == 0 ? c.normal_bias : d == 1 ? c.tangent_bias : .25;
        CHECK(dynamics.bias(i, d) == doctest::Approx(row(i, d) * motion + offset).epsilon(1e-9));
        for (int k = 0; k < 4; ++k) {
          const double expected = (row(i, d) * inverse * row(k, 0).transpose())(0, 0);
          CHECK(dynamics.response(i, d, k, 0) == doctest::Approx(expected).epsilon(1e-9));
        }
      }
    }
    const Lcp rounded = problem.lcp();
    const internal::ExactLcp exact = internal::exact_lcp(problem);
    CHECK(oracle::is_dense_lcp(problem, exact));
    REQUIRE(exact.n == rounded.size());
    for (int i = 0; i < exact.n; ++i) {
      for (int j = 0; j < exact.n; ++j) {
        CHECK(exact.at(i, j).convert_to<double>() == doctest::Approx(rounded.M(i, j)).epsilon(1e-9));
      }
    }
  }
}

// An exact answer would need about 1e9 operations with numbers of thousands of digits, which is too slow for a test.
TEST_CASE("a long computation in exact numbers ends when stopped") {
  const ContactProblem problem = random_blocks(1, 300, 1);
  const StopToken at_once(0);
  CHECK_FALSE(internal::ContactDynamics<internal::Rational>(problem, at_once).complete());
  CHECK(internal::exact_lcp(problem, at_once).n == 0);
  LcpRefutation proof;
  proof.variables = problem.lcp().size();
  proof.nodes.emplace_back().multipliers = {{0, "1"}};
  CHECK_FALSE(proves_no_solution(problem, proof, at_once));
  const LcpLimits stopped{.stop = at_once};
  CHECK_FALSE(all_contact_solutions(problem, stopped).complete);
  // the first steps may solve the problem before the stop is noticed
  CHECK(solve_contact_problem(problem, stopped).status != Status::none);
}

TEST_CASE("an exact LCP that is stopped at any poll is either complete or missing") {
  const ContactProblem problem = random_blocks(6, 5, 2);  // this problem has a block with a driven coordinate
  const internal::ExactLcp whole = internal::exact_lcp(problem);
  REQUIRE(whole.n > 0);
  int stops = 0;
  for (long look = 1;; ++look, ++stops) {
    const internal::ExactLcp lcp = internal::exact_lcp(problem, StopToken::at_poll(look));
    if (lcp.n > 0) {
      CHECK(lcp.M == whole.M);
      CHECK(lcp.q == whole.q);
      break;
    }
  }
  CHECK(stops > 20);
}

TEST_CASE("problems of blocks have the outcome of their LCP, for small and large blocks with one or two tangents") {
  int solved = 0, none = 0;
  for (unsigned seed = 1; seed <= static_cast<unsigned>(oracle::count(200)); ++seed) {
    CAPTURE(seed);
    const ContactProblem problem = random_blocks(seed, 1 + static_cast<int>(seed % 6), 1 + static_cast<int>(seed % 2));
    const LcpAnswer general = solve_lcp(problem.lcp(), kLimits);
    const LcpAnswer answer = solve_contact_problem(problem, kLimits);
    CHECK(answer.status != Status::undecided);
    // The general solver uses a rounded matrix and may be undecided. If it is not undecided, both solvers must agree.
    if (general.status != Status::undecided) CHECK(answer.status == general.status);
    if (answer.status == Status::solved) {
      CHECK(lcp_residual(problem.lcp(), answer.z) <= kLcpResidual);
      CHECK(std::fabs(lcp_residual(problem, answer.z) - lcp_residual(problem.lcp(), answer.z)) < 1e-12);
    }
    if (answer.status == Status::none) CHECK(proves_no_solution(problem, answer.refutation));
    solved += answer.status == Status::solved;
    none += answer.status == Status::none;
  }
  CHECK(solved > 50);
  CHECK(none > 0);
}

TEST_CASE("problems of inconsistent sizes are refused") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  check_refused("/tangents", [](ContactProblem& p) { p.tangents = 0; });
  check_refused("/step", [&](ContactProblem& p) { p.step = nan; });
  check_refused("/contacts/0/b", [](ContactProblem& p) { p.contacts[0].b = 3; });
  check_refused("/contacts/1/rows_b", [](ContactProblem& p) { p.contacts[1].rows_b.resize(1, 2); });
  check_refused("/contacts/1/rows_b", [&](ContactProblem& p) { p.contacts[1].rows_b(0, 0) = nan; });
  check_refused("/contacts/2/more_biases", [](ContactProblem& p) { p.contacts[2].more_biases = {1}; });
  check_refused("/contacts/2/friction", [](ContactProblem& p) { p.contacts[2].friction = -1; });
  check_refused("/blocks/1/inertia", [](ContactProblem& p) { p.blocks[1].inertia.resize(2, 3); });
  check_refused("/blocks/1/inertia", [](ContactProblem& p) { p.blocks[1].inertia(0, 1) += 1; });
  check_refused("/blocks/1/inertia/0", [](ContactProblem& p) { p.blocks[1].inertia *= -1; });
  check_refused("/blocks/1/free_momentum", [](ContactProblem& p) { p.blocks[1].free_momentum.resize(3); });
  check_refused("/blocks/1/driven", [](ContactProblem& p) { p.blocks[1].driven.resize(1); });
  check_refused("/contacts/0", [](ContactProblem& p) {
    p = random_blocks(2, 2, 2);
    p.contacts[0].a = 0;
    p.contacts[0].b = -1;
    p.bodies.push_back({1, 1});
    for (std::size_t i = 1; i < p.contacts.size(); ++i) p.contacts[i] = p.contacts[0];
    p.contacts.resize(1);
  });
}

// A drive moves a coordinate by 1/3, which is not a double; the nearest double is fl(1/3). With exactly 1/3, the
// contact touches. With fl(1/3), it would approach by 3 fl(1/3) - 1 < 0. This rounding must not lead to a proof that no
// solution exists.
TEST_CASE("a drive whose motion is rounded does not lead to a proof that no solution exists") {
  ContactEquations e;
  e.mass = Eigen::MatrixXd::Identity(1, 1);
  e.force = e.velocity = Eigen::VectorXd::Zero(1);
  e.normals = Eigen::MatrixXd::Constant(1, 1, 3);
  e.tangents = {Eigen::MatrixXd::Zero(1, 1)};
  e.normal_bias = Eigen::VectorXd::Constant(1, -1);
  e.tangent_bias = {Eigen::VectorXd::Zero(1)};
  e.friction = e.gap = Eigen::VectorXd::Zero(1);
  e.bilateral = {Eigen::MatrixXd::Constant(1, 1, 3), Eigen::VectorXd::Constant(1, 1), Eigen::VectorXd::Zero(1), {true}};
  const MotionProblem full = acceleration_problem(e);
  LcpRefutation proof;
  proof.variables = contact_problem(full).lcp().size();
  proof.nodes.resize(1);
  proof.nodes[0].multipliers = {{0, "1"}};
  CHECK_FALSE(proves_no_solution(full, proof));
  CHECK(solve_motion(full).lcp.status == Status::solved);
}

TEST_CASE("each body of a pile is a separate block, and problems of such blocks are solved along a path") {
  oracle::RandomSystems random(5);
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    const oracle::Scene pile = oracle::random_pile(random, 12);
    ContactProblem problem = contact_problem(acceleration_problem(equations_of_motion(pile)));
    CHECK(problem.blocks.size() >= pile.system.bodies.size());
    internal::ContactPathSolver path;
    path.assign(problem);
    const bool short_arms = pile.system.joints.size() <= 4;
    CHECK((path.has_path() || !short_arms));
    for (ContactProblem::Contact& contact : problem.contacts) contact.friction = 0;
    const Eigen::Index forces = 2 * static_cast<Eigen::Index>(problem.contacts.size());  // at rest, every contact rolls
    const Eigen::MatrixXd M = problem.lcp().M.topLeftCorner(forces, forces);
    CHECK(M == M.transpose());
  }
}
