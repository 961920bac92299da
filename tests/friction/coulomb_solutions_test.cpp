// SPDX-License-Identifier: MIT
// Compares the list of all velocities that Coulomb's law permits with an enumeration of the complementarity problem
// that shares no code with the search. PAWL_TEST_COUNT sets the number of random problems.
#include "friction/coulomb_solutions.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "friction/contact_problem_lcp.h"
#include "friction/coulomb.h"
#include "support/count.h"
#include "support/random_contact_problems.h"

using namespace pawl;
using namespace pawl::internal;

namespace {

constexpr double kSame = 1e-6;  // m/s

ContactImpulses impulses_of(const ContactProblem& problem, const Eigen::VectorXd& z) {
  const ContactLayout layout(problem);
  const auto count = static_cast<Eigen::Index>(problem.contacts.size());
  ContactImpulses impulses{true, Eigen::VectorXd(count), Eigen::VectorXd(count), 0, 0};
  for (int i = 0; i < static_cast<int>(count); ++i) {
    impulses.normal[i] = z[layout.normal(i)];
    impulses.tangent[i] = z[layout.plus(i)] - z[layout.minus(i)];
  }
  return impulses;
}

/// Returns the velocities of the contacts in their order: for each contact, the normal and then the tangential
/// velocity.
Eigen::VectorXd velocity_of(const ContactProblem& problem, const ContactImpulses& impulses) {
  const ContactDynamics<double> dynamics(problem);
  Eigen::VectorXd velocity(2 * dynamics.contacts());
  for (int i = 0; i < dynamics.contacts(); ++i) {
    for (const int d : {0, 1}) {
      velocity[2 * i + d] = dynamics.bias(i, d);
      for (int k = 0; k < dynamics.contacts(); ++k) {
        velocity[2 * i + d] +=
            dynamics.response(i, d, k, 0) * impulses.normal[k] + dynamics.response(i, d, k, 1) * impulses.tangent[k];
      }
    }
  }
  return velocity;
}

/// Returns whether a velocity is in the list of solutions, or on a segment between two of them. If all points of a
/// segment are solutions, the list contains only its two ends.
bool lists(const CoulombSolutions& found, const Eigen::VectorXd& velocity) {
  for (const auto& one : found.solutions()) {
    for (const auto& other : found.solutions()) {
      const Eigen::VectorXd way = other.velocity - one.velocity, to = velocity - one.velocity;
      const double part = way.norm() > 0 ? std::clamp(to.dot(way) / way.squaredNorm(), 0., 1.) : 0;
      if ((to - part * way).cwiseAbs().maxCoeff() <= 2 * kSame) return true;
    }
  }
  return false;
}

/// The results of comparing the lists of solutions that two methods find.
struct Compared {
  int problems = 0, several = 0;

  void compare(const ContactProblem& problem) {
    CoulombSolutions found;
    const ContactDynamics<double> dynamics(problem);
    const bool complete = found.find(problem, dynamics, kSame);
    for (const auto& one : found.solutions()) {
      const ContactImpulses impulses{true, one.normal, one.tangent, 0, 0};
      CHECK(residual_of(Coulomb(), problem, impulses) <= 1e-9);
      CHECK((velocity_of(problem, impulses) - one.velocity).cwiseAbs().maxCoeff() <= 1e-9 * (1 + one.velocity.norm()));
    }
    const LcpAnswer all = all_contact_solutions(problem);
    if (!complete || !all.complete) return;
    ++problems;
    several += found.solutions().size() > 1;
    std::vector<Eigen::VectorXd> velocities;
    for (const Eigen::VectorXd& z : all.solutions) velocities.push_back(velocity_of(problem, impulses_of(problem, z)));
    for (const Eigen::VectorXd& velocity : velocities) CHECK(lists(found, velocity));
    for (const auto& one : found.solutions()) {
      CHECK(std::any_of(velocities.begin(), velocities.end(), [&](const Eigen::VectorXd& velocity) {
        return (one.velocity - velocity).cwiseAbs().maxCoeff() <= 2 * kSame;
      }));
    }
    if (CoulombSolutions::certainly_one(problem, dynamics)) CHECK(found.solutions().size() == 1);
  }
};

/// Returns the problem of a part that moves with the twist (vx, vy, omega) and touches at all of its contacts.
ContactProblem part_at(const std::vector<Eigen::Vector2d>& points, const std::vector<double>& degrees, double friction,
                       double inertia, const Eigen::Vector3d& twist) {
  ContactProblem problem;
  problem.level = ContactProblem::Level::velocity;
  problem.bodies = {{1, 1 / inertia}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    ContactProblem::Contact contact;
    contact.b = 0;
    const double angle = degrees[i] * std::numbers::pi / 180;
    contact.normal = {std::cos(angle), std::sin(angle)};
    contact.arm_b = points[i];
    contact.friction = friction;
    const Eigen::Vector2d v(twist[0] - twist[2] * points[i].y(), twist[1] + twist[2] * points[i].x());
    contact.normal_bias = v.dot(contact.normal);
    contact.tangent_bias = v.dot(Eigen::Vector2d(-contact.normal.y(), contact.normal.x()));
    problem.contacts.push_back(contact);
  }
  return problem;
}

/// Returns the mode of each solution: one letter (s, n, l or r) per contact.
std::vector<std::string> modes_of(const ContactProblem& problem) {
  CoulombSolutions found;
  REQUIRE(found.find(problem, ContactDynamics<double>(problem), kSame));
  std::vector<std::string> modes;
  for (const auto& one : found.solutions()) {
    std::string& mode = modes.emplace_back();
    for (Eigen::Index i = 0; i < one.normal.size(); ++i) {
      const double parting = one.velocity[2 * i], sliding = one.velocity[2 * i + 1];
      mode += parting > 1e-9 ? 's' : std::fabs(sliding) < 1e-9 ? 'n' : sliding > 0 ? 'l' : 'r';
    }
  }
  std::sort(modes.begin(), modes.end());
  return modes;
}

}  // namespace

TEST_CASE("the velocities of random problems agree with the enumeration of the complementarity problem") {
  oracle::RandomContactProblems random(11);
  Compared compared;
  for (int k = 0; k < oracle::count(100); ++k) {
    CAPTURE(k);
    const ContactProblem problem = random(3);
    if (problem.level != ContactProblem::Level::velocity) continue;
    const bool grounded = std::any_of(problem.contacts.begin(), problem.contacts.end(),
                                      [](const auto& one) { return one.a < 0 && one.b < 0; });
    if (!grounded) compared.compare(problem);
  }
  MESSAGE(compared.problems, " compared, ", compared.several, " with several velocities");
  CHECK(compared.problems > oracle::count(100) / 4);
}

TEST_CASE("the methods also agree for a part among two or three rough contacts, which often has several solutions") {
  std::mt19937 random(3);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  Compared compared;
  for (int k = 0; k < oracle::count(15); ++k) {
    CAPTURE(k);
    std::vector<Eigen::Vector2d> points;
    std::vector<double> degrees;
    const int contacts = 2 + k % 2;
    for (int i = 0; i < contacts; ++i) {
      points.push_back({uniform(-1, 1), uniform(-1, 1)});
      degrees.push_back(uniform(0, 360));
    }
    const Eigen::Vector3d twist(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1));
    compared.compare(part_at(points, degrees, uniform(.3, 2), uniform(.05, .4), twist));
  }
  MESSAGE(compared.problems, " compared, ", compared.several, " with several velocities");
  CHECK(compared.problems > oracle::count(15) / 2);
  CHECK(compared.several > oracle::count(15) / 15);
}

TEST_CASE("if two contacts close at the same time, the first may stay and the second separate, or the reverse") {
  // The part has the mass 1 and the inertia .38. Both normals point in the direction 143 degrees, and mu = .85.
  const std::vector<std::string> modes =
      modes_of(part_at({{.75, -.4}, {-.35, .9}}, {143, 143}, .85, .38, {1.1, -2.95, 0}));
  for (const std::string& mode : modes) MESSAGE(mode);
  CHECK(std::find(modes.begin(), modes.end(), "sn") != modes.end());
  CHECK(std::find(modes.begin(), modes.end(), "ns") != modes.end());
}

TEST_CASE("a wedged peg that is pushed down may slide at any speed in a range, whose ends are listed") {
  // The part has two contacts on each of two walls. Its acceleration a_y may be any value in [-1, 0). It may also be 0,
  // if every contact sticks.
  CoulombSolutions found;
  const ContactProblem problem = part_at({{1, .5}, {1, -.5}, {-1, .5}, {-1, -.5}}, {180, 180, 0, 0}, .5, 1, {0, -1, 0});
  REQUIRE(found.find(problem, ContactDynamics<double>(problem), kSame));
  REQUIRE(found.solutions().size() == 2);
  std::vector<double> speeds;
  for (const auto& one : found.solutions()) speeds.push_back(std::fabs(one.velocity[1]));
  std::sort(speeds.begin(), speeds.end());
  CHECK(speeds[0] == doctest::Approx(0));
  CHECK(speeds[1] == doctest::Approx(1));
}

TEST_CASE("a contact that friction may push down has up to three velocities, and any other contact has one") {
  // A rod of mass 1 slides on the ground (b_t = 1) at an angle of 45 degrees, and is just leaving the ground (b_n =
  // .1). Its tip is at (-1, -1) from its center. A unit normal impulse changes the tip's normal velocity by G_nn = 1 +
  // 1/I, and a unit tangential impulse changes it by G_nt = 1/I, up to the sign. With I = 1/4 and mu = 2, mu G_nt = 8 >
  // G_nn = 5.
  for (const double sliding : {1., -1.}) {
    ContactProblem problem = part_at({{-1, -1}}, {90}, 2, .25, {0, 0, 0});
    problem.contacts[0].normal_bias = .1;
    problem.contacts[0].tangent_bias = sliding;
    CoulombSolutions found;
    const ContactDynamics<double> dynamics(problem);
    CHECK_FALSE(CoulombSolutions::certainly_one(problem, dynamics));
    REQUIRE(found.find(problem, dynamics, kSame));
    const double towards = sliding * dynamics.response(0, 0, 0, 1);  // positive if friction pulls the rod's tip towards
                                                                     // the ground
    CHECK(found.solutions().size() == (towards > 0 ? 3 : 1));
    problem.contacts[0].friction = 1;
    CHECK(CoulombSolutions::certainly_one(problem, ContactDynamics<double>(problem)));
    REQUIRE(found.find(problem, ContactDynamics<double>(problem), kSame));
    CHECK(found.solutions().size() == 1);
  }
}

TEST_CASE("if there are too many sets of friction cone edges to search, the search reports this") {
  std::vector<Eigen::Vector2d> points;
  std::vector<double> degrees;
  for (int i = 0; i < 13; ++i) {
    points.push_back({std::cos(i), std::sin(i)});
    degrees.push_back(180. + i * 180 / std::numbers::pi);
  }
  const ContactProblem many = part_at(points, degrees, .5, 1, {0, -1, 0});
  CHECK_FALSE(CoulombSolutions().find(many, ContactDynamics<double>(many), kSame));
  points.pop_back();
  degrees.pop_back();
  const ContactProblem fewer = part_at(points, degrees, .5, 1, {0, -1, 0});
  CHECK(CoulombSolutions().find(fewer, ContactDynamics<double>(fewer), kSame));
}
