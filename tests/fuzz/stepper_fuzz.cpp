// SPDX-License-Identifier: MIT
// Makes systems from bytes and steps them under every contact law. After a solved step, all numbers must be finite.
// Under laws without penetration, no gap may be below the tolerance, and no moving shape may overlap another shape. If
// only contacts act, the energy must not grow. A step that is not solved must not change the state.
#include <pawl/simulation/overlapping_shapes.h>
#include <pawl/simulation/step.h>

#include <numbers>

#include "fuzz_input.h"

namespace {

using namespace pawl;
using fuzz::Bytes;
using fuzz::require;

constexpr double kMostGain = 1.02;  ///< largest factor by which a substep may raise the kinetic energy; the stepper may
                                    ///< accept an increase of 1 % twice

Outline outline_of(Bytes& bytes) {
  switch (bytes.byte() % 6) {
    case 0:
      return Disc{{0, 0}, bytes.one_of<4>({.05, .1, .5, .01})};
    case 1:
      return Polygon{{{-.1, -.1}, {.1, -.1}, {0, .2}}};
    case 2:  // an L, for its concave corner
      return Polygon{{{-.1, -.1}, {.2, -.1}, {.2, 0}, {0, 0}, {0, .2}, {-.1, .2}}};
    case 3:  // half a disc
      return Path{{{-.1, 0}, {.1, 0}}, {0, 1}};
    case 4:  // a box with a round notch
      return Path{{{-.2, -.1}, {.2, -.1}, {.2, .1}, {.05, .1}, {-.05, .1}, {-.2, .1}}, {0, 0, 0, -.9, 0, 0}};
    default: {
      const double x = bytes.between(.02, .3), y = bytes.between(.02, .3);
      return Polygon{{{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
    }
  }
}

Eigen::Vector3d vector_of(Bytes& bytes, double size) {
  const unsigned kind = bytes.byte() % 4;
  if (kind == 0) return {0, 0, 0};
  if (kind == 1) return {0, -size, 0};
  return {bytes.between(-size, size), bytes.between(-size, size), bytes.between(-size, size)};
}

ContactLaw law_of(Bytes& bytes) {
  switch (bytes.byte() % 8) {
    case 1:
      return Viscous{bytes.one_of<3>({0, 10, 1e4})};
    case 2:
      return NoSlip{};
    case 3:
      return ConeComplementarity{};
    case 4:
      return Compliant{bytes.one_of<3>({1, 1e4, 1e9}), bytes.one_of<3>({0, 1e2, 1e8}), bytes.one_of<3>({0, 1e2, 1e6})};
    case 5:
      return CoulombViscous{bytes.one_of<3>({0, 10, 1e4})};
    default:
      return Coulomb{};
  }
}

/// A system to simulate. Also states whether contacts are the only forces on it.
struct Problem {
  System system;
  State state;
  Actuation actuation;
  StepOptions options;
  double step = 1e-3;
  bool free = true;
};

void add_joint(Bytes& bytes, System& system) {
  Joint joint;
  joint.kind = bytes.flag() ? Joint::Kind::revolute : Joint::Kind::prismatic;
  joint.anchor = {bytes.between(-1, 1), bytes.between(.5, 1)};
  joint.angle = bytes.between(-1, 1);
  joint.inertia = .01;
  joint.parent = system.joints.empty() || bytes.flag() ? -1 : 0;
  if (bytes.flag()) joint.lower = 0;
  if (bytes.flag()) joint.upper = bytes.one_of<2>({0, .2});
  system.joints.push_back(joint);
}

Problem problem_of(Bytes& bytes) {
  Problem made;
  StepOptions& options = made.options;
  options.law = law_of(bytes);
  options.scheme = bytes.byte() % 4 == 0 ? Scheme::one_stage : Scheme::two_stage;
  if (std::holds_alternative<Coulomb>(options.law)) options.solutions = static_cast<Solutions>(bytes.byte() % 3);
  const bool bounces = std::holds_alternative<Coulomb>(options.law) && options.scheme == Scheme::two_stage;
  made.step = bytes.one_of<5>({1e-3, 1e-4, 1e-2, .1, 1});
  const double friction = bytes.one_of<5>({0, .3, 1, 10, .05});
  const double restitution = bounces ? bytes.one_of<4>({0, .5, .9, 1}) : 0;
  System& system = made.system;
  if (bytes.flag()) system.gravity = {0, -9.81};
  system.shapes.push_back(
      {Solid::ground(), Polygon{{{-3, -1}, {3, -1}, {3, 0}, {-3, 0}}}, {0, 0, 0}, friction, restitution});
  if (bytes.flag()) {
    const Eigen::Vector3d pose(bytes.between(-1, 1), bytes.between(.2, 1), bytes.between(-2, 2));
    system.shapes.push_back({Solid::ground(), outline_of(bytes), pose, friction, restitution});
  }
  for (int joints = bytes.whole(0, 5) - 3; joints > 0; --joints) add_joint(bytes, system);
  std::vector<Eigen::Vector3d> poses;
  for (int bodies = bytes.whole(1, 4); bodies > 0; --bodies) {
    const Outline outline = outline_of(bytes);
    // Places the body beside the previous body. The gap is zero, as small as rounding, or larger.
    const double x = poses.empty() ? 0 : poses.back().x(), y = poses.empty() ? 0 : poses.back().y();
    const double gap = bytes.one_of<6>({0, 1e-9, 1e-8, 1e-3, .05, 0});
    const double angle = bytes.flag() ? bytes.whole(0, 3) * std::numbers::pi / 2 : bytes.between(-2, 2);
    poses.emplace_back(x + bytes.one_of<5>({0, .1, .2, .4, -.3}), y + bytes.one_of<5>({.1, 0, .2, .3, .05}) + gap,
                       angle);
    system.shapes.push_back({Solid::body(system.bodies.size()), outline, {0, 0, 0}, friction, restitution});
    system.bodies.push_back({bytes.one_of<4>({1, .01, 100, 1e6}), bytes.one_of<4>({.01, 1e-4, 1, 1e3})});
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    system.shapes.push_back({Solid::link(i), outline_of(bytes), {0, 0, 0}, friction, restitution});
  }
  made.state = State(system);
  made.actuation.loads = Loads(system);
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    made.state.pose(i) = poses[i];
    made.state.twist(i) = vector_of(bytes, bytes.one_of<4>({1, 5, .01, 100}));
    const bool pushed = bytes.byte() % 8 == 1;
    if (pushed) made.actuation.loads.body_wrenches[i] = vector_of(bytes, bytes.one_of<4>({1, 100, 1e6, 1e10}));
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    made.state.velocity(i) = bytes.between(-1, 1);
    if (bytes.flag()) made.actuation.loads.efforts[i] = bytes.between(-10, 10);
  }
  const bool coulomb = std::holds_alternative<Coulomb>(options.law);
  if (coulomb && options.solutions == Solutions::first && bytes.flag()) {
    for (Shape& shape : system.shapes) shape.kinetic_friction = bytes.one_of<4>({0, .5, .9, 1}) * *shape.friction;
  }
  made.free = system.gravity.isZero(0) && system.joints.empty();
  for (const Eigen::Vector3d& wrench : made.actuation.loads.body_wrenches) made.free = made.free && wrench.isZero(0);
  return made;
}

double kinetic_energy(const System& system, const State& state) {
  double twice = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const Eigen::Vector3d u = state.twist(i);
    twice += system.bodies[i].mass * u.head<2>().squaredNorm() + system.bodies[i].inertia * u[2] * u[2];
  }
  return twice / 2;
}

double mass(const System& system) {
  double sum = 0;
  for (const Body& body : system.bodies) sum += body.mass;
  return sum;
}

/// Returns whether a moving shape overlaps another shape by more than 1e-8 m. The stepper refuses such a state at the
/// start, and halves a step that would end in one. Two shapes of the ground may overlap: they form one obstacle, no
/// step can separate them, and overlapping_shapes() reports them in every state.
bool any_moving_shape_overlaps(const Problem& problem) {
  for (const auto& [a, b] : overlapping_shapes(problem.system, problem.state)) {
    const Solid::Kind kind_a = problem.system.shapes[a].solid.kind, kind_b = problem.system.shapes[b].solid.kind;
    if (kind_a != Solid::Kind::ground || kind_b != Solid::Kind::ground) return true;
  }
  return false;
}

void check(const Problem& problem, const State& before, const StepReport& report) {
  const State& state = problem.state;
  if (!report.solved) return require(state.q == before.q && state.u == before.u);
  require(state.q.allFinite() && state.u.allFinite());
  for (const StepContact& contact : report.contacts) {
    require(contact.point.allFinite() && std::isfinite(contact.normal_force) && std::isfinite(contact.tangent_force));
    require(contact.normal_force >= 0);
  }
  if (allows_penetration(problem.options.law)) return;
  require(report.penetration <= 2e-9);
  require(!any_moving_shape_overlaps(problem));
  if (!problem.free) return;
  const double speed = 1e-8 / (problem.step / 1024);  // at this speed, a body moves by 1e-8 m, the tolerance for
                                                      // touching, in the shortest substep
  const double most = std::pow(kMostGain, report.substeps) * kinetic_energy(problem.system, before);
  require(kinetic_energy(problem.system, state) <= most + mass(problem.system) * speed * speed);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  try {
    Problem problem = problem_of(bytes);
    Stepper stepper(problem.system, problem.options);
    for (int i = 0; i < 5; ++i) {
      const State before = problem.state;
      const StepReport& report = stepper.step(problem.state, problem.step, problem.actuation);
      check(problem, before, report);
      if (!report.solved) break;
    }
  } catch (const InputError& error) {
    fuzz::require_faults(error);
  }
  return 0;
}
