// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/geometry/offset.h>
#include <pawl/io/read_task.h>
#include <pawl/planner/loading.h>
#include <pawl/planner/nest.h>
#include <pawl/planner/rest_regions.h>
#include <pawl/planner/simulate_task.h>
#include <pawl/planner/trials.h>
#include <pawl/planner/wrong_placements.h>

#include <cmath>
#include <numbers>
#include <random>

#include "support/paths.h"

using namespace pawl;

namespace {

using Vector = Eigen::Vector2d;
using Relief = NestOptions::Relief;
using Side = NestOptions::Side;

ValidTask task_for(const Outline& outline, double tolerance = 0) {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = outline;
  task.part.tolerance = tolerance;
  task.friction = .2;
  return ValidTask(task);
}

NestOptions with_clearance(double clearance, double cutter = 0, Relief relief = Relief::dogbone) {
  NestOptions options;
  options.clearance = clearance;
  options.cutter_radius = cutter;
  options.relief = relief;
  return options;
}

double area(const Outline& outline) { return area_properties(outline).area; }

/// Returns the area that a disc of this radius can cover while it moves inside the pocket.
double cut_area(const Path& pocket, double radius) {
  const auto centers = offset_outline(pocket, -radius * (1 - 1e-6));
  if (!centers || centers->empty()) return 0;
  const auto cut = offset_outline(centers->front().path, radius * (1 - 1e-6));
  return cut && !cut->empty() ? area(cut->front().path) : 0;
}

Loading play_in(const Nest& nest, const ValidTask& task) {
  const ValidTask nested(nest.closed_task, task);
  LoadingOptions options;
  options.play = true;
  return find_loading(nested, reference_pose(nested.task()).task, options);
}

NestOptions open_at(Side side, double clearance, double cutter = 0) {
  NestOptions options = with_clearance(clearance, cutter);
  options.open_side = side;
  return options;
}

Vector direction_of(Side side) {
  return side == Side::left ? Vector(-1, 0) : side == Side::right ? Vector(1, 0) : side == Side::bottom ? Vector(0, -1) : Vector(0, 1);
}

/// Returns a plate of 23 x 50 with fillets of radius 1.
Path rounded_plate() {
  const double quarter = std::tan(std::numbers::pi / 8);
  return {{{0, 1}, {1, 0}, {22, 0}, {23, 1}, {23, 49}, {22, 50}, {1, 50}, {0, 49}}, {quarter, 0, quarter, 0, quarter, 0, quarter, 0}};
}

/// Returns a start region that contains all poses of the play.
StartRegion region_of(const Loading& play) {
  StartRegion start;
  for (int axis = 0; axis < 2; ++axis)
    start.translation = std::max({start.translation, -play.extent[0][axis], play.extent[1][axis]});
  start.rotation = std::max(-play.extent[0][2], play.extent[1][2]);
  return start;
}

const Polygon kPlate{{{0, 0}, {40, 0}, {40, 25}, {0, 25}}};

}  // namespace

TEST_CASE("a rectangle in a rectangular pocket can turn up to the angle of the closed form") {
  const double a = 40, b = 25, e = .3;
  const ValidTask task = task_for(kPlate);
  const Nest nest = make_nest(task, with_clearance(e));
  REQUIRE(nest.fault.empty());
  CHECK(nest.pocket.vertices.size() == 4);
  CHECK(area(nest.pocket) == doctest::Approx((a + 2 * e) * (b + 2 * e)).epsilon(1e-12));
  CHECK(nest.gap == doctest::Approx(e).epsilon(1e-8));
  CHECK(nest.gap < e);
  CHECK(nest.fits);
  CHECK(nest.least_clearance == 0);
  // A rectangle of a x b has the clearance e on each side. Rotated by the angle t, it touches two opposite walls if a
  // cos t + b sin t = a + 2 e, and the other two if b cos t + a sin t = b + 2 e. The smaller solution t limits the
  // rotation.
  const auto root = [&](double along, double across) {
    double low = 0, high = std::atan2(across, along);
    for (int k = 0; k < 60; ++k) {
      const double t = (low + high) / 2;
      (along * std::cos(t) + across * std::sin(t) < along + 2 * e ? low : high) = t;
    }
    return low;
  };
  const double turn = std::min(root(a, b), root(b, a));
  const Loading play = play_in(nest, task);
  REQUIRE(play.end == Loading::End::caged);
  CHECK(play.extent[1].z() >= turn);
  CHECK(play.extent[1].z() <= 1.1 * turn);
  CHECK(play.extent[0].z() == doctest::Approx(-play.extent[1].z()).epsilon(.05));
  CHECK(play.extent[1].x() >= e);
  CHECK(play.extent[1].x() <= 1.1 * e);
}

TEST_CASE("the pocket of a disc is a disc that is larger by the clearance, and the part can move by the clearance") {
  const ValidTask task = task_for(Disc{{5, 3}, 10});
  const Nest nest = make_nest(task, with_clearance(.25, 4));
  REQUIRE(nest.fault.empty());
  CHECK(area(nest.pocket) == doctest::Approx(std::numbers::pi * 10.25 * 10.25).epsilon(1e-9));
  CHECK(nest.gap == doctest::Approx(.25).epsilon(1e-6));
  const Loading play = play_in(nest, task);
  REQUIRE(play.end == Loading::End::caged);
  CHECK(play.extent[1].x() >= .25);
  CHECK(play.extent[1].x() <= .28);
}

TEST_CASE("an equilateral triangle has three right orientations in its pocket") {
  const double side = 30;
  const ValidTask task = task_for(Polygon{{{0, 0}, {side, 0}, {side / 2, side * std::sqrt(3.) / 2}}});
  const Nest nest = make_nest(task, with_clearance(.2));
  REQUIRE(nest.fault.empty());
  CHECK(nest.pocket.vertices.size() == 3);
  const ValidTask nested(nest.task, task);
  const WrongPlacements found = find_wrong_placements(nested, reference_pose(nested.task()));
  CHECK(found.rotations == 3);
  CHECK(found.foolproof());
}

TEST_CASE("dog-bones and T-bones let a cutter reach all that the part needs") {
  const double e = .2, c = 3;
  const ValidTask task = task_for(kPlate);
  for (const Relief relief : {Relief::dogbone, Relief::tbone}) {
    const Nest nest = make_nest(task, with_clearance(e, c, relief));
    REQUIRE(nest.fault.empty());
    CHECK(nest.reliefs.size() == 4);
    CHECK(nest.gap == doctest::Approx(e).epsilon(1e-6));
    CHECK(nest.fits);
    CHECK(cut_area(nest.pocket, c) == doctest::Approx(area(nest.pocket)).epsilon(1e-5));
    double low = 1e9, high = -1e9;
    for (const Vector& vertex : nest.pocket.vertices) low = std::min(low, vertex.y()), high = std::max(high, vertex.y());
    // A T-bone extends along the longer walls, y = -e and y = 25 + e. It must not cut into them.
    if (relief == Relief::tbone) CHECK(low == doctest::Approx(-e).epsilon(1e-6));
    if (relief == Relief::tbone) CHECK(high == doctest::Approx(25 + e).epsilon(1e-6));
  }
}

TEST_CASE("without reliefs, the corners of a pocket need the clearance of the closed form, which a wider pocket has") {
  // In a corner of 90 degrees, a cutter of radius c leaves an arc. With the clearance e, the distance of the arc from
  // the part's corner is c - sqrt(2) (c - e).
  const double c = 3, tolerance = .1;
  const ValidTask task = task_for(kPlate, tolerance);
  const Nest none = make_nest(task, with_clearance(.2, c, Relief::none));
  REQUIRE(none.fault.empty());
  CHECK_FALSE(none.fits);
  REQUIRE(none.least_clearance);
  CHECK(*none.least_clearance == doctest::Approx(c - (c - tolerance) / std::sqrt(2.)).epsilon(2e-3));
  const Nest enough = make_nest(task, with_clearance(*none.least_clearance * 1.01, c, Relief::none));
  CHECK(enough.fits);
  const Nest wide = make_nest(task, with_clearance(.2, c, Relief::round));
  REQUIRE(wide.fault.empty());
  CHECK(wide.fits);
  CHECK(wide.gap == doctest::Approx(.2).epsilon(1e-2));
  CHECK_FALSE(wide.notes.empty());
}

TEST_CASE("the answer reports a cutter that is too large, and one that cannot pass") {
  const Nest large = make_nest(task_for(kPlate), with_clearance(.2, 20));
  CHECK(large.fault.find("does not fit") != std::string::npos);
  REQUIRE(large.largest_cutter);
  CHECK(*large.largest_cutter > 12);
  CHECK(make_nest(task_for(kPlate), with_clearance(.2, *large.largest_cutter)).fits);
  // Two squares that a narrow bridge connects.
  const Polygon bone{{{0, 0}, {20, 0}, {20, 9}, {40, 9}, {40, 0}, {60, 0}, {60, 20}, {40, 20}, {40, 11}, {20, 11}, {20, 20}, {0, 20}}};
  const Nest narrow = make_nest(task_for(bone), with_clearance(.2, 3));
  CHECK(narrow.fault.find("does not pass") != std::string::npos);
  CHECK(make_nest(task_for(bone), with_clearance(.2, 1)).fits);
}

TEST_CASE("a clearance so large that it closes a slot of the part gives a note") {
  const Polygon keyhole{{{0, 0}, {40, 0}, {40, 19.9}, {30, 19.9}, {30, 10}, {10, 10}, {10, 30}, {30, 30}, {30, 20.1}, {40, 20.1}, {40, 40}, {0, 40}}};
  const Nest nest = make_nest(task_for(keyhole), with_clearance(.2));
  REQUIRE(nest.fault.empty());
  CHECK(nest.fits);
  REQUIRE(nest.notes.size() == 1);
  CHECK(nest.notes[0].find("closes a slot") != std::string::npos);
}

TEST_CASE("pockets of random outlines keep the clearance, and a cutter reaches all of them") {
  std::mt19937_64 random(3);
  int made = 0, refused = 0;
  for (int k = 0; k < 120; ++k) {
    CAPTURE(k);
    Path path = test::valid_random_path(random);
    for (Vector& vertex : path.vertices) vertex *= 20;
    const ValidTask task = task_for(path);
    const double e = .1 * (1 + k % 4), c = .5 * (k % 5);
    const Relief relief = k % 3 == 0 ? Relief::tbone : k % 3 == 1 ? Relief::dogbone : Relief::round;
    const Nest nest = make_nest(task, with_clearance(e, c, relief));
    if (!nest.fault.empty()) {
      CAPTURE(nest.fault);
      CHECK(c > 0);
      ++refused;
      continue;
    }
    ++made;
    CHECK(outline_faults(nest.pocket).empty());
    const OutlineDistance distance = outline_distance(path, nest.pocket);
    CHECK(distance.a_inside_b);
    CHECK(distance.distance >= e * (1 - 1e-5));
    CHECK(nest.fits);
    if (c > 0) CHECK(cut_area(nest.pocket, c) == doctest::Approx(area(nest.pocket)).epsilon(2e-4));
  }
  CHECK(made > 80);
  MESSAGE(made << " made, " << refused << " refused");
}

TEST_CASE("notches are cut, and invalid ones are refused") {
  NestOptions options = with_clearance(.2);
  options.notches.push_back({1, .5, 10, 8});
  const ValidTask task = task_for(kPlate);
  const Nest nest = make_nest(task, options);
  REQUIRE(nest.fault.empty());
  REQUIRE(nest.notches.size() == 1);
  CHECK(area(nest.pocket) == doctest::Approx(40.4 * 25.4 + 10 * 3 + std::numbers::pi * 25 / 2).epsilon(1e-6));
  CHECK(play_in(nest, task).end == Loading::End::caged);
  const auto refused = [&](NestOptions::Notch notch, double cutter, const char* pointer) {
    NestOptions wrong = with_clearance(.2, cutter);
    wrong.notches.push_back(notch);
    try {
      (void)make_nest(task, wrong);
      FAIL("not refused");
    } catch (const InputError& error) {
      CHECK(error.faults()[0].pointer == pointer);
    }
  };
  refused({5, .5, 10, 8}, 0, "/nest/notches/0/edge");
  refused({1, .5, 4, 8}, 3, "/nest/notches/0/width");
  refused({1, .5, 10, 4}, 0, "/nest/notches/0/depth");
}

TEST_CASE("an array has the requested pockets, and a pitch that makes the walls between them too thin is refused") {
  NestOptions options = with_clearance(.2);
  options.array = {3, 2};
  const ValidTask task = task_for(kPlate);
  const Nest nest = make_nest(task, options);
  REQUIRE(nest.fault.empty());
  CHECK(nest.pockets.size() == 6);
  CHECK(nest.task.walls[0].holes.size() == 6);
  CHECK(nest.wall_thickness == doctest::Approx(nest.margin).epsilon(1e-6));
  CHECK(nest.pitch.x() == doctest::Approx(40.4 + nest.margin).epsilon(1e-9));
  options.pitch = Vector(40, 40);
  CHECK_THROWS_AS((void)make_nest(task, options), InputError);
  options.pitch = Vector(41, 40);
  CHECK(make_nest(task, options).wall_thickness == doctest::Approx(.6).epsilon(1e-6));
  options.margin = 2;
  CHECK_THROWS_AS((void)make_nest(task, options), InputError);
}

TEST_CASE("a plate of a stated size has the pockets in its middle, and one that is too small is refused") {
  const ValidTask task = task_for(kPlate);
  const Nest least = make_nest(task, with_clearance(.2));
  NestOptions options = with_clearance(.2);
  const auto extent = [](const Nest& nest) { return Vector(nest.plate.vertices[2] - nest.plate.vertices[0]); };
  const auto middle = [](const Polygon& plate) { return Vector((plate.vertices[0] + plate.vertices[2]) / 2); };
  // The part is 40 x 25. With the clearance, the pocket is 40.4 x 25.4.
  options.plate_size = Vector(60, 30);
  const Nest stated = make_nest(task, options);
  REQUIRE(stated.fault.empty());
  CHECK(extent(stated).isApprox(Vector(60, 30), 1e-12));
  CHECK(middle(stated.plate).isApprox(Vector(20, 12.5), 1e-12));
  CHECK(stated.wall_thickness == doctest::Approx(2.3).epsilon(1e-9));
  CHECK(area(stated.pocket) == area(least.pocket));
  CHECK(play_in(stated, task).end == Loading::End::caged);

  // Walls that are thinner than the margin are accepted if the margin is the default, but not if it was stated.
  CHECK(stated.wall_thickness < stated.margin);
  options.margin = 2.3;
  CHECK(make_nest(task, options).fault.empty());
  options.margin = 2.4;
  CHECK(make_nest(task, options).fault.find("needs 45.2 x 30.2") != std::string::npos);
  options.margin.reset();
  for (const Vector& small : {Vector(40.4, 60), Vector(60, 25.4), Vector(0, 60), Vector(-60, 60), Vector(60, std::nan(""))}) {
    options.plate_size = small;
    CHECK(make_nest(task, options).fault.find("too small") != std::string::npos);
  }

  // Two columns that are 50 apart need a width of 90.4.
  options.array = {2, 1};
  options.pitch = Vector(50, 50);
  options.plate_size = Vector(90, 60);
  CHECK(make_nest(task, options).fault.find("the pockets need 90.4 x 25.4") != std::string::npos);
  options.plate_size = Vector(100, 60);
  const Nest pair = make_nest(task, options);
  REQUIRE(pair.fault.empty());
  CHECK(middle(pair.plate).isApprox(Vector(45, 12.5), 1e-12));
  CHECK(pair.wall_thickness == doctest::Approx(4.8).epsilon(1e-9));
}

TEST_CASE("a plate of a stated size ends at the open side of its pocket") {
  const ValidTask task = task_for(kPlate);
  for (const auto side : {NestOptions::Side::left, NestOptions::Side::right, NestOptions::Side::bottom, NestOptions::Side::top}) {
    NestOptions options = with_clearance(.2);
    options.open_side = side;
    const Nest least = make_nest(task, options);
    options.plate_size = Vector(60, 50);
    const Nest stated = make_nest(task, options);
    REQUIRE(stated.fault.empty());
    const Vector outward = outward_of(side);
    const int corner = outward.sum() < 0 ? 0 : 2;
    CHECK(stated.plate.vertices[corner].dot(outward) == least.plate.vertices[corner].dot(outward));
    CHECK(Vector(stated.plate.vertices[2] - stated.plate.vertices[0]).isApprox(Vector(60, 50), 1e-12));
    CHECK(stated.entry_gap.value() == doctest::Approx(least.entry_gap.value()).epsilon(1e-9));
    CHECK(outline_faults(stated.task.walls[0].outline).empty());
  }
}

TEST_CASE("the pocket moves with the task's pose, and does not depend on the outline's order") {
  const double quarter = std::numbers::pi / 2;
  Task task = task_for(kPlate).task();
  task.pose = {100, 50, quarter};
  const Nest turned = make_nest(ValidTask(task), with_clearance(.2, 2));
  REQUIRE(turned.fault.empty());
  const Nest plain = make_nest(task_for(kPlate), with_clearance(.2, 2));
  CHECK(area(turned.pocket) == doctest::Approx(area(plain.pocket)).epsilon(1e-12));
  CHECK(turned.fits);
  Polygon backwards = kPlate;
  std::reverse(backwards.vertices.begin(), backwards.vertices.end());
  const Nest reversed = make_nest(task_for(backwards), with_clearance(.2, 2));
  CHECK(area(reversed.pocket) == doctest::Approx(area(plain.pocket)).epsilon(1e-12));
  Polygon small = kPlate;
  for (Vector& vertex : small.vertices) vertex *= 1e-3;
  const Nest scaled = make_nest(task_for(small), with_clearance(.2e-3, 2e-3));
  CHECK(area(scaled.pocket) == doctest::Approx(1e-6 * area(plain.pocket)).epsilon(1e-9));
}

TEST_CASE("a clearance within the tolerance, and a part without an outline, are refused") {
  CHECK_THROWS_AS((void)make_nest(task_for(kPlate, .2), with_clearance(.2)), InputError);
  CHECK(make_nest(task_for(kPlate, .2), NestOptions()).clearance == .4);
  Task stated;
  stated.contacts.resize(1);
  CHECK_THROWS_AS((void)make_nest(ValidTask(stated), NestOptions()), InputError);
}

TEST_CASE("a pocket with reliefs is found for a part with a nearly straight arc") {
  for (const double bulge : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, -1e-5}) {
    CAPTURE(bulge);
    const Path part{{{0, 0}, {60, 0}, {60, 30}, {0, 30}}, {0, bulge, 0, 0}};
    for (const double clearance : {.1, .2}) {
      const Nest nest = make_nest(task_for(part), with_clearance(clearance, 2));
      CAPTURE(nest.fault);
      REQUIRE(nest.fault.empty());
      CHECK(nest.fits);
      CHECK(nest.gap >= clearance * (1 - 1e-5));
      CHECK(nest.reliefs.size() == 4);
    }
  }
}

TEST_CASE("rest regions of parts with fillets are proved for small clearances") {
  for (const double clearance : {.03, .05, .09}) {
    CAPTURE(clearance);
    const ValidTask task = task_for(rounded_plate());
    const Nest nest = make_nest(task, with_clearance(clearance));
    const Loading play = play_in(nest, task);
    const StartRegion start = region_of(play);
    const RestRegions rest = find_rest_regions(ValidTask(nest.task), {{-std::sqrt(.5), -std::sqrt(.5), 0}}, start);
    CHECK(rest.end == RestRegions::End::bounded);
    CHECK(rest.refused.empty());
    CHECK(rest.displacement < 4 * clearance);
  }
}

TEST_CASE("the rest region of an open pocket is proved although its box of starts is large") {
  // Far from the seat, the overlap of part and plate contains points that are deep in both bodies, but not the deepest
  // point of either body.
  const ValidTask task = task_for(Path{{{-60, 0}, {-2, -29}, {50, -5}, {50, 4}, {14, 20}, {-31, 17}}, {0, 0, .65, 0, .24, 0}});
  const Nest nest = make_nest(task, open_at(Side::top, .36));
  REQUIRE(nest.fault.empty());
  const double tilt = -112 * std::numbers::pi / 180;
  const RestRegions rest = find_rest_regions(ValidTask(nest.task), {{std::cos(tilt), std::sin(tilt), 0}}, region_of(play_in(nest, task)));
  CHECK(rest.end == RestRegions::End::bounded);
  CHECK(rest.refused == "");
}

TEST_CASE("trials from the whole play of a pocket end in its rest region") {
  const Polygon wedge{{{0, 0}, {40, 0}, {34, 25}, {0, 18}}};
  // In the third part, the fillets slide from straight walls of the pocket into fillets of nearly the same radius.
  const double clearances[] = {.3, .3, .108};
  int number = 0;
  for (const Outline& outline : {Outline(kPlate), Outline(wedge), Outline(rounded_plate())}) {
    CAPTURE(number);
    const ValidTask task = task_for(outline);
    const double clearance = clearances[number++];
    const Nest nest = make_nest(task, with_clearance(clearance, clearance < .2 ? 0 : 2));
    REQUIRE(nest.fault.empty());
    const Loading play = play_in(nest, task);
    REQUIRE(play.end == Loading::End::caged);
    const StartRegion start = region_of(play);
    const Eigen::Vector3d tilt(-std::sqrt(.5), -std::sqrt(.5), 0);
    Task tried = nest.task;
    const RestRegions rest = find_rest_regions(ValidTask(tried), {tilt}, start);
    REQUIRE(rest.end == RestRegions::End::bounded);
    tried.plan = {{tilt}};
    Scatter scatter{number == 3 ? 400 : 200, 1, start.translation, start.rotation, 0};
    tried.scatter = scatter;
    // If the part has no seat and the task no goal tolerance, trials have no goal.
    CHECK_THROWS_AS((void)simulate(ValidTask(tried)), InputError);
    tried.goal_tolerance = rest.displacement;
    const TrialReport report = simulate(ValidTask(tried));
    CHECK(report.starts == scatter.starts);
    CHECK(report.fraction == 1);
    CHECK(report.displacements.back() <= 1e-3 * rest.displacement);
    // If the goal tolerance is half the displacement in the worst trial, some trials must fail. The report must state
    // where they ended.
    tried.goal_tolerance = 1e3 * report.displacements.back() / 2;
    const TrialReport strict = simulate(ValidTask(tried));
    REQUIRE(strict.fraction < 1);
    CHECK(strict.failures[0].outcome == Outcome::jammed);
    CHECK(strict.failures[0].displacement > 1e-3 * *tried.goal_tolerance);
  }
}

TEST_CASE("a rectangle enters an open pocket straight, and the plate extends beyond it by the clearance") {
  const ValidTask task = task_for(kPlate);
  const double e = .3;
  for (const Side side : {Side::left, Side::right, Side::bottom, Side::top}) {
    CAPTURE(static_cast<int>(side));
    const Nest nest = make_nest(task, open_at(side, e, 2));
    REQUIRE(nest.fault.empty());
    CHECK(nest.fits);
    REQUIRE(nest.entry_gap);
    CHECK(*nest.entry_gap == doctest::Approx(e).epsilon(1e-6));
    CHECK(*nest.entry_gap < e);
    CHECK(nest.reliefs.size() == 2);
    REQUIRE(nest.task.walls.size() == 1);
    CHECK(nest.task.walls[0].holes.empty());
    CHECK(outline_faults(nest.task.walls[0].outline).empty());
    REQUIRE(nest.closed_task.walls[0].holes.size() == 1);
    // At the open side, the plate ends one clearance beyond the part. At the other sides, it has the margin.
    const Vector low = nest.plate.vertices[0], high = nest.plate.vertices[2];
    CHECK(low.x() == (side == Side::left ? doctest::Approx(-e) : doctest::Approx(std::min(low.x(), -e - nest.margin))));
    CHECK(high.x() == (side == Side::right ? doctest::Approx(40 + e) : doctest::Approx(std::max(high.x(), 40 + e + nest.margin))));
    CHECK(low.y() == (side == Side::bottom ? doctest::Approx(-e) : doctest::Approx(std::min(low.y(), -e - nest.margin))));
    CHECK(high.y() == (side == Side::top ? doctest::Approx(25 + e) : doctest::Approx(std::max(high.y(), 25 + e + nest.margin))));
    const Loading play = play_in(nest, task);
    CHECK(play.end == Loading::End::caged);
    CHECK(play.extent[1][0] >= e * (1 - 1e-6));
    CHECK(play.extent[1][0] <= 1.1 * e);
    // Through the opening of the plate, the part can leave.
    LoadingOptions options;
    options.play = true;
    const ValidTask open(nest.task, task);
    CHECK(find_loading(open, reference_pose(open.task()).task, options).end != Loading::End::caged);
  }
}

TEST_CASE("random outlines move into their open pockets without touching the plate") {
  std::mt19937_64 random(5);
  int made = 0, refused = 0;
  for (int k = 0; k < 120; ++k) {
    CAPTURE(k);
    Path path = test::valid_random_path(random);
    for (Vector& vertex : path.vertices) vertex *= 20;
    const Side side = static_cast<Side>(k % 4);
    const double e = .1 * (1 + k % 3), cutter = k % 5 == 0 ? 1. : 0.;
    const Nest nest = make_nest(task_for(path), open_at(side, e, cutter));
    if (!nest.fault.empty()) {
      CAPTURE(nest.fault);
      CHECK(cutter > 0);
      ++refused;
      continue;
    }
    ++made;
    CHECK(nest.fits);
    REQUIRE(nest.entry_gap);
    CHECK(outline_faults(nest.pocket).empty());
    const Outline& plate = nest.task.walls[0].outline;
    REQUIRE(outline_faults(plate).empty());
    CHECK(area(plate) == doctest::Approx(area(nest.plate) - area(nest.pocket)).epsilon(1e-9));
    for (int step = 0; step <= 40; ++step) {
      Path moved = path;
      for (Vector& vertex : moved.vertices) vertex += 2. * step * direction_of(side);
      const OutlineDistance distance = outline_distance(moved, plate);
      CHECK_FALSE(distance.a_inside_b);
      CHECK(distance.distance >= *nest.entry_gap - distance.error);
    }
  }
  CHECK(made > 100);
  MESSAGE(made << " made, " << refused << " refused");
}

TEST_CASE("an open pocket turns with the part") {
  std::mt19937_64 random(8);
  for (int k = 0; k < 10; ++k) {
    CAPTURE(k);
    const Path path = test::valid_random_path(random);
    Path turned = path;
    for (Vector& vertex : turned.vertices) vertex = {-vertex.y(), vertex.x()};
    const Nest right = make_nest(task_for(path), open_at(Side::right, .01)), top = make_nest(task_for(turned), open_at(Side::top, .01));
    REQUIRE(right.fault.empty());
    REQUIRE(top.fault.empty());
    CHECK(area(right.pocket) == doctest::Approx(area(top.pocket)).epsilon(1e-9));
    REQUIRE((right.entry_gap && top.entry_gap));
    CHECK(*right.entry_gap == doctest::Approx(*top.entry_gap).epsilon(1e-6));
  }
}

TEST_CASE("open pockets stand in one row, and a relief at the open edge is refused") {
  NestOptions options = open_at(Side::top, .3);
  options.array = {3, 1};
  const Nest nest = make_nest(task_for(kPlate), options);
  REQUIRE(nest.fault.empty());
  CHECK(nest.pockets.size() == 3);
  CHECK(area(nest.task.walls[0].outline) == doctest::Approx(area(nest.plate) - 3 * area(nest.pocket)).epsilon(1e-9));
  CHECK(outline_faults(nest.task.walls[0].outline).empty());
  options.array = {3, 2};
  CHECK_THROWS_AS((void)make_nest(task_for(kPlate), options), InputError);
  // The cutter is larger than the depth of the part. Its dog-bone therefore reaches the edge of the plate.
  const Nest flat = make_nest(task_for(Polygon{{{0, 0}, {40, 0}, {40, 1}, {0, 1}}}), open_at(Side::top, .3, 3));
  CHECK_FALSE(flat.fault.empty());
  options = open_at(Side::top, .3, 1);
  options.lead_in = 1;
  const Nest chamfered = make_nest(task_for(kPlate), options);
  REQUIRE(chamfered.fault.empty());
  REQUIRE(chamfered.lead_in);
  CHECK(area(*chamfered.lead_in) > area(chamfered.pocket));
  for (const Vector& vertex : chamfered.lead_in->vertices) CHECK(vertex.y() <= 25.3 * (1 + 1e-12));
}
