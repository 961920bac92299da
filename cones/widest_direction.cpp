// SPDX-License-Identifier: MIT
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <pawl/cones/cone.h>

#include "scaled_rows.h"

namespace pawl {
namespace {

using Normals = std::vector<Eigen::Vector3d>;

/// Unit inward normals in (fx, fy, tau / rho).
Normals scaled_inward(const Cone& cone, double rho) {
  Normals normals = scaled_normals(cone.faces(), rho);
  for (Eigen::Vector3d& normal : normals) normal = -normal;
  return normals;
}

double least_product(const Normals& normals, const Eigen::Vector3d& direction) {
  double least = 1;
  for (const Eigen::Vector3d& normal : normals) least = std::min(least, normal.dot(direction));
  return least;
}

/// The unit direction with equal products on two or three normals, pointing towards them.
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b) { return (a + b).normalized(); }
Eigen::Vector3d equidistant(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const Eigen::Vector3d v = (a - b).cross(a - c).normalized();
  return v.dot(a) < 0 ? Eigen::Vector3d(-v) : v;
}

/// max over directions of the least product with the normals. The optimum is held by at most three normals: one is
/// added at a time, and re-solved among those seen only when it is violated (Seidel; expected linear in their count).
class LargestCap {
 public:
  explicit LargestCap(const Normals& normals) : normals_(normals) {}

  Eigen::Vector3d solve() {
    Eigen::Vector3d best = normals_[0];
    for (std::size_t i = 1; i < normals_.size(); ++i) {
      if (violates(best, held(best, 0, i), i)) best = with_one(i);
    }
    return best;
  }

 private:
  // The cap of directions around `centre` that reaches the normals seen has cosine `reach`; i violates it if further.
  bool violates(const Eigen::Vector3d& centre, double reach, std::size_t i) const {
    return normals_[i].dot(centre) < reach - 1e-14;
  }
  double held(const Eigen::Vector3d& centre, std::size_t from, std::size_t to) const {
    double least = 1;
    for (std::size_t i = from; i < to; ++i) least = std::min(least, normals_[i].dot(centre));
    return least;
  }
  Eigen::Vector3d with_one(std::size_t i) const {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[0]);
    for (std::size_t j = 1; j < i; ++j) {
      if (violates(best, normals_[i].dot(best), j)) best = with_two(i, j);
    }
    return best;
  }
  Eigen::Vector3d with_two(std::size_t i, std::size_t j) const {
    Eigen::Vector3d best = equidistant(normals_[i], normals_[j]);
    for (std::size_t k = 0; k < j; ++k) {
      if (violates(best, normals_[i].dot(best), k)) best = equidistant(normals_[i], normals_[j], normals_[k]);
    }
    return best;
  }

  const Normals& normals_;
};

/// Back to (fx, fy, tau), unit length there.
Eigen::Vector3d unscaled(const Eigen::Vector3d& v, double rho) {
  return Eigen::Vector3d(v.x(), v.y(), v.z() * rho).normalized();
}

}  // namespace

Eigen::Vector3d relative_interior_point(const Cone& cone) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& ray : cone.rays()) sum += ray;
  return cone.rays().empty() ? sum : Eigen::Vector3d(sum.normalized());
}

WidestDirection widest_direction(const Cone& cone, double rho) {
  require_length(rho);
  if (cone.is_all()) return {{1, 0, 0}, std::numbers::pi};
  if (cone.dimension() < 3) return {relative_interior_point(cone), 0};
  const Normals normals = scaled_inward(cone, rho);
  const Eigen::Vector3d centre = LargestCap(normals).solve();
  const double product = least_product(normals, centre);
  if (product <= 0) return {relative_interior_point(cone), 0};  // thinner than doubles can show
  return {unscaled(centre, rho), std::asin(std::min(1.0, product))};
}

double margin(const Cone& cone, const Eigen::Vector3d& g, double rho) {
  require_length(rho);
  const Eigen::Vector3d scaled(g.x(), g.y(), g.z() / rho);
  if (cone.is_all()) return std::numbers::pi;
  if (cone.dimension() < 3 || scaled.isZero(0)) return 0;
  const double product = least_product(scaled_inward(cone, rho), scaled.normalized());
  return std::asin(std::clamp(product, -1.0, 1.0));
}

}  // namespace pawl
