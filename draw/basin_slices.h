// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/draw/basin_picture.h>

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "outline_distance.h"

namespace pawl::draw {

/// The poses of a basin, sampled: free, no higher than its depth, within its extent, and connected with the goal. For
/// pictures: the proof is the certificate's boxes.
class BasinSamples {
 public:
  BasinSamples(const PartFigure& part, const BasinFigure& basin);

  bool holds(const Eigen::Vector3d& displacement) const;

  /// The samples farthest out: least and most x, y and theta, each once, for ghosts.
  std::vector<Eigen::Vector3d> farthest() const;

 private:
  bool is_low_and_free(const Eigen::Vector3d& displacement) const;
  bool is_free(const Eigen::Vector3d& displacement) const;
  Eigen::Vector3d place(const Eigen::Vector3i& node) const;
  int index(const Eigen::Vector3i& node) const;
  void flood();

  const PartFigure& part_;
  const BasinFigure& basin_;
  std::optional<OutlineDistance> outline_;  ///< of the seated part
  double touching_;                         ///< a gap so much below 0 is taken for a touch
  std::vector<char> connected_;             ///< nodes of a grid over the extent
};

}  // namespace pawl::draw
