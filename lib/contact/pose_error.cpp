// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <pawl/base/bounds.h>
#include <pawl/base/fault.h>
#include <pawl/contact/pose_error.h>
#include <pawl/contact/seated_pose.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

#include "base/dense_factorizations.h"
#include "contact/exact_frames.h"
#include "contact/input_checks.h"
#include "geometry/furthest_point.h"

namespace pawl {
namespace {

using Vector = Eigen::Vector2d;
using Columns = std::array<Eigen::Vector3d, 3>;

/// Contacts that are rounded and locate the part no better than this may not locate it at all.
constexpr double kBarely = 1e-6;

Vector left(const Vector& v) { return {-v.y(), v.x()}; }

/// The columns of J_n^-T, frame of the set. With rows R_k = |n_k| r_k of normals as they are given, the column of the
/// unit normals' k is |n_k| R_k+1 x R_k+2 / det R: the products are made in integers, as they cancel where the
/// contacts are nearly in line.
Columns columns_of(const ContactSet& set, std::span<const int> locators) {
  internal::ExactFrames frames;
  frames.assign(set);
  std::array<internal::IntegerVector, 3> rows;
  std::array<internal::Integer, 3> factors;
  for (std::size_t k = 0; k < 3; ++k) {
    const internal::ExactFrame frame = frames.frame(static_cast<std::size_t>(locators[k]));
    rows[k] = {frame.nx, frame.ny, frame.normal_arm};
    factors[k] = frame.normal_factor;
  }
  const internal::Integer& scale = frames.scale();
  const internal::Integer determinant = internal::dot(rows[0], internal::cross(rows[1], rows[2]));
  Columns columns;
  for (std::size_t k = 0; k < 3; ++k) {
    const internal::IntegerVector across = internal::cross(rows[(k + 1) % 3], rows[(k + 2) % 3]);
    const double length = set.contacts[static_cast<std::size_t>(locators[k])].normal.stableNorm();
    // Arms count in 1 / scale and normals in 1 / factor: the first two entries have one arm less than the determinant.
    columns[k] = Eigen::Vector3d(internal::quotient(across[0] * factors[k], determinant),
                                 internal::quotient(across[1] * factors[k], determinant),
                                 internal::quotient(across[2] * factors[k] * scale, determinant)) *
                 length;
  }
  return columns;
}

Vector motion_of(const Eigen::Vector3d& twist, const Vector& arm) { return twist.head<2>() + twist.z() * left(arm); }

/// The boundary's point, or the contact's, that lies furthest from a place.
Vector furthest(const ContactSet& set, const Outline* outline, const Vector& from) {
  if (outline) return internal::furthest_point(*outline, from);
  Vector best = set.contacts[0].point;
  for (const Contact& contact : set.contacts) {
    if ((contact.point - from).squaredNorm() > (best - from).squaredNorm()) best = contact.point;
  }
  return best;
}

/// All sign patterns but those that are another's negative.
constexpr std::array<std::array<double, 3>, 4> kSigns{{{1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};

/// A twist (t, w) turns the part about the centre of mass + left(t) / w, and moves that most which is furthest away.
void add_worst(const ContactSet& set, const Outline* outline, const Columns& columns, PoseError& error) {
  for (const auto& signs : kSigns) {
    const Eigen::Vector3d twist = signs[0] * columns[0] + signs[1] * columns[1] + signs[2] * columns[2];
    const Vector center = set.center_of_mass + left(twist.head<2>()) / twist.z();
    const bool turns = center.allFinite() && center.norm() < kLargestLength;  // else all points move alike
    const Vector point = furthest(set, outline, turns ? center : set.center_of_mass);
    const double moved = motion_of(twist, point - set.center_of_mass).norm();
    if (moved <= error.worst) continue;
    error.worst = moved;
    error.worst_point = point;
  }
}

/// The mean square of the motion at an arm v is sum_k |t_k + w_k left(v)|^2, a paraboloid about -b / sum w_k^2 with
/// b = sum w_k (-left(t_k)).
void add_rms(const ContactSet& set, const Outline* outline, const Columns& columns, PoseError& error) {
  Vector slope(0, 0);
  double turns = 0;
  for (const Eigen::Vector3d& column : columns) {
    slope -= column.z() * left(column.head<2>());
    turns += column.z() * column.z();
  }
  const Vector arm = furthest(set, outline, set.center_of_mass - slope / turns) - set.center_of_mass;
  double squares = 0;
  for (const Eigen::Vector3d& column : columns) squares += motion_of(column, arm).squaredNorm();
  error.rms = std::sqrt(squares);
}

Eigen::Vector3d scaled_singular_values(const ContactSet& set, std::span<const int> locators) {
  const Eigen::MatrixXd jacobian = internal::unchecked_contact_jacobian(set);
  Eigen::MatrixXd rows(3, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    rows.row(static_cast<Eigen::Index>(k)) = jacobian.col(locators[k]).transpose();
  }
  rows.col(2) /= set.radius_of_gyration();
  return internal::singular_values(rows);
}

}  // namespace

std::optional<PoseError> pose_error(const ContactSet& seated, std::span<const int> locators, const Outline* outline) {
  if (!locates(seated, locators) || locators.size() != 3) return std::nullopt;
  PoseError error;
  error.singular_values = scaled_singular_values(seated, locators);
  if (!seated.is_exact() && error.singular_values[2] < kBarely) return std::nullopt;
  const Columns columns = columns_of(seated, locators);
  Eigen::Vector3d squares(0, 0, 0);
  for (const Eigen::Vector3d& column : columns) {
    const Eigen::Vector3d world = seated.to_world(column);
    error.of_fixel.push_back(world);
    error.worst_pose += world.cwiseAbs();
    squares += world.cwiseAbs2();
  }
  error.rms_pose = squares.cwiseSqrt();
  add_worst(seated, outline, columns, error);
  add_rms(seated, outline, columns, error);
  error.norm = 1 / error.singular_values[2];
  return error;
}

namespace {

/// The corners of {sum e_i g_i : |e_i| <= 1}: its sides are 2 g_i, by their directions in the upper half-plane.
std::vector<Vector> zonotope(std::vector<Vector> sides) {
  for (Vector& side : sides) {
    if (side.y() < 0 || (side.y() == 0 && side.x() < 0)) side = -side;
  }
  std::erase_if(sides, [](const Vector& side) { return side.isZero(0); });
  const auto angle = [](const Vector& v) { return std::atan2(v.y(), v.x()); };
  std::stable_sort(sides.begin(), sides.end(), [&](const auto& a, const auto& b) { return angle(a) < angle(b); });
  for (std::size_t k = 1; k < sides.size();) {  // parallel ones are one side
    const bool parallel = sides[k].x() * sides[k - 1].y() == sides[k].y() * sides[k - 1].x();
    if (!parallel) {
      ++k;
      continue;
    }
    sides[k - 1] += sides[k];
    sides.erase(sides.begin() + static_cast<std::ptrdiff_t>(k));
  }
  Vector corner(0, 0);
  for (const Vector& side : sides) corner -= side;
  if (sides.empty()) return {corner};
  std::vector<Vector> corners;
  for (const double sign : {1., -1.}) {
    for (const Vector& side : sides) {
      corners.push_back(corner);
      corner += 2 * sign * side;
    }
  }
  return corners;
}

/// The eigenvalues' roots and the larger one's direction, of the sum of g g'.
void add_ellipse(PointError& result) {
  double xx = 0, xy = 0, yy = 0;
  for (const Vector& g : result.of_fixel) {
    xx += g.x() * g.x();
    xy += g.x() * g.y();
    yy += g.y() * g.y();
  }
  const double mean = (xx + yy) / 2, spread = std::hypot((xx - yy) / 2, xy);
  result.ellipse = Vector(std::sqrt(mean + spread), std::sqrt(std::max(0., mean - spread)));
  if (spread > 0) result.ellipse_angle = std::atan2(xy, (xx - yy) / 2) / 2;
}

}  // namespace

PointError point_error(const ContactSet& seated, const PoseError& error, const Vector& point, double tolerance) {
  for (int k = 0; k < 2; ++k) {
    if (!std::isfinite(point[k]))
      throw InputError(fmt::format("/point/{}", k), fmt::to_string(point[k]), "must be finite");
  }
  if (!(tolerance >= 0) || !std::isfinite(tolerance))
    throw InputError("/tolerance", fmt::to_string(tolerance), "must be a finite number from 0");
  PointError result;
  result.point = point;
  const Vector arm =
      seated.to_world({point.x() - seated.center_of_mass.x(), point.y() - seated.center_of_mass.y(), 0}).head<2>();
  for (const Eigen::Vector3d& column : error.of_fixel) result.of_fixel.emplace_back(tolerance * motion_of(column, arm));
  result.reach = zonotope(result.of_fixel);
  for (const Vector& corner : result.reach) result.worst = std::max(result.worst, corner.norm());
  add_ellipse(result);
  return result;
}

}  // namespace pawl
