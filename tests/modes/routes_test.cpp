// SPDX-License-Identifier: MIT
// Compares independent methods for the same answers on random tasks. PAWL_TEST_COUNT sets the number of tasks. The
// usual counts keep the test run short; PAWL_TEST_COUNT=100000 is the full count.
#include <doctest/doctest.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include "support/count.h"
#include "support/mode_oracle.h"
#include "support/random_contacts.h"

using namespace pawl;

TEST_CASE("routes enrsv and sum give the same cones") {
  if (!has_route_enrsv()) return;
  oracle::RandomContacts random(3);
  const int tasks = oracle::count(300);
  long cones = 0;
  for (int task = 0; task < tasks; ++task) {
    const int least = task % 25 == 0 ? 5 : 1;
    const ContactSet set = random.set(least, least == 1 ? 4 : 8);
    for (const FeasibleMode& feasible : feasible_modes(set)) {
      CAPTURE(task);
      CAPTURE(feasible.mode.str());
      const WrenchCone sum = wrench_cone(set, feasible.mode, Route::sum);
      const WrenchCone published = wrench_cone(set, feasible.mode, Route::enrsv);
      REQUIRE(sum.feasible);
      REQUIRE(sum.cone == published.cone);
      ++cones;
    }
  }
  MESSAGE(tasks << " tasks, " << cones << " cones");
  CHECK(cones > tasks);
}

TEST_CASE("wrenches, also those on boundaries, get the same verdict as from a linear program over the mode's rows") {
  oracle::RandomContacts random(5);
  const int wanted = oracle::count(1000);
  int checked = 0;
  int on_boundary = 0;
  int consistent = 0;
  while (checked < wanted) {
    const ContactSet set = random.set(1, 4);
    for (const WrenchCone& cone : wrench_cones(set)) {
      // Tests random wrenches. If the integer rays of the cone are small, also tests exact sums of the rays, which are
      // on faces and on rays of the cone.
      std::vector<Eigen::Vector3d> wrenches{random.wrench()};
      const auto exact = cone.cone.exact_rays();
      Eigen::Vector3d edge = Eigen::Vector3d::Zero();
      for (std::size_t i = 0; i < exact.size() && i < 2; ++i) {
        for (int k = 0; k < 3; ++k) {
          if (exact[i][static_cast<std::size_t>(k)].size() < 15) {
            edge[k] += std::stod(exact[i][static_cast<std::size_t>(k)]);
          }
        }
        wrenches.push_back(edge);
      }
      for (const Eigen::Vector3d& g : wrenches) {
        CAPTURE(cone.mode.str());
        const bool expected = oracle::consistent(set, cone.mode.str(), g);
        REQUIRE(cone.admits(g) == expected);
        ++checked;
        consistent += expected;
        on_boundary += cone.cone.contains(g) && !cone.cone.contains_inside(g);
      }
    }
  }
  MESSAGE(checked << " wrenches, " << consistent << " consistent, " << on_boundary << " on a boundary");
  CHECK(on_boundary > 0);
}

TEST_CASE("every wrench has a consistent mode at rest [TPSL97, theorem 1a]") {
  oracle::RandomContacts random(7);
  const int tasks = oracle::count(200);
  for (int task = 0; task < tasks; ++task) {
    const ContactSet set = random.set(1, 4);
    const auto cones = wrench_cones(set);
    for (int i = 0; i < 5; ++i) {
      const Eigen::Vector3d g = random.wrench();
      CHECK(std::any_of(cones.begin(), cones.end(), [&](const WrenchCone& cone) { return cone.admits(g); }));
    }
  }
}
