// SPDX-License-Identifier: MIT
#include "basin_slices.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "figure_motion.h"

namespace pawl::draw {
namespace {

constexpr int kNodes = 31;          // of the grid, along each axis
constexpr double kTouching = 5e-3;  // of the basin's size: a gap this much below 0 is taken for a touch

}  // namespace

double potential(const PartFigure& part, const LoadFigure& load, const Eigen::Vector3d& displacement) {
  const Displacement displaced = displacement_of(part, displacement);
  const Eigen::Vector2d to = displaced(load.at);
  if (load.anchor) return load.force.norm() * ((to - *load.anchor).norm() - (load.at - *load.anchor).norm());
  return -load.force.dot(to - load.at) - load.torque * displacement.z();
}

BasinSamples::BasinSamples(const PartFigure& part, const BasinFigure& basin)
    : part_(part), basin_(basin), touching_(kTouching * (basin.extent[1] - basin.extent[0]).head<2>().maxCoeff()) {
  if (!part.outline) return;
  outline_.emplace(*part.outline);
  flood();
}

bool BasinSamples::is_free(const Eigen::Vector3d& displacement) const {
  return std::all_of(part_.fixels.begin(), part_.fixels.end(), [&](const FixelFigure& fixel) {
    // Where the part stands still, the fixel moves the other way.
    const Eigen::Vector2d arm = fixel.at - displacement.head<2>() - part_.center;
    return (*outline_)(part_.center + turned(arm, -displacement.z())) > fixel.radius - touching_;
  });
}

bool BasinSamples::is_low_and_free(const Eigen::Vector3d& displacement) const {
  return potential(part_, basin_.load, displacement) <= basin_.depth && is_free(displacement);
}

Eigen::Vector3d BasinSamples::place(const Eigen::Vector3i& node) const {
  const Eigen::Vector3d size = basin_.extent[1] - basin_.extent[0];
  return basin_.extent[0] + (node.cast<double>() / (kNodes - 1)).cwiseProduct(size);
}

int BasinSamples::index(const Eigen::Vector3i& node) const {
  return (node.x() * kNodes + node.y()) * kNodes + node.z();
}

/// From the node nearest to the goal, which itself lies on none. Not from the lowest: beyond a pass it may go down.
void BasinSamples::flood() {
  std::vector<char> low(static_cast<std::size_t>(kNodes * kNodes * kNodes), 0);
  std::optional<Eigen::Vector3i> nearest;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kNodes * kNodes * kNodes; ++k) {
    const Eigen::Vector3i node(k / (kNodes * kNodes), k / kNodes % kNodes, k % kNodes);
    if (!is_low_and_free(place(node))) continue;
    low[static_cast<std::size_t>(k)] = 1;
    const double distance = place(node).cwiseQuotient(basin_.extent[1] - basin_.extent[0]).norm();
    if (distance >= least) continue;
    least = distance;
    nearest = node;
  }
  if (!nearest) return;
  connected_.assign(low.size(), 0);
  std::vector<Eigen::Vector3i> open{*nearest};
  connected_[static_cast<std::size_t>(index(*nearest))] = 1;
  while (!open.empty()) {
    const Eigen::Vector3i node = open.back();
    open.pop_back();
    for (int k = 0; k < 27; ++k) {
      const Eigen::Vector3i next = node + Eigen::Vector3i(k / 9 - 1, k / 3 % 3 - 1, k % 3 - 1);
      if (next.minCoeff() < 0 || next.maxCoeff() >= kNodes) continue;
      const auto at = static_cast<std::size_t>(index(next));
      if (low[at] == 0 || connected_[at] != 0) continue;
      connected_[at] = 1;
      open.push_back(next);
    }
  }
}

bool BasinSamples::holds(const Eigen::Vector3d& displacement) const {
  if (connected_.empty()) return false;
  const Eigen::Vector3d size = basin_.extent[1] - basin_.extent[0];
  const Eigen::Vector3d part = (displacement - basin_.extent[0]).cwiseQuotient(size) * (kNodes - 1);
  if (!(part.minCoeff() >= 0 && part.maxCoeff() <= kNodes - 1) || !is_low_and_free(displacement)) return false;
  // Of the component where one of the nodes round it is: of those a step further too, where it is thin.
  const Eigen::Vector3i base = part.array().floor().cast<int>();
  for (int k = 0; k < 64; ++k) {
    const Eigen::Vector3i node = base + Eigen::Vector3i(k / 16 - 1, k / 4 % 4 - 1, k % 4 - 1);
    if (node.minCoeff() < 0 || node.maxCoeff() >= kNodes) continue;
    if (connected_[static_cast<std::size_t>(index(node))] != 0) return true;
  }
  return false;
}

std::vector<Eigen::Vector3d> BasinSamples::farthest() const {
  std::vector<Eigen::Vector3d> found;
  for (const auto& [axis, sign] : {std::pair(0, 1), {0, -1}, {1, 1}, {1, -1}, {2, 1}, {2, -1}}) {
    std::optional<Eigen::Vector3d> best;
    for (int k = 0; k < kNodes * kNodes * kNodes && !connected_.empty(); ++k) {
      if (connected_[static_cast<std::size_t>(k)] == 0) continue;
      const Eigen::Vector3d at = place({k / (kNodes * kNodes), k / kNodes % kNodes, k % kNodes});
      if (!best || sign * at[axis] > sign * (*best)[axis]) best = at;
    }
    if (best && std::find(found.begin(), found.end(), *best) == found.end()) found.push_back(*best);
  }
  return found;
}

}  // namespace pawl::draw
