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
struct ExactCone;  // the cone as integer vectors; see cones/cone.h
}

/// A closed convex polyhedral cone in wrench space R^3, in both representations.
///
///   { sum a_i ray_i + sum b_j line_j : a_i >= 0 }  =  { g : face_k . g <= 0,  equality_l . g = 0 }
///
/// Both representations are irredundant and canonical. All vectors are unit vectors in (fx, fy, tau). Lines and
/// equalities are orthonormal, rays are orthogonal to the lines, and faces (outward normals) are orthogonal to the
/// equalities. Rows are in lexicographic order. The cone stores integer vectors behind the doubles, so every operation
/// and comparison below is exact for the given numbers; only displayed values are rounded. The zero cone has no rays
/// and three equalities; R^3 has three lines.
///
/// Every function that takes a vector or a length throws InputError if the vector or the length is not finite, or if
/// the length is not positive (pointers `/rays/i/k`, `/wrench/k`, `/rho`). Zero vectors, repeated vectors and empty
/// lists are accepted.
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

  /// Checks whether g (exact for its doubles, see ContactSet) lies in the closed cone.
  [[nodiscard]] bool contains(const Eigen::Vector3d& g) const;
  /// Checks whether g lies in the cone's relative interior, that is, in the cone but not on any of its faces.
  [[nodiscard]] bool contains_inside(const Eigen::Vector3d& g) const;
  [[nodiscard]] bool contains(const Cone& other) const;
  /// Returns the indices of the faces whose planes contain g. If g is in the cone, these faces contain g.
  std::vector<int> active_faces(const Eigen::Vector3d& g) const;
  /// Returns the indices of the faces whose planes contain all of `inner`. If `inner` is a subset of the cone and
  /// contains a point of the cone's relative interior, the result is empty.
  std::vector<int> active_faces(const Cone& inner) const;
  bool operator==(const Cone& other) const;

  Cone polar() const;  ///< Returns the polar cone {f : f . g <= 0 for every g of the cone}.

  /// The rows without rounding: primitive integer vectors as decimal strings, in the order of the rounded rows.
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

/// Returns the closure of the set difference a \ b as closed convex cones of a's dimension with disjoint relative
/// interiors. If b has a lower dimension and passes through a's relative interior, a is cut in two along b. Returns {a}
/// if b meets a only in boundary points or the apex, and an empty list if b contains a.
std::vector<Cone> difference(const Cone& a, const Cone& b);

/// Returns the union of two cones of equal dimension if the union is convex, otherwise nothing.
std::optional<Cone> convex_union(const Cone& a, const Cone& b);

/// Returns the image of a cone under the orthogonal projection along a direction, which must not be 0: the points g of the
/// plane direction . g = 0 for which some g + t direction is in the cone. Throws InputError unless the direction is finite
/// and not 0.
Cone projection(const Cone& cone, const Eigen::Vector3d& direction);

/// Returns the union of one or more cones, of any dimensions, if the union is convex, otherwise nothing. The union
/// counts as convex if it covers the convex hull of the cones, except for parts of the hull of lower dimension.
std::optional<Cone> convex_union(const std::vector<Cone>& cones);

/// Returns a point of the relative interior: the normalised sum of the unit rays; the zero vector for a cone that is a
/// linear space.
Eigen::Vector3d relative_interior_point(const Cone& cone);

/// The centre of the largest ball of directions inside a cone.
struct WidestDirection {
  Eigen::Vector3d direction{0, 0, 0};  ///< widest direction, unit length in (fx, fy, tau)
  double margin =
      0;  ///< angle to the nearest face in (fx, fy, tau / rho), rad; pi for R^3, 0 for a cone without interior
};

/// Returns the widest direction, with angles measured in (fx, fy, tau / rho); `rho` > 0 is a length, m, usually the
/// radius of gyration [MODEL section 4]. For a cone without interior, returns the margin 0 and a relative interior
/// point. For R^3, returns the margin pi and any direction.
WidestDirection widest_direction(const Cone& cone, double rho = 1);

/// Returns the angle from g to the nearest face, rad, negative outside the cone. It is min_k asin(-f_k . g / |g|) for
/// the outward unit normals f_k of the faces, in (fx, fy, tau / rho). It is pi in R^3, and 0 for g = 0 and in a cone
/// without interior.
double margin(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// Returns the angle from g to the nearest nonzero wrench of the cone in (fx, fy, tau / rho), rad, in [0, pi]. The
/// angle is 0 if g is in the cone, and pi for the zero cone and for g = 0.
double angle_to(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// Checks, exactly and by incidence counts, that both representations are irredundant and describe the same cone.
[[nodiscard]] bool verify(const Cone& cone);

}  // namespace pawl
