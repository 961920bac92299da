// SPDX-License-Identifier: MIT
#include "energy/reach_tree.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pawl::internal::inline planner {

ReachTree::ReachTree(const BoxContacts& contacts, const PoseBox& domain, std::vector<EnergySource> sources)
    : contacts_(contacts), tree_(domain), sources_(std::move(sources)) {
  std::stable_sort(sources_.begin(), sources_.end(),
                   [](const EnergySource& a, const EnergySource& b) { return a.energy > b.energy; });
}

void ReachTree::set_potential(Potential potential) {
  potential_ = std::move(potential);
  if (nodes().size() == 1) look(node(0));
  for (int k = 0; k < static_cast<int>(nodes().size()); ++k) node(k).height = potential_.least(node(k).box);
}

void ReachTree::look(Node& node) const {
  node.colliding = contacts_.look(node.box, node.contacts) == BoxContacts::Where::colliding;
  if (node.colliding) node.contacts = {};
}

template <class Visit>
void ReachTree::for_each_leaf_touching(const PoseBox& box, const Visit& visit) const {
  std::vector<int> open{0};
  while (!open.empty()) {
    const int k = open.back();
    open.pop_back();
    if (!tree_.touch(node(k).box, box)) continue;
    if (node(k).child < 0) {
      visit(k);
    } else {
      open.push_back(node(k).child + 1);
      open.push_back(node(k).child);
    }
  }
}

void ReachTree::reach(int k, double energy, int from, int source) {
  Node& leaf = node(k);
  if (leaf.colliding || leaf.inside() || leaf.height > energy) return;
  leaf.energy = energy;
  leaf.from = from;
  leaf.source = source;
  inside_.push_back(k);
}

const std::vector<int>& ReachTree::flood() {
  for (const int k : inside_) node(k).energy = kOutside;
  inside_.clear();
  std::size_t next = 0;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    const int source = static_cast<int>(i);
    for_each_leaf_touching(sources_[i].box, [&](int k) { reach(k, sources_[i].energy, -1, source); });
    for (; next < inside_.size(); ++next) {
      const int k = inside_[next];
      tree_.for_each_touching(k, [&](int other) { reach(other, node(k).energy, k, source); });
    }
  }
  return inside_;
}

bool ReachTree::on_boundary(int leaf) const {
  const PoseBox& box = node(leaf).box;
  return (((box.centre - domain().centre).cwiseAbs() + box.half).array() >= domain().half.array()).any();
}

bool ReachTree::is_free(const Eigen::Vector3d& pose, double energy) const {
  return potential_.at(pose) <= energy && contacts_.has_gap(pose, -contacts_.errors().sum() - contacts_.slack());
}

ReachTree::Way ReachTree::way_to(int leaf) const {
  Way way;
  for (int k = leaf; k >= 0; k = node(k).from) way.leaves.push_back(k);
  const auto between = [](const PoseBox& one, const PoseBox& other) -> Eigen::Vector3d {
    const Eigen::Vector3d low = (one.centre - one.half).cwiseMax(other.centre - other.half);
    const Eigen::Vector3d high = (one.centre + one.half).cwiseMin(other.centre + other.half);
    return (low + high) / 2;
  };
  for (std::size_t i = 0; i < way.leaves.size(); ++i) {
    const Node& here = node(way.leaves[i]);
    const Eigen::Vector3d& centre = here.box.centre;
    const Eigen::Vector3d to = i > 0 ? between(here.box, node(way.leaves[i - 1]).box) : end_of(way.leaves[i]);
    const PoseBox& last = i + 1 < way.leaves.size() ? node(way.leaves[i + 1]).box : sources_[here.source].box;
    const Eigen::Vector3d from = between(here.box, last);
    if (!passable(centre, from, here.energy) || !passable(centre, to, here.energy)) way.closed.push_back(way.leaves[i]);
  }
  return way;
}

/// Returns the pose at which a way to a leaf ends. If the leaf touches the boundary of the domain, this pose is on the
/// boundary. Otherwise it is the centre of the leaf.
Eigen::Vector3d ReachTree::end_of(int leaf) const {
  Eigen::Vector3d end = node(leaf).box.centre;
  for (int axis = 0; axis < 3; ++axis) {
    const double side = end[axis] < domain().centre[axis] ? -1 : 1, half = node(leaf).box.half[axis];
    if (std::fabs(end[axis] - domain().centre[axis]) + half < domain().half[axis]) continue;
    end[axis] += side * half;
    break;
  }
  return end;
}

/// Returns whether all sampled poses of a straight motion are free and have a potential of at most `energy`.
bool ReachTree::passable(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double energy) const {
  constexpr double kSpacing = 0x1p-6;  // distance between two samples, as a fraction of the largest distance of the
                                       // part's points from its origin
  const double reach = contacts_.boundary().reach, way = (to - from).head<2>().norm() + reach * std::fabs((to - from).z());
  const int count = std::clamp(static_cast<int>(way / (kSpacing * reach)), 2, 64);
  for (int i = 0; i <= count; ++i) {
    if (!is_free(from + (1. * i / count) * (to - from), energy)) return false;
  }
  return true;
}

double ReachTree::size(int leaf) const {
  const Eigen::Vector3d& half = node(leaf).box.half;
  return std::max({half.x(), half.y(), half.z() * contacts_.boundary().reach});
}

void ReachTree::halve(const std::vector<int>& leaves, int threads,
                      const std::function<void(const Node&, Node&)>& inherit) {
  const auto longest = [&](const Node& node) { return longest_axis(node.box, contacts_.mean_arm()); };
  const auto make = [&](const Node& whole, Node& made) {
    look(made);
    made.height = potential_.least(made.box);
    if (inherit && !made.colliding) inherit(whole, made);
  };
  tree_.halve(leaves, longest, make, threads);
  for (const int k : leaves) {
    node(k).energy = kOutside;
    node(k).contacts = {};
  }
}

}  // namespace pawl::internal::inline planner
