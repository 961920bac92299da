// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/certify/energy_problem.h>

#include <Eigen/Core>
#include <vector>

#include "geometry/boundary.h"

namespace pawl::internal {

/// Poses within `half` of `centre`: (x, y, theta), closed.
struct PoseBox {
  Eigen::Vector3d centre{0, 0, 0}, half{0, 0, 0};
};

/// How far a point moves at most when what holds it at this distance turns so far, rad.
double chord(double arm, double angle);
/// How far a point at a distance from the frame's origin moves at most between a box's centre and any other pose of it.
double reach(const PoseBox& box, double arm);

/// A fixel that may touch something of the part at some pose of a box: a side (its number), or a corner (the number of
/// sides more).
struct PossibleContact {
  int fixel, feature;
};

/// What may touch over a box of poses of a part among fixed points and pins.
///
/// Over a box with half-sizes (hx, hy, ht) a fixel at f moves in the part by at most r = hypot(hx, hy) + |f - c| 2
/// sin(ht / 2) from where it is at the centre pose c. So a fixel deeper in the part than r collides over all of the
/// box, and only features nearer than r to its rim can touch.
///
/// Rounding: every bound is made by fewer than 100 roundings of numbers no larger than the largest length that occurs,
/// and is widened by slack(), 2^-40 of it, a thousandfold of their errors.
class BoxContacts {
 public:
  /// For poses whose x and y are at most `domain` in size; `off`: how far fixels and rim together may be off;
  /// `farthest`: of what else occurs.
  BoxContacts(const Outline& outline, std::vector<EnergyFixel> fixels, double off, double domain, double farthest = 0);

  const Boundary& boundary() const { return boundary_; }
  const BoundaryRound& corner(int feature) const { return corners_[static_cast<std::size_t>(feature - sides())]; }
  const std::vector<EnergyFixel>& fixels() const { return fixels_; }
  const EnergyFixel& fixel(int number) const { return fixels_[static_cast<std::size_t>(number)]; }
  int sides() const { return static_cast<int>(boundary_.sides.size()); }
  int features() const { return sides() + static_cast<int>(corners_.size()); }
  double off() const { return off_; }
  double size() const { return size_; }    ///< the largest length that occurs, m
  double slack() const { return slack_; }  ///< m

  enum class Where { colliding, possible };
  /// What may touch; colliding: no pose of the box is free.
  Where look(const PoseBox& box, std::vector<PossibleContact>& possible) const;
  double distance_to(int side, const Eigen::Vector2d& p) const;
  /// The least gap at a pose, m, in doubles: below 0 where something overlaps.
  double gap(const Eigen::Vector3d& pose) const;

 private:
  double signed_distance(const Eigen::Vector2d& p) const;  ///< < 0 inside
  bool may_touch(int feature, const Eigen::Vector2d& p, double radius, double reach) const;

  std::vector<EnergyFixel> fixels_;
  Boundary boundary_;
  std::vector<BoundaryRound> corners_;  ///< that point outwards
  double off_, size_, slack_;
};

}  // namespace pawl::internal
