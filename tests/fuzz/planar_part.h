// SPDX-License-Identifier: MIT
// A part made from the fuzzer's bytes.
#pragma once

#include <pawl/io/task.h>

#include <cmath>
#include <numbers>

#include "fuzz_input.h"

namespace pawl::fuzz {

/// Returns a disc, or a star-shaped polygon with 3 to 8 vertices around (0, 0). The coordinates may be whole numbers.
/// Many of these outlines are invalid.
inline Outline outline_in(Bytes& bytes) {
  const int count = bytes.whole(2, 8);
  if (count == 2) return Disc{{bytes.number(), bytes.number()}, std::fabs(bytes.number())};
  const bool whole = bytes.flag();
  Polygon polygon;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * (k + bytes.between(0, .9)) / count, radius = bytes.between(1, 20);
    const Eigen::Vector2d vertex(radius * std::cos(angle), radius * std::sin(angle));
    polygon.vertices.push_back(whole ? Eigen::Vector2d(vertex.array().round()) : vertex);
  }
  return polygon;
}

inline Task task_in(Bytes& bytes) {
  Task task;
  task.part.outline = outline_in(bytes);
  task.part.mass = 1;
  task.friction = Friction(bytes.one_of<6>({0, .1, .2, .5, 1, 3}));
  switch (bytes.whole(0, 3)) {
    case 1:
      task.actuator = TrayActuator{};
      break;
    case 2:
      task.actuator = PushActuator{{bytes.number(), bytes.number()}, bytes.between(-4, 0), bytes.between(0, 4)};
      break;
    case 3:
      task.actuator = SpringActuator{{bytes.number(), bytes.number()}, {bytes.number(), bytes.number()}, 0};
      break;
    default:
      break;
  }
  return task;
}

}  // namespace pawl::fuzz
