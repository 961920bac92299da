// SPDX-License-Identifier: MIT
// A rod slides over the floor, its upper end held back by an arm: rigid bodies with Coulomb friction may have a motion,
// or provably none; a time step always has one.
#include <pawl/bodies/equations_of_motion.h>
#include <pawl/friction/solve_contact_laws.h>

#include <cmath>
#include <iostream>

namespace {

/// A rod of 1 kg and length 2 m, leaning at tan(angle) = 2, whose lower end slides over the floor at 0.5 m/s; an arm
/// of one joint is pinned to its upper end and pushes with `torque`.
pawl::MultiBody rod_and_arm(double friction, double torque) {
  const double c = 1 / std::sqrt(5.0), s = 2 / std::sqrt(5.0), speed = 0.5;
  pawl::MultiBody system;
  system.gravity = {0, -9.81};
  system.bodies = {{.mass = 1, .inertia = 1.0 / 3, .pose = {c, s, std::atan(2.0)}, .twist = {-speed, 0, 0}}};
  pawl::Joint arm;  // upright above the rod's end, one metre long, moving along with it
  arm.anchor = {2 * c, 2 * s + 1};
  arm.position = -std::acos(0.0);
  arm.velocity = -speed;
  arm.effort = torque;
  arm.mass = 0.1;
  arm.inertia = 0.01;
  arm.center_of_mass = {0.5, 0};
  system.joints = {arm};
  using pawl::Solid;
  system.pins = {{.a = Solid::body(0), .b = Solid::link(0), .at_a = {1, 0}, .at_b = {1, 0}}};
  system.contacts = {{.a = Solid::ground(), .b = Solid::body(0), .point = {0, 0}, .friction = friction}};
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
  bool decided = true;
  for (const double friction : {0.3, 3.0}) {
    const pawl::ContactEquations equations = pawl::equations_of_motion(rod_and_arm(friction, 1));
    const pawl::ContactAnswer now = pawl::solve_contact_laws(pawl::acceleration_laws(equations));
    const pawl::ContactAnswer step = pawl::solve_contact_laws(pawl::step_laws(equations, 0.01));
    std::cout << "friction " << friction << '\n';
    tell("  at this instant", now, "N");
    tell("  over 10 ms", step, "N s");
    decided = decided && step.motion && now.lcp.status != pawl::LcpAnswer::Status::undecided;
  }
  return decided ? 0 : 1;
}
