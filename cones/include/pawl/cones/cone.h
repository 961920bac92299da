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
struct ExactCone;  // integer vectors; see cones/cone.h
}

/// A closed convex polyhedral cone in wrench space R^3, in both representations.
///
///   { sum a_i ray_i + sum b_j line_j : a_i >= 0 }  =  { g : face_k . g <= 0,  equality_l . g = 0 }
///
/// Both are irredundant and canonical: unit vectors in (fx, fy, tau); lines and equalities orthonormal; rays orthogonal
/// to the lines, faces (outward normals) orthogonal to the equalities; rows in lexicographic order. Behind the doubles
/// stand integer vectors, so that every operation and comparison below is exact: the result is that of the numbers
/// given, whatever was rounded for display. The zero cone has no rays and three equalities; R^3 has three lines.
///
/// Every function that takes a vector or a length throws InputError for one that is not finite, or a length that is not
/// positive (pointers `/rays/i/k`, `/wrench/k`, `/rho`). Zero vectors, repeated ones and no vectors are no faults.
class Cone {
 public:
  using Rows = std::vector<Eigen::Vector3d>;

  Cone();  ///< {0}
  static Cone all();
  /// The span of `rays` and `lines`, redundant and zero vectors allowed; of none, the zero cone.
  static Cone from_rays(const Rows& rays, const Rows& lines = {});
  /// {g : faces . g <= 0, equalities . g = 0}, redundant and zero rows allowed; of none, R^3.
  static Cone from_faces(const Rows& faces, const Rows& equalities = {});

  const Rows& rays() const { return rows_->rays; }
  const Rows& lines() const { return rows_->lines; }
  const Rows& faces() const { return rows_->faces; }
  const Rows& equalities() const { return rows_->equalities; }
  int dimension() const { return 3 - static_cast<int>(equalities().size()); }
  int lineality() const { return static_cast<int>(lines().size()); }
  [[nodiscard]] bool is_all() const { return lineality() == 3; }

  /// Whether g (what its numbers mean, see ContactSet) lies in the closed cone.
  [[nodiscard]] bool contains(const Eigen::Vector3d& g) const;
  /// Whether g lies in the cone and on none of its faces (its relative interior).
  [[nodiscard]] bool contains_inside(const Eigen::Vector3d& g) const;
  [[nodiscard]] bool contains(const Cone& other) const;
  /// Indices of the faces whose planes hold g; for g in the cone, the faces that hold it.
  std::vector<int> active_faces(const Eigen::Vector3d& g) const;
  /// Indices of the faces whose planes hold all of `inner`; for a subset of the cone, none when `inner` reaches the
  /// relative interior.
  std::vector<int> active_faces(const Cone& inner) const;
  bool operator==(const Cone& other) const;

  Cone polar() const;  ///< {f : f . g <= 0 for every g of the cone}

  /// The unrounded rows: primitive integer vectors as decimal strings, in the order of the doubles.
  using ExactRows = std::vector<std::array<std::string, 3>>;
  ExactRows exact_rays() const;
  ExactRows exact_lines() const;
  ExactRows exact_faces() const;
  ExactRows exact_equalities() const;

  explicit Cone(std::shared_ptr<const internal::ExactCone> exact);  ///< for the library; `exact` canonical
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

/// The closure of a \ b as closed convex cones of a's dimension whose relative interiors do not meet. Where b is thin
/// in a (of lower dimension, through a's relative interior) a is cut in two along it. {a} when b meets a in boundary
/// points or the apex alone; empty when b contains a.
std::vector<Cone> difference(const Cone& a, const Cone& b);

/// The union of two cones of one dimension when it is convex.
std::optional<Cone> convex_union(const Cone& a, const Cone& b);

/// A point of the relative interior: the sum of the unit rays, normalised; the zero vector for a linear space.
Eigen::Vector3d relative_interior_point(const Cone& cone);

/// The centre of the largest ball of directions inside a cone.
struct WidestDirection {
  Eigen::Vector3d direction{0, 0, 0};  ///< unit length in (fx, fy, tau)
  double margin = 0;  ///< angle from it to the nearest face in (fx, fy, tau / rho), rad; pi for R^3, 0 for a flat cone
};

/// The widest direction, angles measured in (fx, fy, tau / rho), rho > 0 a length in m (the radius of gyration) [MODEL
/// section 4]. For a cone without interior: margin 0 and a relative interior point; for R^3: margin pi, any direction.
WidestDirection widest_direction(const Cone& cone, double rho = 1);

/// The angle from g to the nearest face, negative outside: min_k asin(-f_k . g / |g|) in (fx, fy, tau / rho), rad; pi
/// in R^3. 0 for g = 0 and in a cone without interior.
double margin(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// The angle from g to the nearest nonzero wrench of the cone in (fx, fy, tau / rho), rad, 0..pi; 0 inside, pi for the
/// zero cone and for g = 0.
double angle_to(const Cone& cone, const Eigen::Vector3d& g, double rho = 1);

/// Whether both representations are irredundant and describe the same cone: exact, by incidence counts.
[[nodiscard]] bool verify(const Cone& cone);

}  // namespace pawl
