// SPDX-License-Identifier: MIT
// Steps whose contacts allow several velocities, and the choice among these velocities.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;

namespace {

constexpr double kNormal = 143 * std::numbers::pi / 180;  // direction of the plates' normals, rad

/// Returns a point in world coordinates. `along` is its coordinate along the plates, in the direction of their normal
/// turned a quarter turn counterclockwise. `above` is its coordinate along the normal.
Eigen::Vector2d beside_plates(double along, double above) {
  const Eigen::Vector2d normal(std::cos(kNormal), std::sin(kNormal));
  return above * normal + along * Eigen::Vector2d(-normal.y(), normal.x());
}

/// A body with corners at (.75, -.4) and (-.35, .9) reaches two parallel plates with both corners at the same time. It
/// has the mass 1, the inertia .38 and the friction coefficient .85, and starts at the pose (1.1, -2.95, 0). There are
/// three possible outcomes: only the first corner keeps contact, only the second does, or both do.
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
  CHECK(report.not_enumerated == 0);
  if (choices != nullptr) *choices = report.choices;
  return scene.state.u;
}

std::string rounded(const Eigen::VectorXd& u) {
  std::string text;
  for (const double one : u) text += std::to_string(std::lround(1e3 * one)) + " ";
  return text;
}

}  // namespace

TEST_CASE(
    "if two contacts close at the same time, random choices give every outcome, and equal random numbers the same "
    "one") {
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

TEST_CASE("the adversary takes the velocity in which the wrench does the least work") {
  for (const Eigen::Vector3d& wrench :
       {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(-1, .5, 0), Eigen::Vector3d(0, 0, 1), Eigen::Vector3d(.2, -1, -1)}) {
    const auto work = [&](Solutions solutions, std::uint32_t seed) {
      MovingScene scene = double_arrival();
      scene.actuation.loads.body_wrenches = {wrench};
      StepOptions options{Coulomb(), Scheme::one_stage};
      options.solutions = solutions;
      options.seed = seed;
      Stepper stepper(scene.system, options);
      REQUIRE(stepper.step(scene.state, 1e-4, scene.actuation).solved);
      return wrench.dot(Eigen::Vector3d(scene.state.u.head<3>()));
    };
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (std::uint32_t seed = 1; seed <= 12; ++seed) {
      least = std::min(least, work(Solutions::random, seed));
      most = std::max(most, work(Solutions::random, seed));
    }
    CHECK(most > least + .01);
    CHECK(work(Solutions::adversarial, 1) == doctest::Approx(least));
  }
}

TEST_CASE("random choices let a rod that slides towards its tip leave, stick, or slide with pressure") {
  // Painleve's rod with the mass 1, the inertia 1/4 and the tip at (-1, -1). G_nn and G_nt are the changes of the tip's
  // normal velocity per unit of normal and tangential impulse. Here mu G_nt = 8 > G_nn = 5. At the start, the rod
  // leaves the ground at .1 m/s.
  const auto after = [](Solutions solutions, std::uint32_t seed, long& choices) {
    MovingScene scene;
    scene.add_ground(MovingScene::box(10, .5), {0, -1.5, 0}, 2);
    scene.add(Polygon{{{-1, -1}, {1, .9}, {.9, 1}}}, 1, .25, {0, 0, 0}, 2, {-1, .1, 0});
    StepOptions options;
    options.solutions = solutions;
    options.seed = seed;
    Stepper stepper(scene.system, options);
    const StepReport& report = stepper.step(scene.state, 1e-4, scene.actuation);
    REQUIRE(report.solved);
    choices = report.choices;
    return Eigen::VectorXd(scene.state.u);
  };
  long choices = 0;
  CHECK((after(Solutions::first, 1, choices) - Eigen::Vector3d(-1, .1, 0)).norm() < 1e-12);
  CHECK(choices == 0);
  std::set<std::string> ways;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Eigen::VectorXd once = after(Solutions::random, seed, choices);
    CHECK(choices >= 1);
    long again = 0;
    CHECK(once == after(Solutions::random, seed, again));
    CHECK(again == choices);
    ways.insert(rounded(once));
  }
  for (const std::string& way : ways) MESSAGE(way);
  CHECK(ways.size() == 3);
}
