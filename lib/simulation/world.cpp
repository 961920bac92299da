// SPDX-License-Identifier: MIT
#include "simulation/world.h"

#include <algorithm>

#include "simulation/motion.h"

namespace pawl::internal {
namespace {

using Vector = Eigen::Vector2d;

int mover_of(const System& system, Solid solid) {
  switch (solid.kind) {
    case Solid::Kind::ground:
      return -1;
    case Solid::Kind::body:
      return static_cast<int>(solid.index);
    case Solid::Kind::link:
      break;
  }
  return mover_of_link(system, solid.index);
}

double lever_of(const Boundary& boundary) {
  const bool circle = boundary.sides.size() == 1 && !boundary.sides[0].straight();
  return circle ? boundary.sides[0].center.norm() : boundary.reach;
}

}  // namespace

World::World(const System& system)
    : carried_(1 + system.bodies.size() + system.joints.size() + joints_with_limits(system).size()) {
  for (const Shape& shape : system.shapes) {
    const int mover = mover_of(system, shape.solid);
    carried_[static_cast<std::size_t>(mover + 1)].push_back(static_cast<int>(shapes_.size()));
    shapes_.push_back({mover, boundary_of(shape.outline).moved(shape.pose)});
    shapes_.back().lever = lever_of(shapes_.back().boundary);
  }
  const auto join = [&](const Solid& a, const Solid& b) {
    const int first = mover_of(system, a), second = mover_of(system, b);
    joined_.emplace_back(std::min(first, second), std::max(first, second));
  };
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const int parent = system.joints[i].parent;
    join(Solid::link(i), parent < 0 ? Solid::ground() : Solid::link(static_cast<std::size_t>(parent)));
  }
  for (const Pin& pin : system.pins) join(pin.a, pin.b);
  std::sort(joined_.begin(), joined_.end());
}

bool World::joined(int shape_a, int shape_b) const {
  const int a = shape(shape_a).mover, b = shape(shape_b).mover;
  return std::binary_search(joined_.begin(), joined_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

bool World::may_touch(int shape_a, int shape_b) const {
  const int a = shape(shape_a).mover, b = shape(shape_b).mover;
  if (a == b) return false;
  if (joined_.empty() || !joined(shape_a, shape_b)) return true;
  const std::pair<int, int> pair(std::min(shape_a, shape_b), std::max(shape_a, shape_b));
  return std::min(a, b) < 0 && !std::binary_search(passing_.begin(), passing_.end(), pair);
}

PlacedBoundary World::placed(int i, const std::vector<Placement>& movers) const {
  const WorldShape& one = shape(i);
  return {&one.boundary, one.mover < 0 ? Placement() : movers[static_cast<std::size_t>(one.mover)]};
}

BroadPhase::Box BroadPhase::box_of(const World& world, int i, const std::vector<Placement>& places,
                                   const std::vector<MotionBound>& bounds) {
  const World::WorldShape& one = world.shape(i);
  const BoundaryBox& own = one.boundary.box;
  if (one.mover < 0) return {own.low, own.high, i};
  const std::size_t mover = static_cast<std::size_t>(one.mover);
  const Placement& place = places[mover];
  const Vector half = (own.high - own.low) / 2;
  const Vector center = place.point((own.high + own.low) / 2);
  const double c = std::fabs(place.cosine), s = std::fabs(place.sine);
  const Vector turned(c * half.x() + s * half.y(), s * half.x() + c * half.y());
  const Vector room = turned + Vector::Constant(bounds[mover].of_point(one.lever));
  return {center - room, center + room, i};
}

/// Along which the boxes of movers spread.
int BroadPhase::long_axis(const World& world) const {
  BoundaryBox all;
  for (const Box& box : boxes_) {
    if (world.shape(box.shape).mover >= 0) all.add(box.low);
  }
  const Vector spread = all.high - all.low;
  return spread.y() > spread.x() ? 1 : 0;
}

void BroadPhase::find(const World& world, const std::vector<Placement>& places, const std::vector<MotionBound>& bounds,
                      const std::vector<int>& movers, std::vector<std::pair<int, int>>& pairs) {
  pairs.clear();
  boxes_.clear();
  const auto add = [&](int mover) {
    for (const int shape : world.shapes_of(mover)) boxes_.push_back(box_of(world, shape, places, bounds));
  };
  add(-1);
  for (const int mover : movers) add(mover);
  const int along = long_axis(world), across = 1 - along;
  std::sort(boxes_.begin(), boxes_.end(), [along](const Box& a, const Box& b) {
    return a.low[along] != b.low[along] ? a.low[along] < b.low[along] : a.shape < b.shape;
  });
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Box& a = boxes_[i];
    for (std::size_t j = i + 1; j < boxes_.size() && boxes_[j].low[along] <= a.high[along]; ++j) {
      const Box& b = boxes_[j];
      if (b.low[across] > a.high[across] || a.low[across] > b.high[across]) continue;
      if (!world.may_touch(a.shape, b.shape)) continue;
      pairs.emplace_back(std::min(a.shape, b.shape), std::max(a.shape, b.shape));
    }
  }
  std::sort(pairs.begin(), pairs.end());
}

}  // namespace pawl::internal
