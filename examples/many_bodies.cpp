// SPDX-License-Identifier: MIT
// Computes the motion of a rod that slides over the floor while an arm holds back its upper end. For rigid bodies with
// Coulomb friction, it is possible that no motion exists. A time step always has a solution.
#include <pawl/bodies/equations_of_motion.h>
#include <pawl/friction/solve_motion.h>

#include <cmath>
#include <iostream>

namespace {

/// Returns a rod of 1 kg and 2 m, and an arm that is one link of 1 m. The arm's end is pinned to the upper end of the
/// rod and pushes it.
pawl::System rod_and_arm(const Eigen::Vector2d& shoulder) {
  pawl::System system;
  system.gravity = {0, -9.81};
  system.bodies = {{.mass = 1, .inertia = 1.0 / 3}};
  system.joints = {{.anchor = shoulder, .mass = 0.1, .inertia = 0.01, .center_of_mass = {0.5, 0}}};
  system.pins = {{.a = pawl::Solid::body(0), .b = pawl::Solid::link(0), .at_a = {1, 0}, .at_b = {1, 0}}};
  return system;
}

void tell(const char* what, const pawl::ContactAnswer& answer, const char* unit) {
  std::cout << what << ": ";
  if (answer.motion) {
    std::cout << "the floor pushes with " << answer.motion->forces.normal[0] << ' ' << unit << '\n';
  } else {
    std::cout << (answer.lcp.status == pawl::LcpAnswer::Status::none ? "proved to have no solution\n" : "undecided\n");
  }
}

}  // namespace

int main() {
  // The system: tan(angle of the rod) = 2. The shoulder of the arm is 1 m above the upper end of the rod.
  const double c = 1 / std::sqrt(5.0), s = 2 / std::sqrt(5.0), speed = 0.5;
  const pawl::System system = rod_and_arm({2 * c, 2 * s + 1});

  // The state: the lower end of the rod slides over the floor. The upright arm follows the upper end of the rod.
  pawl::State state(system);
  state.pose(0) << c, s, std::atan(2.0);
  state.twist(0) << -speed, 0, 0;
  state.position(0) = -std::acos(0.0);
  state.velocity(0) = -speed;

  // The applied forces, and the contacts.
  pawl::Loads loads(system);
  loads.efforts[0] = 1;  // torque of the arm's drive, N m
  pawl::BodyContact floor{.a = pawl::Solid::ground(), .b = pawl::Solid::body(0), .point = {0, 0}};

  bool decided = true;
  for (const double friction : {0.3, 3.0}) {
    floor.friction = friction;
    const pawl::ContactEquations equations = pawl::equations_of_motion(system, state, {floor}, loads);
    const pawl::ContactAnswer now = pawl::solve_motion(pawl::acceleration_problem(equations));
    const pawl::ContactAnswer step = pawl::solve_motion(pawl::step_problem(equations, 0.01));
    std::cout << "friction " << friction << '\n';
    tell("  at this instant", now, "N");
    tell("  over 10 ms", step, "N s");
    decided = decided && step.motion && now.lcp.status != pawl::LcpAnswer::Status::undecided;
  }
  return decided ? 0 : 1;
}
