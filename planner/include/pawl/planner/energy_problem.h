// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>
#include <pawl/planner/plan_problem.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl {

/// What pushes a part: a force that is constant in the world and acts at a point fixed in the part, and a constant
/// torque; with an anchor a pull of constant size from that point towards the anchor instead.
struct EnergyLoad {
  Eigen::Vector2d force{0, 0};            ///< N; at the seat, where there is an anchor
  double torque = 0;                      ///< N m, beside the force's own
  Eigen::Vector2d at{0, 0};               ///< m, from the centre of mass
  std::optional<Eigen::Vector2d> anchor;  ///< m
  double anchor_tolerance = 0;            ///< m, >= 0
};

/// A fixed point or pin.
struct EnergyFixel {
  Eigen::Vector2d at{0, 0};  ///< m
  double radius = 0;         ///< m, >= 0
  double friction = 0;       ///< the high end
};

/// A seated part among fixels under a load, all in the frame that the part's centre of mass and axes have at the seat:
/// a pose is (x, y, theta) from there, (0, 0, 0) the goal.
struct EnergyProblem {
  Outline outline;                       ///< about the centre of mass
  std::vector<EnergyFixel> fixels;       ///< all that there are
  std::vector<int> goal;                 ///< the three that the seated part touches, from 0
  EnergyLoad load;                       ///< |(force, torque at the seat / gyration_radius)| = 1 N
  double gyration_radius = 1;            ///< m
  double mass = 1;                       ///< kg; with the next, of which no depth depends: they say which part it is
  Eigen::Vector2d center_of_mass{0, 0};  ///< body coordinates, m
  double fixel_tolerance = 0;            ///< how far each fixel may be from where it is said to be, m, >= 0
  double outline_tolerance = 0;          ///< and each point of the outline, m, >= 0
};

/// How much wider than stated a fixture is taken to be.
struct EnergyTolerances {
  double friction = 0;  ///< added to every coefficient
  double fixels = 0;    ///< m
  double outline = 0;   ///< m
};

/// The problem of a plan's wrench (frame of the contact set, any size). Throws InputError at /goal where the energy
/// conditions do not speak of the seat, at /part/outline without one, and for a wrench that is zero or not finite and
/// tolerances that are negative or not finite.
EnergyProblem energy_problem(const ValidTask& task, const PlanProblem& problem, const Eigen::Vector3d& wrench,
                             const EnergyTolerances& tolerances = {});

}  // namespace pawl
