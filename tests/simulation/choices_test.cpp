// SPDX-License-Identifier: MIT
// Steps whose contacts leave several velocities, and which of them is taken.
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <set>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kNormal = 143 * std::numbers::pi / 180;  // of the plates below

/// World coordinates of a point given along the plates (turned left from the normal) and along their normal.
Eigen::Vector2d beside_plates(double along, double above) {
  const Eigen::Vector2d normal(std::cos(kNormal), std::sin(kNormal));
  return above * normal + along * Eigen::Vector2d(-normal.y(), normal.x());
}

/// A body with corners at (.75, -.4) and (-.35, .9) that comes down on two parallel plates with both at once, m = 1, I
/// = .38, mu = .85, at (1.1, -2.95, 0): the first may hold and the second part, the other way round, or both hold.
MovingScene double_arrival() {
  MovingScene scene;
  const Eigen::Vector2d low(.75, -.4), high(-.35, .9), normal(std::cos(kNormal), std::sin(kNormal));
  const double along_low = low.dot(Eigen::Vector2d(-normal.y(), normal.x())), above_low = low.dot(normal);
  const double along_high = high.dot(Eigen::Vector2d(-normal.y(), normal.x())), above_high = high.dot(normal);
  const auto plate = [&](double from, double to, double top) {
    Polygon box;
    for (const auto& [along, above] : {std::pair{from, top - .2}, {to, top - .2}, {to, top}, {from, top}})
      box.vertices.push_back(beside_plates(along, above));
    scene.add_ground(box, {0, 0, 0}, .85);
  };
  plate(along_low - .15, along_low + .15, above_low);
  plate(along_high - .15, along_high + .1, above_high);
  Polygon part;
  part.vertices = {low,  beside_plates(.4, -.2),   beside_plates(.4, 1.6), beside_plates(-.75, 1.6),
                   high, beside_plates(-.25, 1.3), beside_plates(.05, 0)};
  scene.add(part, 1, .38, {0, 0, 0}, .85, {1.1, -2.95, 0});
  return scene;
}

Eigen::VectorXd after_a_step(Solutions solutions, std::uint32_t seed, std::uint64_t trial, long* choices = nullptr) {
  MovingScene scene = double_arrival();
  StepOptions options;
  options.solutions = solutions;
  options.seed = seed;
  options.trial = trial;
  Stepper stepper(scene.system, options);
  const StepReport& report = stepper.step(scene.state, 1e-4, scene.actuation);
  REQUIRE(report.solved);
  CHECK(report.unseen == 0);
  if (choices != nullptr) *choices = report.choices;
  return scene.state.u;
}

std::string rounded(const Eigen::VectorXd& u) {
  std::string text;
  for (const double one : u) text += std::to_string(std::lround(1e3 * one)) + " ";
  return text;
}

}  // namespace

TEST_CASE("of two contacts that arrive together random choices take each way, the same by the same numbers") {
  std::set<std::string> ways;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    long choices = 0;
    const Eigen::VectorXd once = after_a_step(Solutions::random, seed, 0, &choices);
    CHECK(choices >= 1);
    CHECK(once == after_a_step(Solutions::random, seed, 0));
    ways.insert(rounded(once));
  }
  for (const std::string& way : ways) MESSAGE(way);
  CHECK(ways.size() >= 2);
  std::set<std::string> of_trials;
  for (std::uint64_t trial = 0; trial < 20; ++trial)
    of_trials.insert(rounded(after_a_step(Solutions::random, 1, trial)));
  CHECK(of_trials == ways);
  long choices = -1;
  CHECK(ways.count(rounded(after_a_step(Solutions::first, 1, 0, &choices))) == 1);
  CHECK(choices == 0);
}
