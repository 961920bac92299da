// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/bodies/state.h>

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace pawl {

/// A place where two shapes touch, are near or penetrate: a round of one, which is a corner or an arc that bulges
/// outwards, against a side of the other, which is an edge or an arc.
struct Collision {
  std::size_t shape_a = 0, shape_b = 0;    ///< of System::shapes, shape_a < shape_b
  bool round_on_b = true;                  ///< whether the round is of b and the side of a
  int round = 0, side = 0;                 ///< in the order of the shape's outline; with the above a name that stays
  Eigen::Vector2d on_a{0, 0}, on_b{0, 0};  ///< the nearest points, world, m
  Eigen::Vector2d normal{0, 1};            ///< unit, from a into b
  double gap = 0;                          ///< m, negative where they penetrate
};

/// The contacts of a system's shapes in one state: all pairs of features, of shapes on different movers, whose gap is
/// at most `within`, m, where the round lies before the side itself (not before what is beyond its ends). An edge on an
/// edge are two collisions, at the ends of what they share, and where two corners meet each is listed with the sides of
/// the other; outlines need not be convex, and are not cut into pieces. Shapes of what joints and pins join are left
/// out, as in steps (see Stepper). Ascending by shapes.
///
/// Found among pairs whose boxes meet: sorted and swept, O(n log n + pairs). Throws InputError unless system and state
/// are valid and `within` is finite and at least 0. What penetrates more deeply than 2e-8 m is not found by features:
/// ask overlapping_shapes().
std::vector<Collision> collide(const System& system, const State& state, double within = 1e-8);

}  // namespace pawl
