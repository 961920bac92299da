// SPDX-License-Identifier: MIT
// The terms that are quadratic in the velocity determine which accelerations keep a contact. If several contacts keep
// touching during a motion, their equations are linearly dependent. A single wrong digit then makes the equations
// contradictory.
#include <doctest/doctest.h>
#include <pawl/io/task.h>
#include <pawl/modes/forward.h>
#include <pawl/planner/certainty.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "support/count.h"

using namespace pawl;

namespace {

std::vector<std::string> modes(const ForwardSolutions& found) {
  std::vector<std::string> letters;
  for (const ForwardSolution& solution : found.solutions) letters.push_back(solution.mode.str());
  return letters;
}

/// Three contacts whose normals pass through one point. The part turns about this point. All numbers are multiples of 1
/// / unit.
struct Turning {
  ContactSet set;
  Eigen::Vector3d twist{0, 0, 0};
  Eigen::Vector3d wrench{0, 0, 0};
};

Turning random_turning(std::mt19937& random) {
  const auto number = [&](int low, int high) { return low + static_cast<int>(random() % (high - low + 1)); };
  Turning result;
  const int cx = number(-9, 9);
  const int cy = number(-9, 9);
  const int omega = number(1, 12);
  result.set.mass = 1.5;
  result.set.inertia = .7;
  while (result.set.size() < 3) {
    const int dx = number(-9, 9);
    const int dy = number(-9, 9);
    if (dx == 0 && dy == 0) continue;
    const int sign = number(0, 1) ? 1 : -1;
    Contact contact;
    contact.point = {(cx + dx) / 10., (cy + dy) / 10.};
    contact.normal = {sign * dx / 10., sign * dy / 10.};
    contact.friction = number(0, 6) / 10.;
    result.set.contacts.push_back(contact);
  }
  // The rotation is about (cx, cy) / 10. This is the velocity of the center of mass, which is at the origin.
  result.twist = {omega * cy / 100., -omega * cx / 100., omega / 10.};
  result.wrench = {number(-30, 30) / 10., number(-30, 30) / 10., number(-20, 20) / 10.};
  return result;
}

Turning quarter_turned(const Turning& turning) {
  const auto turn = [](const Eigen::Vector2d& v) { return Eigen::Vector2d(-v.y() + 0.0, v.x()); };
  Turning result = turning;
  for (Contact& contact : result.set.contacts) {
    contact.point = turn(contact.point);
    contact.normal = turn(contact.normal);
  }
  for (Eigen::Vector3d* v : {&result.twist, &result.wrench}) v->head<2>() = turn(v->head<2>());
  return result;
}

ForwardSolutions solved(const Turning& t) { return forward(t.set, t.wrench, t.twist); }

}  // namespace

TEST_CASE("a disc that spins between opposite pins keeps both contacts at any speed") {
  Task task;
  task.part.outline = Disc{{0, 0}, .3};
  task.friction = .2;
  task.fixels.resize(2);
  task.fixels[0].at = {.35, 0};
  task.fixels[1].at = {-.35, 0};
  task.fixels[0].radius = task.fixels[1].radius = .05;
  for (const double omega : {.1, .3, .7, 1.1, .003, 1. / 3}) {
    const ContactSet set = find_contacts(task);
    const Eigen::Vector3d g(0, -1, 0);
    const ForwardSolutions found = forward(set, g, {0, 0, omega});
    CHECK(modes(found) == std::vector<std::string>{"rr"});
    CHECK(found.count == SolutionCount::many);
    CHECK(found.exact);
    CHECK(certainty_of_forward(set, g, {0, 0, omega}, found).certified);
  }
}

TEST_CASE("if the twist changes none of three gaps, the contacts' rows are consistent, and no mode needs a huge force") {
  ContactSet set;
  set.contacts = {{{.4, -.2}, {-.5, .5}, .5}, {{.6, -.3}, {.7, -.6}, .5}, {{.4, .8}, {.5, .5}, .5}};
  CHECK(modes(forward(set, {-1, 2, 0}, {.3, .1, 1})) == std::vector<std::string>{"sls"});

  std::mt19937 random(3);
  int kept = 0;
  for (int round = 0; round < oracle::count(400); ++round) {
    const Turning turning = random_turning(random);
    const ForwardSolutions found = solved(turning);
    CHECK(found.exact);
    const Certainty certainty = certainty_of_forward(turning.set, turning.wrench, turning.twist, found);
    CHECK(certainty.certified);
    for (const ForwardSolution& solution : found.solutions) {
      // If two contacts are kept, friction can make the determinant of their equations as small as 1e-6. In 100,000
      // trials, the largest force was 491,091 N. One wrong digit in the quadratic terms would cause forces of about
      // 1e15 N.
      CHECK(solution.forces.cwiseAbs().maxCoeff() < 10 * kLargestForce);
      CHECK(solution.residual < 1e-9);
      const std::string letters = solution.mode.str();
      kept += std::count(letters.begin(), letters.end(), 's') < 3;
    }
    CHECK(modes(solved(quarter_turned(turning))) == modes(found));
  }
  CHECK(kept > 50);
}

TEST_CASE(
    "for a rounded twist, the forces are moderate and equal to those of the exact twist, or the answer is not "
    "certified") {
  std::mt19937 random(4);
  int uncertain = 0;
  for (int round = 0; round < oracle::count(100); ++round) {
    const Turning exact = random_turning(random);
    Turning rounded = exact;
    for (double& entry : rounded.twist) entry = std::nextafter(std::nextafter(entry, 9), 9);
    const ForwardSolutions found = solved(rounded);
    const Certainty certainty = certainty_of_forward(rounded.set, rounded.wrench, rounded.twist, found);
    uncertain += !certainty.certified;
    if (certainty.certified) CHECK(modes(found) == modes(solved(exact)));
  }
  CHECK(uncertain > 0);
}
