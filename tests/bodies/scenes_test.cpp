// SPDX-License-Identifier: MIT
// Checks that the random scenes used by benchmarks and solver tests have their stated properties.
#include <doctest/doctest.h>
#include <pawl/friction/motion_problem.h>

#include "support/count.h"
#include "support/planar_scenes.h"

using namespace pawl;

TEST_CASE("random piles have the requested contacts, at rest and sliding") {
  oracle::RandomSystems random(1);
  int slid = 0;
  const int trials = oracle::count(60);
  for (int trial = 0; trial < trials; ++trial) {
    CAPTURE(trial);
    const int contacts = random.integer(1, 60);
    oracle::Scene pile = oracle::random_pile(random, contacts);
    REQUIRE(pile.contacts.size() == static_cast<std::size_t>(contacts));
    for (const ContactState state : contact_states(equations_of_motion(pile))) CHECK(state == ContactState::rolling);
    const int rolling = contacts * random.integer(0, 3) / 10;
    if (!oracle::set_sliding(pile, random, rolling)) continue;
    ++slid;
    const auto states = contact_states(equations_of_motion(pile));
    CHECK(std::count(states.begin(), states.end(), ContactState::rolling) == rolling);
    CHECK(std::count(states.begin(), states.end(), ContactState::open) == 0);
  }
  MESSAGE(slid << " of " << trials << " piles can slide as asked");
  CHECK(slid > trials / 3);
}
