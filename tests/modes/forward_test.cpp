// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/modes/ambiguity.h>
#include <pawl/modes/forward.h>

#include <cmath>
#include <limits>
#include <string>

#include "modes/forward.h"
#include "support/count.h"
#include "support/random_contacts.h"

using namespace pawl;
using internal::contact_rows;
using internal::ContactRows;
using internal::mode_motions;
using internal::ModeSolver;
using internal::WrenchHull;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Contact contact(double x, double y, double nx, double ny, Friction mu, bool touching = true) {
  return {{x, y}, {nx, ny}, mu, touching ? 0 : .1, touching};
}

ContactSet block(double h, bool seated) {
  ContactSet set;
  set.contacts = {contact(-.5, -.5, 0, 1, .2), contact(.5, -.5, 0, 1, .2), contact(1, h, -1, 0, .2, seated)};
  set.inertia = 5.0 / 12;
  return set;
}

/// Returns the contact of a uniform rod of length 2 that leans at `angle`. Its lower end is on a flat floor, to the
/// right of the rod's center.
ContactSet rod(double angle, double mu) {
  ContactSet set;
  set.contacts = {contact(std::cos(angle), -std::sin(angle), 0, 1, mu)};
  set.contacts[0].part_radius = 0;
  set.contacts[0].fixel_radius = kInfinity;
  set.inertia = 1. / 3;
  return set;
}

std::string modes(const ForwardSolutions& answer) {
  std::string text;
  for (const ForwardSolution& one : answer.solutions) text += (text.empty() ? "" : " ") + one.mode.str();
  return text;
}

/// Returns the smallest and the largest value of each component of the accelerations in a solution.
std::pair<Eigen::Vector3d, Eigen::Vector3d> range(const ForwardSolution& one) {
  Eigen::Vector3d low = one.acceleration_corners.at(0);
  Eigen::Vector3d high = low;
  for (const Eigen::Vector3d& corner : one.acceleration_corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  return {low, high};
}

/// Checks for one solution that the contacts, which are at rest, satisfy every contact law.
void check_laws(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolution& one) {
  const Eigen::MatrixXd J = contact_jacobian(set);
  const Eigen::VectorXd a = J.transpose() * one.acceleration;
  const Eigen::Index n = static_cast<Eigen::Index>(set.size());
  const double close = 1e-9 * (1 + g.norm() + one.acceleration.norm() + (n > 0 ? one.forces.cwiseAbs().maxCoeff() : 0));
  CHECK(one.residual < 1e-9);
  const Eigen::Vector3d moved(set.mass * one.acceleration.x(), set.mass * one.acceleration.y(),
                              set.inertia * one.acceleration.z());
  CHECK((moved - J * one.forces - g).norm() < close);
  for (Eigen::Index i = 0; i < n; ++i) {
    const char letter = one.mode[static_cast<std::size_t>(i)];
    const Friction& mu = set.contacts[static_cast<std::size_t>(i)].friction;
    const double cn = one.forces[i];
    const double ct = one.forces[n + i];
    CHECK(cn >= 0);
    if (letter == 'a' || letter == 's') {
      CHECK(cn == 0);
      CHECK(ct == 0);
      CHECK((letter == 'a' ? -a[i] : a[i]) > -close);
    } else {
      CHECK(std::fabs(a[i]) < close);
      CHECK(std::fabs(ct) <= mu.high * cn + close);
      if (letter == 'n') CHECK(std::fabs(a[n + i]) < close);
      if (letter == 'l') CHECK((a[n + i] > 0 && ct <= -mu.low * cn + close));
      if (letter == 'r') CHECK((a[n + i] < 0 && ct >= mu.low * cn - close));
    }
  }
}

/// Checks that two methods give the same accelerations and ranks: linear equations, and exact polyhedra.
void check_exact_route(const ContactSet& set, const Eigen::Vector3d& g, const ForwardSolutions& answer) {
  WrenchHull wrenches;
  wrenches.set(set);
  ModeSolver modes(wrenches);
  modes.set(set);
  modes.set_wrench(g);
  const std::vector<ContactRows> rows = contact_rows(set, Eigen::Vector3d::Zero());
  for (const ForwardSolution& one : answer.solutions) {
    const auto exact = modes.solve(mode_motions(rows, one.mode.str()));
    REQUIRE(exact.has_value());
    CHECK((exact->acceleration - one.acceleration).norm() <= 1e-6 * (1 + g.norm() + exact->acceleration.norm()));
    CHECK(exact->acceleration_rank_deficiency == one.acceleration_rank_deficiency);
    CHECK(exact->force_rank_deficiency == one.force_rank_deficiency);
  }
}

}  // namespace

TEST_CASE("the seated block may rest or tip under (13, -86, 51), slides under a push, and has the expected forces") {
  const ContactSet seated = block(-.25, true);
  const ForwardSolutions both = forward(seated, {13, -86, 51});
  CHECK(both.count == SolutionCount::many);
  CHECK(modes(both) == "nnn nss");
  for (const ForwardSolution& one : both.solutions) check_laws(seated, {13, -86, 51}, one);

  // Under g = (t, -1, m), the block slides right with the friction coefficient mu at its feet. The normal forces then
  // satisfy N_2 - N_1 = mu - 2 m.
  const ContactSet free = block(-.25, false);
  const ForwardSolutions slide = forward(free, {.5, -1, .2});
  REQUIRE(modes(slide) == "rra");
  CHECK(slide.count == SolutionCount::one);
  const ForwardSolution& one = slide.solutions[0];
  CHECK(one.acceleration.x() == doctest::Approx(.3));
  CHECK(one.acceleration.y() == doctest::Approx(0));
  CHECK(one.forces[0] + one.forces[1] == doctest::Approx(1));
  CHECK(one.forces[1] - one.forces[0] == doctest::Approx(.2 - 2 * .2));
  CHECK(one.acceleration_rank_deficiency == 0);
  CHECK(one.force_rank_deficiency == 0);
  CHECK(one.acceleration_corners.size() == 1);
}

// The peg has two contacts with friction on each wall. When it slides down, the normal forces of the two walls balance
// each other, no matter how large they are. Friction can therefore be arbitrarily large, and the vertical acceleration
// can have any value in [-1, 0).
TEST_CASE("the peg with two contacts on each wall has a continuum of accelerations in one mode") {
  ContactSet peg;
  peg.contacts = {contact(-1, .5, 1, 0, .5), contact(-1, -.5, 1, 0, .5), contact(1, .5, -1, 0, .5),
                  contact(1, -.5, -1, 0, .5)};
  const ForwardSolutions answer = forward(peg, {0, -1, 0});
  CHECK(answer.count == SolutionCount::many);
  const ForwardSolution* slides = nullptr;
  for (const ForwardSolution& one : answer.solutions) {
    check_laws(peg, {0, -1, 0}, one);
    if (one.mode.str() == "llrr" || one.mode.str() == "rrll") slides = &one;
  }
  REQUIRE(slides != nullptr);
  CHECK(slides->acceleration_rank_deficiency == 1);
  REQUIRE(slides->acceleration_corners.size() == 2);
  const auto [low, high] = range(*slides);
  CHECK(low.y() == doctest::Approx(-1));
  CHECK(high.norm() < 1e-15);
  // The rank deficiency is 4 - (3 - d): there are four forces of sliding contacts, wrenches have three dimensions, and
  // the accelerations of the solution have d dimensions.
  CHECK(slides->force_rank_deficiency == 2);
}

TEST_CASE("Painleve's rod at tan angle = 2 has one solution below mu = 4/3, and none or two above it") {
  const double angle = std::atan(2.);
  const Eigen::Vector3d weight(0, -1, 0);
  for (const double mu : {0., .5, 1.3, 4. / 3 - 1e-9}) {
    const ForwardSolutions one = forward(rod(angle, mu), weight, {1, 0, 0});
    CHECK(one.count == SolutionCount::one);
    CHECK(modes(one) == "r");
    // In this solution, the normal acceleration a_n = k c_n - 1 is 0.
    const double k = 1 + 3 * std::cos(angle) * (std::cos(angle) - mu * std::sin(angle));
    CHECK(one.solutions[0].forces[0] == doctest::Approx(1 / k).epsilon(1e-6));
  }
  for (const double mu : {4. / 3 + 1e-9, 1.5, 3.}) {
    CHECK(forward(rod(angle, mu), weight, {1, 0, 0}).count == SolutionCount::none);
    // If the rod turns, its tip has the additional acceleration omega^2 sin(angle) upwards. The tip may leave the floor
    // or keep contact.
    const double omega = -1.2;
    const ForwardSolutions two =
        forward(rod(angle, mu), weight, {1 - omega * std::sin(angle), -omega * std::cos(angle), omega});
    CHECK(two.count == SolutionCount::many);
    CHECK(modes(two) == "r s");
  }
  // If the rod slides in the opposite direction, it cannot jam.
  CHECK(modes(forward(rod(angle, 3), weight, {-1, 0, 0})) == "l");
}

TEST_CASE("the velocity terms are right for a disc that rolls and for a plank that turns on a pin") {
  // A disc rolls to the right on a flat floor. It rolls steadily, and the floor carries its weight at any speed.
  ContactSet disc;
  disc.contacts = {contact(0, -1, 0, 1, .5)};
  disc.contacts[0].part_radius = 1;
  disc.contacts[0].fixel_radius = kInfinity;
  disc.inertia = .5;
  const ForwardSolutions rolls = forward(disc, {0, -1, 0}, {3, 0, -3});
  REQUIRE(modes(rolls) == "n");
  CHECK(rolls.solutions[0].forces[0] == doctest::Approx(1));
  CHECK(rolls.solutions[0].acceleration.norm() < 1e-15);

  // A long plank turns at 2 rad/s on a pin without a radius, which is under the plank's middle. The middle is at rest,
  // and the pin carries the weight.
  ContactSet plank;
  plank.contacts = {contact(0, 0, 0, 1, .5)};
  const ForwardSolutions turns = forward(plank, {0, -1, 0}, {0, 0, 2});
  REQUIRE(modes(turns) == "n");
  CHECK(turns.solutions[0].forces[0] == doctest::Approx(1));
  // If the pin is half a metre from the middle, the middle moves on a circle about the pin. Its acceleration omega^2 r
  // points to the pin.
  plank.contacts[0].point = {.5, 0};
  const ForwardSolutions circles = forward(plank, {2, -1, 0}, {0, -1, 2});
  REQUIRE(modes(circles) == "n");
  CHECK(circles.solutions[0].acceleration.x() == doctest::Approx(4 * .5));
  // The straight edge of the plank slides over the pin with the velocity v_t while the plank turns. The acceleration of
  // the gap is a_n + 2 omega v_t.
  plank.contacts[0] = contact(0, 0, 0, 1, 0);
  // For v_t = 1 and omega = 2, this is 4 upwards, minus 1 for the weight.
  const ForwardSolutions lifted = forward(plank, {0, -1, 0}, {-1, 0, 2});
  CHECK(modes(lifted) == "s");
  const ForwardSolutions pressed = forward(plank, {0, -1, 0}, {1, 0, 2});
  REQUIRE(modes(pressed) == "r");
  CHECK(pressed.solutions[0].forces[0] == doctest::Approx(5));
}

TEST_CASE(
    "at rest the solutions' modes are those whose cones contain the wrench, and each solution obeys the "
    "contact laws") {
  oracle::RandomContacts random(41);
  const int tasks = oracle::count(300);
  int many = 0;
  for (int task = 0; task < tasks; ++task) {
    const ContactSet set = random.set(1, 5);
    const Eigen::Vector3d g = random.wrench();
    const ForwardSolutions answer = forward(set, g);
    std::vector<Mode> found;
    for (const ForwardSolution& one : answer.solutions) {
      found.push_back(one.mode);
      check_laws(set, g, one);
    }
    CHECK(found == Ambiguity(set).of_wrench(g).modes);
    check_exact_route(set, g, answer);
    CHECK(answer.count != SolutionCount::none);
    many += answer.count == SolutionCount::many;
  }
  MESSAGE(tasks << " tasks, " << many << " with many solutions");
  CHECK(many > 0);
}

TEST_CASE(
    "solutions are right for no contacts, a zero wrench, duplicate contacts and a friction interval; invalid input is "
    "refused") {
  // A part without contacts, with mass 1 and inertia 1: its acceleration equals the wrench.
  const ForwardSolutions free = forward(ContactSet{}, {1, 2, 3});
  REQUIRE(free.count == SolutionCount::one);
  CHECK(free.solutions[0].acceleration == Eigen::Vector3d(1, 2, 3));
  CHECK(free.solutions[0].forces.size() == 0);
  const ForwardSolutions rest = forward(block(0, true), {0, 0, 0});
  CHECK(modes(rest) == "nnn");
  CHECK(rest.count == SolutionCount::one);
  // The contact is listed twice. The force may be divided between the copies in any way.
  ContactSet doubled;
  doubled.contacts = {contact(0, -1, 0, 1, .5), contact(0, -1, 0, 1, .5)};
  const ForwardSolutions shared = forward(doubled, {.1, -1, .1});
  REQUIRE(shared.solutions.size() == 1);
  CHECK(shared.solutions[0].force_rank_deficiency == 2);
  // Friction is an interval. The solution must contain every friction force that is possible for a value in the
  // interval.
  ContactSet slippery;
  slippery.contacts = {contact(0, -1, 0, 1, Friction(.1, .3))};
  const ForwardSolutions any = forward(slippery, {0, -1, 0}, {2, 0, 0});
  REQUIRE(any.solutions.size() == 1);
  CHECK(any.solutions[0].acceleration_rank_deficiency == 1);
  CHECK(range(any.solutions[0]).first.x() == doctest::Approx(-.3));
  CHECK(range(any.solutions[0]).second.x() == doctest::Approx(-.1));

  CHECK_THROWS_AS(forward(block(0, false), {0, -1, 0}, {0, -1, 0}), InputError);
  CHECK_THROWS_AS(forward(block(0, false), {0, kInfinity, 0}), InputError);
  CHECK_THROWS_AS(forward(block(0, false), {0, 0, 0}, {0, std::nan(""), 0}), InputError);
  ContactSet bad = block(0, false);
  bad.contacts[0].part_radius = -1;  // the part has a hollow of radius 1
  bad.contacts[0].fixel_radius = 1;  // a fixel of this radius would fill the hollow
  CHECK_THROWS_AS(forward(bad, {0, 0, 0}), InputError);
  bad.contacts[0].part_radius = kInfinity;
  bad.contacts[0].fixel_radius = kInfinity;
  CHECK_THROWS_AS(forward(bad, {0, 0, 0}), InputError);
}

// Two fixels press on the part's edge at (-1, 0) from both sides. The part turns about its center, and one of the
// fixels has mu = .5. The two normal forces c_n are equal and can be arbitrarily large. The friction force -.5 c_n
// along y, and its torque .5 c_n on the inertia 1/4, grow with them. The accelerations are therefore unbounded in the
// direction (0, -.5, 2).
TEST_CASE("a wedged part that turns has unbounded accelerations") {
  ContactSet set;
  set.contacts = {contact(-1, 0, -1, 0, .5), contact(-1, 0, 1, 0, 0)};
  set.inertia = .25;
  const ForwardSolutions answer = forward(set, {-3, 0, -2.5}, {0, 0, -1});
  CHECK(answer.count == SolutionCount::many);
  REQUIRE(answer.solutions.size() == 1);
  const ForwardSolution& one = answer.solutions[0];
  CHECK(one.mode.str() == "rl");
  CHECK(one.acceleration_rank_deficiency == 1);
  CHECK(one.force_rank_deficiency == 1);
  REQUIRE(one.acceleration_directions.size() == 1);
  CHECK(one.acceleration_directions[0] == Eigen::Vector3d(0, -.25, 1));
  REQUIRE(one.acceleration_corners.size() == 1);
  CHECK(one.residual < 1e-12);
  CHECK(forward(set, {-3, 0, -2.5}).solutions[0].acceleration_directions.empty());
}
