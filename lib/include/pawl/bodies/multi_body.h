// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace pawl {

/// An object that moves freely in the plane [TPSL97, §2.1]; its frame sits at its centre of mass.
struct FreeBody {
  double mass = 1;                  ///< kg, > 0
  double inertia = 1;               ///< kg m^2 about the centre of mass, > 0
  Eigen::Vector3d pose{0, 0, 0};    ///< (x, y, theta) of the centre of mass, world, m and rad
  Eigen::Vector3d twist{0, 0, 0};   ///< (vx, vy, omega), world, m/s and rad/s
  Eigen::Vector3d wrench{0, 0, 0};  ///< external (fx, fy, tau) about the centre of mass, world, beside gravity
};

/// A joint of one degree of freedom and the link it carries. Joints form trees that are rooted in the ground.
struct Joint {
  enum class Kind { revolute, prismatic };
  Kind kind = Kind::revolute;
  int parent = -1;                       ///< the joint whose link carries this one, an earlier index; -1: the ground
  Eigen::Vector2d anchor{0, 0};          ///< origin of the link's frame at position 0, m, frame of the parent link
  double angle = 0;                      ///< rotation of the link's frame at position 0 in the parent's, rad
  double position = 0;                   ///< rad, or m along the x axis of the link's frame (prismatic)
  double velocity = 0;                   ///< rad/s or m/s
  double effort = 0;                     ///< known torque or force of the drive along the motion, N m or N
  std::optional<double> acceleration;    ///< rad/s^2 or m/s^2; set: the motion is known and the effort is unknown
  double mass = 1;                       ///< of the link, kg, >= 0
  double inertia = 0;                    ///< of the link about its centre of mass, kg m^2, >= 0
  Eigen::Vector2d center_of_mass{0, 0};  ///< m, frame of the link
  Eigen::Vector3d wrench{0, 0, 0};       ///< external (fx, fy, tau) on the link about its centre of mass, world
};

/// The ground, a free body, or the link of a joint.
struct Solid {
  enum class Kind { ground, body, link };
  Kind kind = Kind::ground;
  std::size_t index = 0;  ///< of the body or the joint

  static Solid ground() { return {}; }
  static Solid body(std::size_t index) { return {Kind::body, index}; }
  static Solid link(std::size_t index) { return {Kind::link, index}; }
  bool operator==(const Solid&) const = default;
};

inline constexpr double kFlat = std::numeric_limits<double>::infinity();  ///< radius of a straight edge
inline constexpr double kCorner = 0;                                      ///< radius of a corner

/// A point where two solids touch, or may touch within a step.
///
/// Near the contact each outline is a circle of its stated radius of curvature that moves with its solid: a corner, an
/// arc (hollow where negative) or a straight edge. The defaults are a corner of `b` on an edge of `a`. An edge that
/// lies on an edge is two contacts, a corner on an edge each.
struct BodyContact {
  Solid a;
  Solid b;
  Eigen::Vector2d point{0, 0};   ///< the place on `b`, world, m; that on `a` is point - gap * normal
  Eigen::Vector2d normal{0, 1};  ///< from `a` into `b`, world, any positive length
  double friction = 0;           ///< Coulomb coefficient, >= 0
  double gap = 0;                ///< signed distance between the two places along the normal, m; < 0 penetrates
  double radius_a = kFlat;       ///< m; not both corners, not both flat, the hollow one flatter than the other
  double radius_b = kCorner;
};

/// A revolute joint between any two solids, kept as two equations: closes loops, or joins bodies in maximal
/// coordinates.
struct Pin {
  Solid a;
  Solid b;
  Eigen::Vector2d at_a{0, 0};  ///< m, frame of `a`
  Eigen::Vector2d at_b{0, 0};  ///< m, frame of `b`
};

/// Planar bodies and jointed arms with the contacts between them, in one configuration and at one velocity.
///
/// Generalised velocity u: (vx, vy, omega) of each body, then the velocity of each joint.
struct MultiBody {
  std::vector<FreeBody> bodies;
  std::vector<Joint> joints;
  std::vector<Pin> pins;
  std::vector<BodyContact> contacts;
  Eigen::Vector2d gravity{0, 0};  ///< m/s^2, on every body and link

  std::size_t degrees() const { return 3 * bodies.size() + joints.size(); }

  /// Throws InputError, with every fault, unless all numbers are finite, masses, inertias and frictions are within
  /// their bounds, indices refer to what exists, the two sides of a contact or pin differ, and radii fit together.
  void validate() const;
};

/// (x, y, theta) of a solid's frame in the world: at the centre of mass of a body, at the joint of a link.
Eigen::Vector3d pose_of(const MultiBody& system, Solid solid);

/// World place of a point of the solid's frame, m.
Eigen::Vector2d world_point(const MultiBody& system, Solid solid, const Eigen::Vector2d& local);

/// The generalised velocity u, `degrees()` entries.
Eigen::VectorXd generalized_velocity(const MultiBody& system);

/// The mass matrix M of the generalised velocity, degrees() x degrees(), symmetric; kinetic energy is u'Mu/2.
Eigen::MatrixXd mass_matrix(const MultiBody& system);

/// -sum of m g . c over bodies and links, J.
double potential_energy(const MultiBody& system);

/// The system moved on by `step` seconds at its present velocity u: poses and joint positions, not the contacts.
MultiBody advanced(const MultiBody& system, double step);

}  // namespace pawl
