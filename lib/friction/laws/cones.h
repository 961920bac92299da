// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace pawl::internal {

/// The cone of friction |c_t| <= mu c_n in the plane: a wedge. Its projection [NS18, from the conditions (12)]: c
/// inside; 0 where mu |c_t| <= -c_n; else onto the nearer edge.
struct Wedge {
  static constexpr int kSize = 2;
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Matrix = Eigen::Matrix<double, kSize, kSize>;

  static Vector project(double friction, const Vector& c) {
    if (std::fabs(c[1]) <= friction * c[0]) return c;
    if (friction * std::fabs(c[1]) <= -c[0]) return Vector::Zero();
    const double slope = c[1] > 0 ? friction : -friction;
    const double normal = (c[0] + slope * c[1]) / (1 + friction * friction);
    return {normal, slope * normal};
  }
  /// A generalised derivative of project().
  static Matrix derivative(double friction, const Vector& c) {
    if (std::fabs(c[1]) <= friction * c[0]) return Matrix::Identity();
    if (friction * std::fabs(c[1]) <= -c[0]) return Matrix::Zero();
    const Vector edge(1, c[1] > 0 ? friction : -friction);
    return edge * edge.transpose() / edge.squaredNorm();
  }
};

/// The same in space, two tangents: a circular cone.
struct CircularCone {
  static constexpr int kSize = 3;
  using Vector = Eigen::Matrix<double, kSize, 1>;
  using Matrix = Eigen::Matrix<double, kSize, kSize>;

  static Vector project(double friction, const Vector& c) {
    const double across = c.tail<2>().norm();
    const Eigen::Vector2d in_wedge = Wedge::project(friction, {c[0], across});
    Vector result(in_wedge[0], 0, 0);
    if (across > 0) result.tail<2>() = c.tail<2>() * (in_wedge[1] / across);
    return result;
  }
  static Matrix derivative(double friction, const Vector& c) {
    const double across = c.tail<2>().norm();
    if (across <= friction * c[0]) return Matrix::Identity();
    if (friction * across <= -c[0]) return Matrix::Zero();
    Vector edge(1, 0, 0);
    edge.tail<2>() = c.tail<2>() * (friction / across);
    Matrix result = edge * edge.transpose() / edge.squaredNorm();
    // Around the cone the projection turns with c, shortened by how much nearer to the axis it is.
    const Eigen::Vector2d round(-c[2] / across, c[1] / across);
    const double shorter = Wedge::project(friction, {c[0], across})[1] / across;
    result.bottomRightCorner<2, 2>() += shorter * round * round.transpose();
    return result;
  }
};

/// By how much c in the cone, d in its dual and c d = 0 are not true: how far c is from its projection after a step
/// against d.
template <class Cone>
double projection_error(double friction, const typename Cone::Vector& c, const typename Cone::Vector& d) {
  return (c - Cone::project(friction, c - d)).cwiseAbs().maxCoeff();
}

/// The same of Coulomb's law in the plane, for velocities v: d = (v_n + mu |v_t|, v_t) [De Saxce, Feng 1998].
inline double coulomb_projection_error(double friction, const Eigen::Vector2d& c, const Eigen::Vector2d& v) {
  return projection_error<Wedge>(friction, c, {v[0] + friction * std::fabs(v[1]), v[1]});
}

}  // namespace pawl::internal
