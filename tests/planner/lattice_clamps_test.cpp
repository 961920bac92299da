// SPDX-License-Identifier: MIT
// Clamps that slide along the rows and columns of a lattice. Checks the properties of each clamp, and that no clamp is
// missing.
#include <doctest/doctest.h>
#include <pawl/contact/find_contacts.h>
#include <pawl/planner/fixture_candidates.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "geometry/outline.h"
#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

Vector turned(const Vector& v, double angle) {
  return {std::cos(angle) * v.x() - std::sin(angle) * v.y(), std::sin(angle) * v.x() + std::cos(angle) * v.y()};
}

}  // namespace

TEST_CASE("a sliding clamp loads all three pins, touches only the part, and meets nothing on its way") {
  const Task task = part_of(ell_outline(1.6));
  FixtureOptions options = on_lattice(1, .25);
  options.clamp = true;
  const auto found = all_of(task, options);
  CHECK(found.size() == 832);
  for (std::size_t i = 0; i < found.size(); i += 40) {
    const FixtureCandidate& one = found[i];
    REQUIRE(one.clamp);
    const LatticeClamp& clamp = *one.clamp;
    Task clamped = with_fixture(task, one);
    clamped.fixels.push_back({clamp.at, 0., .25});
    const ContactSet set = find_contacts(clamped);
    CHECK(set.contacts[3].touching);
    CHECK((set.contacts[3].point - clamp.locator.point).norm() < 1e-9);
    // The clamp must be on a row or a column of the lattice.
    const double across = clamp.direction.x() != 0 ? clamp.at.y() : clamp.at.x();
    CHECK(across == std::round(across));
    // The four forces must balance each other.
    Eigen::Vector3d sum(0, 0, 0);
    for (std::size_t k = 0; k < 4; ++k) {
      const Vector n = set.contacts[k].normal.normalized(), p = set.contacts[k].point;
      const double force = k < 3 ? clamp.forces[k] : 1;
      CHECK(force > 0);
      sum += force * Eigen::Vector3d(n.x(), n.y(), p.x() * n.y() - p.y() * n.x());
    }
    CHECK(sum.norm() < 1e-9);
    // On its path to the part, the clamp must touch neither the part nor the pins.
    for (double back = .05; back < 6; back += .05) {
      const Vector at = clamp.at - back * clamp.direction;
      clamped.fixels[3].at = at;
      CHECK(find_contacts(clamped).contacts[3].gap > 0);
      for (const Fixel& fixel : one.fixels) CHECK((fixel.at - at).norm() > .5);
    }
  }
}

TEST_CASE(
    "the candidates include every sliding clamp of an independent search, which moves a clamp inwards on each row and "
    "column") {
  const Polygon outline = ell_outline(1.6);
  const Task task = part_of(outline);
  FixtureOptions options = on_lattice(1, .25);
  const auto fixtures = all_of(task, options);
  options.clamp = true;
  const auto clamped = all_of(task, options);
  int met = 0;
  for (std::size_t i = 7; i < fixtures.size(); i += 19) {
    const FixtureCandidate& fixture = fixtures[i];
    const auto in_body = [&](const Vector& world) {
      return turned(world - Vector(fixture.pose.head<2>()), -fixture.pose.z());
    };
    const auto wrench = [](const Vector& p, const Vector& normal) {
      const Vector n = normal.normalized();
      return Eigen::Vector3d(n.x(), n.y(), p.x() * n.y() - p.y() * n.x());
    };
    Eigen::Matrix3d rows;
    for (std::size_t k = 0; k < 3; ++k)
      rows.col(static_cast<Eigen::Index>(k)) = wrench(fixture.locators[k].point, fixture.locators[k].normal);
    const auto presses = [&](Vector at, const Vector& direction) {
      for (double way = 0; way < 16;) {
        const auto hits = [&](const Fixel& pin) { return (pin.at - at).norm() < .5; };
        if (std::any_of(fixture.fixels.begin(), fixture.fixels.end(), hits)) return false;
        const auto places = internal::unchecked_closest_points(outline, in_body(at));
        const ClosestPoint& place = places.front();
        const double gap = place.distance - .25;
        if (gap < 1e-9) {
          const bool corner = std::any_of(outline.vertices.begin(), outline.vertices.end(),
                                          [&](const Vector& v) { return (v - place.point).norm() < .1; });
          const bool alone = places.size() == 1 || places[1].distance > .25 + 1e-5;
          return !corner && alone && (rows.inverse() * wrench(place.point, place.normal)).maxCoeff() < -1e-6;
        }
        // Moves the clamp towards the part in steps that are too short to jump over a pin.
        double step = gap;
        for (const Fixel& pin : fixture.fixels) step = std::min(step, std::max(.01, (pin.at - at).norm() - .5));
        at += step * direction;
        way += step;
      }
      return false;
    };
    for (int line = -12; line <= 12; ++line) {
      for (const Vector& direction : {Vector(1, 0), Vector(-1, 0), Vector(0, 1), Vector(0, -1)}) {
        const Vector start = -8 * direction + line * Vector(std::fabs(direction.y()), std::fabs(direction.x()));
        if (!presses(start, direction)) continue;
        ++met;
        CAPTURE(i);
        CAPTURE(start.transpose());
        CHECK(std::any_of(clamped.begin(), clamped.end(), [&](const FixtureCandidate& c) {
          const Vector off = c.clamp->at - start;
          return c.pose == fixture.pose && c.fixels[1].at == fixture.fixels[1].at &&
                 c.fixels[2].at == fixture.fixels[2].at && c.clamp->direction == direction &&
                 std::fabs(off.x() * direction.y() - off.y() * direction.x()) < 1e-9;
        }));
      }
    }
  }
  MESSAGE(met << " clamps met");
  CHECK(met > 20);
}
