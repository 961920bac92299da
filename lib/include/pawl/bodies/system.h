// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace pawl {

/// A rigid body with three degrees of freedom in the plane [TPSL97, §2.1]; the origin of its frame is its centre of
/// mass.
struct Body {
  double mass = 1;     ///< mass, kg, > 0
  double inertia = 1;  ///< inertia about the centre of mass, kg m^2, > 0
};

/// A joint with one degree of freedom, and its link: the rigid body that moves with the joint. Joints form trees with
/// their roots at the ground.
struct Joint {
  enum class Kind { revolute, prismatic };
  /// The quantity of the drive that is known; its value is in `Loads`. With `effort`, the effort is known (0 for a
  /// joint without a motor). With `acceleration`, the acceleration is known, and the effort is computed together with
  /// the contact forces.
  enum class Drive { effort, acceleration };

  Kind kind = Kind::revolute;
  int parent = -1;  ///< index of the joint whose link this joint is mounted on; -1 for the ground; smaller than the
                    ///< index of this joint
  Eigen::Vector2d anchor{0, 0};          ///< origin of the link's frame at position 0, m, frame of the parent link
  double angle = 0;                      ///< rotation of the link's frame at position 0, rad, frame of the parent link
  Drive drive = Drive::effort;           ///< known quantity of the drive
  double mass = 1;                       ///< mass of the link, kg, >= 0
  double inertia = 0;                    ///< inertia of the link about its centre of mass, kg m^2, >= 0
  Eigen::Vector2d center_of_mass{0, 0};  ///< centre of mass, m, frame of the link
  /// Joint limits, smallest and largest position, rad or m. Only time stepping uses them; the equations of motion
  /// ignore them.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  /// Stiffness (> 0, N m/rad or N/m) and damping (>= 0, N m s/rad or N s/m) of the stops at the joint limits. Only time
  /// stepping under the law Compliant uses them. If `stop_stiffness` is not set, the stiffness and damping of that law
  /// apply. `stop_damping` may be set only together with `stop_stiffness`; if only `stop_stiffness` is set, the damping
  /// is 0.
  std::optional<double> stop_stiffness = {}, stop_damping = {};
  /// Stiffness K (> 0, N m/rad or N/m) and damping B (>= 0, N m s/rad or N s/m) of a spring along the joint's
  /// coordinate q, with the effort -K (q - `spring_rest`) - B q' on the joint. Only time stepping under the law
  /// Compliant supports it. `spring_damping` may be set only together with `spring_stiffness`; its default is 0.
  std::optional<double> spring_stiffness = {}, spring_damping = {};
  double spring_rest = 0;  ///< position at which the spring is relaxed, rad or m
};

/// The ground, a body, or the link of a joint.
struct Solid {
  enum class Kind { ground, body, link };
  Kind kind = Kind::ground;
  std::size_t index = 0;  ///< index of the body, or of the link's joint; unused for the ground

  static Solid ground() { return {}; }
  static Solid body(std::size_t index) { return {Kind::body, index}; }
  static Solid link(std::size_t index) { return {Kind::link, index}; }
  bool operator==(const Solid&) const = default;
};

/// A revolute joint between any two solids. It is imposed by two equations and adds no coordinate. Pins close loops of
/// links, or connect bodies, each of which keeps its three coordinates.
///
/// A pin with a stiffness K is a spring with a damper B, and imposes no equations. It pulls its two points together
/// with the force -K phi - B phi', where phi is the vector from the point on `a` to the point on `b`. Only time
/// stepping under the law Compliant supports such a pin.
struct Pin {
  Solid a;
  Solid b;
  Eigen::Vector2d at_a{0, 0};  ///< point of the pin, m, frame of `a`
  Eigen::Vector2d at_b{0, 0};  ///< point of the pin, m, frame of `b`
  std::optional<double> stiffness = {};  ///< stiffness K, N/m, > 0; if not set, the pin is rigid
  std::optional<double> damping = {};    ///< damping B, N s/m, >= 0, default 0; may be set only together with a
                                         ///< stiffness
};

/// An outline fixed to a solid, with its material. A solid may have several shapes. A solid without shapes does not
/// touch other solids. Static obstacles are shapes of the ground. A disc of radius 0 is a point, which touches edges
/// and arcs.
struct Shape {
  Solid solid;
  Outline outline;
  Eigen::Vector3d pose{0, 0, 0};        ///< pose (x, y, theta) of the outline's frame in the solid's frame, m and rad
  std::optional<double> friction = {};  ///< Coulomb coefficient, >= 0; without a value, the coefficient of the touching
                                        ///< shape applies
  double restitution = 0;               ///< Newton's coefficient of restitution, in [0, 1]
  std::vector<Outline> holes = {};      ///< holes inside the outline, in the same frame
  /// Coulomb coefficient of sliding contacts, from 0 to `friction`. If it is set, `friction` must be set too, and is
  /// the coefficient of contacts that roll or stick. If it is not set, `friction` applies to all contacts.
  std::optional<double> kinetic_friction = {};
  /// Viscosity of friction per contact point, N s/m, >= 0, for the laws Viscous and CoulombViscous; without a value, the
  /// viscosity of the other shape applies.
  std::optional<double> viscosity = {};

  Loops loops() const { return {outline, holes}; }
};

/// Values of the law Compliant for all contacts between two shapes. Values that are not set are those of the law. An
/// entry for two shapes that cannot touch has no effect.
struct PairSpring {
  std::size_t shape_a = 0, shape_b = 0;  ///< indices of System::shapes, in any order
  std::optional<double> stiffness = {};  ///< stiffness of a contact, N/m, > 0
  std::optional<double> damping = {};    ///< damping of a contact along the normal, N s/m, >= 0
  /// Modulus E*, N/m^2, > 0, and radius, m, > 0, of Hertz contacts; both or neither must be set, and `stiffness` must
  /// not be set with them.
  std::optional<double> modulus = {}, radius = {};
};

/// friction_between() returns the static friction coefficient between two shapes: the geometric mean if both shapes
/// have a coefficient, the coefficient of one shape if the other has none, and 0 if neither has one.
/// kinetic_friction_between() returns the kinetic coefficient by the same rule, where a shape without a kinetic
/// coefficient counts with its static one. restitution_between() returns the larger coefficient of restitution.
double friction_between(const Shape& a, const Shape& b);
double kinetic_friction_between(const Shape& a, const Shape& b);
double restitution_between(const Shape& a, const Shape& b);
/// Returns the viscosity of friction between two shapes, by the rule for the friction coefficient: the geometric mean, or
/// the only value; without a value if neither shape has one, so that the viscosity of the law applies.
std::optional<double> viscosity_between(const Shape& a, const Shape& b);

/// The constant data of planar bodies and jointed arms. Their positions and velocities are in `State`, their loads
/// other than gravity in `Loads`, and their contacts in a list of `BodyContact`.
struct System {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Pin> pins;
  std::vector<Shape> shapes;
  Eigen::Vector2d gravity{0, 0};  ///< acceleration of gravity, m/s^2, on every body and link
  /// Pairs of shapes whose contacts have their own values of the law Compliant, at most one entry per pair. Only time
  /// stepping uses them.
  std::vector<PairSpring> pair_springs;

  /// Returns the degrees of freedom, three per body and one per joint; pins do not reduce this number.
  std::size_t degrees() const { return 3 * bodies.size() + joints.size(); }
};

/// Throws InputError, which lists all faults, unless the system is valid. In a valid system all numbers are finite
/// (joint limits may be infinite) and within the bounds that the comments of the members state, parents are earlier
/// joints, each pin connects two different existing solids, each shape is a valid outline with valid holes, or a point,
/// on an existing solid, and each pair of shapes occurs at most once in `pair_springs`.
void validate(const System& system);

}  // namespace pawl
