// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/planner/wrench_cells.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exact/direction_pool.h"
#include "outcome_table.h"
#include "sign_table.h"

namespace pawl::internal {

/// The arrangement of planes through the origin of wrench space, by its corners: the rays in which planes meet. Round
/// each corner the planes through it are sorted, and each sector between two of them belongs to one cell. A cell is
/// known by the signs of all planes in it.
///
/// Method: each pair of planes is visited once, unless a corner with both is known; signs of det(n_i, n_j, n_k) tell
/// which planes pass through the corner and on which side of the others it lies, by the exact kernel of the cones
/// (exact/direction_pool.h: in doubles where these can tell). Every cell of two planes or more has a corner, so none is
/// missed. Cost for p planes: up to p^2 / 2 pairs with p signs each, and as many cells and their sectors in memory.
class SphereCells {
 public:
  /// `rho`: the radius of gyration, for angles.
  SphereCells(OutcomeTable& table, double rho, const CellLimits& limits);

  bool complete() const { return complete_; }
  void retell(const StopToken& stop);
  std::size_t count() const { return outcomes_.size(); }
  std::size_t outcome_of(std::size_t cell) const { return outcomes_[cell]; }
  Eigen::Vector3d wrench_in(std::size_t cell) const;
  std::optional<CellCentre> widest(const std::function<bool(const std::vector<StepResult>&)>& wanted,
                                   const StopToken& stop) const;

 private:
  using Signs = std::vector<signed char>;
  /// A cell's sector at a corner, between two planes; the cell lies counterclockwise of the first.
  struct Sector {
    int cell;
    int corner;
    int first, second;  ///< planes
  };
  bool add_pairs(const CellLimits& limits);
  /// Of a pair of planes among all pairs.
  static std::size_t place(int i, int j) {
    const auto high = static_cast<std::size_t>(std::max(i, j));
    return high * (high - 1) / 2 + static_cast<std::size_t>(std::min(i, j));
  }
  void visit_pair(int i, int j);
  std::vector<int> turned_planes(int i, int j, const std::vector<int>& through);
  void add_sectors(const std::vector<int>& turned, SignBits signs, bool opposite);
  std::size_t cell(const SignBits& signs);
  void sort_sectors();
  std::span<const Sector> sectors(std::size_t cell) const {
    return {sectors_.data() + first_sector_[cell], sectors_.data() + first_sector_[cell + 1]};
  }
  const std::vector<int>& through(int corner) const { return through_[static_cast<std::size_t>(corner / 2)]; }
  Signs signs_of(std::size_t cell) const;
  std::vector<Eigen::Vector3d> inward_normals(std::size_t cell) const;
  Eigen::Vector3d scaled(const Eigen::Vector3d& v) const { return {v.x(), v.y(), v.z() / rho_}; }
  Eigen::Vector3d unscaled(const Eigen::Vector3d& v) const {
    return Eigen::Vector3d(v.x(), v.y(), v.z() * rho_).normalized();
  }
  Eigen::Vector3d centre(std::size_t cell) const;
  class Region;

  OutcomeTable& table_;
  double rho_;
  bool complete_ = false;
  DirectionPool pool_;
  std::vector<int> plane_ids_;
  std::vector<Eigen::Vector3d> normals_;   // of the planes, unit, scaled coordinates
  std::vector<bool> met_;                  // pairs of planes whose corner is known
  std::vector<Eigen::Vector3d> corners_;   // unit, scaled coordinates
  std::vector<std::vector<int>> through_;  // planes through each corner and its opposite
  SignTable cells_;
  std::vector<std::size_t> outcomes_;
  std::vector<Sector> sectors_;            // by cell
  std::vector<std::size_t> first_sector_;  // of each cell, and the end
};

}  // namespace pawl::internal
