// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pawl {

namespace internal::inline cones {
struct ExactCone;  // the integer vectors behind a Cone; see cones/cone.h
}

/// A closed convex polyhedral cone in wrench space R^3, represented both by generators and by faces.
///
///   { sum a_i ray_i + sum b_j line_j : a_i >= 0 }  =  { g : face_k . g <= 0,  equality_l . g = 0 }
///
/// Both representations are irredundant and canonical. All vectors are unit vectors in (fx, fy, tau). Lines and
/// equalities are orthonormal, rays are orthogonal to the lines, and faces (outward normals) are orthogonal to the
/// equalities. Rows are in lexicographic order. The cone stores integer vectors behind the doubles, so every operation
/// and comparison below is exact for the given numbers; only displayed values are rounded. The zero cone has no rays
/// and three equalities; R^3 has three lines.
///
/// Every function that takes a vector throws InputError if an entry is not finite (pointers `/rays/i/k`, `/wrench/k`).
/// Every function that takes a length throws InputError unless the length is positive and finite (pointer `/rho`). Zero
/// vectors, repeated vectors and empty lists are accepted.
class Cone {
 public:
  using Rows = std::vector<Eigen::Vector3d>;

  Cone();  ///< constructs the zero cone {0}
  static Cone all();
  /// Returns the cone spanned by `rays` and `lines`, which may contain redundant and zero vectors. If both are empty,
  /// returns the zero cone.
  static Cone from_rays(const Rows& rays, const Rows& lines = {});
  /// Returns {g : faces . g <= 0, equalities . g = 0}. Redundant and zero rows are accepted. If both lists are empty,
  /// returns R^3.
  static Cone from_faces(const Rows& faces, const Rows& equalities = {});

  const Rows& rays() const { return rows_->rays; }
  const Rows& lines() const { return rows_->lines; }
  const Rows& faces() const { return rows_->faces; }
  const Rows& equalities() const { return rows_->equalities; }
  int dimension() const { return 3 - static_cast<int>(equalities().size()); }
  int lineality() const { return static_cast<int>(lines().size()); }
  [[nodiscard]] bool is_all() const { return lineality() == 3; }

  /// Returns whether g lies in the closed cone. The doubles of g are taken as exact numbers (see ContactSet).
  [[nodiscard]] bool contains(const Eigen::Vector3d& g) const;
  /// Returns whether g lies in the cone's relative interior, that is, in the cone but on none of its faces.
  [[nodiscard]] bool contains_inside(const Eigen::Vector3d& g) const;
  [[nodiscard]] bool contains(const Cone& other) const;
  /// Returns the indices of the faces whose planes contain g. If g is in the cone, these faces contain g.
  std::vector<int> active_faces(const Eigen::Vector3d& g) const;
  /// Returns the indices of the faces whose planes contain all of `inner`. If `inner` is a subset of the cone and
  /// contains a point of the cone's relative interior, the result is empty.
  std::vector<int> active_faces(const Cone& inner) const;
  bool operator==(const Cone& other) const;

  Cone polar() const;  ///< Returns the polar cone {f : f . g <= 0 for every g of the cone}.

  /// Rows without rounding: primitive integer vectors as decimal strings, in the order of the rounded rows.
  using ExactRows = std::vector<std::array<std::string, 3>>;
  ExactRows exact_rays() const;
  ExactRows exact_lines() const;
  ExactRows exact_faces() const;
  ExactRows exact_equalities() const;

  /// Constructor for internal use; `exact` must be canonical.
  explicit Cone(std::shared_ptr<const internal::ExactCone> exact);
  const internal::ExactCone& exact() const { return *exact_; }

 private:
  struct DoubleRows {
    Rows rays, lines, faces, equalities;
  };
  std::shared_ptr<const internal::ExactCone> exact_;
  std::shared_ptr<const DoubleRows> rows_;
};

Cone intersection(const Cone& a, const Cone& b);
Cone minkowski_sum(const Cone& a, const Cone& b);

/// Returns the closure of the set difference a \ b, as closed convex cones of a's dimension whose relative interiors
/// are disjoint. If b has a lower dimension and passes through a's relative interior, b cuts a into two pieces. Returns
/// {a} if the intersection of a and b lies in the boundary of a or is only the apex. Returns an empty list if b
/// contains a.
std::vector<Cone> difference(const Cone& a, const Cone& b);

/// Returns the union of two cones of equal dimension if the union is convex. Otherwise returns nothing.
std::optional<Cone> convex_union(const Cone& a, const Cone& b);

/// Returns the image of a cone under the orthogonal projection along `direction`. The image consists of the points g
/// with direction . g = 0 for which g + t direction lies in the cone for some number t. Throws InputError unless the
/// direction is finite and not 0.
Cone projection(const Cone& cone, const Eigen::Vector3d& direction);

/// Returns the union of one or more cones if the union is convex, otherwise nothing. The cones may have different
/// dimensions. The union counts as convex if it covers the convex hull of the cones, except for subsets of the hull of
/// lower dimension.
std::optional<Cone> convex_union(const std::vector<Cone>& cones);

/// Returns a point of the cone's relative interior: the normalised sum of the unit rays. Returns the zero vector if the
/// cone is a linear space.
Eigen::Vector3d relative_interior_point(const Cone& cone);

/// The direction inside a cone that is farthest from all faces, and its distance from them.
struct WidestDirection {
  Eigen::Vector3d direction{0, 0, 0};  ///< unit vector in (fx, fy, tau)
  /// Angle from `direction` to the nearest face in (fx, fy, tau / rho), rad. It is pi for R^3. It is 0 for a cone
  /// without interior, and for a cone that is so thin that doubles find no point inside it.
  double margin = 0;
};

/// Returns the widest direction, which maximizes the angle to the nearest face. Angles are measured in (fx, fy, tau /
/// rho). `rho` > 0 is a length, m, usually the radius of gyration [MODEL section 4]. For a cone without interior,
/// returns the margin 0 and a relative interior point. For R^3, returns the margin pi and any direction.
WidestDirection widest_direction(const Cone& cone, double rho = 1);

/// Returns the angle from g to the nearest face, rad. The angle is negative if g is outside the cone. It is min_k
/// asin(-f_k . g / |g|) for the outward unit normals f_k of the faces, in (fx, fy, tau / rho). The result is pi if the
/// cone is R^3. It is 0 if g = 0 or if the cone has no interior.
double margin(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// Returns the angle from g to the nearest nonzero wrench of the cone in (fx, fy, tau / rho), rad, in [0, pi]. The
/// angle is 0 if g is in the cone. It is pi for the zero cone, and for g = 0.
double angle_to(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// Returns whether both representations are irredundant and describe the same cone. Decides exactly, by counting which
/// rays lie on which faces.
[[nodiscard]] bool verify(const Cone& cone);

}  // namespace pawl
