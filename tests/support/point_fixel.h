// SPDX-License-Identifier: MIT
#pragma once

#include <pawl/io/task.h>

namespace pawl::oracle {

/// Returns a pin without a radius.
inline Fixel point_at(double x, double y) {
  Fixel fixel;
  fixel.at = {x, y};
  return fixel;
}

inline Fixel pin_at(double x, double y, double radius) {
  Fixel fixel = point_at(x, y);
  fixel.radius = radius;
  return fixel;
}

}  // namespace pawl::oracle
