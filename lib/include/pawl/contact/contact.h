// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace pawl {

/// Coulomb friction coefficient known to lie in [low, high], 0 <= low <= high; a number has low == high.
struct Friction {
  double low = 0;
  double high = 0;

  Friction() = default;
  Friction(double value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor): a number is a friction
  Friction(double low_end, double high_end) : low(low_end), high(high_end) {}
  [[nodiscard]] bool is_interval() const { return low != high; }
  bool operator==(const Friction&) const = default;
};

/// How far a contact may be from what its numbers say, where geometry had to be rounded: coordinates of over 15 digits,
/// a turned pose, an arc or a disc touched in no special direction, a seated pose that was computed. All 0: exact.
struct ContactError {
  double along_tangent = 0;  ///< of `point`, m, >= 0
  double along_normal = 0;   ///< of `point`, m, >= 0
  double angle = 0;          ///< of `normal`, rad, >= 0
  /// `along_tangent` is the error of the numbers x and y of Contact::normal_through: contacts with the same x (or y)
  /// share it. Else it is of that point.
  bool of_numbers = false;
  /// From Contact::normal_through to where that point really is, m: the rounding of a centre that contacts on one arc
  /// share. It keeps their normals concurrent, and so do displacements along it.
  Eigen::Vector2d shift{0, 0};

  [[nodiscard]] bool any() const { return along_tangent > 0 || along_normal > 0 || angle > 0 || !shift.isZero(0); }
  bool operator==(const ContactError&) const = default;
};

/// One fixel as the part feels it [BTG02, §2]: the part's point closest to the fixel, and the frame there.
struct Contact {
  Eigen::Vector2d point{0, 0};   ///< closest point of the part, m, frame of the ContactSet
  Eigen::Vector2d normal{0, 1};  ///< from the fixel into the part; any positive length, kept exactly as given
  Friction friction;             ///< dimensionless
  double gap = 0;                ///< signed distance of `point` from the fixel along `normal`, m
  bool touching = true;          ///< whether the fixel counts as touching (gap within the contact tolerance)
  /// Radii of curvature, m, which matter only where a turning part slides: of the part's boundary (infinite: straight,
  /// 0: a corner, negative: hollow) and of the fixel (0: a point; infinite: straight). At most one is infinite; a fixel
  /// in a hollow is rounder than it.
  double part_radius = std::numeric_limits<double>::infinity();
  double fixel_radius = 0;
  /// Where the coordinates of `point` are rounded, points that say exactly where it is: `point` is where the line along
  /// the normal through the one (the fixel) meets the line along the tangent through the other (an end of the edge), m.
  /// Unset: `point` itself.
  std::optional<Eigen::Vector2d> normal_through = std::nullopt, tangent_through = std::nullopt;
  ContactError error = {};

  /// The normal turned by +90 degrees, as long as the normal.
  Eigen::Vector2d tangent() const { return {-normal.y(), normal.x()}; }
};

/// A part's inertia and its contacts in one frame: all that modes, cones and forces depend on.
///
/// The numbers mean what is written: a double whose shortest decimal has at most 15 digits means that decimal (0.3 is
/// 3/10), any other means itself. Every combinatorial decision downstream is exact for these numbers; what they leave
/// open is in the contacts' `error`.
/// The frame is the part's own for a task with geometry, so that a rotated pose keeps parallel edges exactly parallel;
/// `angle` turns its wrenches and twists into the world's (quarter turns exactly).
struct ContactSet {
  std::vector<Contact> contacts;
  Eigen::Vector2d center_of_mass{0, 0};  ///< m, same frame as the contacts' points
  double mass = 1;                       ///< kg, > 0; of a task in other lengths than m: N s^2/length
  double inertia = 1;                    ///< kg m^2 about the centre of mass, > 0; of such a task: N s^2 length
  double angle = 0;                      ///< rotation of this frame in the world, rad

  std::size_t size() const { return contacts.size(); }

  [[nodiscard]] bool has_friction_interval() const;
  [[nodiscard]] bool is_exact() const;  ///< no contact has an error

  /// Throws InputError, with every fault, unless every number is finite (but for one of the radii of curvature), mass,
  /// inertia and their ratio are positive, normals nonzero, 0 <= friction.low <= friction.high, radii fit each other
  /// (as they say above) and errors are not negative (a gap may be: within the contact tolerance a fixel may reach into
  /// the part). Pointers are
  /// `/part/...`, `/pose/2` (the angle) and
  /// `/contacts/i/...`. No contacts is a valid set: a free part. O(n).
  void validate() const;

  /// A wrench (fx, fy, tau) or twist (vx, vy, omega) of this frame, in the world frame (and back). Plain arithmetic:
  /// what is not finite stays so.
  Eigen::Vector3d to_world(const Eigen::Vector3d& v) const;
  Eigen::Vector3d from_world(const Eigen::Vector3d& v) const;

  double radius_of_gyration() const;  ///< sqrt(inertia / mass), m
};

/// J of MODEL section 1: 3 x 2n, columns [n_i; p_i x n_i] for all i, then [t_i; p_i x t_i]; p_i from the centre of
/// mass.
/// With `unit` the frames are normalised (forces in N, accelerations in m/s^2); without, they are as given. Throws
/// InputError for a set that is not valid.
Eigen::MatrixXd contact_jacobian(const ContactSet& set, bool unit = true);

}  // namespace pawl
