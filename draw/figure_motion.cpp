// SPDX-License-Identifier: MIT
#include "figure_motion.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace pawl::draw {
Displacement displacement_of(const PartFigure& figure, const Eigen::Vector3d& displacement) {
  return {figure.center, displacement.head<2>(), displacement.z()};
}

Eigen::Vector2d Displacement::operator()(const Eigen::Vector2d& point) const {
  return center + turned(point - center, turn) + move;
}

Path Displacement::operator()(Path path) const {
  for (Eigen::Vector2d& vertex : path.vertices) vertex = (*this)(vertex);
  return path;
}

double farthest_motion(const PartFigure& figure, const Eigen::Vector3d& twist) {
  double most = twist.head<2>().norm();
  const auto add = [&](const Eigen::Vector2d& point) {
    const Eigen::Vector2d arm = point - figure.center;
    most = std::max(most, std::hypot(twist.x() - twist.z() * arm.y(), twist.y() + twist.z() * arm.x()));
  };
  if (figure.outline) std::for_each(figure.outline->vertices.begin(), figure.outline->vertices.end(), add);
  for (const FixelFigure& fixel : figure.fixels) {
    if (fixel.contact) add(fixel.point);
  }
  return std::max(most, std::abs(twist.z()) * figure.gyration);
}

Eigen::Vector3d shown_motion(const PartFigure& figure, const Eigen::Vector3d& twist, double part) {
  const double motion = farthest_motion(figure, twist);
  if (!(motion > 0)) return Eigen::Vector3d::Zero();
  return twist * (part * figure.size / motion);
}

std::optional<Eigen::Vector3d> state_displacement(const PartFigure& figure, const std::vector<int>& touching,
                                                  double part) {
  const auto count = std::count_if(figure.fixels.begin(), figure.fixels.end(),
                                   [](const FixelFigure& fixel) { return fixel.contact; });  // they come first
  Eigen::MatrixXd rows(count, 3);
  Eigen::VectorXd gaps(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const FixelFigure& fixel = figure.fixels[static_cast<std::size_t>(k)];
    const Eigen::Vector2d arm = fixel.point - figure.center, n = fixel.normal;
    rows.row(k) << n.x(), n.y(), (arm.x() * n.y() - arm.y() * n.x()) / figure.gyration;
    gaps(k) = std::find(touching.begin(), touching.end(), fixel.number) == touching.end() ? 1 : 0;
  }
  if (gaps.isZero()) return Eigen::Vector3d::Zero();
  Eigen::Vector3d moved = rows.completeOrthogonalDecomposition().solve(gaps);
  const Eigen::VectorXd reached = rows * moved;
  for (Eigen::Index k = 0; k < count; ++k) {
    if (gaps(k) > 0 ? reached(k) < .05 : std::abs(reached(k)) > 1e-6) return std::nullopt;
  }
  moved.z() /= figure.gyration;
  return shown_motion(figure, moved, part);
}

Box joined(const Box& a, const Box& b) {
  const Eigen::Vector2d least = a.least.cwiseMin(b.least);
  return {least, a.most().cwiseMax(b.most()) - least};
}

Box grown(const Box& box, double by) { return {box.least.array() - by, box.size.array() + 2 * by}; }

bool is_far_off(const PartFigure& figure, const FixelFigure& fixel) {
  constexpr double kFar = 6;  // of the part's size
  return (fixel.at - figure.center).norm() - fixel.radius > kFar * figure.size;
}

Box box_of(const PartFigure& figure) {
  Box box{figure.center, {0, 0}};
  if (figure.outline) box = joined(box, *bounds_of(*figure.outline, true));
  for (const FixelFigure& fixel : figure.fixels) {
    const Eigen::Vector2d r(fixel.radius, fixel.radius);
    if (is_far_off(figure, fixel)) continue;
    box = joined(joined(box, {fixel.point, {0, 0}}), {fixel.at - r, 2 * r});
  }
  return box;
}

}  // namespace pawl::draw
