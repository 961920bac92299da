// SPDX-License-Identifier: MIT
// A program that uses the installed package. It computes the wrench cone of mode `na` for the disc between two fixels
// of [BTG02, section 4].
#include <pawl/pawl.h>

#include <iostream>

int main() {
  pawl::ContactSet disc;
  disc.contacts = {{{0, -1}, {0, 1}, 0.2, 0, true}, {{1, 0}, {-1, 0}, 0.2, 0.0005, false}};
  const pawl::WrenchCone cone = pawl::wrench_cone(disc, pawl::Mode("na"));
  std::cout << cone.cone.rays().size() << " rays\n";
  const pawl::Cone published = pawl::Cone::from_rays({{1, 0, -1}, {-.2, -1, -.2}, {.2, -1, .2}});
  const bool alone = pawl::Ambiguity(disc).of_wrench({1, 0, -1}).determinate();
  return alone && cone.certified && cone.cone == published ? 0 : 1;
}
