// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/contact/find_contacts.h>
#include <pawl/contact/wall.h>
#include <pawl/geometry/outline.h>
#include <pawl/planner/plan_problem.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace pawl {

/// The load on a part: a force at a point that is fixed in the part, and a constant torque. Without an anchor, the
/// force is constant in the world frame. With an anchor, the force has a constant size and points from its point of
/// application towards the anchor.
struct EnergyLoad {
  Eigen::Vector2d force{0, 0};  ///< force, N; if there is an anchor, the force at the seat
  double torque = 0;            ///< constant torque, N m; it does not include the moment of the force
  /// Point of application, fixed in the part, m, relative to the centre of mass.
  Eigen::Vector2d at{0, 0};
  std::optional<Eigen::Vector2d> anchor;  ///< anchor, m; empty if the force has a constant direction
  double anchor_tolerance = 0;            ///< largest error of the anchor's position, m, >= 0

  // The members below are 0 in energy certificates.

  /// Largest error of the force's direction, rad, >= 0; must be 0 if there is an anchor.
  double direction_tolerance = 0;
  double at_tolerance = 0;  ///< largest error of the point `at`, m, >= 0; must be 0 if there is an anchor
  double support = 0;       ///< largest friction force of the surface below the part, N
  /// Largest friction torque of the surface below the part, divided by its largest friction force, m.
  double support_radius = 0;
  /// Pose at which the potentials of all loads within the tolerances are defined to be equal.
  Eigen::Vector3d reference{0, 0, 0};
};

/// A fixed point or pin.
struct EnergyFixel {
  Eigen::Vector2d at{0, 0};  ///< position of the centre, m
  double radius = 0;         ///< radius of a round pin, m; 0 for a point
  double friction = 0;       ///< Coulomb friction coefficient: the high end of the interval
  /// For a diamond pin: the unit vector parallel to its flats; otherwise empty.
  std::optional<Eigen::Vector2d> diamond = {};
  double diamond_width = 0;  ///< distance between the two flats of a diamond pin, m

  /// Returns this fixel in the form in which a task contains it.
  Fixel fixel() const { return {at, friction, radius, std::nullopt, diamond, diamond_width}; }
};

/// A contact of the goal, either with a fixel or with a wall.
struct EnergyGoal {
  int number = 0;                ///< number of the fixel or wall, counted from 0
  bool wall = false;             ///< true if the contact is with a wall
  Eigen::Vector2d point{0, 0};   ///< only for a wall: the point where the part and the wall touch, m
  Eigen::Vector2d normal{0, 0};  ///< only for a wall: unit normal at `point`, into the part

  bool operator==(const EnergyGoal&) const = default;
};

/// A seated part among fixels and walls under a load. All coordinates are in the frame of the seat. The origin of this
/// frame is the part's centre of mass at the seat, and its axes are those of the body frame at the seat. A pose is (x,
/// y, theta) in this frame, and the goal is (0, 0, 0).
struct EnergyProblem {
  Outline outline;                  ///< outline relative to the centre of mass
  std::vector<EnergyFixel> fixels;  ///< all fixels of the task
  std::vector<EnergyGoal> goal;     ///< the three contacts of the seated part
  EnergyLoad load;                  ///< load, scaled so that |(force, torque at the seat / gyration_radius)| = 1 N
  double gyration_radius = 1;       ///< radius of gyration, m
  double mass = 1;  ///< mass, kg; `mass` and `center_of_mass` only identify the part and do not affect the depth
  Eigen::Vector2d center_of_mass{0, 0};  ///< centre of mass, body coordinates, m
  double fixel_tolerance = 0;  ///< largest distance of a fixel, or a point of a wall, from its stated position, m, >= 0
  double outline_tolerance = 0;     ///< largest distance of a point of the outline from its stated position, m, >= 0
  std::vector<Outline> holes = {};  ///< holes of the part, relative to the centre of mass
  std::vector<Wall> walls = {};     ///< walls in the frame of the seat; their friction is the high end of each interval

  std::string drawing_digest;  ///< digest of the part's drawing (Part::drawing_digest); "" without a drawing

  Loops loops() const { return {outline, holes}; }
};

/// The amounts by which a fixture may deviate from its stated data.
struct EnergyTolerances {
  double friction = 0;  ///< amount added to every friction coefficient
  double fixels = 0;    ///< largest distance of each fixel, and of each point of a wall, from its stated position, m
  double outline = 0;   ///< largest distance of each outline point from its stated position, m
};

/// Returns whether certificates can cover a profile tolerance of the part. They can if its outline and its holes are
/// polygons.
bool can_have_tolerance(const Part& part);
/// Returns the tolerances that a certificate has by default: the part's profile tolerance, or 0 if certificates cannot
/// cover this tolerance.
EnergyTolerances stated_tolerances(const Part& part);

/// Returns the energy problem of a plan's wrench. The wrench is in the frame of the contact set and may have any size.
/// Throws InputError at /goal if the energy conditions do not apply to the seat or the goal does not contain all
/// contacts of the seat, and at /part/outline for a task without an outline. Also throws InputError for a wrench that
/// is zero or not finite, and for a tolerance that is negative, not finite, or not possible for arcs.
EnergyProblem energy_problem(const ValidTask& task, const PlanProblem& problem, const Eigen::Vector3d& wrench,
                             const EnergyTolerances& tolerances = {});

}  // namespace pawl
