// SPDX-License-Identifier: MIT
// The walking experiment of [Drum15] in the plane. A robot of nine links trots over uneven ground for 10 s, with steps
// of 1 ms, under a controller of springs and dampers at its joints. Prints a table of the contact models.
//
//   pawl_walker_bench [SECONDS, default 10]
#include <fmt/format.h>
#include <pawl/simulation/step.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>

#include "timing.h"

namespace {

using namespace pawl;

constexpr double kStep = 1e-3, kLength = .25, kFoot = .02;
constexpr std::size_t kTorso = 2, kLegs = 4;
constexpr double kHips[kLegs] = {-.35, -.25, .25, .35};

std::size_t hip(std::size_t leg) { return 3 + 2 * leg; }

Joint joint(Joint::Kind kind, int parent, const Eigen::Vector2d& anchor, double angle) {
  Joint one;
  one.kind = kind;
  one.parent = parent;
  one.anchor = anchor;
  one.angle = angle;
  one.mass = 0;
  return one;
}

/// Returns ground with hills and hollows: its outline has a vertex every .3 m, whose height is random, from -15 to 15
/// mm. Around the start of the robot, the ground is level.
Outline ground() {
  std::mt19937 random(1);
  Polygon polygon;
  polygon.vertices = {{-3, -1}, {12, -1}};
  for (int k = 50; k >= 0; --k) {
    const double height = .015 * (2 * (random() * 0x1p-32) - 1);
    polygon.vertices.push_back({-3 + .3 * k, k >= 8 && k <= 12 ? 0. : height});
  }
  return polygon;
}

/// Returns a walking robot: a torso with four legs of two links each. The torso can move freely, because two sliding
/// joints and a turning joint connect it with the ground.
System robot(double friction) {
  System system;
  system.gravity = {0, -9.81};
  system.joints.push_back(joint(Joint::Kind::prismatic, -1, {0, 0}, 0));
  system.joints.push_back(joint(Joint::Kind::prismatic, 0, {0, 0}, std::numbers::pi / 2));
  system.joints.push_back(joint(Joint::Kind::revolute, 1, {0, 0}, -std::numbers::pi / 2));
  system.joints[kTorso].mass = 10;
  system.joints[kTorso].inertia = .6;
  for (std::size_t leg = 0; leg < kLegs; ++leg) {
    system.joints.push_back(joint(Joint::Kind::revolute, static_cast<int>(kTorso), {kHips[leg], 0}, 0));
    system.joints.push_back(joint(Joint::Kind::revolute, static_cast<int>(hip(leg)), {0, -kLength}, 0));
    for (const std::size_t link : {hip(leg), hip(leg) + 1}) {
      system.joints[link].mass = .5;
      system.joints[link].inertia = .5 * kLength * kLength / 12;
      system.joints[link].center_of_mass = {0, -kLength / 2};
    }
    system.shapes.push_back({Solid::link(hip(leg) + 1), Disc{{0, -kLength}, kFoot}, {0, 0, 0}, friction, 0});
  }
  system.shapes.push_back({Solid::ground(), ground(), {0, 0, 0}, friction, 0});
  return system;
}

/// Returns the wanted angles of hip and knee of a leg at the time t. Legs 0 and 3 move in phase; legs 1 and 2 are half
/// a period later.
Eigen::Vector2d wanted(std::size_t leg, double t) {
  constexpr double kFrequency = 1.2, kStride = .25, kLift = .5;
  const double phase = 2 * std::numbers::pi * kFrequency * t + (leg == 0 || leg == 3 ? 0 : std::numbers::pi);
  const double begin = std::min(1., t / .5);
  return {.4 + begin * kStride * std::sin(phase), -.8 - begin * kLift * std::max(0., std::cos(phase))};
}

void control(const State& state, double t, Loads& loads) {
  for (std::size_t leg = 0; leg < kLegs; ++leg) {
    const Eigen::Vector2d angles = wanted(leg, t);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
      const std::size_t j = hip(leg) + k;
      loads.efforts[j] = 400 * (angles[static_cast<Eigen::Index>(k)] - state.position(j)) - 6 * state.velocity(j);
    }
  }
}

void walk(const char* name, const ContactLaw& law, double friction, double seconds) {
  const System system = robot(friction);
  StepOptions options;
  options.law = law;
  options.scheme = Scheme::one_stage;
  Stepper stepper(system, options);
  State state(system);
  for (std::size_t leg = 0; leg < kLegs; ++leg) {
    state.position(hip(leg)) = .4;
    state.position(hip(leg) + 1) = -.8;
  }
  state.position(1) = 2 * kLength * std::cos(.4) + kFoot + .002;
  Actuation actuation;
  actuation.loads = Loads(system);
  const auto start = std::chrono::steady_clock::now();
  const long steps = std::lround(seconds / kStep);
  long made = 0, substeps = 0, problems = 0, pivots = 0, contacts = 0;
  double lowest = state.position(1);
  for (; made < steps; ++made) {
    control(state, static_cast<double>(made) * kStep, actuation.loads);
    const StepReport& report = stepper.step(state, kStep, actuation);
    if (!report.solved) break;
    substeps += report.substeps;
    problems += report.problems;
    pivots += report.pivots;
    contacts += static_cast<long>(report.contacts.size());
    lowest = std::min(lowest, state.position(1));
  }
  const double n = static_cast<double>(std::max(1L, made));
  fmt::print("| {} | {:.3f} of {} | {:.2f} | {:.2f} | {:.2f} | {:.1f} | {:.3f} | {:.1f} | {:.1f} |\n", name, n * kStep,
             seconds, state.position(0), lowest, static_cast<double>(contacts) / n,
             static_cast<double>(pivots) / static_cast<double>(std::max(1L, problems)),
             static_cast<double>(substeps) / n, microseconds_since(start) / n, microseconds_since(start) / 1e6);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  fmt::print(
      "| model | s walked | way, m | lowest torso, m | contacts | pivots per problem | substeps per step | us per step "
      "| s |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  walk("no slip", NoSlip(), 0, seconds);
  walk("no slip, published", NoSlip{LawRoute::published}, 0, seconds);
  walk("Coulomb, friction 100", Coulomb(), 100, seconds);
  walk("Coulomb, friction .8", Coulomb(), .8, seconds);
  walk("viscous, 200 N s/m", Viscous{200}, 0, seconds);
  walk("viscous, published", Viscous{200, LawRoute::published}, 0, seconds);
  walk("cone complementarity, .8", ConeComplementarity(), .8, seconds);
  walk("compliant, .8", Compliant{1e5, 300, 1e3}, .8, seconds);
}
