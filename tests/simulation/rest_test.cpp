// SPDX-License-Identifier: MIT
// Resting bodies must stay at rest, and slow motion must not be mistaken for rest.
#include <doctest/doctest.h>
#include <pawl/simulation/step.h>

#include <cmath>

using namespace pawl;

namespace {

constexpr double kGravity = 9.81;

Polygon box(double half_width, double half_height) {
  return Polygon{
      {{-half_width, -half_height}, {half_width, -half_height}, {half_width, half_height}, {-half_width, half_height}}};
}

/// Returns discs of radius 10 cm in a bin. Rows of `across` discs alternate with rows of one disc less. The discs of
/// each row lie in the gaps of the row below, and all neighbors touch.
System packed_discs(int across, int rows) {
  const double radius = .1, friction = .5, width = 2 * radius * across;
  System system;
  system.gravity = {0, -kGravity};
  system.shapes.push_back({Solid::ground(), box(width, .5), {width / 2, -.5, 0}, friction, 0});
  system.shapes.push_back({Solid::ground(), box(.5, width), {-.5, width / 2, 0}, friction, 0});
  system.shapes.push_back({Solid::ground(), box(.5, width), {width + .5, width / 2, 0}, friction, 0});
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < across - row % 2; ++k) {
      system.shapes.push_back({Solid::body(system.bodies.size()), Disc{{0, 0}, radius}, {0, 0, 0}, friction, 0});
      system.bodies.push_back({1, radius * radius / 2});
    }
  }
  return system;
}

State placed_discs(const System& system, int across, int rows) {
  const double radius = .1, rise = std::sqrt(3.) * radius + 1e-9;
  State state(system);
  std::size_t body = 0;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < across - row % 2; ++k) {
      state.pose(body++) = Eigen::Vector3d(radius * (1 + row % 2 + 2 * k), radius + row * rise, 0);
    }
  }
  return state;
}

/// Returns a box on two pins. A third pin is on its right.
System box_among_pins() {
  System system;
  system.bodies.push_back({1, .4});
  system.shapes.push_back({Solid::body(0), box(1, .5), {0, 0, 0}, .2, 0});
  for (const Eigen::Vector2d& at : {Eigen::Vector2d(-.5, -.6), {.5, -.6}, {1.1, -.25}}) {
    system.shapes.push_back({Solid::ground(), Disc{at, .1}, {0, 0, 0}, .2, 0});
  }
  return system;
}

Actuation push(const Eigen::Vector2d& force) {
  Actuation actuation;
  actuation.forces.push_back({0, {0, 0}, force, 0});
  return actuation;
}

double relative_error(double value, double expected) { return std::fabs(value / expected - 1); }

void run(Stepper& stepper, State& state, double h, const Actuation& actuation, int steps) {
  for (int i = 0; i < steps; ++i) REQUIRE(stepper.step(state, h, actuation).solved);
}

}  // namespace

TEST_CASE("a part that is pushed against its pins does not creep, for any step") {
  const System system = box_among_pins();
  const Actuation held = push({kGravity * .5, -kGravity * .85});
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    CAPTURE(h);
    Stepper stepper(system);
    State state(system);
    run(stepper, state, h, held, 200);
    const Eigen::VectorXd seat = state.q;
    run(stepper, state, h, held, 20000);
    CHECK((state.q - seat).cwiseAbs().maxCoeff() <= (h == 1e-2 ? 1e-15 : 2e-14));
    CHECK(state.u.norm() < 1e-13);
  }
}

TEST_CASE("a box that has rested starts to slide if the push is slightly more than friction can hold") {
  System system;
  system.bodies.push_back({1, .4});
  const double friction = .3;
  system.shapes.push_back({Solid::body(0), box(.5, .1), {0, 0, 0}, friction, 0});
  system.shapes.push_back({Solid::ground(), box(5, .1), {0, -.2, 0}, friction, 0});
  for (const double h : {1e-2, 1e-3}) {
    for (const double more : {1e-5, 1e-7, 1e-9}) {
      CAPTURE(h);
      CAPTURE(more);
      Stepper stepper(system);
      State state(system);
      run(stepper, state, h, push({.9 * friction * kGravity, -kGravity}), 100);
      const double start = state.q[0];
      const double time = 2;
      run(stepper, state, h, push({friction * kGravity + more, -kGravity}), static_cast<int>(std::lround(time / h)));
      CHECK(relative_error(state.q[0] - start, more * time * time / 2) < 1e-4);
      CHECK(relative_error(state.u[0], more * time) < 1e-4);
    }
  }
}

TEST_CASE("a box that is gently pushed away moves off its pins") {
  const System system = box_among_pins();
  Stepper stepper(system);
  State state(system);
  run(stepper, state, 1e-3, push({kGravity * .5, -kGravity * .85}), 200);
  const Eigen::VectorXd seat = state.q;
  run(stepper, state, 1e-3, push({-1e-6, 1e-6}), 1000);
  CHECK(relative_error(state.q[0] - seat[0], -5e-7) < 1e-3);
  CHECK(relative_error(state.q[1] - seat[1], 5e-7) < 1e-3);
}

TEST_CASE("packed discs whose first step is halved stay at rest after this step") {
  const double h = .01;
  for (const auto& [across, rows] : {std::pair(8, 8), std::pair(12, 10)}) {  // the packings with these sizes have 144
                                                                             // and 325 contacts
    const System system = packed_discs(across, rows);
    State state = placed_discs(system, across, rows);
    const State start = state;
    Stepper stepper(system);
    const StepReport& first = stepper.step(state, h, {});
    REQUIRE(first.solved);
    CHECK(first.substeps > 1);  // the test is meaningful only if the first step is halved
    long pivots = 0;
    for (int k = 0; k < 20; ++k) {
      const StepReport& report = stepper.step(state, h, {});
      REQUIRE(report.solved);
      CHECK(report.substeps == 1);
      pivots += report.pivots;
    }
    CHECK(pivots <= 100);  // few pivots are needed, because the impulses of a step also solve the next step
    CHECK((state.q - start.q).lpNorm<Eigen::Infinity>() <= 1e-7);  // at the start, the gaps between rows are 1e-9 m
    CHECK(state.u.lpNorm<Eigen::Infinity>() <= 1e-9);
  }
}
