// SPDX-License-Identifier: MIT
// Tests contacts whose normals are directions in which joints and pins permit no motion, and mechanisms that turn fast.
// Neither may create motion or energy.
#include <doctest/doctest.h>
#include <pawl/bodies/places.h>

#include <cmath>

#include "support/moving_scene.h"

using namespace pawl;
using oracle::MovingScene;
using oracle::revolute;

namespace {

State run(const System& system, State state, double h, long steps) {
  Stepper stepper(system);
  for (long i = 0; i < steps; ++i) {
    CAPTURE(i);
    REQUIRE(stepper.step(state, h).solved);
  }
  return state;
}

/// Returns the kinetic energy of the links. Computes velocities as central differences of poses.
double kinetic_energy(const System& system, const State& state) {
  double sum = 0;
  const State ahead = advanced(state, 1e-6), behind = advanced(state, -1e-6);
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    const Eigen::Vector2d way = world_point(system, ahead, Solid::link(i), joint.center_of_mass) -
                                world_point(system, behind, Solid::link(i), joint.center_of_mass);
    const double turn = pose_of(system, ahead, Solid::link(i))[2] - pose_of(system, behind, Solid::link(i))[2];
    sum += (joint.mass * way.squaredNorm() + joint.inertia * turn * turn) / 2 / 4e-12;
  }
  return sum;
}

}  // namespace

TEST_CASE("a smooth wheel on a fixed axle that touches a floor keeps turning, for every direction of the floor") {
  for (const double tilt : {0., .3, .7, 1.234}) {
    for (const double gap : {0., 1e-9, 1e-8}) {
      for (const bool pinned : {false, true}) {
        CAPTURE(tilt);
        CAPTURE(gap);
        System system;
        system.gravity = {0, -9.81};
        const double away = .5 + .2 + gap;  // distance of the axle from the middle of the floor
        system.shapes = {
            {Solid::ground(), MovingScene::box(3, .5), {away * std::sin(tilt), -away * std::cos(tilt), tilt}, 0., 0}};
        if (pinned) {
          system.bodies = {{1, .02}};
          system.pins = {{Solid::ground(), Solid::body(0), {0, 0}, {0, 0}}};
        } else {
          system.joints = {revolute({0, 0}, 1, .02, {0, 0})};
        }
        system.shapes.push_back({pinned ? Solid::body(0) : Solid::link(0), Disc{{0, 0}, .2}, {0, 0, 0}, 0., 0});
        State state(system);
        (pinned ? state.u[2] : state.u[0]) = 5;
        const State end = run(system, state, .005, 100);
        CHECK((pinned ? end.u[2] : end.u[0]) == doctest::Approx(5).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("an arm whose tip touches a fixed disc swings round it as if there were no disc") {
  std::vector<double> ends;
  for (const double gap : {0., 1e-9, 1e-8, .1}) {
    System system;
    system.gravity = {0, -9.81};
    system.joints = {revolute({0, 0}, 1, .1, {1, 0})};
    system.shapes = {{Solid::ground(), Disc{{0, 0}, .7 - gap}, {0, 0, 0}, 0., 0},
                     {Solid::link(0), Disc{{1, 0}, .3}, {0, 0, 0}, 0., 0}};
    State state(system);
    state.position(0) = .4;
    ends.push_back(run(system, state, .005, 100).position(0));
    CHECK(ends.back() == doctest::Approx(ends.front()).epsilon(1e-9));
  }
}

TEST_CASE("a door that is pinned flush to a wall opens like a door with a gap to the wall") {
  std::vector<double> ends;
  for (const double gap : {0., 1e-9, .01}) {
    System system;
    system.gravity = {0, -9.81};
    system.bodies = {{1, (4 + .04) / 12}};
    system.shapes = {{Solid::ground(), Polygon{{{-1, 0}, {0, 0}, {0, 1}, {-1, 1}}}, {0, 0, 0}, .3, 0},
                     {Solid::body(0), Polygon{{{-1, -.1}, {1, -.1}, {1, .1}, {-1, .1}}}, {0, 0, 0}, .3, 0}};
    system.pins = {{Solid::ground(), Solid::body(0), {gap, .5}, {-1, -.1}}};
    State state(system);
    state.pose(0) << gap + 1, .6, 0;
    ends.push_back(run(system, state, .005, 100).pose(0)[2]);
    CHECK(ends.back() == doctest::Approx(ends.front()).epsilon(1e-9));
  }
  CHECK(ends.front() < -.5);
}

TEST_CASE("a slider that touches a wall along its guide moves the same in every frame") {
  for (const double turn : {0., .1, .3, 1.5707963267948966, 2.}) {
    CAPTURE(turn);
    System system;
    const Eigen::Vector2d along(std::cos(turn), std::sin(turn)), up(-along.y(), along.x());
    system.gravity = 9.81 * (-.3 * along - .95 * up);
    Joint slider;
    slider.kind = Joint::Kind::prismatic;
    slider.angle = turn;
    system.joints = {slider};
    const Eigen::Vector2d floor = -.6 * up;
    system.shapes = {{Solid::ground(), MovingScene::box(3, .5), {floor.x(), floor.y(), turn}, .3, 0},
                     {Solid::link(0), MovingScene::box(.1, .1), {0, 0, 0}, .3, 0}};
    // The guide carries the whole weight. The force of the floor is not determined, and the solver sets it to zero.
    CHECK(run(system, State(system), .01, 50).position(0) == doctest::Approx(-.3 * 9.81 * .125).epsilon(1e-9));
  }
}

TEST_CASE("an arm of three links without forces keeps its energy for any step length") {
  System system;
  system.joints = {revolute({0, 0}, 1, .02, {.5, 0}), revolute({1, 0}, 1, .02, {.5, .1}, 0),
                   revolute({1, 0}, .5, .01, {.4, 0}, 1)};
  State start(system);
  start.q << .3, -1, 2;
  start.u << 2, -3, 5;
  const double before = kinetic_energy(system, start);
  for (const double h : {.002, .01, .02, .05}) {
    CAPTURE(h);
    Stepper stepper(system);
    State state = start;
    for (int i = 0; i < std::lround(2 / h); ++i) {
      REQUIRE(stepper.step(state, h).solved);
      REQUIRE(kinetic_energy(system, state) < before * 1.01);
    }
    CHECK(kinetic_energy(system, state) > before * .98);
  }
}

TEST_CASE("a link that spins about its end turns by the right angle at any speed") {
  for (const double spin : {3., 30., 300., 2000.}) {
    CAPTURE(spin);
    System system;
    system.joints = {revolute({0, 0}, 1, 1, {1, 0})};
    State state(system);
    state.velocity(0) = spin;
    const State end = run(system, state, .01, 20);
    CHECK(end.position(0) == doctest::Approx(.2 * spin).epsilon(2e-3));
    CHECK(end.velocity(0) == doctest::Approx(spin).epsilon(1e-3));
  }
}

// If the restitution were Newton's, friction would raise the energy of this rod above .625 J.
TEST_CASE("a rod that strikes a drive at rest does not gain energy") {
  System system;
  Joint drive;
  drive.kind = Joint::Kind::prismatic;
  drive.drive = Joint::Drive::acceleration;
  system.joints = {drive};
  system.bodies = {{1, 1. / 3}};
  system.shapes = {{Solid::link(0), MovingScene::box(3, .5), {0, -.5, 0}, .5, 1.},
                   {Solid::body(0), Disc{{-std::sqrt(.5), -std::sqrt(.5)}, 0}, {0, 0, 0}, .5, 1.}};
  State state(system);
  state.pose(0) << 0, std::sqrt(.5) + .005, 0;  // the upper side of the drive is at y = 0
  state.twist(0) << .5, -1, 0;
  const State end = run(system, state, .01, 10);
  const Eigen::Vector3d twist = end.twist(0);
  CHECK(twist[2] < -1);  // shows that the impact took place
  CHECK(twist.head<2>().squaredNorm() / 2 + twist[2] * twist[2] / 6 <= .625 + 1e-9);
}
