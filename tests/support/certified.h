// SPDX-License-Identifier: MIT
// Parts among fixels for energy certificates, and motions within what they certify.
#pragma once

#include <pawl/io/task.h>
#include <pawl/planner/energy_flood.h>
#include <pawl/simulation/step.h>

#include <random>
#include <string>
#include <vector>

namespace pawl::oracle {

/// A part on a tray, seated at the origin against points.
inline Task task_at(const Outline& outline, const Friction& friction, const std::vector<Eigen::Vector2d>& points) {
  Task task;
  task.part.outline = outline;
  task.friction = friction;
  task.actuator = TrayActuator();
  for (const Eigen::Vector2d& at : points) {
    Fixel fixel;
    fixel.at = at;
    task.fixels.push_back(fixel);
  }
  return task;
}

/// How a motion from a pose within a certificate's component ended.
struct CertifiedMotion {
  bool solved = true;
  bool stayed = true;   ///< in the component's boxes, with no more energy than the depth
  bool seated = false;  ///< it came to rest at the goal
  std::string start;    ///< for people
};

/// A motion of a part of mass 1 under the problem's load from a random free pose in the component, with a random share
/// of the kinetic energy that is left, by solutions as `options` takes them.
CertifiedMotion move_within(const EnergyProblem& problem, const EnergyCertificate& certificate, std::mt19937& engine,
                            double restitution, double friction_share, const StepOptions& options);

}  // namespace pawl::oracle
