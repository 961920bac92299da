// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

namespace pawl {

/// A Coulomb friction coefficient that lies in [low, high], 0 <= low <= high; a known coefficient has low == high.
///
/// Static and kinetic friction may differ. The static coefficient limits the force of a contact that rolls or rests.
/// The kinetic coefficient is the ratio of tangential to normal force of a contact that slides. `low` is then the least
/// kinetic coefficient, and `high` the greatest static coefficient, so [low, high] still contains every coefficient.
/// Code that uses only `low` and `high` is therefore conservative: it also allows for kinetic coefficients above their
/// true range, and for forces that cannot occur.
struct Friction {
  /// The remaining two ends of the two intervals, if static and kinetic friction differ. Friction::low is the least
  /// kinetic coefficient, and Friction::high the greatest static one.
  struct Split {
    double static_low;    ///< least static coefficient, between Friction::low and Friction::high
    double kinetic_high;  ///< greatest kinetic coefficient, between Friction::low and Friction::high
    bool operator==(const Split&) const = default;
  };

  double low = 0;
  double high = 0;
  std::optional<Split> split = std::nullopt;  ///< ends of the two intervals; if not set, static and kinetic friction
                                              ///< have the interval [low, high]

  Friction() = default;
  Friction(double value) : low(value), high(value) {}  // NOLINT(google-explicit-constructor): a number is a friction
  Friction(double low_end, double high_end) : low(low_end), high(high_end) {}
  /// Returns the friction with a static coefficient in the interval `at_rest` and a kinetic coefficient in the interval
  /// `sliding`. Neither end of `sliding` may exceed the same end of `at_rest`.
  static Friction of_static_and_kinetic(const Friction& at_rest, const Friction& sliding) {
    Friction both(sliding.low, at_rest.high);
    if (at_rest != sliding) both.split = {at_rest.low, sliding.high};
    return both;
  }
  [[nodiscard]] bool is_interval() const { return low != high; }
  /// Returns the interval of the coefficient of a contact that rolls or rests.
  [[nodiscard]] Friction at_rest() const { return {split ? split->static_low : low, high}; }
  /// Returns the interval of the coefficient of a contact that slides.
  [[nodiscard]] Friction sliding() const { return {low, split ? split->kinetic_high : high}; }
  bool operator==(const Friction&) const = default;
};

/// Error bounds of a contact whose geometry had to be rounded. Rounding is needed in four cases: coordinates have more
/// than 15 digits, the pose is turned, the seated pose was computed, or doubles cannot represent the direction or the
/// point of a contact on an arc or disc. All bounds are 0 for an exact contact.
struct ContactError {
  double along_tangent = 0;  ///< error of `point` along the tangent, m, >= 0
  double along_normal = 0;   ///< error of `point` along the normal, m, >= 0
  double angle = 0;          ///< error of the direction of `normal`, rad, >= 0
  /// True if `along_tangent` is the error of the coordinates x and y of Contact::normal_through, so that contacts with
  /// the same x (or y) have the same error in x (or y). False if no other contact shares this error.
  bool of_numbers = false;
  /// Displacement from Contact::normal_through to the true point, m. It is the rounding error of the centre of an arc,
  /// and is therefore the same for all contacts on that arc. If all of them are displaced together, their normals still
  /// meet in one point.
  Eigen::Vector2d shift{0, 0};

  [[nodiscard]] bool any() const { return along_tangent > 0 || along_normal > 0 || angle > 0 || !shift.isZero(0); }
  bool operator==(const ContactError&) const = default;
};

/// The contact of one fixel or wall with the part [BTG02, §2]: the part's closest point to the fixel or wall, and the
/// normal there.
struct Contact {
  Eigen::Vector2d point{0, 0};   ///< closest point of the part, m, frame of the ContactSet
  Eigen::Vector2d normal{0, 1};  ///< direction from the fixel or wall into the part; any positive length, kept exactly
                                 ///< as given
  Friction friction;             ///< friction coefficient, or interval of it, dimensionless
  double gap = 0;                ///< signed distance of `point` from the fixel or wall along `normal`, m
  bool touching = true;          ///< whether the contact counts as touching (|gap| at most the contact tolerance)
  /// Radii of curvature, m, of the part's boundary (infinite if straight, 0 at a corner, negative if concave) and of
  /// the fixel or wall (0 for a point or corner, infinite if straight, negative if concave). They matter only if the
  /// part moves. At most one of the two radii is infinite, and at most one is negative. An arc that lies in a concave
  /// arc has the smaller radius of the two.
  double part_radius = std::numeric_limits<double>::infinity();
  double fixel_radius = 0;
  /// Two points that define `point` exactly, m, if its coordinates are rounded. The exact point is the intersection of
  /// two lines: the line along the normal through `normal_through` (the fixel's centre or the centre of the part's
  /// arc), and the line along the tangent through `tangent_through` (an end of the edge; on an arc, `point` itself).
  /// Not set if `point` is exact.
  std::optional<Eigen::Vector2d> normal_through = std::nullopt, tangent_through = std::nullopt;
  ContactError error = {};

  /// Returns the normal turned by +90 degrees, with the same length.
  Eigen::Vector2d tangent() const { return {-normal.y(), normal.x()}; }
};

/// The inertia and the contacts of a part in one frame: all data that determine modes, cones and forces.
///
/// Numbers are interpreted as decimals. A double whose shortest decimal has at most 15 digits stands for that decimal
/// (0.3 is 3/10). Any other double stands for its exact binary value. All combinatorial decisions about modes, cones
/// and forces are exact for these numbers; the remaining uncertainty is stated by the `error` of each contact. For a
/// task that gives outline and fixels, the frame is the part's own, so that parallel edges stay exactly parallel in a
/// rotated pose. `angle` turns wrenches and twists of this frame into the world frame, exactly for quarter turns.
struct ContactSet {
  std::vector<Contact> contacts;
  Eigen::Vector2d center_of_mass{0, 0};  ///< centre of mass, m, in the frame of the contact points
  double mass = 1;                       ///< mass, kg, > 0; if the unit of length is L instead of m, in N s^2/L
  double inertia = 1;  ///< inertia about the centre of mass, kg m^2, > 0; if the unit of length is L instead of m, in N
                       ///< s^2 L
  double angle = 0;    ///< rotation of this frame in the world, rad

  std::size_t size() const { return contacts.size(); }

  [[nodiscard]] bool has_friction_interval() const;
  [[nodiscard]] bool has_split_friction() const;  ///< Returns whether static and kinetic friction differ at some
                                                  ///< contact.
  [[nodiscard]] bool is_exact() const;  ///< Returns whether no contact has an error.

  /// Throws InputError, which lists all faults, unless the set is valid. In a valid set all numbers are finite (one of
  /// the two radii of curvature may be infinite), mass, inertia and their ratio are positive, normals are nonzero, 0 <=
  /// friction.low <= friction.high, the ends of Friction::split lie between `low` and `high`, the two radii obey the
  /// rules of Contact, and errors are >= 0. A gap may be negative, because a fixel may reach into the part by up to the
  /// contact tolerance. Pointers are `/part/...`, `/pose/2` (the angle) and `/contacts/i/...`. A set without contacts
  /// is valid: a free part. O(n).
  void validate() const;

  /// to_world() and from_world() transform a wrench (fx, fy, tau) or a twist (vx, vy, omega) from this frame to the
  /// world frame and back. They do not check entries; non-finite entries stay non-finite.
  Eigen::Vector3d to_world(const Eigen::Vector3d& v) const;
  Eigen::Vector3d from_world(const Eigen::Vector3d& v) const;

  double radius_of_gyration() const;  ///< Returns the radius of gyration sqrt(inertia / mass), m.
};

/// Returns the contact Jacobian J [MODEL section 1], a 3 x 2n matrix. Its columns are [n_i; p_i x n_i] for all contacts
/// i, followed by [t_i; p_i x t_i], where p_i is the contact point relative to the centre of mass. If `unit` is true,
/// normals and tangents are scaled to unit length, so that forces are in N and accelerations in m/s^2. Otherwise they
/// keep their given lengths. Throws InputError for an invalid set.
Eigen::MatrixXd contact_jacobian(const ContactSet& set, bool unit = true);

}  // namespace pawl
