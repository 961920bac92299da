// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace pawl {

/// An object that moves freely in the plane [TPSL97, §2.1]; its frame sits at its centre of mass.
struct Body {
  double mass = 1;     ///< kg, > 0
  double inertia = 1;  ///< kg m^2 about the centre of mass, > 0
};

/// A joint of one degree of freedom and the link it carries. Joints form trees that are rooted in the ground.
struct Joint {
  enum class Kind { revolute, prismatic };
  /// What is known of the drive, its number in `Loads`: the effort (a joint without a motor: effort 0), or the
  /// acceleration, and then the effort is found with the contact forces.
  enum class Drive { effort, acceleration };

  Kind kind = Kind::revolute;
  int parent = -1;                       ///< the joint whose link carries this one, an earlier index; -1: the ground
  Eigen::Vector2d anchor{0, 0};          ///< origin of the link's frame at position 0, m, frame of the parent link
  double angle = 0;                      ///< rotation of the link's frame at position 0 in the parent's, rad
  Drive drive = Drive::effort;           ///< which of the two is known
  double mass = 1;                       ///< of the link, kg, >= 0
  double inertia = 0;                    ///< of the link about its centre of mass, kg m^2, >= 0
  Eigen::Vector2d center_of_mass{0, 0};  ///< m, frame of the link
  /// Positions that time stepping keeps it within, rad or m; equations of motion do not know them.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// The ground, a body, or the link of a joint.
struct Solid {
  enum class Kind { ground, body, link };
  Kind kind = Kind::ground;
  std::size_t index = 0;  ///< of the body or the joint

  static Solid ground() { return {}; }
  static Solid body(std::size_t index) { return {Kind::body, index}; }
  static Solid link(std::size_t index) { return {Kind::link, index}; }
  bool operator==(const Solid&) const = default;
};

/// A revolute joint between any two solids, kept as two equations: closes loops, or joins bodies in maximal
/// coordinates.
struct Pin {
  Solid a;
  Solid b;
  Eigen::Vector2d at_a{0, 0};  ///< m, frame of `a`
  Eigen::Vector2d at_b{0, 0};  ///< m, frame of `b`
};

/// An outline that is fixed to a solid, and what it is made of. A solid may carry several, or none: then it touches
/// nothing. What stands still is a shape of the ground. A disc of radius 0 is a point, which touches sides and arcs.
struct Shape {
  Solid solid;
  Outline outline;
  Eigen::Vector3d pose{0, 0, 0};        ///< (x, y, theta) of the outline's frame in the solid's, m and rad
  std::optional<double> friction = {};  ///< Coulomb coefficient, >= 0; none: takes that of what it touches
  double restitution = 0;               ///< Newton's, in [0, 1]
};

/// The coefficients between two shapes: friction is the geometric mean, that of one where the other has none, 0 where
/// neither has; restitution is the larger.
double friction_between(const Shape& a, const Shape& b);
double restitution_between(const Shape& a, const Shape& b);

/// Planar bodies and jointed arms: what stays the same while they move. Where they are and how fast is their `State`,
/// what pushes them beside gravity their `Loads`, and where they touch a list of `BodyContact`.
struct System {
  std::vector<Body> bodies;
  std::vector<Joint> joints;
  std::vector<Pin> pins;
  std::vector<Shape> shapes;
  Eigen::Vector2d gravity{0, 0};  ///< m/s^2, on every body and link

  /// Degrees of freedom, the pins left aside: three a body and one a joint.
  std::size_t degrees() const { return 3 * bodies.size() + joints.size(); }
};

/// Throws InputError, with every fault, unless all numbers are finite, masses and inertias within their bounds, parents
/// are earlier joints, each pin joins two different solids that exist, and each shape is a valid outline on a solid
/// that exists.
void validate(const System& system);

}  // namespace pawl
