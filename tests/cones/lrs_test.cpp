// SPDX-License-Identifier: MIT
// An oracle: lrslib, which uses reverse search in exact arithmetic, must find the same number of faces.
#include <doctest/doctest.h>
#include <pawl/modes/wrench_cone.h>

#include "support/peers.h"
#include "support/random_contacts.h"

using namespace pawl;

TEST_CASE("lrslib finds the same number of faces for random pointed cones and for wrench cones") {
  oracle::RandomContacts random(23);
  int checked = 0;
  for (int i = 0; i < 60; ++i) {
    peers::Rays rays;
    Cone::Rows rows;
    const int count = random.integer(3, 40);
    for (int k = 0; k < count; ++k) {
      rays.push_back({random.real(-1, 1), random.real(-1, 1), random.real(.5, 1.5)});
      rows.emplace_back(rays.back()[0], rays.back()[1], rays.back()[2]);
    }
    CHECK(Cone::from_rays(rows).faces().size() == peers::lrs_faces(rays));
  }
  for (int i = 0; i < 40; ++i) {
    for (const WrenchCone& wrench_cone : wrench_cones(random.set(1, 3))) {
      const Cone& cone = wrench_cone.cone;
      // lrslib computes the vertices and rays of the polar cone. It needs a cone that has an interior and contains no
      // line.
      if (cone.dimension() < 3 || cone.lineality() > 0) continue;
      peers::Rays rays;
      for (const Eigen::Vector3d& ray : cone.rays()) rays.push_back({ray.x(), ray.y(), ray.z()});
      CHECK(Cone::from_rays(cone.rays()).faces().size() == peers::lrs_faces(rays));
      ++checked;
    }
  }
  CHECK(checked > 50);
}
