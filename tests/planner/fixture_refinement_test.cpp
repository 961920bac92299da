// SPDX-License-Identifier: MIT
// Tests the smallest value of the worst motion that locators can reach by moving along their edges. Compares this value
// with dense sampling and with closed forms.
#include <doctest/doctest.h>
#include <pawl/contact/pose_error.h>
#include <pawl/planner/fixture_refinement.h>
#include <pawl/planner/quick_measures.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>

#include "fixtures/margin_bound.h"
#include "fixtures/pin_places.h"
#include "fixtures/refine_fixture.h"
#include "support/count.h"
#include "support/fixture_parts.h"

using namespace pawl;
using namespace pawl::fixtures;

namespace {

using Vector = Eigen::Vector2d;

FixtureCandidate at(const Task& task, const FixtureCandidate& like, const std::array<double, 3>& shares) {
  const auto edges = internal::part_edges(*task.part.outline);
  FixtureCandidate made;
  made.pose = like.pose;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto& edge = edges[like.locators[k].edge];
    const auto pin = pin_on_edge(edge, shares[k], edge.point(shares[k]), like.fixels[k].radius, like.pose);
    made.fixels.push_back(pin.fixel);
    made.locators.push_back(pin.locator);
  }
  return made;
}

/// Returns the smallest value of the largest motion over a grid of locator positions. Each locator stays on its edge.
/// The measures and rules are those for candidates.
double sampled(const Task& task, const FixtureOptions& options, const FixtureCandidate& like, int steps) {
  const QuickMeasurer measurer(task, options);
  const internal::PinRoom room(*task.part.outline, options.keep_out, like.fixels[0].radius, task.contact_tolerance);
  const double least_distance = std::max(options.least_distance, 2 * like.fixels[0].radius);
  const auto [low, high] = options.edge_range;
  const auto share = [&](int i) { return low + (high - low) * i / steps; };
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) {
      for (int k = 0; k <= steps; ++k) {
        const FixtureCandidate tried = at(task, like, {share(i), share(j), share(k)});
        bool allowed = true;
        for (std::size_t n = 0; n < 3; ++n) {
          const Vector apart = tried.fixels[n].at - tried.fixels[(n + 1) % 3].at;
          allowed = allowed && apart.norm() >= least_distance * (1 - 1e-9) &&
                    room.is_free(tried.fixels[n].at, room.edges()[tried.locators[n].edge]);
        }
        if (!allowed) continue;
        const auto error = pose_error(measurer.contacts(tried), std::array{0, 1, 2}, &*task.part.outline);
        if (error) best = std::min(best, error->worst);
      }
    }
  }
  return best;
}

void check_refined(const Task& task, const FixtureOptions& options, const FixtureCandidate& start, int steps) {
  const Refinement refined = refine_fixture(task, options, start);
  CHECK(refined.complete);
  CHECK(refined.bound <= refined.value);
  CHECK(refined.bound >= refined.value * (1 - 1e-3));
  const QuickMeasurer measurer(task, options);
  CHECK(measurer(refined.best).worst_motion == doctest::Approx(refined.value).epsilon(1e-4));
  CHECK(refined.value <= measurer(start).worst_motion * (1 + 1e-9));
  const double best = sampled(task, options, start, steps);
  CHECK(refined.bound <= best);
  CHECK(refined.value <= best * (1 + 1e-3));
}

}  // namespace

TEST_CASE(
    "from any start, a block's feet move as far apart as allowed, and its stop moves to where it has least "
    "effect") {
  // A 2 x 1 block has feet at -a and +a, and a stop on its right at the height s. The position errors e_1 and e_2 of
  // the feet turn the block by theta = (e_2 - e_1) / 2a.
  const Task task = part_of(Polygon{{{-1, -.5}, {1, -.5}, {1, .5}, {-1, .5}}});
  FixtureOptions options = on_points(4);
  options.forbidden_edges = {3, 4};
  int refined = 0;
  for (const FixtureCandidate& start : all_of(task, options)) {
    if (start.locators[0].edge != 0 || start.locators[1].edge != 0 || start.locators[2].edge != 1) continue;
    const Refinement found = refine_fixture(task, options, start);
    ++refined;
    CHECK(found.complete);
    CHECK(found.best.locators[0].along == doctest::Approx(.02).epsilon(1e-6));
    CHECK(found.best.locators[1].along == doctest::Approx(.98).epsilon(1e-6));
    // The feet are d = 1.92 apart, and the stop is at the height of the middle. The block turns by 2/d. A corner moves
    // by -1 -+ .5 * 2/d in x, so that |dx| = 1 + 1/d. A corner at x = -+1 is .04 beyond the nearest foot. It moves in y
    // by the error of this foot, 1, plus .04 * 2/d = .08/1.92.
    CHECK(found.best.locators[2].along == doctest::Approx(.5).epsilon(.01));
    const double d = 1.92, dy = 1 + 2 * .04 / d;
    CHECK(found.value == doctest::Approx(std::hypot(1 + 1 / d, dy)).epsilon(1e-6));
  }
  CHECK(refined == 24);
}

TEST_CASE("no positions of the locators on a grid give less motion than the bound, on straight edges and arcs") {
  const int steps = oracle::count(8);
  std::mt19937 engine(3);
  for (const Outline& outline : {Outline(ell_outline(1)), Outline(Polygon{{{0, 0}, {3, 0}, {0, 2}}}),
                                 Outline(Path{{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}}, {0, .3, 0, -.1}})}) {
    const Task task = part_of(outline);
    const FixtureOptions options = on_points(3);
    std::vector<FixtureCandidate> starts;
    const QuickMeasurer measurer(task, options);
    for (FixtureCandidate& one : all_of(task, options)) {
      if (measurer(one).located) starts.push_back(std::move(one));
    }
    std::sort(starts.begin(), starts.end(), [](const FixtureCandidate& a, const FixtureCandidate& b) {
      return std::lexicographical_compare(
          a.locators.begin(), a.locators.end(), b.locators.begin(), b.locators.end(),
          [](const Locator& p, const Locator& q) { return std::tie(p.edge, p.along) < std::tie(q.edge, q.along); });
    });  // sorted, because the random numbers must not depend on the order of the search
    for (int k = 0; k < 3; ++k) check_refined(task, options, starts[engine() % starts.size()], steps);
  }
}

TEST_CASE("refined pins are at least `least_distance` apart, and outside corners and regions to be kept free") {
  const Task task = part_of(ell_outline(1));
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{4, std::nullopt, .2};
  options.least_distance = .7;
  options.keep_out = {Polygon{{{-2, -2}, {-.9, -2}, {-.9, -.7}, {-2, -.7}}}};
  std::vector<FixtureCandidate> starts;
  const QuickMeasurer measurer(task, options);
  for (FixtureCandidate& one : all_of(task, options)) {
    const bool inner = one.locators[1].edge == 2 && one.locators[2].edge == 3;
    if (inner && measurer(one).located) starts.push_back(std::move(one));
  }
  REQUIRE(starts.size() > 2);
  check_refined(task, options, starts.front(), oracle::count(16));
  check_refined(task, options, starts.back(), oracle::count(16));
}

TEST_CASE("the lower bound on the motion over a box of pin positions is at most every value in the box") {
  std::mt19937 engine(9);
  std::uniform_real_distribution<double> share(0, 1);
  const Task task = part_of(Path{{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}}, {0, .3, 0, -.6}});
  const auto edges = internal::part_edges(*task.part.outline);
  const std::vector<Vector> points{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}};
  for (int k = 0; k < oracle::count(300); ++k) {
    std::array<internal::RowInterval, 3> box, inside, whole;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto& edge = edges[engine() % 4];
      const double a = share(engine), b = a + (1 - a) * share(engine) * share(engine), c = a + (b - a) * share(engine);
      box[i] = row_on(edge, {a, b}, {.1, .2});
      whole[i] = row_on(edge, {0, 1}, {.1, .2});
      inside[i] = row_on(edge, {c, c}, {.1, .2});
      CHECK(box[i].nx.low <= inside[i].nx.high);
      CHECK(box[i].arm.low <= inside[i].arm.high);
      CHECK(box[i].arm.high >= inside[i].arm.low);
    }
    const double value = least_worst_motion(inside, points);
    CHECK(least_worst_motion(box, points) <= value);
    CHECK(least_worst_motion(whole, points) <= least_worst_motion(box, points) * (1 + 1e-12));
  }
}

TEST_CASE("a refinement that ends at a limit reports this, and candidates that cannot be refined are refused") {
  const Task task = part_of(ell_outline(1));
  const FixtureOptions options = on_points(3);
  const QuickMeasurer measurer(task, options);
  FixtureCandidate start;
  for (FixtureCandidate& one : all_of(task, options)) {
    if (measurer(one).located) start = std::move(one);
  }
  RefinementLimits limits;
  limits.boxes = 3;
  const Refinement cut = refine_fixture(task, options, start, RefinedMeasure::worst_motion, limits);
  CHECK_FALSE(cut.complete);
  CHECK(cut.boxes == 3);
  CHECK(cut.bound <= refine_fixture(task, options, start).value);
  limits = {};
  limits.stop = StopToken(0);
  CHECK_FALSE(refine_fixture(task, options, start, RefinedMeasure::worst_motion, limits).complete);
  FixtureCandidate two = start;
  two.locators.pop_back();
  CHECK_THROWS_AS(refine_fixture(task, options, two), InputError);
  FixtureOptions narrow = options;
  narrow.edge_range = {.6, .7};
  CHECK_THROWS_AS(refine_fixture(task, narrow, start), InputError);
  Task pushed = task;
  pushed.actuator = FreeActuator();
  CHECK_THROWS_AS(refine_fixture(pushed, options, start, RefinedMeasure::margin), InputError);
}

TEST_CASE("the bound on the tray window holds for all positions of the locators on a grid") {
  const int steps = oracle::count(8);
  for (const Friction& friction : {Friction(.2), Friction(0)}) {
    Task task = part_of(ell_outline(1));
    task.friction = friction;
    const FixtureOptions options = on_points(3);
    const QuickMeasurer measurer(task, options);
    std::vector<FixtureCandidate> starts;
    for (FixtureCandidate& one : all_of(task, options)) {
      if (measurer(one).window) starts.push_back(std::move(one));
    }
    RefinementLimits limits;
    limits.gap = .02;
    for (const std::size_t i : {std::size_t{5}, starts.size() / 2}) {
      const Refinement refined = refine_fixture(task, options, starts[i], RefinedMeasure::margin, limits);
      CHECK(refined.value >= measurer(starts[i]).window->margin);
      CHECK(refined.bound >= refined.value);
      REQUIRE(measurer(refined.best).window);
      CHECK(measurer(refined.best).window->margin == refined.value);
      double best = 0;
      const auto [low, high] = options.edge_range;
      const auto share = [low = low, high = high, steps](int k) { return low + (high - low) * k / steps; };
      for (int a = 0; a <= steps; ++a) {
        for (int b = 0; b <= steps; ++b) {
          for (int c = 0; c <= steps; ++c) {
            const auto window = measurer(at(task, starts[i], {share(a), share(b), share(c)})).window;
            if (window) best = std::max(best, window->margin);
          }
        }
      }
      MESSAGE(refined.value << " to " << refined.bound << ", sampled " << best << ", boxes " << refined.boxes);
      CHECK(best <= refined.bound);
      CHECK(refined.complete);
      CHECK(best <= refined.value * (1 + limits.gap) + 1e-9);
    }
  }
}

TEST_CASE("a bound on margins over a box is at least every margin in it, and near the margin for a point") {
  std::mt19937 engine(4);
  std::uniform_real_distribution<double> share(.02, .98);
  Task task = part_of(Path{{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}}, {0, .3, 0, -.2}});
  task.friction = .15;
  const auto edges = internal::part_edges(*task.part.outline);
  const QuickMeasurer measurer(task, {});
  FixtureCandidate like;
  like.locators.resize(3);
  like.fixels.resize(3);
  int windows = 0, near = 0;
  for (int k = 0; k < oracle::count(150); ++k) {
    std::array<internal::RowInterval, 3> box, point;
    std::array<double, 3> shares;
    const Vector center = measurer.contacts({}).center_of_mass;
    for (std::size_t i = 0; i < 3; ++i) {
      like.locators[i].edge = engine() % 4;
      shares[i] = share(engine);
      const auto& edge = edges[like.locators[i].edge];
      box[i] = row_on(edge, {shares[i] - .1 * share(engine), shares[i] + .1 * share(engine)}, center);
      point[i] = row_on(edge, {shares[i], shares[i]}, center);
    }
    const QuickMeasures measures = measurer(at(task, like, shares));
    if (!measures.located || !measures.window) continue;
    ++windows;
    CHECK(largest_margin(box, .15) >= measures.window->margin);
    CHECK(largest_margin(point, .15) >= measures.window->margin);
    near += largest_margin(point, .15) <= measures.window->margin + 2e-9;
  }
  CHECK(windows > 10);
  CHECK(near == windows);
}

namespace {

/// Three pins on convex or concave arcs. Their fixture has a window.
struct PinsOnArcs {
  std::array<internal::PartEdge, 3> edges;
  std::array<double, 3> shares{};
  Task task;
  Vector center{0, 0};

  std::array<internal::RowInterval, 3> box(const std::array<double, 3>& half_widths) const {
    std::array<internal::RowInterval, 3> rows;
    for (std::size_t i = 0; i < 3; ++i)
      rows[i] = row_on(edges[i], {shares[i] - half_widths[i], shares[i] + half_widths[i]}, center);
    return rows;
  }
  /// Returns the largest margin over a grid of pin positions in the box.
  double largest_sample(const std::array<double, 3>& half_widths, int steps) const {
    const QuickMeasurer measurer(task, {});
    const auto count = [&](std::size_t i) { return half_widths[i] > 0 ? steps : 0; };
    const auto place = [&](std::size_t i, int k) {
      return shares[i] + (count(i) > 0 ? half_widths[i] * (2. * k / count(i) - 1) : 0);
    };
    double largest = 0;
    for (int a = 0; a <= count(0); ++a) {
      for (int b = 0; b <= count(1); ++b) {
        for (int c = 0; c <= count(2); ++c) {
          const auto window = measurer(on({place(0, a), place(1, b), place(2, c)})).window;
          if (window) largest = std::max(largest, window->margin);
        }
      }
    }
    return largest;
  }
  FixtureCandidate on(const std::array<double, 3>& along) const {
    FixtureCandidate made;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto pin = pin_on_edge(edges[k], along[k], edges[k].point(along[k]), 0, made.pose);
      made.fixels.push_back(pin.fixel);
      made.locators.push_back(pin.locator);
    }
    return made;
  }
};

std::vector<PinsOnArcs> pins_on_arcs(double friction, int tries) {
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<PinsOnArcs> found;
  for (int k = 0; k < tries; ++k) {
    std::vector<double> bulges(4);
    for (double& bulge : bulges) bulge = unit(engine) < .3 ? -.05 - .2 * unit(engine) : .1 + .6 * unit(engine);
    PinsOnArcs pins;
    pins.task = part_of(Path{{{-1, -.6}, {1, -.5}, {1.2, .5}, {-1, .6}}, bulges});
    pins.task.friction = friction;
    const QuickMeasurer measurer(pins.task, {});
    pins.center = measurer.contacts({}).center_of_mass;
    const auto edges = internal::part_edges(*pins.task.part.outline);
    for (std::size_t i = 0; i < 3; ++i) {
      pins.edges[i] = edges[engine() % 4];
      pins.shares[i] = .1 + .8 * unit(engine);
    }
    const QuickMeasures measures = measurer(pins.on(pins.shares));
    if (measures.located && measures.window) found.push_back(std::move(pins));
  }
  return found;
}

}  // namespace

TEST_CASE(
    "on arcs, the bound on margins is at least every sample of a box, and its excess decreases in proportion to the "
    "size of the box") {
  for (const double friction : {0., .2}) {
    const auto all = pins_on_arcs(friction, std::max(60, oracle::count(60)));
    REQUIRE(all.size() > 2);
    std::array<double, 6> excess{};
    for (const PinsOnArcs& pins : all) {
      for (std::size_t level = 0; level < 6; ++level) {
        const double half = .08 / (1 << level);
        const double bound = largest_margin(pins.box({half, half, half}), friction);
        const double sampled = pins.largest_sample({half, half, half}, 4);
        CHECK(sampled <= bound);
        excess[level] += (bound - sampled) / static_cast<double>(all.size());
      }
    }
    MESSAGE("mean excess of the bound: " << excess[0] << " " << excess[1] << " " << excess[2] << " " << excess[3] << " "
                                         << excess[4] << " " << excess[5]);
    for (std::size_t level = 1; level < 6; ++level) CHECK(excess[level] < .7 * excess[level - 1]);
    CHECK(excess[5] < .004);
  }
}

TEST_CASE("with one pin on a piece of an arc and the others fixed, the bound without friction is the largest margin") {
  // The window is limited only by the energy condition E1 and by the sectors of the normals. Each limit depends on the
  // moving pin, and its range over the piece is exact. In two cases the bound can exceed the largest margin: both ends
  // of the window depend on the pin, or the sign of an arm or of the determinant changes within the piece.
  int exact = 0, all = 0;
  for (const PinsOnArcs& pins : pins_on_arcs(0, std::max(60, oracle::count(60)))) {
    for (std::size_t i = 0; i < 3; ++i) {
      std::array<double, 3> half{0, 0, 0};
      half[i] = .02;
      const double bound = largest_margin(pins.box(half), 0);
      const double sampled = pins.largest_sample(half, 100);
      CHECK(sampled <= bound);
      ++all;
      exact += bound - sampled < 1e-6 ? 1 : 0;
    }
  }
  MESSAGE(exact << " of " << all);
  CHECK(exact > .5 * all);
}

TEST_CASE("the best margin is proved with few boxes for a part with pins on arcs") {
  // A plate whose four sides are arcs. If the angles and the lever arms of lines on arcs were bounded separately, this
  // proof would need 9417 boxes.
  Task task = part_of(Path{{{-1, -.5}, {1, -.5}, {1.2, .5}, {-1, .5}}, {.2, .3, -.15, .4}});
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{4, std::nullopt, .1};
  const QuickMeasurer measurer(task, options);
  FixtureCandidate best;
  double widest = 0;
  for (const FixtureCandidate& one : all_of(task, options)) {
    const auto window = measurer(one).window;
    if (!window || window->margin <= widest) continue;
    widest = window->margin;
    best = one;
  }
  RefinementLimits limits;
  limits.gap = .01;
  const Refinement found = optimal_fixture(ValidTask(task), options, best, RefinedMeasure::margin, limits);
  MESSAGE(found.value << " to " << found.bound << ", boxes " << found.boxes);
  CHECK(found.complete);
  CHECK(found.value >= widest);
  CHECK(found.boxes < 4000);
}

TEST_CASE(
    "the smallest worst motion is proved with few boxes for pins on a short arc of small radius and on long edges") {
  // A cover with a small rounded corner beside a large arc. A proof that halves the longest side of each box, and that
  // uses only the bound of least_worst_motion, would need 118048 boxes: with this rule, the signs in the Jacobian rows
  // of the pin on the corner remain uncertain.
  const Task task = part_of(Path{{{18, 3}, {43.084, 3}, {46.055, 6.414}, {8.964, -45.628}, {13, -40.722}, {13, -2}},
                                 {0, .45535, 2.51246, .35847, 0, -.41421}});
  FixtureOptions options;
  options.candidates = FixtureOptions::Points{3, std::nullopt, 2};
  const QuickMeasurer measurer(task, options);
  FixtureCandidate best;
  double least = std::numeric_limits<double>::infinity();
  for (const FixtureCandidate& one : all_of(task, options)) {
    if (one.locators[0].edge != 0 || one.locators[1].edge != 2 || one.locators[2].edge != 3) continue;
    const QuickMeasures measures = measurer(one);
    if (!measures.located || measures.worst_motion >= least) continue;
    least = measures.worst_motion;
    best = one;
  }
  RefinementLimits limits;
  limits.gap = .03;
  const Refinement found = refine_fixture(task, options, best, RefinedMeasure::worst_motion, limits);
  MESSAGE("value " << found.value << ", bound " << found.bound << ", boxes " << found.boxes);
  CHECK(found.complete);
  CHECK(found.value <= least);
  CHECK(found.boxes < 5000);
}

TEST_CASE("the least motion of one point in a box is at most every value in the box, and tends to the worst motion") {
  std::mt19937 engine(21);
  std::uniform_real_distribution<double> unit(0, 1);
  const std::vector<Vector> points{{-1.1, -.7}, {.9, -.7}, {1.1, .3}, {-1.1, .3}};
  std::array<double, 5> excess{};
  int bounded = 0;
  for (int k = 0; k < std::max(200, oracle::count(200)); ++k) {
    std::vector<double> bulges(4);
    for (double& bulge : bulges)
      bulge = unit(engine) < .3 ? 0 : unit(engine) < .4 ? -.2 * unit(engine) : .6 * unit(engine);
    const Task task = part_of(Path{{{-1, -.6}, {1, -.5}, {1.2, .5}, {-1, .6}}, bulges});
    const auto all = internal::part_edges(*task.part.outline);
    std::array<internal::PartEdge, 3> edges;
    std::array<double, 3> middle{};
    std::array<internal::RowInterval, 3> rows;
    const Vector center{.1, .2};
    for (std::size_t i = 0; i < 3; ++i) {
      edges[i] = all[engine() % 4];
      middle[i] = .2 + .6 * unit(engine);
      rows[i] = row_on(edges[i], {middle[i], middle[i]}, center);
    }
    const double at_middle = least_worst_motion(rows, points);
    if (!(at_middle < 30)) continue;
    ++bounded;
    CHECK(least_motion_of_one_point(rows, points) <= at_middle * (1 + 1e-9));
    CHECK(least_motion_of_one_point(rows, points) >= at_middle * (1 - 1e-9));
    for (std::size_t level = 0; level < 5; ++level) {
      const double half = .04 / (1 << level);
      std::array<internal::RowInterval, 3> box, inside;
      for (std::size_t i = 0; i < 3; ++i) box[i] = row_on(edges[i], {middle[i] - half, middle[i] + half}, center);
      const double bound = least_motion_of_one_point(box, points);
      double least = at_middle;
      for (int a = 0; a < 125; ++a) {
        const std::array<int, 3> steps{a % 5 - 2, a / 5 % 5 - 2, a / 25 - 2};
        for (std::size_t i = 0; i < 3; ++i) {
          const double along = middle[i] + half * steps[i] / 2;
          inside[i] = row_on(edges[i], {along, along}, center);
        }
        least = std::min(least, least_worst_motion(inside, points));
      }
      CHECK(bound <= least * (1 + 1e-9));
      excess[level] += 1 - bound / least;
    }
  }
  REQUIRE(bounded > 50);
  MESSAGE("mean relative excess: " << excess[0] / bounded << " " << excess[1] / bounded << " " << excess[2] / bounded
                                   << " " << excess[3] / bounded << " " << excess[4] / bounded << ", boxes "
                                   << bounded);
  for (std::size_t level = 1; level < 5; ++level) CHECK(excess[level] < .7 * excess[level - 1]);
  CHECK(excess[4] / bounded < .003);
}
