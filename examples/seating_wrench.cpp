// SPDX-License-Identifier: MIT
// Answers two questions about a block on two fixels that shall slide right to its stop. Which wrenches certainly move
// the block to the stop, for any friction between 0.1 and 0.3? How large is the margin of the best of these wrenches?
#include <pawl/base/angle.h>
#include <pawl/modes/ambiguity.h>

#include <iostream>

int main() {
  const pawl::Friction friction(0.1, 0.3);
  pawl::ContactSet block;
  block.contacts = {{{-0.5, -0.5}, {0, 1}, friction, 0, true},
                    {{0.5, -0.5}, {0, 1}, friction, 0, true},
                    {{1, -0.25}, {-1, 0}, friction, 0.01, false}};
  block.inertia = 5.0 / 12;

  const pawl::ModeAmbiguity slide = pawl::Ambiguity(block).of_mode("rra");
  if (slide.safe.empty()) {
    std::cout << "no wrench is safe\n";
    return 1;
  }
  const pawl::SafePiece& best = slide.safe.front();
  std::cout << "safe up to friction 0.3: push along " << best.wrench.x() << " " << best.wrench.y() << ", "
            << pawl::degrees(best.margin) << " degrees to spare\n";
}
