// SPDX-License-Identifier: MIT
// Compares certificates with motions. The motions start from poses in all regions of the certificate's component, with
// a kinetic energy up to the limit. They use a restitution up to .9, any friction below the certified friction, and an
// adversarial choice among solutions. No motion may leave the component, and every motion must end at the goal.
// PAWL_TEST_COUNT sets the number of random fixtures.
#include <doctest/doctest.h>
#include <pawl/planner/plan_depth.h>

#include <optional>

#include "geometry/outline.h"
#include "support/certified.h"
#include "support/count.h"
#include "support/plans_on_trial.h"

using namespace pawl;

namespace {

struct Tally {
  int motions = 0, unsolved = 0, left = 0, elsewhere = 0;

  void add(const PlanDepth& depth, unsigned seed, int starts) {
    CAPTURE(seed);
    CHECK(depth.refused == "");
    if (!depth.refused.empty()) return;
    std::mt19937 engine(seed);
    for (int k = 0; k < starts; ++k) {
      StepOptions options;
      options.solutions = k % 2 == 0 ? Solutions::adversarial : Solutions::random;
      options.seed = seed;
      options.trial = static_cast<std::uint64_t>(k);
      const double restitution = .9 * (k % 4) / 3, friction_share = (k % 5) / 4.;
      const auto motion =
          oracle::move_within(depth.problem, depth.found.certificate, engine, restitution, friction_share, options);
      CAPTURE(k);
      CAPTURE(motion.start);
      CAPTURE(motion.left);
      ++motions;
      unsolved += !motion.solved;
      if (!motion.solved) continue;
      CHECK(motion.stayed);
      CHECK(motion.seated);
    }
  }
};

/// Replaces one fixel of a task by a pin in a new hole, which is round or square. The pin touches the hole's edge, with
/// the same normal as the fixel had. Returns nothing if the hole would extend beyond the part.
std::optional<Task> with_hole(Task task, unsigned seed) {
  using Vector = Eigen::Vector2d;
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(engine); };
  const auto number = static_cast<std::size_t>(engine() % 3);
  const Vector normal = find_contacts(task).contacts[number].normal.normalized(), across(-normal.y(), normal.x());
  const double size = internal::diameter(*task.part.outline);
  const Vector center(uniform(-.3, .3) * size, uniform(-.3, .3) * size);
  const double radius = uniform(.02, .1) * size, pin = uniform(.3, .9) * radius;
  const auto corner = [&](double along, double aside) {
    return Vector(center + radius * (along * normal + aside * across));
  };
  if (seed % 2 == 0) {
    task.part.holes = {Disc{center, radius}};
  } else {
    task.part.holes = {Polygon{{corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)}}};
  }
  if (!hole_faults(task.part.loops()).empty()) return std::nullopt;
  task.fixels[number].radius = pin;
  task.fixels[number].at = center + (radius - pin) * normal;
  return task;
}

}  // namespace

TEST_CASE("every simulated motion that starts in a certificate's component of poses stays in it and ends at the goal") {
  Tally tally;
  int fixtures = 0;
  for (unsigned seed = 1; fixtures < oracle::count(4); ++seed) {
    REQUIRE(seed < 100000);
    const auto task = oracle::random_fixture(seed);
    const auto depth = task ? oracle::certified_depth(*task) : std::nullopt;
    if (!depth) continue;
    ++fixtures;
    tally.add(*depth, seed, 10);
  }
  MESSAGE(tally.motions << " motions, " << tally.unsolved << " unsolved");
  CHECK(20 * tally.unsolved <= tally.motions);  // a motion with unsolved steps proves nothing, so that at most 5 % of
                                                // the motions may have them
}

TEST_CASE(
    "every simulated motion of a part with a pin in a hole stays in the certificate's component and ends at the goal") {
  Tally tally;
  int round = 0, square = 0;
  for (unsigned seed = 1; round < oracle::count(4) || square < oracle::count(4); ++seed) {
    REQUIRE(seed < 200000);
    int& made = seed % 2 == 0 ? round : square;
    const auto outside = made < oracle::count(4) ? oracle::random_fixture(seed) : std::nullopt;
    const auto task = outside ? with_hole(*outside, seed) : std::nullopt;
    if (!task) continue;
    std::optional<PlanDepth> depth;
    try {
      depth = oracle::certified_depth(*task);
    } catch (const InputError&) {
      continue;  // skipped: the three contacts do not locate the part, or a pin overlaps the part
    }
    if (!depth) continue;
    ++made;
    tally.add(*depth, seed, 10);
  }
  MESSAGE(tally.motions << " motions, " << tally.unsolved << " unsolved");
  CHECK(20 * tally.unsolved <= tally.motions);
}
