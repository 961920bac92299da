// SPDX-License-Identifier: MIT
// Tests contacts with walls. Compares them with contacts of pins and points, with the swapped pair of bodies, with a
// search along the boundaries that shares no code with the library, and with closed forms.
#include <doctest/doctest.h>
#include <pawl/contact/wall.h>
#include <pawl/geometry/closest_point.h>
#include <pawl/io/contact_list.h>
#include <pawl/io/in_si.h>
#include <pawl/io/read_task.h>
#include <pawl/io/valid_task.h>
#include <pawl/io/write_task.h>
#include <pawl/modes/feasible_modes.h>
#include <pawl/modes/wrench_cone.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "support/count.h"
#include "support/faults.h"
#include "support/point_fixel.h"
#include "support/walls.h"

using namespace pawl;
using oracle::box;
using oracle::wall_of;
using Vector = Eigen::Vector2d;

namespace {

constexpr double kPi = std::numbers::pi;

/// Returns a rectangle whose corners are rounded with the radius r.
Outline rounded_box(double a, double b, double r) {
  const double q = std::tan(kPi / 8);
  return Path{{{-a + r, -b}, {a - r, -b}, {a, -b + r}, {a, b - r}, {a - r, b}, {-a + r, b}, {-a, b - r}, {-a, -b + r}},
              {0, q, 0, q, 0, q, 0, q}};
}

Vector turned(const Vector& v, double angle) {
  return {std::cos(angle) * v.x() - std::sin(angle) * v.y(), std::sin(angle) * v.x() + std::cos(angle) * v.y()};
}

std::string complaint(const Outline& part, const std::vector<Wall>& walls, const Eigen::Vector3d& pose = {0, 0, 0},
                      double reach = 0) {
  return text_of_faults([&] { (void)find_wall_contacts(part, pose, walls, .3, 1e-6, reach); });
}

std::string features_of(const std::vector<WallContact>& contacts) {
  std::string text;
  for (const WallContact& contact : contacts) {
    text += (text.empty() ? "" : "; ") + text_of(contact.of_part) + " on " + text_of(contact.of_wall);
    if (contact.wall > 0) text += " of wall " + std::to_string(contact.wall + 1);
  }
  return text;
}

}  // namespace

TEST_CASE("a small disc as a wall gives the contact of a pin") {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(-1, 1);
  const Outline part = rounded_box(2, 1, .5);
  int compared = 0;
  for (int k = 0; k < 400; ++k) {
    const Eigen::Vector3d pose(any(random), any(random), k % 2 == 0 ? 0 : any(random));
    const Vector at = 4 * Vector(any(random), any(random));
    const double radius = .2;
    const Fixel pin = oracle::pin_at(at.x(), at.y(), radius);
    const double distance = closest_points(part, turned(at - pose.head<2>(), -pose.z())).front().distance;
    if (distance < radius + 1e-3) continue;
    const Contact expected = find_contacts(part, pose, std::vector{pin}, .3)[0];
    const std::vector<WallContact> found =
        find_wall_contacts(part, pose, std::vector{wall_of(Disc{at, radius})}, .3, 1e-6, 10);
    const auto nearest = std::min_element(found.begin(), found.end(), [](const WallContact& a, const WallContact& b) {
      return a.contact.gap < b.contact.gap;
    });
    REQUIRE(nearest != found.end());
    const Contact& contact = nearest->contact;
    CHECK((contact.point - expected.point).norm() < 1e-14);
    CHECK((contact.normal.normalized() - expected.normal.normalized()).norm() < 1e-14);
    CHECK(contact.gap == doctest::Approx(expected.gap).epsilon(1e-13));
    CHECK(contact.part_radius == expected.part_radius);
    CHECK(contact.fixel_radius == expected.fixel_radius);
    CHECK(contact.error.angle == expected.error.angle);
    ++compared;
  }
  CHECK(compared > 200);
}

TEST_CASE("a convex corner of a wall gives the contact of a point with the same normal") {
  const Outline part = box(-1, -1, 1, 1);
  const Wall wedge = wall_of(Polygon{{{1, .3}, {2, 0}, {2, 1}}});
  const Contact contact = find_wall_contacts(part, {0, 0, 0}, std::vector{wedge}, .4)[0].contact;
  const Contact point = find_contacts(part, {0, 0, 0}, std::vector{oracle::point_at(1, .3)}, .4)[0];
  CHECK(contact.point == point.point);
  CHECK(contact.normal == point.normal);
  CHECK(contact.normal_through == point.normal_through);
  CHECK(contact.tangent_through == point.tangent_through);
  CHECK(contact.gap == 0);
  CHECK(contact.touching);
  CHECK(contact.error == point.error);
  CHECK(contact.friction == Friction(.4));
}

TEST_CASE("flush edges have two contacts, at the ends of their overlap, with one exact normal") {
  const Outline part = box(-1, 0, 1, 1);
  const auto contacts = [&](const Outline& wall, const Eigen::Vector3d& pose = {0, 0, 0},
                            const Eigen::Vector3d& of_wall = {0, 0, 0}) {
    return find_wall_contacts(part, pose, std::vector{wall_of(wall, of_wall)});
  };
  const auto wide = contacts(box(-3, -1, 3, 0));
  CHECK(features_of(wide) == "vertex 0 on edge 2; vertex 1 on edge 2");
  CHECK(wide[0].contact.point == Vector(-1, 0));
  CHECK(wide[0].contact.part_radius == 0);
  CHECK(std::isinf(wide[0].contact.fixel_radius));
  for (const WallContact& one : wide) CHECK(one.contact.normal == Vector(0, 1));
  CHECK(features_of(contacts(box(-.5, -1, .25, 0))) == "edge 0 on vertex 2; edge 0 on vertex 3");
  CHECK(features_of(contacts(box(0, -1, 3, 0))) == "edge 0 on vertex 3; vertex 1 on edge 2");
  // The two edges have equal lengths, so that each contact is between two corners.
  CHECK(features_of(contacts(box(-1, -1, 1, 0))) == "vertex 0 on vertex 3; vertex 1 on vertex 2");
  // Part and wall are rotated by the same angle. Their relative rotation is 0, so nothing is rounded.
  const auto turned_both = contacts(box(-3, -1, 3, 0), {0, 0, .3}, {0, 0, .3});
  REQUIRE(turned_both.size() == 2);
  for (const WallContact& one : turned_both) {
    CHECK(one.contact.normal == Vector(0, 1));
    CHECK(one.contact.error.angle == 0);
  }
  // Here only the wall is rotated, by a quarter turn.
  const auto quarter = contacts(box(-1, -3, 0, 3), {0, 0, 0}, {0, 0, kPi / 2});
  REQUIRE(quarter.size() == 2);
  CHECK(quarter[0].contact.normal == Vector(0, 1));
  CHECK_FALSE(quarter[0].contact.error.any());
  // One contact is at a corner of the wall, and the other at a corner of the part. Both have the normal of the part's
  // edge, although the wall's edge is tilted by 1e-8 rad.
  const auto tilted = contacts(Polygon{{{0, 0}, {0, -1}, {3, -1}, {3, 3e-8}}});
  CHECK(features_of(tilted) == "edge 0 on vertex 0; vertex 1 on edge 3");
  for (const WallContact& one : tilted) CHECK(one.contact.normal == Vector(0, 1));
  // Two edges at a tiny angle are flush if the gaps at both ends of their overlap are within the tolerance.
  CHECK(contacts(box(-3, -1, 3, 0), {0, 0, 4e-7}).size() == 2);
  CHECK(contacts(box(-3, -1, 3, 0), {0, 1e-5, 1e-5}).size() == 1);
}

TEST_CASE("a part with rounded corners on a straight wall has contacts at both ends of the flush edge") {
  const auto found = find_wall_contacts(rounded_box(2, 1, .5), {0, 0, 0}, std::vector{wall_of(box(-5, -3, 5, -1))});
  CHECK(features_of(found) == "arc 1 on edge 2; arc 7 on edge 2");
  for (const WallContact& one : found) {
    CHECK(one.contact.part_radius == doctest::Approx(.5).epsilon(1e-15));
    CHECK(std::isinf(one.contact.fixel_radius));
    CHECK(one.contact.point.y() == -1);
  }
}

TEST_CASE("a block in the corner of a pocket and a block that fills the pocket have the right contacts") {
  Wall pocket = wall_of(box(-5, -5, 5, 5));
  pocket.holes = {box(-2, -1, 2, 1)};
  const std::vector<Wall> walls{pocket};
  const Outline block = box(-1, -1, 1, 0);
  CHECK(features_of(find_wall_contacts(block, {-1, 0, 0}, walls)) ==
        "vertex 0 on edge 0 of hole 1; vertex 0 on edge 3 of hole 1; vertex 1 on edge 0 of hole 1; "
        "vertex 3 on edge 3 of hole 1");
  const auto full = find_wall_contacts(box(-2, -1, 2, 1), {0, 0, 0}, walls);
  CHECK(full.size() == 8);
  for (const WallContact& one : full) CHECK(one.contact.gap == 0);
  CHECK(complaint(box(-2, -1, 2.001, 1), walls) ==
        "/walls/0: overlaps the part by more than the contact tolerance of 1e-06 m; move the wall or the part");
  CHECK(find_wall_contacts(box(-1, -.5, 1, .5), {0, 0, 0}, walls).empty());
}

TEST_CASE("a round shaft in a V-block and a peg in a round hole have the right contacts") {
  const Wall block = wall_of(Polygon{{{-3, -3}, {3, -3}, {3, 3}, {0, 0}, {-3, 3}}});
  const double r = std::sqrt(2.);
  const auto shaft = find_wall_contacts(Outline(Disc{{0, 0}, r}), {0, 2, 0}, std::vector{block});
  REQUIRE(shaft.size() == 2);
  CHECK(features_of(shaft) == "disc on edge 2; disc on edge 3");
  CHECK((shaft[0].contact.normal.normalized() - Vector(-1, 1) / r).norm() < 1e-15);
  CHECK((shaft[0].contact.point - Vector(1, -1)).norm() < 1e-14);

  Wall plate = wall_of(box(-5, -5, 5, 5));
  plate.holes = {Disc{{0, 0}, 2}};
  const std::vector<Wall> walls{plate};
  const auto peg = find_wall_contacts(Outline(Disc{{0, 0}, 1.5}), {.3, -.4, 0}, walls);
  REQUIRE(peg.size() == 1);
  CHECK(features_of(peg) == "disc on hole 1");
  CHECK((peg[0].contact.normal.normalized() - Vector(-.6, .8)).norm() < 1e-15);
  CHECK((peg[0].contact.point - Vector(.9, -1.2)).norm() < 1e-15);
  CHECK(peg[0].contact.gap == 0);
  CHECK(peg[0].contact.part_radius == 1.5);
  CHECK(peg[0].contact.fixel_radius == -2);
  CHECK(complaint(Disc{{0, 0}, 1.5}, walls, {0, 0, 0}, 1) ==
        "/walls/0: disc of the part has the same centre as hole 1 of this wall, so the normal of their contact is not "
        "unique; move the part until they touch, or reduce \"reach\"");
  CHECK(find_wall_contacts(Outline(Disc{{0, 0}, 1.5}), {0, 0, 0}, walls).empty());
  // A corner of the part touches the edge of a round hole.
  const auto square = find_wall_contacts(box(-1.2, -1.6, 0, 0), {0, 0, 0}, walls);
  CHECK(features_of(square) == "vertex 0 on hole 1");
  CHECK((square[0].contact.normal.normalized() - Vector(.6, .8)).norm() < 1e-15);
  CHECK(square[0].contact.gap == 0);
}

TEST_CASE("corners that touch corners have no unique normal") {
  CHECK(complaint(box(0, 0, 1, 1), {wall_of(box(-1, -1, 0, 0))}) ==
        "/walls/0: vertex 1 of the part touches vertex 3 of this wall, and both are convex, so the normal of their "
        "contact "
        "is not unique; move the part along one of the edges");
  // With a gap, the contact has a unique normal.
  const auto apart =
      find_wall_contacts(box(0, 0, 1, 1), {.3, .4, 0}, std::vector{wall_of(box(-1, -1, 0, 0))}, 0, 1e-6, 1);
  REQUIRE(features_of(apart) == "vertex 0 on vertex 2");
  CHECK(apart[0].contact.gap == doctest::Approx(.5));
  CHECK_FALSE(apart[0].contact.touching);
}

TEST_CASE("edges that are flush within the tolerance and end at the same corner are flush") {
  const Outline part = box(5, 0, 40, 20);
  const std::vector<Wall> walls{wall_of(box(0, -10, 40, 0))};
  for (const double tilt : {0., 1e-10, 1e-8, -1e-8, 2e-8, -2e-8}) {
    // The corners at (40, 0) coincide. The other ends of the two edges are at most 1e-6 m apart.
    const Eigen::Vector3d pose(0, std::max(0., -40 * tilt), tilt);
    const auto found = find_wall_contacts(part, pose, walls);
    CHECK_MESSAGE(found.size() == 2, "tilt ", tilt, ": ", features_of(found));
  }
  for (const double tilt : {1e-8, -1e-8}) {
    CHECK(find_wall_contacts(box(0, 0, 40, 20), {0, std::max(0., -40 * tilt), tilt}, walls).size() == 2);
  }
}

TEST_CASE("a convex arc that fills a concave arc of the same radius is refused, in spite of rounding") {
  Wall plate = wall_of(box(-50, -50, 50, 50));
  plate.holes = {Disc{{0, 0}, 10}};
  const std::vector<Wall> walls{plate};
  const std::string whole = complaint(Disc{{0, 0}, 10}, walls);
  CHECK(whole ==
        "/walls/0: disc of the part and hole 1 of this wall touch along a whole arc, because their radii are equal "
        "within "
        "the contact tolerance of 1e-06 m; make the hollow larger, or the arc in it smaller");
  CHECK(complaint(Disc{{0, 0}, 10 - 5e-7}, walls) == whole);
  CHECK(complaint(Disc{{0, 0}, 10 + 5e-7}, walls) == whole);
  CHECK(complaint(Disc{{0, 0}, 10 - 5e-6}, walls).empty());
  // A part with round ends lies in a longer slot, and touches one end of the slot.
  const auto slot = [](double left, double right) {
    return Path{{{left, -5}, {right, -5}, {right, 5}, {left, 5}}, {0, 1, 0, 1}};
  };
  Wall longer = wall_of(box(-50, -50, 50, 50));
  longer.holes = {slot(-10, 14)};
  for (const double turn : {0., .3, 1., 2.}) {
    longer.pose = {0, 0, turn};
    const std::string text = complaint(slot(-10, 10), {longer}, {0, 0, turn});
    CHECK(text.starts_with("/walls/0: arc 4 of the part and arc 4 of hole 1 of this wall touch along a whole arc"));
  }
  // Two arcs have the same centre, but are on opposite sides of it. They do not face each other.
  const Outline left = Path{{{0, -10}, {0, 10}}, {-1, 0}};
  const Outline right = Path{{{0, -10.2}, {0, 10.2}, {20, 10.2}, {20, -10.2}}, {1, 0, 0, 0}};
  CHECK(complaint(left, {wall_of(right)}, {0, 0, 0}, .5).empty());
}

TEST_CASE("a contact that touches is never hidden by a contact across a gap") {
  Wall ribbed = wall_of(box(-20, -20, 40, 40));
  const Outline one = box(11, -5, 15, 15), two = box(-3, 0, 10, 13);
  for (const bool swapped : {false, true}) {
    ribbed.holes = swapped ? std::vector{two, one} : std::vector{one, two};
    const auto found = find_wall_contacts(box(0, 0, 10, 10), {0, 0, 0}, std::vector{ribbed}, .2, 1e-6, 6);
    int touching = 0;
    for (const WallContact& contact : found) touching += contact.contact.touching ? 1 : 0;
    CHECK(touching == 4);  // two contacts at the ends of the lower edge, and two at the ends of the right edge
    for (const WallContact& contact : found)
      CHECK(contact.contact.gap < 3.5);  // no contact with the far side of the rib may be listed
  }
}

TEST_CASE("the order of a wall's vertices does not change the contacts across a gap") {
  for (const bool reversed : {false, true}) {
    Polygon table{{{0, 0}, {40, 0}, {40, -10}, {0, -10}}};
    if (reversed) std::reverse(table.vertices.begin(), table.vertices.end());
    const auto found = find_wall_contacts(box(0, 0, 40, 20), {0, .1, 0}, std::vector{wall_of(table)}, .2, 1e-6, .5);
    REQUIRE(found.size() == 2);
    for (const WallContact& contact : found) {
      CHECK((contact.of_wall.kind == Feature::Kind::edge || contact.of_part.kind == Feature::Kind::edge));
    }
  }
}

TEST_CASE("contacts across a gap of at most `reach` are listed, and count as not touching") {
  const std::vector<Wall> walls{wall_of(box(-3, -1, 3, 0)), wall_of(box(-3, 0, -2, 3))};
  const Outline part = box(-1, 0, 1, 1);
  CHECK(find_wall_contacts(part, {-.99, .01, 0}, walls).empty());
  const auto found = find_wall_contacts(part, {-.99, .01, .001}, walls, .1, 1e-6, .02);
  CHECK(features_of(found) ==
        "vertex 0 on edge 2; vertex 1 on edge 2; vertex 0 on edge 1 of wall 2; vertex 3 on edge 1 of wall 2");
  for (const WallContact& one : found) {
    CHECK(one.contact.gap > 0);
    CHECK_FALSE(one.contact.touching);
  }
}

namespace {

/// Returns a random outline: a polygon, a disc, or a rounded box.
Outline random_outline(std::mt19937& random, int kind) {
  std::uniform_real_distribution<double> any(0, 1);
  if (kind == 0) return Disc{{any(random) - .5, any(random) - .5}, .3 + any(random)};
  if (kind == 1) {
    const double r = .05 + .3 * any(random);
    return rounded_box(r + .1 + any(random), r + .1 + any(random), r);
  }
  Polygon polygon;  // a star-shaped polygon, which does not intersect itself and is often not convex
  const int count = 3 + static_cast<int>(5 * any(random));
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * kPi * (i + .8 * any(random)) / count, radius = .4 + any(random);
    polygon.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
  }
  return polygon;
}

/// A segment of a boundary as a curve with the parameter t in [0, 1].
struct Curve {
  Vector from, to, center;
  double start = 0, sweep = 0, radius = 0;
  Vector at(double t) const {
    if (sweep == 0) return from + t * (to - from);
    return center + radius * Vector(std::cos(start + t * sweep), std::sin(start + t * sweep));
  }
};

std::vector<Curve> curves_of(const Outline& outline) {
  std::vector<Curve> curves;
  if (const auto* disc = std::get_if<Disc>(&outline)) {
    curves.push_back({{}, {}, disc->center, 0, 2 * kPi, disc->radius});
    return curves;
  }
  const auto* path = std::get_if<Path>(&outline);
  const std::vector<Vector>& vertices = path ? path->vertices : std::get<Polygon>(outline).vertices;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    Curve curve;
    curve.from = vertices[i];
    curve.to = vertices[(i + 1) % vertices.size()];
    const double bulge = path ? path->bulges[i] : 0;
    if (bulge != 0) {
      const Vector chord = curve.to - curve.from, left(-chord.y(), chord.x());
      curve.center = (curve.from + curve.to) / 2 + (1 - bulge * bulge) / (4 * bulge) * left;
      curve.radius = (curve.from - curve.center).norm();
      curve.sweep = 4 * std::atan(bulge);
      curve.start = std::atan2(curve.from.y() - curve.center.y(), curve.from.x() - curve.center.x());
    }
    curves.push_back(curve);
  }
  return curves;
}

double distance_to(const Curve& curve, const Vector& p) {
  if (curve.sweep == 0) {
    const Vector d = curve.to - curve.from;
    const double t = std::clamp((p - curve.from).dot(d) / d.squaredNorm(), 0., 1.);
    return (curve.at(t) - p).norm();
  }
  const Vector out = p - curve.center;
  const double turn = std::remainder(std::atan2(out.y(), out.x()) - curve.start - curve.sweep / 2, 2 * kPi);
  if (std::fabs(turn) <= std::fabs(curve.sweep) / 2) return std::fabs(out.norm() - curve.radius);
  return std::min((curve.at(0) - p).norm(), (curve.at(1) - p).norm());
}

/// Returns the distance between two boundaries. Samples points of the first boundary and refines them by golden section
/// searches.
double boundary_distance(const std::vector<Curve>& a, const std::vector<Curve>& b) {
  double least = HUGE_VAL;
  for (const Curve& one : a) {
    for (const Curve& other : b) {
      constexpr int kSamples = 24;
      for (int k = 0; k < kSamples; ++k) {
        double low = static_cast<double>(k) / kSamples, high = static_cast<double>(k + 1) / kSamples;
        const auto f = [&](double t) { return distance_to(other, one.at(t)); };
        if (std::min(f(low), f(high)) > least + (one.at(low) - one.at(high)).norm() * 1.2) continue;
        constexpr double kGolden = 0.6180339887498949;
        for (int i = 0; i < 70; ++i) {
          const double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
          f(left) < f(right) ? high = right : low = left;
        }
        least =
            std::min({least, f(low), f(static_cast<double>(k) / kSamples), f(static_cast<double>(k + 1) / kSamples)});
      }
    }
  }
  return least;
}

}  // namespace

TEST_CASE("the nearest contact is at the distance of the two boundaries") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  const int count = oracle::count(2000);
  int compared = 0;
  double worst = 0;
  for (int k = 0; k < count; ++k) {
    const Outline part = random_outline(random, k % 3), other = random_outline(random, k / 3 % 3);
    const Eigen::Vector3d pose(3 * any(random), 3 * any(random), 3 * any(random));
    Wall wall = wall_of(other, {any(random), any(random), 3 * any(random)});
    if (k % 4 == 3) {  // in every fourth case, the part is in a hole of the wall
      wall.holes = {random_outline(random, k % 5 % 3)};
      wall.outline = Disc{{0, 0}, 9};
    }
    std::vector<WallContact> found;
    try {
      found = find_wall_contacts(part, pose, std::vector{wall}, .1, 1e-6, 20);
    } catch (const InputError&) {
      continue;  // skipped, because part and wall overlap
    }
    const Eigen::Vector3d relative(pose - wall.pose);
    std::vector<Curve> of_part = curves_of(part), of_wall = curves_of(wall.outline);
    for (const Outline& hole : wall.holes) {
      for (const Curve& curve : curves_of(hole)) of_wall.push_back(curve);
    }
    for (Curve& curve : of_part) {  // transforms the curve to the wall's frame
      for (Vector* point : {&curve.from, &curve.to, &curve.center}) {
        *point = turned(turned(*point, pose.z()) + relative.head<2>(), -wall.pose.z());
      }
      curve.start += relative.z();
    }
    double nearest = HUGE_VAL;
    for (const WallContact& one : found) nearest = std::min(nearest, one.contact.gap);
    const double expected = boundary_distance(of_part, of_wall);
    worst = std::max(worst, std::fabs(nearest - expected));
    CHECK_MESSAGE(std::fabs(nearest - expected) < 1e-9, "pair ", k, ": ", nearest, " instead of ", expected);
    // The points of the nearest contact must be on the part and on the wall. For the other contacts, this need not
    // hold. If the reach is large, both ends of nearly flush edges are listed, and the point of an arc may then be on
    // the arc's circle beyond an end of the arc.
    for (const WallContact& one : find_wall_contacts(part, pose, std::vector{wall}, .1, 1e-6, expected + 1e-9)) {
      const Vector wall_point = one.contact.point - one.contact.gap * one.contact.normal.normalized();
      const auto on_wall = turned(turned(wall_point, pose.z()) + relative.head<2>(), -wall.pose.z());
      double off = HUGE_VAL;
      for (const Curve& curve : of_wall) off = std::min(off, distance_to(curve, on_wall));
      CHECK_MESSAGE(off < 1e-9, "pair ", k, " ", text_of(one.of_part), " on ", text_of(one.of_wall));
      double from_part = HUGE_VAL;
      for (const Curve& curve : curves_of(part)) from_part = std::min(from_part, distance_to(curve, one.contact.point));
      CHECK_MESSAGE(from_part < 1e-9, "pair ", k, " ", text_of(one.of_part), " on ", text_of(one.of_wall));
    }
    ++compared;
  }
  CHECK(compared > count / 4);
  MESSAGE(compared, " pairs, worst difference ", worst);
}
