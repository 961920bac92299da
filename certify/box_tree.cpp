// SPDX-License-Identifier: MIT
#include "box_tree.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
BoxTree::BoxTree(const BoxJudge& judge, const PoseBox& domain, const Eigen::Vector3d& seed)
    : judge_(judge), domain_(domain), seed_{{0, 0, 0}, seed}, tree_(domain) {
  look(at(0));
  reach_again(0);
}

bool BoxTree::on_boundary(int leaf) const {
  const PoseBox& box = node(leaf).box;
  return (((box.centre - domain_.centre).cwiseAbs() + box.half).array() >= domain_.half.array()).any();
}

double BoxTree::level_within(const PoseBox& box) const {
  double level = 0;
  std::vector<int> open{0};
  while (!open.empty()) {
    const Node& node = this->node(open.back());
    open.pop_back();
    if (!tree_.touch(node.box, box)) continue;
    if (node.child >= 0) {
      open.insert(open.end(), {node.child, node.child + 1});
    } else if (!node.colliding) {
      level = std::max(level, node.least);
    }
  }
  return level;
}

void BoxTree::look(Node& node) const {
  std::vector<PossibleContact> possible;
  node.colliding = judge_.contacts().look(node.box, possible) == BoxContacts::Where::colliding;
  node.contacts = std::move(possible);
  node.least = judge_.least_potential(node.box);
}

/// What proves a box proves its halves, unless by their own bounds more may touch there: a checker sees those alone.
void BoxTree::inherit(const Node& whole, Node& half) const {
  const bool proved = (whole.proof == Proof::moving && judge_.proves(whole.twists[0], half.box, half.contacts)) ||
                      (whole.proof == Proof::near && judge_.proves_near(whole.twists, half.box, half.contacts));
  if (proved) half.proof = whole.proof;
}

void BoxTree::prove(Node& node) const {
  if (node.proof != Proof::unknown) return;
  node.proof = Proof::none;
  if (const auto twist = judge_.find_proof(node.box, node.contacts)) {
    node.proof = Proof::moving;
    node.twists[0] = *twist;
  } else if (const auto twists = judge_.find_near_proof(node.box, node.contacts)) {
    node.proof = Proof::near;
    node.twists = *twists;
  }
}

void BoxTree::reach(int k, double level, int parent) {
  Node& leaf = at(k);
  if (leaf.colliding || leaf.place >= 0) return;
  const double up = std::max(level, leaf.least);
  if (up >= leaf.level) return;
  leaf.level = up;
  leaf.parent = parent;
  wait(k);
}

void BoxTree::wait(int k) {
  heap_.emplace_back(node(k).level, k);
  std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
}

/// Whether a leaf's level is the one that the leaf it is reached from, or the goal, gives it now.
bool BoxTree::is_reached(int k) const {
  const Node& leaf = node(k);
  if (leaf.parent < 0) return leaf.level == std::max(0., leaf.least) && tree_.touch(leaf.box, seed_);
  const Node& from = node(leaf.parent);
  return from.place >= 0 && from.child < 0 && leaf.level == std::max(from.level, leaf.least);
}

/// A leaf's level from what is flooded now.
void BoxTree::reach_again(int k) {
  at(k).level = kNever;
  at(k).parent = -1;
  if (tree_.touch(node(k).box, seed_)) reach(k, 0, -1);
  tree_.for_each_touching(k, [&](int other) {
    if (node(other).place >= 0) reach(k, node(other).level, other);
  });
}

int BoxTree::flood(double enough, const StopToken& stop) {
  while (!heap_.empty()) {
    const double level = heap_.front().first;
    const int k = heap_.front().second;
    const bool current = node(k).place < 0 && node(k).child < 0 && level == node(k).level;
    const bool reached = current && is_reached(k);
    if (reached) {
      if (stop.stop_requested()) return k;
      prove(at(k));
      if (level >= enough || node(k).proof == Proof::none || on_boundary(k)) return k;
    }
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
    if (current && !reached) reach_again(k);
    if (!reached) continue;
    at(k).place = static_cast<int>(order_.size());
    order_.push_back(k);
    tree_.for_each_touching(k, [&](int other) { reach(other, level, k); });
  }
  return -1;
}

std::vector<int> BoxTree::way_to(int leaf) const {
  std::vector<int> way;
  for (int k = leaf; k >= 0; k = node(k).parent) way.push_back(k);
  return way;
}

void BoxTree::halve(int k) {
  const Eigen::Vector3d sizes(node(k).box.half.x(), node(k).box.half.y(), node(k).box.half.z() * judge_.mean_arm());
  int axis = 0;
  sizes.maxCoeff(&axis);
  at(k).contacts = {};
  const double level = node(k).level;
  tree_.halve(k, axis, [&](const Node& whole, Node& half) {
    half.twists = whole.twists;
    half.parent = k;  // no leaf any more: the half is to be reached again
    look(half);
    inherit(whole, half);
    half.level = std::max(level, half.least);
  });
}

void BoxTree::split(const std::vector<int>& leaves) {
  const int before = static_cast<int>(nodes().size());
  int kept = static_cast<int>(order_.size());
  for (const int k : leaves) {
    if (node(k).place >= 0) kept = std::min(kept, node(k).place);
    halve(k);
  }
  for (std::size_t place = static_cast<std::size_t>(kept); place < order_.size(); ++place) {
    const int k = order_[place];
    at(k).place = -1;
    if (node(k).child < 0) wait(k);
  }
  order_.resize(static_cast<std::size_t>(kept));
  for (int k = before; k < static_cast<int>(nodes().size()); ++k) {
    if (node(k).child < 0 && !node(k).colliding && node(k).level < kNever) wait(k);
  }
}

}  // namespace pawl::internal
