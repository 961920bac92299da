// SPDX-License-Identifier: MIT
#include <pawl/friction/stiffness.h>

#include <cmath>

#include "base/validator.h"

namespace pawl {

double hertz_stiffness(double modulus, double radius, double load) {
  internal::Validator faults;
  faults.positive("/modulus", modulus);
  faults.positive("/radius", radius);
  faults.positive("/load", load);
  faults.finish();
  const double depth = std::cbrt(load * load / (modulus * modulus * radius));
  return load / depth;
}

double foundation_stiffness(double modulus, double area, double thickness, int elements) {
  internal::Validator faults;
  faults.positive("/modulus", modulus);
  faults.positive("/area", area);
  faults.positive("/thickness", thickness);
  if (elements < 1) faults.add("/elements", elements, "must be at least 1");
  faults.finish();
  return modulus * area / (thickness * elements);
}

}  // namespace pawl
