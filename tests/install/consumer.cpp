// SPDX-License-Identifier: MIT
#include <pawl/cones/wrench_cone.h>

#include <iostream>

int main() {
  pawl::ContactSet disc;
  disc.contacts = {{{0, -1}, {0, 1}, 0.2, 0, true}, {{1, 0}, {-1, 0}, 0.2, 0.0005, false}};
  const pawl::WrenchCone cone = pawl::wrench_cone(disc, pawl::Mode("na"));
  std::cout << cone.cone.rays().size() << " rays\n";
  return cone.certified ? 0 : 1;
}
