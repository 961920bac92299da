// SPDX-License-Identifier: MIT
// Lists all feasible contact modes of a block on two fixels, that is, the ways in which it can move.
#include <pawl/modes/feasible_modes.h>

#include <iostream>

int main() {
  pawl::ContactSet block;
  block.inertia = 5.0 / 12;
  block.contacts = {{{-0.5, -0.5}, {0, 1}, 0.2, 0, true}, {{0.5, -0.5}, {0, 1}, 0.2, 0, true}};
  const auto modes = pawl::feasible_modes(block);
  for (const pawl::FeasibleMode& feasible : modes) {
    std::cout << feasible.mode.str() << "  moves like " << feasible.acceleration.transpose() << "\n";
  }
  return modes.size() == 10 ? 0 : 1;
}
