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

/// Returns a task of a part on a tray. The part is at the origin and touches the points.
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

/// Returns the depth of a task's plan. Returns nothing if the guarantee of the plan is not `energy`, or if no depth was
/// found. If the checker refuses the certificate, its reason is in `refused`. Throws the same InputErrors as
/// plan_problem().
std::optional<PlanDepth> certified_depth(const Task& task);

/// The result of a motion that starts at a pose of a certificate's component.
struct CertifiedMotion {
  bool solved = true;
  bool stayed = true;   ///< whether the part stayed in the boxes of the component, and its energy below the depth, up
                        ///< to the errors of the time steps
  bool seated = false;  ///< whether the part stayed and was at the goal at the end of the motion, up to 1 % of its
                        ///< radius of gyration
  std::string start;    ///< the pose at the start of the motion, as text
  std::string left;     ///< where and how the part left the component, as text; empty if it stayed
};

/// Simulates a part of mass 1 under the load of the problem, from a random free pose of the component. The initial
/// kinetic energy is a random fraction of the energy that is missing to the depth at this pose. `options` selects a
/// solution if a step has several.
CertifiedMotion move_within(const EnergyProblem& problem, const EnergyCertificate& certificate, std::mt19937& engine,
                            double restitution, double friction_share, const StepOptions& options);

/// The result of a motion under several loads, which act one after another.
struct RestMotion {
  bool solved = true;
  bool begun = false;                  ///< whether a free start was found; without one, nothing was simulated
  std::vector<Eigen::Vector3d> rests;  ///< pose at rest after each load under which the part came to rest
  std::string start;                   ///< the pose at the start of the motion, as text
};

/// Simulates a part of mass 1 from a random free pose of a box, with a random kinetic energy of at most `energy`. Each
/// load acts until the part rests. If it does not rest within 6000 steps, the motion ends. A time step is at most
/// sqrt(.02 `size`). The part rests if its kinetic energy is below 1e-10 `size` after each of 50 steps.
RestMotion move_to_rest(const EnergyProblem& problem, const std::vector<EnergyLoad>& loads,
                        const Eigen::Vector3d& centre, const Eigen::Vector3d& half, double energy, double size,
                        std::mt19937& engine, double restitution, double friction_share, const StepOptions& options);

}  // namespace pawl::oracle
