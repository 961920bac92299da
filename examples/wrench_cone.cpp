// SPDX-License-Identifier: MIT
// Computes the worked example of Balkcom, Trinkle and Gottlieb: a disc that rolls on one fixel towards another fixel.
#include <pawl/modes/wrench_cone.h>

#include <iostream>

int main() {
  pawl::ContactSet disc;
  disc.contacts = {{{0, -1}, {0, 1}, 0.2, 0, true}, {{1, 0}, {-1, 0}, 0.2, 0.0005, false}};
  const pawl::WrenchCone na = pawl::wrench_cone(disc, pawl::Mode("na"));
  std::cout << "wrenches that roll it there are spanned by\n";
  for (const Eigen::Vector3d& ray : na.cone.rays()) std::cout << "  " << ray.transpose() << "\n";
  const bool pushes = na.admits({1, 0, -1});
  const bool presses = na.admits({0, -1, 0});
  std::cout << "a push at the top does: " << pushes << ", pressing down alone does: " << presses << "\n";
  return pushes && !presses ? 0 : 1;
}
