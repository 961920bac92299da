// SPDX-License-Identifier: MIT
// Tests clamps on random fixtures. Compares the positions of clamp intervals with the cones of rest. Compares the
// forces of clamp windows with the cones of rest and with the forward problem. PAWL_TEST_COUNT sets the number of
// fixtures.
#include <doctest/doctest.h>
#include <pawl/modes/forward.h>
#include <pawl/modes/wrench_cone.h>
#include <pawl/planner/fixture_clamps.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <random>

#include "support/clamp_loads.h"
#include "support/count.h"

using namespace pawl;
using oracle::loads_all;
using oracle::wrench_of;

namespace {

/// A convex outline around (0, 0), with contacts on its edges. Every other edge is an arc.
struct Fixture {
  Path outline;
  ContactSet set;
};

Fixture random_fixture(std::mt19937_64& random, int contacts) {
  std::uniform_real_distribution<double> share(.05, .95);
  Fixture fixture;
  for (int k = 0; k < 6; ++k) {
    const double angle = (k + .8 * share(random)) * std::numbers::pi / 3;
    fixture.outline.vertices.emplace_back(2 * std::cos(angle), 2 * std::sin(angle));
    fixture.outline.bulges.push_back(k % 2 == 0 ? 0 : .4 * (share(random) - .5));
  }
  for (int k = 0; k < contacts; ++k) {
    const ClampPlace place{static_cast<std::size_t>(random() % 6), share(random)};
    fixture.set.contacts.push_back(clamp_contact(fixture.outline, place, .1 + .4 * share(random)));
  }
  fixture.set.center_of_mass = {share(random) - .5, share(random) - .5};
  return fixture;
}

bool within(const ClampInterval& interval, double s, double slack) {
  return s > interval.from + slack && s < interval.to - slack;
}

}  // namespace

TEST_CASE("clamp intervals contain exactly the points at which a clamp loads all locators") {
  std::mt19937_64 random(1717);
  int loaded = 0;
  for (int trial = 0; trial < oracle::count(10); ++trial) {
    const Fixture fixture = random_fixture(random, 3 + trial % 2);
    for (const EdgeClamps& edge : clamp_edges(fixture.set, fixture.outline).edges) {
      for (int k = 1; k < 40; ++k) {
        const double s = k / 40.;
        const bool found = loads_all(fixture.set, clamp_contact(fixture.outline, {edge.edge, s}, 0));
        const auto claims = [&](double slack) {
          return std::any_of(edge.intervals.begin(), edge.intervals.end(),
                             [&](const ClampInterval& interval) { return within(interval, s, slack); });
        };
        CHECK((found ? claims(-1e-9) : !claims(1e-9)));
        loaded += found;
      }
    }
  }
  CHECK(loaded > 0);
}

namespace {

/// Returns whether the contact forces, together with some friction force v of the clamp, balance the clamp's normal
/// force and the wrench. The search over v uses that the smallest distance to the faces is a concave function of v.
bool balances(const Cone& rest, const Eigen::Vector3d& w, const Eigen::Vector3d& n, const Eigen::Vector3d& t, double f,
              double mu) {
  const auto room = [&](double v) {
    double least = 1e9;
    for (const Eigen::Vector3d& face : rest.faces()) least = std::min(least, -face.dot(w + f * n + v * t));
    return least;
  };
  double low = -mu * f, high = mu * f;
  for (int k = 0; k < 100; ++k) {
    const double a = (2 * low + high) / 3, b = (low + 2 * high) / 3;
    (room(a) < room(b) ? low : high) = room(a) < room(b) ? a : b;
  }
  return rest.dimension() == 3 && room((low + high) / 2) > 0;
}

/// Returns whether the part can accelerate such that its point at the clamp slides in one direction: left for side = 1,
/// right for side = -1.
bool slides(const ContactSet& set, const Eigen::Vector3d& g, const Eigen::Vector3d& t, double side) {
  for (const ForwardSolution& solution : forward(set, g).solutions) {
    for (const auto* list : {&solution.acceleration_corners, &solution.acceleration_directions}) {
      for (const Eigen::Vector3d& a : *list) {
        if (side * a.dot(t) > 1e-9 * g.norm()) return true;
      }
    }
  }
  return false;
}

}  // namespace

/// Returns whether the part can move while the clamp sticks to it. The clamp's friction is increased from one end of
/// its range to the other. The clamp sticks if, in one mode, the acceleration along t changes from negative to
/// positive.
bool sticks_and_moves(const ContactSet& set, const Eigen::Vector3d& pressed, const Eigen::Vector3d& t,
                      double friction) {
  constexpr int kSteps = 12;
  std::map<std::string, double> before;
  for (int k = -kSteps; k <= kSteps; ++k) {
    const Eigen::Vector3d g = pressed + friction * k / kSteps * t;
    std::map<std::string, double> now;
    for (const ForwardSolution& solution : forward(set, g).solutions) {
      const bool moves = solution.acceleration.norm() > 1e-6 * g.norm();
      if (moves && solution.acceleration_rank_deficiency == 0) now[solution.mode.str()] = solution.acceleration.dot(t);
    }
    for (const auto& [mode, along] : now) {
      const auto last = before.find(mode);
      if (last != before.end() && last->second * along < 0 && last->second < 0) return true;
    }
    before = now;
  }
  return false;
}

TEST_CASE("clamp windows agree with the cone of rest and the forward problem for every force") {
  std::mt19937_64 random(7171);
  std::uniform_real_distribution<double> number(-1, 1);
  int held = 0, balanced = 0, moving = 0, staying = 0, doubted = 0;
  for (int trial = 0; trial < oracle::count(20); ++trial) {
    Fixture fixture = random_fixture(random, 3);
    const double mu = trial % 3 == 0 ? 0 : .3;
    const Contact clamp =
        clamp_contact(fixture.outline, {static_cast<std::size_t>(random() % 6), .5 + .4 * number(random)}, mu);
    const Eigen::Vector3d n = wrench_of(fixture.set, clamp, clamp.normal.normalized());
    const Eigen::Vector3d t = wrench_of(fixture.set, clamp, clamp.tangent().normalized());
    const Eigen::Vector3d w = .3 * Eigen::Vector3d(number(random), number(random), number(random));
    const ClampWindow window = clamp_forces(fixture.set, clamp, {w}).all;
    const Cone rest = rest_cone(fixture.set);
    for (double f = .05; f < 8; f *= 1.5) {
      const auto inside = [&](const ForceRange& r, double slack) {
        return f > r.least * (1 + slack) + slack && f < r.most * (1 - slack) - slack;
      };
      const bool some = balances(rest, w, n, t, f, mu);
      if (some) CHECK((window.balanced && inside(*window.balanced, -1e-9)));
      if (window.balanced && inside(*window.balanced, 1e-6)) CHECK(some);
      balanced += some;
      const bool holds =
          std::any_of(window.holds.begin(), window.holds.end(), [&](const ForceRange& r) { return inside(r, 1e-9); });
      const bool left = slides(fixture.set, w + f * n - f * mu * t, t, 1);
      const bool right = slides(fixture.set, w + f * n + f * mu * t, t, -1);
      if (holds) {
        CHECK_FALSE(left);
        CHECK_FALSE(right);
        CHECK(some);
      }
      if (!some) CHECK_FALSE(holds);
      const bool stays = mu > 0 && sticks_and_moves(fixture.set, w + f * n, t, f * mu);
      if (holds) CHECK_FALSE(stays);
      const bool near =
          std::any_of(window.holds.begin(), window.holds.end(), [&](const ForceRange& r) { return inside(r, -1e-2); });
      if (some && !near && !(left || right || stays)) ++doubted;
      staying += stays;
      held += holds;
      moving += left || right;
    }
  }
  CHECK(balanced > 0);
  CHECK(held > 0);
  CHECK(moving > 0);
  CHECK(staying > 0);
  CHECK(20 * doubted <= moving);  // this oracle overlooks motions that alternate between two modes
  CHECK(held <= balanced);
}
