// SPDX-License-Identifier: MIT
// Tests wrong placements against closed forms, and against a search with a misfit that the test computes for itself.
#include <doctest/doctest.h>
#include <pawl/base/fault.h>
#include <pawl/planner/wrong_placements.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"

using namespace pawl;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPi = std::numbers::pi;

/// Returns the task of a polygon on pins of radius 1, all of which touch it.
Task on_pins(std::vector<Vector> vertices, const std::vector<Vector>& pins) {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = Polygon{std::move(vertices)};
  task.friction = {.2, .2};
  for (const Vector& pin : pins) {
    Fixel fixel;
    fixel.at = pin;
    fixel.radius = 1;
    task.fixels.push_back(fixel);
  }
  return task;
}

/// Returns the task of a polygon in a pocket. The pocket is a plate with the hole `hole`.
Task in_pocket(std::vector<Vector> vertices, std::vector<Vector> hole) {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = Polygon{std::move(vertices)};
  task.friction = {.2, .2};
  Wall wall;
  wall.outline = Polygon{{{-100, -100}, {200, -100}, {200, 200}, {-100, 200}}};
  wall.holes = {Polygon{std::move(hole)}};
  task.walls = {wall};
  return task;
}

/// Returns the task of a disc of radius 1 in a round pocket. The clearance is .05, and both have the centre `center`.
Task disc_in_pocket(const Vector& center, std::vector<Outline> holes) {
  Task task;
  task.part.outline = Disc{center, 1};
  task.part.holes = std::move(holes);
  Wall wall;
  wall.outline = Polygon{{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}};
  wall.holes = {Disc{center, 1.05}};
  task.walls = {wall};
  return task;
}

/// Returns a convex polygon whose edges are moved outwards by `distance`.
std::vector<Vector> offset(const std::vector<Vector>& vertices, double distance) {
  std::vector<Vector> result;
  const std::size_t n = vertices.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vector a = (vertices[i] - vertices[(i + n - 1) % n]).normalized(),
                 b = (vertices[(i + 1) % n] - vertices[i]).normalized();
    const Vector out(a.y() + b.y(), -a.x() - b.x());
    result.push_back(vertices[i] + 2 * distance / out.squaredNorm() * out);
  }
  return result;
}

WrongPlacements placements(const Task& task, double accepted, bool near_miss = true) {
  PlacementOptions options;
  options.accepted = accepted;
  options.near_miss = near_miss;
  const ValidTask valid(task);
  return find_wrong_placements(valid, reference_pose(task), options);
}

/// Returns the depth of a point inside a polygon. It is negative outside.
double depth_of(const std::vector<Vector>& vertices, const Vector& p) {
  double nearest = 1e300, winding = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vector a = vertices[i], b = vertices[(i + 1) % vertices.size()], d = b - a;
    const double share = std::clamp((p - a).dot(d) / d.squaredNorm(), 0., 1.);
    nearest = std::min(nearest, (a + share * d - p).norm());
    const Vector u = a - p, v = b - p;
    winding += std::atan2(u.x() * v.y() - u.y() * v.x(), u.dot(v));
  }
  return std::fabs(winding) > kPi ? nearest : -nearest;
}

std::vector<Vector> placed(const std::vector<Vector>& vertices, const PlacedPart& at) {
  std::vector<Vector> result;
  for (Vector p : vertices) {
    if (at.turned_over) p.y() = -p.y();
    result.push_back(at.pose.head<2>() + Eigen::Rotation2Dd(at.pose.z()) * p);
  }
  return result;
}

/// Returns the misfit of a polygon on pins, all of which must touch it.
double misfit_on_pins(const Task& task, const PlacedPart& at) {
  const std::vector<Vector> part = placed(std::get<Polygon>(*task.part.outline).vertices, at);
  double most = 0;
  for (const Fixel& fixel : task.fixels) most = std::max(most, std::fabs(depth_of(part, fixel.at) + fixel.radius));
  return most;
}

/// Returns the largest distance by which a vertex of the part is outside a convex pocket.
double misfit_in_pocket(const Task& task, const PlacedPart& at) {
  double most = 0;
  for (const Vector& p : placed(std::get<Polygon>(*task.part.outline).vertices, at))
    most = std::max(most, -depth_of(std::get<Polygon>(task.walls[0].holes[0]).vertices, p));
  return most;
}

template <class Misfit>
PlacedPart improved(const Task& task, PlacedPart at, const Misfit& misfit, double step) {
  double value = misfit(task, at);
  for (; step > 1e-5; step /= 2) {
    for (bool better = true; better;) {
      better = false;
      for (int k = 0; k < 6; ++k) {
        PlacedPart next = at;
        next.pose[k / 2] += (k % 2 == 0 ? 1 : -1) * (k < 4 ? step : step / 20);
        const double there = misfit(task, next);
        if (!(there < value)) continue;
        value = there;
        at = next;
        better = true;
      }
    }
  }
  return at;
}

double displacement(const Task& task, const PlacedPart& at) {
  const std::vector<Vector>& vertices = std::get<Polygon>(*task.part.outline).vertices;
  const std::vector<Vector> moved = placed(vertices, at), seated = placed(vertices, {false, task.pose});
  double most = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) most = std::max(most, (moved[i] - seated[i]).norm());
  return most;
}

bool is_in(const WrongPlacement& set, const PlacedPart& at) {
  if (set.placed.turned_over != at.turned_over) return false;
  for (const double turn : {-4 * kPi, -2 * kPi, 0., 2 * kPi, 4 * kPi}) {
    const Eigen::Vector3d pose = at.pose + Eigen::Vector3d(0, 0, turn);
    if ((pose.array() >= set.extent[0].array()).all() && (pose.array() <= set.extent[1].array()).all()) return true;
  }
  return false;
}

const std::vector<Vector> kRectangle{{0, 0}, {40, 0}, {40, 30}, {0, 30}};
const std::vector<Vector> kRightTriangle{{0, 0}, {40, 0}, {0, 30}};

}  // namespace

TEST_CASE("a rectangle on its short edge is a wrong placement, face up or turned over, in two orientations each") {
  // All corners are right angles. The short edge, which is 30 long, reaches both lower pins. The rectangle therefore
  // fits on the pins with its short edge as well as with its long edge.
  const Task task = on_pins(kRectangle, {{8, -1}, {22, -1}, {-1, 10}});
  const WrongPlacements wrong = placements(task, .05);
  CHECK(wrong.complete);
  CHECK(wrong.rotations == 2);
  CHECK(wrong.reflections == 2);
  int upright = 0;
  for (const WrongPlacement& placement : wrong.wrong) {
    CHECK(misfit_on_pins(task, placement.placed) == doctest::Approx(placement.misfit).epsilon(1e-6));
    CHECK(placement.extent[1].z() - placement.extent[0].z() < .1);
    if (std::fabs(std::cos(placement.placed.pose.z())) < 1e-3) ++upright;
  }
  CHECK(upright == 4);
  // In the other wrong placements, the part is oblique, below and beside the pins. Each of them has four images.
  CHECK(wrong.wrong.size() % 4 == 0);
  CHECK_FALSE(wrong.near_miss.has_value());
}

TEST_CASE("an equilateral triangle has three right rotations in a pocket of its shape, and three more if it is turned over") {
  const std::vector<Vector> triangle{{0, 0}, {40, 0}, {20, 20 * std::sqrt(3.)}};
  const WrongPlacements none = placements(in_pocket(triangle, offset(triangle, .3)), .05);
  CHECK(none.rotations == 3);
  CHECK(none.reflections == 3);
  CHECK(none.foolproof());
  // The triangle still fits if its edges are moved outwards by d <= 0.3. Its clearance is therefore 0.3.
  CHECK(none.clearance == doctest::Approx(.3).epsilon(.05));
}

TEST_CASE("a pocket refuses a right triangle that is turned over; wrong poses have at least the near miss's misfit") {
  const Task task = in_pocket(kRightTriangle, offset(kRightTriangle, .2));
  const WrongPlacements none = placements(task, .05);
  CHECK(none.foolproof());
  CHECK(none.rotations == 1);
  CHECK(none.reflections == 0);
  REQUIRE(none.near_miss.has_value());
  const NearMiss& miss = *none.near_miss;
  CHECK(misfit_in_pocket(task, miss.placed) == doctest::Approx(miss.at_most).epsilon(1e-3));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  for (int k = 0; k < pawl::oracle::count(100); ++k) {
    PlacedPart at{any(random) > 0, {20 * any(random), 20 * any(random), kPi * any(random)}};
    at = improved(task, at, misfit_in_pocket, 4);
    if (!at.turned_over && displacement(task, at) <= none.close) continue;
    CHECK(misfit_in_pocket(task, at) >= miss.at_least - 1e-6);
  }
}

TEST_CASE("an isosceles triangle may be turned over") {
  const std::vector<Vector> triangle{{0, 0}, {40, 0}, {20, 30}};
  const WrongPlacements none = placements(in_pocket(triangle, offset(triangle, .2)), .1, false);
  CHECK(none.rotations == 1);
  CHECK(none.reflections == 1);
  CHECK(none.foolproof());
  // The hole is away from the axis of symmetry, so that the triangle differs from its mirror image. It is therefore
  // wrong to turn it over.
  Task task = in_pocket(triangle, offset(triangle, .2));
  task.part.holes = {Disc{{12, 8}, 2}};
  const WrongPlacements over = placements(task, .1, false);
  CHECK(over.reflections == 0);
  REQUIRE(over.wrong.size() == 1);
  CHECK(over.wrong[0].placed.turned_over);
}

TEST_CASE("a part on two pins in its holes fits turned by 180 degrees if the holes are alike") {
  Task task;
  task.units.length = Units::Length::mm;
  task.part.outline = Polygon{{{0, 0}, {80, 0}, {80, 40}, {30, 44}, {0, 40}}};
  task.part.holes = {Disc{{20, 20}, 5}, Disc{{60, 20}, 5}};
  task.friction = {.2, .2};
  Fixel round, diamond;
  round.at = {20, 20.02};
  round.radius = 4.9;
  diamond = round;
  diamond.at = {60, 20.02};
  diamond.diamond = Vector(1, 0);
  diamond.diamond_width = 3;
  task.fixels = {round, diamond};
  const WrongPlacements wrong = placements(task, .1, false);
  CHECK(wrong.complete);
  // In the three wrong placements, the part is rotated by 180 degrees, turned over, or both.
  CHECK(wrong.wrong.size() == 3);
  // A smaller pin and a smaller hole exclude two of these placements. In the third one, the part is turned over about
  // the line through the holes.
  task.part.holes[1] = Disc{{60, 20}, 4};
  task.fixels[1].radius = 3.9;
  const WrongPlacements other = placements(task, .1, false);
  CHECK(other.complete);
  REQUIRE(other.wrong.size() == 1);
  CHECK(other.wrong[0].placed.turned_over);
}

TEST_CASE("a disc is in its right place however it is turned") {
  Task task;
  task.part.outline = Disc{{0, 0}, 1};
  Wall wall;
  wall.outline = Polygon{{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}};
  wall.holes = {Disc{{.05, 0}, 1.1}};
  task.walls = {wall};
  const WrongPlacements none = placements(task, .02);
  CHECK(none.rotations == 0);
  CHECK(none.foolproof());
  CHECK(none.clearance == doctest::Approx(.1).epsilon(.1));
  // The pocket has the clearance .1. A disc at the distance `close` from its place is at least close - .05 away from
  // the centre of the pocket.
  REQUIRE(none.near_miss.has_value());
  const double least = none.close - .15;
  CHECK(none.near_miss->at_limit);
  CHECK(none.near_miss->at_least <= least + 1e-9);
  CHECK(none.near_miss->at_most >= least - 1e-9);
  CHECK(none.near_miss->at_most <= 1.2 * least);
}

TEST_CASE("the placements do not depend on the frame, the unit, or the order of pins and vertices") {
  const std::vector<Vector> vertices{{0, 0}, {40, 0}, {40, 20}, {30, 30}, {0, 30}};
  const std::vector<Vector> pins{{8, -1}, {22, -1}, {-1, 10}};
  const auto misfits = [](const Task& task, double accepted) {
    std::vector<std::pair<bool, double>> list;  // whether the part is turned over, and its angle relative to the task's
                                                // pose
    for (const WrongPlacement& placement : placements(task, accepted, false).wrong) {
      const double turn = std::remainder(placement.placed.pose.z() - task.pose.z(), 2 * kPi);
      list.emplace_back(placement.placed.turned_over, std::round(100 * turn) / 100);
    }
    std::sort(list.begin(), list.end());
    return list;
  };
  const auto stated = misfits(on_pins(vertices, pins), .1);
  REQUIRE(stated.size() > 2);
  std::vector<Vector> backwards(vertices.rbegin(), vertices.rend()), other_start = vertices;
  std::rotate(other_start.begin(), other_start.begin() + 2, other_start.end());
  CHECK(misfits(on_pins(backwards, pins), .1) == stated);
  CHECK(misfits(on_pins(other_start, pins), .1) == stated);
  CHECK(misfits(on_pins(vertices, {pins[2], pins[0], pins[1]}), .1) == stated);
  Task turned = on_pins(vertices, pins), scaled = turned;
  turned.pose = {3, 5, kPi / 2};
  for (Fixel& fixel : turned.fixels) fixel.at = Vector(3 - fixel.at.y(), 5 + fixel.at.x());
  const auto after = misfits(turned, .1);
  REQUIRE(after.size() == stated.size());
  // Compares only parts that are not turned over. A part that is turned over is first reflected and then rotated, so
  // its angle changes by twice the change of the pose.
  std::size_t as_it_is = 0;
  for (const auto& [over, angle] : after) {
    if (over) continue;
    ++as_it_is;
    CHECK(std::any_of(stated.begin(), stated.end(), [&, turn = angle](const auto& one) {
      return !one.first && std::fabs(one.second - turn) < .015;
    }));
  }
  CHECK(as_it_is > 0);
  for (Vector& vertex : std::get<Polygon>(*scaled.part.outline).vertices) vertex *= 1e-3;
  for (Fixel& fixel : scaled.fixels) {
    fixel.at *= 1e-3;
    fixel.radius *= 1e-3;
  }
  scaled.units.length = Units::Length::m;
  CHECK(misfits(scaled, 1e-4) == stated);
}

TEST_CASE("symmetries compare holes as a whole, and ignore vertices within edges") {
  const std::vector<Vector> plate{{-30, -20}, {30, -20}, {30, 20}, {-30, 20}}, pocket = offset(plate, .1);
  Task task = in_pocket(plate, pocket);
  // The mirror image of the first hole's circle has only one point in common with the second hole's circle.
  task.part.holes = {Disc{{-10, 0}, 2}, Disc{{15, 0}, 3}};
  const WrongPlacements holes = placements(task, .1, false);
  CHECK(holes.rotations == 1);
  CHECK(holes.reflections == 1);
  CHECK(holes.wrong.size() == 2);
  task.part.holes = {Disc{{-10, 0}, 3}, Disc{{10, 0}, 3}};
  CHECK(placements(task, .1, false).rotations == 2);
  task.part.holes = {Disc{{-10, 0}, 3}, Polygon{{{13, 0}, {10, 3}, {7, 0}, {10, -3}}}};
  CHECK(placements(task, .1, false).rotations == 1);
  Task redundant = in_pocket({{-30, -20}, {-7, -20}, {30, -20}, {30, 20}, {-30, 20}}, pocket);
  const WrongPlacements none = placements(redundant, .1, false);
  CHECK(none.rotations == 2);
  CHECK(none.reflections == 2);
  CHECK(none.foolproof());
}

TEST_CASE("a disc with holes has the symmetries of its holes, and the position of its mass does not matter") {
  Task task;
  task.part.outline = Disc{{0, 0}, 1};
  task.part.holes = {Disc{{.5, 0}, .2}, Disc{{0, .5}, .2}, Disc{{-.5, 0}, .2}, Disc{{0, -.5}, .2}};
  Wall wall;
  wall.outline = Polygon{{{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}};
  wall.holes = {Disc{{.01, 0}, 1.02}};
  task.walls = {wall};
  const WrongPlacements four = placements(task, .05, false);
  CHECK(four.rotations == 4);
  CHECK(four.reflections == 4);
  task.part.holes = {Disc{{.5, 0}, .2}};
  CHECK(placements(task, .05, false).rotations == 1);
  CHECK(placements(task, .05, false).reflections == 1);
  task.part.holes = {Disc{{0, 0}, .2}};
  task.part.center_of_mass = Vector(.3, 0);
  task.pose = {0, 0, kPi / 2};
  const WrongPlacements round = placements(task, .05);
  CHECK(round.rotations == 0);
  CHECK(round.foolproof());
  REQUIRE(round.near_miss.has_value());
  CHECK(round.near_miss->at_least > .05);
}

TEST_CASE("a disc with holes can turn by any angle in a round pocket, and its play has a closed form") {
  constexpr double kAccepted = .02, kClearance = .05;
  const Vector center(.3, -.2);
  for (const int count : {1, 2, 4}) {
    std::vector<Outline> holes;
    for (int k = 0; k < count; ++k) {
      const double angle = .3 + 2 * kPi * k / count;
      holes.push_back(Disc{center + .5 * Vector(std::cos(angle), std::sin(angle)), .2});
    }
    const WrongPlacements none = placements(disc_in_pocket(center, holes), kAccepted);
    CHECK(none.rotations == count);
    CHECK(none.reflections == count);
    CHECK(none.foolproof());
    CHECK(none.boxes < 5000);
    // Between two right rotations, a point of the rim moves by at most twice the sine of a quarter of the angle between
    // them.
    const double turned = 2 * std::sin(kPi / (2 * count));
    CHECK(none.play >= kClearance + turned);
    CHECK(none.play <= kClearance + turned + 4 * kAccepted);
  }
}

TEST_CASE("a disc whose holes differ from their mirror image also fits turned over, at every rotation") {
  const Vector center(.3, -.2);
  const Task task = disc_in_pocket(center, {Disc{center + Vector(.5, 0), .2}, Disc{center + Vector(0, .6), .2},
                                            Disc{center + Vector(-.4, .1), .1}});
  const WrongPlacements found = placements(task, .02);
  CHECK(found.rotations == 1);
  CHECK(found.reflections == 0);
  REQUIRE(found.wrong.size() == 1);
  CHECK(found.wrong[0].placed.turned_over);
  for (int k = 0; k < 12; ++k) {  // the image of the centre must be the centre
    const double angle = -kPi + (k + .5) * kPi / 6;
    const Vector at = center - Eigen::Rotation2Dd(angle) * Vector(center.x(), -center.y());
    CHECK(is_in(found.wrong[0], {true, {at.x(), at.y(), angle}}));
  }
}

TEST_CASE("rotations matter for a disc with a wall in its hole") {
  constexpr double kAccepted = .01;
  const auto square = [](double half) { return Polygon{{{-half, -half}, {half, -half}, {half, half}, {-half, half}}}; };
  Task task = disc_in_pocket({0, 0}, {square(.5)});
  Wall island;
  island.outline = square(.49);
  task.walls.push_back(island);
  const WrongPlacements none = placements(task, kAccepted);
  CHECK(none.rotations == 4);
  CHECK(none.foolproof());
  CHECK(none.play < .2);
  task.walls.pop_back();
  CHECK(placements(task, kAccepted).play > .8);
}

TEST_CASE("a hole that the pocket cannot reach decides which placements are right") {
  const std::vector<Vector> triangle{{0, 0}, {20, 0}, {10, 10 * std::sqrt(3)}};
  Task task = in_pocket(triangle, offset(triangle, .3));
  CHECK(placements(task, .05).foolproof());
  task.part.holes = {Disc{{4, 2}, 1}};
  CHECK(placements(task, .05).wrong.size() == 5);  // two rotations, and three placements of the triangle turned over
}

TEST_CASE("a wall can reach through a thin rim of a disc into its hole, so the rotation matters") {
  // The rim beside the hole is 0.02 thick, which is less than twice the accepted misfit.
  Task task = disc_in_pocket({0, 0}, {Disc{{.78, 0}, .2}});
  const WrongPlacements thin = placements(task, .02, false);
  task.part.holes = {Disc{{.7, 0}, .2}};
  const WrongPlacements thick = placements(task, .02, false);
  CHECK(thin.boxes > 10 * thick.boxes);
  CHECK(thin.foolproof());
  CHECK(thick.foolproof());
}

TEST_CASE("a part that coincides with a wall of its own shape overlaps it") {
  Task task = on_pins({{0, 0}, {20, 0}, {20, 20}, {0, 20}}, {{-1, 10}});
  Wall wall;
  wall.outline = Polygon{{{0, -20}, {20, -20}, {20, 0}, {0, 0}}};
  task.walls = {wall};
  CHECK(placements(task, .1, false).undecided.empty());
}

TEST_CASE("the near miss of a plate is the pose in which its pins are in the wrong holes") {
  // Both pins have the radius 2. There are two pairs of holes, and one hole of the second pair has the radius 1.8. If
  // the plate is shifted by 8 along its lower edge, the pins are in this pair with a misfit of 0.2. If the plate is
  // turned over, it overlaps the second pin; the plate is too high for this pin to be outside it.
  Task task = on_pins({{0, 0}, {60, 0}, {60, 40}, {0, 46}}, {{10, -1}, {50, -1}});
  task.part.holes = {Disc{{27, 8}, 2.2}, Disc{{45, 13}, 2.2}, Disc{{19, 8}, 1.8}, Disc{{37, 13}, 2.2}};
  for (const Vector& at : {Vector(27.2, 8), Vector(45.1, 13)}) {
    Fixel pin;
    pin.at = at;
    pin.radius = 2;
    task.fixels.push_back(pin);
  }
  task.goal = {1, 2, 3};
  const WrongPlacements none = placements(task, .08);
  CHECK(none.foolproof());
  CHECK(none.close < 8);
  REQUIRE(none.near_miss.has_value());
  CHECK(none.near_miss->at_least <= .2);
  CHECK(none.near_miss->at_least >= .19);
  CHECK(none.near_miss->at_most == doctest::Approx(.2).epsilon(.03));
  CHECK_FALSE(none.near_miss->placed.turned_over);
  CHECK_FALSE(none.near_miss->at_limit);
  CHECK(none.near_miss->placed.pose.x() == doctest::Approx(8.1).epsilon(.03));
}

TEST_CASE("an invalid accepted misfit, a part that is not located, and a missing outline are faults") {
  const Task task = on_pins(kRectangle, {{4, -1}, {36, -1}, {-1, 10}});
  const auto pointer = [](const Task& bad, double accepted) -> std::string {
    try {
      (void)placements(bad, accepted);
    } catch (const InputError& error) {
      return error.faults().at(0).pointer;
    }
    return "none";
  };
  CHECK(pointer(task, 0) == "/accepted");
  CHECK(pointer(task, NAN) == "/accepted");
  CHECK(pointer(on_pins(kRectangle, {{4, -1}, {36, -1}}), .05) == "/goal");
  CHECK(pointer(Task(), .05) == "/part/outline");
}

TEST_CASE("random polygons on three pins: every accepted pose is in a set that was found") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(0, 1);
  int examined = 0, incomplete = 0;
  for (int tries = 0; examined < pawl::oracle::count(6) && tries < 4000; ++tries) {
    std::vector<Vector> vertices;
    const int corners = 4 + static_cast<int>(4 * any(random));
    for (int i = 0; i < corners; ++i) {
      const double angle = 2 * kPi * (i + .6 * any(random)) / corners;
      vertices.push_back((14 + 16 * any(random)) * Vector(std::cos(angle), std::sin(angle)));
    }
    std::vector<Vector> pins;
    for (int i = 0; i < 3; ++i) {
      const std::size_t edge = static_cast<std::size_t>(corners * any(random)) % vertices.size();
      const Vector from = vertices[edge], along = vertices[(edge + 1) % vertices.size()] - from;
      pins.push_back(from + (.1 + .8 * any(random)) * along + Vector(along.y(), -along.x()).normalized());
    }
    const Task task = on_pins(vertices, pins);
    WrongPlacements wrong;
    try {
      const ReferencePose reference = reference_pose(task);
      if (!reference.seated || !reference.task.located || misfit_on_pins(task, {false, {0, 0, 0}}) > 1e-9) continue;
      wrong = placements(task, .1, false);
    } catch (const InputError&) {
      continue;  // skipped: the pins overlap the part or do not locate it
    }
    if (!wrong.complete) {  // In a wrong pose, the part can move along its pins, and the search needs too many boxes.
      ++incomplete;
      continue;
    }
    ++examined;
    for (const WrongPlacement& placement : wrong.wrong) {
      CHECK(misfit_on_pins(task, placement.placed) <= .1);
      CHECK(misfit_on_pins(task, placement.placed) == doctest::Approx(placement.misfit).epsilon(1e-6));
      CHECK(is_in(placement, placement.placed));
    }
    for (int start = 0; start < 400; ++start) {
      PlacedPart at{any(random) < .5, {0, 0, 2 * kPi * any(random)}};
      const std::size_t edge = static_cast<std::size_t>(corners * any(random)) % vertices.size();
      Vector touch = vertices[edge] + any(random) * (vertices[(edge + 1) % vertices.size()] - vertices[edge]);
      if (at.turned_over) touch.y() = -touch.y();
      at.pose.head<2>() = task.fixels[0].at - Eigen::Rotation2Dd(at.pose.z()) * touch;
      at = improved(task, at, misfit_on_pins, 4);
      if (misfit_on_pins(task, at) > .099) continue;
      bool known = !at.turned_over && displacement(task, at) <= wrong.play;
      for (const std::vector<WrongPlacement>* sets : {&wrong.wrong, &wrong.undecided})
        for (const WrongPlacement& set : *sets) known = known || is_in(set, at);
      CHECK(known);
    }
  }
  CHECK(examined == pawl::oracle::count(6));
  CHECK(incomplete <= examined / 2);
}

TEST_CASE("a part that can slide along its pins in wrong poses needs few boxes, and a limit keeps earlier results") {
  const std::vector<Vector> vertices{{25.234, 9.231},   {13.562, 18.265}, {-9.272, 12.227}, {-23.708, 10.158},
                                     {-9.143, -12.337}, {1.905, -16.19},  {21.446, -11.603}};
  std::vector<Vector> pins;
  for (const auto& [edge, share] : {std::pair<std::size_t, double>{1, 0.276}, std::pair<std::size_t, double>{5, 0.517},
                                    std::pair<std::size_t, double>{5, 0.416}}) {
    const Vector from = vertices[edge], along = vertices[(edge + 1) % vertices.size()] - from;
    pins.push_back(from + share * along + Vector(along.y(), -along.x()).normalized());
  }
  const Task task = on_pins(vertices, pins);
  // Two pins are very close to each other, so that the sets of accepted poses are long. A search with small boxes alone
  // would need 936,000 boxes.
  const WrongPlacements wrong = placements(task, .1, false);
  CHECK(wrong.complete);
  CHECK(wrong.boxes < 450000);
  CHECK(wrong.wrong.size() >= 9);
  for (const WrongPlacement& placement : wrong.wrong) {
    CHECK(misfit_on_pins(task, placement.placed) <= .1);
    CHECK(is_in(placement, placement.placed));
  }
  PlacementOptions options;
  options.accepted = .1;
  options.boxes = 60000;
  options.near_miss = false;
  const WrongPlacements some = find_wrong_placements(ValidTask(task), reference_pose(task), options);
  CHECK_FALSE(some.complete);
  CHECK_FALSE(some.wrong.empty());
  for (const WrongPlacement& placement : some.wrong) CHECK(misfit_on_pins(task, placement.placed) <= .1);
}

TEST_CASE("additional pins exclude the wrong placements of a rectangle with a chamfer, and permit the right placement") {
  const std::vector<Vector> chamfered{{0, 0}, {40, 0}, {40, 20}, {30, 30}, {0, 30}};
  const Task task = on_pins(chamfered, {{8, -1}, {22, -1}, {-1, 10}});
  PlacementOptions options;
  options.accepted = .1;
  options.near_miss = false;
  const ValidTask valid(task);
  const ReferencePose reference = reference_pose(task);
  const WrongPlacements before = find_wrong_placements(valid, reference, options);
  REQUIRE(before.complete);
  REQUIRE_FALSE(before.wrong.empty());
  const std::optional<FoolproofPins> remedy = find_foolproof_pins(valid, reference, before, options);
  REQUIRE(remedy.has_value());
  CHECK(remedy->after.foolproof());
  CHECK(remedy->pins.size() <= 3);
  for (const Fixel& pin : remedy->pins) {
    CHECK(-depth_of(chamfered, pin.at) - pin.radius >= remedy->gap - 1e-9);
    for (const Fixel& other : task.fixels) CHECK((pin.at - other.at).norm() > pin.radius + other.radius);
  }
  for (const WrongPlacement& placement : before.wrong) {
    double most = 0;
    for (const Fixel& pin : remedy->pins)
      most = std::max(most, depth_of(placed(chamfered, placement.placed), pin.at) + pin.radius);
    CHECK(most > .1);
  }
}

TEST_CASE("a pin in a hole that is not in the goal need not be in a hole in other placements") {
  // A long plate stands on two pins near its left end. It can also stand on its short edge, far from the pin that
  // belongs in its hole.
  Task task = on_pins({{0, 0}, {100, 0}, {100, 20}, {0, 20}}, {{8, -1}, {14, -1}, {-1, 10}});
  task.part.holes = {Disc{{85, 10}, 6}};
  task.fixels.push_back({{84, 10}, .2, 2});
  task.goal = std::vector<int>{1, 2, 3};
  PlacementOptions options;
  options.near_miss = false;
  const WrongPlacements found = find_wrong_placements(ValidTask(task), reference_pose(task), options);
  CHECK(std::any_of(found.wrong.begin(), found.wrong.end(), [](const WrongPlacement& wrong) {
    return std::fabs(std::cos(wrong.placed.pose.z())) < .01;
  }));
}
