// SPDX-License-Identifier: MIT
#include "box_tree.h"

#include <algorithm>
#include <cmath>

namespace pawl::internal {
namespace {

bool touch(const PoseBox& a, const PoseBox& b) {
  return ((a.centre - b.centre).cwiseAbs().array() <= (a.half + b.half).array()).all();
}

}  // namespace

BoxTree::BoxTree(const BoxJudge& judge, const PoseBox& domain, const Eigen::Vector3d& seed)
    : judge_(judge), domain_(domain), seed_{{0, 0, 0}, seed} {
  nodes_.emplace_back();
  nodes_[0].box = domain;
  look(0);
  reach_again(0);
}

bool BoxTree::on_boundary(int leaf) const {
  const PoseBox& box = node(leaf).box;
  return (((box.centre - domain_.centre).cwiseAbs() + box.half).array() >= domain_.half.array()).any();
}

void BoxTree::look(int k) {
  std::vector<PossibleContact> possible;
  Node& node = at(k);
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

/// Drops those that are split.
template <class Visit>
void BoxTree::for_each_touching(int k, const Visit& visit) {
  std::vector<int>& others = at(k).touching;
  std::erase_if(others, [&](int other) { return node(other).child >= 0; });
  for (const int other : others) visit(other);
}

void BoxTree::meet(int a, int b) {
  if (node(a).colliding || node(b).colliding || !touch(node(a).box, node(b).box)) return;
  at(a).touching.push_back(b);
  at(b).touching.push_back(a);
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
  if (leaf.parent < 0) return leaf.level == std::max(0., leaf.least) && touch(leaf.box, seed_);
  const Node& from = node(leaf.parent);
  return from.place >= 0 && from.child < 0 && leaf.level == std::max(from.level, leaf.least);
}

/// A leaf's level from what is flooded now.
void BoxTree::reach_again(int k) {
  at(k).level = kNever;
  at(k).parent = -1;
  if (touch(node(k).box, seed_)) reach(k, 0, -1);
  for_each_touching(k, [&](int other) {
    if (node(other).place >= 0) reach(k, node(other).level, other);
  });
}

int BoxTree::flood(double enough, const StopToken& stop) {
  while (!heap_.empty()) {
    const auto [level, k] = heap_.front();
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
    for_each_touching(k, [&](int other) { reach(other, level, k); });
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
  const int first = static_cast<int>(nodes_.size());
  for (const double side : {-1., 1.}) {
    Node half;
    half.box = node(k).box;
    half.box.half[axis] /= 2;
    half.box.centre[axis] += side * half.box.half[axis];
    half.depth = node(k).depth + 1;
    half.twists = node(k).twists;
    half.parent = k;  // no leaf any more: the half is to be reached again
    nodes_.push_back(std::move(half));
  }
  at(k).child = first;
  at(k).axis = axis;
  at(k).contacts = {};
  const std::vector<int> touching = std::move(at(k).touching);
  for (const int child : {first, first + 1}) {
    look(child);
    inherit(node(k), at(child));
    at(child).level = std::max(node(k).level, node(child).least);
  }
  meet(first, first + 1);
  for (const int other : touching) {
    if (node(other).child >= 0) continue;
    meet(first, other);
    meet(first + 1, other);
  }
}

void BoxTree::split(const std::vector<int>& leaves) {
  const int before = static_cast<int>(nodes_.size());
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
  for (int k = before; k < static_cast<int>(nodes_.size()); ++k) {
    if (node(k).child < 0 && !node(k).colliding && node(k).level < kNever) wait(k);
  }
}

}  // namespace pawl::internal
