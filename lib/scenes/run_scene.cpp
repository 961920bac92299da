// SPDX-License-Identifier: MIT
#include <pawl/base/tolerance.h>
#include <pawl/scenes/run_scene.h>

#include <algorithm>
#include <cmath>

#include "bodies/kinematics.h"

namespace pawl {
namespace {

constexpr double kTouches = 1e-8;  ///< m: what is farther apart separates

double energy_of_mass(double mass, const System& system, const Eigen::Vector2d& place,
                      const Eigen::Vector2d& velocity) {
  return mass * (velocity.squaredNorm() / 2 - system.gravity.dot(place));
}

SceneContact scene_contact(const SceneSystem& parts, const StepContact& contact) {
  return {parts.owners[contact.shape_a], parts.owners[contact.shape_b], contact.point,   contact.normal, contact.gap,
          contact.normal_force,          contact.tangent_force,         mode_of(contact)};
}

}  // namespace

char mode_of(const StepContact& contact) {
  if (contact.gap > kTouches) return 's';
  if (std::fabs(contact.sliding) <= tolerance::kRestingVelocity) return 'n';
  return contact.sliding > 0 ? 'l' : 'r';
}

double energy_of(const SceneSetup& setup, const State& state) {
  const System& system = setup.parts.system;
  const internal::Kinematics kinematics(system, state);
  double energy = 0;
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const internal::SolidMotion& motion = kinematics.motion(Solid::body(i));
    energy += energy_of_mass(system.bodies[i].mass, system, motion.origin, motion.velocity);
    energy += system.bodies[i].inertia * motion.spin * motion.spin / 2;
  }
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const internal::SolidMotion& motion = kinematics.motion(Solid::link(i));
    const Eigen::Vector2d center = kinematics.center_of_mass(i);
    energy += energy_of_mass(system.joints[i].mass, system, center, motion.velocity_at(center));
    energy += system.joints[i].inertia * motion.spin * motion.spin / 2;
  }
  return energy;
}

SceneResult run(const SceneSetup& setup, const StopToken& stop, const std::function<void(const SceneStep&)>& after) {
  Stepper stepper(setup.parts.system, setup.options);
  SceneResult result;
  result.state = setup.parts.state;
  SceneStep step;
  for (long k = 1; k <= setup.steps(); ++k) {
    if (stop.stop_requested()) {
      result.end = SceneResult::End::stopped;
      break;
    }
    const double time = setup.time_of(k);
    const bool whole = time - result.time > setup.step * (1 - 1e-9);
    const StepReport& report = stepper.step(result.state, whole ? setup.step : time - result.time, setup.actuation);
    result.substeps += report.substeps;
    result.choices += report.choices;
    result.unseen += report.unseen;
    if (!report.solved) {
      ++result.unsolved;
      result.end = SceneResult::End::unsolved;
      break;
    }
    result.steps = k;
    result.time = time;
    result.worst_penetration = std::max(result.worst_penetration, report.penetration);
    if (!after) continue;
    step = {k, time, result.state, {}, energy_of(setup, result.state), report.penetration, report.substeps};
    for (const StepContact& contact : report.contacts) step.contacts.push_back(scene_contact(setup.parts, contact));
    after(step);
  }
  result.energy = energy_of(setup, result.state);
  return result;
}

}  // namespace pawl
