// SPDX-License-Identifier: MIT
#include "simulation/world.h"

#include <fmt/format.h>
#include <pawl/base/fault.h>
#include <pawl/simulation/overlapping_shapes.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bodies/equations_of_motion.h"
#include "geometry/overlap.h"

namespace pawl::internal::inline simulation {

using Vector = Eigen::Vector2d;

std::vector<std::pair<int, int>> overlaps(const World& world, const std::vector<Placement>& placements,
                                          bool with_ground_on_ground) {
  const std::vector<MotionBound> still(placements.size());
  std::vector<std::pair<int, int>> near, found;
  BroadPhase().find(world, placements, still, all_links(placements.size()), near);
  if (with_ground_on_ground) {
    const int count = static_cast<int>(world.shapes().size());
    for (int a = 0; a < count; ++a) {
      for (int b = a + 1; b < count; ++b) {
        if (world.shape(a).link < 0 && world.shape(b).link < 0) near.emplace_back(a, b);
      }
    }
  }
  for (const auto& [a, b] : near) {
    if (overlap(world.placed(a, placements), world.placed(b, placements), tolerance::kTouching))
      found.emplace_back(a, b);
  }
  return found;
}

void let_joined_pass(World& world, const std::vector<Placement>& placements) {
  world.let_pass({});
  std::vector<std::pair<int, int>> passing;
  for (const std::pair<int, int>& pair : overlaps(world, placements, false)) {
    if (world.joined(pair.first, pair.second)) passing.push_back(pair);
  }
  world.let_pass(std::move(passing));
}

void require_no_overlap(const World& world, const std::vector<Placement>& placements) {
  std::vector<Fault> faults;
  for (const auto& [a, b] : overlaps(world, placements, false)) {
    if (world.joined(a, b)) continue;
    faults.push_back({fmt::format("/shapes/{}", b), "", fmt::format("overlaps shape {} by more than 1e-8 m", a)});
  }
  if (!faults.empty()) throw InputError(std::move(faults));
}

}  // namespace pawl::internal::inline simulation

namespace pawl {
namespace {

std::vector<internal::Placement> placements_of(const System& system, const State& state) {
  const internal::Kinematics kinematics(system, state);
  std::vector<internal::Placement> placements;
  const auto add = [&](const Solid& solid) {
    const internal::SolidMotion& motion = kinematics.motion(solid);
    placements.emplace_back(motion.origin, motion.angle);
  };
  for (std::size_t i = 0; i < system.bodies.size(); ++i) add(Solid::body(i));
  for (std::size_t i = 0; i < system.joints.size(); ++i) add(Solid::link(i));
  return placements;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> overlapping_shapes(const System& system, const State& state) {
  validate(system, state);
  std::vector<std::pair<std::size_t, std::size_t>> result;
  const internal::World world(system);
  for (const auto& [a, b] : internal::overlaps(world, placements_of(system, state), true)) {
    if (world.joined(a, b)) continue;
    result.emplace_back(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
  }
  return result;
}

std::vector<std::size_t> idle_pair_springs(const System& system, const State& state) {
  validate(system, state);
  internal::World world(system);
  internal::let_joined_pass(world, placements_of(system, state));
  std::vector<std::size_t> idle;
  for (std::size_t i = 0; i < system.pair_springs.size(); ++i) {
    const PairSpring& pair = system.pair_springs[i];
    if (!world.may_touch(static_cast<int>(pair.shape_a), static_cast<int>(pair.shape_b))) idle.push_back(i);
  }
  return idle;
}

}  // namespace pawl

namespace pawl::internal::inline simulation {
namespace {

int link_of(const System& system, Solid solid) {
  switch (solid.kind) {
    case Solid::Kind::ground:
      return -1;
    case Solid::Kind::body:
      return static_cast<int>(solid.index);
    case Solid::Kind::link:
      break;
  }
  return link_of_joint(system, solid.index);
}

double lever_of(const Boundary& boundary) {
  const bool circle = boundary.sides.size() == 1 && !boundary.sides[0].straight();
  return circle ? boundary.sides[0].center.norm() : boundary.reach;
}

}  // namespace

std::vector<SpringPin> spring_pins_of(const System& system) {
  std::vector<SpringPin> found;
  for (std::size_t i = 0; i < system.pins.size(); ++i) {
    const Pin& pin = system.pins[i];
    if (pin.stiffness) found.push_back({i, link_of(system, pin.a), link_of(system, pin.b)});
  }
  return found;
}

World::World(const System& system)
    : carried_(1 + system.bodies.size() + system.joints.size() + joints_with_stops(system).size()) {
  for (const Shape& shape : system.shapes) {
    const int link = link_of(system, shape.solid);
    carried_[link + 1].push_back(static_cast<int>(shapes_.size()));
    shapes_.push_back({link, boundary_of(shape.loops()).moved(shape.pose)});
    shapes_.back().lever = lever_of(shapes_.back().boundary);
  }
  const auto join = [&](const Solid& a, const Solid& b) {
    const int first = link_of(system, a), second = link_of(system, b);
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
  const int a = shape(shape_a).link, b = shape(shape_b).link;
  return std::binary_search(joined_.begin(), joined_.end(), std::pair(std::min(a, b), std::max(a, b)));
}

bool World::may_touch(int shape_a, int shape_b) const {
  const int a = shape(shape_a).link, b = shape(shape_b).link;
  if (a == b) return false;
  if (joined_.empty() || !joined(shape_a, shape_b)) return true;
  const std::pair<int, int> pair(std::min(shape_a, shape_b), std::max(shape_a, shape_b));
  return std::min(a, b) < 0 && !std::binary_search(passing_.begin(), passing_.end(), pair);
}

PlacedBoundary World::placed(int i, const std::vector<Placement>& placements) const {
  const WorldShape& one = shape(i);
  return {&one.boundary, one.link < 0 ? Placement() : placements[one.link]};
}

BroadPhase::Box BroadPhase::box_of(const World& world, int i, const std::vector<Placement>& placements,
                                   const std::vector<MotionBound>& bounds) {
  const World::WorldShape& one = world.shape(i);
  const BoundaryBox& own = one.boundary.box;
  if (one.link < 0) return {own.low, own.high, i};
  const std::size_t link = static_cast<std::size_t>(one.link);
  const Placement& place = placements[link];
  const Vector half = (own.high - own.low) / 2;
  const Vector center = place.point((own.high + own.low) / 2);
  const double c = std::fabs(place.cosine), s = std::fabs(place.sine);
  const Vector turned(c * half.x() + s * half.y(), s * half.x() + c * half.y());
  const Vector room = turned + Vector::Constant(bounds[link].of_point(one.lever));
  return {center - room, center + room, i};
}

/// Returns the axis (0 for x, 1 for y) along which the lower ends of the links' boxes extend farther.
int BroadPhase::long_axis(const World& world) const {
  BoundaryBox all;
  for (const Box& box : boxes_) {
    if (world.shape(box.shape).link >= 0) all.add(box.low);
  }
  const Vector spread = all.high - all.low;
  return spread.y() > spread.x() ? 1 : 0;
}

void BroadPhase::find(const World& world, const std::vector<Placement>& placements,
                      const std::vector<MotionBound>& bounds, const std::vector<int>& links,
                      std::vector<std::pair<int, int>>& pairs) {
  pairs.clear();
  boxes_.clear();
  const auto add = [&](int link) {
    for (const int shape : world.shapes_of(link)) boxes_.push_back(box_of(world, shape, placements, bounds));
  };
  add(-1);
  for (const int link : links) add(link);
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

std::vector<int> joints_with_stops(const System& system) {
  std::vector<int> limited;
  for (std::size_t i = 0; i < system.joints.size(); ++i) {
    const Joint& joint = system.joints[i];
    const bool limits = std::isfinite(joint.lower) || std::isfinite(joint.upper);
    if (limits || joint.spring_stiffness) limited.push_back(static_cast<int>(i));
  }
  return limited;
}

std::vector<int> all_links(std::size_t count) {
  std::vector<int> links(count);
  std::iota(links.begin(), links.end(), 0);
  return links;
}

void set_motion(const System& system, const State& state, Motion& motion) {
  const Eigen::Index bodies = 3 * static_cast<Eigen::Index>(system.bodies.size());
  const auto joints = static_cast<Eigen::Index>(system.joints.size());
  if (joints == 0) {
    motion.q = state.q;
    motion.u = state.u;
  } else {
    const std::vector<int> limited = joints_with_stops(system);
    const Eigen::Index links = bodies + 3 * (joints + static_cast<Eigen::Index>(limited.size()));
    motion.q.setZero(links);
    motion.u.setZero(links);
    motion.q.head(bodies) = state.q.head(bodies);
    motion.u.head(bodies) = state.u.head(bodies);
    const Kinematics kinematics(system, state);
    for (Eigen::Index i = 0; i < joints; ++i) {
      const SolidMotion& link = kinematics.motion(Solid::link(static_cast<std::size_t>(i)));
      motion.q.segment<3>(bodies + 3 * i) << link.origin, link.angle;
      motion.u.segment<3>(bodies + 3 * i) << link.velocity, link.spin;
    }
    for (std::size_t k = 0; k < limited.size(); ++k) {
      const Eigen::Index stop = bodies + 3 * (joints + static_cast<Eigen::Index>(k));
      motion.q[stop] = state.position(static_cast<std::size_t>(limited[k]));
      motion.u[stop] = state.velocity(static_cast<std::size_t>(limited[k]));
    }
  }
  motion.positions = state.q.tail(joints);
  motion.rates = state.u.tail(joints);
  motion.placements.resize(static_cast<std::size_t>(motion.q.size() / 3));
  for (int link = 0; link < static_cast<int>(motion.placements.size()); ++link) motion.update_placement(link);
}

void set_state(const Motion& motion, State& state) {
  const Eigen::Index joints = motion.positions.size(), bodies = state.q.size() - joints;
  state.q.head(bodies) = motion.q.head(bodies);
  state.u.head(bodies) = motion.u.head(bodies);
  state.q.tail(joints) = motion.positions;
  state.u.tail(joints) = motion.rates;
}

}  // namespace pawl::internal::inline simulation
