// SPDX-License-Identifier: MIT
// Tests the search for fixtures among walls. Compares the candidates with those of the same part without walls, and the
// answers with measures of each fixture alone and with the same task turned or mirrored.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/design_fixtures.h>
#include <pawl/planner/fixture_candidates.h>
#include <pawl/planner/fixture_refinement.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "support/walls.h"

using namespace pawl;
using oracle::box;
using oracle::wall_of;
using Objective = FixtureObjective;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPin = .1;

/// Returns an L-shaped part between two walls: a jaw on its left and a stop above its long arm.
Task part_between_walls() {
  Task task;
  task.part.outline = Polygon{{{-1.25, -.75}, {1.75, -.75}, {1.75, .25}, {-.25, .25}, {-.25, 1.25}, {-1.25, 1.25}}};
  task.friction = {.1, .25};
  task.actuator = TrayActuator();
  task.walls = {wall_of(box(-2, -1, -1.375, .125)), wall_of(box(.5, .375, 1, 2))};
  FixtureOptions& options = task.fixture.emplace();
  options.candidates = FixtureOptions::Points{3, std::nullopt, kPin};
  options.objectives = {Objective::pose_error, Objective::margin};
  options.depth_for = 2;
  options.top = 1000;
  return task;
}

Task without_walls(Task task) {
  task.walls.clear();
  return task;
}

double distance_to_segment(const Vector& point, const Vector& from, const Vector& to) {
  const double share = std::clamp((point - from).dot(to - from) / (to - from).squaredNorm(), 0., 1.);
  return (from + share * (to - from) - point).norm();
}

/// Returns the signed distance of a point from a wall, whose outline is a convex counterclockwise polygon. It is
/// negative inside.
double distance_to_wall(const Vector& point, const Wall& wall) {
  const Eigen::Rotation2Dd turn(wall.pose.z());
  const std::vector<Vector>& vertices = std::get<Polygon>(wall.outline).vertices;
  double nearest = std::numeric_limits<double>::infinity();
  bool inside = true;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const Vector from = wall.pose.head<2>() + turn * vertices[k];
    const Vector to = wall.pose.head<2>() + turn * vertices[(k + 1) % vertices.size()];
    nearest = std::min(nearest, distance_to_segment(point, from, to));
    const Vector along = to - from, off = point - from;
    inside = inside && along.x() * off.y() - along.y() * off.x() > 0;
  }
  return inside ? -nearest : nearest;
}

bool overlaps_wall(const FixtureCandidate& candidate, const std::vector<Wall>& walls) {
  return std::any_of(candidate.fixels.begin(), candidate.fixels.end(), [&](const Fixel& pin) {
    return std::any_of(walls.begin(), walls.end(), [&](const Wall& wall) {
      return distance_to_wall(pin.at, wall) < pin.radius - 1e-12;
    });
  });
}

std::vector<FixtureCandidate> candidates_of(const Task& task) {
  std::vector<FixtureCandidate> all;
  const auto source = fixture_candidates(task, *task.fixture);
  while (auto candidate = source->next()) all.push_back(std::move(*candidate));
  return all;
}

/// The rounded positions of the pins of a candidate, for use as a key.
using Key = std::multiset<std::pair<long, long>>;
Key key_of(const FixtureCandidate& candidate) {
  Key key;
  for (const Fixel& pin : candidate.fixels) key.emplace(std::lround(1e6 * pin.at.x()), std::lround(1e6 * pin.at.y()));
  return key;
}

std::set<Key> keys_of(const std::vector<FixtureCandidate>& candidates) {
  std::set<Key> keys;
  for (const FixtureCandidate& candidate : candidates) keys.insert(key_of(candidate));
  return keys;
}

struct AmongWalls {
  FixtureDesigns designs;
  std::vector<double> errors, margins;  // pose errors and margins of all candidates with a plan, ascending
  std::vector<double> depths;           // depths of the fixtures in the answer, ascending
  std::size_t loaded = 0;               // number of fixtures in the answer that are loadable
};

AmongWalls search(const Task& task) {
  AmongWalls found;
  DesignRequest request;
  request.each = [&](const DesignedCandidate& one) {
    if (std::isnan(one.score[Objective::margin])) return;
    found.errors.push_back(one.score[Objective::pose_error]);
    found.margins.push_back(one.score[Objective::margin]);
  };
  found.designs = design_fixtures(ValidTask(task), request);
  for (const RankedFixture& fixture : found.designs.fixtures) {
    REQUIRE(fixture.measures.has_value());
    found.depths.push_back(fixture.measures->depth.value_or(0));
    if (fixture.measures->loadable == Loading::End::leaves) ++found.loaded;
  }
  for (std::vector<double>* values : {&found.errors, &found.margins, &found.depths})
    std::sort(values->begin(), values->end());
  return found;
}

void check_equally_good(const AmongWalls& a, const AmongWalls& b, double epsilon) {
  CHECK(a.designs.candidates == b.designs.candidates);
  CHECK(a.designs.located == b.designs.located);
  CHECK(a.designs.planned == b.designs.planned);
  CHECK(a.designs.kept == b.designs.kept);
  for (const auto values : {&AmongWalls::errors, &AmongWalls::margins}) {
    REQUIRE((a.*values).size() == (b.*values).size());
    for (std::size_t k = 0; k < (a.*values).size(); ++k)
      CHECK((a.*values)[k] == doctest::Approx((b.*values)[k]).epsilon(epsilon));
  }
  // Coarse boxes may end a search early. Turned fixtures may therefore have different depths.
  REQUIRE(a.depths.size() == b.depths.size());
  for (std::size_t k = 0; k < a.depths.size(); ++k) {
    CHECK(a.depths[k] > b.depths[k] / 2);
    CHECK(a.depths[k] < b.depths[k] * 2);
  }
  CHECK(a.loaded == b.loaded);
}

Polygon mirrored(const Outline& outline) {
  Polygon made = std::get<Polygon>(outline);
  for (Vector& vertex : made.vertices) vertex.x() = -vertex.x();
  std::reverse(made.vertices.begin(), made.vertices.end());
  return made;
}

std::string pointer_of_fault(const Task& task) {
  try {
    design_fixtures(ValidTask(task));
  } catch (const InputError& error) {
    return error.faults().front().pointer;
  }
  return "none";
}

}  // namespace

TEST_CASE(
    "the candidates among walls are exactly the candidates of the task without walls whose pins overlap no wall") {
  for (const Eigen::Vector3d& pose : {Eigen::Vector3d(0, 0, 0), Eigen::Vector3d(2, -1, .3)}) {
    Task task = part_between_walls();
    task.pose = pose;
    task.frame = Task::Frame::part;
    std::vector<Wall> walls;
    for (std::size_t k = 0; k < task.walls.size(); ++k) walls.push_back(wall_in_world(task, k));
    std::vector<FixtureCandidate> expected = candidates_of(without_walls(task));
    const std::size_t all = expected.size();
    std::erase_if(expected, [&](const FixtureCandidate& one) { return overlaps_wall(one, walls); });
    const std::vector<FixtureCandidate> found = candidates_of(task);
    CHECK(found.size() == expected.size());
    CHECK(found.size() < all);
    CHECK(found.size() > all / 10);
    CHECK(keys_of(found) == keys_of(expected));
  }
}

TEST_CASE("fixtures among walls are equally good if part and walls are turned, mirrored, or stated in another frame") {
  const Task task = part_between_walls();
  const AmongWalls original = search(task);
  REQUIRE(original.designs.status == FixtureDesigns::Status::found);
  Task turned = task;  // the task rotated by 90 degrees about a point that is not the origin
  turned.pose = {3, 2, std::numbers::pi / 2};
  for (Wall& wall : turned.walls) wall.pose = turned.pose;
  check_equally_good(original, search(turned), 2e-4);
  Task in_part = turned;
  in_part.frame = Task::Frame::part;
  for (Wall& wall : in_part.walls) wall.pose = {0, 0, 0};
  check_equally_good(original, search(in_part), 2e-4);
  Task reflected = task;
  reflected.part.outline = mirrored(*task.part.outline);
  for (Wall& wall : reflected.walls) wall.outline = mirrored(wall.outline);
  check_equally_good(original, search(reflected), 2e-4);
}

TEST_CASE("the numbers of a fixture among walls are those of the task with the walls and the fixture's pins") {
  Task task = part_between_walls();
  task.pose = {.5, 0, .2};
  task.frame = Task::Frame::part;
  const FixtureDesigns designs = design_fixtures(ValidTask(task));
  REQUIRE(designs.status == FixtureDesigns::Status::found);
  for (const RankedFixture& fixture : designs.fixtures) {
    const Task fixed = with_fixture(task, fixture.place.candidate);
    REQUIRE(fixed.walls.size() == task.walls.size());
    CHECK((wall_in_world(fixed, 1).pose - wall_in_world(task, 1).pose).norm() == 0);
    CHECK_FALSE(overlaps_wall(fixture.place.candidate, {wall_in_world(fixed, 0), wall_in_world(fixed, 1)}));
    const FixtureMeasures alone = measure_fixture(ValidTask(fixed));
    CHECK(alone.found());
    CHECK(alone.margin == fixture.measures->margin);
    CHECK(alone.depth == fixture.measures->depth);
    CHECK((alone.loadable == fixture.measures->loadable));
    CHECK(alone.pose_error->worst == fixture.place.score[Objective::pose_error]);
  }
}

TEST_CASE("a wall at a pin of the best fixture changes the answer") {
  const Task free = without_walls(part_between_walls());
  const FixtureDesigns before = design_fixtures(ValidTask(free));
  REQUIRE(!before.fixtures.empty());
  const FixtureCandidate& best = before.fixtures.front().place.candidate;
  for (std::size_t k = 0; k < 3; ++k) {
    // The wall overlaps a quarter of the pin, on the side that faces away from the part.
    const Vector out = (best.fixels[k].at - best.locators[k].point).normalized();
    const Vector at = best.fixels[k].at + (.5 * kPin + .25) * out;
    Task blocked = free;
    blocked.walls = {wall_of(box(-.25, -.25, .25, .25), {at.x(), at.y(), 0})};
    const FixtureDesigns after = design_fixtures(ValidTask(blocked));
    REQUIRE(!after.fixtures.empty());
    CHECK(after.candidates < before.candidates);
    for (const RankedFixture& fixture : after.fixtures) {
      CHECK_FALSE(key_of(fixture.place.candidate).contains(
          {std::lround(1e6 * best.fixels[k].at.x()), std::lround(1e6 * best.fixels[k].at.y())}));
      CHECK_FALSE(overlaps_wall(fixture.place.candidate, blocked.walls));
    }
  }
}

TEST_CASE("a wall that is far away does not change the fixtures that are found") {
  Task task = without_walls(part_between_walls());
  FixtureOptions::Points points;
  points.total = 20;
  for (const FixtureOptions::Points& way : {std::get<FixtureOptions::Points>(task.fixture->candidates), points}) {
    task.fixture->candidates = way;
    const AmongWalls before = search(task);
    Task with_wall = task;
    with_wall.walls = {wall_of(box(100, 100, 120, 120))};
    const AmongWalls after = search(with_wall);
    check_equally_good(before, after, 1e-12);
    CHECK(before.designs.points->pin_radius == after.designs.points->pin_radius);
    for (std::size_t k = 0; k < before.designs.fixtures.size(); ++k) {
      const RankedFixture &a = before.designs.fixtures[k], &b = after.designs.fixtures[k];
      CHECK(key_of(a.place.candidate) == key_of(b.place.candidate));
      CHECK((a.measures->loadable == b.measures->loadable));
      CHECK(a.measures->depth.value_or(0) == doctest::Approx(b.measures->depth.value_or(0)).epsilon(1e-6));
      CHECK(a.measures->release.has_value() == b.measures->release.has_value());
    }
  }
}

TEST_CASE("walls around the part make it impossible to load the part within the plane") {
  Task task = without_walls(part_between_walls());
  task.fixture->thresholds.loadable = 1;
  CHECK(design_fixtures(ValidTask(task)).status == FixtureDesigns::Status::found);
  Wall plate = wall_of(box(-4, -4, 4, 4));
  plate.holes = {box(-1.75, -1.25, 2.25, 1.75)};
  task.walls = {plate};
  const FixtureDesigns in_pocket = design_fixtures(ValidTask(task));
  CHECK(in_pocket.candidates > 0);
  CHECK(in_pocket.fixtures.empty());
  task.fixture->thresholds.loadable.reset();
  const FixtureDesigns caged = design_fixtures(ValidTask(task));
  REQUIRE(!caged.fixtures.empty());
  for (const RankedFixture& fixture : caged.fixtures) CHECK((fixture.measures->loadable == Loading::End::caged));
}

TEST_CASE("the release pose of a fixture keeps its clearance from walls and pins, for any reach of the contact search") {
  Task task = part_between_walls();
  for (const double reach : {0., .5}) {
    task.reach = reach;
    const FixtureDesigns designs = design_fixtures(ValidTask(task));
    REQUIRE(!designs.fixtures.empty());
    std::size_t released = 0;
    for (const RankedFixture& fixture : designs.fixtures) {
      if (!fixture.measures->release) continue;
      ++released;
      const ReleasePose& release = *fixture.measures->release;
      const Eigen::Rotation2Dd turn(release.pose.z());
      for (const Vector& vertex : std::get<Polygon>(*task.part.outline).vertices) {
        const Vector at = release.pose.head<2>() + turn * vertex;
        for (const Wall& wall : task.walls) CHECK(distance_to_wall(at, wall) >= release.clearance - 1e-9);
        for (const Fixel& pin : fixture.place.candidate.fixels)
          CHECK((at - pin.at).norm() - pin.radius >= release.clearance - 1e-9);
      }
    }
    CHECK(released > 0);
  }
}

TEST_CASE("fixtures that are mirror images of each other count as one only if the task has no walls") {
  Task task;
  task.part.outline = box(-2, -1, 2, 1);
  task.friction = .2;
  task.actuator = TrayActuator();
  FixtureOptions& options = task.fixture.emplace();
  options.candidates = FixtureOptions::Points{2, std::nullopt, kPin};
  options.depth_for = 0;
  CHECK(design_fixtures(ValidTask(task)).mirrored > 0);
  task.walls = {wall_of(box(2.15, -1, 3, 1))};
  const FixtureDesigns designs = design_fixtures(ValidTask(task));
  CHECK(designs.mirrored == 0);
  CHECK(designs.planned > 0);
}

TEST_CASE("refined and proved best fixtures do not overlap walls, and walls never improve the bound") {
  Task task = without_walls(part_between_walls());
  DesignRequest request;
  request.optimal = Objective::pose_error;
  const FixtureDesigns free = design_fixtures(ValidTask(task), request);
  REQUIRE(free.optimal.has_value());
  const Vector pin = free.optimal->best.fixels[0].at;
  const Vector out = (pin - free.optimal->best.locators[0].point).normalized();
  const Vector at = pin + .25 * out;
  task.walls = {wall_of(box(-.25, -.25, .25, .25), {at.x(), at.y(), 0})};
  const FixtureDesigns among = design_fixtures(ValidTask(task), request);
  REQUIRE(among.optimal.has_value());
  CHECK_FALSE(overlaps_wall(among.optimal->best, task.walls));
  CHECK(among.optimal->complete);
  CHECK(among.optimal->bound >= free.optimal->bound * (1 - 1e-9));
  CHECK(among.optimal->value > free.optimal->value);
  request.optimal.reset();
  request.refine = 3;
  const FixtureDesigns refined = design_fixtures(ValidTask(task), request);
  CHECK(refined.refined > 0);
  for (const RankedFixture& fixture : refined.fixtures)
    CHECK_FALSE(overlaps_wall(fixture.place.candidate, task.walls));
}

TEST_CASE("a wall that touches the part is refused, and so is a search on a lattice if the task has walls") {
  Task task = part_between_walls();
  task.walls.push_back(wall_of(box(1.75, -.5, 2.5, 0)));
  CHECK(pointer_of_fault(task) == "/walls/2");
  task = part_between_walls();
  task.fixture->candidates = FixtureOptions::Lattice{.25, kPin};
  CHECK(pointer_of_fault(task) == "/fixture/candidates");
}

TEST_CASE("pins in holes are compared only if neither a pin nor the part meets a wall") {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = box(0, 0, 80, 40);
  task.part.holes = {Disc{{15, 20}, 5}, Disc{{65, 20}, 5}};
  task.friction = {.1, .2};
  task.actuator = TrayActuator();
  task.fixture.emplace().hole_clearance = .1;
  task.fixture->candidates = FixtureOptions::Points{2, std::nullopt, 2};
  const auto found = [&] { return find_hole_fixtures(ValidTask(task), *task.fixture, .01, 3); };
  CHECK(found().two_holes.size() == 2);
  task.walls = {wall_of(box(-10, 41, 90, 50))};  // this wall is farther from the plate than the plate can move
  CHECK(found().two_holes.size() == 2);
  for (const HoleFixture& one : found().hole_and_edge) CHECK(one.fixels[1].at.y() < 40);
  task.walls = {wall_of(box(-10, 40.05, 90, 50))};  // the wall is .05 away, but the play permits the plate to move
                                                    // further
  CHECK(found().two_holes.empty());
  CHECK(found().no_two_holes.find("touch a wall") != std::string::npos);
  task.walls = {wall_of(box(16, 19, 17, 21))};  // this wall is inside the first hole
  CHECK(found().two_holes.empty());
}
