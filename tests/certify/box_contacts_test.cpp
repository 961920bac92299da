// SPDX-License-Identifier: MIT
// Tests the contacts of a part over boxes of poses, and gaps at single poses. Compares boxes that are halved repeatedly with
// poses in them, and the winding number of the certificate checker with the depths of the library.
#include <doctest/doctest.h>
#include <pawl/geometry/outline.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>
#include <random>
#include <vector>

#include "energy/box_contacts.h"
#include "geometry/boundary.h"
#include "support/count.h"
#include "support/walls.h"
#include "verify/outline_edges.h"

using namespace pawl;
using internal::BoxContacts;
using internal::PoseBox;
using internal::PossibleContact;
using oracle::box;
using oracle::wall_of;
using Vector = Eigen::Vector2d;

namespace {

/// Returns a plate with arcs and a sharp corner, m.
Outline rounded_plate() { return Path{{{-.03, -.02}, {.03, -.02}, {.045, .01}, {0, .025}, {-.03, .02}}, {0, .3, 0, -.2, 0}}; }

std::vector<Wall> pocket() {
  Wall plate = wall_of(box(-.06, -.05, .07, .06));
  plate.holes = {Path{{{-.033, -.024}, {.034, -.024}, {.049, .012}, {0, .029}, {-.034, .024}}, {0, .3, 0, -.1, 0}}};
  plate.friction = Friction(.2);
  Wall post = wall_of(Disc{{0, 0}, .004}, {.02, .033, .4});
  post.friction = Friction(.2);
  return {plate, post};
}

BoxContacts contacts_of(const Loops& part, const std::vector<Wall>& walls) {
  const std::vector<EnergyFixel> pins{{{-.034, 0}, .001, .2, {}, 0}};
  return {part, pins, walls, {1e-6, 0}, .2};
}

bool lists(const std::vector<PossibleContact>& list, const PossibleContact& contact) {
  return std::find(list.begin(), list.end(), contact) != list.end();
}

}  // namespace

TEST_CASE("contacts that touch at a pose are found in every box around it, also from those of a larger box") {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const Outline plate = rounded_plate();
  const std::vector<Outline> holes{Disc{{.005, 0}, .006}};
  const BoxContacts contacts = contacts_of(Loops(plate, holes), pocket());
  REQUIRE(contacts.gap({0, 0, 0}) > 0);
  int colliding = 0, touching = 0;
  for (int k = 0; k < oracle::count(2000); ++k) {
    const double size = std::exp2(4 * unit(random) - 9);
    const Eigen::Vector3d way = Eigen::Vector3d(unit(random), unit(random), 40 * unit(random)) * size;
    double free = 0, blocked = 1;
    for (int i = 0; i < 40 && k % 2 == 0; ++i) {  // in every other case, bisection moves the part until it almost
                                                  // touches
      const double middle = (free + blocked) / 2;
      (contacts.has_gap(middle * way, 0) ? free : blocked) = middle;
    }
    const Eigen::Vector3d pose = (k % 2 == 0 ? free : 1) * way;
    std::vector<PossibleContact> at_pose;
    const bool collides = contacts.look({pose, {0, 0, 0}}, at_pose) == BoxContacts::Where::colliding;
    PoseBox around{pose + Eigen::Vector3d(.013 * unit(random), .013 * unit(random), .3 * unit(random)), {.013, .013, .3}};
    std::vector<PossibleContact> chain, fresh;
    if (contacts.look(around, chain) == BoxContacts::Where::colliding) {
      CHECK(collides);
      continue;
    }
    for (int halvings = 0; halvings < 24; ++halvings) {
      const int axis = halvings % 3;
      around.half[axis] /= 2;
      around.centre[axis] += (pose[axis] < around.centre[axis] ? -1 : 1) * around.half[axis];
      std::vector<PossibleContact> found;
      const bool all_edges = halvings % 4 == 0;
      const bool among = contacts.look_among(chain, all_edges, around, found) == BoxContacts::Where::colliding;
      const bool looked = contacts.look(around, fresh) == BoxContacts::Where::colliding;
      if (among) {
        ++colliding;
        CHECK(looked);
        CHECK(collides);
      }
      if (all_edges) CHECK(among == looked);
      if (among || looked) break;
      for (const PossibleContact& contact : at_pose) {
        if (collides) break;
        ++touching;
        CHECK(lists(found, contact));
        CHECK(lists(fresh, contact));
      }
      chain = found;
    }
  }
  CHECK(colliding > 100);
  CHECK(touching > 100);
}

TEST_CASE("a gap of at least a floor is decided as by the gap itself") {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> unit(-1, 1);
  const Outline plate = rounded_plate();
  const BoxContacts contacts = contacts_of(plate, pocket());
  int held = 0, overlapping = 0;
  for (int k = 0; k < oracle::count(3000); ++k) {
    const Eigen::Vector3d pose(.01 * unit(random), .01 * unit(random), .2 * unit(random));
    const double gap = contacts.gap(pose);
    for (const double floor : {-1e-3, -1e-6, 0., 1e-3}) {
      if (std::fabs(gap - floor) <= contacts.slack()) continue;
      CHECK(contacts.has_gap(pose, floor) == (gap >= floor));
    }
    ++(gap > 0 ? held : overlapping);
  }
  CHECK(held > 100);
  CHECK(overlapping > 100);
}

TEST_CASE("the gap of a part in the hole of a disc is its distance from the hole") {
  Wall ring = wall_of(Disc{{0, 0}, .1});
  ring.holes = {Disc{{0, 0}, .03}};
  ring.friction = Friction(.2);
  const std::vector<Wall> walls{ring};
  const Outline part = box(-.01, -.01, .01, .01);
  const BoxContacts contacts(part, {}, walls, {0, 0}, .2);
  CHECK(contacts.gap({0, 0, 0}) == doctest::Approx(.03 - .01 * std::sqrt(2.)).epsilon(1e-9));
  CHECK(contacts.has_gap({0, 0, 0}, 0));
  CHECK(contacts.gap({.015, 0, 0}) == doctest::Approx(.03 - std::hypot(.025, .01)).epsilon(1e-9));
}

TEST_CASE("the winding number of the checker agrees with the sign of depths") {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  int inside = 0, outside = 0;
  for (int k = 0; k < oracle::count(300); ++k) {
    Path path;
    const int count = 3 + static_cast<int>(random() % 6);
    for (int i = 0; i < count; ++i) {
      const double angle = 2 * std::acos(-1.) * (i + .3 * unit(random)) / count, radius = 1 + .3 * unit(random);
      path.vertices.push_back(radius * Vector(std::cos(angle), std::sin(angle)));
      path.bulges.push_back(random() % 2 ? .15 * unit(random) : 0);
    }
    if (!outline_faults(path).empty()) continue;
    std::vector<internal::Point> corners;
    for (const Vector& v : path.vertices) corners.emplace_back(v.x(), v.y());
    const auto sides = internal::sides_of(corners, path.bulges);
    const internal::Boundary boundary = internal::boundary_of(Outline(path));
    for (int i = 0; i < 40; ++i) {
      Vector p = 1.4 * Vector(unit(random), unit(random));
      const Vector& v = path.vertices[random() % path.vertices.size()];
      if (i % 4 == 0) p.y() = v.y();  // puts the point at the height of a vertex, so that a horizontal ray passes
                                      // through the vertex
      const std::optional<double> depth = internal::depth_in(p, boundary);
      if (!depth || std::fabs(*depth) < 1e-9) continue;
      CHECK(internal::winds_round(sides, {p.x(), p.y()}) == (*depth > 0));
      double nearest = 1e9;
      for (const auto& side : sides) nearest = std::min(nearest, internal::distance_below(side, {p.x(), p.y()}, nearest));
      CHECK(nearest == doctest::Approx(std::fabs(*depth)).epsilon(1e-9));
      ++(*depth > 0 ? inside : outside);
    }
  }
  CHECK(inside > 1000);
  CHECK(outside > 1000);
}
