// SPDX-License-Identifier: MIT
// Simulates a box on an incline for a second. The box slides if the friction coefficient is below the slope, and
// otherwise it stays at rest. Constant accelerations are integrated exactly, so the distance is equal to the closed
// form of textbooks.
#include <pawl/bodies/state.h>
#include <pawl/simulation/step.h>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace {

constexpr double kGravity = 9.81;  // m/s^2
constexpr double kSlope = 0.375;   // slope: tangent of the angle of the incline

/// Returns a cube of 1 kg and 20 cm, and the ground: a rotated slab whose upper side passes through the origin.
pawl::System box_on_incline(double friction) {
  pawl::System system;
  system.gravity = {0, -kGravity};
  system.bodies = {{.mass = 1, .inertia = (0.2 * 0.2 + 0.2 * 0.2) / 12}};
  const pawl::Polygon box{{{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {-0.1, 0.1}}};
  const pawl::Polygon slab{{{-10, -1}, {10, -1}, {10, 0}, {-10, 0}}};
  const double angle = std::atan(kSlope);
  system.shapes = {{.solid = pawl::Solid::body(0), .outline = box, .friction = friction},
                   {.solid = pawl::Solid::ground(), .outline = slab, .pose = {0, 0, angle}, .friction = friction}};
  return system;
}

}  // namespace

int main() {
  const double c = 1 / std::hypot(1, kSlope), s = kSlope * c;  // cosine and sine of the angle of the incline
  bool right = true;
  for (const double friction : {0.2, 0.3, 0.4}) {
    pawl::Stepper stepper(box_on_incline(friction));
    pawl::State state(stepper.system());
    state.pose(0) << -0.1 * s, 0.1 * c, std::atan(kSlope);  // the box lies on the incline, at rest

    const double h = 0.01;
    double penetration = 0;
    for (int step = 1; step <= 100; ++step) {
      const pawl::StepReport& report = stepper.step(state, h);  // a third argument can state forces and springs
      if (!report.solved) {
        std::cout << "step " << step << " is not solved\n";
        return 1;
      }
      penetration = std::max(penetration, report.penetration);
    }

    const double down = std::hypot(state.pose(0).x() + 0.1 * s, state.pose(0).y() - 0.1 * c);
    const double expected = std::max(0.0, kGravity * (s - friction * c) / 2);
    std::cout << "friction " << friction << ": after 1 s it is " << std::round(down * 1e6) / 1e6
              << " m down the slope, at " << std::round(state.twist(0).head<2>().norm() * 1e6) / 1e6 << " m/s\n";
    right = right && std::abs(down - expected) < 1e-9 && penetration < 1e-9;
  }
  return right ? 0 : 1;
}
