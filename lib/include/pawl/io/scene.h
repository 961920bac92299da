// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/base/fault.h>
#include <pawl/bodies/system.h>
#include <pawl/io/simulate_options.h>
#include <pawl/io/task.h>
#include <pawl/io/units.h>

#include <Eigen/Core>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

/// A body of a scene, or an obstacle that is fixed to the ground (`fixed`).
struct SceneBody {
  Part part;  ///< outline (required), mass, inertia and centre of mass; their defaults are those of the part of a task
  Eigen::Vector3d pose{0, 0, 0};   ///< pose (x, y, theta) of the body coordinates in the world, m and rad
  Eigen::Vector3d twist{0, 0, 0};  ///< velocity (vx, vy, omega) of the centre of mass, world, m/s and rad/s
  std::optional<double> friction;  ///< Coulomb coefficient, >= 0; default: the coefficient of the touching body
  /// Coulomb coefficient of sliding contacts, from 0 to `friction`. If it is set, `friction` is the coefficient of
  /// contacts that roll or stick. If it is not set, `friction` applies to all contacts.
  std::optional<double> kinetic_friction;
  /// Viscosity of friction per contact point, N s/m, >= 0, for the models `viscous` and `coulomb-viscous`; default: the
  /// viscosity of the other body.
  std::optional<double> viscosity;
  std::optional<double>
      restitution;     ///< Newton's coefficient, in [0, 1]; default: `restitution` in the scene's simulate options
  bool fixed = false;  ///< true if the body does not move; its twist must be 0
  Eigen::Vector3d wrench{0, 0, 0};  ///< constant wrench (fx, fy, tau) about the centre of mass, world, N and N m
  /// Points (t, fx, fy, tau) of a wrench that changes with time, sorted by the time t >= 0, s; empty for a constant
  /// wrench. The wrench is linear between two points, and constant before the first and after the last one. Must be
  /// empty if `wrench` is not 0.
  std::vector<Eigen::Vector4d> wrench_points;
};

/// A joint with one degree of freedom, and its link: the rigid body that moves with the joint.
struct SceneJoint {
  /// Spring and damper of the stops at the limits, for the model `compliant`. Their units are N m/rad and N m s/rad for
  /// a revolute joint, and N/m and N s/m for a prismatic one.
  struct Stops {
    double stiffness = 0;  ///< stiffness, > 0
    double damping = 0;    ///< damping, >= 0
  };

  /// Spring and damper along the coordinate of the joint, for the model `compliant`. Units are those of Stops.
  struct Spring {
    double stiffness = 0;  ///< stiffness, > 0
    double damping = 0;    ///< damping, >= 0
    double rest = 0;       ///< position at which the spring is relaxed, rad or m
  };

  Joint::Kind kind = Joint::Kind::revolute;
  int parent = 0;  ///< number, from 1, of the joint whose link this joint is mounted on; 0 for the ground; smaller than
                   ///< the number of this joint
  Eigen::Vector2d anchor{0, 0};  ///< origin of the link's frame at position 0, m, frame of the parent link
  double angle = 0;              ///< rotation of the link's frame at position 0, relative to the parent link's frame,
                                 ///< rad
  double position = 0;           ///< initial position: rad for a revolute joint; for a prismatic one, m along the x
                                 ///< axis of the link's frame
  double velocity = 0;           ///< initial velocity: rad/s for a revolute joint, m/s for a prismatic one
  std::optional<double>
      effort;  ///< effort of the drive, N m or N; must not be set together with `acceleration`; if both are unset, the
               ///< effort is that of `effort_points`, or 0 without points
  /// Points (t, effort) of an effort that changes with time, sorted by the time t >= 0, s; empty for a constant effort.
  /// The effort is linear between two points, and constant before the first and after the last point. Must be empty if
  /// `effort` or `acceleration` is set.
  std::vector<Eigen::Vector2d> effort_points;
  std::optional<double> acceleration;     ///< known acceleration of the drive, rad/s^2 or m/s^2
  std::optional<Eigen::Vector2d> limits;  ///< smallest and largest position of the joint, rad or m; default: no limits
  std::optional<Stops> stops;  ///< stops at the limits; may be set only together with `limits`; default: the stiffness
                               ///< and damping of contacts in `simulate`
  std::optional<Spring> spring;   ///< spring of the joint; default: none
  std::optional<double> mass;     ///< mass of the link, kg, >= 0; default: outline area times 1 kg/m^2, or 1 without an
                                  ///< outline
  std::optional<double> inertia;  ///< inertia of the link, kg m^2, >= 0; default: mass times the outline's squared
                                  ///< radius of gyration, or 0 without an outline
  /// Centre of mass, m, frame of the link; default: the outline's centroid, or the link's origin without an outline.
  std::optional<Eigen::Vector2d> center_of_mass;
  std::optional<Outline> outline;  ///< outline in the link's frame; a link without outline does not touch other links
  std::optional<double> friction;  ///< Coulomb coefficient, >= 0; default: the coefficient of the touching body
  /// Coulomb coefficient of sliding contacts, from 0 to `friction`. If it is set, `friction` is the coefficient of
  /// contacts that roll or stick. If it is not set, `friction` applies to all contacts.
  std::optional<double> kinetic_friction;
  /// Viscosity of friction per contact point, N s/m, >= 0, for the models `viscous` and `coulomb-viscous`; default: the
  /// viscosity of the other body.
  std::optional<double> viscosity;
};

/// Values of the model `compliant` for all contacts between two bodies or links of a scene. At least one value must be
/// set. Values that are not set are those of `simulate`.
struct SceneContactPair {
  Solid a, b;  ///< two different solids: indices into Scene::bodies, including fixed bodies, or into Scene::joints for
               ///< links with an outline; in any order
  std::optional<double> stiffness;  ///< normal stiffness per contact point, N/m, > 0
  std::optional<double> damping;    ///< normal damping per contact point, N s/m, >= 0
  std::optional<double> modulus;    ///< modulus E* of Hertz contacts, N/m^2, > 0; with `radius`, not with `stiffness`
  std::optional<double> radius;     ///< radius of Hertz contacts, m, > 0; with `modulus`
};

/// Bodies in the plane with their initial state, read from a file (pawl/io/read_scene.h) or created in code. Lengths
/// are in `units` (also where comments give m), angles in rad. Texts and files number bodies and links from 1: "body 2"
/// is bodies[1].
struct Scene {
  std::string name;
  Units units;
  Eigen::Vector2d gravity{0, -9.81};  ///< acceleration of gravity, m/s^2
  double duration = 1;                ///< duration of the simulation, s, >= 0
  std::vector<SceneBody> bodies;
  std::vector<SceneJoint> joints;
  /// Pins. The solids of a pin are indices into `bodies`, including fixed bodies, or into `joints`. The point of a pin
  /// is in body coordinates for a body, in the link's frame for a link, and in world coordinates for the ground.
  std::vector<Pin> pins;
  std::vector<SceneContactPair> contacts;  ///< at most one entry per pair of solids
  SimulateOptions simulate;

  std::map<std::string, std::string> extensions;  ///< keys that begin with x-, as a map from JSON pointer to JSON text
};

/// Throws InputError with all faults of a scene. The scene may have been read from a file or created in code. Pointers,
/// values and messages are those of read_scene() for a file with the same content. Does not check whether bodies
/// overlap; set_up does (pawl/scenes/scene_setup.h).
void validate(const Scene& scene);

/// Returns the name of a solid in messages, counted from 1: "ground", "body 2" or "link 1".
std::string name_of(const Solid& solid);

}  // namespace pawl
