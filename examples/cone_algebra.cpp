// SPDX-License-Identifier: MIT
// Computes with the wrench cones of a peg between two walls. The peg has half-width w = 1; the right wall touches it at
// the height -h and the left wall at the height h. If h < mu w, every wrench that seats the peg can also wedge it.
#include <pawl/base/angle.h>
#include <pawl/modes/wrench_cone.h>

#include <iostream>

int main() {
  for (const double h : {0.3, 0.7}) {
    pawl::ContactSet peg;
    const double mu = 0.5;
    peg.contacts = {{{1, -h}, {-1, 0}, mu, 0, true}, {{-1, h}, {1, 0}, mu, 0, true}, {{0, -2}, {0, 1}, mu, 0.1, false}};
    const pawl::Cone seat = pawl::wrench_cone(peg, pawl::Mode("lra")).cone;
    const pawl::Cone jam = pawl::wrench_cone(peg, pawl::Mode("nns")).cone;
    const pawl::WidestDirection widest = pawl::widest_direction(seat, peg.radius_of_gyration());
    std::cout << "h = " << h << ": seating " << (jam.contains(seat) ? "always risks" : "need not risk") << " a jam; "
              << "the widest seating wrench has a margin of " << pawl::degrees(widest.margin) << " degrees\n";
    if (jam.contains(seat) != (h < mu)) return 1;
  }
  return 0;
}
