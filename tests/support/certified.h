// SPDX-License-Identifier: MIT
// Parts among fixels for energy certificates, and motions that start in a certificate's component of poses.
#pragma once

#include <pawl/io/task.h>
#include <pawl/planner/energy_flood.h>
#include <pawl/planner/plan_depth.h>
#include <pawl/simulation/step.h>

#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pawl::oracle {

/// Returns a part on a tray, seated at the origin against points.
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

/// Returns the depth of a task's plan, or nothing if none was found. If the checker refused the certificate of the
/// depth, the result contains the reason (`refused`). Throws InputError in the cases of plan_problem().
std::optional<PlanDepth> certified_depth(const Task& task);

/// Result of a motion that starts from a pose within a certificate's component.
struct CertifiedMotion {
  bool solved = true;
  bool stayed = true;   ///< whether the part stayed in the component's boxes, with at most the energy of the depth
  bool seated = false;  ///< whether the part came to rest at the goal
  std::string start;    ///< description for people
  std::string left;     ///< description for people of how and where the part left the component; empty if it stayed
};

/// Moves a part of mass 1 under the problem's load, from a random free pose in the component. The initial kinetic
/// energy is a random fraction of the energy that remains below the depth at this pose. `options` selects one of
/// several solutions of a step.
CertifiedMotion move_within(const EnergyProblem& problem, const EnergyCertificate& certificate, std::mt19937& engine,
                            double restitution, double friction_share, const StepOptions& options);

/// Result of a motion under several loads, one after the other.
struct RestMotion {
  bool solved = true;
  bool begun = false;                  ///< false if no free start was found
  std::vector<Eigen::Vector3d> rests;  ///< pose after each load under which the part came to rest
  std::string start;                   ///< description for people
};

/// Moves a part of mass 1 from a random free pose in a box, with a random kinetic energy of at most `energy`. Each of
/// the loads acts until the part rests. `size` is a length compared with which the motion in each step must be small.
RestMotion move_to_rest(const EnergyProblem& problem, const std::vector<EnergyLoad>& loads,
                        const Eigen::Vector3d& centre, const Eigen::Vector3d& half, double energy, double size,
                        std::mt19937& engine, double restitution, double friction_share, const StepOptions& options);

}  // namespace pawl::oracle
